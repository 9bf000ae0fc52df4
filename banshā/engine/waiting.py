"""Records of what waits for its time: rights, what was put off to a slot or an end, what is held out, what is due.

Plain data like `records`; each goes when its time has come.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .records import Moment


@dataclass(slots=True)
class Right:
    """An out grants it: the seat may use the skill once more, at the next slot of the skill."""

    seat: int
    skill: int
    given: Moment
    slot: int  # where the cursor stood at the out; -1: it went back to the skill's slot for this right
    lose: str = ""  # why the skill goes together with the right ('': it stays)


@dataclass(slots=True)
class Deferred:
    """What a delay keeps of a use for the same slot of the next day."""

    use: int
    phase: str
    slot: str
    day: int
    settled: list[int]
    via: list[int]


@dataclass(slots=True)
class Postponed:
    """An effect (JSON) that its rule puts off to an end or to a system slot, with who does it to whom."""

    effect: str
    due: str
    given: Moment
    actor: int
    target: int = 0
    via: int = 0
    use: int = -1
    skill: int = -1


@dataclass(slots=True)
class Coming:
    """A hit that is queued at a system slot of a later phase."""

    kind: str
    target: int
    due: str
    given: Moment
    source: int = 0
    use: int = -1
    slot: str = ""
    link: str = ""
    day: int = 0  # not before this day
    after: int = 0  # not before this seat's out is announced


@dataclass(slots=True)
class Revival:
    """A seat comes back into play at that system slot."""

    seat: int
    due: str
    given: Moment


@dataclass(slots=True)
class Rerun:
    """A seat brought about a further run of a loop."""

    loop: str
    seat: int
    given: Moment
    own: bool = False  # the run is that seat's: only its skills make sense of it


@dataclass(slots=True)
class Offer:
    """What a skill holds out to a seat in a phase of that day: a present to open, a sentence to publish."""

    skill: int
    seat: int
    phase: str
    day: int
    data: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Duty:
    """Whoever held the office has to hand it over."""

    office: str
    seat: int
