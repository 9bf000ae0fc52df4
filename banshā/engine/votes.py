"""Votes: legal to cast → rewritten → deferred → voided → weighed → tallied → overruled → tie rule → a 投票 hit."""

from __future__ import annotations

from . import delays, landing, moments, offices, paces, queries, skills, statuses
from .errors import Refusal
from .state import Ballot, Thread
from .table import Table

VOTE = "投票"


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
    if not t.phase.votes or t.s.clock.closed:
        raise Refusal("no_vote", "现在不是投票的时候", "投票", "投票在讨论日关门之前；往下走用 bansha resolve")
    found = next((x for x in current(t) if x.number == number), None)
    if found is None or not found.open:
        raise Refusal("no_thread", f"第 {number} 个投票贴没有开" if found is None else "投票贴已关", "投票",
                      "开着哪几贴见 bansha vote show")  # fmt: skip
    return found


def barred(t: Table, floor: int) -> str:
    """Why the seat may not vote ('' where it may)."""
    if not t.seat(floor).in_play:
        return "已出局"
    for s in statuses.all_on(t, floor):
        if statuses.prop(t, s.name, "votes_ban"):
            return s.name
    for x in t.s.limits:
        if x.name == VOTE and x.voters is not None and floor not in x.voters:
            return f"{x.source}没有点名"
    return ""


def candidates(t: Table) -> list[int]:
    """Who may be voted for now, limits of the day included."""
    found = [f for f in t.s.seats if not t.seat(f).announced_out]
    for x in t.s.limits:
        if x.name == VOTE and x.within is not None:
            found = [f for f in found if f in x.within]
    return [f for f in found if not _never_voted(t, f)]


def _never_voted(t: Table, floor: int) -> bool:
    return any(statuses.prop(t, s.name, "no_votes_for") for s in statuses.all_on(t, floor))


def cast(t: Table, voter: int, target: int, number: int, time: str = "", proxy: bool = False) -> None:
    """Take a ballot (target 0: abstains). One a seat and thread."""
    th = thread(t, number)
    why = barred(t, voter)
    if why:
        raise Refusal("barred", f"{t.name(voter)} 不能投票：{why}", "投票", "他的票不收；要改判用 bansha override")
    if target and target not in candidates(t):
        why = "已出局" if t.seat(target).announced_out else "今天不能投他"
        raise Refusal("bad_vote", f"不能投 {t.name(target)}：{why}", "投票", f"可投：{t.names(candidates(t))}")
    if ballot_of(t, voter, th) is not None:
        raise Refusal("voted", f"{t.name(voter)} 已经投过票", "投票.改票", "改主意请用改票，只能一次")
    t.s.ballots.append(Ballot(voter, target, th.id, time, _order(t), proxy=proxy))
    t.emit("ballot", f"{t.name(voter)} 投 {t.name(target) if target else '弃权'}", [voter])


def change(t: Table, voter: int, target: int, number: int, time: str = "") -> None:
    """Change a ballot once; again where its target went out meanwhile."""
    th = thread(t, number)
    b = ballot_of(t, voter, th)
    if b is None:
        raise Refusal("no_ballot", f"{t.name(voter)} 还没有投票", "投票.改票", "用 bansha vote cast 投")
    why = barred(t, voter)
    if why:
        raise Refusal("barred", f"{t.name(voter)} 不能改票：{why}", "投票", "原来的票也不算")
    limit = changes_allowed(t)
    gone = target_gone(t, b)
    if not gone and paces.hurried(t) and not t.rs.table("schedule").get("fast_changes"):
        raise Refusal("hurried", f"{t.name(voter)} 不能改票：今天执行加速", "投票.改票", "加速时谁都不能改票")
    if not may_change(t, b):
        raise Refusal("changed", f"{t.name(voter)} 已经改过 {b.changes} 次票", "投票.改票", f"只能改 {limit} 次")
    if target and target not in candidates(t):
        why = "已出局" if t.seat(target).announced_out else "今天不能投他"
        raise Refusal("bad_vote", f"不能投 {t.name(target)}：{why}", "投票", f"可投：{t.names(candidates(t))}")
    if not gone:
        b.changes += 1
    b.target, b.time, b.order = target, time or b.time, _order(t)
    t.emit("ballot", f"{t.name(voter)} 改投 {t.name(target) if target else '弃权'}", [voter])


def changes_allowed(t: Table) -> int:
    return int(t.rs.table("vote").get("changes", 1))


def target_gone(t: Table, b: Ballot) -> bool:
    return bool(b.target) and t.seat(b.target).announced_out


def may_change(t: Table, b: Ballot) -> bool:
    """Whether a change is left to the ballot; one whose target went out meanwhile is free."""
    if target_gone(t, b):
        return True
    still = t.rs.table("schedule").get("fast_changes") or not paces.hurried(t)
    return b.changes < changes_allowed(t) and bool(still)


def withdraw(t: Table, voter: int, number: int) -> None:
    """Take a ballot out again (the director's correction)."""
    th = thread(t, number)
    t.s.ballots = [b for b in t.s.ballots if not (b.voter == voter and b.thread == th.id)]


def ballot_of(t: Table, voter: int, th: Thread) -> Ballot | None:
    return next((b for b in t.s.ballots if b.voter == voter and b.thread == th.id), None)


def _order(t: Table) -> int:
    return max((b.order for b in t.s.ballots), default=0) + 1


# ── closing ──


def close(t: Table) -> None:
    """Close the round's threads: every stage of the pipeline up to the tally and who is top."""
    for th in current(t):
        if th.open:
            th.open = False
            tally(t, th)
    t.s.clock.vote_closed = True


def tally(t: Table, th: Thread) -> None:
    ballots = [b for b in t.s.ballots if b.thread == th.id]
    for sk in moments.listeners(t, "rewrite"):
        listener = moments.behaviour_of(t, t.rs.skills[sk.key])
        if listener is not None:
            with t.under(sk.key):
                ballots = listener.on_rewrite(t, sk, th, ballots)  # type: ignore[attr-defined]
    ballots = [b for b in ballots if not _put_off(t, b)]
    for b in ballots:
        b.void = b.void or _void(t, b)
        b.weight = 0 if b.void else weight(t, b.voter)
    late = [b for b in delays.due_ballots(t, th) if not t.seat(b.target).announced_out]
    count(t, th, late + ballots)


def final_target(b: Ballot) -> int:
    return b.moved_to if b.moved_to >= 0 else b.target


def _void(t: Table, b: Ballot) -> str:
    """Why a ballot does not count."""
    target = final_target(b)
    if not target:
        return "弃权"
    for s in statuses.all_on(t, b.voter):
        if statuses.prop(t, s.name, "vote") == "void":
            return s.name
    if t.seat(target).announced_out:
        return "所投已出局"
    return ""


def weight(t: Table, floor: int) -> float:
    """What this seat's ballot weighs now: base or office, plus what states and skills add."""
    base = offices.vote_weight(t, floor, float(t.rs.table("vote").get("weight", 1)))
    added = sum(statuses.prop(t, s.name, "votes") or 0 for s in statuses.all_on(t, floor))
    standing = sum(e["weight"] for _, e in queries.standing(t, floor, "weight"))
    return float(base + added + standing + t.s.weights.get(floor, 0))


def _put_off(t: Table, b: Ballot) -> bool:
    """A ballot of (or for) somebody a state delays counts in tomorrow's thread."""
    target = final_target(b)
    late = delays.delayed(t, b.voter, "votes") or delays.delayed(t, target, "voted")
    if late and not _void(t, b):
        delays.put_off_ballot(t, b, target, weight(t, b.voter))
        return True
    return False


def count(t: Table, th: Thread, ballots: list[Ballot]) -> None:
    counts: dict[int, float] = {}
    for b in sorted(ballots, key=lambda b: b.order):
        if b.weight:
            counts[final_target(b)] = counts.get(final_target(b), 0) + b.weight
    for f in list(t.s.seats):
        against = sum(statuses.prop(t, s.name, "votes_against") or 0 for s in statuses.real(t, f))
        if against and t.seat(f).in_play and th.kind == "out" and not _never_voted(t, f):
            counts[f] = counts.get(f, 0) + against
    th.counts = counts
    best = max(counts.values(), default=0)
    th.top = sorted(f for f, n in counts.items() if n == best and best > 0)
    forced = [f for f in t.s.seats if t.seat(f).in_play and (f in th.forced_top or _has(t, f, "votes_top"))]
    if th.void:
        th.counts, th.top = {}, []
    elif forced:
        th.top = sorted(forced)
    if th.kind == "elect":
        th.top = first_to_reach(t, th, ballots, best)
    t.emit("vote", f"第 {th.number} 贴最高票：{t.names(th.top) or '无'}", th.top, thread=str(th.id))


def first_to_reach(t: Table, th: Thread, ballots: list[Ballot], best: float) -> list[int]:
    """Among those at the final top number, the one who reached it first, by the ballots that stand."""
    running: dict[int, float] = {}
    for b in sorted((b for b in ballots if b.weight), key=lambda b: b.order):
        f = final_target(b)
        running[f] = running.get(f, 0) + b.weight
        if running[f] == best:
            return [f]
    return th.top[:1]


def _has(t: Table, floor: int, prop: str) -> bool:
    return any(statuses.prop(t, s.name, prop) for s in statuses.real(t, floor))


def stand_in(t: Table, floor: int) -> int:
    """Who takes the out by vote in this seat's stead: whoever marked it so, else the seat itself."""
    for s in statuses.real(t, floor):
        if statuses.prop(t, s.name, "votes_stand_in") and s.giver and t.seat(s.giver).in_play:
            t.emit("redirect", f"{t.name(s.giver)} 代{t.name(floor)}承担投票出局", [s.giver])
            return s.giver
    return floor


def force_top(t: Table, floor: int) -> None:
    """This seat counts as top in all of today's threads (替死), also where they are closed but not settled yet."""
    for th in unsettled(t):
        if floor not in th.forced_top:
            th.forced_top.append(floor)
        if not th.open:
            th.top = [f for f in th.forced_top if t.seat(f).in_play]


def nobody_on_top(t: Table) -> None:
    """The tally of today's threads counts for nothing, whatever is still cast in those that are open."""
    for th in unsettled(t):
        th.counts, th.top, th.forced_top = {}, [], []
        th.void = th.open


def unsettled(t: Table) -> list[Thread]:
    return [x for x in t.s.threads if x.day == t.s.clock.day and not x.settled]


def start_over(t: Table) -> None:
    """The ballots cast so far are void, everybody may cast anew; they stay on record."""
    now = {th.id for th in current(t)}
    void = [b for b in t.s.ballots if b.thread in now]
    t.s.ballots = [b for b in t.s.ballots if b.thread not in now]
    for b in void:
        b.void = "重新投票"
    t.s.past_ballots += void


# ── settlement at dusk ──


def settle(t: Table) -> None:
    """Turn the day's threads into an office or outs, thread by thread."""
    known, peaceful = len(t.s.outs), False
    for f in delays.due_outs(t):
        landing.queue(t, VOTE, f, 0, None, VOTE)
    landing.land(t)
    for th in [x for x in t.s.threads if not x.settled and not x.open]:
        th.settled = True
        with t.under("投票"):
            if th.kind == "elect":
                _elect(t, th)
            else:
                _vote_out(t, th)
                peaceful = len(t.s.outs) == known
    if peaceful:
        with t.under("投票"):
            t.publish(t.rs.wording("peace", "平安日"), "立刻")
            t.emit("peace", "没有人被投票出局", [])


def _elect(t: Table, th: Thread) -> None:
    office = next(n for n, d in t.rs.offices.items() if d.get("elect_day") == th.day)
    winner = next((f for f in th.top if t.seat(f).in_play), 0)
    if winner:
        with t.under(f"{office}.竞岗"):
            offices.appoint(t, office, winner, "立刻")
            t.publish(f"{t.name(winner)}当选{office}", "立刻", [winner])
    else:
        t.publish(f"没有选出{office}", "立刻")
    th.decided = [winner] if winner else []


def _vote_out(t: Table, th: Thread) -> None:
    """The thread's out, if it has one."""
    th.decided = _overruled(t, th, decide(t, th))
    for f in th.decided:
        if delays.delayed(t, f, "outs"):
            delays.put_off_out(t, f)
        elif t.seat(f).in_play:
            landing.queue(t, VOTE, stand_in(t, f), 0, None, VOTE)
            moments.fire(t, "voted", f)
    landing.land(t)
    moments.fire(t, "vote_settled", th.decided[0] if th.decided else 0)


def _overruled(t: Table, th: Thread, decided: list[int]) -> list[int]:
    """Whom the thread puts out once everybody has spoken who may put another in his place."""
    for sk in moments.listeners(t, "decided"):
        b = moments.behaviour_of(t, t.rs.skills[sk.key])
        if b is not None and skills.stands(t, sk):
            with t.under(sk.key):
                decided = b.on_decided(t, sk, th, decided)  # type: ignore[attr-defined]
    return decided


def about_to_go(t: Table, floor: int) -> bool:
    """Whether today's vote puts the seat out as it stands. While it is open nobody can tell: it still may."""
    waiting = [th for th in unsettled(t) if th.kind == "out"]
    if any(th.open for th in waiting):
        return True
    return any(floor in (th.top if len(th.top) == 1 else _level(t, th)) for th in waiting)


def _level(t: Table, th: Thread) -> list[int]:
    """Who goes out of those level at the top, as far as the holder of an office decides it."""
    offices_first = [r for r in t.rs.table("vote").get("tie", []) if r in t.rs.offices]
    return next((found for r in offices_first if (found := _office_choice(t, th, r)) is not None), [])


def decide(t: Table, th: Thread) -> list[int]:
    """Who goes out by this thread: the top seat; level at the top, the ruleset's tie rules in order."""
    if len(th.top) <= 1:
        return list(th.top)
    for rule in t.rs.table("vote").get("tie", []):
        if rule in t.rs.offices:
            found = _office_choice(t, th, rule)
        else:
            found = _skill_choice(t, th, rule)
        if found is not None:
            th.why = rule
            return found
    return []


def _office_choice(t: Table, th: Thread, office: str) -> list[int] | None:
    """The holder's valid ballot decides if it names one of those level."""
    who = offices.holder(t, office)
    b = ballot_of(t, who, th) if who else None
    if b is None or b.void or not final_target(b):
        return None
    anyone = t.rs.offices[office].get("tie_any")
    return [final_target(b)] if anyone or final_target(b) in th.top else None


def _skill_choice(t: Table, th: Thread, name: str) -> list[int] | None:
    for sk in moments.listeners(t, "tie"):
        if t.rs.skills[sk.key]["name"] == name and skills.stands(t, sk):
            b = moments.behaviour_of(t, t.rs.skills[sk.key])
            if b is not None:
                with t.under(sk.key):
                    found: list[int] | None = b.on_tie(t, sk, th)  # type: ignore[attr-defined]
                if found is not None:
                    return found
    return None
