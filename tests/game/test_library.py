from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fake_engine import NOW

from banshā.game.errors import DamagedSave, GameError, NoSuchGame
from banshā.game.library import Library
from banshā.game.play import Game


def test_find(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BANSHA_SAVES", raising=False)
    assert Library.find().folder == Path("saves")
    monkeypatch.setenv("BANSHA_SAVES", "/x")
    assert Library.find().folder == Path("/x")
    assert Library.find("y").folder == Path("y")


def test_current_and_near_names(game: Game, lib: Library) -> None:
    assert lib.games() == ["局"]
    assert lib.current() == lib.resolve() == "局"
    with pytest.raises(NoSuchGame, match="没有对局 局1") as caught:
        lib.use("局1")
    assert caught.value.hint == "是不是 局？"
    assert lib.free_name("局") == "局-2"
    assert lib.free_name("新") == "新"


def test_no_current(lib: Library) -> None:
    assert lib.games() == []
    with pytest.raises(NoSuchGame, match="还没有选定"):
        Game.open(lib)


@pytest.mark.parametrize("name", ["", ".x", "a/b", "../a", "a\0", "长" * 60])
def test_names_are_file_names(lib: Library, name: str) -> None:
    with pytest.raises(GameError, match="不能用") as caught:
        lib.path(name)
    assert caught.value.exit_code == 2


def test_frozen_rules(lib: Library, rules: dict[str, Any]) -> None:
    lib.keep_rules(rules)
    assert lib.rules(rules["digest"]) == rules
    path = lib.folder / ".rulesets" / f"{rules['digest']}.json"
    assert path.stat().st_mode & 0o777 == 0o600
    path.write_text(json.dumps(rules | {"title": "改过"}), "utf-8")
    with pytest.raises(DamagedSave):
        lib.rules(rules["digest"])
    with pytest.raises(DamagedSave):
        lib.rules("../../etc/passwd")
    path.unlink()
    with pytest.raises(DamagedSave):
        lib.rules(rules["digest"])


def test_a_second_game_of_that_name(game: Game, lib: Library, rules: dict[str, Any]) -> None:
    from banshā.game.deal import seal

    before = game.path.read_bytes()
    with pytest.raises(GameError, match="已经有对局 局"):
        Game.new(lib, "局", rules, seal(rules, game.save.seats, "1", "2"), NOW)
    assert game.path.read_bytes() == before
