"""What makes a ballot doubtful although it is in the format: how it is written, what the page lost, who edited it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from . import ballots
from .ballots import Draft
from .names import REJECT, Match, match
from .posts import CLASH, OPEN, SIGNED, Aside, Post
from .verdicts import Terms

# Doubts about a ballot that stands meanwhile.
LASTING = frozenset({"edited-after-closing", "edited-in-last-hour", "changed-by-edit"})
_NOTED = {OPEN: "quote-open", SIGNED: "signature", CLASH: "floor-twice"}


def doubt(post: Post, draft: Draft, target: Match, names: Sequence[str]) -> tuple[str, str, str] | None:
    """Why a ballot is not plainly one: verdict, reason, note."""
    if draft.doubts:
        return "ask", draft.doubts[0], target.why if not target.sure else ""
    if ballots.unclear_picture(draft.target):
        return "ask", "picture", ""
    if any(a.where == "删除线" and _concerns(a.text, names) for a in post.asides):
        return "ask", "struck", ""
    if post.cut:
        return "ask", "cut", ""
    for note, reason in _NOTED.items():
        if note in post.notes:
            return "ask", reason, ""
    if target.verdict == "ask":
        return "ask", "misspelt", target.why
    if target.verdict == REJECT:
        return "void", "unknown-target", target.why
    return None


def _concerns(struck: str, names: Sequence[str]) -> bool:
    """Whether what is struck out was a ballot or its name, not a word of the reason."""
    return ballots.like_a_vote(struck) or match(struck, names).verdict != REJECT


def edited(post: Post, terms: Terms) -> str:
    """When a post was edited, as a reason. The mark of an edit is in its writer's zone, to the minute."""
    latest = max((e.at for e in post.edited if e.at), default=None)
    if latest is None:
        return "edited-after-closing" if post.edited else ""
    at = latest.replace(tzinfo=terms.zone)
    if at + timedelta(seconds=59) >= terms.closes:
        return "edited-after-closing"
    return "edited-in-last-hour" if at >= terms.last_hour_from else "edited-before-closing"


def remarks(post: Post, target: Match, terms: Terms) -> list[str]:
    """What a director should see of a ballot that counts."""
    found = [edited(post, terms)]
    if target.sure and target.why:
        found.append("trailing-punctuation")
    if "t_table" in post.raw or "<table" in post.raw:
        found.append("in-table")
    return [x for x in found if x]


def was_other(post: Post, target: str, names: Sequence[str]) -> bool:
    """Whether an earlier page shows another ballot in this post (a moderator's edit leaves no mark)."""
    return any(match(written, names).name != target for written in _before(post))


def earlier(post: Post) -> str:
    """What an older page said of an edited ballot."""
    then = _before(post)
    return f"更早保存的页面上写的是 {'、'.join(then)}" if then else ""


def _before(post: Post) -> list[str]:
    return [d.target for text in post.earlier for d in ballots.read(text)[:1]]


def framed(post: Post, terms: Terms) -> list[Aside]:
    """What a player put into a frame of quotation although it quotes nobody."""
    found = [q.text for q in post.quoted if not q.author and not q.pid]
    return [] if post.author in terms.directors else [Aside("引用框", post.author, text, post.pid) for text in found]
