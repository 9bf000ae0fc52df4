"""How much everybody writes: posts a day a seat, and the limits of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

from .names import account
from .posts import Post, Thread
from .times import BEIJING
from .verdicts import Out

# The posts of all five rulebooks agree on these.
A_DAY, THREE_DAYS, TOO_MANY = 5, 10, 200


@dataclass(slots=True)
class Scope:
    """What counts: whose posts, until when, and which the director leaves out (water)."""

    seats: Sequence[str]
    tz: tzinfo = BEIJING
    opens: datetime | None = None
    closes: datetime | None = None
    outs: dict[str, Out] = field(default_factory=dict)
    accounts: dict[str, str] = field(default_factory=dict)
    water: frozenset[int] = frozenset()  # floors or pids
    after: int = 0  # posts up to this floor were counted before


@dataclass(slots=True)
class Tally:
    """A seat's posts of this day."""

    seat: str
    posts: int = 0
    by_date: dict[str, int] = field(default_factory=dict)
    while_out: list[Post] = field(default_factory=list)
    water: list[Post] = field(default_factory=list)


@dataclass(slots=True)
class Counted:
    tallies: list[Tally]
    others: dict[str, int]
    late: list[Post]
    unsure: list[Post]  # cannot be given to this day or to a seat

    def of(self, seat: str) -> Tally:
        return next(t for t in self.tallies if t.seat == seat)


def count(threads: Sequence[Thread], scope: Scope) -> Counted:
    """Count the posts of a day."""
    found = Counted([Tally(seat) for seat in scope.seats], {}, [], [])
    tallies = {t.seat: t for t in found.tallies}
    for thread in threads:
        loose = {id(p) for p in thread.unplaced}
        for post in thread.posts:
            if id(post) not in loose and not (scope.after and 0 < post.floor <= scope.after):
                _count(post, scope, found, tallies)
    dates = sorted({d for t in found.tallies for d in t.by_date})
    for tally in found.tallies:
        tally.by_date = {d: tally.by_date.get(d, 0) for d in dates}
    return found


def _count(post: Post, scope: Scope, found: Counted, tallies: dict[str, Tally]) -> None:
    when = post.time
    if when and (scope.closes and when.start >= scope.closes or scope.opens and when.end < scope.opens):
        found.late.append(post)
        return
    seat = account(scope.accounts.get(post.author, post.author), scope.seats)
    if post.anonymous or not seat.sure:
        name = post.author or "（作者不明）"
        found.others[name] = found.others.get(name, 0) + 1
        if post.anonymous or seat.name:
            found.unsure.append(post)
        return
    if when is None or scope.closes and when.end >= scope.closes:
        found.unsure.append(post)
        return
    tally = tallies[seat.name]
    out = scope.outs.get(seat.name)
    if out is not None and (out.since is None or when.start >= out.since):
        tally.while_out.append(post)
    elif scope.water & {post.floor, post.pid} - {0}:
        tally.water.append(post)
    else:
        tally.posts += 1
        date = f"{when.start.astimezone(scope.tz):%Y-%m-%d}"
        tally.by_date[date] = tally.by_date.get(date, 0) + 1


@dataclass(slots=True, frozen=True)
class Due:
    """A yellow card earned, by which rule."""

    seat: str
    why: str


def cards(
    counts: Mapping[str, Mapping[int, int | None]], day: int, living: Sequence[str], fast: Sequence[int] = ()
) -> list[Due]:
    """Who earns a yellow card for `day`. counts: seat -> day -> posts; days of 加速 are exempt."""
    found = []
    for seat in living:
        mine = counts.get(seat, {})
        today = mine.get(day)
        if today is None:
            continue
        if today > TOO_MANY:
            found.append(Due(seat, f"一天发了 {today} 帖，超过 {TOO_MANY} 帖"))
        if day in fast:
            continue
        if today < A_DAY:
            found.append(Due(seat, f"只有 {today} 帖，不足 {A_DAY} 帖"))
        slow = [d for d in sorted(mine, reverse=True) if d <= day and d not in fast][:3]
        run = [n for d in slow if (n := mine[d]) is not None]
        if len(run) == 3 and all(n < THREE_DAYS for n in run):
            found.append(Due(seat, f"连续三个讨论日（{'、'.join(str(n) for n in reversed(run))}）不足 {THREE_DAYS} 帖"))
    return found
