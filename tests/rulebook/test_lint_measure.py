"""How many of 200 seeded slips in the shipped rulesets the linter finds: at least 95 %."""

from __future__ import annotations

from pathlib import Path

import pytest

from banshā.engine import behaviours, system
from banshā.rulebook import lint

from . import slips

ROOT = Path(__file__).resolve().parents[2] / "rulesets"
BOOKS = sorted(p.parent.name for p in ROOT.glob("*/ruleset.toml"))
EACH = -(-200 // len(BOOKS))


def findings(folder: Path) -> set[tuple[str, str]]:
    found = lint.lint(folder, behaviours=set(behaviours.names()), system=set(system.ACTIONS))
    return {(f.code, f.message) for f in found}


@pytest.mark.parametrize("book", BOOKS)
def test_the_linter_finds_what_people_get_wrong(book: str, tmp_path: Path) -> None:
    files = slips.read(ROOT / book)
    known = findings(ROOT / book)
    missed = []
    for i, slip in enumerate(slips.draw(files, EACH, f"{book} 2026")):
        folder = tmp_path / f"{i}"
        for name, text in slip.apply(files).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        if not findings(folder) - known:
            missed.append(slip.shown(files))
    share = 1 - len(missed) / EACH
    print(f"{book}: {share:.1%} of {EACH}")
    assert share >= 0.95, "\n".join(missed)
