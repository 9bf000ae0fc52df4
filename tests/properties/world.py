"""Random casts and random legal play, reproducible from one number, for every rulebook at hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from banshā.engine import clock, cursor, legal, skills
from banshā.engine.errors import Refusal
from banshā.engine.inputs import DIRECTOR, Input
from banshā.engine.reducer import SeatSpec, apply, new_table
from banshā.engine.rules import Ruleset
from banshā.engine.table import Table
from banshā.game.deal import CAST, derive, seal
from banshā.game.grammar import format_line, parse_line
from banshā.game.library import Library
from banshā.game.play import Game
from banshā.game.save import SeatLine
from banshā.rulebook.compile import compile_folder

ROOT = Path(__file__).absolute().parents[2]
BOOKS = {
    folder.name: folder
    for base in (ROOT / "rulesets", ROOT / "tests" / "probe" / "rulesets")
    for folder in sorted(base.glob("*"))
    if (folder / "ruleset.toml").is_file()
}
NAMES = [f"{a}{b}" for a in "东南西北中" for b in "风花雪云雨霜"]  # no name of a role, camp or skill is in them
NOW, WHO = "2026-12-03T21:14+08:00", "雪风"
NEXT = Input(DIRECTOR, "结算", [], {"超时": "是"})
WAIT = Input(DIRECTOR, "结算")


@cache
def compiled(book: str) -> dict[str, Any]:
    return compile_folder(BOOKS[book])


@cache
def rules(book: str) -> Ruleset:
    return Ruleset(compiled(book))


def roles_of(book: str) -> list[str]:
    return [name for name, role in rules(book).roles.items() if not role.get("pack")]


def cast(book: str, rng: random.Random) -> list[SeatSpec]:
    """6–30 seats: now all different roles, now a wild mixture of a few."""
    known, n = roles_of(book), rng.randint(6, 30)
    each = 2 if rules(book).table("lives") else 1
    if rng.random() < 0.5:
        pool = known * (n * each // len(known) + 1)
        rng.shuffle(pool)
    else:
        few = rng.sample(known, min(len(known), rng.randint(3, 12)))
        pool = [rng.choice(few) for _ in range(n * each)]
    names = rng.sample(NAMES, n)
    return [SeatSpec(i + 1, names[i], f"玩家{i + 1}", pool[i * each : (i + 1) * each]) for i in range(n)]


class NotTaken(AssertionError):
    """A move that was listed as legal was refused."""


Watcher = Callable[[Table, Input, int], None]


@dataclass
class Play:
    """A game played at random. `watch` is called after every input with the length the log had before."""

    book: str
    seed: int
    watch: Watcher | None = None
    t: Table = field(init=False)
    lines: list[Input] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.specs = cast(self.book, self.rng)
        self.t = self.deal()
        self.calm = self.rng.random() < 0.5  # few rulings: the rules are left to themselves
        self.pace = self.rng.choice([0.04, 0.12, 0.35])  # how soon the director resolves

    def deal(self) -> Table:
        return new_table(rules(self.book), self.specs, derive(f"s{self.seed}", "dice"))

    def game(self, folder: Path, name: str = "局") -> Game:
        """A save of this very game, with everything played so far."""
        seats = [SeatLine(s.floor, s.name, s.player, list(s.cards)) for s in self.specs]
        dealt = seal(compiled(self.book), seats, f"s{self.seed}", "00", CAST, ["+".join(s.cards) for s in seats],
                     [s.name for s in seats])  # fmt: skip
        game = Game.new(Library(folder), name, compiled(self.book), dealt, NOW)
        if self.lines:
            game.do([format_line(m) for m in self.lines], WHO, NOW)
        return game

    def run(self, steps: int) -> Play:
        for _ in range(steps):
            if self.t.s.over:
                break
            self.send(self.choose())
        return self

    def send(self, move: Input) -> None:
        """Play a move as it would come back from a save."""
        move = parse_line(format_line(move), len(self.lines) + 1)
        known = len(self.t.log)
        try:
            apply(self.t, move)
        except Refusal as refusal:
            raise NotTaken(f"{format_line(move)}: {refusal.code} {refusal}") from refusal
        self.lines.append(move)
        if self.watch is not None:
            self.watch(self.t, move, known)

    # ── what comes next ──

    def choose(self) -> Input:
        t, rng = self.t, self.rng
        if t.s.questions:
            if rng.random() < 0.1:
                return NEXT
            move = legal.random_move(t, rng)
            return move or NEXT
        if rng.random() < (0.03 if self.calm else 0.15):
            return rng.choice(list(directors_moves(t, rng)))
        if rng.random() < self.pace:
            return self.onward()
        return legal.random_move(t, rng, self.kinds()) or self.onward()

    def kinds(self) -> list[str]:
        """Mostly votes by day and skills by night; seldom second thoughts."""
        rng = self.rng
        if rng.random() < 0.08:
            return [rng.choice([legal.WITHDRAW, legal.SKIP, legal.WORDS, legal.CHANGE])]
        if self.t.s.duties and rng.random() < 0.3:
            return [legal.BADGE, legal.TEAR]
        return [legal.VOTE] if self.t.phase.votes and rng.random() < 0.7 else [legal.SKILL]

    def onward(self) -> Input:
        """Resolve, as when time is up or because nobody is missing."""
        t = self.t
        if not cursor.waits_for(t):
            return WAIT if self.rng.random() < 0.8 else NEXT
        first = next(settle_all(t, self.rng), None)
        return first if first is not None and self.rng.random() < 0.5 else NEXT


def decline(t: Table, skill: int) -> Input:
    sk = t.s.skills[skill]
    return Input(t.name(sk.holder) if sk.holder else sk.party, "放弃", [skills.name(t, sk)])


def settle_all(t: Table, rng: random.Random) -> Iterator[Input]:
    """Decline or give whatever is due, so that resolving waits for nobody. The table moves on between two of them."""
    while cursor.waits_for(t):
        due = [i for i in clock.undecided(t) if not clock.informed_later(t, i)]
        move = decline(t, due[0]) if due else legal.random_move(t, rng, (legal.BADGE, legal.TEAR, legal.WORDS))
        if move is None:
            return  # an office without heirs: only a time-out helps
        yield move


def directors_moves(t: Table, rng: random.Random) -> Iterator[Input]:
    """Cards, rulings, notes, answers in advance: legal at any time while no question is open."""
    seats = [s.name for s in t.s.seats.values()]
    name, other = rng.sample(seats, 2)
    seat = t.s.seats[t.by_name(name) or 0]
    why = {"理由": "看错了"} | ({"静默": "是"} if rng.random() < 0.2 else {})
    states, ends = list(t.rs.states), list(t.rs.ends)
    camps = [c for c, d in t.rs.camps.items() if not d.get("none")]
    yield Input(DIRECTOR, rng.choice(["红牌", "黄牌", "蓝牌"]), [name])
    yield Input(DIRECTOR, "备注", [], {"内容": "第一晚拖了两天"})
    yield Input(DIRECTOR, "发言数", [name, "3"])
    if seat.in_play:
        yield Input(DIRECTOR, rng.choice(["加速", "延时"]), [name])
    yield rule_on(["出局" if seat.in_play else "复活", name], why)
    until = {"至": rng.choice(ends)} if ends and rng.random() < 0.7 else {}
    yield rule_on(["状态", name, rng.choice(states)], until | why)
    yield rule_on(["阵营", name, rng.choice(camps)], why)
    yield rule_on(["标签", name, "群内"], why)
    key = rng.choice([k for k, d in t.rs.skills.items() if not d.get("hidden")])
    yield rule_on(["技能", name, key], why)
    yield rule_on(["通知", name], {"内容": "请尽快交行动"} | why)
    yield rule_on(["公示"], {"内容": "本日延长两小时"} | why)
    if t.rs.offices and seat.in_play:
        yield rule_on(["警徽", name], why)
    held = [s.name for s in t.s.statuses.values() if s.holder == seat.floor]
    if held:
        yield rule_on(["解除", name, rng.choice(held)], why)
    if t.phase.votes:
        yield Input(DIRECTOR, "关门")
        if any(not th.settled for th in t.s.threads):
            yield rule_on(["票数", name, other], why)
    if not seat.substituted:
        yield Input(DIRECTOR, "替补", [name], {"玩家": "新人"})
    asked = [k for k in t.rs.by_name if k in ("礼物", "交易", "太极", "偷盗")]
    if asked:
        word = rng.choice(asked)
        value = {"礼物": "打开", "交易": "接受"}.get(word, other)
        yield Input(name, "回应", [word, value], {"选项": rng.choice("12")} if word == "太极" else {})


def rule_on(args: list[str], params: dict[str, str]) -> Input:
    return Input(DIRECTOR, "裁定", args, params)


def close_phase(
    t: Table, rng: random.Random, send: Callable[[Input], None], reply: Callable[[], Input] | None = None
) -> None:
    """Bring the open phase to its end by `send`, without a time-out where that can be; questions are answered."""
    tick = t.s.clock.tick
    while t.s.clock.tick == tick and not t.s.over:
        if t.s.questions:
            send(reply() if reply else legal.random_move(t, rng) or NEXT)
            continue
        for move in settle_all(t, rng):
            send(move)
        send(NEXT if cursor.waits_for(t) else WAIT)
        if t.s.clock.tick == tick and not t.s.questions:
            for skill in clock.undecided(t, t.s.clock.slot):
                send(decline(t, skill))
