"""Every text our writers make of whole games: sound Discuz! code, within the limit, saying what the plain text says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from banshā.game.deal import commitment_text
from banshā.game.play import Game
from banshā.report import announcement, notices, reveal, rulepages, stages
from banshā.report.bbcheck import faults, visible
from banshā.report.bbcode import safe
from banshā.report.markup import Block, posts, render
from banshā.report.reveal import Reveal
from banshā.report.voice import Voice

from .games import played, rules

GAMES = [("tubian", 16, "a"), ("tubian", 12, "b"), ("xuelang", 20, "c"), ("shuangshen", 12, "d")]


@pytest.fixture(scope="module", params=GAMES, ids=lambda g: f"{g[0]}-{g[2]}")
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder: Path = tmp_path_factory.mktemp("saves")
    return played(folder, *request.param)


def voice(game: Game) -> Voice:
    return Voice(game.table.rs.table("wording"), game=game.save.ruleset_title, director="雪风")


def revealed(game: Game) -> Reveal:
    s = game.save
    proof = commitment_text(s.ruleset, s.ruleset_digest, s.seed, s.salt, s.seats)
    return reveal.reveal(game.table, s.ruleset_title, s.seed, s.salt, s.commitment, proof)


def announced(game: Game) -> list[list[Block]]:
    t = game.table
    labels = dict.fromkeys(stages.label(t, e.at) for e in t.log if e.kind == "public")
    return [announcement.blocks(announcement.announcement(t, x, voice(game)), voice(game)) for x in labels]


def mailed(game: Game) -> list[list[Block]]:
    return [notices.blocks(m, voice(game)) for m in notices.mails(game.table, game.notices(), set())]


def every(game: Game) -> list[list[Block]]:
    """Each text of the game, as blocks."""
    return [*announced(game), *mailed(game), reveal.blocks(revealed(game), voice(game))]


def squeezed(text: str) -> str:
    return "".join(text.split())


def sound(blocks: Sequence[Block], limit: int, encoding: str) -> None:
    for part in posts(blocks, "discuz", limit, encoding):
        found = [f for f in faults(part, limit, encoding) if not f.startswith("gbk 里没有")]
        assert not found, (found, part[:300])


def test_texts_are_sound_and_within_the_limit(game: Game) -> None:
    for blocks in every(game):
        for limit, encoding in ((10_000, "utf-8"), (10_000, "gbk"), (1_000, "utf-8")):
            sound(blocks, limit, encoding)


def test_what_is_seen_is_the_plain_text(game: Game) -> None:
    for blocks in every(game):
        code = [b for b in blocks if b.kind == "code"]
        rest = [b for b in blocks if b.kind != "code"]
        plain = squeezed(safe(render(rest, "plain")).replace("|", "｜"))
        assert squeezed(visible(render(rest, "discuz")).replace("|", "｜")) == plain
        assert [visible(render([b], "discuz")) for b in code] == [b.text for b in code]


def test_announcements_tell_nothing_but_public_lines(game: Game) -> None:
    """No line of an announcement is anything but a public event's, the ruleset's own words, or names of seats."""
    t, words = game.table, voice(game)
    public = squeezed("".join(e.text for e in t.log if e.kind == "public"))
    own = {words.say("morning"), words.say("signature"), words.say("roll")}
    own |= {words.say(key, number=n) for key in ("votes", "ballots") for n in ("", "（第 2 贴）")}
    for blocks in announced(game):
        assert "[hide" not in render(blocks, "discuz") and "[password" not in render(blocks, "discuz")
        for b in blocks:
            if b.kind not in ("title", "table") and b.text not in own:
                assert squeezed(b.head + b.text) in public or all(known(line, game) for line in b.text.split("\n"))


def known(line: str, game: Game) -> bool:
    """在场 5 人：… · 前一天出局：…: nothing but names behind the ruleset's words."""
    names = {s.name for s in game.table.s.seats.values()}
    return line.startswith(("在场 ", "前一天出局：")) and set(line.split("：", 1)[1].split("、")) <= names


def test_ballots_are_told_as_they_were_posted(game: Game) -> None:
    """No rewriting, no weight, no ballot put off: what stands in the thread, and in tubian no numbers."""
    t = game.table
    cast = {(th.id, t.name(b.target) if b.target else "弃权", t.name(b.voter)) for th in t.s.threads
            for b in t.s.ballots if b.thread == th.id}  # fmt: skip
    shown = set()
    for blocks in announced(game):
        for b in blocks:
            if b.kind == "table" and b.rows[0][0] == "投给":
                assert bool(b.rows[1][1]) == (game.save.ruleset != "tubian")
    for label in dict.fromkeys(stages.label(t, e.at) for e in t.log if e.kind == "public"):
        for th in announcement.announcement(t, label, voice(game)).votes:
            rows = [*th.votes, ("弃权", th.abstained)]
            shown |= {(th.thread, target, voter) for target, voters in rows for voter in voters}
    settled = {th.id for th in t.s.threads if th.settled}
    assert {x for x in cast if x[0] in settled} <= shown <= cast


def test_a_day_opens_with_a_place_for_the_morning_paper(game: Game) -> None:
    t = game.table
    labels = dict.fromkeys(stages.label(t, e.at) for e in t.log if e.kind == "public")
    for label in labels:
        a = announcement.announcement(t, label, voice(game))
        places = [b for b in announcement.blocks(a, voice(game)) if b.kind == "place"]
        assert bool(places) == label.startswith("开门") == a.morning
        assert not [b for b in announcement.blocks(a, voice(game), "饺子铺着火了") if b.kind == "place"]


def test_the_reveal_is_complete(game: Game) -> None:
    t, r = game.table, revealed(game)
    text = re.sub(" +", " ", render(reveal.blocks(r, voice(game)), "plain"))
    for floor, seat in t.s.seats.items():
        assert f"{floor} {seat.name} {seat.player} {'+'.join(seat.cards)}" in text
    assert f"种子 {game.save.seed}" in text and game.save.commitment in text and r.proof in text
    shown = [m for c in r.story for m in c.moves]
    assert len(shown) == len([u for u in t.s.uses if u.fate != "withdrawn" and not t.rs.skills[u.key].get("hidden")])
    assert len([o for c in r.story for o in c.outs]) == len(t.s.outs)
    assert sum(len(th.ballots) for c in r.story for th in c.votes) == len(t.s.ballots)
    dealt = [e for e in t.log if e.kind == "card"]
    assert dealt and len(r.penalties) == len(dealt) and all(e.data["reason"] in text for e in dealt)


@pytest.mark.parametrize("book", ["tubian", "xuelang", "shuangshen"])
def test_rules_threads_are_sound(book: str) -> None:
    blocks = rulepages.post(rules(book))
    for limit, encoding in ((10_000, "utf-8"), (10_000, "gbk"), (2_000, "utf-8")):
        sound(blocks, limit, encoding)
    assert squeezed(visible(render(blocks, "discuz"))) == squeezed(safe(render(blocks, "plain")))
