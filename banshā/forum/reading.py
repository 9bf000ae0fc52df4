"""Files in, threads out: the adapter that fits each page, and many pages of one thread made into one."""

from __future__ import annotations

import html
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from difflib import SequenceMatcher
from functools import partial
from itertools import pairwise
from pathlib import Path

from banshā.game.errors import FileError

from . import discuz, lofi, mobile_json, pasted, tieba, touch
from .adapter import Source
from .coding import decode
from .posts import LACKS, Page, Post, Span, Thread
from .times import BEIJING

_READERS = (
    (tieba.fits, tieba.read),
    (touch.fits, touch.read),
    (discuz.fits, discuz.read),
    (lofi.fits_archiver, lofi.read_archiver),
    (lofi.fits_print, lofi.read_print),
)


def load(files: Iterable[str], tz: tzinfo | None = None, saved: Span | None = None) -> list[Thread]:
    """All threads found in the files, each post once, in order. A file that is no page is refused by name."""
    pages = []
    for name in files:
        shown = "标准输入" if name == "-" else Path(name).name
        pages.append(read_page(_bytes(name), shown, tz, saved))
    return threads(pages)


def _bytes(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise FileError("cannot_read", f"读不了 {name}：{error.strerror or error}", "看看路径对不对") from None


def read_page(data: bytes, name: str, tz: tzinfo | None = None, saved: Span | None = None) -> Page:
    """One file."""
    text = decode(data, name)
    source = Source(name, text.text, tz or BEIJING, saved)
    page = _adapt(source)
    page.notes = [*text.notes, *page.notes]
    if tz is None and not source.told and not mobile_json.fits(source.text):
        page.notes.append(f"{page.kind}没有写时区，按 GMT+08:00 读（--zone 可改）")
    if not page.posts:
        raise FileError(
            "no_posts", f"{name} 里没有读到帖子{_what(source.text)}", "要帖子页面本身：另存网页，或全选复制成文字"
        )
    return page


def _adapt(source: Source) -> Page:
    if shown := re.search(r"<pre\b[^>]*>\s*(\{.*\})\s*</pre>", source.text, re.DOTALL):
        source.text = html.unescape(shown[1]) if mobile_json.fits(shown[1].replace("&quot;", '"')) else source.text
    if mobile_json.fits(source.text):
        return mobile_json.read(source)
    if "<" in source.text and re.search(r"<(html|body|div|table|p|td)\b", source.text, re.IGNORECASE):
        for fits, read in _READERS:
            if fits(source.text):
                return read(source)
        return Page(source.name, "")
    return pasted.read(source)


def _what(text: str) -> str:
    """What a page that holds no posts says it is."""
    match = re.search(r"<title>\s*(.*?)\s*</title>", text, re.IGNORECASE | re.DOTALL)
    return f"（网页标题是「{match[1][:40]}」）" if match else ""


# ── many pages, one thread ──


def threads(pages: Sequence[Page]) -> list[Thread]:
    """Pages sorted into threads by number. Those without one belong to the only thread there is, or go by title."""
    groups: dict[int | str, list[Page]] = {}
    for page in [p for p in pages if p.tid]:
        groups.setdefault(page.tid, []).append(page)
    for page in [p for p in pages if not p.tid]:
        fits = [key for key, group in groups.items() if all(_one_title(page.title, p.title) for p in group)]
        groups.setdefault(fits[0] if len(fits) == 1 else page.title, []).append(page)
    return [join(group) for group in groups.values()]


def _one_title(a: str, b: str) -> bool:
    """Whether two titles may be of one thread. Directors put 【已关门】 and the like before them."""
    one, other = (re.sub(r"[【\[].*?[】\]]|\s", "", text) for text in (a, b))
    return one in other or other in one


def join(pages: list[Page]) -> Thread:
    """Each post once, in order; what is missing between the pages is said."""
    merged: list[Post] = []
    by_pid: dict[int, int] = {}
    for page in sorted(pages, key=_age):
        taken: set[int] = set()  # places that this page's posts were found at: two of its posts are never one
        for post in page.posts:
            place = by_pid.get(post.pid) if post.pid else None
            if place is None:
                place = _found(merged, post, taken)
            if place is None:
                place = len(merged)
                merged.append(replace(post))
            else:
                merged[place] = _newer(merged[place], post)
            taken.add(place)
            if post.pid:
                by_pid[post.pid] = place
    thread = Thread(_in_order(merged), pages)
    _place(thread)
    _number(thread)
    _narrow(thread.posts)
    lofi.settle(thread.posts)
    thread.notes = [*_page_notes(pages), *_gaps(thread)]
    return thread


def _found(merged: list[Post], post: Post, taken: set[int]) -> int | None:
    """Where a post stands that was read from a view which does not number posts, or before such a one."""
    fits = [
        n
        for n, old in enumerate(merged)
        if not (old.pid and post.pid) and (n not in taken or old.featured or post.featured) and same(old, post)
    ]
    return max(fits, key=partial(_likeness, merged, post), default=None)


_TELLING = 10  # signs that hardly anybody writes twice alike


def _age(page: Page) -> float:
    return page.saved.end.timestamp() if page.saved else 0


def same(a: Post, b: Post) -> bool:
    """Whether two readings are of one post. Without numbers: author and time, and the text where one is vague."""
    if a.pid and b.pid:
        return a.pid == b.pid
    if a.author != b.author or not (a.time and b.time and a.time.meets(b.time)):
        return False
    if a.time.exact and b.time.exact:
        return True
    one, other = _words(a.text), _words(b.text)
    if a.floor and b.floor and not (a.featured or b.featured):
        # A post deleted between two saves lowers the floors that follow.
        return a.floor == b.floor or one == other and len(one) >= _TELLING
    if one == other or a.opener and b.opener:
        return True
    if max(a.time.end - a.time.start, b.time.end - b.time.start) >= timedelta(minutes=1):
        return False
    # Views differ in what they lose: quotes, smileys, what is blocked.
    if a.locked or b.locked or not one or not other:
        return True
    unmarked = "quotes" in a.lacks | b.lacks  # one reading may hold the quotes that the other left out
    return unmarked and (one in other or other in one) or _alike(one, other) > 0.6


def _likeness(merged: list[Post], post: Post, place: int) -> float:
    return _alike(_words(merged[place].text), _words(post.text))


def _alike(a: str, b: str) -> float:
    return SequenceMatcher(None, a[:200], b[:200], autojunk=False).ratio()


def _words(text: str) -> str:
    return re.sub(r"\s+", "", text)


_DIM = frozenset({"quotes", "links", "signature"})


def _newer(old: Post, new: Post) -> Post:
    """Two readings of one post as one: the later, unless the earlier view shows more of it."""
    poorer = len(new.lacks & _DIM) > len(old.lacks & _DIM) or new.cut and not old.cut
    base, other = (old, new) if poorer else (new, old)
    both = replace(base)
    both.pid, both.floor, both.uid = base.pid or other.pid, new.floor or old.floor, base.uid or other.uid
    both.featured, both.opener, both.cut = old.featured and new.featured, old.opener or new.opener, base.cut
    both.edited = new.edited or old.edited
    both.locked = new.locked
    both.notes = list(dict.fromkeys(old.notes + new.notes)) if not old.cut else list(base.notes)
    if other.time and (not base.time or other.time.end - other.time.start < base.time.end - base.time.start):
        both.time, both.tz = other.time, other.tz
    both.earlier = [*old.earlier, *new.earlier]
    if not other.cut and not other.locked and _alike(_words(old.text), _words(new.text)) < 1 and old.lacks == new.lacks:
        both.earlier.append(other.text)
    known = {(a.where, a.by, _words(a.text)) for a in base.asides}
    both.asides = [*base.asides, *(a for a in other.asides if (a.where, a.by, _words(a.text)) not in known)]
    return both


def _in_order(posts: list[Post]) -> list[Post]:
    """By number where posts have one, else by time; posts of equal time keep their order."""
    if all(p.pid for p in posts):
        return sorted(posts, key=lambda p: p.pid)
    if all(p.time and p.time.exact for p in posts):  # floors may be of pages saved before and after one was deleted
        return sorted(posts, key=lambda p: (p.time.start if p.time else datetime.max, p.floor))
    if all(p.floor and not p.featured for p in posts):
        return sorted(posts, key=lambda p: p.floor)
    stays = [p for p in posts if not p.featured]
    for post in [p for p in posts if p.featured]:
        later = next((n for n, p in enumerate(stays) if _before(post, p)), len(stays))
        stays.insert(later, post)
    if any(p.time is None for p in stays):
        return stays
    return sorted(stays, key=lambda p: p.time.start if p.time else datetime.max)


def _before(a: Post, b: Post) -> bool:
    if a.floor and b.floor:
        return a.floor < b.floor
    return bool(a.time and b.time and a.time.end <= b.time.start)


def _place(thread: Thread) -> None:
    """Give featured posts their floor; one whose own page was not read is set apart."""
    posts = thread.posts
    kept = []
    for n, post in enumerate(posts):
        if post.featured and not post.floor:
            before = next((p for p in reversed(posts[:n]) if not p.featured), None)
            after = next((p for p in posts[n + 1 :] if not p.featured), None)
            if not _belongs(thread, before, after, _loose(posts, n)):
                thread.unplaced.append(post)
                post.notes.append("只在第一页的「推荐」里见到，它自己那一页没有读")
        kept.append(post)
    thread.posts = kept


def _loose(posts: list[Post], n: int) -> int:
    """How many featured posts in a row stand around this one."""
    first = last = n
    while first > 0 and posts[first - 1].featured:
        first -= 1
    while last + 1 < len(posts) and posts[last + 1].featured:
        last += 1
    return last - first + 1


def _belongs(thread: Thread, before: Post | None, after: Post | None, among: int) -> bool:
    """Whether the posts around a featured one leave exactly its place free."""
    if before is None:
        return False
    if after is None:
        pages = [p for p in thread.pages if p.total]
        return bool(pages) and {p.number for p in pages} >= set(range(1, max(p.total for p in pages) + 1))
    if before.floor and after.floor:
        return after.floor - before.floor == among + 1
    return any(before.pid in (ids := {p.pid for p in page.posts}) and after.pid in ids for page in thread.pages)


def _number(thread: Thread) -> None:
    """Sequence numbers; floors for views that have none, and for places between two known floors."""
    whole = thread.posts and thread.posts[0].opener
    loose = {id(p) for p in thread.unplaced}
    floor = 0
    known = any(p.floor for p in thread.posts[1:])
    for seq, post in enumerate(thread.posts, 1):
        post.seq = seq
        if id(post) in loose:
            continue
        if post.floor:
            floor = post.floor
        elif floor or (whole and not known):
            floor += 1
            post.floor = floor if not any(p.floor == floor for p in thread.posts) else 0


def _narrow(posts: list[Post]) -> None:
    """Posts stand in order, so a vague time lies between its neighbours'; a quote that dates a post does too."""
    stamped = {(q.pid, q.author, q.stamp) for p in posts for q in p.quoted if q.stamp}
    for post in posts:
        if post.time is None or post.time.exact:
            continue
        for pid, author, stamp in stamped:
            at = stamp.replace(tzinfo=post.time.start.tzinfo)
            mine = pid == post.pid if pid and post.pid else author == post.author and _only(post, at, posts)
            if mine and post.time.start <= at <= post.time.end:
                post.time = Span(at, min(post.time.end, at.replace(second=59)))
    for a, b in pairwise(posts):
        if a.time and b.time and not b.time.exact and b.time.start < a.time.start <= b.time.end:
            b.time = Span(a.time.start, b.time.end)
    for a, b in [(x, y) for x, y in pairwise(posts)][::-1]:
        if a.time and b.time and not a.time.exact and a.time.start <= b.time.end < a.time.end:
            a.time = Span(a.time.start, b.time.end)


def _only(post: Post, at: datetime, posts: list[Post]) -> bool:
    """Whether the post is its author's only one that may have been written in that minute."""
    minute = Span(at, at.replace(second=59))
    return not any(p is not post and p.author == post.author and p.time and p.time.meets(minute) for p in posts)


# ── what is missing ──


def _page_notes(pages: Iterable[Page]) -> list[str]:
    found: list[str] = []
    lacks: dict[str, set[str]] = {}
    for page in pages:
        found += page.notes
        lacks.setdefault(page.kind, set()).update(page.lacks)
    for kind, lost in lacks.items():
        if lost:
            found.append(f"{kind}：{'；'.join(text for lack, text in LACKS.items() if lack in lost)}")
    return list(dict.fromkeys(found))


def _gaps(thread: Thread) -> list[str]:
    found = []
    read = {p.number for p in thread.pages if p.number}
    total = max((p.total for p in thread.pages if p.number), default=0)
    missing = sorted(set(range(1, total + 1)) - read)
    if missing:
        found.append(f"全帖 {total} 页，没有读第 {_ranges(missing)} 页")
    expected = max((p.expected for p in thread.pages), default=0)
    placed = len(thread.posts) - len(thread.unplaced)
    if expected > placed:
        found.append(f"全帖 {expected} 帖，只读到 {placed} 帖")
    if all(p.pid for p in thread.posts):
        row = [p.floor for p in thread.posts if p.floor and not p.featured]
        if any(a >= b for a, b in pairwise(row)):
            found.append("各页的楼层号对不上（存页面的时候不同，中间有楼被删），以帖子编号为准")
    floors = sorted({p.floor for p in thread.posts if p.floor and not p.featured})
    holes = [n for n in range(1, floors[-1] if floors else 0) if n not in set(floors)]
    if holes and not missing and any(p.floor for p in thread.posts):
        found.append(f"没有读到第 {_ranges(holes)} 楼")
    for post in thread.unplaced:
        found.append(f"{post.author} 的帖 {post.pid or ''} 只在「推荐」里，它自己那一页没有读".replace("帖  ", "帖"))
    return found


def _ranges(numbers: list[int]) -> str:
    parts: list[list[int]] = []
    for n in numbers:
        if parts and parts[-1][-1] == n - 1:
            parts[-1].append(n)
        else:
            parts.append([n])
    return "、".join(str(p[0]) if len(p) == 1 else f"{p[0]}–{p[-1]}" for p in parts)
