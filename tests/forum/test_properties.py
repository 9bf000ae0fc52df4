"""Any thread reads alike in every view, save that a poorer view may ask; a page cut anywhere adds no ballot."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from banshā.forum.counts import Scope, count
from banshā.forum.judging import judge
from banshā.forum.reading import join, read_page
from banshā.forum.verdicts import Outcome, Terms
from banshā.game.errors import FileError

from . import builder
from .builder import P, ballot, edited, numbered, q

SEATS = ["饺子", "饺子皮", "7喜", "8", "Tom Cat", "票友", "湯包", "喵~", "弃权君", "楼主君"]
CLOSES = datetime.fromisoformat("2026-11-08T21:00:00+08:00")
TERMS = Terms(SEATS, CLOSES)
VIEWS: list[Callable[[list[P]], str]] = [
    builder.phone, builder.plugin, builder.archiver, builder.printed, builder.copied, builder.copied_phone,
    builder.copied_archiver,
]  # fmt: skip
FEW = settings(max_examples=30, deadline=None, derandomize=True, database=None)

people = st.sampled_from([*SEATS, "路人", "导演"])
targets = st.sampled_from([*SEATS, "弃权", "饺孑", "某某"])
reasons = st.sampled_from(["跟", "他昨天<br />\n说了三句<br />\n都不对", "“改票对象”这种话", "弃权的都是狼", "……"])
chat = st.sampled_from(
    [
        "早",
        "回复楼上",
        "第一<br />\n<br />\n第二段",
        "点评一下",
        "支持",
        "3 小时前我就说了",
        "投谁好呢",
        "1）看票<br />\n2）看人",
    ]
)
gaps = st.sampled_from([20, 70, 600, 3600, 12000])
moves = st.tuples(
    st.sampled_from(["票", "改", "引", "引票", "编辑", "话"]), people, gaps, targets, reasons, chat, st.integers(0, 40),
    st.booleans(),
)  # fmt: skip


@st.composite
def threads(draw: st.DrawFn) -> list[P]:
    """A thread of votes, changes, quotes with and without a link, edits and talk, up to past the closing."""
    at = datetime(2026, 11, 6, 9)
    posts = numbered([P("导演", f"{at}", "投票帖")])
    for kind, who, gap, target, reason, words, back, link in draw(st.lists(moves, max_size=25)):
        at += timedelta(seconds=gap)
        mine = [p for p in posts if p.author == who and "投票对象" in p.text]
        old = mine[0] if kind == "改" and mine else posts[back % len(posts)]
        excerpt = "<br />\n".join(
            old.text.split("</blockquote></div><br />\n")[-1].split("</i>")[-1].split("<br />\n")[:3]
        )
        quote = q(old.author, old.at[:16], excerpt.strip("\n"), old.pid if link else 0)
        text = {
            "票": ballot(target, reason=reason),
            "改": quote + ballot(target, "改票", reason),
            "引": quote + words,
            "引票": quote + ballot(target, reason=reason),
            "编辑": edited(who, f"{at + timedelta(minutes=5)}"[:16]) + ballot(target, reason=reason),
            "话": words,
        }[kind]
        posts = numbered([*posts, P(who, f"{at}", text)])
    return posts


def read(page: str) -> tuple[Outcome, dict[str, int]]:
    thread = join([read_page(page.encode(), "页")])
    tallies = count([thread], Scope(SEATS, closes=CLOSES)).tallies
    return judge(thread, TERMS), {t.seat: t.posts for t in tallies}


@FEW
@given(threads())
def test_every_view_reads_alike(posts: list[P]) -> None:
    wanted, posted = read(builder.stock(posts))
    for view in VIEWS:
        found, numbers = read(view(posts))
        assert [v.post.author for v in found.verdicts] == [v.post.author for v in wanted.verdicts], view
        assert numbers == posted, view
        asked: set[str] = set()
        for one, other in zip(wanted.verdicts, found.verdicts, strict=True):
            same = (one.verdict, one.seat, one.target) == (other.verdict, other.seat, other.target)
            if other.verdict == "ask" and not same:
                asked.add(other.seat)
            assert same or other.seat in asked, (view, one, other)
        for final, seen in zip(wanted.finals, found.finals, strict=True):
            assert (final.status, final.target) == (seen.status, seen.target) or seen.seat in asked, view


@FEW
@given(threads(), st.floats(0, 1))
def test_a_page_cut_anywhere_adds_no_ballot(posts: list[P], where: float) -> None:
    for view in (builder.stock, builder.phone, builder.copied, builder.copied_archiver):
        data = view(posts).encode()
        whole, _ = read(view(posts))
        counted = [(v.seat, v.target) for v in whole.verdicts if v.counts]
        try:
            page = read_page(data[: int(len(data) * where)], "页")
        except FileError:
            continue
        found = judge(join([page]), TERMS)
        assert [(v.seat, v.target) for v in found.verdicts if v.counts] == counted[
            : sum(v.counts for v in found.verdicts)
        ]
