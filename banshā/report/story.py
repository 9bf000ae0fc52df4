"""The whole game, stage by stage, for everybody once it is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from banshā.engine.state import Moment
from banshā.engine.table import Table

from . import announcement, ballots, moves, penalties, seats, stages
from .announcement import Line

NIGHT = frozenset({"夜晚", "晨曦"})


@dataclass(slots=True)
class Out:
    seat: str
    roles: str
    how: str


@dataclass(slots=True)
class Chapter:
    """A stage in which something happened. key: 夜2; night: whether it is dark."""

    key: str
    day: int
    night: bool
    tick: int
    moves: list[moves.Row] = field(default_factory=list)
    votes: list[ballots.Thread] = field(default_factory=list)
    news: list[Line] = field(default_factory=list)
    outs: list[Out] = field(default_factory=list)
    cards: list[penalties.Card] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)  # rulings of the director, substitutes, what came of a vote

    @property
    def empty(self) -> bool:
        return not (self.moves or self.votes or self.news or self.outs or self.cards or self.remarks)


def chapters(t: Table) -> list[Chapter]:
    """Every stage with something to tell, in the order of play."""
    book = _Book(t)
    for e in t.log:
        book.chapter(e.at)
    book.moves()
    book.threads()
    book.outs()
    book.events()
    return sorted((c for c in book.found.values() if not c.empty), key=lambda c: c.tick)


class _Book:
    def __init__(self, t: Table) -> None:
        self.t = t
        self.found: dict[str, Chapter] = {}

    def chapter(self, at: Moment) -> Chapter:
        key = stages.label(self.t, at)
        if key not in self.found:
            phase = self.t.rs.phases.get(at.phase)
            night = phase is not None and phase.period in NIGHT
            day = 0 if at.phase in self.t.rs.opening else at.day
            self.found[key] = Chapter(key, day, night, at.tick)
        return self.found[key]

    def moves(self) -> None:
        t = self.t
        heard = moves.notices(t)
        for u in sorted(t.s.uses, key=lambda u: ((u.at or u.sent).tick, moves.place(t, u))):
            if u.fate != "withdrawn" and not t.rs.skills[u.key].get("hidden"):
                self.chapter(u.at or u.sent).moves.append(moves.row(t, u, heard))

    def threads(self) -> None:
        for th in self.t.s.threads:
            phase = next((p for p in self.t.rs.day if self.t.rs.phases[p].votes), "")
            found = ballots.thread(self.t, th)
            if phase and (found.ballots or found.counts):
                self.chapter(Moment(th.day, th.run, phase, 0)).votes.append(found)

    def outs(self) -> None:
        t = self.t
        for o in t.s.outs:
            how = seats.how_out(t, o)
            self.chapter(o.at).outs.append(Out(t.name(o.seat), "、".join(t.seat(o.seat).cards), how))

    def events(self) -> None:
        t = self.t
        for e in t.log:
            if e.kind == "public":
                self.chapter(e.at).news.append(announcement.line_of(t, e))
            elif e.kind in ("override", "substitute", "back"):
                self.chapter(e.at).remarks.append(e.text)
        for card, at in self._cards():
            self.chapter(at).cards.append(card)

    def _cards(self) -> Iterator[tuple[penalties.Card, Moment]]:
        events = [e for e in self.t.log if e.kind == "card" and e.seats]
        yield from zip(penalties.dealt(self.t), (e.at for e in events), strict=True)
