"""The public announcement of a stage. Only events addressed to everyone come in here, so nothing can leak."""

from __future__ import annotations

from dataclasses import dataclass, field

from banshā.engine.events import Event
from banshā.engine.table import Table

from . import stages


@dataclass(slots=True)
class Line:
    """One public line. kind: news (outs, cards turned over, winners) or words (what a player left behind)."""

    kind: str
    text: str
    head: str = ""


@dataclass(slots=True)
class Announcement:
    """What everybody may read of a stage."""

    label: str
    title: str
    lines: list[Line] = field(default_factory=list)
    events: list[int] = field(default_factory=list)


def default_label(t: Table) -> str:
    """The stage that last had something public."""
    return stages.last(t, "public")


def announcement(t: Table, where: str = "") -> Announcement:
    """The announcement of a stage (default: the last one with news)."""
    where = where or default_label(t)
    if not where:
        return Announcement("", "")
    events = [e for e in stages.within(t.log, t, where) if e.kind == "public"]
    shown = stages.title(t, events[0].at) if events else where
    return Announcement(where, shown, [_line(t, e) for e in events], [e.index for e in events])


def _line(t: Table, e: Event) -> Line:
    """Last words are quoted; everything else is news."""
    for o in t.s.outs:
        if o.words and o.seat in e.seats and e.text.endswith(o.words) and len(e.text) > len(o.words):
            return Line("words", o.words, e.text[: -len(o.words)])
    return Line("news", e.text)
