"""The clock: phases open, the cursor moves slot by slot, phases close; loops repeat, phases are skipped."""

from __future__ import annotations

from . import (
    casting,
    draws,
    landing,
    moments,
    parties,
    postponed,
    queries,
    ranges,
    rewind,
    settle,
    skills,
    statuses,
    uses,
    votes,
    wins,
)
from .effects import Context, expand, fill
from .rules import Def, Effect, Ruleset
from .state import Limit, Moment, Rerun, Skill
from .table import Table


def begin(t: Table) -> None:
    """Open the first phase of the game."""
    first = t.rs.opening[0] if t.rs.opening else t.rs.day[0]
    t.s.clock.position = -1 if t.rs.opening else 0
    open_phase(t, first)


# ── which phase comes next ──


def span(t: Table, loop: Def) -> list[str]:
    """Phases of a loop, in order."""
    return span_of(t.rs, loop)


def span_of(rs: Ruleset, loop: Def) -> list[str]:
    return rs.day[rs.day.index(loop["from"]) : rs.day.index(loop["to"]) + 1]


def runs_again(t: Table, name: str) -> bool:
    return _due_run(t, name) is not None


def more_runs(t: Table) -> bool:
    """Whether the stretch that the open phase belongs to is played once more."""
    return any(runs_again(t, name) for name, loop in t.rs.loops.items() if t.s.clock.phase in span(t, loop))


def _due_run(t: Table, name: str) -> Rerun | None:
    """A further run of this loop that was asked for before today's first run of it began."""
    began = t.s.opened.get(f"loop:{name}", 0)
    return next((x for x in t.s.reruns if x.loop == name and x.given.tick < began), None)


def next_phase(t: Table) -> str:
    """Move the clock's position on and name the phase to open."""
    c = t.s.clock
    if c.position < 0:
        c.opening += 1
        if c.opening < len(t.rs.opening):
            return t.rs.opening[c.opening]
        c.position = 0
        return t.rs.day[0]
    for name, loop in t.rs.loops.items():
        if loop["to"] == c.phase:
            again = _due_run(t, name)
            if again is not None:
                return _repeat(t, name, loop, again)
            c.run, c.loop_by = 1, 0
    if c.replayed == c.phase:  # as far as time had come when it was turned back
        c.run, c.replayed = 1, ""
    c.position += 1
    if c.position >= len(t.rs.day):
        c.position, c.run = 0, 1
        c.day += 1
    return t.rs.day[c.position]


def _repeat(t: Table, name: str, loop: Def, again: Rerun) -> str:
    from . import system

    t.s.reruns.remove(again)
    for action in loop.get("between", []):
        system.ACTIONS[action](t)
    c = t.s.clock
    c.run += 1
    c.loop_by = again.seat if again.own else 0
    c.position = t.rs.day.index(loop["from"])
    t.emit("loop", f"{name}再走一遍（第 {c.run} 遍）", [again.seat] if again.seat else [])
    return str(loop["from"])


# ── opening and closing ──


def open_phase(t: Table, name: str) -> None:
    """Open a phase and run the system slots it begins with."""
    c = t.s.clock
    c.phase, c.slot, c.closed, c.shut, c.prolonged = name, 0, False, False, 0
    c.tick += 1
    for loop_name, loop in t.rs.loops.items():
        if loop["from"] == name and c.run == 1:
            t.s.opened[f"loop:{loop_name}"] = c.tick
    for g in t.s.grants:
        if g.phase == name and not g.tick:
            g.tick = c.tick
    t.emit("phase", f"{label(t)}开始", [], op="open")


def start(t: Table) -> None:
    """What the first slot of every phase does: things end and begin, threads open, dice are thrown."""
    c = t.s.clock
    _boundary(t, "start", c.phase)
    if t.phase.votes:
        casting.open_threads(t)
        if c.loop_by:
            t.s.limits.append(Limit("投票", "阶段结束", t.at, t.name(c.loop_by), voters=[]))
    _dice(t)
    moments.fire(t, "phase_start", 0, phase=c.phase)


def foresee(t: Table, through: str) -> None:
    """In a preview: go on to that phase of the day, with what the openings on the way bring of themselves."""
    c = t.s.clock
    ahead = t.rs.day[c.position + 1 :]
    for name in ahead[: ahead.index(through) + 1] if through in ahead else []:
        c.phase, c.tick = name, c.tick + 1
        _boundary(t, "start", name)
        moments.fire(t, "phase_start", 0, phase=name)
        landing.land(t)


def _boundary(t: Table, edge: str, phase: str) -> None:
    statuses.sweep(t, edge, phase)
    skills.expire(t, edge, phase)
    postponed.run_due(t, edge, phase)
    t.s.grants = [g for g in t.s.grants if not (g.until and statuses.ends_at(t, g.until, g.given, edge, phase))]
    t.s.limits = [x for x in t.s.limits if not (x.until and statuses.ends_at(t, x.until, x.given, edge, phase))]
    for seat in t.s.seats.values():
        seat.faces = [f for f in seat.faces if not _over(t, f.until, f.given, edge, phase)]
        seat.tags = [g for g in seat.tags if not _over(t, g.until, g.given, edge, phase)]


def _over(t: Table, until: str, given: Moment | None, edge: str, phase: str) -> bool:
    return bool(until) and given is not None and statuses.ends_at(t, until, given, edge, phase)


def _dice(t: Table) -> None:
    """Dice a player must see before he chooses are thrown when the phase opens."""
    phase = t.s.clock.phase
    for sk in list(t.s.skills.values()) if phase not in t.s.clock.skipped else []:
        d = skills.definition(t, sk)
        here = d.get("dice") and not sk.lost and t.rs.slot_in(d, phase) is not None
        times = skills.remaining(t, sk, phase) if here and skills.stands(t, sk) else 0
        if times > 0:
            rolled = [draws.roll(t, sk.holder, sk) for _ in range(d["dice"] * times)]
            t.s.dice[str(sk.id)] = ",".join(map(str, rolled))


def end(t: Table) -> None:
    """What the last slot of every phase does: notices go out, things end."""
    c = t.s.clock
    _drop_unplayed(t)
    if t.phase.votes and not c.vote_closed:
        votes.close(t)
    wins.count_camps(t)
    queries.fix_numbers(t, c.phase)
    for sk in t.s.skills.values() if t.phase.at_once else ():
        sk.now = False  # what the end of the phase itself brings is still to be decided
    known = len(t.s.outs)
    moments.fire(t, "phase_end", 0, phase=c.phase)
    _boundary(t, "end", c.phase)
    _late_outs(t, known)
    for seat in t.s.seats.values() if c.phase in t.rs.opening else ():
        seat.first_camp = seat.camp
    t.release("阶段末", c.phase, t.phase.group if _last_of_group(t) else "")
    t.s.grants = [g for g in t.s.grants if g.tick != c.tick]
    if c.phase in c.skipped:
        c.skipped.remove(c.phase)
    t.s.dice.clear()


def _drop_unplayed(t: Table) -> None:
    """Moves taken in for a slot that never came up, as in a phase that was skipped, come to nothing."""
    c = t.s.clock
    for use in t.s.uses:
        if use.fate == "planned" and use.phase == c.phase and (use.sent.day, use.sent.run) == (c.day, c.run):
            with t.under(use.key):
                settle.block(t, use, f"{c.phase}被跳过" if c.phase in c.skipped else "一直没有轮到")


def _late_outs(t: Table, known: int) -> None:
    """Outs by day that the end of the phase itself brings are known with it."""
    from . import system

    if not t.phase.queued:
        landing.land(t)
        if t.phase.public != "开门":
            system.announce_new(t, known)


def _last_of_group(t: Table) -> bool:
    c = t.s.clock
    after = t.rs.day[c.position + 1] if 0 <= c.position < len(t.rs.day) - 1 else ""
    return not after or t.rs.phases[after].group != t.phase.group


def label(t: Table, phase: str = "", day: int = 0, run: int = 0) -> str:
    """The stretch a moment belongs to, as a director says it: 深夜2, 深夜2#2, 开局."""
    c = t.s.clock
    phase, day, run = phase or c.phase, day or c.day, run or c.run
    if phase in t.rs.opening:
        return phase
    return f"{phase}{day}" + (f"#{run}" if run > 1 else "")


# ── operations a rule can perform ──


def operate(c: Context, e: Effect) -> None:
    """The verb `clock`."""
    _OPERATIONS[e["clock"]](c, e)


def _op_repeat(c: Context, e: Effect) -> None:
    c.t.s.reruns.append(Rerun(e["loop"], c.actor, c.t.at, e.get("by") == "self"))
    c.t.emit("clock", f"下一个{e['loop']}多走一遍", [c.actor])


def _op_skip(c: Context, e: Effect) -> None:
    """Skip a phase of this night: nobody acts in it, what the system does in it is done all the same."""
    t = c.t
    phase = expand(c, e["phase"])
    for f in t.alive():  # it has to do with everybody
        settle.touch(c.use, f)
    if phase not in t.s.clock.skipped:
        t.s.clock.skipped.append(phase)
    t.emit("clock", f"今晚跳过{phase}", [c.actor])
    if "tell" in e:
        acting = {key for key, d in t.rs.skills.items() if t.rs.slot_in(d, phase) is not None}
        who = [f for f, held in parties.all_at_hand(t).items() if any(s.key in acting for s in held)]
        t.tell(who, fill(c, e["tell"], phase=phase))


def _op_thread(c: Context, e: Effect) -> None:
    c.t.s.clock.threads += 1
    c.t.emit("clock", "下一个讨论日多一个投票贴", [c.actor])
    if "public" in e:
        c.t.publish(fill(c, e["public"]))


def _op_close(c: Context, e: Effect) -> None:
    """Close the discussion now: no more ballots; what was cast counts or not as the rule says."""
    if e.get("void"):
        for th in casting.current(c.t):
            th.open, th.settled = False, True
    else:
        votes.close(c.t)
    c.t.s.clock.vote_closed = c.t.s.clock.shut = True
    c.t.emit("clock", "立刻关门", [c.actor])


def _op_prolong(c: Context, e: Effect) -> None:
    """One more day of discussion: ballots so far are void and may be cast anew."""
    c.t.s.clock.prolonged += 1
    votes.start_over(c.t)
    c.t.emit("clock", "讨论延长一天，已投的票作废", [c.actor])
    if "public" in e:
        c.t.publish(fill(c, e["public"]))


_OPERATIONS = {
    "repeat": _op_repeat, "skip": _op_skip, "thread": _op_thread, "close": _op_close, "prolong": _op_prolong,
    "rewind": rewind.turn_back,
}  # fmt: skip


# ── who is due ──


def undecided(t: Table, slot: int | None = None) -> list[int]:
    """Skill instances that may act in the open phase (or at that slot) and neither did nor gave up."""
    c = t.s.clock
    found = []
    for sk in t.s.skills.values():
        d = skills.definition(t, sk)
        if sk.lost or "phase" not in d or d.get("auto") or d.get("modifies") or (sk.id, c.tick) in t.s.declined:
            continue
        at = uses.open_slot(t, sk)
        if at is None or (slot is not None and at != slot) or _sent(t, sk.id):
            continue
        if not uses.usable_now(t, sk) or (sk.party and not _party_acts(t, sk.party)) or _no_choice(t, sk):
            continue
        found.append(sk.id)
    return found


def _no_choice(t: Table, sk: Skill) -> bool:
    """A skill that must be used and can be used in one way only plays itself."""
    d = skills.definition(t, sk)
    lo, _ = ranges.bounds(t, sk)
    return bool(d.get("must")) and lo > 0 and not d.get("choose") and len(ranges.candidates(t, sk)) == lo


def _party_acts(t: Table, party: str) -> bool:
    return bool(parties.holders(t, party))


def _sent(t: Table, skill: int) -> bool:
    sk = t.s.skills[skill]
    return any(u.fate in ("planned", "done", "deferred", "void") for u in skills.spent_here(t, sk, t.s.clock.phase))


def informed_later(t: Table, skill: int) -> bool:
    """Whether the holder is told something in this phase before he has to decide."""
    sk = t.s.skills[skill]
    d, c = skills.definition(t, sk), t.s.clock
    for other in skills.of(t, sk.holder) if sk.holder else []:
        od = skills.definition(t, other)
        if d["name"] in (od.get("informs") or ()):
            at = t.rs.slot_in(od, c.phase)
            if at is not None and at >= c.slot and skills.stands(t, other):
                return True
    return False


def must_act(t: Table, sk: Skill) -> bool:
    """Whether silence is answered by a draw: forced by the skill, the phase or a limit."""
    d = skills.definition(t, sk)
    silent = d.get("silent") or t.phase.silent
    drawn = silent == "random" and not _put_off(t, sk)
    if (d.get("must") and not sk.now) or drawn or _taken_for_yes(t, sk, silent):
        return True
    return ranges.forced_by_limit(t, sk)


def _put_off(t: Table, sk: Skill) -> bool:
    """Whether the holder would rather use it in another phase, where it has one."""
    return len(t.rs.phases_of(skills.definition(t, sk))) > 1 and (sk.id, t.s.clock.tick) in t.s.declined


def _taken_for_yes(t: Table, sk: Skill, silent: str) -> bool:
    return silent == "use" and (sk.id, t.s.clock.tick) not in t.s.declined


def after_use(t: Table) -> None:
    """By day what a use did lands at once, and who went out hears of it (at noon with the announcement)."""
    if not t.phase.queued:
        landing.land(t)
        if not t.phase.votes:
            from . import system

            system.tell_outs(t)
