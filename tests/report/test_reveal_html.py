"""The reveal as a page: whole by itself, sound HTML, everything in it, nobody's words become code."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from banshā.game.play import Game
from banshā.report import moves, reveal_html
from banshā.report.moves import Row
from banshā.report.voice import Voice

from .games import played
from .test_posts_of_games import revealed, voice

VOID = {"meta", "br", "hr", "img", "link", "input"}


class Reader(HTMLParser):
    """Keeps tags in balance and collects what a reader sees."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.seen: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name in ("src", "href", "srcset", "data", "action", "poster"):
                self.links.append(value or "")
            if name == "id":
                self.ids.append(value or "")
            assert not name.startswith("on"), (tag, name)
        if tag not in VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack and self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.stack or self.stack[-1] != "style":
            self.seen.append(data)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder: Path = tmp_path_factory.mktemp("saves")
    return played(folder, "tubian", 16, "a")


@pytest.fixture(scope="module")
def page(game: Game) -> str:
    return reveal_html.page(game.table, game.save, revealed(game), voice(game))


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert not reader.stack
    return reader


def test_it_stands_by_itself(page: str) -> None:
    reader = read(page)
    assert all(link.startswith("#") for link in reader.links)
    assert {link[1:] for link in reader.links} <= set(reader.ids)
    assert "script" not in reader.tags and not re.search(r"url\(|@import|https?://", page)
    assert "prefers-color-scheme: dark" in page and "@media print" in page and 'lang="zh-CN"' in page


def test_everything_is_in_it(game: Game, page: str) -> None:
    t, r = game.table, revealed(game)
    seen = "".join(read(page).seen)
    squeezed = "".join(seen.split())
    for seat in t.s.seats.values():
        assert seat.name in seen and seat.player in seen and "、".join(seat.cards) in seen
    for e in t.log:
        if e.kind == "public" and not any(o.words and e.text.endswith(o.words) for o in t.s.outs):
            assert "".join(e.text.split()) in squeezed
        if e.kind == "card":
            assert e.data["reason"] in seen
    for o in t.s.outs:
        assert not o.words or o.words_right or "".join(o.words.split()) in squeezed
    for row in [m for c in r.story for m in c.moves]:
        assert row.skill in seen
    assert game.save.commitment in seen and game.save.seed in seen and r.proof in seen
    assert f"{t.s.winner}获胜" in seen


def test_days_are_in_order(page: str) -> None:
    days = [int(x[3:]) for x in read(page).ids if x.startswith("day")]
    assert days == sorted(days) and len(days) == len(set(days)) and len(days) > 2


def test_the_ruleset_speaks(game: Game) -> None:
    words = Voice({"reveal_title": "<灯塔>的真相", "signature": "守灯人"}, game="灯塔")
    seen = "".join(read(reveal_html.page(game.table, game.save, revealed(game), words)).seen)
    assert "<灯塔>的真相" in seen and "守灯人" in seen


def test_a_roll_call_is_no_headline_and_names_keep_their_direction() -> None:
    line = reveal_html._line("roll", "", "甲：未出局")
    assert line == '<p class="soft">甲：未出局</p>' and 'class="news"' in reveal_html._line("news", "", "甲出局")
    told = [moves.Told(["乙"], "<b>"), moves.Told(["甲"], "好")]
    cells = dict(reveal_html._move(Row(0, "夜", "甲", "验", "", ["乙"], ["乙"], {}, "", "生效", "", [], told), True))
    assert cells["name"] == "<bdi>甲</bdi>" and cells["failed"] == "" and cells["phase"] == "夜"
    assert cells["told"] == '好<br><span class="soft">乙：</span>&lt;b&gt;'
