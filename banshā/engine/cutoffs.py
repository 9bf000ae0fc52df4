"""Cut-offs of a day's discussion: the engine knows no calendar, but where the hour of closing and the hour of a post
are both on record (定时 关门, 时间=), it holds one against the other. Times without a date ("21:14") decide nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from .table import Table

HOUR = 60  # minutes before closing from which no ballot may be changed, unless the ruleset says otherwise


def moment(text: str) -> datetime | None:
    """The first moment that a recorded time (or the span ``from~to``) may mean; None without date or zone."""
    try:
        found = datetime.fromisoformat(text.partition("~")[0])
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def closing(t: Table, day: int) -> datetime | None:
    """When that day's discussion closes, as far as the director said so."""
    return moment(t.s.times.get(closing_key(day), ""))


def left_at(t: Table, floor: int) -> datetime | None:
    """When a seat went out in today's discussion, as far as the director said so."""
    return moment(t.s.times.get(left_key(t, floor), ""))


def closing_key(day: int) -> str:
    return f"关门:{day}"


def left_key(t: Table, floor: int) -> str:
    return f"出局:{t.s.clock.day}:{floor}"


def changes_until(t: Table) -> int:
    """From so many minutes before closing no ballot may be changed."""
    return int(t.rs.table("schedule").get("changes_until", HOUR))


def proxies_until(t: Table) -> int:
    """From so many minutes before closing the director votes for nobody: as with changes, unless the rules tell."""
    return int(t.rs.table("schedule").get("proxies_until", changes_until(t)))


def passed(t: Table, time: str, before: int = 0) -> bool:
    """Whether a post was surely written no earlier than `before` minutes ahead of closing."""
    at, end = moment(time), closing(t, t.s.clock.day)
    return at is not None and end is not None and at >= end - timedelta(minutes=before)
