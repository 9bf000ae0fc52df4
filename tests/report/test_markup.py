"""The formats beside Discuz! code: every one says everything."""

from __future__ import annotations

import pytest

from banshā.report import markup
from banshā.report.markup import Block, render

BLOCKS = [
    Block("title", "第 2 天 开门"),
    Block("place", "（晨报写在这里）"),
    Block("news", "昨夜出局：阿三、Dango"),
    Block("quote", "票数:P3 [b]粗[/b] [X] :)", "阿三的遗言："),
    Block(
        "table", rows=[["马甲", "空", "身份", "去留"], ["阿三", "", "女巫|预言家", ""], ["阿四", "", "猎人", "在场"]]
    ),
    Block("code", "a :P b"),
    Block("sign", "—— 导演"),
]


@pytest.mark.parametrize("form", markup.FORMATS)
def test_every_format_says_everything(form: str) -> None:
    text = render(BLOCKS, form)
    for word in ("第 2 天 开门", "晨报写在这里", "昨夜出局：阿三、Dango", "阿三的遗言", "女巫", "a :P b", "导演"):
        assert word in text


@pytest.mark.parametrize("form", markup.FORMATS)
def test_columns_without_content_are_left_out_and_gaps_shown(form: str) -> None:
    text = render(BLOCKS, form)
    assert "空" not in text and text.count(markup.EMPTY) == 1


def test_tieba_and_plain_have_no_codes() -> None:
    for form in ("tieba", "plain"):
        assert "[/" not in render([b for b in BLOCKS if b.kind != "quote"], form)


@pytest.mark.parametrize("form", ["discuz", "tieba"])
def test_nobody_is_called_by_a_seats_name(form: str) -> None:
    blocks = [Block("news", "昨夜出局：@阿二"), Block("table", rows=[["马甲"], ["@阿二"]])]
    assert "@" not in render(blocks, form) and render(blocks, form).count("＠阿二") == 2


def test_plain_columns_stand_below_one_another() -> None:
    long = "很长的名字" * 8
    rows = [["楼", "马甲", "身份"], ["1", "阿三", "女巫"], ["2", "e\u0301\u200b", "猎人"], ["3", long, "骑士"]]
    lines = render([Block("table", rows=rows)], "plain").splitlines()
    assert lines[0] == "楼  马甲" + " " * 18 + "身份" and lines[1] == "1   阿三" + " " * 18 + "女巫"
    assert lines[2].endswith(" " * 21 + "猎人")  # marks and joiners take no room
    assert lines[3] == f"3   {long}  骑士"  # one long name does not push all the others out


def test_tieba_tables_need_no_blanks() -> None:
    assert render([Block("table", rows=[["楼", "马甲"], ["1", "阿三"]])], "tieba") == "楼｜马甲\n1｜阿三"


def test_tieba_marks_every_line_of_news() -> None:
    assert render([Block("news", "甲出局\n乙出局")], "tieba") == "★ 甲出局\n★ 乙出局"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a_b*c", r"a\_b\*c"),
        ("[b]", r"\[b\]"),
        ("1. 甲", r"1\. 甲"),
        ("- 甲", r"\- 甲"),
        ("甲|乙", r"甲\|乙"),
        ("#甲", r"\#甲"),
    ],
)
def test_markdown_shows_what_was_written(text: str, shown: str) -> None:
    assert render([Block("text", text)], "markdown") == shown


def test_markdown_fences_are_longer_than_what_they_hold() -> None:
    assert render([Block("code", "a\n```\nb\n")], "markdown") == "````\na\n```\nb\n````"


def test_no_post_of_nothing() -> None:
    assert markup.posts([], "discuz") == [] and markup.posts([Block("table", rows=[["甲"]])], "plain") == []
