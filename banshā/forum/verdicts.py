"""The records of a judgement: what the director tells, what becomes of each post, and how each seat's ballot ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo

from .posts import Aside, Post, Span
from .reasons import WORDS
from .times import BEIJING


@dataclass(slots=True, frozen=True)
class Out:
    """Since when a seat is out (None: since before the thread began). noon: in this day's noon phase."""

    since: datetime | None = None
    noon: bool = False


@dataclass(slots=True, frozen=True)
class Recorded:
    """A ballot that the game already has."""

    target: str
    when: Span | None
    changes: int = 0


@dataclass(slots=True)
class Terms:
    """What the director tells: seats in order, who is out, when the thread closes, and his own decisions."""

    seats: Sequence[str]
    closes: datetime
    tz: tzinfo = BEIJING
    outs: dict[str, Out] = field(default_factory=dict)
    directors: frozenset[str] = frozenset({"导演"})
    accounts: dict[str, str] = field(default_factory=dict)  # forum account -> 马甲
    last_hour: timedelta = timedelta(hours=1)  # before closing: no ballot may be changed
    last_proxy: timedelta | None = None  # before closing: none may be cast for others; None: as with changes
    changes: int = 1
    fast: bool = False  # 执行加速
    fast_from: datetime | None = None  # since when; None: all day long
    barred: dict[str, str] = field(default_factory=dict)
    candidates: frozenset[str] | None = None
    overrides: dict[int, str] = field(default_factory=dict)  # floor or pid -> target, or 马甲:target
    ignores: frozenset[int] = frozenset()
    recorded: dict[str, Recorded] = field(default_factory=dict)

    @property
    def zone(self) -> tzinfo:
        """The zone the table lives in: the one its closing time was told in."""
        return self.closes.tzinfo or self.tz

    @property
    def last_hour_from(self) -> datetime:
        return self.closes - self.last_hour

    @property
    def no_proxies_from(self) -> datetime:
        return self.closes - (self.last_hour if self.last_proxy is None else self.last_proxy)


@dataclass(slots=True)
class Verdict:
    """What becomes of one post: vote change proxy void late ask ignore unreadable, with its reason (key of WORDS)."""

    post: Post
    verdict: str = "ignore"
    target: str = ""
    reason: str = ""
    seat: str = ""
    remarks: list[str] = field(default_factory=list)
    note: str = ""
    moot: bool = False  # was asked, but a later ballot of the seat settles it

    @property
    def counts(self) -> bool:
        return self.verdict in ("vote", "change", "proxy")

    @property
    def text(self) -> str:
        """Why, in words."""
        parts = [WORDS.get(self.reason, self.reason), *(WORDS.get(r, r) for r in self.remarks), self.note]
        return "；".join(dict.fromkeys(p for p in parts if p))


@dataclass(slots=True)
class Standing:
    """The ballot of a seat as it stands. posts: where it may be replied to (the vote or the proxy)."""

    target: str
    chain: list[Verdict] = field(default_factory=list)
    posts: list[Post] = field(default_factory=list)
    changes: int = 0
    doubtful: bool = False
    recorded: Recorded | None = None


@dataclass(slots=True)
class Final:
    """The final ballot of a seat: valid none director out."""

    seat: str
    status: str
    target: str = ""
    by: Verdict | None = None
    chain: list[Verdict] = field(default_factory=list)
    note: str = ""


@dataclass(slots=True)
class Outcome:
    """All verdicts in order, the final ballots, and vote-like text that is no post."""

    verdicts: list[Verdict]
    finals: list[Final]
    elsewhere: list[Aside]
