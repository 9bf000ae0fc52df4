"""The records a state is made of: seats, skills, states, uses, hits, outs, ballots, questions.

Plain data only. Records of the past are never deleted: rules query them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

PARTY = 0  # floor number that stands for "no seat": a party, the director, nobody


class Moment(NamedTuple):
    """A point of play: day, run within the day (an extra night is run 2), phase name, and a tick that only grows."""

    day: int
    run: int
    phase: str
    tick: int


@dataclass(slots=True)
class Source:
    """Where a seat's camp comes from. kind: own | turned | follow | oppose; seat: whom it follows."""

    kind: str
    camp: str = ""
    seat: int = 0
    why: str = ""


@dataclass(slots=True)
class Face:
    """A disguise: empty strings leave that part as it is. Last given wins."""

    camp: str = ""
    role: str = ""
    knife: str = ""
    why: str = ""
    until: str = ""
    given: Moment | None = None
    follows: int = 0  # a face that shows another seat's current values
    skill: int = -1  # falls off when this skill is lost or forgotten


@dataclass(slots=True)
class TagGrant:
    tag: str
    gain: bool
    why: str
    until: str = ""
    given: Moment | None = None
    skill: int = -1  # lasts only while this skill is active
    kind: str = ""  # bar: lost, and not to be had again; own: had all the same; aside: had, but not in the party


@dataclass(slots=True)
class Seat:
    """One player at the table. `cards` are the identities dealt (two in a double-identity game)."""

    floor: int
    name: str
    player: str
    cards: list[str]
    in_play: bool = True
    announced_out: bool = False
    corpse: bool = True
    revealed: bool = False
    camp: str = ""
    heard_camp: str = ""  # the camp its last change of camp was told for
    plays: str = ""  # the identity taken in place of the card, which stays the actual one
    first_camp: str = ""  # the camp it was of when the opening was over
    sources: list[Source] = field(default_factory=list)
    faces: list[Face] = field(default_factory=list)
    tags: list[TagGrant] = field(default_factory=list)
    extra: dict[str, str] = field(default_factory=dict)  # what the deal decided besides the card
    red: bool = False  # put out by a red card
    substituted: str = ""
    assistant: str = ""  # who may talk the game over with the player, from outside


@dataclass(slots=True)
class Skill:
    """One instance of a skill; never deleted. holder 0 means the party in `party` holds it."""

    id: int
    key: str
    holder: int
    party: str
    origin: str  # card | property | gain | copy | temp
    gained: Moment
    uses: int | None
    parent: int = -1
    giver: int = 0
    card: int = 0
    until: str = ""
    lost: str = ""
    unaware: bool = False
    lent_to: int = -1  # id of the instance that stands in for this one while it is lent
    lent: list[int] = field(default_factory=list)  # instances that ever stood in for it: one history with it
    since: int = 0  # uses with a smaller number are forgotten (refreshed)
    spent: dict[str, int] = field(default_factory=dict)
    never_on: list[int] = field(default_factory=list)
    now: bool = False  # an opening skill gained later: to be decided at once, at the next late slot
    starts: str = ""  # a boundary at which the skill becomes usable
    timed: Moment | None = None  # since when `until` counts, where that is later than the gain


@dataclass(slots=True)
class Status:
    """A [state] or mark on a seat. charges -1: without end. Ends at the boundary named `until`."""

    id: int
    name: str
    holder: int
    giver: int
    use: int
    skill: int
    given: Moment
    until: str = ""
    charges: int = -1
    vs: str = ""
    vs_seat: int = 0
    except_slots: list[str] = field(default_factory=list)
    group: int = 0
    data: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Use:
    """One activation of a skill, from submission to fate. `settled[i]` came from `via[i]` among the selected."""

    id: int
    skill: int
    key: str
    name: str
    holder: int
    party: str
    chooser: int
    selected: list[int]
    params: dict[str, str]
    phase: str
    sent: Moment
    origin: str = "submitted"  # submitted | auto | forced | random | ordered | deferred
    at: Moment | None = None
    slot: int = -1
    source: int = 0
    hearers: list[int] = field(default_factory=list)
    settled: list[int] = field(default_factory=list)
    via: list[int] = field(default_factory=list)
    trail: list[str] = field(default_factory=list)  # how the targets were moved
    fate: str = "planned"  # planned | done | blocked | void | deferred
    reason: str = ""
    cost: int = 1
    feedback: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    touched: list[int] = field(default_factory=list)
    dice: list[int] = field(default_factory=list)
    event: int = -1
    taken: list[str] = field(default_factory=list)  # take-overs that already had their say
    extra: bool = False  # beyond what the skill allows by itself: rests on a grant and costs nothing


@dataclass(slots=True)
class Hit:
    """Something that may put a seat out. Queued by night, landed at once by day."""

    id: int
    kind: str
    target: int
    source: int
    use: int
    slot: str
    at: Moment
    place: str = ""
    link: str = ""
    words: bool = False
    fate: str = ""  # "" queued | landed | stopped | late | void
    by: str = ""
    event: int = -1  # index of the event that tells of it
    instead: str = ""  # effects (JSON) that take the place of the out


@dataclass(slots=True)
class Out:
    """A seat left play. `usable` are the skill instances it could use just before."""

    seat: int
    at: Moment
    hit: int
    kind: str
    source: int
    usable: list[int]
    by_skill: bool
    link: str = ""
    announced: Moment | None = None
    back: Moment | None = None
    words: str | None = None
    words_right: bool = False
    final: bool = True
    told: bool = False
    camp: str = ""  # the camp the seat was of then


@dataclass(slots=True)
class Ballot:
    voter: int
    target: int  # 0: abstains
    thread: int
    time: str
    order: int
    changes: int = 0
    proxy: bool = False
    moved_to: int = -1  # rewritten target (-1: not rewritten)
    void: str = ""
    weight: float = 1
    first: int = -1  # its target before it was changed, where the rules may go back to that


@dataclass(slots=True)
class Thread:
    """One vote thread of a day."""

    id: int
    day: int
    run: int
    number: int
    kind: str  # elect | out
    open: bool = True
    counts: dict[int, float] = field(default_factory=dict)
    top: list[int] = field(default_factory=list)
    decided: list[int] = field(default_factory=list)
    forced_top: list[int] = field(default_factory=list)
    settled: bool = False
    why: str = ""
    void: bool = False  # whatever is cast in it counts for nothing


@dataclass(slots=True)
class Limit:
    """A narrowing of ranges: `name` is a skill or mark name, or 投票."""

    name: str
    until: str
    given: Moment
    source: str
    within: list[int] | None = None
    never: list[int] = field(default_factory=list)
    voters: list[int] | None = None
    count: list[int] = field(default_factory=list)
    holder: int = 0
    force: bool = False
    camp: str = ""
    not_camp: str = ""
    phases: list[str] = field(default_factory=list)
    neighbours: bool = False
    forbid: bool = False
    fixed_ring: bool = False  # neighbours as seated, those out keep their place
    by: int = 0  # whose doing: camps are as they count for that seat


@dataclass(slots=True)
class Grant:
    """Extra uses of a skill within one coming phase."""

    key: str
    holder: int
    party: str
    n: int
    phase: str
    given: Moment
    why: str = ""
    tick: int = 0  # the phase opening it is good for; 0: not reached yet
    until: str = ""  # an end: good for every phase till then


@dataclass(slots=True)
class Letter:
    """A notice or announcement that waits for its release."""

    to: list[int]
    everyone: bool
    text: str
    release: str
    cause: int
    rule: str
    kind: str = "notice"
    seats: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Question:
    """A rule asks `seat` something. `key` is structural: the question keeps it when the slot runs again."""

    number: int
    key: str
    seat: int
    skill: str
    text: str
    kind: str  # option | seats | skill | text | taiji
    options: list[str] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    least: int = 1
    most: int = 1
    default: list[str] = field(default_factory=list)
    forced: bool = False


@dataclass(slots=True)
class Answer:
    seat: int
    skill: str
    values: list[str]
    params: dict[str, str]
    input: int


@dataclass(slots=True)
class Cards:
    blue: int = 0
    yellow: int = 0
    red: int = 0
