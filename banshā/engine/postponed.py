"""Effects put off: ``later = "…"`` names an end of the ruleset's [ends] table, or a system slot of a coming phase."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from . import statuses
from .errors import NeedAnswer
from .state import Postponed
from .table import Table

if TYPE_CHECKING:
    from .effects import Context
    from .rules import Effect


def put_off(c: Context, effect: Effect) -> None:
    """Keep the effect, with who does it to whom, until it is due."""
    rest = {k: v for k, v in effect.items() if k not in ("later", "when")}
    t = c.t
    t.s.postponed.append(
        Postponed(
            json.dumps(rest, ensure_ascii=False), effect["later"], t.at, c.actor, c.target, c.via,
            c.use.id if c.use else -1, c.skill.id if c.skill else -1,
        )
    )  # fmt: skip


def run_due(t: Table, edge: str, phase: str) -> None:
    """Play what falls due at this edge of the phase."""
    _play_all(t, [x for x in t.s.postponed if statuses.ends_at(t, x.due, x.given, edge, phase)])


def run_slot(t: Table, slot: str) -> None:
    """Play what waits for this system slot since an earlier phase."""
    _play_all(t, [x for x in t.s.postponed if x.due == slot and x.given.tick < t.s.clock.tick])


def _play_all(t: Table, due: list[Postponed]) -> None:
    """One by one; what several of them have to ask is asked together."""
    waiting: NeedAnswer | None = None
    for x in due:
        try:
            _play(t, x)
        except NeedAnswer as e:
            waiting = e
    if waiting is not None:
        raise waiting


def _play(t: Table, x: Postponed) -> None:
    from . import effects

    if x not in t.s.postponed:  # another of them was the end of it
        return
    t.s.postponed.remove(x)
    sk = t.s.skills.get(x.skill)
    use = t.s.uses[x.use] if x.use >= 0 else None
    with t.under(sk.key if sk else ""):
        effects.play(effects.Context(t, x.actor, sk, use, x.target, x.via), json.loads(x.effect))
