"""What a tired director types at half past eleven: each slip a clear refusal, nothing recorded, the next step said."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from banshā.game.errors import GameError
from banshā.game.files import write_atomic

from .conftest import CAST, Console


def untouched(table: Console, *args: str, code: int = 1) -> str:
    """A refusal: the save keeps every byte. What it said."""
    save = table.saves / "局.toml"
    before = save.read_bytes()
    said = table(*args, code=code)
    assert save.read_bytes() == before, args
    return said.err


def test_a_skill_without_a_time_is_not_said_to_have_one(table: Console) -> None:
    table.to("深夜")
    said = untouched(table, "submit", "阿六", "大难不死")
    assert "它在" not in said and "自己起作用" in said


def test_a_value_typed_without_its_key(bansha: Console) -> None:
    bansha.deal({**CAST, "阿一": "守卫"})
    said = untouched(bansha, "submit", "阿一", "德式")
    assert "模式=德式守卫" in said


def test_a_line_of_keys_only_names_nobody(table: Console) -> None:
    assert "没有写马甲" in untouched(table, "submit", "毒药＝阿三")


def test_a_colon_after_the_name(table: Console) -> None:
    table.to("深夜")
    table("submit", "东风：猎杀 阿一")
    assert table.journal()[-1] == "东风 猎杀 阿一"


def test_seats_with_commas_between(table: Console) -> None:
    assert [i["seat"] for i in table("sent", "阿一、3楼", "--json").json["sent"]] == ["阿一", "阿三"]
    assert untouched(table, "sent", "阿一、阿无")


@pytest.mark.parametrize("time", ["25:00", "21", "昨晚", "21:60"])
def test_the_time_of_a_vote(table: Console, time: str) -> None:
    table.to("正午")
    assert "21:14" in untouched(table, "vote", "cast", "阿一", "阿三", "--at", time, code=2)
    batch = table.file("votes.txt", f"阿一 阿三 时间={time}\n")
    assert "21:14" in untouched(table, "vote", "cast", "--file", batch, code=2)
    table("vote", "cast", "阿一", "阿三", "--at", "２１：１４")
    assert table.journal()[-1].endswith("时间=21:14")


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (("tag", "阿一", "群里"), "是不是 群内"),
        (("tag", "阿一", "群内", "去掉=是"), "没有标签 群内"),
        (("skill", "阿一", "预言", "去掉=是"), "没有技能 预言"),
    ],
)
def test_a_ruling_that_would_do_nothing(table: Console, what: tuple[str, ...], said: str) -> None:
    assert said in untouched(table, "override", *what, "--reason", "试")


def test_a_camp_is_not_declared_lost_twice(table: Console) -> None:
    table("override", "tag", "阿一", "群内", "--reason", "试")
    table("override", "lose", "狼人阵营", "--reason", "试")
    assert "已经判负" in untouched(table, "override", "lose", "狼人阵营", "--reason", "试")


def test_a_public_line_without_text(table: Console) -> None:
    assert "public" in untouched(table, "override", "public", "--reason", "试", code=2)


def test_a_ruling_says_what_it_took_away(table: Console) -> None:
    assert "标签 阿二 群内 去掉=是" in table("override", "tag", "阿二", "群内", "去掉=是", "--reason", "试").out


def test_nothing_may_be_sent_over_a_question_or_after_the_end(bansha: Console) -> None:
    bansha.deal({**CAST, "阿一": "太极宗师", "东风": "女巫"})
    bansha.to("午夜")
    bansha("submit", "阿九", "冰冻", "阿一")
    bansha("resolve")
    found = bansha("next", "--json").json
    assert found["questions"] and not found["due"] and not found["more"] and not found["ahead"]
    assert "没答的问题" in untouched(bansha, "submit", "东风", "毒药", "阿二")
    bansha("answer", "1", "阿三", "选项=1")
    assert bansha("next", "--json").json["ahead"]
    bansha("override", "win", "村民阵营", "--reason", "试")
    found = bansha("next", "--json").json
    assert not found["due"] and not found["ahead"]


def test_an_amendment_is_refused_by_the_numbers_of_today(table: Console) -> None:
    table.to("深夜")
    table("submit", "东风", "猎杀", "阿一")
    table("submit", "东风", "撤回", "猎杀")
    last = len(table.journal())
    dropped = untouched(table, "amend", str(last - 1), "--drop", "--yes")
    assert f"重放停在第 {last} 条" in dropped and f"amend {last} --drop" in dropped
    wrong = untouched(table, "amend", str(last - 1), "东风 猎杀 阿一 阿二", "--yes")
    assert "新的这一行" in wrong and "amend" not in wrong
    inserted = untouched(table, "amend", str(last - 1), "东风 猎杀 阿三", "--insert", "--yes")
    assert f"第 {last - 1} 条" in inserted


def test_a_save_broken_by_hand_is_damaged(table: Console) -> None:
    table.to("深夜")
    table("submit", "东风", "猎杀", "阿一")
    save = table.saves / "局.toml"
    save.write_text(save.read_text("utf-8").replace("东风 猎杀 阿一", "东风 猎杀 阿无"), "utf-8")
    for command in ((), ("next",), ("submit", "阿三", "阿一")):
        said = untouched(table, *command, code=3)
        assert "重放停在" in said and "？。" not in said
    table("undo")
    assert table("next").code == 0


def test_a_read_only_save_stays(table: Console) -> None:
    save = table.saves / "局.toml"
    save.chmod(0o400)
    said = untouched(table, "note", "一")
    assert "只读" in said and "chmod u+w" in said
    assert save.stat().st_mode & 0o777 == 0o400
    save.chmod(0o600)
    table("note", "一")


def test_what_the_system_says_is_said_in_chinese(
    bansha: Console, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "没有这个文件" in bansha("deal", "-r", "tubian", "--roster", "无.txt", code=2).err
    assert "这是文件夹" in bansha("deal", "-r", "tubian", "--roster", str(tmp_path), code=2).err

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("banshā.game.files._write_synced", full)
    with pytest.raises(GameError, match="磁盘满了"):
        write_atomic(tmp_path / "x", b"")


def test_last_words_when_it_is_too_late(table: Console) -> None:
    table.to("深夜")
    table("submit", "狼群", "杀人", "阿三")
    table.to("晨曦第二阶段")
    assert table("--json").json["next"][-1] == "bansha words 马甲 …"
    assert "还在场" in untouched(table, "words", "阿一", "再见")
    table.to("正午")
    assert "时候已过" in untouched(table, "words", "阿三", "再见")


def test_a_move_that_settles_at_once_reminds_of_what_is_to_be_said(table: Console) -> None:
    table.to("深夜")
    table.to("正午")
    said = table("submit", "阿七", "决斗", "阿二")
    assert "bansha announce" in said.err and "bansha feedback" in said.err


def test_going_on_to_a_phase_that_passes_by_itself_or_is_over(table: Console) -> None:
    table.to("深夜")
    assert "已经过去" in untouched(table, "resolve", "--timeout", "--to", "开局")
    assert "已经过去" in untouched(table, "resolve", "--timeout", "--to", "午夜1")
    table("resolve", "--timeout", "--to", "开门")
    assert table("--json").json["label"] == "正午2"
    table("resolve", "--timeout", "--to", "开门3")
    assert table("--json").json["label"] == "正午3"


def test_empty_tables_read_well(table: Console) -> None:
    assert table("night", "table").out.strip() == "夜里还没有人行动。"
    assert "到现在还没有要公示的。" in table("announce").err
