"""A table that plays itself by random legal moves: for the demonstration, the simulator, benchmarks and properties."""

from __future__ import annotations

import random
from typing import Any

from banshā.engine import legal
from banshā.engine.errors import Refusal
from banshā.engine.inputs import DIRECTOR, Input
from banshā.engine.reducer import apply
from banshā.engine.table import Table

from . import deal

SAID = ["我是好人，信我。", "大家加油！", "盯紧最后投票的人。", "这局真精彩。"]


def cast(rules: dict[str, Any], count: int, seed: str) -> list[str] | None:
    """A drawn cast with enough wolves in it to be a game; two cards a seat where the rules deal two. None: no luck."""
    if (rules.get("deal") or {}).get("card"):  # the ruleset says itself what makes a game
        return None
    pairs = 2 if rules.get("lives") else 1
    for n in range(60):
        try:
            pool = deal.draw_pool(rules, count * pairs, f"{seed}.{n}")
        except Exception:  # the rules deal in a way of their own; the caller lets them
            return None
        camps = [rules["roles"][r].get("camp", "") for r in pool]
        sides = [rules["camps"].get(c, {}).get("side", c) for c in camps]
        wolves, good = sides.count("狼人"), sides.count("好人")
        if pairs > 1:
            return ["+".join(pool[i * pairs : (i + 1) * pairs]) for i in range(count)]
        if 3 <= wolves <= count // 3 and good >= count // 2:
            return pool
    return None


class Players:
    """Everybody at the table, choosing at random. Every list returned is legal when played in order."""

    def __init__(self, rng: random.Random, eager: float = 0.75) -> None:
        self.rng, self.eager = rng, eager

    def moves(self, t: Table) -> list[Input]:
        """A move or none for everybody who is due; who does nothing gives up."""
        other, found = t.twin(), []
        options: dict[str, list[legal.Choice]] = {}
        for c in legal.moves(t):
            if c.kind == "skill" and not c.ahead:
                options.setdefault(c.actor, []).append(c)
        if not t.s.questions:
            for mine in options.values():
                found += self._choose(other, mine)
        giving_up = [c for c in legal.moves(other) if c.kind == "skip"] if not t.phase.at_once else []
        skips = [Input(c.actor, c.verb, c.words) for c in giving_up]
        return [*found, *(inp for inp in skips if fits(other, inp))]

    def _choose(self, t: Table, options: list[legal.Choice]) -> list[Input]:
        """What one actor does: by night mostly something, by day hardly ever."""
        found = []
        self.rng.shuffle(options)
        for c in options[: 1 if t.phase.at_once else 2]:
            if self.rng.random() < (0.1 if t.phase.at_once else self.eager):
                inp = legal.write(c, self.rng)
                if fits(t, inp):
                    found.append(inp)
        return found

    def votes(self, t: Table) -> list[Input]:
        """Everybody votes, and mostly for the few who are talked about."""
        other, found = t.twin(), []
        alive = [t.name(f) for f in t.alive()]
        talked = self.rng.sample(alive, min(2, len(alive)))
        for c in [c for c in legal.moves(t) if c.kind == "vote"]:
            names = [n for n in c.targets if n in talked and n != c.actor] or c.targets
            target = self.rng.choice(names) if self.rng.random() < 0.9 else "弃权"
            inp = Input(c.actor, c.verb, [target], {p.key: p.values[0] for p in c.picks if p.values[0] != "1"})
            if fits(other, inp):
                found.append(inp)
        return found

    def words(self, t: Table) -> list[Input]:
        """Last words of those who may leave them."""
        done = {t.name(o.seat) for o in t.s.outs if o.words and o.back is None}
        return [
            Input(c.actor, c.verb, [], {"内容": self.rng.choice(SAID)})
            for c in legal.moves(t)
            if c.kind == "words" and c.actor not in done
        ]

    def badges(self, t: Table) -> list[Input]:
        """Offices that must be handed over."""
        return [legal.write(c, self.rng) for c in legal.moves(t) if c.kind == "badge"]

    def answer(self, t: Table) -> Input | None:
        """An answer to the first open question."""
        asked = [c for c in legal.moves(t) if c.kind == "answer"]
        return legal.write(asked[0], self.rng) if t.s.questions and asked else None


def fits(t: Table, inp: Input) -> bool:
    """Play the input on this table if it is legal."""
    try:
        apply(t, inp)
    except Refusal:
        return False
    return True


def play_phase(t: Table, players: Players) -> list[Input]:
    """Play the open phase to its end on this table; returns every input that was played."""
    played: list[Input] = []

    def do(inputs: list[Input]) -> None:
        played.extend(inp for inp in inputs if fits(t, inp))

    do(players.moves(t))
    if t.phase.votes:
        do(players.votes(t))
    do(players.badges(t))
    do(players.words(t))
    tick = t.at.tick
    for attempt in range(30):
        if t.s.over or t.at.tick != tick:
            break
        answer = players.answer(t)
        if answer is not None:
            do([answer])
        else:
            do([Input(DIRECTOR, "结算", [], {"超时": "是"} if attempt else {})])
    return played


def smallest_camp(t: Table) -> str:
    """Who gives up when a game drags on: the camp with the fewest left."""
    camps = [c for c in t.s.manned if c not in t.s.lost]
    return min(camps, key=lambda c: sum(t.seat(f).camp == c for f in t.alive()))
