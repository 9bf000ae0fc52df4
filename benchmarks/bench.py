"""How long a director waits: ordinary commands on a long game, and nights at tables of all sizes.

    python benchmarks/bench.py            everything; prints Markdown (benchmarks/README.md keeps the last one)
    python benchmarks/bench.py --quick    fewer runs
    python benchmarks/bench.py --keep DIR keep the game that was made, to try things on

The game is made by random legal play: 30 seats, ten days. Commands run as whole processes, in turn with a bare import
of what such a program cannot do without; the ratio is taken pair by pair, so a noisy machine spoils both alike.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from banshā.cli import base  # noqa: E402
from banshā.engine.inputs import Input  # noqa: E402
from banshā.engine.reducer import SeatSpec, new_table  # noqa: E402
from banshā.engine.rules import Ruleset  # noqa: E402
from banshā.engine.table import Table  # noqa: E402
from banshā.game import deal, selfplay  # noqa: E402
from banshā.game.library import Library  # noqa: E402
from banshā.game.play import Game  # noqa: E402
from banshā.game.rosters import Player  # noqa: E402

BASELINE = [sys.executable, "-c", "import typer, rich.console, rich.table, pydantic, tomllib"]
SEATS, DAYS = 30, 10
NOW = "2026-11-30T21:00+08"


# ── the game ──


def make_game(folder: Path) -> Game:
    """A 30-seat game that stands in the night of its tenth day, with a forced move still to come."""
    rules = base.compiled("tubian")
    for attempt in range(20):
        seed = f"bench {attempt}"
        roster = [Player(f"马甲{n}", f"玩家{n}") for n in range(1, SEATS + 1)]
        dealt = deal.deal(rules, roster, seed=seed, salt=seed, pool=selfplay.cast(rules, SEATS, seed))
        library = Library(folder)
        game = Game.new(library, f"bench{attempt}", rules, dealt, NOW)
        if play(game, attempt):
            return game
    raise SystemExit("no seed lasted ten days")


def play(game: Game, seed: int) -> bool:
    """Play into the tenth night. False where somebody wins before."""
    table, players = game.table.twin(), selfplay.Players(random.Random(seed))
    played: list[Input] = []
    while not (table.s.clock.day == DAYS and table.phase.name == "深夜"):
        played += selfplay.play_phase(table, players)
        if table.s.over or table.s.clock.day > DAYS:
            return False
    game.do(played, "bench", NOW)
    return True


def a_move(game: Game) -> list[str]:
    """A move that somebody may send now, as words of the command line."""
    moves = [c for c in selfplay.legal.moves(game.table) if c.kind == "skill" and not c.ahead]
    move = selfplay.legal.write(moves[0], random.Random(1))
    return [move.actor, move.verb, *move.args, *(f"{k}={v}" for k, v in move.params.items())]


# ── whole processes ──


def timed(command: list[str], env: dict[str, str]) -> tuple[float, float]:
    """Wall and processor seconds of one run."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}: {done.stderr.decode()}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def three(values: list[float], unit: float = 1000, digits: int = 0) -> str:
    shown = (min(values), statistics.median(values), max(values))
    return " / ".join(f"{v * unit:.{digits}f}" for v in shown)


def processes(folder: Path, game: Game, runs: int) -> list[str]:
    """A table: each command in turn with the import line."""
    env = {**os.environ, "BANSHA_SAVES": str(folder), "PYTHONPATH": str(ROOT)}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    bansha = [sys.executable, "-m", "banshā.cli.main"]
    save, cache = game.path, game.library.cache(game.name)
    kept = save.read_bytes(), cache.read_bytes()
    lines = ["| command | wall ms min / median / max | cpu ms | wall ÷ import line | cpu ÷ import line |",
             "| --- | --- | --- | --- | --- |"]  # fmt: skip
    bare: list[tuple[float, float]] = []
    for name, words in (
        ("status", ["status"]), ("night submit", ["night", "submit", *a_move(game)]), ("next", ["next"]),
        ("resolve --timeout", ["resolve", "--timeout"]), ("Tab after status 马", []), ("Tab after submit ", []),
    ):  # fmt: skip
        here = {**env, **completion(name)}
        own: list[tuple[float, float]] = []
        ratios: list[tuple[float, float]] = []
        for n in range(runs + 1):
            save.write_bytes(kept[0])
            cache.write_bytes(kept[1])
            a, b = timed([*bansha, *words], here), timed(BASELINE, env)
            if n:  # the first pair warms up
                own.append(a)
                bare.append(b)
                ratios.append((a[0] / b[0], a[1] / b[1]))
        wall, cpu = [a[0] for a in own], [a[1] for a in own]
        lines.append(
            f"| `{name}` | {three(wall)} | {three(cpu)} | {three([r[0] for r in ratios], 1, 2)} "
            f"| {three([r[1] for r in ratios], 1, 2)} |"
        )
    save.write_bytes(kept[0])
    cache.write_bytes(kept[1])
    lines.insert(2, f"| import line | {three([b[0] for b in bare])} | {three([b[1] for b in bare])} | 1 | 1 |")
    return lines


def completion(name: str) -> dict[str, str]:
    """What bash sets when Tab is pressed there."""
    if not name.startswith("Tab after "):
        return {}
    words = f"bansha {name.removeprefix('Tab after ')}"
    return {"_BANSHA_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": "2"}


# ── a vote thread from the forum ──


def imports(folder: Path, runs: int) -> list[str]:
    """Twenty seats at their first noon: three pages of a vote thread, 120 posts, in turn with `status`."""
    game = noon(folder)
    env = {**os.environ, "BANSHA_SAVES": str(folder), "PYTHONPATH": str(ROOT)}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    bansha = [sys.executable, "-m", "banshā.cli.main"]
    files = write_thread(folder, [seat.name for seat in game.table.s.seats.values()])
    kept = game.path.read_bytes()
    own: list[float] = []
    bare: list[float] = []
    for n in range(runs + 1):
        game.path.write_bytes(kept)
        a = timed([*bansha, "vote", "import", *files, "--close", "2026-11-06T21:00"], env)[0]
        b = timed([*bansha, "status"], env)[0]
        if n:
            own.append(a)
            bare.append(b)
    more = [a - b for a, b in zip(own, bare, strict=True)]
    return [
        "| what | wall ms min / median / max |",
        "| --- | --- |",
        f"| `vote import`, 3 pages, 120 posts | {three(own)} |",
        f"| `status` of the same game | {three(bare)} |",
        f"| the import takes longer by | {three(more)} |",
    ]


def noon(folder: Path) -> Game:
    """A game of twenty at its first noon."""
    rules = base.compiled("tubian")
    roster = [Player(f"马甲{n}", "") for n in range(1, 21)]
    dealt = deal.deal(rules, roster, seed="thread", salt="thread", pool=selfplay.cast(rules, 20, "thread"))
    game = Game.new(Library(folder), "thread", rules, dealt, NOW)
    players = selfplay.Players(random.Random(1))
    table = game.table.twin()
    played: list[Input] = []
    while not table.phase.votes:
        played += selfplay.play_phase(table, players)
    game.do(played, "bench", NOW)
    return game


def write_thread(folder: Path, names: list[str]) -> list[str]:
    """Everybody votes, two change, the rest is talk; as a desktop page shows it."""
    from tests.forum.builder import P, ballot, later, numbered, q, stock

    posts = [P("导演", later(0), "投票帖")] + [
        P(name, later(10 + n), ballot(names[n - 1])) for n, name in enumerate(names)
    ]
    posts += [P(names[n % 20], later(40 + n), f"第 {n} 条闲话，投票的事再说") for n in range(97)]
    posts += [P(name, later(200), q(name, later(10 + n)[:16], "投票对象：某某") + ballot(names[9], "改票"))
              for n, name in enumerate(names[:2])]  # fmt: skip
    files = []
    for number, at in enumerate(range(0, 120, 40), 1):
        path = folder / f"page{number}.html"
        path.write_text(stock(numbered(posts)[at : at + 40], number, 3), "utf-8")
        files.append(str(path))
    return files


# ── nights in this process ──


def night(count: int) -> tuple[float, int, int]:
    """Play one night at a table of that size: (seconds spent resolving, moves sent, events)."""
    rules = base.compiled("tubian")
    table = new_table(Ruleset(rules), specs(rules, count), f"bench {count}")
    players = selfplay.Players(random.Random(count), eager=1)
    while not table.phase.queued:
        selfplay.play_phase(table, players)
    spent, before = 0.0, len(table.log)
    while table.phase.queued and not table.s.over:
        tick = table.at.tick
        for _ in range(100):
            for inp in [] if table.s.questions else players.moves(table):
                selfplay.fits(table, inp)
            answer = players.answer(table)
            start = time.perf_counter()
            selfplay.fits(table, answer or Input("导演", "结算", [], {"超时": "是"}))
            spent += time.perf_counter() - start
            if table.s.over or table.at.tick != tick:
                break
    log = table.log[before:]
    return spent, sum(e.kind == "sent" for e in log), len(log)


def specs(rules: dict[str, Any], count: int) -> list[SeatSpec]:
    """A cast drawn by the ruleset's formula; beyond its roles, several hold the same."""
    least, most = rules["players"]
    cards: list[str] = []
    while len(cards) < count:
        cards += deal.draw_pool(rules, max(least, min(most, count - len(cards))), f"bench {count} {len(cards)}")
    return [SeatSpec(n, f"马甲{n}", "", [card], {}) for n, card in enumerate(cards[:count], 1)]


def nights(sizes: list[int], runs: int) -> Iterator[str]:
    yield "| seats | resolving a night, ms min / median / max | moves | events |"
    yield "| --- | --- | --- | --- |"
    for size in sizes:
        found = [night(size) for _ in range(runs if size <= 100 else 1)]  # the way there is long
        yield f"| {size} | {three([f[0] for f in found])} | {found[0][1]} | {found[0][2]} |"


# ── what the rest is spent on ──


def profile(folder: Path) -> list[str]:
    """Import times of `status`, the heaviest first, and what it does afterwards."""
    env = {**os.environ, "BANSHA_SAVES": str(folder), "PYTHONPATH": str(ROOT)}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-X", "importtime", "-m", "banshā.cli.main", "status"]
    said = subprocess.run(command, env=env, capture_output=True, text=True, check=True).stderr
    rows = []
    for line in said.splitlines():
        parts = [p.strip() for p in line.removeprefix("import time:").split("|")]
        if len(parts) == 3 and parts[0].isdigit():
            rows.append((int(parts[0]), int(parts[1]), parts[2]))
    groups: dict[str, int] = {}
    for own, _, name in rows:
        top = name.split(".")[0]
        groups[top if top in ("typer", "banshā", "tomllib", "typing_extensions") else "standard library"] = (
            groups.get(top if top in ("typer", "banshā", "tomllib", "typing_extensions") else "standard library", 0)
            + own
        )
    total = sum(groups.values())
    lines = [f"Imports of `status`: {total / 1000:.0f} ms under `-X importtime` (which slows them down), of these"]
    lines += [f"- {name}: {own / 1000:.0f} ms" for name, own in sorted(groups.items(), key=lambda g: -g[1])]
    return [*lines, "", *steps(folder)]


def steps(folder: Path) -> list[str]:
    """The parts of opening a game, in this process (median of nine)."""
    from banshā.game import checkpoint
    from banshā.game.replay import replay
    from banshā.game.save import dump_save, parse_save
    from banshā.report import seats

    game = Game.open(Library(folder))
    data, cache = game.path.read_bytes(), game.library.cache(game.name)
    save = game.save
    point = checkpoint.read(cache, save)
    table: Table = game.table
    size = f"save {len(data) // 1024} KB with {len(save.journal)} inputs, checkpoint {cache.stat().st_size // 1024} KB"
    todo: list[tuple[str, Callable[[], object]]] = [
        ("read and check the save (TOML)", lambda: parse_save(data)),
        ("read the frozen ruleset (JSON)", lambda: game.library.rules(save.ruleset_digest)),
        ("read the checkpoint of the last closed phase (JSON)", lambda: checkpoint.read(cache, save)),
        ("replay the open phase on it", lambda: replay(game.rs, save, checkpoint.read(cache, save))),
        ("the rows of the table", lambda: seats.rows(table)),
        ("write the save's text", lambda: dump_save(save)),
        ("replay the whole game (only without a checkpoint)", lambda: replay(game.rs, save)),
    ]
    lines = [f"Work of `status` and `submit` on a {size} (checkpoint after input {point.number if point else '-'}):"]
    for name, call in todo:
        times = []
        for _ in range(1 if "whole" in name else 9):
            start = time.perf_counter()
            call()
            times.append(time.perf_counter() - start)
        lines.append(f"- {name}: {statistics.median(times) * 1000:.1f} ms")
    return lines


def main() -> None:
    options = argparse.ArgumentParser(description="How long a director waits.")
    options.add_argument("--quick", action="store_true", help="fewer runs, no table of 300")
    options.add_argument("--only", choices=["processes", "profile", "imports", "nights"], help="one part of it")
    options.add_argument("--keep", metavar="DIR", help="keep the game there (used again if it is there already)")
    given = options.parse_args()
    folder = Path(given.keep or tempfile.mkdtemp(prefix="bansha-bench-"))
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}\n")
    try:
        if given.only not in ("nights", "imports"):
            known = Library(folder).current() if folder.is_dir() else None
            game = Game.open(Library(folder), known) if known else make_game(folder)
            if given.only != "profile":
                print("\n".join(processes(folder, game, 5 if given.quick else 15)), end="\n\n", flush=True)
            if given.only != "processes":
                print("\n".join(profile(folder)), end="\n\n", flush=True)
        if given.only in (None, "imports"):
            print("\n".join(imports(folder, 5 if given.quick else 15)), end="\n\n", flush=True)
        if given.only in (None, "nights"):
            for line in nights([12, 30, 100] if given.quick else [12, 30, 100, 300], 3):
                print(line, flush=True)
    finally:
        if not given.keep:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
