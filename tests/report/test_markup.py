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
