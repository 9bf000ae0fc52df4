"""Replay does not hang on the order of sets: other hash seeds, other processes, the same game."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import world
from hypothesis import settings

from banshā.game.grammar import format_line
from banshā.game.plain import sha

GAMES = 1 if settings.default.max_examples < 100 else 40
HASH_SEEDS = ("0", "1", "2026") if GAMES == 1 else tuple(str(n) for n in range(8))


def digests(games: list[tuple[str, int, list[str]]]) -> list[str]:
    """What each game comes to when its lines are typed again."""
    import rules_of_play as must

    from banshā.engine.reducer import apply
    from banshā.game.grammar import parse_line

    out = []
    for book, seed, lines in games:
        t = world.Play(book, seed).t
        for number, line in enumerate(lines, 1):
            apply(t, parse_line(line, number))
        out.append(sha(must.image(t)))
    return out


def test_replay_gives_the_same_under_any_hash_seed() -> None:
    games = []
    for n in range(GAMES):
        for book in world.BOOKS:
            p = world.Play(book, 1000 + n).run(80)
            games.append((book, p.seed, [format_line(m) for m in p.lines]))
    text = json.dumps(games, ensure_ascii=False)
    running = [
        subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(world.ROOT)},
        )
        for seed in HASH_SEEDS
    ]  # fmt: skip
    results = [json.loads(p.communicate(text)[0]) for p in running]
    assert all(r == digests(games) for r in results)


if __name__ == "__main__":
    print(json.dumps(digests(json.load(sys.stdin))))
