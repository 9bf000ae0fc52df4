"""Adapters on pages of our own: themes, Tieba, pasted text, pages that lie or break off."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from banshā.forum.posts import Post, Span, Thread
from banshā.forum.reading import join, load, read_page, threads
from banshā.forum.times import zone
from banshā.game.errors import FileError

from .builder import (
    P,
    archiver,
    ballot,
    copied,
    copied_archiver,
    copied_phone,
    edited,
    numbered,
    phone,
    plugin,
    printed,
    q,
    skinned,
    stock,
    tieba,
)  # fmt: skip

POSTS = numbered(
    [
        P("导演", "2026-11-06 09:00:00", "第二日投票帖"),
        P("饺子", "2026-11-06 09:40:05", ballot("油条")),
        P("油条", "2026-11-06 10:00:07", q("饺子", "2026-11-06 09:40", "投票对象：油条", 5006) + ballot("饺子")),
        P("豆浆", "2026-11-06 11:00:09", edited("豆浆", "2026-11-06 11:30") + ballot("饺子"), sign="投票对象：油条"),
    ]
)


def thread(text: str, coding: str = "utf-8", name: str = "页.html") -> Thread:
    return join([read_page(text.encode(coding), name)])


def facts(posts: list[Post]) -> list[tuple[int, str, str]]:
    return [(p.floor, p.author, p.text.split("\n")[0]) for p in posts]


WANTED = [
    (1, "导演", "第二日投票帖"),
    (2, "饺子", "投票对象：油条"),
    (3, "油条", "投票对象：饺子"),
    (4, "豆浆", "投票对象：饺子"),
]


@pytest.mark.parametrize("coding", ["utf-8", "gb18030", "utf-16"])
def test_stock_page_in_any_coding(coding: str) -> None:
    found = thread(stock(POSTS), coding)
    assert facts(found.posts) == WANTED
    third, fourth = found.posts[2:]
    assert (third.quoted[0].author, third.quoted[0].pid) == ("饺子", 5006)
    assert fourth.edited[0].by == "豆浆" and [a.where for a in fourth.asides] == ["签名"]
    assert found.tid == 77 and found.starter == "导演" and not found.notes


def test_a_theme_of_its_own_authors_right_addresses_rewritten() -> None:
    found = thread(skinned(POSTS))
    assert facts(found.posts) == WANTED
    assert all(p.uid for p in found.posts) and found.tid == 77
    at = found.posts[1].time
    assert at is not None and at.start.isoformat() == "2026-11-06T09:40:05+09:00"  # the foot says GMT+9
    assert "乱码" not in found.posts[1].text and "隐身" not in found.posts[1].text


def test_tieba() -> None:
    found = thread(tieba(POSTS, {2: [("饺子", "改票对象：豆浆 改票理由：想通了")]}, hidden=3))
    assert facts(found.posts)[:2] == WANTED[:2]
    assert found.starter == "导演" and found.tid == 88001
    second = found.posts[1]
    assert second.asides[0].where == "楼中楼" and "还有 3 条楼中楼没有存下来" in second.notes
    assert second.time is not None and (second.time.end - second.time.start).seconds == 59
    assert any("主楼不能引用" in n for n in found.notes)


def test_a_page_that_breaks_off_says_so_and_trusts_not_its_last_post() -> None:
    whole = stock(POSTS)
    for cut in (whole.index("投票对象：饺子", whole.index("5012")) + 7, whole.index("postmessage_5012") + 5):
        found = thread(whole[:cut])
        assert any("不完整" in n for n in found.notes)
        assert found.posts[-1].cut
    data = whole.encode()[: whole.encode().index("理由".encode(), 3000) + 4]  # within a sign
    assert any("不完整" in n for n in join([read_page(data, "半页.html")]).notes)


def test_reverse_order_and_one_author_only_lie_about_floors() -> None:
    turned = [P(p.author, p.at, p.text, 0, p.pid) for p in reversed(POSTS)]
    page = stock(turned, head="<a>正序浏览</a>").replace("<em>0</em>", "")
    found = thread(page)
    assert [p.author for p in found.posts] == ["导演", "饺子", "油条", "豆浆"]
    assert any("倒序" in n for n in found.notes)
    one = [P("豆浆", POSTS[3].at, POSTS[3].text, 1, POSTS[3].pid)]
    found = thread(stock(one, head="<a>显示全部楼层</a>"))
    assert found.posts[0].floor == 0 and not found.posts[0].opener and found.starter == ""
    assert any("只看该作者" in n for n in found.notes)


def test_labels_that_contradict_the_numbers_are_not_used() -> None:
    odd = [P(p.author, p.at, p.text, f, p.pid) for p, f in zip(POSTS, (1, 4, 3, 2), strict=True)]
    found = thread(stock(odd))
    assert [p.author for p in found.posts] == ["导演", "饺子", "油条", "豆浆"]
    assert any("不能用" in n for n in found.notes)


def test_a_deleted_post_shifts_floors_between_two_saves() -> None:
    before = read_page(stock(POSTS, foot="GMT+8, 2026-11-06 12:00").encode(), "早.html")
    left = [P(p.author, p.at, p.text, n, p.pid) for n, p in enumerate((POSTS[0], POSTS[2], POSTS[3]), 1)]
    after = read_page(stock(left, foot="GMT+8, 2026-11-06 13:00").encode(), "晚.html")
    found = join([after, before])
    assert [p.pid for p in found.posts] == [5003, 5006, 5009, 5012]
    assert any("对不上" in n for n in found.notes)


def test_missing_pages_and_floors_are_named() -> None:
    found = join([read_page(stock(POSTS, 1, 3).encode(), "1.html")])
    assert any("没有读第 2–3 页" in n for n in found.notes)
    gap = [P(p.author, p.at, p.text, p.floor + (p.floor > 2), p.pid) for p in POSTS]
    assert any("没有读到第 3 楼" in n for n in thread(stock(gap)).notes)


def test_two_threads_stay_apart() -> None:
    other = stock(POSTS).replace("tid=77", "tid=78")
    found = threads([read_page(stock(POSTS).encode(), "甲"), read_page(other.encode(), "乙")])
    assert [t.tid for t in found] == [77, 78]


@pytest.mark.parametrize("text", ["<html><title>登录</title><body>请先登录</body></html>", "随便一段话", "", "{}"])
def test_what_is_no_page_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.html"
    file.write_text(text, "utf-8")
    with pytest.raises(FileError, match=r"x\.html"):
        load([str(file)])
    with pytest.raises(FileError, match="读不了"):
        load([str(tmp_path / "没有.html")])


def test_bad_json_is_refused() -> None:
    with pytest.raises(FileError, match="JSON"):
        read_page(b'{"Variables":{"postlist":[{"pid":"1"', "a.json")


# ── pasted text ──

TIEBA = """投票_版杀吧_百度贴吧
楼主
导演

大吧主
12
第二日投票帖
举报|1楼2026-11-06 09:00回复
饺子

豆丁
3
投票对象：油条
投票理由：没有别的人可投
举报|来自手机贴吧2楼2026-11-06 09:40回复(2)
收起回复
油条
小吧
7
投票对象：饺子
投票理由：回敬
3楼2026-11-06 10:00回复
"""
ARCHIVER = """导演 发表于 2026-11-06 09:00:00
第二日投票帖
饺子 发表于 2026-11-06 09:40:05

投票对象：油条
投票理由：没有别的人可投
油条 发表于 2026-11-06 10:00:07

饺子 发表于 2026-11-06 09:40
投票对象：油条
投票理由：没有别的人可投

投票对象：饺子
投票理由：回敬
"""
PHONE = """楼主
导演
2026-11-6 09:00:00
第二日投票帖
沙发
饺子
2026-11-6 09:40:05
投票对象：油条
投票理由：没有别的人可投
支持 反对
板凳
油条
2026-11-6 10:00:07
投票对象：饺子
投票理由：回敬
"""
PRINTED = """作者: 导演    时间: 2026-11-6 09:00
标题: 第二日投票帖
第二日投票帖
作者: 饺子    时间: 2026-11-6 09:40
投票对象：油条
投票理由：没有别的人可投
作者: 油条    时间: 2026-11-6 10:00
投票对象：饺子
投票理由：回敬
"""


@pytest.mark.parametrize("text", [TIEBA, ARCHIVER, PHONE, PRINTED], ids=["贴吧", "存档版", "手机版", "打印版"])
def test_pasted_text(text: str) -> None:
    found = thread(text, name="贴.txt")
    assert [(p.floor, p.author) for p in found.posts] == [(1, "导演"), (2, "饺子"), (3, "油条")]
    assert found.posts[1].text.startswith("投票对象：油条\n投票理由：没有别的人可投")
    assert found.posts[2].text.startswith("投票对象：饺子")
    assert all(p.time is not None for p in found.posts) and found.notes


def test_words_for_times_need_to_know_when_the_page_was_saved() -> None:
    posts = [
        P(p.author, w, p.text, p.floor, p.pid)
        for p, w in zip(POSTS, ("3 天前", "前天 09:40", "昨天 10:00", "3 小时前"), strict=True)
    ]
    page = stock(posts, foot="版杀之家").encode()
    found = join([read_page(page, "手机.html")])
    assert all(p.time is None for p in found.posts) and any("--saved" in n for n in found.notes)
    at = datetime(2026, 11, 8, 14, 10, tzinfo=zone("+8"))
    found = join([read_page(page, "手机.html", zone("+8"), Span(at, at))])
    spans = [p.time for p in found.posts]
    assert [f"{s.start:%d %H:%M:%S}–{s.end:%d %H:%M:%S}" for s in spans if s] == [
        "05 00:00:00–05 23:59:59", "06 09:40:00–06 09:40:59", "07 10:00:00–07 10:00:59", "08 10:10:01–08 11:10:00",
    ]  # fmt: skip
    assert any("近七天" in n for n in found.notes)


def test_only_the_switches_of_the_page_say_how_it_is_ordered() -> None:
    posts = numbered([P("导演", POSTS[0].at, "显示全部楼层<br />正序浏览<br />GMT+1, 2026-11-06 02:00")])
    found = thread(stock(posts))
    assert found.posts[0].floor == 1 and found.posts[0].tz == "+08:00" and not found.notes


def test_later_pages_name_who_began_the_thread_blanks_and_all() -> None:
    head = '<div class="authi">楼主: <a href="home.php?mod=space&amp;uid=9" title="x">Snow &amp; Wind</a></div>'
    assert thread(stock(POSTS[1:], 2, 2, head=head)).starter == "Snow & Wind"


def test_the_pages_of_one_author_are_known_by_their_links() -> None:
    one = [P("豆浆", POSTS[3].at, POSTS[3].text, 1, POSTS[3].pid)]
    page = stock(one, 1, 2).replace(
        "<a>2</a>", '<a href="forum.php?mod=viewthread&amp;tid=77&amp;authorid=5&amp;page=2">2</a>'
    )
    assert not thread(page).posts[0].opener


def test_numbers_of_json_lie_too_when_one_author_is_shown() -> None:
    one = [P(p.author, p.at, p.text, n, p.pid) for n, p in enumerate(POSTS[2:], 1)]
    page = plugin(one).replace('"first": "1"', '"first": "0"')
    found = thread(page)
    assert [p.floor for p in found.posts] == [0, 0] and any("只看该作者" in n for n in found.notes)


def test_json_of_a_viewer_and_odd_rows() -> None:
    shown = "<html><body><pre>" + plugin(POSTS).replace('"', "&quot;") + "</pre></body></html>"
    assert facts(thread(shown).posts) == WANTED
    odd = plugin(POSTS).replace('"postlist": [', '"postlist": [null, 7, ')
    assert facts(thread(odd).posts) == WANTED


@pytest.mark.parametrize("view", [stock, phone, archiver])
def test_pages_stripped_of_quotation_marks(view: Any) -> None:
    """As a browser's add-on saves them in one file."""
    bare = re.sub(r'="([\w-]+)"', r"=\1", view(POSTS))
    assert facts(thread(bare).posts) == WANTED


def test_tieba_advertisements_and_links_to_other_threads() -> None:
    ad = '<div class="l_post j_l_post" data-field="{}"><a class="p_author_name">卖货的</a>投票对象：油条</div>'
    page = tieba(POSTS).replace('<div id="j_p_postlist">', f'<a href="/p/123">热门</a><div id="j_p_postlist">{ad}')
    page = page.replace("<head>", '<head><link rel="canonical" href="https://tieba.example/p/88001">')
    found = thread(page)
    assert [p.floor for p in found.posts] == [1, 2, 3, 4] and found.tid == 88001


# ── copied text ──


def test_copied_tieba_without_ranks_and_with_replies_below() -> None:
    text = TIEBA + "收起回复\n豆浆: 投票对象：饺子 投票理由：x\n2026-11-06 10:10回复\n我也说一句\n"
    text += "8\n投票对象：饺子\n投票理由：\n5\n4楼2026-11-06 10:20回复\n"
    for said in (text, text.replace("\n", "\r\n")):
        found = thread(said, name="贴.txt")
        assert [p.author for p in found.posts] == ["导演", "饺子", "油条", "8"]
        assert found.posts[3].text == "投票对象：饺子\n投票理由：\n5"


def test_what_a_player_writes_is_no_furniture() -> None:
    body = (
        "回复<br />点评<br />下一页 »<br />发表回复的人<br />" + ballot("油条") + "<br />支持<br />反对<br />返回列表"
    )
    foot = "GMT+9, 2026-11-06 11:20<br />" + ballot("饺子")
    head = "5#<br />饺子<br />2026-11-06 09:59:59<br />好"
    posts = numbered([P("导演", POSTS[0].at, "投票帖"), P("饺子", POSTS[1].at, body), P("油条", POSTS[2].at, foot)])
    for view in (copied, copied_phone, copied_archiver):
        found = thread(view(posts), name="贴.txt")
        assert [p.author for p in found.posts] == ["导演", "饺子", "油条"], view
        assert "投票对象：油条" in found.posts[1].text and "投票对象：饺子" in found.posts[2].text
        assert "发表回复的人" in found.posts[1].text and found.posts[2].tz == "+08:00"
    forged = numbered([P("导演", POSTS[0].at, "投票帖"), P("饺子", POSTS[1].at, head)])
    assert [p.author for p in thread(copied(forged), name="贴.txt").posts] == ["导演", "饺子"]


def test_a_floor_that_stands_twice_is_not_trusted() -> None:
    posts = [P(p.author, p.at, p.text, 3 if p.floor == 4 else p.floor, p.pid) for p in POSTS]
    found = thread(copied_phone(posts), name="贴.txt")
    assert [bool(p.notes) for p in found.posts] == [False, False, True, True]


@pytest.mark.parametrize("view", [copied, copied_phone, copied_archiver])
def test_a_page_copied_twice_in_one_text(view: Any) -> None:
    found = thread(view(POSTS) + view(POSTS), name="贴.txt")
    assert [p.author for p in found.posts] == ["导演", "饺子", "油条", "豆浆"]


def test_copied_text_that_breaks_off() -> None:
    for view in (copied, copied_archiver):
        text = view(POSTS)
        found = thread(text[: text.rindex("投票理由")], name="贴.txt")
        assert found.posts[-1].cut and any("不完整" in n for n in found.notes)
    picked = copied(POSTS).split("[复制链接]")[1]  # some posts picked with the mouse
    assert not thread(picked[: picked.rindex("回复 举报")], name="贴.txt").posts[-1].cut


def test_hidden_text_and_deleted_authors_in_copied_text() -> None:
    text = copied_phone(POSTS).replace("板凳油条", "板凳油条 该用户已被删除")
    text = text.replace("没有别的人可投\n", "没有别的人可投\n游客，如果您要查看本帖隐藏内容请回复\n", 1)
    found = thread(text, name="贴.txt")
    assert found.posts[2].author == "油条" and "隐藏" in found.posts[1].locked


def test_the_second_page_of_the_archiver_does_not_begin_the_thread() -> None:
    text = copied_archiver(POSTS[2:]).replace("查看完整版本", "页: 1 [2]\n查看完整版本")
    assert not any(p.opener for p in thread(text, name="贴.txt").posts)


# ── many pages ──


def test_copied_text_of_another_thread_is_kept_apart() -> None:
    other = copied(POSTS).replace("投票帖 [复制链接]", "【M201】讨论帖 [复制链接]")
    marked = copied(POSTS).replace("投票帖 [复制链接]", "【已关门】投票帖 [复制链接]")
    pages = [read_page(x.encode(), "页") for x in (stock(POSTS), other, marked)]
    assert [len(t.pages) for t in threads(pages)] == [2, 1]


@pytest.mark.parametrize("view", [archiver, printed, copied, copied_phone, copied_archiver])
def test_two_saves_with_a_post_deleted_in_between(view: Any) -> None:
    left = [P(p.author, p.at, p.text, n, p.pid) for n, p in enumerate((POSTS[0], POSTS[2], POSTS[3]), 1)]
    found = join([read_page(view(x).encode(), "页") for x in (POSTS[:3], left)])
    assert [p.author for p in found.posts] == ["导演", "饺子", "油条", "豆浆"]


def test_views_mixed_in_any_order() -> None:
    views = (stock, phone, plugin, archiver, printed, copied, copied_phone, copied_archiver)
    for first in views:
        found = join([read_page(view(POSTS).encode(), "页") for view in (first, *views)])
        assert [(p.floor, p.author) for p in found.posts] == [(f, a) for f, a, _ in WANTED], first
