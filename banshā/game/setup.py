"""`[setup]` of a rules case: a shortcut past the early game, put straight into the state."""

from __future__ import annotations

from dataclasses import dataclass, field

from banshā.engine import checks, cursor, effects, landing, lives, moments, offices, skills, statuses, uses
from banshā.engine.rules import Def
from banshā.engine.state import Moment, Out, Skill
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
        for name in self.out:
            _left_by_it(t, _floor(t, name))
        for line in self.states:
            _state(t, line)
        _pair_up(t)
        for line in self.uses:
            seat, word, n = line.split()
            _left(t, uses.find_skill(t, seat, word), int(n))
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
    out = Out(floor, before, hit.id, "裁定", 0, [], False, announced=before, camp=seat.camp)
    out.told = True
    t.s.outs.append(out)


def _left_by_it(t: Table, floor: int) -> None:
    """Skills and uses that the out of this seat has cost or brought others; nothing else of it is played again."""
    what = moments.Happening("out", floor)
    for sk in [x for x in moments.listeners(t, "out") if x.holder != floor]:
        for entry in t.rs.skills[sk.key].get("on") or ():
            heard = entry["at"] == "out" and entry.get("who", "any") == "any" and all(map(_own, entry["then"]))
            c = effects.Context(t, sk.holder, sk, None, floor, happening=what)
            if heard and effects.holds(c, entry.get("when")):
                effects.run(c, entry["then"])
        b = moments.behaviour_of(t, t.rs.skills[sk.key])
        if b is not None and b.inherits:
            b.on_out(t, sk, what)  # type: ignore[attr-defined]
            b.on_phase_end(t, sk, what)  # type: ignore[attr-defined]


def _own(e: Def) -> bool:
    """An effect on the skills of the holder alone: one is lost, or has more uses or fewer."""
    return "to" not in e and (e["verb"] == "uses" or (e.get("skill") == "lose" and "party" not in e))


def _left(t: Table, sk: Skill, n: int) -> None:
    """So many uses left; one that goes with its last use is gone."""
    sk.uses = n
    spent = skills.definition(t, sk).get("spent") or ()
    if n == 0 and any(e.get("skill") == "lose" and e.get("name") == skills.name(t, sk) for e in spent):
        skills.lose(t, sk, "已用完")


def _as_played(t: Table, floor: int, name: str) -> str:
    """A state that a skill of his brings by stopping a hit: the skill has done so (and is flipped) by now."""
    mine = [(x, skills.definition(t, x)) for x in skills.of(t, floor)]
    shown = [w["if_state"] for _, d in mine for w in d.get("while") or () if w.get("give") == name and "if_state" in w]
    name = next((x for x in shown if any(_brings(d, x) for _, d in mine)), name)
    for sk, d in mine:
        if _brings(d, name):
            if sk.uses is not None:
                sk.uses = max(0, sk.uses - 1)
            t.seat(floor).revealed |= checks.needs_flip(d)
    return name


def _brings(d: Def, name: str) -> bool:
    stopped = d.get("stopped") or []
    return any(e.get("give") == name for x in stopped for e in [x, *(x.get("all") or ())])


def _state(t: Table, line: str) -> None:
    """One line: 马甲, state (or office), 次数= and 至= where it has them."""
    seat, name, *more = line.split()
    params = dict(p.split("=", 1) for p in more)
    name = t.rs.alias("state", name)
    if name not in t.rs.states and name in t.rs.offices:
        offices.appoint(t, name, _floor(t, seat), "立刻")
        return
    if name not in t.rs.states and name not in {d.get("family") for d in t.rs.states.values()}:
        raise StageError(f"没有状态 {name}")
    name = _as_played(t, _floor(t, seat), name)
    charges = int(params.get("次数", "-1"))
    statuses.give(t, name, [_floor(t, seat)], until=_end(t, params.get("至", "")), charges=charges, straight=True)
    lives.given_by_hand(t, _floor(t, seat), name)


def _end(t: Table, word: str) -> str:
    """The end that the word names, by its name or as people say it (下一个正午)."""
    said = [name for name, d in t.rs.ends.items() if word and word in str(d.get("text", ""))]
    found = word if word in (*t.rs.ends, "次日此刻", "") else next(iter(said), "")
    if word and not found:
        raise StageError(f"没有结束时点 {word}；有：{'、'.join(t.rs.ends)}")
    return found


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
