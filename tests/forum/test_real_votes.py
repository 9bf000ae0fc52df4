"""Every view of the vote thread gives what its truth.toml says; what a view cannot tell, it says."""

from __future__ import annotations

from typing import Any

import pytest

from banshā.forum.judging import judge
from banshā.forum.posts import LACKS, Post
from banshā.forum.reading import load
from banshā.forum.verdicts import Verdict

from .conftest import FIXTURES, PAGES, SAVED, View, read, terms_of, truth

pytestmark = pytest.mark.skipif(not FIXTURES.exists(), reason="shared/fixtures is not here")

BARE = frozenset({"pid", "floor", "asides"})
NO_ASIDES: tuple[str, ...] = ()
# 35–41 were written around the last hour and the closing; 「1 小时前」 does not tell on which side.
VAGUE = frozenset({35, 36, 37, 39, 40, 41})
VIEWS = {
    "pc": View("vote-a/pc-p*.html"),
    "mod": View("vote-a/mod-p*.html"),
    "gbk": View("vote-a/gbk-p*.html", last=20, asides=NO_ASIDES),
    "early": View("vote-a/early-p*.html", last=29),
    "touch, absolute": View("vote-a/touch-abs-p*.html", asides=("comment", "rating")),
    "touch, relative": View(
        "vote-a/touch-rel-p*.html", frozenset({"exact"}), saved=SAVED, asides=("comment", "rating"), doubts=VAGUE
    ),
    "archiver": View("vote-a/archiver-p*.html", BARE | {"quotes", "links"}, asides=NO_ASIDES),
    "print": View("vote-a/print.html", BARE | {"seconds"}, asides=NO_ASIDES),
    "json 1": View("vote-a/json-v1-p*.json", frozenset({"asides"}), asides=NO_ASIDES),
    "json 4": View("vote-a/json-v4-p*.json", frozenset({"edits"}), asides=("comment",), edits=False),
    "pasted": View(
        "vote-a/pasted.txt", frozenset({"pid", "quotes", "links", "signature", "exact"}),
        asides=("comment", "rating"), doubts=VAGUE,
    ),
    # Select-all and copy of these very pages in Chromium (labels float beside names there, or stand before them).
    "copied touch": View(
        "touch-abs.txt", frozenset({"pid", "quotes", "links"}), asides=("comment", "rating"), root=PAGES
    ),
    "copied archiver": View(
        "archiver.txt", BARE | {"quotes", "links", "exact"}, saved=SAVED, asides=NO_ASIDES, doubts=VAGUE, root=PAGES
    ),
    "copied print": View("print.txt", BARE | {"quotes", "links", "seconds"}, asides=NO_ASIDES, root=PAGES),
    "copied x34 touch": View(
        "x34-touch-rel.txt", frozenset({"pid", "quotes", "links"}), last=25, saved=SAVED, asides=NO_ASIDES, root=PAGES
    ),
    "x34 pc": View("x34-gbk/vote-a/pc-p*.html"),
    "x34 mod": View("x34-gbk/vote-a/mod-p*.html"),
    # X3.4's phone and JSON pages hold five posts each: five pages of nine were saved.
    "x34 touch, absolute": View("x34-gbk/vote-a/touch-abs-p*.html", frozenset({"asides"}), last=25, asides=NO_ASIDES),
    "x34 touch, relative": View(
        "x34-gbk/vote-a/touch-rel-p*.html", frozenset({"asides"}), last=25, saved=SAVED, asides=NO_ASIDES
    ),
    "x34 archiver": View("x34-gbk/vote-a/archiver-p*.html", BARE | {"quotes", "links"}, asides=NO_ASIDES),
    "x34 json": View("x34-gbk/vote-a/json-v1-p*.json", frozenset({"asides"}), last=25, asides=NO_ASIDES),
}  # fmt: skip
WHERE = {"点评": "comment", "签名": "signature", "评分": "rating"}
UNSEEN = {"half-width-colon"}  # the rules allow it, so there is nothing to say


@pytest.fixture(params=VIEWS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def expected(name: str) -> dict[str, Any]:
    """The truth as far as the view reaches."""
    view, true = VIEWS[name], truth("vote-a")
    true["post"] = [p for p in true["post"] if view.first <= p["floor"] <= view.last]
    if name == "early" or not view.edits:  # the edits after closing are not (yet) to be seen
        for p in true["post"]:
            if p.get("reason") == "edited-after-closing" or not view.edits and "edited" in p.get("reason", ""):
                p |= {"reason": "", "also_right": []}
                if name == "early" and p["author"] == "7喜":
                    p["target"] = "油条"
    return true


def test_each_post_once_in_order_with_author_floor_and_time(name: str) -> None:
    view, true, thread = VIEWS[name], expected(name), read(VIEWS[name])
    assert [p.floor for p in thread.posts] == [p["floor"] for p in true["post"]]
    for post, one in zip(thread.posts, true["post"], strict=True):
        assert post.author == one["author"]
        assert post.pid == (0 if "pid" in view.lacks else one["pid"])
        assert post.time is not None and post.time.start <= one["at"] <= post.time.end, post.where
        if not view.lacks & {"seconds", "exact"} and not view.saved:
            assert post.time.exact


def test_verdicts(name: str) -> None:
    view, true = VIEWS[name], expected(name)
    outcome = judge(read(view), terms_of(true))
    assert len(outcome.verdicts) == len(true["post"])
    for verdict, one in zip(outcome.verdicts, true["post"], strict=True):
        check_verdict(view, verdict, one)


def check_verdict(view: View, verdict: Verdict, one: dict[str, Any]) -> None:
    right = {one["verdict"], *one.get("also_right", [])}
    said = f"{verdict.post.where} {verdict}"
    if verdict.post.floor in view.doubts and verdict.reason == "time-unclear":
        assert verdict.verdict == "ask" and verdict.note, said
        return
    assert verdict.verdict in right, said
    if "target" in one and verdict.verdict in ("vote", "change", "proxy", "ask"):
        assert verdict.target == one["target"], said
    if one["verdict"] == "proxy" or "seat" in one:
        assert verdict.seat == one["seat"], said
    reason = one.get("reason")
    blurred = view.lacks & {"quotes"} and (verdict.reason == "two-in-one" or reason == "in-table")
    if reason and reason not in UNSEEN and not blurred:
        assert reason in (verdict.reason, *verdict.remarks), said


def test_final_ballots(name: str) -> None:
    view, true = VIEWS[name], expected(name)
    if view.last < 42:
        pytest.skip("the view ends before the vote does")
    outcome = judge(read(view), terms_of(true))
    for final, seat in zip(outcome.finals, true["seat"], strict=True):
        said = f"{final.seat} {final.status} {final.target} {final.note}"
        open_ones = [v for v in outcome.verdicts if v.seat == seat["name"] and v.verdict == "ask" and not v.moot]
        if open_ones and seat["status"] in ("valid", "none"):
            # Only what this view cannot tell may be left to the director.
            assert final.status == "director", said
            assert all(v.reason in ("time-unclear", "two-in-one") and v.post.lacks for v in open_ones), said
            continue
        if not view.edits and seat["status"] == "director" and "edit" in seat["note"]:
            assert (final.status, final.target) == ("valid", seat["target"])
            continue
        if seat["status"] == "director" and "edit" in seat["note"]:
            assert final.target == seat["target"], said
        assert final.status == seat["status"], said
        if seat["status"] == "valid":
            assert final.target == seat["target"] and final.by is not None
            assert final.by.post.floor == seat["floor"], said


def test_votes_that_are_no_posts(name: str) -> None:
    view, true = VIEWS[name], expected(name)
    found = {(WHERE[a.where], a.text.split("\n")[0][:7]) for a in judge(read(view), terms_of(true)).elsewhere}
    assert {where for where, _ in found} == set(view.asides)
    for one in true["elsewhere"]:
        if one["where"] == "comment" and "comment" in view.asides:
            assert ("comment", one["text"][:7]) in found


def test_what_a_view_cannot_tell_is_said(name: str) -> None:
    thread = read(VIEWS[name])
    for lack in VIEWS[name].lacks:
        assert any(LACKS[lack] in note for note in thread.notes), lack
    if name.startswith("x34") and VIEWS[name].last == 25:
        assert any("没有读第 6–9 页" in n or "只读到 25 帖" in n for n in thread.notes)
    if name == "gbk":
        assert any("没有读第 3–5 页" in n for n in thread.notes)


def test_a_page_of_another_kind_is_refused_by_name() -> None:
    from banshā.game.errors import FileError

    with pytest.raises(FileError, match=r"print.html.*System Error"):
        load([str(FIXTURES / "x34-gbk/vote-a/print.html")])


def test_a_vote_edited_after_closing_shows_what_stood_before() -> None:
    files = [str(p) for p in sorted(FIXTURES.glob("vote-a/early-p*.html")) + sorted(FIXTURES.glob("vote-a/pc-p*.html"))]
    (thread,) = load(files)
    assert len(thread.posts) == 42
    outcome = judge(thread, terms_of(truth("vote-a")))
    by_floor = {v.post.floor: v for v in outcome.verdicts}
    assert by_floor[6].verdict == "ask" and "油条" in by_floor[6].note
    final = next(f for f in outcome.finals if f.seat == "7喜")
    assert (final.status, final.target) == ("director", "豆浆")


def test_views_may_be_mixed() -> None:
    files = ["vote-a/pc-p01.html", "vote-a/touch-abs-p02.html", "vote-a/json-v1-p03.json", "vote-a/archiver-p03.html",
             "vote-a/mod-p04.html", "vote-a/archiver-p05.html", "vote-a/print.html"]  # fmt: skip
    (thread,) = load([str(FIXTURES / f) for f in files])
    floors: list[Post] = thread.posts
    assert [p.floor for p in floors] == list(range(1, 43))
    true = truth("vote-a")
    outcome = judge(thread, terms_of(true))
    assert [f.status for f in outcome.finals] == [s["status"] for s in true["seat"]]
