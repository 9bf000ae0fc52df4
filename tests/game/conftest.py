"""The game layer is tested against the tiny engine of fake_engine, whatever the real rules say today."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import fake_engine
from fake_engine import NOW

try:
    importlib.import_module("banshā.engine.reducer")
except ImportError:  # while the engine is being written
    sys.modules["banshā.engine.reducer"] = fake_engine

from banshā.game import deal, library, play, replay, rosters


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    for name in ("new_table", "apply", "SeatSpec"):
        monkeypatch.setattr(replay, name, getattr(fake_engine, name))
    return fake_engine.compiled()


@pytest.fixture
def lib(tmp_path: Path) -> library.Library:
    return library.Library(tmp_path / "saves")


@pytest.fixture
def game(rules: dict[str, Any], lib: library.Library) -> play.Game:
    roster = rosters.parse_roster("阿一 甲\n阿二\n阿三\n阿四", rules)
    dealt = deal.deal(rules, roster, seed="7", salt="00", pool=["女巫", "守卫", "猎人", "村民"])
    return play.Game.new(lib, "局", rules, dealt, NOW)
