"""The probe rulebook: what other rulebooks demand of the engine, each mechanism with a case that fails without it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from banshā.engine import behaviours, system
from banshā.engine.rules import Ruleset
from banshā.game.cases import find_files, run_case
from banshā.rulebook.compile import compile_folder
from banshā.rulebook.lint import lint

PROBE = Path(__file__).parent / "probe"
BOOKS = PROBE / "rulesets"
CASES = find_files([PROBE / "cases"])


@cache
def ruleset(name: str) -> Ruleset:
    folder = BOOKS / name
    return Ruleset(compile_folder(folder if folder.is_dir() else name))


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_case(path: Path) -> None:
    outcome = run_case(path, ruleset)
    assert outcome.status == "passed", f"{outcome.title}\n" + "\n".join(outcome.lines)


@pytest.mark.parametrize("name", sorted(p.name for p in BOOKS.iterdir()))
def test_the_linter_has_nothing_to_say(name: str) -> None:
    assert lint(BOOKS / name, behaviours=behaviours.names(), system=system.ACTIONS) == []
