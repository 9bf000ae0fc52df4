"""A table: ruleset, state and log in one hand. The small verbs that everything else is written with."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from itertools import islice
from typing import Generic, TypeVar

from .errors import NeedAnswer
from .events import Event
from .rules import Phase, Ruleset
from .state import Letter, Moment, Question, Seat, Skill, State, Use

T = TypeVar("T")


class Index(Generic[T]):
    """Records by a number that never changes in them. They are kept in something that only grows (`source`)."""

    def __init__(self, key: Callable[[T], int]) -> None:
        self.key = key
        self.source: Sized | None = None
        self.found: dict[int, list[T]] = {}
        self.known = 0

    def get(self, source: Sized, records: Iterable[T], at: int) -> list[T]:
        if source is not self.source:
            self.source, self.found, self.known = source, {}, 0
        if len(source) > self.known:
            for record in islice(records, self.known, None):
                self.found.setdefault(self.key(record), []).append(record)
            self.known = len(source)
        return self.found.get(at, [])


class Table:
    """One game being played. `rule` and `cause`: under what the next events happen; `input`: which line brought it."""

    def __init__(self, rs: Ruleset, state: State, log: list[Event] | None = None) -> None:
        self.rs, self.s = rs, state
        self.log: list[Event] = log if log is not None else []
        self.input = 0
        self.rule = ""
        self.cause = -1
        self.asked: list[Question] = []
        self.rewound = False  # time was just turned back: the slot that did it must not go on
        self.dry = False  # a preview: what lands meets every protection, on a copy
        self.quiet = False  # a preview: questions take their defaults, nothing is triggered outside
        self._now = Moment(0, 0, "", 0)
        self._index()

    def _index(self) -> None:
        self._hands = Index[Skill](lambda sk: sk.holder)
        self._used = Index[Use](lambda use: use.skill)

    def twin(self) -> Table:
        """A copy to try things on."""
        other = copy.copy(self)
        other.s, other.log, other.asked = self.s.clone(), list(self.log), list(self.asked)
        other._index()
        return other

    # ── where we are ──

    @property
    def at(self) -> Moment:
        c = self.s.clock
        now = Moment(c.day, c.run, c.phase, c.tick)
        if now != self._now:  # all that happens in one moment shares it, which makes a state much quicker to copy
            self._now = now
        return self._now

    @property
    def phase(self) -> Phase:
        return self.rs.phases[self.s.clock.phase]

    def seat(self, floor: int) -> Seat:
        return self.s.seats[floor]

    def name(self, floor: int) -> str:
        return self.s.seats[floor].name if floor in self.s.seats else "导演"

    def names(self, floors: Iterable[int]) -> str:
        """Names joined by 、 in elevator order."""
        return "、".join(self.name(f) for f in sorted(set(floors)))

    def names_in_order(self, floors: Iterable[int]) -> str:
        """Names joined by 、 in the order given (outs in the order they happened)."""
        return "、".join(self.name(f) for f in floors)

    def hand(self, floor: int) -> list[Skill]:
        """Every skill the seat (0: a party) ever had, by time of gain."""
        return self._hands.get(self.s.skills, self.s.skills.values(), floor)

    def uses_of(self, skill: int) -> list[Use]:
        """Every use of that instance, in order."""
        return self._used.get(self.s.uses, self.s.uses, skill)

    def alive(self) -> list[int]:
        return [f for f, seat in self.s.seats.items() if seat.in_play]

    def by_name(self, name: str) -> int | None:
        return next((f for f, seat in self.s.seats.items() if seat.name == name), None)

    # ── what happened ──

    def emit(
        self,
        kind: str,
        text: str = "",
        seats: Iterable[int] = (),
        to: Iterable[int] = (),
        rule: str = "",
        **data: str,
    ) -> Event:
        """Append one event, caused by what is going on now."""
        event = Event(
            kind, self.at, text, list(to), list(seats), self.cause, rule or self.rule, data, self.input, len(self.log)
        )
        self.log.append(event)
        return event

    @contextmanager
    def under(self, rule: str, cause: int | None = None) -> Iterator[None]:
        """Events within happen under this rule, caused by that event."""
        before = self.rule, self.cause
        self.rule = rule or self.rule
        if cause is not None and cause >= 0:
            self.cause = cause
        try:
            yield
        finally:
            self.rule, self.cause = before

    # ── telling ──

    def tell(self, to: Iterable[int], text: str, release: str = "") -> None:
        """A private notice to these seats; released at the end of the phase by night, at once by day, or as said."""
        seats = sorted({f for f in to if f in self.s.seats})
        if seats and text:
            self._post(Letter(seats, False, text, release or self.phase.notice, self.cause, self.rule))

    def publish(self, text: str, release: str = "", seats: Iterable[int] = (), kind: str = "public") -> None:
        """Something everyone will read, at the place the phase releases announcements unless said otherwise."""
        if text:
            release = release or self.phase.public
            self._post(Letter([], True, text, release, self.cause, self.rule, kind, list(seats)))

    def todo(self, text: str, seats: Iterable[int] = ()) -> None:
        """Something the director has to do outside."""
        self.emit("todo", text, seats)

    def _post(self, letter: Letter) -> None:
        if letter.release == "立刻":
            self._deliver(letter)
        else:
            self.s.outbox.append(letter)

    def _deliver(self, letter: Letter) -> None:
        with self.under(letter.rule, letter.cause):
            event = self.emit("public" if letter.everyone else "notice", letter.text, letter.seats, letter.to)
            event.cause = letter.cause

    def release(self, *kinds: str) -> None:
        """Send what waits for these releases, in the order it was written."""
        due = [x for x in self.s.outbox if x.release in kinds]
        self.s.outbox = [x for x in self.s.outbox if x.release not in kinds]
        for letter in due:
            self._deliver(letter)

    # ── asking ──

    def ask(self, q: Question) -> list[str]:
        """The answer to a question a rule puts; raises NeedAnswer while there is none."""
        from . import questions

        if self.quiet:
            return questions.default(self, q)
        found = questions.find(self, q)
        if found is not None:
            return found
        if all(x.key != q.key for x in self.asked):
            self.asked.append(q)
        raise NeedAnswer(q)
