"""When a day's discussion closes and a night's answers are due: by the ruleset's schedule, or as the director said.

The engine knows no calendar. Dates come from the journal: when the director opened the day, when he closed it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone, tzinfo

from banshā.engine import paces
from banshā.engine.events import Event
from banshā.engine.table import Table
from banshā.forum import known
from banshā.game.journal import Entry

GRACE = timedelta(hours=1)  # a director who closes no later than this closed at the hour that was announced


@dataclass(slots=True)
class Closing:
    """at: when the discussion closes. said: the director set it. why: how it came about."""

    at: datetime
    opened: datetime | None
    said: bool
    why: list[str] = field(default_factory=list)
    skills_until: datetime | None = None
    changes_until: datetime | None = None
    proxies_until: datetime | None = None
    pace_until: datetime | None = None


@dataclass(slots=True)
class Request:
    kind: str
    seats: list[str]
    needed: int
    holds: bool


@dataclass(slots=True)
class Pace:
    """The requests for a day, and when that day closes where that can be told."""

    day: int
    alive: int
    requests: list[Request]
    held: str
    by: str
    closing: Closing | None


def zone(t: Table) -> tzinfo:
    """The zone that the table's times are given in: +08:00 unless the ruleset says otherwise."""
    text = t.rs.table("schedule").get("zone", "+08:00")
    hours, minutes = int(text[1:3]), int(text[4:6])
    offset = timedelta(hours=hours, minutes=minutes)
    return timezone(-offset if text[0] == "-" else offset)


def pace(t: Table, journal: Sequence[Entry]) -> Pace:
    day = paces.day(t)
    held = paces.held(t, day)
    by = "导演" if paces.declared(t, day) else "申请" if held else ""
    found = [
        Request(what, [t.name(f) for f in paces.wanting(t, what, day)], paces.needed(t),
                len(paces.wanting(t, what, day)) >= paces.needed(t) > 0)
        for what in (paces.FAST, paces.SLOW)
    ]  # fmt: skip
    return Pace(day, len(t.alive()), found, held, by, closing(t, journal) if day == t.s.clock.day else None)


# ── when the discussion closes ──


def closing(t: Table, journal: Sequence[Entry]) -> Closing | None:
    """When the discussion of the clock's day closes (or closed by plan); None where nobody can tell."""
    day = t.s.clock.day
    opened = _when(_phase(t, "open", day), journal, zone(t))
    said = known.closing(t)
    found = Closing(said.astimezone(zone(t)), opened, True, ["导演定的"]) if said else _planned(t, journal, opened, day)
    if found is None:
        return None
    rule = t.rs.table("schedule")
    for key in ("skills_until", "changes_until", "proxies_until", "pace_until"):
        if key in rule:
            setattr(found, key, found.at - timedelta(minutes=int(rule[key])))
    return found


def _planned(t: Table, journal: Sequence[Entry], opened: datetime | None, day: int) -> Closing | None:
    """By the schedule: so many dates from the opening, more over a weekend, fewer when hurried."""
    rule = t.rs.table("schedule")
    if opened is None or "close" not in rule:
        return None
    hour, minute = (int(x) for x in rule["close"].split(":"))
    first = opened.date()
    if (opened.hour, opened.minute) >= (hour, minute):  # opened in the evening: the day begins the next morning
        first += timedelta(days=1)
    days, why = int(rule.get("days", 1)), [f"{rule.get('days', 1)} 天"]
    dates = [first + timedelta(days=n) for n in range(days)]
    if rule.get("weekend") and day >= int(rule.get("weekend_from_day", 1)) and any(d.weekday() > 4 for d in dates):
        days += int(rule["weekend"])
        why.append(f"逢周末加 {rule['weekend']} 天")
    held = paces.held(t, day)
    if held == paces.SLOW:
        days += int(rule.get("slow_days", 1))
        why.append(f"延时加 {rule.get('slow_days', 1)} 天")
    elif held == paces.FAST:
        days, why = min(days, int(rule.get("fast_days", 1))), [f"加速，{rule.get('fast_days', 1)} 天"]
    at = datetime(first.year, first.month, first.day, hour, minute, tzinfo=opened.tzinfo) + timedelta(days=days - 1)
    if held == paces.FAST and (settled := _settled(t, journal, day)) is not None:
        while at < settled:  # hurried on a later date: it closes the same evening
            at += timedelta(days=1)
    return Closing(at, opened, False, why)


def _settled(t: Table, journal: Sequence[Entry], day: int) -> datetime | None:
    """When 加速 came to hold."""
    found = [e for e in t.log if e.kind == "pace" and e.data.get("held") and e.data.get("day") == str(day)]
    return _when(found[-1] if found else None, journal, zone(t))


# ── when answers are due ──


def due_at(t: Table, journal: Sequence[Entry]) -> datetime | None:
    """When the open phase's answers are due: so many minutes after closing; in a further run, after it began."""
    phase, c = t.phase, t.s.clock
    if phase.votes:
        found = closing(t, journal)
        return found.at if found else None
    if not phase.deadline or c.phase in t.rs.opening:
        return None
    first = _first_of_run(t)
    if c.run > 1 and first is not None and (began := _when(first, journal, zone(t))):
        return began + timedelta(minutes=phase.deadline - _deadline_before(t, first.at.phase))
    closed = _when(_phase(t, "close", c.day), journal, zone(t))
    plan = closing(t, journal)
    if closed is None:
        return None
    on_time = plan is not None and plan.at <= closed <= plan.at + GRACE
    return (plan.at if plan and on_time else closed) + timedelta(minutes=phase.deadline)


def _first_of_run(t: Table) -> Event | None:
    c = t.s.clock
    return next((e for e in t.log if _is(e, "open") and (e.at.day, e.at.run) == (c.day, c.run)), None)


def _deadline_before(t: Table, phase: str) -> int:
    """Minutes after closing at which the stretch of phases begins."""
    earlier = t.rs.day[: t.rs.day.index(phase)]
    return next((d for p in reversed(earlier) if (d := t.rs.phases[p].deadline)), 0)


def _phase(t: Table, op: str, day: int) -> Event | None:
    """The last opening or closing of a day's discussion."""
    return next(
        (e for e in reversed(t.log) if _is(e, op) and e.at.day == day and t.rs.phases[e.at.phase].votes), None
    )  # fmt: skip


def _is(e: Event, op: str) -> bool:
    return e.kind == "phase" and e.data.get("op") == op


def _when(e: Event | None, journal: Sequence[Entry], tz: tzinfo) -> datetime | None:
    """When the input was typed that brought the event about."""
    if e is None or not 0 < e.input <= len(journal):
        return None
    return datetime.fromisoformat(journal[e.input - 1].time).astimezone(tz)


# ── as text ──


def shown(at: datetime) -> str:
    """11-08 周日 21:00（+08:00）"""
    return f"{at:%m-%d} 周{'一二三四五六日'[at.weekday()]} {at:%H:%M}（{offset(at)}）"


def offset(at: datetime) -> str:
    text = at.strftime("%z")
    return f"{text[:3]}:{text[3:5]}"


def left(at: datetime, now: datetime) -> str:
    """还有 1 天 2 小时 · 还有 25 分钟 · 已过 3 分钟"""
    minutes = round((at - now).total_seconds() / 60)
    word, rest = ("还有", minutes) if minutes > 0 else ("已过", -minutes)
    days, hours, minutes = rest // 1440, rest // 60 % 24, rest % 60
    parts = [f"{days} 天"] * bool(days) + [f"{hours} 小时"] * bool(hours)
    if not days and (minutes or not hours):
        parts.append(f"{minutes} 分钟")
    return f"{word} {' '.join(parts)}"
