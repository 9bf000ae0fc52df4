"""Discuz! code: the checker against what the real software made of 258 posts, and our texts against the checker."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banshā.report import bbcode
from banshā.report.bbcheck import faults, visible
from banshā.report.markup import Block, render

FACTS = [
    line.split("\t")
    for line in (Path(__file__).parent / "bbcode_facts.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
# Right on a stock page, and yet not for us: other codes, rights, widths or views that we keep away from.
STRICTER = [
    "[color=FF0000]", "rgba", "[size=0]", "[size=8]", "[size=9]", "[size=10]", "[size=99]", "[qq]", "[i=s]", "[table=561]",
    "⏎马甲|", "甲\\|乙", "⏎甲|[b]", "一行没有竖线", "甲｜乙", "[QUOTE]", "[postbg]", "[password]", "[img", "[media", "[audio]",
    "[flash]", "[attach]", "[url=www.", "[3]", "[1]", "[ b ]", ":D", ":)", ":lol", ":P",
]  # fmt: skip
# Marked as not as meant, but only because no link or mention comes of it.
NO_LINK = ["裸链接 https", "@包子", "www.example.com 裸域名文字", "[url]裸域名"]
SHORT = ("整贴没有", "引用之外")  # the samples are snippets


def judged(source: str) -> list[str]:
    return [f for f in faults(source, None) if not f.startswith(SHORT)]


@pytest.mark.parametrize(("mark", "source", "seen"), FACTS, ids=[f[1][:30] for f in FACTS])
def test_checker_agrees_with_the_software(mark: str, source: str, seen: str) -> None:
    text = source.replace("⏎", "\n").replace("⇥", "\t")
    found = judged(text)
    if any(x in source for x in NO_LINK):
        return
    if mark == "✓" and not any(x in source for x in STRICTER):
        assert not found
    if mark != "✓":
        assert found or faults(text, None)
    if not found and "[/" in text:
        assert "".join(visible(text).split()) == seen


@pytest.mark.parametrize(
    "text", ["[hide]秘密[/hide]", "[hide=d7]x[/hide]", "[b]甲[/i]", "[table][tr]甲[/tr][/table]", "[table][/table]"]
)
def test_checker_refuses(text: str) -> None:
    assert judged(text)


@pytest.mark.parametrize(
    "text", ["投票对象:Dango", "票数:P3", ":)", ";P", "(:D)", "警长:Lucy", ":'(", ":lol", "{:4_86:}"]
)
def test_no_smiley_survives(text: str) -> None:
    assert not judged(bbcode.safe(text))


@pytest.mark.parametrize("text", ["21:14", "3:0", "https://x.cn/a", "[冻结]", "[守护：1]"])
def test_harmless_text_stays(text: str) -> None:
    assert bbcode.safe(text) == text


SIGNS = st.text(st.sampled_from("[]/*=:;)(DPoLQ$@'bius0123 守\n|\\#&{}_") | st.characters(codec="utf-8"), max_size=60)
NASTY = st.lists(
    SIGNS | st.sampled_from(["[b]", "[/b]", "[hide]", "[/table]", "[td]", "[*]", "[hr]", "[code]", "[/code]", ":lol", "[quote]"])
).map("".join)  # fmt: skip


@given(NASTY)
def test_whatever_players_write_is_shown_and_breaks_nothing(text: str) -> None:
    kinds = ["title", "heading", "news", "text", "quote", "place", "sign", "label"]
    blocks = [Block(kind, text, text if kind == "quote" else "") for kind in kinds]
    blocks.append(Block("table", rows=[["马甲", text], [text, "乙"]]))
    blocks.append(Block("code", text))
    post = render(blocks, "discuz")
    assert not faults(post, None)
    wanted = "".join(bbcode.safe(text).split())
    assert not wanted or "".join(visible(post).split()).count(wanted) >= len(kinds)


def test_a_bar_never_ends_a_cell() -> None:
    post = render([Block("table", rows=[["身份"], ["女巫|预言家"]])], "discuz")
    assert "|" not in post and "女巫｜预言家" in post


def test_every_post_has_a_closing_code() -> None:
    post = render([Block("text", "就一句话，没有别的")], "discuz")
    assert "[/" in post and not faults(post)


def test_gbk_forums_are_told_of() -> None:
    assert bbcode.foreign("狼🐺人✓★", "gbk") == "🐺✓" and bbcode.foreign("狼🐺人", "utf-8") == ""
    assert bbcode.size("狼人\n🐺", "gbk") == 4 + 2 + len("&#128058;")
    assert any("gbk" in f for f in faults("[b]狼🐺人要十个字节[/b]", None, "gbk"))


def test_a_code_box_cannot_be_left() -> None:
    post = render([Block("text", "十个字节以上"), Block("code", "甲[/code]乙[/CODE]\n:P [b]")], "discuz")
    assert not faults(post) and ":P [b]" in visible(post)
