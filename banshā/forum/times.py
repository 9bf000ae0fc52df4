"""Times as forums write them: absolute or 「3 小时前」, always with a zone, and only as exact as the page is."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo

from banshā.game.errors import LineError
from banshā.game.grammar import normalise

from .posts import Span

BEIJING = timezone(timedelta(hours=8))
STAMP = r"\d{4}-\d{1,2}-\d{1,2}[ \xa0T]+\d{1,2}:\d{2}(?::\d{2})?"
WORDS = r"(?:\d+[ \xa0]*(?:秒|分钟|小时|天)前|半小时前|刚刚|(?:昨天|前天)[ \xa0]*\d{1,2}:\d{2})"
WHEN = rf"(?:{STAMP}|{WORDS})"

_FULL = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[\sT]*(\d{1,2}):(\d{2})(?::(\d{2}))?(.*)", re.DOTALL)
_SHORT = re.compile(r"(?:(\d{1,2})[-/.月](\d{1,2})日?\s+)?(\d{1,2}):(\d{2})(?::(\d{2}))?")
_ZONE = re.compile(r"(?:GMT|UTC)?\s*([+-]?)(\d{1,2})(?::?(\d{2})|\.(\d+))?", re.IGNORECASE)
_AGO = re.compile(r"(\d+)\s*(秒|分钟|小时|天)前")
_DAY = re.compile(r"(昨天|前天)\s*(\d{1,2}):(\d{2})")
_MOST = {"秒": 60, "分钟": 60, "小时": 24, "天": 7}  # beyond these the forum writes the date
_UNIT = {"秒": 1, "分钟": 60, "小时": 3600}
_SECOND = timedelta(seconds=1)


def zone(text: str) -> tzinfo:
    """A zone as people write it: +8, +08:00, GMT-3.5, Asia/Shanghai."""
    word = normalise(text).strip()
    if word.upper() in ("Z", "GMT", "UTC"):
        return UTC
    if match := _ZONE.fullmatch(word):
        sign, hours, minutes, tenths = match.groups()
        offset = timedelta(hours=int(hours), minutes=int(minutes or 0) + (60 * float(f"0.{tenths}") if tenths else 0))
        if offset < timedelta(hours=15):
            return timezone(-offset if sign == "-" else offset)
    if "/" in word:
        from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

        try:
            return ZoneInfo(word)
        except (ZoneInfoNotFoundError, ValueError):
            pass
    raise LineError("bad_zone", f"看不懂时区 {text}", "写成 +8、+08:00 或 Asia/Shanghai")


def naive(text: str) -> datetime | None:
    """A written date and time, without asking for a zone."""
    match = _FULL.match(text.replace("\xa0", " ").strip())
    if match is None:
        return None
    try:
        year, month, day, hour, minute, second = (int(x or 0) for x in match.groups()[:6])
        return datetime(year, month, day, hour, minute, second)
    except ValueError:
        return None


def span(text: str, tz: tzinfo, saved: Span | None) -> Span | None:
    """When a post was written. Words (「昨天 20:03」) need to know when the page was saved."""
    text = text.replace("\xa0", " ").strip()
    found = naive(text)
    if found is not None:
        start = found.replace(tzinfo=tz)
        whole = text.count(":") == 1
        return Span(start, start + timedelta(seconds=59) if whole else start)
    if saved is None:
        return None
    ends = [_spoken(text, at.astimezone(tz)) for at in (saved.start, saved.end)]
    if ends[0] is None or ends[1] is None:
        return None
    return Span(ends[0].start, ends[1].end)


def _spoken(text: str, now: datetime) -> Span | None:
    """What Discuz! means by its words at that moment (function dgmdate)."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    if match := _DAY.search(text):
        day = midnight - timedelta(days=1 if match[1] == "昨天" else 2)
        start = day.replace(hour=int(match[2]), minute=int(match[3]))
        return Span(start, start + timedelta(seconds=59))
    if "半小时前" in text:
        return Span(max(midnight, now - timedelta(seconds=3600)), now - timedelta(seconds=1801))
    if "刚刚" in text:
        return Span(now, now)
    match = _AGO.search(text)
    if match is None:
        return None
    count = int(match[1])
    if count > _MOST[match[2]]:
        return None
    if match[2] == "天":
        day = midnight - timedelta(days=count)
        return Span(day, day + timedelta(days=1) - _SECOND)
    unit = _UNIT[match[2]]
    least, most = count * unit, (count + 1) * unit - 1
    if unit > 1:
        least = max(least, unit + 1)  # a full hour is still 「半小时前」
    return Span(max(midnight, now - timedelta(seconds=most)), now - timedelta(seconds=least))


def moment(text: str, tz: tzinfo, near: datetime | None = None) -> datetime:
    """A time typed by the director; zone of its own or `tz`. Year and date may be left out where `near` tells them."""
    word = normalise(text).strip()
    match = _FULL.fullmatch(word)
    if match is not None:
        found = naive(word)
        tail = match[7].strip()
        if found is not None:
            return found.replace(tzinfo=zone(tail) if tail else tz)
    short = _SHORT.fullmatch(word)
    if short is not None and near is not None:
        here = near.astimezone(tz)
        month, day, hour, minute, second = (int(x) if x else None for x in short.groups())
        if month is not None or short[1] is None:
            try:
                return here.replace(
                    month=month or here.month, day=day or here.day, hour=hour or 0, minute=minute or 0,
                    second=second or 0, microsecond=0,
                )  # fmt: skip
            except ValueError:
                pass
    raise LineError("bad_time", f"看不懂时间 {text}", "写成 2026-11-08T21:00，时区用 --zone 或接在后面（+08:00）")


def written(at: datetime, seconds: bool = True) -> str:
    """A moment as it stands in the journal: 2026-11-08T20:15:00+08."""
    text = at.isoformat(timespec="seconds" if seconds else "minutes")
    cut = 19 if seconds else 16
    return text[:cut] + text[cut:].removesuffix(":00")


def write_span(when: Span) -> str:
    """A span as it stands in the journal: to the second, to the minute, or from~to."""
    if when.exact:
        return written(when.start)
    if when.end - when.start < timedelta(minutes=1):
        return written(when.start, seconds=False)
    return f"{written(when.start)}~{written(when.end)}"


def read_span(text: str) -> Span | None:
    """The inverse; None for what somebody typed by hand (21:14)."""
    first, _, last = text.partition("~")
    try:
        start = datetime.fromisoformat(first)
        end = datetime.fromisoformat(last) if last else start
    except ValueError:
        return None
    if start.tzinfo is None or end.tzinfo is None:
        return None
    if not last and len(first) < 20:  # no seconds were known
        end += timedelta(seconds=59)
    return Span(start, end)


def shown(when: Span | None, tz: tzinfo) -> str:
    """A span for the eye, in the table's zone."""
    if when is None:
        return "时间不明"
    start, end = when.start.astimezone(tz), when.end.astimezone(tz)
    if when.exact:
        return f"{start:%m-%d %H:%M:%S}"
    if end - start < timedelta(minutes=1):
        return f"{start:%m-%d %H:%M}"
    last = f"{end:%H:%M}" if start.date() == end.date() else f"{end:%m-%d %H:%M}"
    return f"{start:%m-%d %H:%M}–{last}"
