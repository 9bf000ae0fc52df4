"""Text for forums: what Discuz! would spoil is not in it."""

from __future__ import annotations

import re

import pytest

from banshā.report import markup
from banshā.report.markup import Block, posts, render, safe, size

BLOCKS = [
    Block("title", "第 2 天 开门"),
    Block("news", "昨夜出局：阿三、Dango"),
    Block("quote", "票数:P3 [b]粗[/b] [X] :)", "阿三的遗言："),
    Block("table", rows=[["马甲", "身份"], ["阿三", "女巫|预言家"]]),
    Block("code", "a :P b"),
]


@pytest.mark.parametrize("text", ["投票对象:Dango", "票数:P3", ":)", ";P", "(:D)", "警长:Lucy"])
def test_no_smiley_survives(text: str) -> None:
    assert not re.search(r":[)(DoP$LQ@]|;P", safe(text))


@pytest.mark.parametrize("text", ["21:14", "3:0", "https://x.cn/a", "[冻结]", "[守护：1]"])
def test_harmless_text_stays(text: str) -> None:
    assert safe(text) == text


@pytest.mark.parametrize("text", ["[b]", "[/size]", "[*]", "[X]", "[3]", "[hide]"])
def test_codes_in_players_words_are_disarmed(text: str) -> None:
    assert "[" not in safe(text)


def test_discuz_uses_only_stock_tags_in_lower_case() -> None:
    text = render(BLOCKS, "discuz")
    tags = re.findall(r"\[(/?)([A-Za-z]+)[^\]]*\]", text)
    assert {name for _, name in tags} <= {"b", "size", "color", "align", "quote", "table", "tr", "td", "code"}
    for name in {name for _, name in tags}:
        assert [a for a, n in tags if n == name].count("") == [a for a, n in tags if n == name].count("/")
    assert "[color=Red]" in text and "[size=5]" in text


@pytest.mark.parametrize("form", markup.FORMATS)
def test_every_format_says_everything(form: str) -> None:
    text = render(BLOCKS, form)
    for word in ("第 2 天 开门", "昨夜出局：阿三、Dango", "阿三的遗言", "女巫"):
        assert word in text


def test_tieba_has_no_codes() -> None:
    assert "[/" not in render([b for b in BLOCKS if b.kind != "quote"], "tieba")


def test_long_posts_are_cut_between_blocks() -> None:
    blocks = [
        Block("title", "长"),
        *(Block("quote", "话" * 1500, f"{i}：") for i in range(6)),
        Block("quote", "字" * 9000),
    ]
    parts = posts(blocks, "discuz")
    assert len(parts) > 3 and all(size(p) <= markup.LIMIT for p in parts)
    assert "".join(parts).count("话") == 9000 and "".join(parts).count("字") == 9000
    for part in parts:
        assert part.count("[quote]") == part.count("[/quote]")
