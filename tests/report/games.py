"""Whole games that play themselves, with everything a director's table sees: votes, words, cards, rulings."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from banshā.engine.inputs import DIRECTOR, Input
from banshā.game import selfplay
from banshā.game.deal import Dealt, deal
from banshā.game.library import Library
from banshā.game.play import Game
from banshā.game.rosters import Player
from banshā.rulebook.compile import compile_folder

# Names that a forum would spoil if they were pasted as they are.
NAMES = [
    "Dango", "P3", "[b]粗", "饺子:D", "包|子", "a_b*c", "狼&人", "<i>", "🐺", "[hide]", "汤圆", "馒头", "面条", "米饭", "豆腐",
    "烧麦", "粽子", "年糕", "油条", "锅贴", "春卷", "麻花",
]  # fmt: skip
SAID = ["我是好人 :)", "[quote]投我[/quote] :P", "[hide]密码[/hide]", "第一行\n第二行 [3] | 完"]
BEGAN = datetime.fromisoformat("2026-11-06T09:05:00+08:00")


@cache
def rules(book: str) -> dict[str, Any]:
    return compile_folder(book)


def dealt(book: str, count: int, seed: str) -> Dealt:
    roster = [Player(name, f"玩家{i}") for i, name in enumerate(NAMES[:count], 1)]
    return deal(rules(book), roster, seed=seed, salt="00", pool=selfplay.cast(rules(book), count, seed))


def played(folder: Path, book: str, count: int, seed: str, days: int = 5) -> Game:
    """A game up to its end; one that drags on is given up."""
    game = Game.new(Library(folder), f"{book}-{seed}", rules(book), dealt(book, count, seed), BEGAN)
    rng, now = random.Random(seed), BEGAN
    players = selfplay.Players(rng)
    for _ in range(200):
        t = game.table
        if t.s.over:
            break
        if t.s.clock.day > days:
            lines = [Input(DIRECTOR, "投降", [selfplay.smallest_camp(t)])]
        else:
            lines = [*_extras(game, rng), *selfplay.play_phase(t.twin(), players)]
        for line in lines:
            now += timedelta(minutes=3)
            if selfplay.fits(game.table.twin(), line):
                game.do([line], "雪风", now)
    return game


def _extras(game: Game, rng: random.Random) -> list[Input]:
    """What only the director brings in."""
    t = game.table
    who = t.name(rng.choice(t.alive()))
    if not t.phase.votes:
        return []
    options = [
        Input(DIRECTOR, "蓝牌", [who], {"理由": "刷屏 :("}),
        Input(DIRECTOR, "黄牌", [who], {"理由": "贴脸 [b]"}),
        Input(DIRECTOR, "替补", [who], {"玩家": "替补|甲"}),
        Input(DIRECTOR, "加速", [who]),
        Input(DIRECTOR, "裁定", ["公示"], {"内容": rng.choice(SAID), "理由": "更正:P"}),
    ]
    return rng.sample(options, 2)
