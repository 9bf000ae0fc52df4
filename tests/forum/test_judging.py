"""The vote rules, one question at a time."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from banshā.forum.judging import judge
from banshā.forum.posts import Thread
from banshā.forum.reading import join, read_page
from banshā.forum.times import read_span
from banshā.forum.verdicts import Out, Outcome, Recorded, Terms

from .builder import P, ballot, edited, numbered, q, stock, tieba

SEATS = ["饺子", "包子", "油条", "豆浆", "豆花", "Dango", "饺子皮"]
CLOSES = datetime.fromisoformat("2026-11-08T21:00:00+08:00")


def at(day: int, time: str) -> str:
    return f"2026-11-0{day} {time}:00"


def thread(*posts: P, page: Any = stock) -> Thread:
    every = numbered([P("导演", at(6, "09:00"), "投票帖"), *posts])
    return join([read_page(page(every).encode(), "页.html")])


def judged(*posts: P, page: Any = stock, **more: Any) -> Outcome:
    return judge(thread(*posts, page=page), Terms(SEATS, CLOSES, **more))


def verdict(text: str, time: str = at(6, "12:00"), author: str = "饺子", **more: Any) -> tuple[str, str, str]:
    found = judged(P(author, time, text), **more).verdicts[1]
    return found.verdict, found.target, found.reason


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (ballot("油条"), ("vote", "油条", "")),
        ("投票对象:油条<br />投票理由:x", ("vote", "油条", "")),
        ("投票对象：油条　投票理由：x", ("vote", "油条", "")),
        ("投票对象：弃权<br />投票理由：", ("vote", "弃权", "")),
        ("投票对象：@油条<br />投票理由：x", ("vote", "油条", "")),
        ("投票对象：ｄａｎｇｏ<br />投票理由：x", ("vote", "Dango", "")),
        ('投票对象<img src="static/image/smiley/default/biggrin.gif" smilieid="3" alt="" />ango<br />投票理由：x',
         ("vote", "Dango", "")),
        ("投票对象：<strong>饺子皮</strong><br /><font>投票理由</font>：x", ("vote", "饺子皮", "")),
        ("投票理由先不说<br />投票对象：油条<br />投票理由：他昨天的“投票对象：豆浆”是假的", ("vote", "油条", "")),
        ("投票对象：豆桨<br />投票理由：x", ("ask", "豆浆", "misspelt")),
        ("投票对象：油条或豆浆<br />投票理由：x", ("ask", "油条", "misspelt")),
        ("投票对象：黑森林蛋糕<br />投票理由：x", ("void", "", "unknown-target")),
        ("投票对象：<br />投票理由：x", ("ask", "", "empty-target")),
        ("投票对象：<br />油条<br />投票理由：x", ("ask", "油条", "target-on-next-line")),
        ("投票对象：油条", ("ask", "油条", "no-reason")),
        ("投票对象：油条<br />改票理由：x", ("ask", "油条", "mixed-keywords")),
        ("我想好了 投票对象：油条<br />投票理由：x", ("ask", "油条", "not-at-line-start")),
        ("投票對象：油條<br />投票理由：x", ("ask", "油条", "traditional-keywords")),
        ("投票对像：油条", ("ask", "油条", "malformed")),
        ("投给油条", ("ask", "油条", "malformed")),
        ("弃权", ("ask", "弃权", "malformed")),
        ("今天票型有点怪，先看看再投", ("ignore", "", "")),
        ("油条昨天投豆浆不对劲吧", ("ignore", "", "")),
        (ballot("油条") + "<br /><br />" + ballot("豆浆"), ("void", "", "two-in-one")),
        ("投票对象：油条 投票理由：x 投票对象：豆浆 投票理由：y", ("ask", "油条", "two-in-one")),
        ("<strike>投票对象：油条</strike><br />" + ballot("豆浆"), ("ask", "豆浆", "struck")),
        ('投票对象：<img src="x.jpg" alt="" /><br />投票理由：x', ("ask", "", "picture")),
        ('<div class="blockcode"><ol><li>投票对象：油条</ol></div>', ("ignore", "", "")),
        (q("包子", "2026-11-06 10:00", ballot("油条")), ("ignore", "", "")),
        ('<div class="locked">提示: <em>该帖被管理员或版主屏蔽</em></div>', ("unreadable", "", "blocked")),
        (edited("饺子", "2026-11-06 12:05") + ballot("油条"), ("vote", "油条", "")),
        (edited("饺子", "2026-11-08 20:30") + ballot("油条"), ("ask", "油条", "edited-in-last-hour")),
        (edited("饺子", "2026-11-08 21:00") + ballot("油条"), ("ask", "油条", "edited-after-closing")),
    ],
)  # fmt: skip
def test_what_a_post_says(text: str, wanted: tuple[str, str, str]) -> None:
    assert verdict(text) == wanted


def test_closing_is_not_before_closing() -> None:
    assert verdict(ballot("油条"), "2026-11-08 20:59:59")[0] == "vote"
    assert verdict(ballot("油条"), "2026-11-08 21:00:00") == ("late", "油条", "after-closing")
    assert verdict("晚了一步", "2026-11-08 21:00:01")[0] == "ignore"


def test_who_is_out_and_who_may_be_voted_for() -> None:
    gone = {"油条": Out(), "包子": Out(datetime.fromisoformat("2026-11-07T12:00:00+08:00"), True)}
    assert verdict(ballot("油条"), outs=gone) == ("void", "油条", "target-out")
    assert verdict(ballot("豆浆"), author="油条", outs=gone) == ("void", "豆浆", "voter-out")
    assert verdict(ballot("包子"), outs=gone) == ("vote", "包子", "")
    assert verdict(ballot("包子"), at(7, "12:00"), outs=gone) == ("void", "包子", "target-out")
    assert verdict(ballot("豆浆"), candidates=frozenset({"油条"})) == ("void", "豆浆", "target-barred")
    assert verdict(ballot("豆浆"), barred={"饺子": "迷魂"}) == ("void", "豆浆", "barred")


def changed(text: str, time: str, quote: str, page: Any = stock, **more: Any) -> tuple[str, str, str]:
    posts = (P("饺子", at(6, "10:00"), ballot("油条")), P("饺子", time, quote + text))
    found = judged(*posts, page=page, **more).verdicts[-1]
    return found.verdict, found.target, found.reason


OWN = q("饺子", "2026-11-06 10:00", "投票对象：油条", 5006)
PHONE = q("饺子", "2026-11-06 10:00", "投票对象：油条")


def test_a_change_answers_ones_own_vote() -> None:
    new = ballot("豆浆", "改票")
    assert changed(new, at(6, "12:00"), OWN) == ("change", "豆浆", "")
    assert changed(new, at(6, "12:00"), PHONE) == ("change", "豆浆", "")
    assert changed(new, at(6, "12:00"), "") == ("void", "豆浆", "change-not-a-reply")
    other = q("包子", "2026-11-06 10:00", "投票对象：油条", 5003)
    assert changed(new, at(6, "12:00"), other) == ("void", "豆浆", "change-replies-to-another")
    # A writer whose clock is set to another zone: the minute is right, the hour is his.
    away = q("饺子", "2026-11-06 11:00", "投票对象：油条<br />投票理由：没有别的人可投")
    assert changed(new, at(6, "12:00"), away) == ("change", "豆浆", "")
    assert changed(new, at(6, "12:00"), "", page=tieba) == ("ask", "豆浆", "reply-unclear")


def test_when_a_change_is_allowed() -> None:
    new = ballot("豆浆", "改票")
    assert changed(new, at(8, "19:59"), OWN)[0] == "change"
    assert changed(new, at(8, "20:00"), OWN) == ("void", "豆浆", "last-hour")
    assert changed(new, at(6, "12:00"), OWN, fast=True) == ("void", "豆浆", "pace")
    gone = {"油条": Out(datetime.fromisoformat("2026-11-08T20:10:00+08:00"), True)}
    assert changed(new, at(8, "20:20"), OWN, outs=gone) == ("change", "豆浆", "target-went-out-at-noon")
    assert changed(new, at(8, "20:05"), OWN, outs=gone) == ("void", "豆浆", "last-hour")
    assert changed(new, at(8, "20:20"), OWN, outs=gone, fast=True)[0] == "change"
    assert changed(new, at(8, "20:20"), "", outs=gone) == ("void", "豆浆", "change-not-a-reply")


def test_one_change_only_and_a_second_vote_is_none() -> None:
    posts = (
        P("饺子", at(6, "10:00"), ballot("油条")),
        P("饺子", at(6, "11:00"), OWN + ballot("豆浆", "改票")),
        P("饺子", at(6, "12:00"), OWN + ballot("包子", "改票")),
        P("饺子", at(6, "13:00"), ballot("豆花")),
        P("饺子", at(6, "14:00"), "我就投豆浆"),
    )
    out = judged(*posts)
    assert [(v.verdict, v.reason) for v in out.verdicts[1:]] == [
        ("vote", ""), ("change", ""), ("void", "second-change"), ("void", "second-vote"), ("ignore", ""),
    ]  # fmt: skip
    final = out.finals[0]
    assert (final.status, final.target, len(final.chain)) == ("valid", "豆浆", 2)


def test_the_director_votes_for_others() -> None:
    both = "【代投】<br />马甲：豆浆<br />" + ballot("油条") + "<br />马甲：豆花<br />" + ballot("弃权")
    out = judged(P("导演", at(6, "10:00"), both))
    assert [(v.verdict, v.seat, v.target) for v in out.verdicts[1:]] == [
        ("proxy", "豆浆", "油条"),
        ("proxy", "豆花", "弃权"),
    ]
    late = judged(P("导演", at(8, "20:00"), "马甲：豆浆<br />" + ballot("油条"))).verdicts[1]
    assert (late.verdict, late.reason) == ("void", "proxy-last-hour")
    unclear = judged(P("导演", at(6, "10:00"), "替豆浆代投<br />" + ballot("油条"))).verdicts[1]
    assert (unclear.verdict, unclear.reason) == ("ask", "proxy-without-seat")
    talk = judged(P("导演", at(6, "10:00"), "重申格式：<br />" + ballot("某某"))).verdicts[1]
    assert talk.verdict == "ignore"
    assert judged(P("场助", at(6, "10:00"), both), directors=frozenset({"场助"})).verdicts[1].verdict == "proxy"


def test_accounts() -> None:
    assert verdict(ballot("油条"), author="路人") == ("ignore", "油条", "not-a-seat")
    assert verdict(ballot("油条"), author="饺子2") == ("ask", "油条", "near-account")
    assert verdict(ballot("油条"), author="饺子2", accounts={"饺子2": "饺子"}) == ("vote", "油条", "")
    assert verdict(ballot("油条"), author="dango")[0] == "vote"


def test_the_directors_own_decisions() -> None:
    assert verdict("投票对象：豆桨<br />投票理由：x", overrides={2: "豆浆"}) == ("vote", "豆浆", "overridden")
    assert verdict(ballot("豆浆"), ignores=frozenset({2})) == ("ignore", "", "ignored")
    assert verdict(ballot("豆浆"), "2026-11-08 21:00:05", overrides={5006: "豆浆"})[0] == "vote"
    found = judged(P("路人", at(6, "10:00"), ballot("豆浆")), overrides={2: "饺子皮:豆浆"})
    assert [(f.seat, f.target) for f in found.finals if f.status == "valid"] == [("饺子皮", "豆浆")]


def test_what_is_asked_is_settled_by_a_later_ballot() -> None:
    out = judged(
        P("饺子", at(6, "10:00"), "投票对象：豆桨<br />投票理由：x"), P("饺子", at(6, "11:00"), ballot("豆浆"))
    )
    assert out.verdicts[1].moot and "corrects-earlier" in out.verdicts[2].remarks
    assert out.finals[0].status == "valid"


def test_vague_times_are_asked_only_where_they_matter() -> None:
    page = thread(P("饺子", at(8, "20:50"), ballot("油条")), P("包子", at(8, "12:00"), ballot("油条")))
    for post, span in zip(page.posts[1:], ("2026-11-08T20:31:00+08~2026-11-08T21:01:00+08",
                                           "2026-11-08T12:00:00+08~2026-11-08T13:00:00+08"), strict=True):  # fmt: skip
        post.time = read_span(span)
    first, second = judge(page, Terms(SEATS, CLOSES)).verdicts[1:]
    assert (first.verdict, first.target, first.reason) == ("ask", "油条", "time-unclear") and "截止之后" in first.note
    assert second.verdict == "vote"
    page.posts[1].time = None
    assert judge(page, Terms(SEATS, CLOSES)).verdicts[1].reason == "time-unclear"


def recorded(target: str, when: str, changes: int = 0) -> dict[str, Recorded]:
    return {"饺子": Recorded(target, read_span(when), changes)}


def test_what_the_game_has_already() -> None:
    vote, change = P("饺子", at(6, "10:00"), ballot("油条")), P("饺子", at(6, "11:00"), OWN + ballot("豆浆", "改票"))
    known = recorded("油条", "2026-11-06T10:00:00+08")
    assert judged(vote, recorded=known).finals[0].target == "油条"
    # A later page alone: the vote it answers is on record.
    only = P("饺子", at(6, "11:00"), PHONE + ballot("豆浆", "改票"))
    assert judged(only, recorded=known).verdicts[1].verdict == "change"
    assert judged(P("饺子", at(6, "11:00"), ballot("豆浆")), recorded=known).verdicts[1].reason == "second-vote"
    # Typed by hand, without the post's time.
    hand = recorded("油条", "21:14")
    assert judged(vote, change, recorded=hand).verdicts[1].reason == "recorded"
    assert judged(P("饺子", at(6, "10:00"), ballot("豆浆")), recorded=hand).verdicts[1].reason == "differs"
    # Nothing on the page: the record stands.
    assert (final := judged(recorded=known).finals[0]).status == "valid" and final.target == "油条"


def test_a_page_saved_in_another_zone() -> None:
    """The page speaks GMT+9, the closing time is told in +8, quotes and edited marks are in their writers' zone."""
    posts = numbered([
        P("导演", at(6, "10:00"), "投票帖"),
        P("饺子", at(6, "11:00"), ballot("油条")),
        P("饺子", at(8, "20:59"), q("饺子", "2026-11-06 10:00", "投票对象：油条") + ballot("豆浆", "改票")),
        P("包子", at(8, "21:30"), edited("包子", "2026-11-08 20:45") + ballot("油条")),
        P("豆花", at(8, "22:00"), ballot("油条")),
    ])  # fmt: skip
    page = stock(posts, foot="GMT+9, 2026-11-09 12:00")
    found = judge(join([read_page(page.encode(), "页.html")]), Terms(SEATS, CLOSES))
    assert [(v.verdict, v.reason) for v in found.verdicts[1:]] == [
        ("vote", ""), ("change", ""), ("ask", "edited-in-last-hour"), ("late", "after-closing"),
    ]  # fmt: skip


def test_what_a_missing_page_or_name_leaves_open_is_asked() -> None:
    new = PHONE + ballot("豆浆", "改票")
    assert verdict(new, at(7, "12:00")) == ("ask", "豆浆", "change-without-vote")  # his vote is on another page
    proxy = "马甲：豆浆<br />" + ballot("油条")
    found = judged(P("雪风", at(6, "10:00"), proxy)).verdicts[1]
    assert (found.verdict, found.reason) == ("ask", "proxy-by-stranger") and "--director 雪风" in found.note


def test_a_page_cut_anywhere_changes_no_other_post() -> None:
    posts = numbered([
        P("导演", at(6, "09:00"), "投票帖"),
        P("饺子", at(6, "10:00"), ballot("油条")),
        P("饺子", at(6, "11:00"), OWN + ballot("豆浆", "改票")),
        P("包子", at(6, "12:00"), edited("包子", "2026-11-06 12:30") + ballot("豆花"), sign="投票对象：油条"),
    ])  # fmt: skip
    whole = stock(posts)
    said = [(v.verdict, v.target) for v in judge(join([read_page(whole.encode(), "x")]), Terms(SEATS, CLOSES)).verdicts]
    begin = whole.index("post_5006")
    for end in range(begin + 900, len(whole) - 120, 37):
        found = judge(join([read_page(whole[:end].encode(), "x")]), Terms(SEATS, CLOSES)).verdicts
        assert [(v.verdict, v.target) for v in found[:-1]] == said[: len(found) - 1], end
        last = found[-1]
        assert not last.counts or last.post.author == "导演", (end, last)


def in_floors(*replies: tuple[str, ...], last: str = "20:30") -> Outcome:
    """Replies that hang from the second floor of a Tieba page, where 饺子 voted for 油条."""
    posts = numbered([
        P("导演", at(6, "09:00"), "投票帖"), P("饺子", at(6, "10:00"), ballot("油条")),
        P("包子", at(8, last), ballot("油条")),
    ])  # fmt: skip
    page = tieba(posts, {2: list(replies)})
    return judge(join([read_page(page.encode(), "页.html")]), Terms(SEATS, CLOSES))


def test_a_reply_within_ones_own_floor_changes_the_vote() -> None:
    """xuelang: 改票时使用楼中楼. It is judged at its own time, not at that of its floor."""
    change = ballot("豆浆", "改票").replace("<br />", " ")
    out = in_floors(("饺子", change, "2026-11-7 12:00", "901"), ("包子", "改得好", "2026-11-7 12:01", "902"))
    assert [(v.verdict, v.target, v.post.where) for v in out.verdicts[1:3]] == [
        ("vote", "油条", "2 楼"),
        ("change", "豆浆", "2 楼的楼中楼"),
    ]
    assert out.finals[0].target == "豆浆" and not out.elsewhere
    late = in_floors(("饺子", change, "2026-11-8 20:15", "901"), last="20:10").verdicts
    assert [(v.post.floor, v.verdict, v.reason) for v in late[1:]] == [
        (2, "vote", ""),
        (3, "vote", ""),
        (2, "void", "last-hour"),
    ]
    other = in_floors(("包子", change, "2026-11-8 19:40", "903"), last="19:00").verdicts[-1]
    assert (other.verdict, other.reason) == ("void", "change-replies-to-another")


def test_a_reply_whose_time_the_page_lost_is_asked() -> None:
    change = "回复 饺子 ：" + ballot("豆浆", "改票").replace("<br />", " ")
    unclear = in_floors(("饺子", change, "", "901")).verdicts[2]
    assert (unclear.verdict, unclear.target, unclear.reason) == ("ask", "豆浆", "time-unclear")
    posts = numbered([P("导演", at(6, "09:00"), "投票帖"), P("饺子", at(6, "10:00"), ballot("油条"))])
    page = join([read_page(tieba(posts, {2: [("饺子", change, "", "901")]}).encode(), "页.html")])
    settled = judge(page, Terms(SEATS, CLOSES, overrides={901: "豆浆"}))
    assert (settled.finals[0].status, settled.finals[0].target) == ("valid", "豆浆")
    ignored = judge(page, Terms(SEATS, CLOSES, ignores=frozenset({901})))
    assert (ignored.finals[0].status, ignored.finals[0].target) == ("valid", "油条")
