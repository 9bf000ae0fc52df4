"""`[setup]` of a rules case: a shortcut past the early game, put straight into the state."""

from __future__ import annotations

from dataclasses import dataclass, field

from banshā.engine import cursor, landing, lives, offices, statuses, uses
from banshā.engine.state import Moment, Out
from banshā.engine.table import Table


class StageError(Exception):
    """A case that cannot be played as it is written."""


@dataclass(slots=True)
class Setup:
    """A shortcut past the early game."""

    day: int = 1
    out: list[str] = field(default_factory=list)
    sheriff: str = ""
    states: list[str] = field(default_factory=list)
    uses: list[str] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        return self.day == 1 and not (self.out or self.sheriff or self.states or self.uses)

    def put(self, t: Table) -> None:
        """Put the table where the case says; the opening of the day's discussion is next."""
        if self.day > 1:
            c = t.s.clock
            c.day, c.run, c.closed = self.day, 1, True
            c.position = next(i for i, p in enumerate(t.rs.day) if t.rs.phases[p].votes) - 1
        for name in self.out:
            _out_before(t, _floor(t, name))
        for line in self.states:
            _state(t, line)
        _pair_up(t)
        for line in self.uses:
            seat, word, n = line.split()
            uses.find_skill(t, seat, word).uses = int(n)
        if self.sheriff:
            offices.appoint(t, next(iter(t.rs.offices)), _floor(t, self.sheriff), "立刻")
        if self.day > 1:
            cursor.open_next(t)


def _out_before(t: Table, floor: int) -> None:
    """Out since yesterday, announced, nothing of it left to settle."""
    seat = t.seat(floor)
    seat.in_play, seat.announced_out = False, True
    hit = landing.queue(t, "裁定", floor, 0, None, "裁定")
    hit.fate = "landed"
    before = Moment(max(1, t.s.clock.day - 1), 1, t.rs.day[-1], t.s.clock.tick)
    out = Out(floor, before, hit.id, "裁定", 0, [], False, announced=before)
    out.told = True
    t.s.outs.append(out)


def _state(t: Table, line: str) -> None:
    """One line: 马甲, state (or office), 次数= and 至= where it has them."""
    seat, name, *more = line.split()
    params = dict(p.split("=", 1) for p in more)
    name = t.rs.alias("state", name)
    if name not in t.rs.states and name in t.rs.offices:
        offices.appoint(t, name, _floor(t, seat), "立刻")
        return
    statuses.give(t, name, [_floor(t, seat)], until=params.get("至", ""), charges=int(params.get("次数", "-1")),
                  straight=True)  # fmt: skip
    lives.given_by_hand(t, _floor(t, seat), name)


def _pair_up(t: Table) -> None:
    """States that bind two seats, given line by line, belong together two by two."""
    binding = {x["state"] for x in t.rs.table("aim").get("chain", []) if x["aim"] == "also"}
    binding |= {x["state"] for x in t.rs.links if x.get("pairs") == "same"}
    for name in sorted(binding):
        held = [s for f in t.s.seats for s in statuses.named(t, f, name) if s.use < 0 and s.id >= 0]
        held.sort(key=lambda s: s.id)
        for i, s in enumerate(held):
            s.group = held[i - i % 2].group


def _floor(t: Table, name: str) -> int:
    floor = t.by_name(name)
    if floor is None:
        raise StageError(f"没有马甲 {name}")
    return floor
