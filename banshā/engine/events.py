"""Events: facts the engine derives. Nothing reaches a player but through one of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from .state import Moment


@dataclass(slots=True)
class Event:
    """One fact.

    kind: phase, use, redirect, status, lapse, hit, stopped, out, announced, back, camp, tag, skill, vote, office,
    lost, won, notice, public, todo, question, answer, draw, card, override, note. Only ``notice`` (to the seats in
    `to`) and ``public`` (to everyone) leave the director's desk. cause: index of the event that brought it about.
    rule: what it stands under (``女巫.救药``). text: for notices and announcements what is said, else a short line for
    the director. seats: whom it is about, in order.
    """

    kind: str
    at: Moment
    text: str
    to: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    cause: int = -1
    rule: str = ""
    data: dict[str, str] = field(default_factory=dict)
    input: int = 0
    index: int = -1
