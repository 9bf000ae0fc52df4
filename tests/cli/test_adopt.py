"""adopt: a running game goes over to a changed ruleset, and back."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .conftest import ROOT, Console


@pytest.fixture
def book(bansha: Console, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of tubian that may be edited, and a game dealt by it."""
    folder = bansha.folder / "rulesets" / "tubian"
    shutil.copytree(ROOT / "rulesets" / "tubian", folder)
    monkeypatch.setenv("BANSHA_RULESETS", str(folder.parent))
    bansha.deal()
    return folder


def edit(book: Path, old: str, new: str) -> None:
    for path in book.rglob("*.toml"):
        text = path.read_text("utf-8")
        if old in text:
            path.write_text(text.replace(old, new, 1), "utf-8")
            return
    raise AssertionError(f"nowhere in {book}: {old}")


def test_what_did_not_change_is_said_so(book: Path, bansha: Console) -> None:
    assert "没有变" in bansha("adopt").out
    assert bansha.journal() == []


def test_a_change_holds_from_here_on_and_undo_takes_it_back(book: Path, bansha: Console) -> None:
    bansha.to("深夜")
    bansha("submit", "狼群", "阿一")
    edit(book, 'title = "全员随机 屠边模式"', 'title = "屠边改"')
    before = bansha("status", "--json").json["seats"]
    count = len(bansha.journal())
    assert "没有记" in bansha("adopt", "--dry-run").err and len(bansha.journal()) == count
    said = bansha("adopt", "--reason", "改名")
    assert "从这里起按 屠边改" in said.out and "~ 表 title" in said.out
    assert bansha.journal()[-1].startswith("导演 换规则 tubian 指纹=") and bansha.journal()[-1].endswith("理由=改名")
    assert bansha("status", "--json").json["seats"] == before
    assert "没有变" in bansha("adopt").out
    bansha("resolve", "--timeout")
    bansha.to("正午")
    assert "昨夜出局：阿一" in bansha("announce").out
    assert "对得上" in bansha("verify").out
    assert "屠边改" in bansha("log", "--events").out
    (bansha.saves / ".cache" / "局.json").unlink()
    assert "对得上" in bansha("verify").out and bansha("status", "--json").json["label"] == "正午2"
    number = len(bansha.journal()) - [line.split()[1] for line in bansha.journal()].index("换规则")
    bansha("undo", str(number), "--yes")
    assert "屠边改" in bansha("adopt", "--dry-run").out


def test_what_the_game_lives_by_must_be_there(book: Path, bansha: Console) -> None:
    for path in book.rglob("*.toml"):
        path.write_text(path.read_text("utf-8").replace("白痴", "呆子"), "utf-8")
    said = bansha("adopt", code=1)
    assert "身份 白痴" in said.err and "留着" in said.err
    assert bansha.journal() == []


def test_who_lacks_a_skill_that_was_added_to_his_card_is_named(book: Path, bansha: Console) -> None:
    edit(book, 'name = "毒药"', 'name = "香药"\ntext = "新加的。"\n\n  [[role.skill]]\n  name = "毒药"')
    dry = bansha("adopt", "--dry-run")
    assert "阿一 没有 女巫.香药" in dry.err and "override skill" in dry.err
    assert bansha("adopt", "--json").json["undealt"] == {"阿一": ["女巫.香药"]}
    assert "香药" in bansha("todo").out
    bansha("override", "skill", "阿一", "女巫.香药", "--reason", "补发")
    assert "香药" in [s["name"] for s in bansha("status", "阿一", "--json").json["skills"]]
    assert "对得上" in bansha("verify").out


def test_a_broken_ruleset_changes_nothing(book: Path, bansha: Console) -> None:
    edit(book, "[ruleset]", "[ruleset]\nnope = 1")
    assert "规则书有错" in bansha("adopt", code=3).err
    assert bansha("status").code == 0


def test_no_adopting_while_a_question_is_open(book: Path, bansha: Console) -> None:
    from .conftest import CAST

    bansha.deal({**CAST, "阿十": "太极宗师", "阿八": "噩梦之影"}, name="问")
    bansha.to("早夜")
    bansha("submit", "阿八", "恐惧", "阿十")
    bansha("night", "skip", "阿十")
    bansha("resolve")
    edit(book, 'title = "全员随机 屠边模式"', 'title = "屠边改"')
    assert "bansha answer" in bansha("adopt", code=1).err


def test_a_lost_frozen_ruleset_is_put_back(book: Path, bansha: Console) -> None:
    for path in (bansha.saves / ".rulesets").glob("*.json"):
        path.unlink()
    assert "bansha adopt" in bansha("status", code=3).err
    assert "放回" in bansha("adopt").out
    assert bansha("status").code == 0
