"""Stages: the stretches of play a director speaks of (黄昏1, 开门2, 夜2#2), found in the log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from banshā.engine.events import Event
from banshā.engine.state import Moment
from banshā.engine.table import Table

if TYPE_CHECKING:
    from banshā.game.stage import Stretch


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


def stretch(t: Table, where: str) -> Stretch:
    """The stage that a director calls so. Raises StageError where no phase is called so."""
    from banshā.game.stage import stretch as found

    return found(t.rs, where)


def within(events: Iterable[Event], t: Table, where: str) -> list[Event]:
    """Events of the stage that a director calls so. Raises StageError where no phase is called so."""
    span = stretch(t, where)
    return [e for e in events if span.holds(e.at)]


def opened(t: Table, day: int, run: int) -> int:
    """The tick at which that round of discussion began."""
    found = (
        e.at.tick for e in t.log
        if e.kind == "phase" and e.data.get("op") == "open" and t.rs.phases[e.at.phase].votes
        and (e.at.day, e.at.run) == (day, run)
    )  # fmt: skip
    return next(found, 0)


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
