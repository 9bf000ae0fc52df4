"""Delay: what a state puts off by a day — what its holder does or suffers, his ballots, his out by vote.

A state says so with ``delays``: true, or a list of acts, suffers, votes, voted, outs. Only the effect waits: the move
is spent and aimed when it is made, and settles at the same slot of the next day (in its first run), even if somebody
is out by then.
"""

from __future__ import annotations

from collections.abc import Iterable

from . import skills, statuses
from .state import Ballot, Later, Skill, Thread, Use
from .table import Table


def delayed(t: Table, floor: int, what: str) -> bool:
    """Whether some state of the seat delays this (acts, suffers, votes, voted, outs)."""

    def says(name: str) -> bool:
        how = statuses.prop(t, name, "delays")
        return bool(how is True or (how and what in how))

    return bool(floor) and any(says(s.name) for s in statuses.all_on(t, floor))


# ── uses ──


def put_off(t: Table, use: Use, sk: Skill) -> bool:
    """Keep what is delayed of a use for tomorrow. True: nothing of it is left for now."""
    if use.origin == "deferred":
        return False
    acts = delayed(t, use.source, "acts")
    aimed = skills.is_aimed(skills.definition(t, sk))
    late = [i for i, f in enumerate(use.settled) if acts or (aimed and delayed(t, f, "suffers"))]
    if not acts and not late:
        return False
    _wait(t, use, late)
    if acts or len(late) == len(use.settled):
        use.fate, use.reason = "deferred", "延到次日"
        t.emit("deferred", f"{use.name} 的效果延到次日此刻", use.settled)
        return True
    t.emit("deferred", f"{use.name} 对 {t.names(use.settled[i] for i in late)} 的效果延到次日此刻", [])
    keep = [i for i in range(len(use.settled)) if i not in late]
    use.settled, use.via = [use.settled[i] for i in keep], [use.via[i] for i in keep]
    return False


def _wait(t: Table, use: Use, late: list[int]) -> None:
    c = t.s.clock
    settled, via = (_join(x[i] for i in late) for x in (use.settled, use.via))
    data = {"settled": settled, "via": via, "day": str(c.day + 1)}
    t.s.later.append(Later("use", f"{c.phase}/{t.phase.slots[c.slot].key}", use.holder, data, t.at, use.id))


def _join(floors: Iterable[int]) -> str:
    return ",".join(map(str, floors))


def _split(text: str) -> list[int]:
    return [int(f) for f in text.split(",") if f]


def due_uses(t: Table, slot: str) -> list[Use]:
    """Effects of yesterday that fall due at this slot, each as a use of its own."""
    here = f"{t.s.clock.phase}/{slot}"
    due = [x for x in t.s.later if x.kind == "use" and x.due == here and int(x.data["day"]) <= t.s.clock.day]
    for x in due:
        t.s.later.remove(x)
    return [_again(t, x) for x in due]


def _again(t: Table, x: Later) -> Use:
    old = t.s.uses[x.ref]
    use = Use(
        len(t.s.uses), old.skill, old.key, old.name, old.holder, old.party, old.chooser, list(old.selected),
        dict(old.params), t.s.clock.phase, t.at, "deferred", source=old.source, hearers=list(old.hearers),
        settled=_split(x.data["settled"]), via=_split(x.data["via"]), cost=0,
    )  # fmt: skip
    t.s.uses.append(use)
    return use


# ── ballots ──


def put_off_ballot(t: Table, b: Ballot, target: int, weight: float) -> None:
    """The ballot counts tomorrow, with the weight it has today."""
    b.void = "延到次日"
    t.s.past_ballots.append(
        Ballot(b.voter, target, -1, b.time, b.order, weight=weight, moved_to=t.s.clock.day + 1, proxy=b.proxy)
    )
    t.emit("deferred", f"{t.name(b.voter)} 投 {t.name(target)} 的票延到次日", [b.voter])


def due_ballots(t: Table, th: Thread) -> list[Ballot]:
    """Ballots put off yesterday, in the day's first thread."""
    due = [b for b in t.s.past_ballots if b.thread == -1 and b.moved_to == th.day]
    for b in due:
        b.thread = th.id
        if t.rs.table("vote").get("late_weighed_anew"):
            from . import votes

            b.weight = votes.weight(t, b.voter)
    return [Ballot(b.voter, b.target, th.id, b.time, 0, weight=b.weight, proxy=b.proxy) for b in due]


# ── outs by vote ──


def put_off_out(t: Table, floor: int) -> None:
    """Voted out today, out tomorrow at the same moment."""
    t.s.later.append(Later("voted", "投票", floor, {"day": str(t.s.clock.day + 1)}, t.at))
    t.emit("deferred", f"{t.name(floor)} 的投票出局延到次日", [floor])


def due_outs(t: Table) -> list[int]:
    """Seats whose out by vote falls due now."""
    due = [x for x in t.s.later if x.kind == "voted" and int(x.data["day"]) <= t.s.clock.day]
    for x in due:
        t.s.later.remove(x)
    return [x.seat for x in due if t.seat(x.seat).in_play]
