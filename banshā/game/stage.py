"""A stage plays the moves of a rules case through the engine, stretch by stretch, as a director would.

A move is sent when its slot comes up, so it may use what was gained earlier in the same stretch; answers wait for
their question; whoever is silent is treated as when time is up.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from banshā.engine import clock, cursor, questions, skills, uses, votes
from banshā.engine.errors import Refusal
from banshā.engine.events import Event
from banshā.engine.inputs import DIRECTOR, Input
from banshā.engine.reducer import SeatSpec, apply, new_table
from banshā.engine.rules import Ruleset
from banshā.engine.state import Moment
from banshā.engine.table import Table

from .setup import Setup as Setup
from .setup import StageError as StageError

_LABEL = re.compile(r"^(?P<name>\D+?)(?P<day>\d+)?(?:#(?P<run>\d+))?$")


@dataclass(slots=True)
class Stretch:
    """Phases of one day and run: what a step's `at` names."""

    label: str
    phases: list[str]
    day: int
    run: int
    once: list[str] = field(default_factory=list)  # of a further run's phases those that come but once, after the last

    def holds(self, m: Moment) -> bool:
        run = 1 if m.phase in self.once else self.run
        return m.phase in self.phases and m.day == self.day and m.run == run


def stretch(rs: Ruleset, label: str) -> Stretch:
    """Take a label like 夜2, 昼3#2, 深夜1, 开局 apart. Raises StageError where no phase is called so."""
    found = _LABEL.match(label.strip())
    name = found["name"] if found else label
    phases = [p.name for p in rs.phases.values() if name in (p.name, p.group)]
    if not phases:
        phases = [p.name for p in rs.phases.values() if name in ("昼", "白昼", "正午") and p.votes]
    if not phases and name == "夜":
        phases = [p.name for p in rs.phases.values() if p.queued]
    if not phases or found is None:
        raise StageError(f"没有阶段叫 {label}")
    return _stretch(rs, label, phases, int(found["day"] or 1), int(found["run"] or 1))


def _stretch(rs: Ruleset, label: str, phases: list[str], day: int, run: int) -> Stretch:
    looped = {p for loop in rs.loops.values() for p in clock.span_of(rs, loop)}
    split = run > 1 and any(p in looped for p in phases)
    return Stretch(label, phases, day, run, [p for p in phases if p not in looped] if split else [])


class Stage:
    """One table being played by a script."""

    def __init__(self, rs: Ruleset, specs: list[SeatSpec], seed: str, setup: Setup | None = None) -> None:
        self.t = new_table(rs, specs, seed)
        self.setup = setup or Setup()
        self.is_set = self.setup.empty
        self.problems: list[str] = []
        self.refusals: dict[str, str] = {}  # the last reason why a move could not be sent

    # ── getting there ──

    def play(self, where: Stretch, moves: list[Input], refused: list[Input]) -> list[Event]:
        """Play one step; returns the events that belong to it. What went wrong is added to `problems`."""
        if not self.is_set and where.phases[0] not in self.t.rs.opening:
            self._silently(lambda: self.t.s.clock.phase not in self.t.rs.opening)
            self.is_set = True
            self.setup.put(self.t)
        self._silently(lambda: self._arrived(where))
        if self.t.s.over and not where.holds(self.t.at):
            for m in moves:
                self.problems.append(f"{where.label}：游戏已结束，没有走到（{m.verb}）")
        rest, tests = list(moves), list(refused)
        if where.holds(self.t.at) and self.t.s.clock.closed and self._more_in(where) and not self.t.s.over:
            cursor.open_next(self.t)  # the step before played the beginning of this stretch
        while where.holds(self.t.at) and not self.t.s.clock.closed:
            tick = self.t.s.clock.tick
            self._phase(rest, tests, last=not self._more_in(where))
            if self.t.s.clock.tick != tick:  # time was turned back: what follows is another stretch
                break
            if not self._more_in(where) or self.t.s.over:
                break
            cursor.open_next(self.t)
        if not self.t.s.over or where.holds(self.t.at):
            for m in tests:
                self._must_refuse(m)
        for m in rest:
            why = self._why_not(m)
            self.problems.append(f"{where.label} 的这一步没有走成：{_words(m)}：{why}")
        return [e for e in self.t.log if where.holds(e.at)]

    def latest(self, where: Stretch) -> Stretch:
        """What lies ahead in the further run being played belongs to that run (晨曦2 written after 夜2#2)."""
        at, rs = self.t.at, self.t.rs
        if at.day != where.day or where.run != 1 or at.run == 1:
            return where
        for loop in rs.loops.values():
            span = clock.span_of(rs, loop)
            if at.phase in span and any(p in span and span.index(p) > span.index(at.phase) for p in where.phases):
                return _stretch(rs, where.label, where.phases, where.day, at.run)
        return where

    def _arrived(self, where: Stretch) -> bool:
        """The clock stands in the stretch (or has passed through a stretch that only the system plays)."""
        at = self.t.at
        if where.holds(at) or at.day > where.day:
            return True
        if at.day == where.day and at.phase in self.t.rs.day and not any(p in self.t.rs.opening for p in where.phases):
            here = self.t.rs.day.index(at.phase)
            last = max(self.t.rs.day.index(p) for p in where.phases)
            return at.run >= where.run and here > last
        return False

    def _silently(self, arrived: Callable[[], bool]) -> None:
        while not arrived() and not self.t.s.over:
            if not self.t.s.clock.closed:
                if not self._run(None):
                    continue
                cursor.finish(self.t)
                if self.t.s.over:
                    return
            cursor.open_next(self.t)

    def _more_in(self, where: Stretch) -> bool:
        here = self.t.s.clock.phase
        day = self.t.rs.day if here in self.t.rs.day else self.t.rs.opening
        return any(p in day and day.index(p) > day.index(here) for p in where.phases)

    def _run(self, before: int | None) -> bool:
        """Run slots as when time is up. False: time was turned back, an earlier phase stands open."""
        return cursor.run_rest(self.t, timeout=True, before=before) != cursor.REWOUND

    # ── one phase ──

    def _phase(self, rest: list[Input], tests: list[Input], last: bool) -> None:
        tick = self.t.s.clock.tick
        self._ahead(rest, last)
        if self.t.phase.at_once:
            self._at_once(rest, tests)
        else:
            self._slots(rest, tests)
        if self.t.s.clock.tick != tick:
            return
        self._ahead(rest, last)
        self._test(tests, lambda m: self._belongs_here(m) or not self._elsewhere(m))
        self._last_slot(rest)
        if self._run(None):
            cursor.finish(self.t)

    def _last_slot(self, rest: list[Input]) -> None:
        """What waited for the phase's end may have to ask."""
        t = self.t
        if cursor.slot_now(t) is not None and not t.s.over and not t.s.questions and not cursor.run_slot(t):
            self._answer(rest)

    def _ahead(self, rest: list[Input], last: bool) -> None:
        """Send moves for a later phase of the same night, which the step does not reach."""
        for m in list(rest) if last else ():
            if not self._belongs_here(m) and self._elsewhere(m):
                self._try(m, rest, final=False)

    def _at_once(self, rest: list[Input], tests: list[Input]) -> None:
        """Moves of a discussion are played in the order written."""
        tick = self.t.s.clock.tick
        for m in list(rest):
            if self.t.s.clock.tick != tick:
                return
            if self._waits(m):
                continue
            if self._try(m, rest, final=True):
                self._answer(rest)
        self._test(tests, lambda m: True)
        self._answer(rest)

    def _slots(self, rest: list[Input], tests: list[Input]) -> None:
        t, tick = self.t, self.t.s.clock.tick
        while cursor.slot_now(t) is not None and not t.s.over and t.s.clock.tick == tick:
            for m in list(rest):
                if m in rest and self._due(m):
                    self._try(m, rest, final=False)
            if t.s.clock.slot == len(t.phase.slots) - 1 and not t.s.questions:
                break
            i = t.s.clock.slot
            self._test(tests, lambda m, i=i: self._slot_of(m) == i)  # type: ignore[misc]
            if not cursor.run_slot(t):
                self._answer(rest)
                if t.s.questions:
                    questions.fill_defaults(t)

    def _answer(self, rest: list[Input]) -> None:
        """Give the answers that wait for the questions now open; the rule's default to the others."""
        t = self.t
        while t.s.questions:
            q = t.s.questions[0]
            m = next(
                (m for m in rest if m.verb == "回应" and m.actor == t.name(q.seat) and m.args[:1] == [q.skill]), None
            )
            if m is None:
                if not t.phase.at_once:
                    return
                questions.fill_defaults(t)
                cursor.answered(t)
                continue
            rest.remove(m)
            try:
                apply(t, m)
            except Refusal as r:
                self.problems.append(f"{_words(m)}：{r}")
                return

    def _waits(self, m: Input) -> bool:
        """Whether the move is for a later phase of this stretch: a duty or words that an out there will bring."""
        c, day = self.t.s.clock, self.t.rs.day
        later = 0 <= c.position < len(day) - 1 and self.t.rs.phases[day[c.position + 1]].group == self.t.phase.group
        return later and m.verb in ("移交", "撕毁", "遗言", "放弃") and not self._due(m)

    # ── which move belongs where ──

    def _slot_of(self, m: Input) -> int | None:
        try:
            sk = uses.find_skill(self.t, m.actor, m.verb)
        except Refusal:
            return None
        return self.t.rs.slot_in(skills.definition(self.t, sk), self.t.s.clock.phase)

    def _due(self, m: Input) -> bool:
        """Whether the move is to be sent before the slot at the cursor."""
        t = self.t
        if m.actor == DIRECTOR or uses.foretold(t, m) is not None:
            return True
        if m.verb == "回应":
            return False
        if m.verb in ("移交", "撕毁"):
            return bool(t.s.duties)
        if m.verb == "遗言":
            return any(o.words_right for o in t.s.outs if t.name(o.seat) == m.actor)
        if m.verb == "放弃":
            due = [skills.name(t, t.s.skills[i]) for i in clock.undecided(t)]
            return not m.args or m.args[0] in due
        try:
            sk = uses.find_skill(t, m.actor, m.verb)
        except Refusal:
            return False
        slot = uses.open_slot(t, sk)
        if slot is None:
            return False
        return t.phase.slots[slot].step <= t.phase.slots[t.s.clock.slot].step or slot == t.s.clock.slot

    def _belongs_here(self, m: Input) -> bool:
        return self._slot_of(m) is not None

    def _elsewhere(self, m: Input) -> bool:
        """Whether the move's skill has a slot in a later phase of this stretch of play."""
        t = self.t
        try:
            d = skills.definition(t, uses.find_skill(t, m.actor, m.verb))
        except Refusal:
            return False
        group = t.phase.group
        later = t.rs.day[t.s.clock.position + 1 :] if t.s.clock.position >= 0 else []
        return any(t.rs.phases[p].group == group and t.rs.slot_in(d, p) is not None for p in later)

    def _try(self, m: Input, rest: list[Input], final: bool) -> bool:
        """Send a move. One that an earlier step blocked is taken in and comes to nothing."""
        if m.verb == "回应" and not self._offered(m):
            return False
        try:
            apply(self.t, m)
        except Refusal as r:
            if r.code in ("blocked", "lost", "out_actor") and not final:
                rest.remove(m)
                return True
            self.refusals[_words(m)] = str(r)
            if final:
                rest.remove(m)
                self.problems.append(f"被拒绝：{_words(m)}：{r}")
            return False
        rest.remove(m)
        return True

    def _offered(self, m: Input) -> bool:
        floor = self.t.by_name(m.actor)
        return floor is not None and bool(m.args) and questions.awaited(self.t, floor, m.args[0])

    def _why_not(self, m: Input) -> str:
        if m.verb == "回应":
            return "没有这个问题"
        if _words(m) in self.refusals:
            return self.refusals[_words(m)]
        try:
            apply(self.t.twin(), m)
        except Refusal as r:
            return str(r)
        return "一直没有轮到"

    def _test(self, tests: list[Input], here: Callable[[Input], bool]) -> None:
        for m in list(tests):
            if here(m):
                tests.remove(m)
                self._must_refuse(m)

    def _must_refuse(self, m: Input) -> None:
        copy = self.t.twin()
        try:
            apply(copy, m)
        except Refusal:
            return
        self.problems.append(f"应当被拒绝：{_words(m)}")


def _words(m: Input) -> str:
    return " ".join([m.actor, m.verb, *m.args, *(f"{k}={v}" for k, v in m.params.items())])


def vote_weight(t: Table, floor: int) -> float:
    return votes.weight(t, floor)
