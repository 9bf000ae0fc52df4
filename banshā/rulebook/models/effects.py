"""Effects: a table with exactly one verb key, and the keys that verb takes.

A new parameter of a verb is one line in its class; a new verb is one class in `VERB_CLASSES`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Union

from pydantic import BeforeValidator, Discriminator, Tag, model_serializer
from pydantic_core.core_schema import SerializerFunctionWrapHandler

from banshā.rulebook.models.common import (
    TAG,
    Count,
    Free,
    HitKind,
    Mark,
    Name,
    Names,
    Selector,
    Table,
    When,
    wrong,
)
from banshā.rulebook.names import hint


class EffectBase(Table):
    """What every effect may carry beside its verb."""

    verb: ClassVar[str] = ""

    when: When | None = None
    to: Selector | None = None
    once: bool = False
    note: str | None = None
    until: Name | None = None
    later: Name | None = None

    @model_serializer(mode="wrap")
    def _with_verb(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # The engine dispatches on this word instead of looking for the verb among the keys.
        return {"verb": self.verb, **handler(self)}


class Give(EffectBase):
    verb = "give"
    give: Name
    from_: Name | None = None
    vs: Names | None = None
    vs_seat: Selector | None = None
    charges: int | None = None
    unless_held: bool = False
    exactly: int | None = None
    except_slots: list[Name] | None = None
    introduce: str | None = None
    # Whoever gives it has it as well, in one group with them.
    shared: bool = False
    params: Free | None = None


class Lift(EffectBase):
    verb = "lift"
    lift: Names


class Hit(EffectBase):
    verb = "hit"
    hit: HitKind
    slot: Name | None = None
    place: Name | None = None
    words: bool = False
    # Lands on the spot, whatever the phase does with hits.
    now: bool = False
    source: Selector | None = None
    # What happens to the target in place of the out, where nothing stops the hit.
    instead: EffectList | None = None


class Tell(EffectBase):
    verb = "tell"
    tell: str
    list: Selector | None = None
    release: Name | None = None


class Result(EffectBase):
    """One target's part of what the skill's `results` tells in one notice."""

    verb = "result"
    result: str


class Public(EffectBase):
    verb = "public"
    public: str
    release: Name | None = None


class Todo(EffectBase):
    verb = "todo"
    todo: str
    release: Name | None = None


class Note(EffectBase):
    """Alone, a remark in the use's history; beside another verb it is that verb's remark."""

    verb = "note"
    note: str


class Join(EffectBase):
    verb = "join"
    join: Names


class Leave(EffectBase):
    verb = "leave"
    leave: Names


class TakeTags(EffectBase):
    verb = "take_tags"
    take_tags: list[Name]
    from_: Selector | None = None


class Uses(EffectBase):
    verb = "uses"
    uses: int
    of: Name | None = None
    # The skill that keeps the uses, unusable until it is gained, for who does not hold it.
    reserve: Name | None = None


class Extra(EffectBase):
    verb = "extra"
    extra: Name
    party: Name | None = None
    phase: Names | None = None
    n: int | None = None


class Skill(EffectBase):
    verb = "skill"
    skill: Literal["gain", "lose", "move", "copy", "refresh", "suspend"]
    party: Name | None = None
    name: Names | None = None
    from_: Selector | None = None
    uses: int | None = None
    card: int | None = None  # only skills of the seat's n-th card
    mark: Mark | None = None  # only skills with this mark
    fresh: bool = False
    # gain: not of the identity, so that nobody takes it over; gained again, it has so many uses more.
    temporary: bool = False
    # copy: as learners of the identity have its skills.
    learned: bool = False
    held: bool = False  # refresh: all skills held, not only the card's
    lost: bool = False  # refresh: what the card lost by its own rules is there again
    never_on: Selector | None = None
    unaware: bool = False


class Turn(EffectBase):
    verb = "turn"
    turn: Name
    silent: bool = False
    undecided_only: bool = False


class FaceValue(Table):
    """What is shown instead of the truth; "selected" takes it from the chosen seat."""

    camp: Name | None = None
    role: Name | None = None
    knife: Name | None = None


class Face(EffectBase):
    verb = "face"
    face: FaceValue
    # Falls off when the skill is lost or forgotten.
    held: bool = False


class Follow(EffectBase):
    verb = "follow"
    follow: Selector


class Flip(EffectBase):
    verb = "flip"
    flip: bool


class Revive(EffectBase):
    verb = "revive"
    revive: Name


class Clock(EffectBase):
    verb = "clock"
    clock: Literal["repeat", "skip", "thread", "close", "defer", "rewind", "prolong"]
    loop: Name | None = None
    phase: Name | None = None
    period: Name | None = None
    by: Selector | None = None
    void: bool = False
    to_start_of: Name | None = None
    then: EffectList | None = None
    tell: str | None = None
    public: str | None = None


class Ballot(EffectBase):
    verb = "ballot"
    ballot: Literal["weight", "ban", "void", "top"]
    add: int | None = None


class Office(EffectBase):
    verb = "office"
    office: Literal["pass", "give", "take"]
    name: Name


class Limit(EffectBase):
    verb = "limit"
    limit: Names
    within: Selector | None = None
    # Within the seat chosen, so many neighbours on either side of it, and who uses this.
    around: int | None = None
    voters: Selector | None = None
    of: Selector | None = None
    count: Count | None = None
    force: bool = False
    tell: str | None = None
    # Told are only those who could use such a skill now.
    able: bool = False
    phases: list[Name] | None = None
    marks: list[Name] | None = None
    camp: Names | None = None
    not_camp: Names | None = None
    neighbours: bool = False
    fixed_ring: bool = False  # neighbours as seated: those out keep their place
    forbid: bool = False


class Aim(EffectBase):
    verb = "aim"
    aim: Literal["swap", "also", "bounce"]


class Ask(EffectBase):
    verb = "ask"
    ask: str
    options: dict[str, EffectList] | None = None
    # In place of options: the target names one of his skills, {answer} in the effects of `then`; with none to name,
    # `none` runs. written: those of his identity that are written with a number of uses.
    pick: Literal["skill", "counted", "written"] | None = None
    then: EffectList | None = None
    none: EffectList | None = None
    default: Name | None = None


class Roll(EffectBase):
    verb = "roll"
    roll: int
    branch: dict[str, EffectList]


class Stop(EffectBase):
    verb = "stop"
    stop: Literal[True]


class Words(EffectBase):
    """The out being heard of brings a right to last words."""

    verb = "words"
    words: Literal[True]


class Do(EffectBase):
    """A named behaviour of the engine, for what the verbs cannot say."""

    verb = "do"
    do: Name
    with_: Free | None = None


class All(EffectBase):
    verb = "all"
    all: EffectList


VERB_CLASSES: tuple[type[EffectBase], ...] = (
    Give, Lift, Hit, Tell, Result, Public, Todo, Note, Join, Leave, TakeTags, Uses, Extra, Skill, Turn, Face, Follow,
    Flip, Revive, Clock, Ballot, Office, Limit, Aim, Ask, Roll, Stop, Words, Do, All,
)  # fmt: skip
VERBS: dict[str, type[EffectBase]] = {cls.verb: cls for cls in VERB_CLASSES}


def _keys(cls: type[EffectBase]) -> frozenset[str]:
    return frozenset(name.rstrip("_") for name in cls.model_fields)


def verbs_of(data: dict[str, Any]) -> list[str]:
    """The verbs a table could stand for: those that take all other verb-like keys of it as parameters.

    `uses` is a verb and a parameter of `skill`, `tell` of `limit`, `note` of everything: the verb is the one that
    swallows the rest.
    """
    present = [verb for verb in VERBS if verb in data]
    takers = [verb for verb in present if all(other in _keys(VERBS[verb]) for other in present)]
    if len(takers) > 1 and "note" in takers:
        takers.remove("note")
    return takers or present


def _one_verb(data: Any) -> Any:
    if isinstance(data, EffectBase):
        return data
    if not isinstance(data, dict):
        raise wrong('效果要写成一个表，如 { give = "守护" }')
    found = verbs_of(data)
    if not found:
        strange = [key for key in data if key not in _keys(EffectBase)]
        guess = hint(strange[0], VERBS) if strange else ""
        raise wrong(f"效果里没有动词：{'、'.join(strange) or '（空表）'}{guess}")
    if len(found) > 1:
        raise wrong(f"一个效果只能有一个动词，这里有 {'、'.join(found)}；要一起做就放进 all = [ … ]")
    return data


def _tag(data: Any) -> str:
    return TAG + (data.verb if isinstance(data, EffectBase) else verbs_of(data)[0])


if TYPE_CHECKING:
    Effect = EffectBase
else:
    Effect = Annotated[
        Union[tuple(Annotated[cls, Tag(TAG + cls.verb)] for cls in VERB_CLASSES)],  # noqa: UP007 (built from a tuple)
        Discriminator(_tag),
        BeforeValidator(_one_verb),
    ]
EffectList = list[Effect]

# Ask, Roll and All hold effects themselves, so they can only be finished now.
for _cls in (Hit, Clock, Ask, Roll, All):
    _cls.model_rebuild()

__all__ = ["VERBS", "Effect", "EffectBase", "EffectList", "FaceValue", "verbs_of"]
