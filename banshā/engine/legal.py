"""Legal moves, listed: who may type what now, with the targets, bounds and choices of each. Reads, never changes.

The same checks that refuse a move decide here whether it is listed, so whatever `write` makes of a `Choice` is taken.
What only a director may do (cards, rulings, resolving) is not listed: it is legal at nearly any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from . import casting, checks, choices, clock, moments, offices, parties, ranges, skills, uses
from .inputs import Input
from .rules import Def
from .state import Question, Skill
from .table import Table

SKILL, VOTE, CHANGE, ANSWER, BADGE, TEAR = "skill", "vote", "change", "answer", "badge", "tear"
WORDS, SKIP, WITHDRAW = "words", "skip", "withdraw"
ABSTAIN = "弃权"


@dataclass(slots=True)
class Pick:
    """A choice besides targets: ``key=value`` with one of these values (`free`: any text up to `longest` signs)."""

    key: str
    values: list[str] = field(default_factory=list)
    optional: bool = False
    free: bool = False
    longest: int = 200


@dataclass(slots=True)
class Choice:
    """Something that may be typed now: ACTOR VERB WORD… TARGET… key=value….

    kind: skill, vote, change, answer, badge, tear, words, skip or withdraw. targets: least…most of them, no name twice.
    beside: exactly one of the targets has to be one of these, where there are any.
    rows: the targets have to be one of these sets, where there are any.
    ahead: a move for a later phase of the same stretch, held to less than one for the open phase.
    """

    kind: str
    actor: str
    verb: str
    words: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    least: int = 0
    most: int = 0
    picks: list[Pick] = field(default_factory=list)
    ahead: bool = False
    skill: str = ""
    beside: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)


def moves(t: Table, actor: str = "") -> list[Choice]:
    """Everything seats and parties (or this one) may do now. While questions are open, only answers."""
    if t.s.over or not t.s.clock.phase:
        return []
    if t.s.questions:
        return [answer(t, q) for q in t.s.questions if actor in ("", t.name(q.seat))]
    found: list[Choice] = []
    due = [t.s.skills[i] for i in clock.undecided(t)]
    for name, floor in _actors(t):
        if actor in ("", name):
            found += _skills(t, name, floor)
            found += _gives_up(t, name, floor, due)
            if floor:
                found += [*_votes(t, floor), *_badges(t, floor), *_words(t, floor)]
    return found


class Chance(Protocol):
    """What picks at random: a `random.Random` of the caller's own, for the engine itself draws only by `draws`."""

    def random(self) -> float: ...
    def randint(self, a: int, b: int) -> int: ...
    def choice(self, seq: Sequence[Any], /) -> Any: ...
    def sample(self, population: Sequence[Any], k: int) -> list[Any]: ...
    def shuffle(self, x: list[Any]) -> None: ...


def random_move(t: Table, rng: Chance, kinds: Sequence[str] = ()) -> Input | None:
    """One of the moves (of these kinds), filled at random: first an actor is drawn, so that it need not list all."""
    actors = list(dict.fromkeys(t.name(q.seat) for q in t.s.questions)) or [name for name, _ in _actors(t)]
    rng.shuffle(actors)
    for actor in actors:
        found = [c for c in moves(t, actor) if not kinds or c.kind in kinds]
        if found:
            return write(rng.choice(found), rng)
    return None


def write(choice: Choice, rng: Chance) -> Input:
    """A legal line for a choice, its targets and values drawn."""
    n = rng.randint(choice.least, max(choice.least, min(choice.most, len(choice.targets))))
    args = [*choice.words, *_drawn(choice, n, rng)]
    params = {}
    for pick in choice.picks:
        if not (pick.optional and rng.random() < 0.5) and (pick.free or pick.values):
            params[pick.key] = rng.choice(pick.values) if pick.values else "随便说说"[: pick.longest]
    return Input(choice.actor, choice.verb, args, params)


def _drawn(choice: Choice, n: int, rng: Chance) -> list[str]:
    if choice.rows:
        return list(rng.choice(choice.rows))
    if not choice.beside:
        return rng.sample(choice.targets, n)
    rest = [name for name in choice.targets if name not in choice.beside]
    return [*rng.sample(rest, n - 1), rng.choice(choice.beside)]


def _actors(t: Table) -> Iterator[tuple[str, int]]:
    """Seats by floor, then parties (floor 0)."""
    yield from ((seat.name, floor) for floor, seat in t.s.seats.items())
    yield from ((name, 0) for name in t.rs.parties)


# ── skills ──


def _skills(t: Table, actor: str, floor: int) -> Iterator[Choice]:
    if not floor and not parties.holders(t, actor):
        return
    for word in uses.words_of(t, actor):
        sk = uses.find_skill(t, actor, word)
        phase = uses.phase_for(t, sk)
        if phase is None or skills.definition(t, sk).get("auto"):
            continue
        yield from _ways(t, sk, actor, word, phase)


def _ways(t: Table, sk: Skill, actor: str, word: str, phase: str) -> Iterator[Choice]:
    """The ways to use a skill: one, or those its behaviour tells apart."""
    d = skills.definition(t, sk)
    if not checks.may(t, sk, phase):
        return
    lo, hi = ranges.bounds(t, sk)
    b = moments.behaviour_of(t, d)
    ahead = phase != t.s.clock.phase
    targets = [t.name(f) for f in ranges.candidates(t, sk)] if hi else []
    beside = [t.name(f) for f in ranges.beside(t, sk)]
    rows = [[t.name(f) for f in row] for row in ranges.rows(t, sk)]
    if b is not None and hasattr(b, "ways"):
        found = [(_fixed_picks(ways), least, most) for ways, least, most in b.ways(t, sk, lo, hi)]
    elif b is not None and hasattr(b, "ready") and not b.ready(t, sk):
        return
    else:
        found = [(picks, lo, hi) for picks in _sets(t, d)]
    for picks, least, most in found:
        picks = [_affordable(t, sk, d, phase, pick) for pick in picks]
        if least <= len(targets) and all(p.values or p.free or p.optional for p in picks):
            picks = [p for p in picks if p.values or p.free]
            yield Choice(SKILL, actor, word, [], targets, least, most, picks, ahead, sk.key, beside, rows)


def _sets(t: Table, d: Def) -> list[list[Pick]]:
    """The picks that go together: apart where some have to be made only with a certain value of another."""
    always = [c for c in d.get("choose") or () if "if" not in c]
    tied = [c for c in d.get("choose") or () if "if" in c]
    if not tied:
        return [[_pick(t, c) for c in always]]
    ways = []
    for on in (True, False):
        picks = [_pick(t, c) for c in always]
        for key, value in tied[0]["if"].items():
            for pick in picks:
                if pick.key == key:
                    pick.values = [v for v in pick.values if (str(value) in choices.parts(v)) == on]
        ways.append(picks + [_pick(t, c) for c in tied if on])
    return ways


def _affordable(t: Table, sk: Skill, d: Def, phase: str, pick: Pick) -> Pick:
    """The pick without the values that cost more than is left."""
    costs = (d.get("costs") or {}).get(pick.key)
    if costs:
        pick.values = [v for v in pick.values if checks.may(t, sk, phase, int(costs.get(v, 1)))]
    return pick


def _fixed_picks(ways: dict[str, list[str]]) -> list[Pick]:
    return [Pick(key, list(values)) for key, values in ways.items()]


def _pick(t: Table, c: Def) -> Pick:
    """The values a typed choice may take."""
    kind, optional = c["kind"], bool(c.get("optional"))
    pools = {
        "option": lambda: [str(x) for x in c.get("options", [])],
        "number": lambda: [str(i) for i in range(c.get("from", 0), c.get("upto", 99) + 1)],
        "role": lambda: list(t.rs.named),
        "camp": lambda: list(t.rs.camps),
        "skill": lambda: [n for n in t.rs.by_name if choices.takes(t, c, n)],
        "state": lambda: [n for n, d in t.rs.states.items() if not d.get("mark")],
        "slot": lambda: list(t.rs.settlement),
        "seat": lambda: [s.name for s in t.s.seats.values() if not s.announced_out],
    }
    if kind == "text":
        return Pick(c["key"], optional=optional, free=True, longest=int(c.get("max", 200)))
    return Pick(c["key"], choices.sets(c, pools[kind]()), optional)


def _gives_up(t: Table, actor: str, floor: int, due: list[Skill]) -> Iterator[Choice]:
    """Declining what is due, and taking back what was sent and not played yet."""
    for word in dict.fromkeys(skills.name(t, sk) for sk in due if _belongs(sk, actor, floor)):
        yield Choice(SKIP, actor, "放弃", [word])
    for word in dict.fromkeys(u.name for u in uses.recallable(t, actor)):
        yield Choice(WITHDRAW, actor, "撤回", [word])


def _belongs(sk: Skill, actor: str, floor: int) -> bool:
    return sk.holder == floor if sk.holder else sk.party == actor


# ── votes, offices, words ──


def _votes(t: Table, floor: int) -> Iterator[Choice]:
    if not t.phase.votes or t.s.clock.closed or casting.barred(t, floor):
        return
    for th in casting.current(t):
        if not th.open:
            continue
        b = casting.ballot_of(t, floor, th)
        if b is not None and not casting.may_change(t, b):
            continue
        names = [t.name(f) for f in casting.candidates(t)]
        kind, verb = (VOTE, "投票") if b is None else (CHANGE, "改票")
        yield Choice(kind, t.name(floor), verb, [], [*names, ABSTAIN], 1, 1, [Pick("贴", [str(th.number)])])


def _badges(t: Table, floor: int) -> Iterator[Choice]:
    for duty in t.s.duties:
        if offices.holder(t, duty.office) == floor and not t.seat(floor).red:
            heirs = [t.name(f) for f in offices.heirs(t, duty.office)]
            if heirs:
                yield Choice(BADGE, t.name(floor), "移交", [], heirs, 1, 1)
            if t.rs.offices[duty.office].get("tear"):
                yield Choice(TEAR, t.name(floor), "撕毁")
            return  # several offices are handed on one by one


def _words(t: Table, floor: int) -> Iterator[Choice]:
    out = next((o for o in reversed(t.s.outs) if o.seat == floor and o.back is None), None)
    if out is not None and out.words_right:
        yield Choice(WORDS, t.name(floor), "遗言", picks=[Pick("内容", free=True)])


# ── answers ──


def answer(t: Table, q: Question) -> Choice:
    """What may be said to an open question."""
    made = Choice(ANSWER, t.name(q.seat), "回应", [q.skill], skill=q.skill)
    if q.kind in ("seats", "taiji"):
        made.targets, made.least, made.most = [t.name(f) for f in q.seats], q.least, q.most
        if q.kind == "taiji":
            made.picks = [Pick("选项", list(q.options))]
    elif q.kind == "text":
        made.picks = [Pick("内容", free=True)]
    else:
        made.targets, made.least, made.most = list(q.options), 1, 1
    return made
