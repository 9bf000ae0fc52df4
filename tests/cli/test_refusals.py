"""Every refusal says what is wrong and what would be right."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import ROOT

# name of the call: place of the hint among its arguments
HINT = {"Refusal": 3, "stop": 3, "LineError": 2, "FileError": 2, "NoSuchGame": 2, "GameError": 2, "SaveLocked": 2}
FILES = [p for layer in ("engine", "game", "cli") for p in sorted((ROOT / "banshā" / layer).rglob("*.py"))]


def calls(path: Path) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in HINT:
                yield node, name


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT / "banshā")))
def test_every_refusal_tells_the_next_step(path: Path) -> None:
    for call, name in calls(path):
        if path.name == "errors.py" or (path.name == "base.py" and name == "Refusal"):
            continue  # where they are made, with what the caller says
        given = [*call.args[HINT[name] : HINT[name] + 1], *(k.value for k in call.keywords if k.arg == "hint")]
        where = f"{path.name}:{call.lineno}"
        assert given, f"{where} says no next step"
        assert not (isinstance(given[0], ast.Constant) and not given[0].value), f"{where} has an empty hint"
        if isinstance(given[0], ast.IfExp):
            branches = [b for b in (given[0].body, given[0].orelse) if isinstance(b, ast.Constant)]
            assert all(b.value for b in branches), f"{where} sometimes says no next step"
