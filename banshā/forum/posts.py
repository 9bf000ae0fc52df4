"""The one internal record of a forum post, and of the page and thread it was read from. No parsing here."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime

# What a view may be unable to tell; said to the director once for each kind of page.
LACKS = {
    "pid": "没有帖子编号，重复的楼只能按作者、时间和内容认",
    "floor": "没有楼层号，楼层是按顺序数的",
    "seconds": "时间只到分钟",
    "exact": "近七天的时间只有「3 小时前」一类的话，分界附近的票看不准",
    "saved": "时间是「昨天 20:03」一类的话，页面上又没有存的时间，读不出来（用 --saved 写明）",
    "times": "有的时间读不出来",
    "edits": "不带编辑标记，关门后改过内容的楼看不出来",
    "quotes": "不分引用和正文，一楼里有两份票时分不清",
    "asides": "不带点评、评分和签名",
    "links": "引用没有链接，只能凭「某某 发表于 时间」认",
    "replies": "主楼不能引用别的楼，改票是不是回复自己那一楼看不出来",
    "signature": "分不清正文和签名",
}


# Notes on a post that the judge must know.
OPEN = "引用没有结尾，分不清哪些是他自己的话"
CLASH = "同一楼层有两帖"
SIGNED = "他的帖子都以同样的话结尾，像是签名"

WITHIN = "楼中楼"
_REPLY = re.compile(r"^回复\s*\S+?\s*[:：]\s*")  # how an answer to another reply begins


@dataclass(slots=True, frozen=True)
class Span:
    """A moment as far as the page tells: not before `start`, not after `end` (equal where the second is known)."""

    start: datetime
    end: datetime

    @property
    def exact(self) -> bool:
        return self.start == self.end

    def meets(self, other: Span) -> bool:
        return self.start <= other.end and other.start <= self.end


@dataclass(slots=True, frozen=True)
class Quote:
    """Something quoted. `stamp` is 「X 发表于 T」 as written, in the zone of whoever wrote it; pid 0: no link."""

    text: str
    author: str = ""
    stamp: datetime | None = None
    pid: int = 0


@dataclass(slots=True, frozen=True)
class Edit:
    """The mark 本帖最后由 X 于 T 编辑; the time is as written."""

    by: str
    at: datetime | None


@dataclass(slots=True, frozen=True)
class Aside:
    """Text of a page that is no post: 点评, 评分, 签名, 代码框, 隐藏内容, 楼中楼."""

    where: str
    by: str
    text: str
    pid: int = 0  # of the post it hangs from
    number: int = 0  # its own
    time: Span | None = None


@dataclass(slots=True)
class Post:
    """One post. seq is its place among all that were read; pid and floor are 0 where the page does not tell."""

    seq: int = 0
    pid: int = 0
    floor: int = 0
    author: str = ""
    uid: int = 0
    time: Span | None = None
    tz: str = ""
    text: str = ""
    quoted: list[Quote] = field(default_factory=list)
    edited: list[Edit] = field(default_factory=list)
    raw: str = ""
    notes: list[str] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    lacks: frozenset[str] = frozenset()
    anonymous: bool = False
    locked: str = ""  # why its text cannot be read
    cut: bool = False  # the page breaks off within it
    featured: bool = False  # shown at the top of page 1, away from its own place
    opener: bool = False  # began the thread
    earlier: list[str] = field(default_factory=list)  # its text on pages saved before
    whole: str = ""  # its text with quotes, of a view that does not mark them
    within: bool = False  # a reply that hangs from a floor (楼中楼)

    @property
    def where(self) -> str:
        """How a director finds it."""
        if self.floor:
            return f"{self.floor} 楼" + ("的楼中楼" if self.within else "")
        return f"帖 {self.pid}" if self.pid else f"第 {self.seq} 帖"

    @property
    def keys(self) -> set[int]:
        """The numbers a director may call it by."""
        return ({self.pid} if self.within else {self.pid, self.floor}) - {0}

    @property
    def hanging(self) -> list[Post]:
        """The replies that hang from this floor, as posts that quote it."""
        quote = Quote(self.text, self.author, None, self.pid)
        return [
            Post(self.seq, a.number, self.floor, a.by, time=a.time, tz=self.tz, text=_REPLY.sub("", a.text),
                 quoted=[quote], lacks=self.lacks, within=True)
            for a in self.asides if a.where == WITHIN
        ]  # fmt: skip


@dataclass(slots=True)
class Page:
    """One page of a thread, as saved."""

    file: str
    kind: str
    posts: list[Post] = field(default_factory=list)
    tid: int = 0
    title: str = ""
    number: int = 0
    total: int = 0
    saved: Span | None = None
    starter: str = ""
    expected: int = 0  # posts of the whole thread, where the page tells
    order: str = ""  # "" as written | 倒序 | 只看该作者
    lacks: frozenset[str] = frozenset()
    notes: list[str] = field(default_factory=list)
    truncated: bool = False


@dataclass(slots=True)
class Thread:
    """All that was read of one thread, in order, each post once."""

    posts: list[Post]
    pages: list[Page]
    notes: list[str] = field(default_factory=list)
    unplaced: list[Post] = field(default_factory=list)  # featured on page 1; their own page was not read

    @property
    def tid(self) -> int:
        return next((p.tid for p in self.pages if p.tid), 0)

    @property
    def title(self) -> str:
        return next((p.title for p in self.pages if p.title), "")

    @property
    def starter(self) -> str:
        """Who began the thread."""
        first = next((p.author for p in self.posts if p.opener), "")
        return first or next((p.starter for p in self.pages if p.starter), "")

    @property
    def turns(self) -> list[Post]:
        """The posts and the replies that hang from them, each where its time puts it."""
        found = list(self.posts)
        for post in self.posts:
            for reply in post.hanging:
                earlier = [n for n, p in enumerate(found) if p is post or _not_after(p, reply)]
                found.insert(earlier[-1] + 1, reply)
        return found

    @property
    def lacks(self) -> frozenset[str]:
        return frozenset().union(*(p.lacks for p in self.pages))


def _not_after(a: Post, b: Post) -> bool:
    return a.time is not None and b.time is not None and a.time.start <= b.time.start
