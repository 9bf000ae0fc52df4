"""Effects put off: ``later = "…"`` names an end of the ruleset's [ends] table, or a system slot of a coming phase."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from . import statuses
from .state import Later
from .table import Table

if TYPE_CHECKING:
    from .effects import Context
    from .rules import Effect


def put_off(c: Context, effect: Effect) -> None:
    """Keep the effect, with who does it to whom, until it is due."""
    rest = {k: v for k, v in effect.items() if k not in ("later", "when")}
    data = {
        "effect": json.dumps(rest, ensure_ascii=False),
        "actor": str(c.actor),
        "target": str(c.target),
        "via": str(c.via),
        "use": str(c.use.id if c.use else -1),
    }
    ref = c.skill.id if c.skill else -1
    c.t.s.later.append(Later("effect", effect["later"], c.actor, data, c.t.at, ref))


def run_due(t: Table, edge: str, phase: str) -> None:
    """Play what falls due at this edge of the phase."""
    for x in [x for x in t.s.later if x.kind == "effect" and x.given]:
        if x.given is not None and statuses.ends_at(t, x.due, x.given, edge, phase):
            _play(t, x)


def run_slot(t: Table, slot: str) -> None:
    """Play what waits for this system slot since an earlier phase."""
    for x in [x for x in t.s.later if x.kind == "effect" and x.due == slot]:
        if x.given is None or x.given.tick < t.s.clock.tick:
            _play(t, x)


def _play(t: Table, x: Later) -> None:
    from . import effects

    if x not in t.s.later:
        return
    t.s.later.remove(x)
    sk = t.s.skills.get(x.ref)
    use = t.s.uses[int(x.data["use"])] if x.data["use"] != "-1" else None
    c = effects.Context(t, int(x.data["actor"]), sk, use, int(x.data["target"]), int(x.data["via"]))
    with t.under(sk.key if sk else ""):
        effects.play(c, json.loads(x.data["effect"]))
