"""Phases, steps, the order of a day, loops, and the moments at which states end."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Tag

from banshā.rulebook.models.common import Name, StepMode, Table, either, is_table


class StepTable(Table):
    """A step written out: its slots and how they go."""

    slots: list[Name]
    mode: StepMode | None = None
    chain: bool = False


Step = Annotated[Annotated[list[Name], Tag("=plain")] | Annotated[StepTable, Tag("=table")], either(is_table)]


class Phase(Table):
    name: Name
    group: Name | None = None
    period: Name
    landing: Literal["queued", "at_once"] | None = None
    mode: StepMode | None = None
    auto: bool = False
    votes: bool = False
    judge: Literal["end", "each"] | None = None
    silent: Literal["random", "skip"] | None = None
    deadline: int | None = None
    # When announcements and notices of this phase go out; the engine has a default by the kind of landing.
    public: Name | None = None
    notice: Name | None = None
    text: str | None = None
    steps: list[Step]


class Clock(Table):
    opening: list[Name]
    day: list[Name]
    # Phases whose opening may be turned back to.
    snapshots: list[Name] | None = None


class Loop(Table):
    """A stretch of phases that may be run again, and the system slots between two runs."""

    name: Name
    from_: Name
    to: Name
    between: list[Name] | None = None


class End(Table):
    """A moment at which things end: the start or the end of a phase ("*" = the one at hand)."""

    start: Name | None = None
    end: Name | None = None
    text: str | None = None
    # later: not in the very opening of the phase in which the thing was given.
    when: Literal["any", "later", "later_day", "later_run"]
