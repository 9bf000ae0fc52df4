"""Every wording that the code says is on the list that the linter goes by, and every one of the list is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from banshā.engine import wording
from banshā.report import voice
from banshā.rulebook.lint import lint

ROOT = Path(__file__).resolve().parents[2]
SAID = re.compile(r"""(?:rs|voice|words|about\(known\))\.say\(\s*"(\w+)"(?: if [^,]+ else "(\w+)")?""")


def said(layer: str) -> set[str]:
    texts = [p.read_text("utf-8") for p in (ROOT / "banshā" / layer).rglob("*.py")]
    return {key for text in texts for found in SAID.findall(text) for key in found if key}


def test_what_the_engine_says_is_listed() -> None:
    by_key = {
        k for p in (ROOT / "banshā/engine/system.py",) for k in re.findall(r'_names\(t, "(\w+)"', p.read_text("utf-8"))
    }
    assert said("engine") | by_key == set(wording.DEFAULTS)


def test_what_the_writers_say_is_listed() -> None:
    assert said("report") | said("cli") <= set(voice.DEFAULTS)
    assert set(voice.DEFAULTS) <= said("report") | said("cli")


@pytest.mark.parametrize("book", ["tubian", "xuelang", "shuangshen"])
def test_the_shipped_rulesets_write_only_what_is_read(book: str) -> None:
    assert [str(f) for f in lint(book, wording=voice.keys()) if f.table.startswith("wording")] == []
