"""Whether a change answers the voter's own ballot: by link, or by the line 「X 发表于 T」."""

from __future__ import annotations

import re
from collections.abc import Container
from datetime import datetime, timedelta, tzinfo
from difflib import SequenceMatcher

from .posts import OPEN, Post, Quote, Span

_MINUTE = timedelta(minutes=1)


def replies_to(
    post: Post, own: list[Post], recorded: Span | None, directors: Container[str], tz: tzinfo | None = None
) -> tuple[bool | None, str]:
    """True: it answers one of `own` (or the recorded ballot). False or None (unclear): why not, as a reason.

    tz: the table's zone, in which most people's forums write 「X 发表于 T」 whatever zone the page was saved in.
    """
    if not post.quoted:
        if "replies" in post.lacks or OPEN in post.notes:
            return None, "reply-unclear"
        return False, "change-not-a-reply"
    said = [answers(q, post, own, recorded, tz) for q in post.quoted]
    for quote, found in zip(post.quoted, said, strict=True):
        if found is True:
            return True, "replies-to-proxy" if quote.author in directors else ""
    if None in said:
        return None, "reply-unclear"
    if not any(q.author or q.pid for q in post.quoted):
        return False, "change-not-a-reply"
    return False, "change-replies-to-another"


def answers(quote: Quote, post: Post, own: list[Post], recorded: Span | None, tz: tzinfo | None) -> bool | None:
    """Whether a quote is of one of the voter's ballots; None where it cannot be told."""
    if quote.pid and all(p.pid for p in own) and own:
        return quote.pid in {p.pid for p in own}
    if not quote.author or quote.stamp is None:
        return False if not quote.pid else None
    near = [p for p in own if p.author == quote.author]
    if then := [p for p in near if p.time is not None and meets(quote.stamp, p.time, tz)]:
        # He may have written something else in the same minute.
        return True if any(_alike(quote.text, p.text) for p in then) else None
    if recorded is not None and not own and meets(quote.stamp, recorded, tz):
        return True
    if any(_same_text(quote.text, p.text) and _shifted(quote.stamp, p.time) for p in near):
        return True  # written by somebody whose clock is set to another zone
    if any(p.time is None and _same_text(quote.text, p.text) for p in near):
        return True
    if recorded is None and not own and quote.author == post.author:
        return None  # the ballot was recorded by hand; its post is not among those read
    return False


def meets(stamp: datetime, span: Span, tz: tzinfo | None = None) -> bool:
    """Whether a minute as written lies within the time of a post, in the page's zone or the table's."""
    starts = [stamp.replace(tzinfo=zone) for zone in (span.start.tzinfo, tz) if zone is not None]
    return any(start <= span.end and span.start < start + _MINUTE for start in starts)


def _shifted(stamp: datetime, span: Span | None) -> bool:
    if span is None:
        return True
    gap = abs(stamp.replace(tzinfo=span.start.tzinfo) - span.start.replace(second=0, microsecond=0))
    return gap % timedelta(minutes=30) < _MINUTE and gap <= timedelta(hours=26)


def _alike(excerpt: str, text: str) -> bool:
    """Whether an excerpt may be of a text: edits, smileys and what a view loses left out of account."""
    a, b = (re.sub(r"[\s.…\ufffc]+", "", x)[:40] for x in (excerpt, text))
    return not a or not b or SequenceMatcher(None, a, b[: len(a)], autojunk=False).ratio() > 0.3


def _same_text(excerpt: str, text: str) -> bool:
    """Whether an excerpt (cut at 100 signs, ended by dots) begins a post's text."""
    a, b = (re.sub(r"[\s.…]+", "", x) for x in (excerpt, text))
    return bool(a) and (b.startswith(a) or a.startswith(b) and len(b) > 5)
