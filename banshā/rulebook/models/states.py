"""States and marks: what they stop, block, hide and count for."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Tag

from banshā.rulebook.models.common import HitKind, Name, Table, either
from banshā.rulebook.models.skills import On

Delay = Literal["acts", "suffers", "votes", "voted", "outs"]
Delays = Annotated[
    Annotated[bool, Tag("=plain")] | Annotated[list[Delay], Tag("=table")],
    either(lambda value: isinstance(value, list)),
]


class State(Table):
    """`mark = true` is a mark: no clause on states sees it."""

    name: Name
    mark: bool = False
    stops: list[HitKind] | None = None
    charged: bool = False
    evades: bool = False
    blocks: Literal["unforced", "all", "forced"] | None = None
    # Skills it leaves to its holder, by name.
    spares: list[Name] | None = None
    pack: Literal["any", "all"] | None = None
    unsourced: bool = False
    hides_tags: list[Name] | None = None
    blunts: list[HitKind] | None = None
    known: bool = False
    news: Name | None = None  # when the holder hears of it, where that is not as usual
    known_if: Literal["forced", "knife"] | None = None
    negative: bool = False
    fixed: bool = False
    family: Name | None = None
    chat: bool = False
    identity: bool = False  # told with the identities of its holder
    vote: Literal["void"] | None = None
    votes: int | None = None
    votes_against: int | None = None
    votes_ban: bool = False
    no_votes_for: bool = False
    # While anybody carries it, nobody else can be voted for.
    votes_only: bool = False
    votes_top: bool = False
    votes_stand_in: bool = False
    office_ban: bool = False
    bars: Literal["states", "negative"] | None = None
    delays: Delays | None = None
    # What comes to nothing though it is spent: the holder's unforced skills, those of a party he belongs to.
    voids: list[Literal["acts", "pack"]] | None = None
    # Every seat begins the game with it.
    dealt: bool = False
    # Skills its holder has as long as it lasts; they are nobody's identity.
    lends: list[Name] | None = None
    # Who holds it is public: the opening of each day lists them.
    listed: bool = False
    parts: list[Name] | None = None
    counts: Name | None = None
    # What the state itself does at a moment: its giver to its holder, whatever became of the giver's skill.
    on: list[On] | None = None
    text: str | None = None
