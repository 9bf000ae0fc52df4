"""Everything that is neither a role, a state nor a phase: camps, numbers, redirects, landing, votes, wins."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Tag

from banshā.rulebook.models.common import (
    Amount,
    Filter,
    Fraction,
    HitKind,
    IntOrName,
    IntPair,
    Mark,
    Name,
    Names,
    Table,
    either,
    is_table,
    wrong,
)

NameOrFlag = Annotated[
    Annotated[bool, Tag("=table")] | Annotated[Name, Tag("=plain")], either(lambda value: isinstance(value, bool))
]


class Head(Table):
    """[ruleset]: who this rulebook is."""

    id: Name
    title: Name
    version: int
    players: IntPair
    extends: Name | None = None
    remove: list[Name] | None = None
    text: str | None = None
    # What the rule post has and this ruleset does not, with the reason; README's table shows it.
    left_out: str | None = None


class Aliases(Table):
    role: dict[str, Name] | None = None
    state: dict[str, Name] | None = None
    skill: dict[str, Name] | None = None
    camp: dict[str, Name] | None = None


class Order(Table):
    """[order]: the order of the roles when it is not the order of the files."""

    roles: list[Name] | None = None


class Listed(Table):
    """[listed]: an identity that can be named (asked for, guessed, worn as a disguise) but not dealt here.

    word: no identity at all, only what somebody may be shown as; nobody can name it.
    """

    camp: Name
    class_: Name | None = None
    word: bool = False


class Camp(Table):
    name: Name
    side: Name | None = None
    none: bool = False
    mutual: bool = False
    lovers: bool = False
    # The camp whose members those join who are against somebody of this one.
    opposed: Name | None = None
    # false: this camp cannot give up.
    surrender: bool | None = None
    text: str | None = None


class Number(Table):
    """A derived number: a share of the players, a count of cards, or another number with something done to it."""

    value: int | None = None
    share: Fraction | None = None
    cards: Filter | None = None
    alive: Fraction | None = None
    base: int | None = None
    number: Name | None = None
    minus: IntOrName | None = None
    plus: IntOrName | None = None
    times: Fraction | None = None
    from_: int | None = None
    every: int | None = None
    least: int | None = None
    most: int | None = None
    # Counted when this phase ends, and the same from then on.
    fixed_after: Name | None = None
    round: Literal["half_up", "up", "down"] | None = None


class AimLink(Table):
    """One link of the redirect chain: what is done, and by which state or skill."""

    aim: Literal["swap", "also", "bounce", "divert", "share", "relay"]
    state: Name | None = None
    skill: Name | None = None
    period: Name | None = None
    unless_camp: Name | None = None
    tell: str | None = None  # to the giver of a mark that turned a skill back
    lose: bool = False  # and then the skill that gave it is lost


ChainLink = Annotated[Annotated[Name, Tag("=plain")] | Annotated[AimLink, Tag("=table")], either(is_table)]


class Aim(Table):
    marks: list[Mark] | None = None
    chain: list[ChainLink] | None = None
    takeovers: list[Name] | None = None


class Landing(Table):
    order: list[Name] | None = None
    protections: list[Name] | None = None
    # Causes of an out by the director's word (裁定 出局 … 原因=) that some rule listens for.
    causes: list[Name] | None = None
    links: list[Name] | None = None
    true_card_first: bool = False
    # The camp that an out by vote counts as caused by.
    vote_camp: Name | None = None
    # false: what a red card takes out brings nobody with it.
    red_links: bool | None = None


class Link(Table):
    """On whose out who else is hit, and how."""

    name: Name
    state: Name | None = None
    pairs: Literal["same", "all"] | None = None
    on: Literal["giver", "holder"] | None = None
    hit: HitKind | Literal["same"]
    source: Literal["self", "same", "giver"] | None = None
    period: Names | None = None
    last_run: bool = False
    by_skill: bool = False
    once: bool = False
    except_skill: Name | None = None
    except_slots: list[Name] | None = None
    # Who goes out by it triggers nothing: no rights of the out, his offices fall vacant.
    silent: bool = False


class Party(Table):
    """An actor made of the seats with a tag: the wolf pack, the lovers."""

    name: Name
    tag: Name | None = None
    state: Name | None = None
    skills: list[Name] | None = None
    chat: bool = False
    # The system action at which its members learn of each other (else with the deal).
    gathers: Name | None = None
    # Seats with this tag sit in its group without being members.
    guest_tag: Name | None = None
    # Any member may send its moves under his own name.
    by_seat: bool = False
    heir_tag: Name | None = None
    heirs: list[Name] | None = None
    last: list[Name] | None = None
    heir_camp: Name | None = None


class Office(Table):
    name: Name
    elect_day: int | None = None
    weight: Amount | None = None
    pass_on_out: bool = False
    tear: bool = False
    announce_by_day: bool = False
    # A change of hands is announced at night as well, with the news of the night.
    announce: bool = False
    # Nobody follows a holder put out by a red card.
    red_vacant: bool = False
    party: Name | None = None
    skill: Name | None = None
    skills: list[Name] | None = None
    heir_camp: Name | None = None
    tie_any: bool = False
    # Not to be told of in public lists.
    secret: bool = False


class Vote(Table):
    changes: int | None = None
    weight: Amount | None = None
    rewrites: list[Name] | None = None
    tie: list[Name] | None = None
    # A ballot put off weighs what its voter's weighs on the day it counts.
    late_weighed_anew: bool = False
    out_from_day: int | None = None
    # Who is top is announced when the thread closes; the count stays with the director.
    announce_top: bool = False


class Words(Table):
    """Last words."""

    quota: IntOrName | None = None
    max_code: bool = False
    # The opening of the day after the last right to last words was given away says so.
    announce_gone: bool = False


class Cards(Table):
    """Warning cards: how many of a colour make the next, how many red ones lose the camp."""

    blue: int | None = None
    yellow: int | None = None
    # 0: never
    red_loses: int | None = None
    # By day a red card puts out at once, not after the vote.
    red_at_once: bool = False
    # A full count only reminds the director.
    remind: bool = False
    # What earns a yellow card on a day that is not hurried: fewer posts than that; fewer on each of three days
    # running; no ballot. More posts than `posts_most` earn one on any day.
    posts_a_day: int | None = None
    posts_three_days: int | None = None
    posts_most: int | None = None
    no_ballot: bool = False


def _hour(value: str) -> str:
    if not re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d", value):
        raise wrong(f"钟点要写成 21:00，写的是 {value}")
    return value


def _zone(value: str) -> str:
    if not re.fullmatch(r"[+-]\d\d:\d\d", value):
        raise wrong(f"时区要写成 +08:00，写的是 {value}")
    return value


Hour = Annotated[str, AfterValidator(_hour)]


class Schedule(Table):
    """[schedule]: from when to when a day is discussed, and what makes it shorter or longer."""

    zone: Annotated[str, AfterValidator(_zone)] | None = None
    open: Hour | None = None
    close: Hour | None = None
    # Dates that a discussion takes; `weekend` more where a Saturday or Sunday is among them, from that day of play on.
    days: int | None = None
    weekend: int | None = None
    weekend_from_day: int | None = None
    # Minutes before closing: till then noon skills are played, ballots changed, cast for others, requests counted.
    skills_until: int | None = None
    changes_until: int | None = None
    proxies_until: int | None = None
    pace_until: int | None = None
    # How many of the living decide on 加速 or 延时; `pace_more`: it takes more than that share.
    pace_share: Fraction | None = None
    pace_more: bool = False
    # Dates that a hurried discussion takes, and how many a delay adds.
    fast_days: int | None = None
    slow_days: int | None = None
    # Once a day is hurried, ballots changed before count as they were first cast.
    fast_voids_changes: bool = False


class Lives(Table):
    """[lives]: how many outs a seat has, and which of them are final at once."""

    outs: int | None = None
    final_kinds: list[HitKind] | None = None
    final_links: list[Name] | None = None
    final_slots: list[Name] | None = None
    loses_card: int | None = None
    state: Name | None = None
    # The opening of each day lists what has become of everybody.
    roll_call: bool = False


# [gifts]: what each side of the die gives, by the receiver's side; `lasting` keeps it for good, `uses` counts it.
Gift = dict[str, NameOrFlag | int]


class WinCondition(Table):
    count: Filter
    at_most: IntOrName | None = None
    at_least: IntOrName | None = None
    below: IntOrName | None = None


class WinNeed(Table):
    """A threshold that grows with the players: base, and one more for every so many from a number on."""

    base: int | None = None
    from_: int | None = None
    every: int | None = None


class Win(Table):
    name: Name | None = None
    camp: Name
    # ruling: what the director judges himself; shown when he does.
    kind: Literal["lose", "win", "win_at_once", "veto", "ruling"]
    all: list[WinCondition] | None = None
    do: Name | None = None
    need: WinNeed | None = None
    alive: int | None = None
    sides: list[Name] | None = None
    special: bool = False
    text: str | None = None


class Victory(Table):
    last_standing: bool = True
    at_once: bool = False
    # Judged after every out, with those it brings along; what is not settled by then never is.
    at_outs: bool = False
    # Camps that have nobody when this phase ends never were.
    manned_from: Name | None = None
    priority: list[Name] | None = None
    both: Literal["lose", "win"] | None = None
    stalemate: Name | None = None
    all_lost: list[Name] | None = None
