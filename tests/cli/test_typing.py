"""Fast typing is made exact before it is written down."""

from __future__ import annotations

import pytest

from .conftest import CAST, Console


def test_floor_prefix_and_full_width_become_exact_names(table: Console) -> None:
    table.to("正午")
    table("vote", "cast", "1楼", "东")
    table("vote", "cast", "２楼", "南")
    table("vote", "cast", "3", "阿一")
    table("submit", "阿四 投票 １２楼")
    assert table.journal()[-4:] == ["阿一 投票 东风", "阿二 投票 南风", "阿三 投票 阿一", "阿四 投票 南风"]


def test_a_number_is_no_floor_where_a_name_is_one(bansha: Console) -> None:
    cast = dict(zip(["12", *list(CAST)[1:]], CAST.values(), strict=True))
    bansha.deal(cast)
    bansha.to("正午")
    bansha("vote", "cast", "12", "阿二")
    assert bansha.journal()[-1] == "12 投票 阿二"
    assert "没有 3" in bansha("vote", "cast", "3", "阿二", code=1).err
    bansha("vote", "cast", "3楼", "阿二")
    assert bansha.journal()[-1] == "阿三 投票 阿二"


def test_an_ambiguous_prefix_lists_what_fits(table: Console) -> None:
    said = table("status", "阿", code=1)
    assert "阿一、阿二" in said.err and "写全" in said.err


@pytest.mark.parametrize("word,near", [("阿无", "阿五"), ("东峰", "东风"), ("南枫", "南风")])
def test_an_unknown_seat_gives_the_near_name(table: Console, word: str, near: str) -> None:
    assert f"没有 {word}。是不是 {near}？" in table("status", word, code=1).err


def test_the_skill_may_be_left_out_where_one_is_due(table: Console) -> None:
    table.to("午夜")
    table("submit", "阿九", "阿一")
    assert table.journal()[-1] == "阿九 冰冻 阿一"
    table.to("深夜")
    table("submit", "狼群", "阿一")
    table("submit", "阿三", "5楼")
    assert table.journal()[-2:] == ["狼群 杀人 阿一", "阿三 预言 阿五"]


def test_left_out_where_several_are_due_lists_them(table: Console) -> None:
    table.to("凌晨")
    said = table("submit", "阿一", "阿三", code=1)
    assert "救药" in said.err and "毒药" in said.err


def test_a_skill_by_its_beginning(table: Console) -> None:
    table.to("凌晨")
    table("submit", "阿一", "毒", "阿二")
    assert table.journal()[-1] == "阿一 毒药 阿二"


def test_the_knife_under_a_member_says_where_it_belongs(table: Console) -> None:
    table.to("深夜")
    assert "狼群 杀人" in table("submit", "阿二", "杀人", "阿一", code=1).err


@pytest.mark.parametrize("words,said", [
    (["阿一", "毒要", "阿二"], "是不是 毒药？"),
    (["阿三", "毒药", "阿二"], "没有技能 毒药"),
    (["阿一", "毒药"], "要选 1 名"),
    (["阿一", "毒药", "阿二", "阿三"], "至多选 1 名"),
    (["阿三", "预言", "阿一"], "不能发动 预言"),
])  # fmt: skip
def test_refusals_record_nothing(table: Console, words: list[str], said: str) -> None:
    table.to("凌晨")
    before = table.journal()
    result = table("submit", *words, code=1)
    assert said in result.err and result.out == ""
    assert table.journal() == before


def test_second_use_and_replace(table: Console) -> None:
    table.to("深夜")
    first = table("submit", "东风", "猎杀", "阿一")
    assert "第 1 次，剩 2" in first.out
    assert "--replace" in table("submit", "东风", "猎杀", "阿二", code=1).err
    table("submit", "东风", "猎杀", "阿二", "--replace")
    assert table.journal()[-2:] == ["东风 撤回 猎杀", "东风 猎杀 阿二"]


def test_choices_with_blanks_keep_together(table: Console) -> None:
    table("note", "看 一看")
    assert table.journal()[-1].startswith("导演 备注 内容=")
    assert "看 一看" in table("log", "--events").out


# ── batches ──


def test_a_batch_is_all_or_none(table: Console) -> None:
    table.to("深夜")
    before = table.journal()
    said = table("night", "submit", "--file", "-", input="狼群 阿一\n阿三 预言 阿无\n阿五 诽谤 阿一 阿二\n", code=1)
    assert "第 2 行" in said.err and "第 3 行" in said.err and "第 1 行" not in said.err
    assert table.journal() == before
    path = table.file("moves.txt", "# 深夜\n狼群 阿一\n\n阿三 5楼  # 预言\n", "gbk")
    table("night", "submit", "--file", path)
    assert table.journal()[-2:] == ["狼群 杀人 阿一", "阿三 预言 阿五"]


def test_a_batch_knows_its_own_earlier_lines(table: Console) -> None:
    table.to("凌晨")
    said = table("night", "submit", "-f", "-", input="阿一 毒药 阿二\n阿一 救药 阿三\n", code=1)
    assert "第 2 行" in said.err and "当晚用了 毒药" in said.err


def test_ballots_from_a_pipe(table: Console) -> None:
    table.to("正午")
    table("vote", "cast", "--file", "-", input="阿一 阿二\n阿二 弃权\n阿三 投票 阿二 时间=21:14\n阿一 改票 阿三\n")
    assert table.journal()[-4:] == ["阿一 投票 阿二", "阿二 弃权", "阿三 投票 阿二 时间=21:14", "阿一 改票 阿三"]


def test_night_and_day_keep_to_their_time(table: Console) -> None:
    assert "bansha day submit" in table("night", "submit", "阿一", "毒药", "阿二", code=1).err
    table.to("深夜")
    assert "bansha night submit" in table("day", "submit", "阿三", "阿二", code=1).err
