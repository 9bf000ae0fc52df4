"""Moments: who listens to what, and in which order they are heard.

A skill listens through `on` entries of its ruleset table and through the methods of its named behaviour.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from . import behaviours, effects, skills, statuses
from .rules import Def
from .state import Hit, Skill, Status, Use
from .table import Table

if TYPE_CHECKING:
    from .behaviours.base import Behaviour


@dataclass(slots=True)
class Happening:
    """What a listener hears of. seat: whom it happened to."""

    kind: str
    seat: int
    hit: Hit | None = None
    status: Status | None = None
    use: Use | None = None
    phase: str = ""
    camp: str = ""
    skill: str = ""  # the name of the skill it is about
    usable: tuple[int, ...] = ()  # at an out: the skills of the seat that were usable just before


def behaviour_of(t: Table, d: Def) -> Behaviour | None:
    name = d.get("do")
    return behaviours.get(name) if name else None


def listeners(t: Table, kind: str) -> list[Skill]:
    """Instances whose skill listens to this moment, in order: true card first, then identity list, then floor."""
    heard_by = t.rs.heard_by.get(kind)
    if heard_by is None:
        heard_by = frozenset(key for key, d in t.rs.skills.items() if _listens(t, d, kind))
        t.rs.heard_by[kind] = heard_by
    found = [s for s in t.s.skills.values() if s.key in heard_by and not s.lost]
    return sorted(found, key=lambda s: skills.order_key(t, s))


def _listens(t: Table, d: Def, kind: str) -> bool:
    if any(entry["at"] == kind for entry in d.get("on") or ()):
        return True
    b = behaviour_of(t, d)
    return b is not None and hasattr(b, f"on_{kind}")


def fire(t: Table, kind: str, seat: int, **about: Any) -> None:
    """Let everybody who listens hear of it."""
    what = Happening(kind, seat, **about)
    for sk in listeners(t, kind):
        d = t.rs.skills[sk.key]
        own_out = kind in ("out", "first_out") and sk.holder == seat
        if own_out and sk.id not in what.usable:
            continue
        if not own_out and not skills.stands(t, sk) and not getattr(behaviour_of(t, d), "lasting", False):
            continue
        with t.under(sk.key):
            for entry in d.get("on") or ():
                if entry["at"] == kind and _concerns(t, sk, entry, what):
                    _run(t, sk, entry, what)
            b = behaviour_of(t, d)
            handler = getattr(b, f"on_{kind}", None)
            if handler is not None:
                handler(t, sk, what)
    if kind in t.rs.heard_by_states:
        _states_hear(t, what)


def _states_hear(t: Table, what: Happening) -> None:
    """States and marks with an `on` of their own: the giver acts on the holder, whatever became of his skill."""
    if what.status is not None:
        concerned = [what.status]
    else:
        concerned = [s for f in ([what.seat] if what.seat else t.alive()) for s in statuses.all_on(t, f)]
    for s in concerned:
        for entry in [x for d in statuses.defs(t, s.name) for x in d.get("on") or ()]:
            if entry["at"] != what.kind or entry.get("phase") not in (None, what.phase):
                continue
            c = effects.Context(t, s.giver, None, None, s.holder, s.holder, replace(what, status=s))
            if entry.get("period") in (None, t.phase.period) and effects.holds(c, entry.get("when")):
                with t.under(f"状态.{s.name}"):
                    effects.run(c, entry["then"])


def _concerns(t: Table, sk: Skill, entry: Def, what: Happening) -> bool:
    who = entry.get("who", "any")
    if who == "self" and what.seat != sk.holder:
        return False
    if who == "others" and what.seat == sk.holder:
        return False
    if who == "marked" and not _marked(t, sk, entry["mark"], what.seat):
        return False
    if what.status is not None and not _same_status(entry, what.status, sk):
        return False
    about = what.use.name if what.use is not None else what.skill
    if about and entry.get("skill") not in (None, about):
        return False
    return entry.get("phase") in (None, what.phase) and entry.get("period") in (None, t.phase.period)


def _same_status(entry: Def, status: Status, sk: Skill) -> bool:
    name = entry.get("mark") or entry.get("state")
    if name is None:
        return True
    return status.name == name and (entry.get("who") == "marked" or status.giver == sk.holder or "state" in entry)


def _marked(t: Table, sk: Skill, mark: str, floor: int) -> bool:
    return any(s.name == mark and s.holder == floor and s.giver == sk.holder for s in t.s.statuses.values())


def _run(t: Table, sk: Skill, entry: Def, what: Happening) -> None:
    c = effects.Context(t, sk.holder, sk, use=None, target=what.seat, happening=what)
    if not effects.holds(c, entry.get("when")):
        return
    if not skills.flip_for_trigger(t, sk):
        return
    effects.run(c, entry["then"])


def before_state(t: Table, draft: Status) -> list[int]:
    """The seats a proposed state ends up on: the holder, unless somebody who listens moves or copies it."""
    if is_passive(t, draft.name):
        return [draft.holder]
    for sk in listeners(t, "before_state"):
        if sk.holder == draft.holder and skills.stands(t, sk):
            b = behaviour_of(t, t.rs.skills[sk.key])
            if b is not None:
                with t.under(sk.key):
                    moved: list[int] | None = b.on_before_state(t, sk, draft)  # type: ignore[attr-defined]
                if moved is not None:
                    return moved
    return [draft.holder]


def is_passive(t: Table, name: str) -> bool:
    return bool(t.rs.states.get(name, {}).get("mark"))
