"""Votes, once cast: rewritten → deferred → voided → weighed → tallied → overruled → tie rule → a 投票 hit."""

from __future__ import annotations

from . import delays, landing, moments, offices, queries, skills, statuses
from .casting import VOTE, ballot_of, current, in_order, never_voted, undo_changes
from .rules import Def
from .state import Ballot, Thread
from .table import Table

# ── closing ──


def close(t: Table) -> None:
    """Close the round's threads: every stage of the pipeline up to the tally and who is top."""
    for th in current(t):
        if th.open:
            th.open = False
            tally(t, th)
            _announce_top(t, th)
    t.s.clock.vote_closed = True


def _announce_top(t: Table, th: Thread) -> None:
    """Who is top becomes known when the thread closes (not by how much), where the ruleset says so."""
    if t.rs.table("vote").get("announce_top") and th.kind == "out" and th.top:
        number = th.number if len(current(t)) > 1 else ""
        t.publish(t.rs.say("top", number=number, names=t.names(th.top)), "立刻", th.top)


def tally(t: Table, th: Thread) -> None:
    ballots = [b for b in t.s.ballots if b.thread == th.id]
    undo_changes(t, ballots)
    for sk in moments.listeners(t, "rewrite"):
        listener = moments.behaviour_of(t, t.rs.skills[sk.key])
        if listener is not None:
            with t.under(sk.key):
                ballots = listener.on_rewrite(t, sk, th, ballots)  # type: ignore[attr-defined]
    ballots = [b for b in ballots if not _put_off(t, b)]
    for b in ballots:
        b.void = b.void or _void(t, b)
        b.weight = 0 if b.void else weight(t, b.voter, ballots)
    late = [b for b in delays.due_ballots(t, th) if not t.seat(b.target).announced_out]
    count(t, th, late + ballots)


def final_target(b: Ballot) -> int:
    return b.moved_to if b.moved_to >= 0 else b.target


def _void(t: Table, b: Ballot) -> str:
    """Why a ballot does not count."""
    target = final_target(b)
    if not target:
        return "弃权"
    return void_by(t, b.voter) or ("所投已出局" if t.seat(target).announced_out else "")


def void_by(t: Table, floor: int) -> str:
    """The state that makes whatever this seat casts void."""
    found = (s.name for s in statuses.all_on(t, floor) if statuses.prop(t, s.name, "vote") == "void")
    return next(found, "")


def weight(t: Table, floor: int, ballots: list[Ballot] | None = None) -> float:
    """What this seat's ballot weighs now: base or office, plus what states and skills add; nothing where one voids it.

    ballots: those of the thread; without them the last one the seat voted in is taken.
    """
    if void_by(t, floor):
        return 0.0
    base = offices.vote_weight(t, floor, float(t.rs.table("vote").get("weight", 1)))
    added = sum(statuses.prop(t, s.name, "votes") or 0 for s in statuses.all_on(t, floor))
    standing = sum(e["weight"] for _, e in queries.standing(t, floor, "weight") if _earned(t, floor, e, ballots))
    return float(base + added + standing + t.s.weights.get(floor, 0))


def _earned(t: Table, floor: int, entry: Def, ballots: list[Ballot] | None) -> bool:
    """A weight that needs another's ballot: a seat with that card names the same seat in the same thread."""
    card = entry.get("voting_with")
    if card is None:
        return True
    own = next((b for b in reversed(t.s.ballots if ballots is None else ballots) if b.voter == floor), None)
    if own is None or not final_target(own):
        return False
    beside = [b for b in t.s.ballots if b.thread == own.thread] if ballots is None else ballots
    return any(
        b.voter != floor and card in t.seat(b.voter).cards and final_target(b) == final_target(own) for b in beside
    )


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
    for b in in_order(ballots):
        if b.weight:
            counts[final_target(b)] = counts.get(final_target(b), 0) + b.weight
    for f in list(t.s.seats):
        against = sum(statuses.prop(t, s.name, "votes_against") or 0 for s in statuses.real(t, f))
        if against and t.seat(f).in_play and th.kind == "out" and not never_voted(t, f):
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
    for b in in_order([b for b in ballots if b.weight]):
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
    landing.queue_due(t, VOTE)
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
            t.publish(t.rs.say("peace"), "立刻")
            t.emit("peace", "没有人被投票出局", [])


def _elect(t: Table, th: Thread) -> None:
    office = next(n for n, d in t.rs.offices.items() if d.get("elect_day") == th.day)
    winner = next((f for f in th.top if t.seat(f).in_play), 0)
    if winner:
        with t.under(f"{office}.竞岗"):
            offices.appoint(t, office, winner, "立刻")
            t.publish(t.rs.say("elected", name=t.name(winner), office=office), "立刻", [winner])
    else:
        t.publish(t.rs.say("nobody_elected", office=office), "立刻")
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
