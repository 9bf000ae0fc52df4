"""The public announcement of a stage. Only events addressed to everyone come in here, so nothing can leak."""

from __future__ import annotations

from dataclasses import dataclass, field

from banshā.engine.events import Event
from banshā.engine.state import Moment
from banshā.engine.table import Table

from . import stages
from .markup import Block
from .voice import Voice

OPENING = "系统.开门"


@dataclass(slots=True)
class Line:
    """One public line. kind: news (outs, cards turned over, winners) or words (what a player left behind)."""

    kind: str
    text: str
    head: str = ""


@dataclass(slots=True)
class Announcement:
    """What everybody may read of a stage. morning: a day opens with it, so the 晨报 has a place in it."""

    label: str
    title: str
    lines: list[Line] = field(default_factory=list)
    events: list[int] = field(default_factory=list)
    morning: bool = False


def default_label(t: Table) -> str:
    """The stage that last had something public."""
    return stages.last(t, "public")


def announcement(t: Table, where: str = "", voice: Voice | None = None) -> Announcement:
    """The announcement of a stage (default: the last one with news)."""
    where = where or default_label(t)
    if not where:
        return Announcement("", "")
    events = [e for e in stages.within(t.log, t, where) if e.kind == "public"]
    shown = title(t, events[0].at, voice or Voice(t.rs.table("wording"))) if events else where
    opens = any(_opens_day(t, e.at) for e in events)
    return Announcement(where, shown, [line_of(t, e) for e in events], [e.index for e in events], opens)


def title(t: Table, at: Moment, voice: Voice) -> str:
    """What readers of the thread call the stage: 第 2 天 开门."""
    if at.phase in t.rs.opening:
        return voice.say("title_opening", of=at.phase, stage=at.phase)
    phase = t.rs.phases.get(at.phase)
    stage = phase.group if phase else at.phase
    run = voice.say("run", run=at.run) if at.run > 1 else ""
    return voice.say("title", of=stage, day=at.day, stage=stage, run=run)


def blocks(a: Announcement, voice: Voice, morning: str = "") -> list[Block]:
    """The post: title, the place for the 晨报 (or the 晨报 itself), the news, the signature."""
    if not a.lines:
        return []
    out = [Block("title", a.title)]
    if morning.strip():
        out.append(Block("text", morning.strip("\n")))
    elif a.morning and (place := voice.say("morning")):
        out.append(Block("place", place))
    out += [Block("quote" if x.kind == "words" else "news", x.text, x.head) for x in a.lines]
    return [*out, *signed(voice)]


def signed(voice: Voice) -> list[Block]:
    signature = voice.say("signature")
    return [Block("sign", signature)] if signature else []


def _opens_day(t: Table, at: Moment) -> bool:
    phase = t.rs.phases.get(at.phase)
    return phase is not None and OPENING in phase.index


def line_of(t: Table, e: Event) -> Line:
    """Last words are quoted; everything else is news."""
    for o in t.s.outs:
        if o.words and o.seat in e.seats and e.text.endswith(o.words) and len(e.text) > len(o.words):
            return Line("words", o.words, e.text[: -len(o.words)])
    return Line("news", e.text)
