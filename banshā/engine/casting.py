"""Casting votes: threads, who may vote for whom, ballots and their one change (tubian: 进程.投票规则)."""

from __future__ import annotations

from dataclasses import dataclass

from . import cutoffs, paces, statuses
from .errors import Refusal
from .state import Ballot, Thread
from .table import Table

VOTE = "投票"


@dataclass(slots=True, frozen=True)
class Posted:
    """What is known of the post a ballot stands in.

    time: as recorded ('' unknown). ahead: seats whose out in this very discussion it was written ahead of.
    proxy: the director's post for the voter. anyway: the director takes it whatever the rules say.
    """

    time: str = ""
    ahead: frozenset[int] = frozenset()
    proxy: bool = False
    anyway: bool = False


def open_threads(t: Table) -> None:
    """Open the day's threads: one, and what skills added to this day's first round."""
    c = t.s.clock
    extra = c.threads if c.run == 1 else 0
    kind = "elect" if c.day in [d.get("elect_day") for d in t.rs.offices.values()] and c.run == 1 else "out"
    for i in range(1 + extra):
        t.s.threads.append(Thread(len(t.s.threads), c.day, c.run, i + 1, kind))
    if c.run == 1:
        c.threads = 0
    c.vote_closed = False


def current(t: Table) -> list[Thread]:
    """The threads of the open round of discussion."""
    c = t.s.clock
    return [x for x in t.s.threads if (x.day, x.run) == (c.day, c.run) and not x.settled]


def thread(t: Table, number: int) -> Thread:
    """The open thread of that number.

    Raises:
        Refusal: no votes are cast now, or there is no such thread open.
    """
    if not t.phase.votes or t.s.clock.closed:
        raise Refusal("no_vote", "现在不是投票的时候", "投票", "投票在讨论日关门之前；往下走用 bansha resolve")
    found = next((x for x in current(t) if x.number == number), None)
    if found is None or not found.open:
        raise Refusal("no_thread", f"第 {number} 个投票贴没有开" if found is None else "投票贴已关", "投票",
                      "开着哪几贴见 bansha vote show")  # fmt: skip
    return found


# ── who may vote, and for whom ──


def barred(t: Table, floor: int, ahead: frozenset[int] = frozenset()) -> str:
    """Why the seat may not vote ('' where it may). ahead: seats taken as still in."""
    if not t.seat(floor).in_play and floor not in ahead:
        return "已出局"
    for s in statuses.all_on(t, floor):
        if statuses.prop(t, s.name, "votes_ban"):
            return s.name
    for x in t.s.limits:
        if x.name == VOTE and x.voters is not None and floor not in x.voters:
            return f"{x.source}没有点名"
    return ""


def candidates(t: Table, ahead: frozenset[int] = frozenset()) -> list[int]:
    """Who may be voted for now, limits of the day included."""
    found = [f for f in t.s.seats if not t.seat(f).announced_out or f in ahead]
    for x in t.s.limits:
        if x.name == VOTE and x.within is not None:
            found = [f for f in found if f in x.within]
    only = {s.holder for s in t.s.statuses.values() if statuses.prop(t, s.name, "votes_only")}
    return [f for f in found if not never_voted(t, f) and (not only or f in only)]


def never_voted(t: Table, floor: int) -> bool:
    return any(statuses.prop(t, s.name, "no_votes_for") for s in statuses.all_on(t, floor))


def left_now(t: Table, floor: int) -> bool:
    """Whether the seat went out in the discussion that is open (at noon, or by the director's word)."""
    c = t.s.clock
    last = next((o for o in reversed(t.s.outs) if o.seat == floor and o.back is None), None)
    return last is not None and (last.at.day, last.at.run, last.at.phase) == (c.day, c.run, c.phase)


# ── ballots ──


def cast(t: Table, voter: int, target: int, number: int, post: Posted) -> None:
    """Take a ballot (target 0: abstains). One a seat and thread.

    Raises:
        Refusal: the thread is closed, the seat has voted, or the rules do not take the ballot.
    """
    th = thread(t, number)
    if not post.anyway:
        _in_time(t, voter, post)
        _may_vote(t, voter, post, "投票", "他的票不收；要破例加 --anyway")
        _may_be_voted(t, target, post)
    if ballot_of(t, voter, th) is not None:
        raise Refusal("voted", f"{t.name(voter)} 已经投过票", "投票.改票", "改主意请用改票，只能一次")
    t.s.ballots.append(Ballot(voter, target, th.id, post.time, next_order(t), proxy=post.proxy))
    t.emit("ballot", f"{t.name(voter)} 投 {t.name(target) if target else '弃权'}", [voter])


def change(t: Table, voter: int, target: int, number: int, post: Posted) -> None:
    """Change a ballot once; again where its target went out meanwhile.

    Raises:
        Refusal: there is nothing to change, or the rules do not take the change.
    """
    th = thread(t, number)
    b = ballot_of(t, voter, th)
    if b is None:
        raise Refusal("no_ballot", f"{t.name(voter)} 还没有投票", "投票.改票", "用 bansha vote cast 投")
    gone = target_gone(t, b) and b.target not in post.ahead
    if not post.anyway:
        _in_time(t, voter, post)
        _may_vote(t, voter, post, "改票", "原来的票也不算")
        if not gone:
            _may_change(t, b, post)
        _may_be_voted(t, target, post)
    if not gone:
        b.changes += 1
        if b.first < 0 and t.rs.table("schedule").get("fast_voids_changes"):
            b.first = b.target
    b.target, b.time, b.order, b.proxy = target, post.time or b.time, next_order(t), post.proxy
    t.emit("ballot", f"{t.name(voter)} 改投 {t.name(target) if target else '弃权'}", [voter])


def withdraw(t: Table, voter: int, number: int) -> None:
    """Take a ballot out again: the director recorded what was none.

    Raises:
        Refusal: the seat has no ballot in that thread.
    """
    th = thread(t, number)
    b = ballot_of(t, voter, th)
    if b is None:
        raise Refusal("no_ballot", f"{t.name(voter)} 在第 {number} 贴没有票", "投票", "记了哪些票见 bansha vote show")
    t.s.ballots.remove(b)
    t.emit("ballot", f"撤去 {t.name(voter)} 的票", [voter])


def _in_time(t: Table, voter: int, post: Posted) -> None:
    if cutoffs.passed(t, post.time):
        raise Refusal("late", f"{t.name(voter)} 的票发在关门以后", "投票", "迟到的票不收；要破例加 --anyway")
    before = cutoffs.proxies_until(t)
    if post.proxy and cutoffs.passed(t, post.time, before):
        raise Refusal("late", f"关门前 {before} 分钟起不能代投", "投票.代投", "要破例加 --anyway")


def _may_vote(t: Table, voter: int, post: Posted, what: str, hint: str) -> None:
    why = barred(t, voter, post.ahead)
    if why:
        raise Refusal("barred", f"{t.name(voter)} 不能{what}：{why}", "投票", hint)


def _may_be_voted(t: Table, target: int, post: Posted) -> None:
    legal = candidates(t, post.ahead)
    if target and target not in legal:
        why = "已出局" if t.seat(target).announced_out else "今天不能投他"
        raise Refusal("bad_vote", f"不能投 {t.name(target)}：{why}", "投票", f"可投：{t.names(legal)}")


def _may_change(t: Table, b: Ballot, post: Posted) -> None:
    """Whether the rules leave a change to a ballot whose target is still in."""
    who, limit, before = t.name(b.voter), changes_allowed(t), cutoffs.changes_until(t)
    if paces.hurried(t):
        raise Refusal("hurried", f"{who} 不能改票：今天执行加速", "投票.改票", "加速时谁都不能改票")
    if b.changes >= limit:
        raise Refusal("changed", f"{who} 已经改过 {b.changes} 次票", "投票.改票", f"只能改 {limit} 次")
    if cutoffs.passed(t, post.time, before):
        raise Refusal("late", f"{who} 不能改票：关门前 {before} 分钟起不收改票", "投票.改票", "要破例加 --anyway")


def changes_allowed(t: Table) -> int:
    return int(t.rs.table("vote").get("changes", 1))


def target_gone(t: Table, b: Ballot) -> bool:
    return bool(b.target) and t.seat(b.target).announced_out


def may_change(t: Table, b: Ballot) -> bool:
    """Whether a change is left to the ballot; one whose target went out meanwhile is free."""
    return target_gone(t, b) or b.changes < changes_allowed(t) and not paces.hurried(t)


def undo_changes(t: Table, ballots: list[Ballot]) -> None:
    """Where a hurried day voids the changes made before, each ballot counts as it was first cast."""
    if not paces.hurried(t):
        return
    for b in ballots:
        if b.first >= 0:
            b.target, b.first = b.first, -1
            t.emit("vote", f"{t.name(b.voter)} 的改票作废（加速）", [b.voter])


def ballot_of(t: Table, voter: int, th: Thread) -> Ballot | None:
    return next((b for b in t.s.ballots if b.voter == voter and b.thread == th.id), None)


def open_now(t: Table) -> list[Thread]:
    """The threads that take ballots."""
    return [th for th in t.s.threads if th.open and not th.settled]


def without_ballot(t: Table, threads: list[Thread]) -> list[int]:
    """Seats that may vote and have not, in one of these threads."""
    may = [f for f in t.s.seats if not barred(t, f)] if threads else []
    return [f for f in may if any(ballot_of(t, f, th) is None for th in threads)]


def in_order(ballots: list[Ballot]) -> list[Ballot]:
    """As they were posted where all say when, else as they were recorded."""
    known = {id(b): at for b in ballots if (at := cutoffs.moment(b.time)) is not None}
    if len(known) < len(ballots):
        return sorted(ballots, key=lambda b: b.order)
    return sorted(ballots, key=lambda b: (known[id(b)], b.order))


def dismiss(t: Table, number: int, floor: int, pid: int) -> None:
    """Note that a post of the thread is no ballot, so that no import asks about it again (floor or pid 0: unknown)."""
    th = thread(t, number)
    word = f"{th.day}.{th.run}:{th.number}:{floor}:{pid}"
    if word not in t.s.dismissed:
        t.s.dismissed.append(word)
    t.emit("note", f"第 {number} 贴{f' {floor} 楼' if floor else ''}{f' #{pid}' if pid else ''} 不算票")


def dismissed(t: Table, number: int) -> list[tuple[int, int]]:
    """Floor and number of the posts that the director dismissed from the open thread."""
    c = t.s.clock
    words = (w.split(":") for w in t.s.dismissed)
    return [(int(f), int(pid)) for at, n, f, pid in words if (at, n) == (f"{c.day}.{c.run}", str(number))]


def next_order(t: Table) -> int:
    return max((b.order for b in t.s.ballots), default=0) + 1
