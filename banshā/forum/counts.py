"""How much everybody writes: posts a day a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo

from .names import account
from .posts import Post, Thread
from .times import BEIJING
from .verdicts import Out


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
