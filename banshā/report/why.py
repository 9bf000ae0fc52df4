"""Why: the chain of causes behind an event or a seat, each with its rule."""

from __future__ import annotations

from dataclasses import dataclass, field

from banshā.engine.events import Event
from banshā.engine.table import Table

from . import stages, timeline

# What matters of a seat's story, and what of it is worth its causes.
_STORY = frozenset({
    "out", "first_out", "back", "announced", "stopped", "status", "mark", "lapse", "camp", "tag", "skill", "reveal",
    "office", "card", "override", "substitute", "use", "redirect", "hit", "face", "deferred", "rewind",
})  # fmt: skip


@dataclass(slots=True)
class Step:
    """One event with the events that brought it about, nearest first."""

    row: timeline.Row
    rule_text: str
    causes: list[timeline.Row] = field(default_factory=list)


def chain(t: Table, e: Event) -> list[Event]:
    """The causes, nearest first."""
    found: list[Event] = []
    seen = {e.index}
    at = e.cause
    while 0 <= at < len(t.log) and at not in seen:
        seen.add(at)
        found.append(t.log[at])
        at = t.log[at].cause
    return found


def step(t: Table, e: Event) -> Step:
    return Step(timeline.row(t, e), rule_text(t, e.rule), [timeline.row(t, c) for c in chain(t, e)])


def seat(t: Table, floor: int) -> list[Step]:
    """What happened to a seat and why, in order."""
    return [step(t, e) for e in t.log if e.kind in _STORY and (floor in e.seats or _touches(t, e, floor))]


def _touches(t: Table, e: Event, floor: int) -> bool:
    if e.kind != "use" or not e.data.get("use", "").isdigit():
        return False
    use = t.s.uses[int(e.data["use"])] if int(e.data["use"]) < len(t.s.uses) else None
    return use is not None and use.event == e.index and floor in {*use.selected, *use.settled, use.holder}


def rule_text(t: Table, rule: str) -> str:
    """What the rule says, in the ruleset's own words."""
    d = t.rs.skills.get(rule)
    if d is not None:
        return str(d.get("text", ""))
    for s in t.rs.states.values():
        if s.get("name") == rule:
            return str(s.get("text", ""))
    return ""


def line(t: Table, s: Step) -> list[str]:
    """The event, then its causes behind arrows."""
    out = [f"{s.row.at} [e{s.row.event}] {timeline.line(s.row)}"]
    if s.row.input:
        out[0] += f" #{s.row.input}"
    for depth, c in enumerate(s.causes, 1):
        out.append("  " * depth + f"← {c.at} [e{c.event}] {timeline.line(c)}" + (f" #{c.input}" if c.input else ""))
    return out


def at(t: Table, e: Event) -> str:
    return stages.phase_label(t, e.at)
