"""check: run rules cases."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import base, term

if TYPE_CHECKING:
    from banshā.engine.rules import Ruleset
    from banshā.game.cases import Outcome

app = base.commands()


@base.command(app, "check")
def check(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH", help="用例文件或文件夹")],
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="通过和跳过的也列出来")] = False,
) -> None:
    """跑规则用例：每个没满足的期望一行，最后 N passed, M failed。不碰存档。"""
    from banshā.game.cases import find_files

    missing = [p for p in paths if not p.exists()]
    if missing:
        raise typer.BadParameter(f"没有 {missing[0]}")
    files = find_files(paths)
    if not files:
        raise typer.BadParameter("里面没有用例（.toml）")
    outcomes = []
    for outcome in _watched(_run(files), len(files)):
        outcomes.append(outcome)
        if not base.shared.json and (outcome.status == "failed" or verbose):
            base.say(_page(outcome))
    count = {s: sum(o.status == s for o in outcomes) for s in ("passed", "failed", "skipped")}
    closing = f"{count['passed']} passed, {count['failed']} failed"
    closing += f", {count['skipped']} skipped" if count["skipped"] else ""
    base.show({**count, "cases": outcomes}, lambda: closing)
    if count["failed"]:
        raise typer.Exit(base.REFUSED)


def _page(o: Outcome) -> str:
    word, style = {"failed": ("失败", "red"), "passed": ("通过", "green"), "skipped": ("跳过", "dim")}[o.status]
    return "\n".join([f"{term.styled(word, style)} {o.path} {o.title}", *(f"    {line}" for line in o.lines)])


def _run(files: list[Path]) -> Iterator[Outcome]:
    from banshā.game.cases import Outcome, run_case

    known: dict[Path, Ruleset] = {}
    for path in files:
        try:
            yield run_case(path, partial(_ruleset, known, path))
        except Exception as error:  # a broken case must not stop the others
            yield Outcome(path, path.stem, "failed", [f"引擎出错：{type(error).__name__}：{error}"])


def _ruleset(known: dict[Path, Ruleset], case: Path, name: str) -> Ruleset:
    """The ruleset a case names: near the case first (NAME or rulesets/NAME above it), then where rulesets are found."""
    from banshā.engine.rules import Ruleset
    from banshā.game.stage import StageError
    from banshā.rulebook import locate
    from banshā.rulebook.findings import RulesetError

    places = [place for up in case.resolve().parents for place in (up, up / "rulesets")]
    beside = next((place for place in places if (place / name / "ruleset.toml").is_file()), None)
    try:
        folder = locate.find(name, beside)
        if folder not in known:
            from banshā.rulebook import freeze

            known[folder] = Ruleset(freeze.compiled(folder, base.cache_folder()))
    except RulesetError as error:
        raise StageError(str(error.findings[0])) from None
    return known[folder]


def _watched(outcomes: Iterable[Outcome], total: int) -> Iterator[Outcome]:
    """With a progress bar on a terminal."""
    if not sys.stderr.isatty() or total < 20:
        yield from outcomes
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("用例", total=total)
        for outcome in outcomes:
            bar.advance(task)
            yield outcome
