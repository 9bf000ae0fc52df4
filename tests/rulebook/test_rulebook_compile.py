"""What the engine gets, frozen rulesets and the cache."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from banshā.rulebook import freeze
from banshā.rulebook.compile import compile_folder
from banshā.rulebook.findings import RulesetError

from .conftest import TUBIAN


@pytest.fixture(scope="module")
def book() -> dict[str, Any]:
    return compile_folder(TUBIAN)


def test_head_and_digest(book: dict[str, Any]) -> None:
    assert (book["format"], book["id"], book["players"]) == (1, "tubian", [12, 35])
    assert book["digest"] == freeze.digest_of(book) and len(book["digest"]) == 64


def test_roles_carry_their_skills(book: dict[str, Any]) -> None:
    guard = book["roles"]["守卫"]
    assert guard["skills"] == ["守卫.模式选择"] and guard["dealt"] is True
    assert book["skills"]["守卫.德式守护"]["dealt"] is False
    assert book["roles"]["狼群"]["dealt"] is False
    shadow = book["roles"]["噩梦之影"]
    assert shadow["properties"] == ["噩梦之影.入群"] and book["skills"]["噩梦之影.入群"]["property"] is True
    assert [role["order"] for role in book["roles"].values()] == list(range(len(book["roles"])))
    assert book["roles"]["顺从的女仆"]["aliases"] == ["女仆"]


def test_called_is_the_name_that_is_shown(book: dict[str, Any]) -> None:
    knife = book["skills"]["狼群.独自杀人"]
    assert (knife["key"], knife["name"], knife["slot"]) == ("狼群.独自杀人", "杀人", "杀人")


def test_every_effect_names_its_verb(book: dict[str, Any]) -> None:
    trade = book["skills"]["富商.交易"]["each"][0]["all"][1]
    assert trade["verb"] == "ask" and trade["options"]["拒绝"][0]["all"][2] == {"verb": "note", "note": "拒绝交易"}
    # `uses` beside `skill`, `tell` beside `clock` and `note` beside `tell` are parameters, not second verbs.
    assert book["skills"]["富商.暴利"]["each"][0]["all"][2]["verb"] == "skill"
    assert book["skills"]["操纵月亮的女孩.控月"]["then"][0]["all"][0]["verb"] == "clock"
    assert book["skills"]["预言家.预言"]["each"][1] == {
        "verb": "tell",
        "note": "查杀",
        "tell": "{selected}为非村民阵营",
    }


def test_phases_have_flat_slots(book: dict[str, Any]) -> None:
    phase = next(item for item in book["phases"] if item["name"] == "黄昏第一阶段")
    assert (phase["group"], phase["landing"], phase["mode"]) == ("黄昏", "at_once", "order")
    shot = next(slot for slot in phase["slots"] if slot["key"] == "黑狼王.报复")
    assert shot["chain"] and shot["mode"] == "order" and shot["step"] > 0
    noon = next(item for item in book["phases"] if item["name"] == "正午")
    assert {slot["mode"] for slot in noon["slots"]} == {"at_once"} and noon["group"] == "正午"
    assert "steps" not in noon


def test_absent_values_are_left_out(mini: Path) -> None:
    plain = compile_folder(mini)["digest"]
    path = mini / "c-身份.toml"
    path.write_text(path.read_text("utf-8").replace("uses = 1", "uses = 1\nmust = false\nauto = false"), "utf-8")
    assert compile_folder(mini)["digest"] == plain


def test_the_digest_is_stable_and_sees_every_change(mini: Path) -> None:
    plain = compile_folder(mini)["digest"]
    for path in mini.glob("*.toml"):
        path.write_text("# 注释\n" + path.read_text("utf-8") + "\n\n", "utf-8")
    assert compile_folder(mini)["digest"] == plain
    path = mini / "c-身份.toml"
    path.write_text(path.read_text("utf-8").replace("uses = 1", "uses = 2"), "utf-8")
    assert compile_folder(mini)["digest"] != plain


def test_the_digest_is_the_same_in_another_process() -> None:
    """Hash seeds and import order must not reach it: players check it on their own machines."""
    code = f"from banshā.rulebook.compile import compile_folder; print(compile_folder({str(TUBIAN)!r})['digest'])"
    root = str(TUBIAN.parents[1])
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": root},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert seen == {compile_folder(TUBIAN)["digest"] + "\n"}


def test_compiling_a_wrong_ruleset_lists_everything(mini: Path) -> None:
    path = mini / "c-身份.toml"
    text = path.read_text("utf-8").replace("uses = 1", 'uses = "一"').replace("from_day", "fromday")
    path.write_text(text, "utf-8")
    with pytest.raises(RulesetError) as caught:
        compile_folder(mini)
    assert [item.code for item in caught.value.findings] == ["R006", "R005"]
    assert caught.value.findings[1].near == "from_day"


# ── frozen ──


def test_freeze_round_trip(book: dict[str, Any], tmp_path: Path) -> None:
    path = freeze.freeze(book, tmp_path / ".rulesets")
    assert path.name == f"{book['digest']}.json" and stat.S_IMODE(path.stat().st_mode) == 0o600
    thawed = freeze.thaw(tmp_path / ".rulesets", book["digest"])
    assert thawed == book
    # Order is part of a ruleset: what the engine walks through must come back the same way round.
    assert json.dumps(thawed) == json.dumps(book)
    assert [item.name for item in path.parent.iterdir()] == [path.name]


def test_freezing_again_leaves_the_file(book: dict[str, Any], tmp_path: Path) -> None:
    path = freeze.freeze(book, tmp_path)
    before = path.stat().st_mtime_ns, path.stat().st_ino
    freeze.freeze(book, tmp_path)
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == before
    path.write_text("{", "utf-8")
    freeze.freeze(book, tmp_path)
    assert freeze.thaw(tmp_path, book["digest"]) == book


def test_damage_to_a_frozen_ruleset_is_seen(book: dict[str, Any], tmp_path: Path) -> None:
    path = freeze.freeze(book, tmp_path)
    path.write_text(path.read_text("utf-8").replace("屠边模式", "屠城模式"), "utf-8")
    with pytest.raises(freeze.FrozenError, match="被改动或损坏"):
        freeze.thaw(tmp_path, book["digest"])
    path.unlink()
    with pytest.raises(freeze.FrozenError, match="找不到"):
        freeze.thaw(tmp_path, book["digest"])
    with pytest.raises(freeze.FrozenError, match="指纹写坏"):
        freeze.thaw(tmp_path, "../../etc/passwd")
    with pytest.raises(freeze.FrozenError, match="对不上"):
        freeze.freeze({**book, "title": "别的"}, tmp_path)


# ── cache ──


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the rulesets compiled while the test runs."""
    from banshā.rulebook import compile as compiler

    seen: list[str] = []
    plain = compiler.compile_source

    def count(source: Any) -> Any:
        seen.append(source.folder.name)
        return plain(source)

    monkeypatch.setattr(compiler, "compile_source", count)
    return seen


def test_the_cache_saves_compiling(mini: Path, tmp_path: Path, counted: list[str]) -> None:
    first = freeze.compiled(mini, tmp_path / "cache")
    assert freeze.compiled(mini, tmp_path / "cache") == first and counted == ["mini"]
    assert stat.S_IMODE(freeze.cache_path(mini, tmp_path / "cache").stat().st_mode) == 0o600


def test_a_changed_added_or_removed_file_makes_it_stale(mini: Path, tmp_path: Path, counted: list[str]) -> None:
    cache = tmp_path / "cache"
    first = freeze.compiled(mini, cache)
    path = mini / "c-身份.toml"
    path.write_text(path.read_text("utf-8").replace("uses = 1", "uses = 2"), "utf-8")
    assert freeze.compiled(mini, cache)["skills"]["女巫.毒药"]["uses"] == 2
    (mini / "z.toml").write_text('[[role]]\nname = "渔夫"\n', "utf-8")
    assert "渔夫" in freeze.compiled(mini, cache)["roles"]
    (mini / "z.toml").unlink()
    path.write_text(path.read_text("utf-8").replace("uses = 2", "uses = 1"), "utf-8")
    assert freeze.compiled(mini, cache) == first and len(counted) == 4


def test_a_change_of_the_parent_makes_it_stale(mini: Path, tmp_path: Path) -> None:
    theme = mini.parent / "theme"
    theme.mkdir()
    head = '[ruleset]\nid = "t"\ntitle = "t"\nversion = 1\nplayers = [4, 8]\nextends = "mini"\n'
    (theme / "t.toml").write_text(head, "utf-8")
    freeze.compiled(theme, tmp_path / "cache")
    path = mini / "c-身份.toml"
    path.write_text(path.read_text("utf-8").replace("uses = 1", "uses = 2"), "utf-8")
    assert freeze.compiled(theme, tmp_path / "cache")["skills"]["女巫.毒药"]["uses"] == 2


@pytest.mark.parametrize("junk", [b"", b"{", b"[]", b'{"format":1}', b"\xff\xfe", b"[" * 100_000])
def test_a_corrupt_cache_is_rebuilt(mini: Path, tmp_path: Path, junk: bytes) -> None:
    first = freeze.compiled(mini, tmp_path / "cache")
    path = freeze.cache_path(mini, tmp_path / "cache")
    good = path.read_bytes()
    path.write_bytes(junk)
    assert freeze.compiled(mini, tmp_path / "cache") == first and path.read_bytes() == good


def test_a_meddled_cache_is_rebuilt(mini: Path, tmp_path: Path) -> None:
    first = freeze.compiled(mini, tmp_path / "cache")
    path = freeze.cache_path(mini, tmp_path / "cache")
    path.write_text(path.read_text("utf-8").replace("毒一个人", "毒两个人"), "utf-8")
    assert freeze.compiled(mini, tmp_path / "cache") == first


def test_a_cache_that_cannot_be_written_is_no_matter(mini: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    assert freeze.compiled(mini, tmp_path / "file" / "cache") == freeze.compiled(mini, None)


def test_a_fresh_cache_needs_no_pydantic(mini: Path, tmp_path: Path) -> None:
    freeze.compiled(mini, tmp_path / "cache")
    code = (
        "import sys; from pathlib import Path; from banshā.rulebook import freeze\n"
        f"book = freeze.compiled(Path({str(mini)!r}), Path({str(tmp_path / 'cache')!r}))\n"
        "print(book['id'], [name for name in ('pydantic', 'tomllib') if name in sys.modules])"
    )
    env = {**os.environ, "PYTHONPATH": str(TUBIAN.parents[1])}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "mini []\n"
