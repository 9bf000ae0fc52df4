"""The public announcement of a stage. Only events addressed to everyone come in here, so nothing can leak."""

from __future__ import annotations

from dataclasses import dataclass, field

from banshā.engine.events import Event
from banshā.engine.lives import ROLL
from banshā.engine.state import Moment, Thread
from banshā.engine.table import Table

from . import ballots, stages
from .markup import Block
from .voice import Voice

OPENING, VOTED_OUT = "系统.开门", "系统.投票出局"


@dataclass(slots=True)
class Line:
    """One public line. kind: news (outs, cards turned over, winners), words (what a player left behind) or roll.

    rows: of a roll call, a seat and what has become of it.
    """

    kind: str
    text: str
    head: str = ""
    rows: list[list[str]] = field(default_factory=list)


@dataclass(slots=True)
class Announcement:
    """What everybody may read of a stage. morning: a day opens with it, so the 晨报 has a place in it.

    standing: who is known to be in play as the day opens; earlier: whose outs the day before made known.
    """

    label: str
    title: str
    lines: list[Line] = field(default_factory=list)
    events: list[int] = field(default_factory=list)
    morning: bool = False
    votes: list[ballots.Tally] = field(default_factory=list)
    standing: list[str] = field(default_factory=list)
    earlier: list[str] = field(default_factory=list)
    closes: str = ""


def default_label(t: Table) -> str:
    """The stage that last had something public."""
    return stages.last(t, "public")


def announcement(t: Table, where: str = "", voice: Voice | None = None, closes: str = "") -> Announcement:
    """The announcement of a stage (default: the last one with news). closes: when the open discussion does."""
    where = where or default_label(t)
    if not where:
        return Announcement("", "")
    events = [e for e in stages.within(t.log, t, where) if e.kind == "public"]
    found = Announcement(where, where, [line_of(t, e) for e in events], [e.index for e in events])
    found.votes = _votes(t, where)
    if not events:
        return found
    found.title = title(t, events[0].at, voice or Voice(t.rs.table("wording")))
    opening = next((e.at for e in events if _opens_day(t, e.at)), None)
    if opening is not None:
        found.morning = True
        if not any(x.kind == "roll" for x in found.lines):
            found.standing = [t.name(f) for f in known_in(t, opening.tick)]
        found.earlier = _earlier(t, opening)
        if opening.day == t.s.clock.day and t.phase.votes:
            found.closes = closes
    return found


def known_in(t: Table, tick: int) -> list[int]:
    """Seats that everybody took to be in play at that moment."""
    gone = {
        o.seat for o in t.s.outs
        if o.final and o.announced and o.announced.tick <= tick and (o.back is None or o.back.tick > tick)
    }  # fmt: skip
    return [f for f in t.s.seats if f not in gone]


def _earlier(t: Table, opening: Moment) -> list[str]:
    """Who went out the day before and was announced before it opened, in order."""
    return [
        t.name(o.seat) for o in t.s.outs
        if o.final and o.at.day == opening.day - 1 and o.announced and o.announced.tick < opening.tick
        and (o.back is None or o.back.tick > opening.tick)
    ]  # fmt: skip


def _votes(t: Table, where: str) -> list[ballots.Tally]:
    """The threads that this stage tells of."""
    span = stages.stretch(t, where)
    told = [(th, at) for th in t.s.threads if not th.open and (at := _told_at(t, th)) is not None]
    return [
        ballots.tally(t, th, known_in(t, stages.opened(t, th.day, th.run))) for th, at in told if span.holds(at)
    ]  # fmt: skip


def _told_at(t: Table, th: Thread) -> Moment | None:
    """Where a closed thread is told of: at its closing if anything is announced there, else where it is settled."""
    closing = next((e for e in reversed(t.log) if e.kind == "vote" and e.data.get("thread") == str(th.id)), None)
    if closing is None:
        return None
    if any(e.kind == "public" and e.at == closing.at for e in t.log[closing.index + 1 :]):
        return closing.at
    settling = next((p.name for p in t.rs.phases.values() if VOTED_OUT in p.index), "")
    return Moment(th.day, th.run, settling, 0) if th.settled else None


def title(t: Table, at: Moment, voice: Voice) -> str:
    """What readers of the thread call the stage: 第 2 天 开门."""
    if at.phase in t.rs.opening:
        return voice.say("title_opening", of=at.phase, stage=at.phase)
    phase = t.rs.phases.get(at.phase)
    stage = phase.group if phase else at.phase
    run = voice.say("run", run=at.run) if at.run > 1 else ""
    return voice.say("title", of=stage, day=at.day, stage=stage, run=run)


def blocks(a: Announcement, voice: Voice, morning: str = "") -> list[Block]:
    """The post: title, the place for the 晨报 (or the 晨报 itself), the news, how the vote went, what holds now."""
    if not a.lines and not a.votes:
        return []
    out = [Block("title", a.title)]
    if morning.strip():
        out.append(Block("text", morning.strip("\n")))
    elif a.morning and (place := voice.say("morning")):
        out.append(Block("place", place))
    for x in a.lines:
        out += _line(x, voice)
    for th in a.votes:
        out += _tally(th, voice)
    return [*out, *_standing(a, voice), *signed(voice)]


def _line(x: Line, voice: Voice) -> list[Block]:
    if x.kind == "roll":
        return [Block("label", voice.say("roll")), Block("table", rows=[["楼", "马甲", "现状"], *x.rows])]
    return [Block("quote" if x.kind == "words" else "news", x.text, x.head)]


def _tally(th: ballots.Tally, voice: Voice) -> list[Block]:
    """Who named whom. Heads, not votes: what a ballot weighs may be nobody's business."""
    heading = voice.say("votes" if th.counted else "ballots", number=f"（第 {th.number} 贴）" if th.number > 1 else "")
    named = [*th.votes, ("弃权", th.abstained), ("未投", th.silent)]
    rows = [[what, str(len(who)) if th.counted else "", "、".join(who)] for what, who in named if who]
    if not heading or not rows:
        return []
    return [Block("label", heading), Block("table", rows=[["投给", "人数", "投票人"], *rows])]


def _standing(a: Announcement, voice: Voice) -> list[Block]:
    """Who is in play, who went out the day before, when the discussion closes: as far as there is anything to say."""
    lines = []
    if a.earlier:
        lines.append(voice.say("earlier", names="、".join(a.earlier)))
    if a.standing:
        lines.append(voice.say("standing", n=len(a.standing), names="、".join(a.standing)))
    if a.closes:
        lines.append(voice.say("closes", when=a.closes))
    text = "\n".join(x for x in lines if x)
    return [Block("text", text)] if text else []


def signed(voice: Voice) -> list[Block]:
    signature = voice.say("signature")
    return [Block("sign", signature)] if signature else []


def _opens_day(t: Table, at: Moment) -> bool:
    phase = t.rs.phases.get(at.phase)
    return phase is not None and OPENING in phase.index


def line_of(t: Table, e: Event) -> Line:
    """Last words are quoted, a roll call is a table; everything else is news."""
    for o in t.s.outs:
        if o.words and o.seat in e.seats and e.text.endswith(o.words) and len(e.text) > len(o.words):
            return Line("words", o.words, e.text[: -len(o.words)])
    fates = {int(key.removeprefix(ROLL)): fate for key, fate in e.data.items() if key.startswith(ROLL)}
    if fates:
        return Line("roll", e.text, rows=[[str(f), t.name(f), fate] for f, fate in fates.items()])
    return Line("news", e.text)
