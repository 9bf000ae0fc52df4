"""Identity skills that another seat takes over: which they are, and copies of them."""

from __future__ import annotations

from . import queries, skills
from .state import Skill
from .table import Table


def of_identity(t: Table, floor: int, fresh: bool) -> list[Skill]:
    """Skills another may take over from the seat: all its card was dealt with, or (not fresh) as they stand by now:

    without what was lost and what was for the opening, with what came to stay.
    """
    own = [s for s in t.hand(floor) if not skills.definition(t, s).get("property")]
    for sk in own:
        if sk.origin in ("card", "copy-card") and skills.definition(t, sk).get("passes_on"):
            return _brought_last(own, sk)
    if fresh:
        return [s for s in own if s.origin in ("card", "copy-card")]
    return [s for s in own if skills.of_card(t, s) and not s.lost and not for_opening(t, s)]


def _brought_last(own: list[Skill], by: Skill) -> list[Skill]:
    """What the seat's changing skill put into its hand the last time, over or not."""
    brought = [s for s in own if s.parent == by.id]
    return [s for s in brought if s.gained == brought[-1].gained]


def for_opening(t: Table, sk: Skill) -> bool:
    d = skills.definition(t, sk)
    return bool(d.get("phase")) and set(t.rs.phases_of(d)) <= set(t.rs.opening)


def as_learned(t: Table, floor: int) -> list[str]:
    """Keys of what one who learns the seat's identity has of it, each once: in a learner's hand some are others."""
    own = [s for s in t.hand(floor) if s.origin in ("card", "copy-card")]
    own = [s for s in own if not skills.definition(t, s).get("property")]
    if any(skills.definition(t, s).get("hands_on") for s in own):  # a learner too: what it learned itself
        keys = [s.key for s in t.hand(floor) if any(s.parent == x.id for x in own)]
    else:
        roles = [t.rs.roles[skills.definition(t, s)["role"]] for s in own]
        keys = [key for s, role in zip(own, roles, strict=True) for key in role.get("learned", [s.key])]
    return list(dict.fromkeys(keys))


def taught_by(t: Table, role: str) -> list[str]:
    """Keys of what a learner has of an identity, whoever holds it."""
    d = t.rs.roles.get(role, {})
    return list(d.get("learned") or d.get("skills") or [])


def passes_for(t: Table, floor: int) -> str:
    """The identity a learner takes the seat for."""
    return queries.playing(t, floor)[0]


def learn(t: Table, sk: Skill, keys: list[str], giver: int, until: str = "") -> list[Skill]:
    """Fresh skills in the hand of who learned them, for good or for a time; opening ones to be decided at once."""
    gained = []
    for key in keys:
        new = skills.new(t, key, sk.holder, "copy", parent=sk.id, giver=giver, until=until)
        new.now = for_opening(t, new)
        gained.append(new)
    return gained


def copy_from(t: Table, source: int, to: int, *, until: str = "", never_on: list[int] | None = None,
              fresh: bool = True, parent: int = -1) -> list[Skill]:  # fmt: skip
    """Give `to` the identity skills of `source`: no temporary and no second-hand ones."""
    gained = []
    for sk in of_identity(t, source, fresh):
        d = skills.definition(t, sk)
        new_one = skills.new(
            t, sk.key, to, "copy", parent=sk.id if parent < 0 else parent, giver=source, until=until,
            uses=None if fresh else sk.uses, never_on=never_on if skills.is_aimed(d) else None,
        )  # fmt: skip
        new_one.now = fresh and for_opening(t, sk)
        gained.append(new_one)
    return gained
