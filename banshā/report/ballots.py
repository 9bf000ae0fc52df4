"""Vote threads as a director reads them."""

from __future__ import annotations

from dataclasses import dataclass, field

from banshā.engine import casting, votes
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
    proxy: bool = False


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


@dataclass(slots=True)
class Tally:
    """A closed thread as everybody saw it: ballots as they were posted, by heads.

    What skills made of them (weights, rewritings, ballots put off) is for the director alone. counted: how many named
    whom may be said, too; where the ruleset announces nothing but who is on top, it may not.
    """

    thread: int
    number: int
    votes: list[tuple[str, list[str]]] = field(default_factory=list)  # target, who named it
    abstained: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    counted: bool = True


def tally(t: Table, th: VoteThread, known_in: list[int]) -> Tally:
    """known_in: seats that everybody knew to be in play when the discussion began."""
    mine = sorted((b for b in t.s.ballots if b.thread == th.id), key=lambda b: b.order)
    named: dict[int, list[str]] = {}
    for b in mine:
        named.setdefault(b.target, []).append(t.name(b.voter))
    voted = {b.voter for b in mine}
    rows = sorted(((f, who) for f, who in named.items() if f), key=lambda x: (-len(x[1]), x[0]))
    silent = [t.name(f) for f in known_in if f not in voted]
    counted = not t.rs.table("vote").get("announce_top")
    return Tally(th.id, th.number, [(t.name(f), who) for f, who in rows], named.get(0, []), silent, counted)


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
            now[target] = now.get(target, 0) + votes.weight(t, b.voter, mine)
    counts = now if th.open else th.counts
    label = f"{next((p for p in t.rs.day if t.rs.phases[p].votes), '')}{th.day}"
    return Thread(
        label + (f"#{th.run}" if th.run > 1 else ""), th.number, th.kind, th.open,
        [Count(t.name(f), n, voters.get(f, [])) for f, n in sorted(counts.items(), key=lambda x: (-x[1], x[0]))],
        [Ballot(t.name(b.voter), t.name(votes.final_target(b)) if votes.final_target(b) else "弃权", b.time, b.changes,
                "" if b.void == "弃权" else b.void, b.proxy) for b in mine],
        _missing(t, th) if th.open else [],
        [t.name(f) for f in th.top], [t.name(f) for f in th.decided if f], th.why,
    )  # fmt: skip


def _missing(t: Table, th: VoteThread) -> list[str]:
    """Who may vote and has not."""
    return [t.name(f) for f in casting.without_ballot(t, [th])]
