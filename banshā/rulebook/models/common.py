"""Pieces that several tables share: names, closed vocabularies, filters of seats, ranges of skills, conditions."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, PlainValidator, Tag
from pydantic_core import PydanticCustomError

from banshā.rulebook.names import hint

# Tags of unions start with this sign, so that an error's path can drop what is not in the director's file.
TAG = "="


class Table(BaseModel):
    """Base of every table. A field whose key is a Python keyword is written with a trailing underscore."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        allow_inf_nan=False,
        alias_generator=lambda name: name.rstrip("_"),
        protected_namespaces=(),
    )


def wrong(message: str) -> PydanticCustomError:
    """An error whose text is meant for the director; braces are doubled because pydantic formats the template."""
    return PydanticCustomError("banshā", message.replace("{", "{{").replace("}", "}}"))


def _names(value: Any) -> str | list[str]:
    if isinstance(value, str) and value:
        return value
    if isinstance(value, list) and value and all(isinstance(item, str) and item for item in value):
        return value
    raise wrong("要写一个名字，或一串名字")


def _name(value: str) -> str:
    if not value.strip():
        raise wrong("名字不能是空的")
    return value


def _int_or_name(value: Any) -> int | str:
    if isinstance(value, (int, str)) and not isinstance(value, bool):
        return value
    raise wrong("要写一个整数，或 [numbers] 里的名字")


def _amount(value: Any) -> int | float:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value):
        return value
    raise wrong(f"这里要写数，写的是 {value}")


def _scalar(value: Any) -> int | str:
    if isinstance(value, (int, str)) and not isinstance(value, bool):
        return value
    raise wrong("要写一个整数或文字")


def _plain(value: Any) -> Any:
    """Free parameters hold what JSON can hold: TOML's dates, inf and nan would not survive freezing."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, (str, int)) or (isinstance(value, float) and isfinite(value)):
        return value
    raise wrong(f"这里只能写文字、数、true/false、列表和表，写的是 {value}")


def pair_of_ints(value: list[int]) -> list[int]:
    if len(value) != 2:
        raise wrong("要写两个数，如 [1, 2]")
    return value


def fraction(value: list[int]) -> list[int]:
    if len(value) != 2 or value[1] == 0:
        raise wrong("分数要写成 [分子, 分母]，如 [1, 2]")
    return value


def either(table: Callable[[Any], bool]) -> Discriminator:
    """Choose between the plain and the table form of a value by its shape, so that only one form's errors show."""
    return Discriminator(lambda value: TAG + ("table" if table(value) else "plain"))


def is_table(value: Any) -> bool:
    return isinstance(value, (dict, BaseModel))


Name = Annotated[str, AfterValidator(_name)]
Names = Annotated[str | list[str], PlainValidator(_names)]
IntOrName = Annotated[int | str, PlainValidator(_int_or_name)]
Free = Annotated[dict[str, Any], AfterValidator(_plain)]
# A number kept as it is written, 2 or 2.5: votes may weigh halves.
Amount = Annotated[int | float, PlainValidator(_amount)]
Scalar = Annotated[int | str, PlainValidator(_scalar)]
Fraction = Annotated[list[int], AfterValidator(fraction)]
IntPair = Annotated[list[int], AfterValidator(pair_of_ints)]

Mark = Literal["指定", "强制", "限定", "翻牌"]
HitKind = Literal["指杀", "穿透", "致死伤害", "投票", "红牌"]
Who = Literal["任意", "其他", "存活", "其他存活", "出局", "离场", "今日出局", "尸体", "自己", "全体"]
Parity = Literal["奇", "偶"]
StepMode = Literal["order", "simultaneous", "at_once"]


class Filter(Table):
    """Which seats: every key given must hold. Also what a win counts and what `to` and `where` take."""

    who: Who | None = None
    camp: Names | None = None
    not_camp: Names | None = None
    face_camp: Names | None = None
    actual: bool = False
    side: Names | None = None
    role: Names | None = None
    class_: Names | None = None
    tags: list[Name] | None = None
    tag: Names | None = None
    card_camp: Names | None = None
    # The camp of the identity played, which may have been taken in place of the card.
    plays_camp: Names | None = None
    state: Names | None = None
    not_state: Names | None = None
    mark_by_me: Names | None = None
    fresh: bool = False
    undecided: bool | None = None
    skill: Names | None = None
    deals: HitKind | None = None
    not_: NotThese | None = None
    revealed: bool | None = None
    red: bool | None = None
    same_camp: bool | None = None
    judged: Names | None = None
    voted_today: bool | None = None
    not_chosen_by: Name | None = None
    # Nor any other seat, with a skill of that name.
    not_chosen_by_others: Name | None = None
    # Named by the seat's own skill of that name on the day before.
    listed_by: Name | None = None
    pick: int | None = None
    min: int | None = None
    neighbours: int | None = None
    share: Fraction | None = None


# The asker himself, or the seats of another filter.
NotThese = Annotated[Annotated[Literal["self"], Tag("=plain")] | Annotated[Filter, Tag("=table")], either(is_table)]
Filter.model_rebuild()


class AliveShare(Table):
    """A bound that follows the number of the living: {alive = [1, 2]} is half of them."""

    alive: Fraction


Bound = Annotated[Annotated[IntOrName, Tag("=plain")] | Annotated[AliveShare, Tag("=table")], either(is_table)]


def _two_bounds(value: list[Any]) -> list[Any]:
    if len(value) != 2:
        raise wrong("count 要写成 [至少, 至多]")
    return value


Count = Annotated[list[Bound], AfterValidator(_two_bounds)]


class CountBy(Table):
    """One branch of `count_by`: the first whose condition holds gives the count."""

    alive_above: int | None = None
    alive_below: int | None = None
    day: int | None = None
    day_at_least: int | None = None
    count: Count


class Range(Filter):
    """Whom a skill may choose, and how many."""

    count: Count | None = None
    count_by: list[CountBy] | None = None
    again: Literal["非连续", "一次"] | None = None
    where: Filter | None = None
    parity: Parity | None = None
    optional: bool = False
    # Everybody there is where there are not enough.
    short: bool = False
    # Seats side by side, as everybody was seated, the ends joined.
    row: bool = False
    # One seat more, of these, where there is any.
    beside: Filter | None = None


class FewLeft(Filter):
    """Seats that fit, and the share of them."""

    share: Fraction


class SettledOf(Table):
    """How many of the settled targets are of a camp, or of any other."""

    camp: Names | None = None
    not_camp: Names | None = None
    at_least: int | None = None
    exactly: int | None = None


class HitOrCamp(Table):
    """Either of the two: the kind of the hit, or the camp it came from."""

    hit: Names
    by_camp: Names


class When(Table):
    """A closed set of conditions; all that are given must hold."""

    target_camp: Names | None = None
    target_not_camp: Names | None = None
    target_face_camp: Names | None = None
    target_face_knife: Names | None = None
    target_is_self: bool | None = None
    target_same_camp: bool | None = None
    # Goes out by what is queued now or by what comes of itself up to the opening of that phase.
    target_doomed: Name | None = None
    target_role: Names | None = None
    target_class: Names | None = None
    target_face_class: Names | None = None
    # The identity shown belongs to another camp (a word that is no identity belongs to none).
    target_face_role_not_camp: Name | None = None
    target_tag: Names | None = None
    # Has no such tag, and nothing keeps it off.
    target_may_get: Name | None = None
    target_state: Names | None = None
    target_not_state: Names | None = None
    target_side: Names | None = None
    self_camp: Names | None = None
    self_not_camp: Names | None = None
    self_tag: Names | None = None
    self_in_play: bool | None = None
    selected_role: list[Name] | None = None
    self_state: Names | None = None
    self_not_state: Names | None = None
    choice: dict[str, Scalar] | None = None
    uses_below: int | None = None
    # The seat has used none of these skills yet.
    unused: Names | None = None
    uses_at_least: int | None = None
    # No more than that `share` of all seats that fit is left in play.
    few_left: FewLeft | None = None
    settled_last_night: bool | None = None
    settled_at_least: int | None = None
    settled_exactly: int | None = None
    settled_camp: Names | None = None
    settled_of: SettledOf | None = None
    # Some seat settled on holds a skill called so.
    settled_skill: Name | None = None
    lost: Names | None = None
    hit: Names | None = None
    hit_slot: Names | None = None
    linked: bool | None = None
    by_camp: Names | None = None
    hit_or_camp: HitOrCamp | None = None
    by_not_camp: Names | None = None
    # By a seat of one's own camp; votes count for the camp that [landing] vote_camp names.
    by_own_camp: bool | None = None
    parity: Parity | None = None
    phase: Names | None = None
    period: Names | None = None
    first: bool | None = None
    day_at_least: int | None = None
    day_at_most: int | None = None
    alive_at_most: IntOrName | None = None
    alive_share: Fraction | None = None
    tag: Names | None = None
    target_revealed: bool | None = None
    neighbour_face_camp: Names | None = None
    chose: dict[str, Scalar] | None = None


SELECTOR_WORDS = ("target", "self", "selected", "settled", "pair", "source", "giver", "holder", "all")


def _selector(value: str) -> str:
    if value in SELECTOR_WORDS or value.startswith("party:"):
        return value
    allowed = "、".join(SELECTOR_WORDS)
    raise wrong(f"不认识的对象 {value}{hint(value, SELECTOR_WORDS)}（可以写 {allowed}、party:名字，或一个筛选表）")


SelectorWord = Annotated[str, AfterValidator(_selector)]
Selector = Annotated[
    Annotated[SelectorWord, Tag("=plain")] | Annotated[Filter, Tag("=table")],
    either(is_table),
]
