"""Stages: the stretches of play a director speaks of (黄昏1, 开门2, 夜2#2), found in the log."""

from __future__ import annotations

from collections.abc import Iterable

from banshā.engine.events import Event
from banshā.engine.state import Moment
from banshā.engine.table import Table


def label(t: Table, at: Moment) -> str:
    """The stage a moment belongs to: its phase's group with the day (黄昏1)."""
    if at.phase in t.rs.opening:
        return at.phase
    phase = t.rs.phases.get(at.phase)
    return f"{phase.group if phase else at.phase}{at.day}" + (f"#{at.run}" if at.run > 1 else "")


def phase_label(t: Table, at: Moment) -> str:
    """The phase itself (黄昏第一阶段1)."""
    if at.phase in t.rs.opening:
        return at.phase
    return f"{at.phase}{at.day}" + (f"#{at.run}" if at.run > 1 else "")


def title(t: Table, at: Moment) -> str:
    """第 2 天 开门, for readers of the thread."""
    if at.phase in t.rs.opening:
        return at.phase
    phase = t.rs.phases.get(at.phase)
    run = f"（第 {at.run} 轮）" if at.run > 1 else ""
    return f"第 {at.day} 天 {phase.group if phase else at.phase}{run}"


def within(events: Iterable[Event], t: Table, where: str) -> list[Event]:
    """Events of the stage that a director calls so. Raises StageError where no phase is called so."""
    from banshā.game.stage import stretch

    span = stretch(t.rs, where)
    return [e for e in events if span.holds(e.at)]


def last(t: Table, kind: str) -> str:
    """The last stage in which an event of that kind came ('' if none did)."""
    for e in reversed(t.log):
        if e.kind == kind:
            return label(t, e.at)
    return ""


def just_resolved(t: Table) -> str:
    """The stage of the phase closed last ('' before the first)."""
    for e in reversed(t.log):
        if e.kind == "phase" and e.data.get("op") == "close":
            return label(t, e.at)
    return ""
