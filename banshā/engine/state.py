"""The state of a game: plain records, nothing derived that could be asked instead.

Everything here is data (str, int, bool, lists, dicts and these records), so a state can be copied, hashed and
written as JSON. Records of the past (uses, hits, outs, ballots) are never deleted: rules query them.
"""

from __future__ import annotations

import base64
import copyreg
import pickle
from dataclasses import dataclass, field, fields, is_dataclass
from operator import attrgetter
from typing import Any

from .inputs import Input
from .records import (
    PARTY,
    Answer,
    Ballot,
    Cards,
    Face,
    Grant,
    Hit,
    Letter,
    Limit,
    Moment,
    Out,
    Question,
    Seat,
    Skill,
    Source,
    Status,
    TagGrant,
    Thread,
    Use,
)
from .waiting import Coming, Deferred, Duty, Offer, Postponed, Rerun, Revival, Right

__all__ = [
    "PARTY",
    "Answer",
    "Ballot",
    "Cards",
    "Clock",
    "Coming",
    "Deferred",
    "Duty",
    "Face",
    "Grant",
    "Hit",
    "Letter",
    "Limit",
    "Moment",
    "Offer",
    "Out",
    "Postponed",
    "Question",
    "Rerun",
    "Revival",
    "Right",
    "Seat",
    "Skill",
    "Source",
    "State",
    "Status",
    "TagGrant",
    "Thread",
    "Use",
]


@dataclass(slots=True)
class Clock:
    """Where the cursor stands. `slot` is the next slot to run in the open phase."""

    day: int = 1
    run: int = 1
    phase: str = ""
    slot: int = 0
    tick: int = 0
    position: int = -1  # index in the day's list of phases; -1 while the opening phases run
    opening: int = 0
    closed: bool = False  # the phase's slots have all run, the next is not open yet
    loops: dict[str, list[int]] = field(default_factory=dict)  # loop name -> seats that caused a further run
    loop_by: int = 0
    skipped: list[str] = field(default_factory=list)
    threads: int = 0  # extra vote threads of the coming day
    prolonged: int = 0
    vote_closed: bool = False
    shut: bool = False  # a rule closed the phase before its time: no more moves in it
    replayed: str = ""  # after time was turned back: the phase with whose end the further run is over


class Frozen(str):
    """A state kept as text. Two are equal where their states are, though the bytes depend on how each was made."""

    __slots__ = ()

    @staticmethod
    def of(state: State) -> Frozen:
        return Frozen(base64.b64encode(state.freeze()).decode())

    def thaw(self) -> State:
        return State.thaw(base64.b64decode(self))

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, other) is True or (isinstance(other, Frozen) and self.thaw() == other.thaw())

    __hash__ = str.__hash__


@dataclass(slots=True)
class State:
    """The whole game. Copy with `clone`; compare with `digest`."""

    seed: str
    clock: Clock = field(default_factory=Clock)
    seats: dict[int, Seat] = field(default_factory=dict)
    skills: dict[int, Skill] = field(default_factory=dict)
    statuses: dict[int, Status] = field(default_factory=dict)
    past_statuses: list[Status] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)
    outs: list[Out] = field(default_factory=list)
    threads: list[Thread] = field(default_factory=list)
    ballots: list[Ballot] = field(default_factory=list)
    past_ballots: list[Ballot] = field(default_factory=list)
    offices: dict[str, int] = field(default_factory=dict)
    duties: list[Duty] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    grants: list[Grant] = field(default_factory=list)
    outbox: list[Letter] = field(default_factory=list)
    rights: list[Right] = field(default_factory=list)
    deferred: list[Deferred] = field(default_factory=list)
    postponed: list[Postponed] = field(default_factory=list)
    coming: list[Coming] = field(default_factory=list)
    revivals: list[Revival] = field(default_factory=list)
    reruns: list[Rerun] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)
    declined: list[tuple[int, int]] = field(default_factory=list)  # (skill id, tick): gave up for this phase
    questions: list[Question] = field(default_factory=list)
    answers: dict[str, Answer] = field(default_factory=dict)
    ahead: list[Answer] = field(default_factory=list)
    pending: str = ""  # what waits for the answers: a slot, or the noon move in `pending_use`
    pending_move: Input | None = None  # the noon move that asked
    dice: dict[str, str] = field(default_factory=dict)  # skill id -> dice thrown before its holder chooses
    draws: dict[str, str] = field(default_factory=dict)
    fixed: dict[str, str] = field(default_factory=dict)
    weights: dict[int, float] = field(default_factory=dict)
    cards: dict[int, Cards] = field(default_factory=dict)
    posts: dict[str, int] = field(default_factory=dict)  # "day:floor" -> posts
    quota: int = 0
    lost: list[str] = field(default_factory=list)
    claims: list[str] = field(default_factory=list)  # camps a skill declared winners, judged when the phase is over
    manned: list[str] = field(default_factory=list)  # camps that ever had a member
    sealed: list[str] = field(default_factory=list)  # lost by cards or word: no new member makes up for that
    numbers: dict[str, int] = field(default_factory=dict)  # numbers of the ruleset that were fixed at some moment
    joint: dict[str, list[str]] = field(default_factory=dict)  # camp -> camps whose victory it needs beside its own
    winner: str = ""
    over: bool = False
    next_id: int = 1
    snapshots: dict[str, Frozen] = field(default_factory=dict)  # phase -> the state at its opening
    paces: list[str] = field(default_factory=list)
    times: dict[str, str] = field(default_factory=dict)  # what the director told of the forum, see desk._say
    dismissed: list[str] = field(default_factory=list)  # "day.run:thread:floor:number" of posts that are no ballots
    facts: list[str] = field(default_factory=list)
    opened: dict[str, int] = field(default_factory=dict)

    def freeze(self) -> bytes:
        """A copy that costs little to take and is only unpacked when a slot is thrown away."""
        return pickle.dumps(self, protocol=5)

    @staticmethod
    def thaw(data: bytes) -> State:
        state: State = pickle.loads(data)
        return state

    def clone(self) -> State:
        return State.thaw(self.freeze())

    def new_id(self) -> int:
        self.next_id += 1
        return self.next_id


def _pickle_by_values(cls: type[Any]) -> None:
    """Freezing is what most time goes into: records as their values in order take a third of it, and half the room."""
    names = [f.name for f in fields(cls)]
    assert len(names) > 1, "attrgetter gives no tuple of one"
    values = attrgetter(*names)
    copyreg.pickle(cls, lambda record: (cls, values(record)))


for _cls in [c for c in list(globals().values()) if isinstance(c, type) and is_dataclass(c)]:
    _pickle_by_values(_cls)
