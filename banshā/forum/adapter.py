"""What all adapters share: the page they read, the zone it speaks in, and marks of where posts stand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta, tzinfo
from itertools import pairwise
from typing import TYPE_CHECKING

from .posts import Page, Post, Span
from .times import STAMP, naive, span, zone

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

_FOOTER = re.compile(rf"GMT\s*([+-][\d.:]+)?\s*,\s*({STAMP})")
_UID = re.compile(r"(?:[?&;]uid=|space-uid-)(\d+)")
_TID = re.compile(r"(?:[?&;]p?tid=|thread-|tid-)(\d+)")
_NAMED = {"楼主": 1, "沙发": 2, "板凳": 3, "地板": 4}
_SWITCH = re.compile(r"<a\b[^>]*>\s*(显示全部楼层|正序浏览)\s*</a>")
ANONYMOUS = ("匿名", "Anonymous")


@dataclass(slots=True)
class Source:
    """A file to read: its text, and what the director says about where and when it was saved."""

    name: str
    text: str
    tz: tzinfo
    saved: Span | None = None
    told: bool = False  # the page itself told its zone

    def look(self, page: Page) -> None:
        """Take zone and time of saving from a page's foot, where it has one."""
        match = max(_FOOTER.finditer(self.text), key=lambda m: m.start(), default=None)  # a post may say it too
        at = naive(match[2]) if match else None
        if match and at:
            self.tz = zone(match[1] or "+0")
            self.told = True
            start = at.replace(tzinfo=self.tz)
            seconds = 0 if match[2].count(":") == 2 else 59
            self.saved = Span(start, start + timedelta(seconds=seconds))
        page.saved = self.saved

    def time(self, text: str) -> Span | None:
        return span(text, self.tz, self.saved)

    @property
    def zone_name(self) -> str:
        from datetime import datetime

        offset = self.tz.utcoffset(self.saved.start if self.saved else datetime(2026, 1, 1))
        minutes = int((offset or timedelta()).total_seconds()) // 60
        sign = "-" if minutes < 0 else "+"
        return f"{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


def finish(page: Page, source: Source, head: str = "</html>") -> Page:
    """What is true of every saved page: whether it is whole."""
    for post in page.posts:
        if post.time is None:
            post.notes.append("时间没有读出来")
            page.lacks |= {"saved" if source.saved is None else "times"}
        elif post.time.end - post.time.start >= timedelta(minutes=1):
            page.lacks |= {"exact"}
    for post in page.posts:
        post.tz, post.lacks = source.zone_name, page.lacks
    tail = source.text[-6000:]
    if head not in tail.lower() and not _FOOTER.search(tail):
        page.truncated = True
        page.notes.append(f"{source.name} 不完整（没有存到页尾），最后一帖可能被截断")
        if page.posts:
            page.posts[-1].cut = True
    return page


def label(post: Post, text: str) -> None:
    """Read a floor's label: 楼主, 5#, 来自 18#, 推荐. What is none of these tells no floor."""
    word = "".join(text.split())
    if "推荐" in word:
        post.featured = True
    elif match := re.fullmatch(r"顶?来自(\d*)#?", word):
        post.floor, post.featured = int(match[1] or 0), True
    elif match := re.fullmatch(r"(\d+)(?:#|楼|F|L)?", word):
        post.floor = int(match[1])
    else:
        post.floor = _NAMED.get(word, 0)


def uid_of(node: LexborNode | None) -> int:
    match = _UID.search((node.attributes.get("href") or "") if node is not None else "")
    return int(match[1]) if match else 0


def tid_of(tree: LexborHTMLParser) -> int:
    for query in ("link[rel=canonical]", "a[href*=tid]", "a[href*=thread-]"):
        for node in tree.css(query)[:40]:
            match = _TID.search(node.attributes.get("href") or "")
            if match:
                return int(match[1])
    return 0


def paging(tree: LexborHTMLParser, page: Page) -> None:
    """Which page of how many."""
    bar = tree.css_first(".pg")
    if bar is None:
        return
    now = bar.css_first("strong")
    if now is not None and now.text().strip().isdecimal():
        page.number = int(now.text().strip())
    if any("authorid=" in (a.attributes.get("href") or "") for a in bar.css("a")):
        page.order = "只看该作者"
    match = re.search(r"共\s*(\d+)\s*页", bar.html or "")
    found = [int(n) for n in re.findall(r"(?<!\d)(\d{1,4})(?!\d)", bar.text(separator=" "))]
    page.total = int(match[1]) if match else max([page.number, *found], default=0)


def arrangement(text: str) -> str:
    """Whether the page shows the thread otherwise than in order; its labels lie then."""
    switch = _SWITCH.search(text)
    if switch is None:
        return ""
    return "只看该作者" if switch[1] == "显示全部楼层" else "倒序"


def set_order(page: Page) -> None:
    """Forget labels that lie: on pages that do not show the thread in order, and where they contradict the numbers."""
    labelled = sorted((p.pid, p.floor) for p in page.posts if p.pid and p.floor and not p.featured)
    if not page.order and any(a[1] >= b[1] for a, b in pairwise(labelled)):
        page.order = "不按先后"
    if page.order:
        page.notes.append(f"{page.file} 是「{page.order}」的页面，上面的楼层号不能用，按帖子编号排")
        for post in page.posts:
            post.floor, post.opener = 0, False
        page.number = page.total = 0
