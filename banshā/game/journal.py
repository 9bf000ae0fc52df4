"""Journal entries: who typed which line when, one text line each.

``0231 2026-12-03T21:14+08 雪风 | 阿一 毒药 阿三``
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from .errors import JournalError

_ENTRY = re.compile(r"(\d{4,9}) (\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d(?::\d\d)?) ([^|\r\n]+?) \| (.*\S.*)", re.DOTALL)
_EXAMPLE = "写成「0231 2026-12-03T21:14+08 雪风 | 阿一 毒药 阿三」"


@dataclass(slots=True, frozen=True)
class Entry:
    """One input of the journal. `number` is its place, counted from 1; `time` is short ISO with zone."""

    number: int
    time: str
    who: str
    line: str

    def __str__(self) -> str:
        return f"{self.number:04d} {self.time} {self.who} | {self.line}"


def stamp(now: datetime | str) -> str:
    """The time to the minute with its zone, as short as ISO allows: 2026-12-03T21:14+08."""
    if isinstance(now, str):
        now = datetime.fromisoformat(now)
    if now.tzinfo is None:
        now = now.astimezone()
    text = now.isoformat(timespec="minutes")
    head, sign, zone = text[:16], text[16], text[17:22]
    return f"{head}{sign}{zone.removesuffix(':00')}"


def signer(who: str) -> str:
    """A director's name as it can stand in an entry."""
    return " ".join(who.replace("|", " ").split()) or "导演"


def make_entry(number: int, now: datetime | str, who: str, line: str) -> Entry:
    """An entry from what the caller has at hand."""
    return Entry(number, stamp(now), signer(who), line)


def parse_entry(text: str, where: int = 0) -> Entry:
    """Read an entry back. `where` (its place in the list) only serves the error message."""
    match = _ENTRY.fullmatch(text)
    if match is None:
        raise JournalError("bad_entry", f"{_place(where)}写坏了：{_what_is_wrong(text)}", _EXAMPLE, where)
    number, time, who, line = match.groups()
    try:
        datetime.fromisoformat(time)
    except ValueError:
        raise JournalError("bad_time", f"{_place(where)}的时间 {time} 不存在", _EXAMPLE, where) from None
    return Entry(int(number), time, who, line)


def parse_journal(texts: Iterable[str]) -> list[Entry]:
    """Read a whole journal; numbers must run from 1 without a gap."""
    entries = []
    for where, text in enumerate(texts, 1):
        entry = parse_entry(text, where)
        if entry.number != where:
            raise JournalError(
                "bad_number",
                f"{_place(where)}的编号应是 {where:04d}，写的是 {entry.number:04d}",
                "编号要从 0001 起一条接一条；找回缺的那条，或把后面的编号改连贯",
                where,
            )
        entries.append(entry)
    return entries


def _place(where: int) -> str:
    return f"日志第 {where} 条" if where else "这一条日志"


def _what_is_wrong(text: str) -> str:
    head, bar, line = text.partition(" | ")
    if not bar:
        return "少了隔开姓名和内容的「 | 」"
    if not line.strip():
        return "「 | 」后面没有内容"
    words = head.split(" ")
    if not re.fullmatch(r"\d{4,9}", words[0]):
        return f"开头的编号 {words[0] or '（空）'} 不是四位数字"
    if len(words) < 2 or not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d[+-]\d\d(:\d\d)?", words[1]):
        return f"时间 {words[1] if len(words) > 1 else '（空）'} 不是 2026-12-03T21:14+08 的样子"
    return "时间后面没有导演的名字"
