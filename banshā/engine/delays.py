"""Delay: what a state puts off by a day — what its holder does or suffers, his ballots, his out by vote.

A state says so with ``delays``: true, or a list of acts, suffers, votes, voted, outs. Only the effect waits: the move
is spent and aimed when it is made, and settles at the same slot of the next day (in its first run), even if somebody
is out by then.
"""

from __future__ import annotations

from . import skills, statuses, votes
from .casting import VOTE
from .state import Ballot, Coming, Deferred, Skill, Thread, Use
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
    settled, via = ([x[i] for i in late] for x in (use.settled, use.via))
    t.s.deferred.append(Deferred(use.id, c.phase, t.phase.slots[c.slot].key, c.day + 1, settled, via))


def due_at(t: Table, slot: str) -> list[Deferred]:
    """Effects of yesterday that fall due at this slot."""
    c = t.s.clock
    return [x for x in t.s.deferred if (x.phase, x.slot) == (c.phase, slot) and x.day <= c.day]


def due_uses(t: Table, slot: str) -> list[Use]:
    """Those effects, each as a use of its own."""
    due = due_at(t, slot)
    for x in due:
        t.s.deferred.remove(x)
    return [_again(t, x) for x in due]


def _again(t: Table, x: Deferred) -> Use:
    old = t.s.uses[x.use]
    use = Use(
        len(t.s.uses), old.skill, old.key, old.name, old.holder, old.party, old.chooser, list(old.selected),
        dict(old.params), t.s.clock.phase, t.at, "deferred", source=old.source, hearers=list(old.hearers),
        settled=list(x.settled), via=list(x.via), cost=0,
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
            b.weight = votes.weight(t, b.voter)
    return [Ballot(b.voter, b.target, th.id, b.time, 0, weight=b.weight, proxy=b.proxy) for b in due]


# ── outs by vote ──


def put_off_out(t: Table, floor: int) -> None:
    """Voted out today, out tomorrow at the same moment."""
    t.s.coming.append(Coming(VOTE, floor, VOTE, t.at, slot=VOTE, day=t.s.clock.day + 1))
    t.emit("deferred", f"{t.name(floor)} 的投票出局延到次日", [floor])
