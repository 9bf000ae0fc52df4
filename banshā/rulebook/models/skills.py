"""Roles, their skills and properties."""

from __future__ import annotations

from typing import Literal

from banshā.rulebook.models.common import (
    Amount,
    Count,
    Filter,
    Free,
    HitKind,
    Mark,
    Name,
    Names,
    Parity,
    Range,
    Scalar,
    Selector,
    Table,
    When,
)
from banshā.rulebook.models.effects import EffectList, FaceValue


class Choice(Table):
    """One thing beside seats that the player has to choose."""

    key: Name
    kind: Literal["option", "role", "camp", "skill", "state", "number", "slot", "text", "seat"]
    options: list[Name] | None = None
    from_: int | None = None
    upto: int | None = None
    optional: bool = False
    max: int | None = None
    pick: int | None = None
    many: bool = False
    # Of skills: none whose every skill of that name bears this mark.
    not_mark: Mark | None = None
    if_: dict[str, Scalar] | None = None  # has to be made where that other choice holds this value, else left out


class Needs(When):
    """What must hold for the skill to be offered at all."""

    usable: Names | None = None
    # The closed vote is about to put the holder out.
    voted: bool | None = None
    others: Filter | None = None
    # Only in the extra run of a loop that these seats have brought about.
    loop: Selector | None = None
    # A skill that was used already in this phase.
    party: Name | None = None
    sent: Name | None = None
    uses_of: dict[str, int] | None = None
    state: Names | None = None
    not_state: Names | None = None
    # One of these is enough.
    any: list[Needs] | None = None


class AfterOut(Table):
    """A right of the one who is out: when and after which hit it may be used."""

    phases: list[Name] | None = None
    only: Selector | None = None
    hit: list[HitKind] | None = None
    usable: Name | None = None
    granted: bool = False
    in_play: bool = False
    final: bool = False  # not at an out that leaves the seat in play


class On(Table):
    """A moment outside the skill's own slot, and what happens then."""

    at: Literal[
        "out",
        "first_out",
        "announced",
        "used",
        "feedback",
        "given",
        "lapsed",
        "phase_start",
        "phase_end",
        "voted",
        "vote_settled",
        "killed",
        "camp",
        "lost",
        "revived",
        "office",
        "words",
        "settling",
        "skill_lost",
    ]
    who: Literal["self", "any", "marked", "target", "others"] | None = None
    mark: Name | None = None
    skill: Name | None = None
    state: Name | None = None
    phase: Names | None = None
    period: Names | None = None
    when: When | None = None
    then: EffectList


class Outcome(Table):
    """What those who used the skill hear once the night is settled ({targets}, {out}); `todo` is for the director."""

    out: str
    none: str | None = None
    todo: str | None = None


class While(Table):
    """What holds as long as the skill is held and active."""

    give: Name | None = None
    vs: Names | None = None
    during: list[Name] | None = None
    except_slots: list[Name] | None = None
    charges: int | None = None
    immune: list[Name] | None = None
    face: FaceValue | None = None
    tag: Names | None = None
    # Also while the skill is suspended or its holder out of play: as long as it is not lost.
    held: bool = False
    # A tag that cannot be had.
    bar: Name | None = None
    judged: Name | None = None
    by_camp: Name | None = None
    weight: int | None = None
    # Of a weight: only where a seat with that card names the same seat in the thread.
    voting_with: Name | None = None
    if_camp: Name | None = None
    if_state: Name | None = None
    when: When | None = None


class Skill(Table):
    """A skill, or a property (which is never lost or copied)."""

    name: Name
    called: Name | None = None
    text: str | None = None
    phase: list[Name] | None = None
    marks: list[Mark] | None = None
    uses: int | None = None
    per_run: int | None = None
    per_day: int | None = None
    # Once in every so many days: 2 means days 1-2, 3-4 and so on.
    window: int | None = None
    from_day: int | None = None
    parity: Parity | None = None
    sort: Literal["伤害", "验人"] | None = None
    range: Range | None = None
    # Of a skill that modifies another: how many that one may choose then.
    count: Count | None = None
    choose: list[Choice] | None = None
    needs: Needs | None = None
    before: EffectList | None = None
    each: EffectList | None = None
    then: EffectList | None = None
    after: EffectList | None = None
    # What using it costs, also where the use comes to nothing.
    spent: EffectList | None = None
    outcome: Outcome | None = None
    # One notice of what was found of all targets; {results} in the order of the targets.
    results: str | None = None
    on: list[On] | None = None
    while_: list[While] | None = None
    do: Name | None = None
    with_: Free | None = None
    stops: list[HitKind] | None = None
    stopped: EffectList | None = None
    stops_by: str | None = None  # the state given by `stopped` that does the stopping
    after_out: AfterOut | None = None
    auto: bool = False
    must: bool = False
    # use: silence means yes, but it may be declined.
    silent: Literal["random", "skip", "use"] | None = None
    informs: list[Name] | None = None
    excludes: list[Name] | None = None
    # Counts as lost while the holder's other skill has fewer uses left.
    hangs_on: dict[str, int] | None = None
    costs: dict[str, dict[str, int]] | None = None
    dealt: bool = True
    hidden: bool = False
    # Who takes over the identity's skills takes those instead that this one brought last.
    passes_on: bool = False
    # Who learns the identity of one with this skill learns what it brought him.
    hands_on: bool = False
    slot: Name | None = None
    dice: int | None = None
    modifies: Name | None = None
    on_selected: bool = False
    fixed_camp: bool = False
    # No state takes it from the one whose identity brings it, or keeps him from using it.
    unbound: bool = False


class Role(Table):
    """A card. `pack` marks a pseudo role whose holder is a party; it is never dealt."""

    name: Name
    camp: Name | None = None
    class_: Name | None = None
    tags: list[Name] | None = None
    undecided: bool = False
    pack: bool = False
    dealt: bool | None = None
    aliases: list[Name] | None = None
    pairs: list[Name] | None = None
    strength: Amount | None = None
    traits: list[Name] | None = None  # what a deal is balanced by
    # Skills that a learner of this identity has in place of its own.
    learned: list[Name] | None = None
    text: str | None = None
    skill: list[Skill] | None = None
    property: list[Skill] | None = None
