"""Post counts of the discussion thread and the elevator of the sign-up thread, in every view there is."""

from __future__ import annotations

from typing import Any

import pytest

from banshā.forum.counts import Counted, Scope, count
from banshā.forum.reading import join, read_page
from banshā.forum.signup import elevator
from banshā.forum.verdicts import Out

from .builder import P, later, numbered, stock
from .conftest import FIXTURES, View, read, truth

real = pytest.mark.skipif(not FIXTURES.exists(), reason="shared/fixtures is not here")

TALK = {
    "pc": View("talk/pc-p*.html"),
    "touch": View("talk/touch-p*.html"),
    "archiver": View("talk/archiver-p*.html"),
    "json": View("talk/json-v1-p*.json"),
}
SIGNUP = {
    "pc": View("signup/pc-p*.html"),
    "archiver": View("signup/archiver-p*.html"),
    "print": View("signup/print.html"),
}


def counted(view: View, true: dict[str, Any]) -> Counted:
    outs = {s["name"]: Out(s.get("out_since")) for s in true["seat"] if s.get("out") or "out_since" in s}
    return count([read(view)], Scope(true["elevator"], closes=true["closes"], outs=outs))


@real
@pytest.mark.parametrize("name", TALK)
def test_posts_a_seat_a_date(name: str) -> None:
    true = truth("talk")
    found = counted(TALK[name], true)
    for seat in true["seat"]:
        tally = found.of(seat["name"])
        assert tally.posts == seat["posts"], seat["name"]
        for date, number in seat["by_date"].items():
            assert tally.by_date.get(date, 0) == number, (seat["name"], date)
        assert [p.floor for p in tally.while_out] == seat.get("while_out", [])
    assert found.others == true["others"]
    total = sum(t.posts + len(t.while_out) for t in found.tallies) + sum(found.others.values())
    assert total == true["posts_total"]


@real
@pytest.mark.parametrize("name", TALK)
def test_featured_posts_count_once_and_the_one_whose_page_is_missing_is_named(name: str) -> None:
    true, thread = truth("talk"), read(TALK[name])
    assert [p.floor for p in thread.posts if p.floor] == list(range(1, 71))
    (loose,) = thread.unplaced
    assert loose.author == "7喜" and loose.pid in (0, true["twice"][1]["pid"])
    assert any("推荐" in n for n in thread.notes)
    assert any("没有读第 8–14 页" in n or "全帖 135 帖" in n for n in thread.notes)


@real
def test_forty_posts_a_page() -> None:
    thread = read(View("talk/ppp40-p01.html"))
    assert [p.floor for p in thread.posts if p.floor] == list(range(1, 41))
    assert [p.pid for p in thread.unplaced] == [t["pid"] for t in truth("talk")["twice"]]


@real
@pytest.mark.parametrize("name", SIGNUP)
def test_the_elevator(name: str) -> None:
    true = truth("signup")
    entries = elevator(read(SIGNUP[name]))
    assert [e.seat for e in entries if e.verdict == "seat"] == true["elevator"]
    for entry, one in zip(entries, true["post"], strict=True):
        assert (entry.post.floor, entry.verdict, entry.number) == (one["floor"], one["verdict"], one.get("seat_no", 0))
        assert entry.post.author == one["author"]


def signed_up(*posts: tuple[str, str]) -> list[tuple[str, str, int]]:
    every = numbered([P("导演", later(0), "报名"), *(P(a, later(n), text) for n, (a, text) in enumerate(posts, 1))])
    return [(e.post.author, e.verdict, e.number) for e in elevator(join([read_page(stock(every).encode(), "页")]))][1:]


def test_who_leaves_the_elevator_and_who_only_speaks_of_it() -> None:
    assert signed_up(
        ("饺子", "马甲：饺子"), ("包子", "报名"), ("路人", "有人退出我就补"), ("饺子", "大家别退出啊"),
        ("包子", "临时有事，退出"), ("油条", "马甲：油条（新手）"), ("包子", "报名，又有空了"),
    ) == [
        ("饺子", "seat", 1), ("包子", "withdrawn", 0), ("路人", "ignore", 0), ("饺子", "ask", 0),
        ("包子", "withdrawn", 0), ("油条", "seat", 2), ("包子", "seat", 3),
    ]  # fmt: skip


def test_a_name_with_blanks_signs_up() -> None:
    assert signed_up(
        ("Tom Cat", "马甲：Tom Cat"), ("8", "马甲：8 求带"), ("豆浆", "马甲：豆桨"), ("Tom", "马甲：Tom  求带")
    ) == [("Tom Cat", "seat", 1), ("8", "seat", 2), ("豆浆", "ask", 0), ("Tom", "seat", 3)]
