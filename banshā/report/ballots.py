"""Vote threads as a director reads them."""

from __future__ import annotations

from dataclasses import dataclass, field

from banshā.engine import votes
from banshā.engine.state import Thread as VoteThread
from banshā.engine.table import Table


@dataclass(slots=True)
class Count:
    target: str
    votes: float
    voters: list[str]


@dataclass(slots=True)
class Ballot:
    voter: str
    target: str
    time: str
    changes: int
    void: str


@dataclass(slots=True)
class Thread:
    """A thread. counts of an open thread are what it would come to now, rewritings left aside."""

    label: str
    number: int
    kind: str
    open: bool
    counts: list[Count] = field(default_factory=list)
    ballots: list[Ballot] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    top: list[str] = field(default_factory=list)
    decided: list[str] = field(default_factory=list)
    why: str = ""


def threads(t: Table) -> list[Thread]:
    """Threads of the last round of discussion that had any."""
    if not t.s.threads:
        return []
    last = t.s.threads[-1]
    return [thread(t, th) for th in t.s.threads if (th.day, th.run) == (last.day, last.run)]


def every(t: Table) -> list[Thread]:
    """All threads of the game, in order."""
    return [thread(t, th) for th in t.s.threads]


def thread(t: Table, th: VoteThread) -> Thread:
    mine = sorted((b for b in t.s.ballots if b.thread == th.id), key=lambda b: b.order)
    voters: dict[int, list[str]] = {}
    now: dict[int, float] = {}
    for b in mine:
        target = votes.final_target(b)
        voters.setdefault(target, []).append(t.name(b.voter))
        if target:
            now[target] = now.get(target, 0) + votes.weight(t, b.voter)
    counts = now if th.open else th.counts
    label = f"{next((p for p in t.rs.day if t.rs.phases[p].votes), '')}{th.day}"
    return Thread(
        label + (f"#{th.run}" if th.run > 1 else ""), th.number, th.kind, th.open,
        [Count(t.name(f), n, voters.get(f, [])) for f, n in sorted(counts.items(), key=lambda x: (-x[1], x[0]))],
        [Ballot(t.name(b.voter), t.name(votes.final_target(b)) if votes.final_target(b) else "弃权", b.time, b.changes,
                "" if b.void == "弃权" else b.void) for b in mine],
        _missing(t, th) if th.open else [],
        [t.name(f) for f in th.top], [t.name(f) for f in th.decided if f], th.why,
    )  # fmt: skip


def _missing(t: Table, th: VoteThread) -> list[str]:
    """Who may vote and has not."""
    return [t.name(f) for f in t.s.seats if not votes.barred(t, f) and votes.ballot_of(t, f, th) is None]
