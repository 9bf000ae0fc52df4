"""What players really write: nothing that seems a ballot is passed over, nothing doubtful is counted."""

from __future__ import annotations

from datetime import datetime

import pytest

from banshā.forum.judging import judge
from banshā.forum.reading import join, read_page
from banshā.forum.verdicts import Outcome, Terms

from . import builder
from .builder import P, ballot, edited, numbered, q

SEATS = ["饺子", "包子", "油条", "豆浆", "Dango", "饺子皮", "8", "Tom Cat"]
CLOSES = datetime.fromisoformat("2026-11-08T21:00:00+08:00")
VIEWS = [
    builder.stock, builder.phone, builder.plugin, builder.archiver, builder.printed, builder.copied,
    builder.copied_phone, builder.copied_archiver,
]  # fmt: skip


def thread(*posts: P) -> list[P]:
    return numbered([P("导演", "2026-11-06 09:00:00", "投票帖"), *posts])


def judged(page: str, **more: object) -> Outcome:
    return judge(join([read_page(page.encode(), "页")]), Terms(SEATS, CLOSES, **more))  # type: ignore[arg-type]


def said(page: str) -> list[tuple[str, str, str]]:
    return [(v.verdict, v.target, v.reason) for v in judged(page).verdicts[1:]]


def one(text: str, author: str = "饺子") -> tuple[str, str, str]:
    return said(builder.stock(thread(P(author, "2026-11-06 10:00:00", text))))[0]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("投票\u200b对象：油\ufeff条<br />投票理由：x", ("vote", "油条", "")),
        ('<font style="font-size:0.9em">投票对象：油条<br />投票理由：x</font>', ("vote", "油条", "")),
        ("投票对象：油条<br />投票理由：<strike>好吃</strike>难吃", ("vote", "油条", "")),
        ("对象：油条<br />理由：x", ("ask", "油条", "malformed")),
        ("投票<br />对象：油条", ("ask", "油条", "malformed")),
        ("投票对相：油条<br />投票理由：x", ("ask", "油条", "malformed")),
        ("票：油条", ("ask", "油条", "malformed")),
        ("票给油条", ("ask", "油条", "malformed")),
        ("今天我弃权", ("ask", "弃权", "malformed")),
        ("弃权，没想法", ("ask", "弃权", "malformed")),
        ("弃权的人都出来解释", ("ignore", "", "")),
        ("以下作废<br />" + ballot("油条"), ("ask", "油条", "revoked")),
        (ballot("油条") + "<br />这票不算", ("ask", "油条", "revoked")),
        (ballot("油条", reason="他昨天那票作废了也不说"), ("vote", "油条", "")),
        ("投票对象：8号<br />投票理由：x", ("ask", "8", "misspelt")),
        ("投票对象：3楼<br />投票理由：x", ("ask", "油条", "misspelt")),
        ("投票对象：tom  cat<br />投票理由：x", ("vote", "Tom Cat", "")),
        # One ballot and what only looks like a second.
        (ballot("油条", reason="他说") + "<br />投票对象：豆浆<br />真怪", ("ask", "油条", "two-in-one")),
        ("投票對象：豆浆<br />投票理由：x<br />" + ballot("油条"), ("ask", "油条", "two-in-one")),
        (ballot("油条") + "<br />" + ballot("油条"), ("ask", "油条", "two-in-one")),
        (ballot("油条") + "<br />" + ballot("豆浆", "改票"), ("ask", "油条", "two-in-one")),
        (ballot("油条") + "<br />" + ballot("豆浆"), ("void", "", "two-in-one")),
    ],
)
def test_one_post(text: str, wanted: tuple[str, str, str]) -> None:
    assert one(text) == wanted


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (f'<div class="quote"><blockquote>{ballot("油条")}</blockquote></div>', "引用框"),
        (f'<div class="showhide"><h4>本帖隐藏的内容</h4>{ballot("油条")}</div>', "隐藏内容"),
        (f'<div style="display:none">{ballot("油条")}</div>', "看不见的字"),
    ],
)
def test_a_ballot_in_a_box_does_not_count_but_is_shown(text: str, where: str) -> None:
    found = judged(builder.stock(thread(P("饺子", "2026-11-06 10:00:00", text))))
    assert found.verdicts[1].verdict == "ignore" and [a.where for a in found.elsewhere] == [where]


def test_the_director_and_whom_he_votes_for() -> None:
    def proxy(text: str) -> tuple[str, str, str]:
        return one(text, "导演")

    assert proxy("马甲：Tom Cat<br />" + ballot("油条")) == ("proxy", "油条", "")
    assert proxy("马甲：饺子、包子<br />" + ballot("油条")) == ("ask", "油条", "proxy-without-seat")
    assert proxy("替饺子投：<br />" + ballot("油条")) == ("ask", "油条", "proxy-without-seat")
    assert proxy("再说一次格式：<br />" + ballot("油条")) == ("ignore", "", "director")
    change = q("导演", "2026-11-06 10:00", "马甲：饺子", 5006) + "马甲：饺子<br />" + ballot("豆浆", "改票")
    posts = [P("导演", "2026-11-06 10:00:00", "马甲：饺子<br />" + ballot("油条"))]
    early = said(builder.stock(thread(*posts, P("导演", "2026-11-06 11:00:00", change))))
    late = said(builder.stock(thread(*posts, P("导演", "2026-11-08 20:30:00", change))))
    assert early[1] == ("ask", "豆浆", "proxy-change") and late[1] == ("void", "豆浆", "proxy-last-hour")


def test_a_change_beside_the_vote_it_repeats() -> None:
    own = q("饺子", "2026-11-06 10:00", "投票对象：油条", 5006)
    both = own + ballot("油条") + "<br />\n" + ballot("豆浆", "改票")
    posts = thread(P("饺子", "2026-11-06 10:00:00", ballot("油条")), P("饺子", "2026-11-06 11:00:00", both))
    assert said(builder.stock(posts))[1] == ("ask", "豆浆", "two-in-one")


def test_another_post_of_the_same_minute_is_not_the_vote() -> None:
    answer = q("饺子", "2026-11-06 10:00", "咦，这么快") + ballot("豆浆", "改票")
    posts = thread(
        P("饺子", "2026-11-06 10:00:05", ballot("油条")),
        P("饺子", "2026-11-06 10:00:40", "咦，这么快"),
        P("饺子", "2026-11-06 11:00:00", answer),
    )
    assert said(builder.stock(posts))[2] == ("ask", "豆浆", "reply-unclear")


@pytest.mark.parametrize("view", VIEWS)
def test_where_a_quote_ends(view: object) -> None:
    """Three lines at most are quoted, and an empty one may be among them; what is quoted is nobody's second vote."""
    first = "想了想<br />\n<br />\n投票对象：油条 投票理由：他先动的手"
    posts = thread(
        P("饺子", "2026-11-06 10:00:00", first),
        P("包子", "2026-11-06 11:00:00", q("饺子", "2026-11-06 10:00", first, 5006) + "跟得真快"),
        P("豆浆", "2026-11-06 12:00:00", q("饺子", "2026-11-06 10:00", first, 5006) + ballot("包子")),
        P("饺子", "2026-11-06 13:00:00", q("饺子", "2026-11-06 10:00", first, 5006) + ballot("包子", "改票")),
    )
    assert said(view(posts)) == [  # type: ignore[operator]
        ("vote", "油条", ""), ("ignore", "", ""), ("vote", "包子", ""), ("change", "包子", ""),
    ]  # fmt: skip


def test_a_quote_that_does_not_end_is_not_counted() -> None:
    text = "饺子 发表于 2026-11-05 10:00\n投票对象：油条\n投票理由：x"  # that post is not on the page
    page = builder.copied(thread(P("包子", "2026-11-06 11:00:00", "X"))).replace("\nX\n", f"\n{text}\n")
    assert said(page) == [("ask", "油条", "quote-open")]


def test_a_signature_in_copied_text() -> None:
    sign = "投票对象：8 投票理由：签名"
    posts = thread(
        P("饺子", "2026-11-06 10:00:00", "早", sign=sign),
        P("饺子", "2026-11-06 11:00:00", ballot("油条"), sign=sign),
        P("包子", "2026-11-06 12:00:00", "投票对象：月饼<br />投票理由：重发"),
        P("包子", "2026-11-06 13:00:00", "再发<br />投票对象：8<br />投票理由：重发"),
    )
    found = judged(builder.copied(posts))
    assert [(v.verdict, v.target, v.reason) for v in found.verdicts[1:]] == [
        ("ask", "8", "signature"), ("ask", "油条", "two-in-one"), ("void", "", "unknown-target"), ("vote", "8", ""),
    ]  # fmt: skip


def test_an_edit_without_a_mark_shows_between_two_saves() -> None:
    def page(target: str, foot: str, mark: str = "") -> bytes:
        posts = thread(P("饺子", "2026-11-06 10:00:00", mark + ballot(target)))
        return builder.stock(posts, foot=f"GMT+8, {foot}").encode()

    for mark in ("", edited("饺子", "2026-11-06 10:30")):
        pages = [
            read_page(page("油条", "2026-11-06 10:10"), "早"),
            read_page(page("豆浆", "2026-11-07 10:00", mark), "晚"),
        ]
        found = judge(join(pages), Terms(SEATS, CLOSES)).verdicts[1]
        assert (found.verdict, found.target, found.reason) == ("ask", "豆浆", "changed-by-edit")
        assert "油条" in found.note


def test_names_that_look_like_furniture() -> None:
    names = ["8", "Tom Cat", "楼主君", "支持", "主题", "5号", "2026", "A&B"]
    posts = thread(*(P(n.replace("&", "&amp;"), f"2026-11-06 1{i}:00:07", ballot("8")) for i, n in enumerate(names)))
    for view in (builder.stock, builder.phone, builder.archiver, builder.printed):
        found = judge(join([read_page(view(posts).encode(), "页")]), Terms(names, CLOSES))
        assert [f.target for f in found.finals] == ["8"] * 8, view
    for post in posts:
        post.author = post.author.replace("&amp;", "&")
    for text in (
        builder.copied(posts), builder.copied_phone(posts), builder.copied_phone(posts, " "),
        builder.copied_phone(posts, "\n"), builder.copied_archiver(posts),
    ):  # fmt: skip
        found = judge(join([read_page(text.encode(), "页")]), Terms(names, CLOSES))
        assert [f.target for f in found.finals] == ["8"] * 8, text[:200]
