"""Moving the cursor: slots run one by one; a slot that must ask is thrown away and runs again with the answers."""

from __future__ import annotations

from collections.abc import Callable

from . import clock, delays, lives, questions, rewind, settle, skills, system, unsent, uses, wins
from .errors import NeedAnswer, Refusal, Rewound
from .rules import Slot
from .state import Right, State, Use
from .table import Table


def slot_now(t: Table) -> Slot | None:
    """The slot the cursor stands before; None where the phase has none left."""
    c = t.s.clock
    return t.phase.slots[c.slot] if c.phase and c.slot < len(t.phase.slots) else None


def run_slot(t: Table) -> bool:
    """Run the slot at the cursor and move past it. False: questions are open, nothing of it has happened."""
    slot = slot_now(t)
    assert slot is not None
    if not _has_work(t, slot):
        _pass(t, slot)
        return True
    if not attempt(t, lambda: _work(t, slot), "slot"):
        return False
    if t.rewound:
        went_back(t)
        return True
    _pass(t, slot)
    return True


def went_back(t: Table) -> None:
    """Time was turned back: the phase stands open anew, up to where somebody is asked."""
    t.rewound = False
    _lead_in(t)


def attempt(t: Table, work: Callable[[], object], what: str) -> bool:
    """Do work that may have to ask. Where it must, everything is put back and the questions stand open."""
    before, known, ahead = t.s.freeze(), len(t.log), len(t.s.ahead)
    t.asked = []
    try:
        work()
    except NeedAnswer:
        pass
    except Rewound:
        t.asked = []
    if not t.asked:
        t.s.answers.clear()
        t.s.pending = ""
        return True
    asked, t.asked = t.asked, []
    t.s = State.thaw(before)
    del t.log[known:]
    assert len(t.s.ahead) == ahead
    t.s.pending = what
    first = len(t.s.questions)
    for i, q in enumerate(asked):
        q.number = first + i + 1
        t.s.questions.append(q)
        t.emit("question", f"问 {t.name(q.seat)}（{q.skill}）：{q.text}", [q.seat], number=str(q.number))
    return False


def _has_work(t: Table, slot: Slot) -> bool:
    """Whether anything could happen at this slot (saves copying the state for the many empty ones)."""
    if delays.due_at(t, slot.key):
        return True
    if slot.system:
        if slot.key not in ("系统.补用", "系统.遗言") or _sent_for(t):
            return True
        return slot.key == "系统.补用" and any(s.now and not s.lost for s in t.s.skills.values())
    i = t.s.clock.slot
    if _sent_for(t):
        return True
    return any(not s.lost and t.rs.slot_in(skills.definition(t, s), t.s.clock.phase) == i for s in t.s.skills.values())


def _sent_for(t: Table) -> list[Use]:
    """Moves waiting to be played at this slot."""
    i, phase = t.s.clock.slot, t.s.clock.phase
    return [
        u for u in t.s.uses
        if u.fate == "planned" and u.phase == phase and uses.open_slot(t, t.s.skills[u.skill]) == i
    ]  # fmt: skip


def _work(t: Table, slot: Slot) -> None:
    if slot.key in system.ACTIONS:
        with t.under(slot.key):
            system.ACTIONS[slot.key](t)
        if slot.key != "系统.补用":
            clock.after_use(t)
            if slot.key == "系统.开始":
                rewind.snapshot(t)
            return
    played: set[int] = set()
    while True:
        plays = [u for u in _plays(t, slot) if u.id not in played]
        if not plays:
            return
        _one_round(t, slot, plays)
        played |= {u.id for u in plays}
        if slot.mode != "simultaneous":
            _release_rights(t, slot, keep_fresh=True)


def _one_round(t: Table, slot: Slot, plays: list[Use]) -> None:
    """Play the moves of a slot, one by one or all in one instant. Questions of independent moves are asked together."""
    waiting: NeedAnswer | None = None
    for group in [plays] if slot.mode == "simultaneous" else [[use] for use in plays]:
        now = [use for use in group if use.fate == "planned"]
        try:
            settle.perform(t, now)
            clock.after_use(t)
        except NeedAnswer as e:
            waiting = e
            for use in now:
                use.fate = "asking"
    if waiting is not None:
        raise waiting


def _plays(t: Table, slot: Slot) -> list[Use]:
    """Everything to be played at the slot, in order: sent, deferred from yesterday, automatic, drawn for the silent."""
    late = delays.due_uses(t, slot.key)
    found = [] if t.s.clock.phase in t.s.clock.skipped else _sent_for(t)
    for sk in list(t.s.skills.values()):
        if not sk.lost and sk.id not in {u.skill for u in found}:
            found += unsent.uses_of(t, sk)
    found += late
    if slot.mode == "simultaneous":
        found += _rest_of_step(t, slot)
    # What was put off was done before what is done today.
    return sorted(found, key=lambda u: (skills.order_key(t, t.s.skills[u.skill]), u.origin != "deferred", u.id))


def _rest_of_step(t: Table, slot: Slot) -> list[Use]:
    """The other slots of a simultaneous step are judged on the same start."""
    c, found = t.s.clock, []
    here = c.slot
    for i in range(here + 1, len(t.phase.slots)):
        if t.phase.slots[i].step != slot.step:
            break
        c.slot = i
        found += _plays(t, Slot(t.phase.slots[i].key, slot.step))
    c.slot = here
    return found


def _pass(t: Table, slot: Slot) -> None:
    """The cursor goes on; rights of the out whose slot this was are gone."""
    _release_rights(t, slot, keep_fresh=slot.chain)
    if slot.key == "系统.补用":
        for sk in t.s.skills.values():
            sk.now = False
    if not (slot.chain and _go_back(t, slot)):
        t.s.clock.slot += 1


def _go_back(t: Table, slot: Slot) -> bool:
    """Who went out in this step and may act in it does so at once: the cursor returns to his slot, once a right."""
    c = t.s.clock
    step = {i for i, s in enumerate(t.phase.slots) if s.step == slot.step}
    back: list[int] = []
    for x in t.s.rights:
        if x.given.tick == c.tick and x.slot in step:
            d = skills.definition(t, t.s.skills[x.skill])
            at = t.rs.slot_in(d, c.phase)
            if at is not None and at <= c.slot and at in step and not d["after_out"].get("granted"):
                x.slot = -1
                back.append(at)
    c.slot = min(back, default=c.slot)
    return bool(back)


def _release_rights(t: Table, slot: Slot, keep_fresh: bool) -> None:
    i, phase = t.s.clock.slot, t.s.clock.phase

    def over(x: Right) -> bool:
        d = skills.definition(t, t.s.skills[x.skill])
        if d["after_out"].get("granted") or t.rs.slot_in(d, phase) != i:
            return False
        return not (keep_fresh and x.given.tick == t.s.clock.tick and x.slot == i)

    for x in [] if slot.system or t.phase.at_once else [x for x in t.s.rights if over(x)]:
        t.s.rights.remove(x)
        lives.right_gone(t, x)


# ── a move of an at-once phase ──


def play_now(t: Table, use: Use) -> bool:
    """Play a move the moment it is typed (正午). False: it asks something first."""

    def work() -> None:
        settle.perform(t, [t.s.uses[use.id]])
        clock.after_use(t)
        system.announce_at_noon(t)
        if t.phase.judge == "each":
            wins.judge_at_once(t)

    if not attempt(t, work, "move"):
        return False
    if t.rewound:
        went_back(t)
    return True


# ── resolving ──

REWOUND = "时光回溯"  # why resolving stopped: an earlier phase stands open again


def resolve(t: Table, to: str = "", timeout: bool = False) -> str:
    """Run the open phase to its end and open the next. Returns why it stopped early ('' if it did not)."""
    if t.s.questions:
        if not timeout:
            raise Refusal(
                "open_question",
                f"还有没答的问题：{t.name(t.s.questions[0].seat)}（{t.s.questions[0].skill}）",
                "",
                "先 bansha answer，或 resolve --timeout 按规则代答",
            )
        while t.s.questions:
            questions.fill_defaults(t)
            if t.s.pending == "move":  # a slot runs again by itself, a move has to be made again
                answered(t)
    if t.s.over:
        raise Refusal(
            "over", f"游戏已经结束，{t.s.winner or '没有'}获胜", "", "揭秘用 bansha reveal；打错了用 bansha undo"
        )
    if timeout:
        _time_is_up(t)
    else:
        _who_is_missing(t)
    why = run_rest(t, timeout)
    if why:
        return why
    finish(t)
    if t.s.over:
        return ""
    open_next(t)
    return ""


def waits_for(t: Table) -> list[str]:
    """What is still to come in before the open phase can be resolved without a time-out."""
    if t.phase.at_once:
        return []
    missing = [_due(t, i) for i in clock.undecided(t) if not clock.informed_later(t, i)]
    ahead = {s.key for s in t.phase.slots[t.s.clock.slot :]}
    if "系统.移交" in ahead:
        missing += [f"{t.name(x.seat)} 移交{x.office}" for x in t.s.duties if not t.seat(x.seat).red]
    if "系统.遗言" in ahead:
        missing += [f"{t.name(o.seat)} 遗言" for o in t.s.outs if o.words_right and not o.words]
    return missing


def _who_is_missing(t: Table) -> None:
    missing = waits_for(t)
    if missing:
        raise Refusal("waiting", f"还在等：{'、'.join(missing)}", "", "催他们，或 resolve --timeout 视为放弃")


def _time_is_up(t: Table) -> None:
    """Whoever has not acted gives up, on record; who must act is drawn for at his slot."""
    for i in clock.undecided(t) if not t.phase.at_once else []:
        if not clock.must_act(t, t.s.skills[i]):
            t.s.declined.append((i, t.s.clock.tick))
            sk = t.s.skills[i]
            who = [sk.holder] if sk.holder else []
            t.emit("declined", f"{_due(t, i)}：时限已到，视为放弃", who, rule=sk.key)


def _due(t: Table, skill: int) -> str:
    sk = t.s.skills[skill]
    return f"{t.name(sk.holder) if sk.holder else sk.party} {skills.name(t, sk)}"


def run_rest(t: Table, timeout: bool, before: int | None = None) -> str:
    """Run slots until the phase ends (or the cursor stands at `before`); '' or why it stopped."""
    tick = t.s.clock.tick
    while slot_now(t) is not None and not t.s.over:
        if t.s.clock.tick != tick:
            return REWOUND
        if before is not None and t.s.clock.slot >= before:
            return ""
        if not timeout:
            why = _hold(t)
            if why:
                return why
        if not run_slot(t):
            if timeout and t.s.questions:
                questions.fill_defaults(t)
                continue
            return "有问题要问"
    return ""


def _hold(t: Table) -> str:
    """Somebody was told something, or gained something, and may act at this very slot."""
    here = clock.undecided(t, t.s.clock.slot)
    return "等待：" + "、".join(_due(t, i) for i in here) if here and not t.phase.at_once else ""


def finish(t: Table) -> None:
    """The phase's slots have all run: judge where the ruleset says so."""
    t.s.clock.closed = True
    if t.phase.judge:
        wins.judge(t)
    t.emit("phase", f"{clock.label(t)}结束", [], op="close")


def open_next(t: Table) -> None:
    """Open the next phase, and go straight through phases in which only the system acts."""
    while True:
        clock.open_phase(t, clock.next_phase(t))
        _lead_in(t)
        if not t.phase.auto or slot_now(t) is not None:
            return
        finish(t)
        if t.s.over:
            return


def _lead_in(t: Table) -> None:
    """What a phase begins with runs when it opens, so that people learn what they may do in it.

    By night nothing but the very first slot; at dusk and dawn everything up to the first slot somebody may act at.
    """
    while (slot := slot_now(t)) is not None and not t.s.over:
        first = slot.key == "系统.开始"
        if not (first or t.phase.auto) and (t.phase.queued or t.phase.at_once or _waits(t, slot)):
            return
        if not run_slot(t):
            return


def _waits(t: Table, slot: Slot) -> bool:
    """Whether the slot is somebody's to act at: a skill that is due, an office to hand over, last words to give."""
    if slot.key == "系统.结束":
        return True
    if slot.key == "系统.移交":
        return bool(t.s.duties)
    if slot.key == "系统.遗言":
        return any(o.words_right and not o.words for o in t.s.outs)
    return bool(clock.undecided(t, t.s.clock.slot) or _sent_for(t))


def answered(t: Table) -> str:
    """All questions are answered: the slot (or the noon move) runs again."""
    if t.s.pending == "move" and t.s.pending_move is not None:
        from . import reducer

        move, t.s.pending_move, t.s.pending = t.s.pending_move, None, ""
        return reducer.again(t, move) or ""
    t.s.pending = ""
    if slot_now(t) is not None and not run_slot(t):
        return "有问题要问"
    return ""
