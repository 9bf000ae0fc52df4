"""Whole games through the real command line, wrong commands and corrections included."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import play

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", sorted(p.stem for p in HERE.glob("*.transcript")))
def test_a_game_plays_as_written(name: str, tmp_path: Path) -> None:
    play(HERE / f"{name}.transcript", tmp_path)
