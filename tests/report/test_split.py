"""Long texts as posts: each within the limit and sound by itself, together the whole text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banshā.report import bbcode, markup
from banshā.report.bbcheck import faults, visible
from banshā.report.markup import Block, posts, render

WORDS = st.text("话票狼人村民，。！\n:[]b/| 🐺", max_size=300)
BLOCKS = st.lists(
    st.builds(
        Block,
        st.sampled_from(["title", "heading", "label", "news", "text", "quote", "code", "sign"]),
        WORDS, st.just("") | st.just("甲的遗言："),
    )
    | st.builds(
        lambda rows: Block("table", rows=[["楼", "马甲", "目标"], *rows]),
        st.lists(st.lists(WORDS, min_size=3, max_size=3), min_size=1, max_size=8),
    ),
    min_size=1, max_size=8,
)  # fmt: skip


def body(text: str) -> str:
    """What is seen, without the number of the part."""
    seen = visible(text).replace("｜", "|")  # a row that no post takes becomes lines, where a bar is no danger
    return "".join(re.sub(r"（第 \d+ 贴，共 \d+ 贴）", "", seen, count=1).split())


@given(BLOCKS, st.integers(300, 3000), st.sampled_from(bbcode.ENCODINGS))
def test_parts_keep_the_limit_and_are_sound(blocks: list[Block], limit: int, encoding: str) -> None:
    parts = posts(blocks, "discuz", limit, encoding)
    for part in parts:
        assert bbcode.size(part, encoding) <= limit
        assert not [f for f in faults(part, limit, encoding) if not f.startswith(("引用之外", "gbk 里没有"))]


@given(BLOCKS, st.integers(300, 1500))
def test_nothing_is_lost(blocks: list[Block], limit: int) -> None:
    """Every sign of the text is in the parts, as often at least (headers of tables repeat)."""
    whole = body(render(blocks, "discuz"))
    parts = "".join(body(p) for p in posts(blocks, "discuz", limit))
    for sign in set(whole):
        assert parts.count(sign) >= whole.count(sign)


def test_parts_are_numbered_and_a_heading_stays_with_its_table() -> None:
    blocks = [
        Block("text", "话" * 3290),
        Block("heading", "身份"),
        Block("table", rows=[["楼", "马甲"], *([str(i), f"马甲{i}"] for i in range(300))]),
    ]
    parts = posts(blocks, "discuz")
    assert len(parts) > 2
    for n, part in enumerate(parts, 1):
        assert part.startswith(f"[b]（第 {n} 贴，共 {len(parts)} 贴）[/b]") and not faults(part)
    assert "身份" in parts[1] and "身份" not in parts[0]
    assert all("[tr][td][b]楼[/b][/td]" in p for p in parts[1:])
    assert all(f"马甲{i}[" in "".join(parts) for i in range(300))


def test_long_posts_are_cut_between_blocks_then_between_sentences() -> None:
    blocks = [
        Block("title", "长"),
        *(Block("quote", "话" * 1500, f"{i}：") for i in range(6)),
        Block("quote", "字字字字，" * 1800),
    ]
    parts = posts(blocks, "discuz")
    assert all(bbcode.size(p) <= markup.LIMIT for p in parts)
    assert "".join(parts).count("话") == 9000 and "".join(parts).count("字") == 7200
    assert all(p.count("[quote]") == p.count("[/quote]") for p in parts)
    assert sum(p.endswith("，[/quote]") for p in parts) >= 2


def test_newlines_count_twice() -> None:
    lines = "\n".join("九个字母呀" for _ in range(1000))
    for part in posts([Block("text", lines)], "discuz", 5000):
        assert len(part.replace("\n", "\r\n").encode()) <= 5000


def test_gbk_takes_more_characters_a_post() -> None:
    blocks = [Block("text", "话" * 9500)]
    assert len(posts(blocks, "discuz", encoding="gbk")) < len(posts(blocks, "discuz"))


def test_emoji_are_not_torn() -> None:
    for part in posts([Block("text", "👨‍👩‍👧" * 200)], "discuz", 450):
        assert not re.search("\u200d(?!👩|👧)", part) and not re.search("(?<!👨)(?<!👩)\u200d", part)


@pytest.mark.parametrize("form", ["tieba", "markdown", "plain"])
def test_other_formats_are_cut_only_when_told(form: str) -> None:
    blocks = [Block("heading", "身份"), Block("text", "话，" * 9000)]
    assert len(posts(blocks, form)) == 1
    parts = posts(blocks, form, 8000)
    assert len(parts) > 3 and all(len(p.encode()) <= 8000 for p in parts)
