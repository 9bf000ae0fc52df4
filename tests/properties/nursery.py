"""Runs in a process of its own: forks a writer, kills it at a random moment, and looks at what it left. See test_kill.

Arguments: folder of saves, game, kills, seed. Prints one JSON object: how often the old and the new save was found.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import world

from banshā.engine import legal
from banshā.game.grammar import format_line
from banshā.game.library import Library
from banshā.game.play import Game

Step = Callable[[Game], object]


def choose(game: Game, rng: random.Random) -> tuple[str, Step]:
    """Submit something, resolve or undo; what it does is settled before the writer starts."""
    kind, t = rng.choice(["submit", "submit", "resolve", "undo"]), game.table
    if t.s.over or (kind == "undo" and len(game.log) > 3):
        n = rng.randint(1, 3) if not t.s.over else min(len(game.log), 20)
        return "undo", lambda g: g.undo(n, world.WHO, world.NOW)
    move = legal.random_move(t, rng, () if t.s.questions else (legal.SKILL, legal.VOTE))
    if kind == "resolve" or move is None:
        return "resolve", lambda g: g.do(format_line(world.NEXT), world.WHO, world.NOW)
    line = format_line(move)
    return "submit", lambda g: g.do(line, world.WHO, world.NOW)


def killed(folder: Path, name: str, step: Step, delay: float) -> bool:
    """Fork a writer and kill it after `delay` seconds. Returns whether it was still at work."""
    child = os.fork()
    if child == 0:
        try:
            step(Game.open(Library(folder), name))
        finally:
            os._exit(0)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def rehearse(folder: Path, name: str, step: Step) -> tuple[bytes, float]:
    """What the save says after the step, and how long the step takes: done on a copy."""
    copy = folder.with_name(folder.name + "-copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    began = time.perf_counter()
    step(Game.open(Library(copy), name))
    return Library(copy).path(name).read_bytes(), time.perf_counter() - began


def main(folder: Path, name: str, kills: int, seed: int) -> dict[str, int]:
    rng, found = random.Random(seed), {"old": 0, "new": 0, "at work": 0, "submit": 0, "resolve": 0, "undo": 0}
    library = Library(folder)
    path = library.path(name)
    for _ in range(kills):
        old = path.read_bytes()
        word, step = choose(Game.open(library, name), rng)
        new, took = rehearse(folder, name, step)
        found[word] += 1
        found["at work"] += killed(folder, name, step, rng.uniform(0, took * 1.1))
        left = path.read_bytes()
        assert left in (old, new), "neither the old nor the new save"
        assert path.stat().st_mode & 0o777 == 0o600
        found["old" if left == old else "new"] += 1
        game = Game.open(library, name)
        assert game.table and not game.warnings and not game.stopped
    assert not game.verify().problems
    library.cache(name).unlink(missing_ok=True)
    assert Game.open(library, name).table.s == game.table.s
    return found


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))))
