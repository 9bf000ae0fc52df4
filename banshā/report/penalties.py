"""Cards of penalty as they were dealt, and what they have come to: blue makes yellow, yellow makes red."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from banshā.engine import casting, paces
from banshā.engine.state import Cards
from banshā.engine.table import Table

from . import stages

KINDS = ("蓝", "黄", "红")


@dataclass(slots=True)
class Card:
    """One card. made: it came of other cards, not of the director's hand."""

    seat: str
    kind: str
    reason: str
    at: str
    made: bool
    input: int


@dataclass(slots=True)
class Record:
    """A seat's cards and how near it is to the next colour (蓝 2/3)."""

    seat: str
    player: str
    camp: str
    blue: int
    yellow: int
    red: int
    summary: str
    cards: list[Card] = field(default_factory=list)


def dealt(t: Table, floor: int | None = None) -> list[Card]:
    """Every card so far, in order."""
    return [
        Card(t.name(e.seats[0]), e.data.get("card", ""), e.data.get("reason", ""), stages.phase_label(t, e.at),
             "made" in e.data, e.input)
        for e in t.log if e.kind == "card" and e.seats and floor in (None, e.seats[0])
    ]  # fmt: skip


def records(t: Table) -> list[Record]:
    """Seats that have any card, in elevator order."""
    return [record(t, f) for f in sorted(t.s.cards)]


def record(t: Table, floor: int) -> Record:
    seat, c = t.seat(floor), t.s.cards.get(floor, Cards())
    return Record(
        seat.name, seat.player, seat.camp, c.blue, c.yellow, c.red, summary(t, c), dealt(t, floor),
    )  # fmt: skip


def summary(t: Table, c: Cards) -> str:
    """蓝 1/3 → 黄 2/3 → 红 0: what each colour counts towards the next, what was made of it already left out."""
    rule = t.rs.table("cards")
    blue, yellow = int(rule.get("blue", 3)), int(rule.get("yellow", 3))
    return f"蓝 {c.blue % blue}/{blue} → 黄 {c.yellow % yellow}/{yellow} → 红 {c.red}"


def camps(t: Table) -> list[tuple[str, int, int]]:
    """(camp, red cards, how many lose it) of camps that have any; nothing where red cards lose nobody."""
    limit = int(t.rs.table("cards").get("red_loses", 2))
    found: dict[str, int] = {}
    for f, c in t.s.cards.items():
        if c.red:
            found[t.seat(f).camp] = found.get(t.seat(f).camp, 0) + c.red
    return [(camp, n, limit) for camp, n in found.items()] if limit else []


def told(c: Card) -> str:
    """黄牌：发言不足（正午2）"""
    why = f"：{c.reason}" if c.reason else ""
    return f"{c.kind}{why}（{c.at}）"


# ── what the rules give a yellow card for ──


@dataclass(slots=True, frozen=True)
class Due:
    """A yellow card that a living seat has earned, by which rule."""

    seat: str
    why: str


def by_posts(t: Table, today: Mapping[str, int] | None = None, hurried: bool = False) -> list[Due]:
    """Who earns a card by posts of the day. today: 马甲 -> posts, where they are not on record yet."""
    rule, day, found = t.rs.table("cards"), t.s.clock.day, []
    exempt = paces.fast_days(t) | ({day} if hurried or paces.hurried(t) else set())
    for floor in t.alive():
        counts = {int(key.split(":")[0]): n for key, n in t.s.posts.items() if key.endswith(f":{floor}")}
        if today is not None:
            counts[day] = today[t.name(floor)]
        if day in counts:
            found += [Due(t.name(floor), why) for why in _wrong(counts, day, exempt, rule)]
    return found


def _wrong(counts: dict[int, int], day: int, exempt: set[int], rule: dict[str, int]) -> list[str]:
    """What is wrong with a seat's posts a day."""
    now, found = counts[day], []
    most, least, run = (rule.get(key) for key in ("posts_most", "posts_a_day", "posts_three_days"))
    if most is not None and now > most:
        found.append(f"一天发了 {now} 帖，超过 {most} 帖")
    if day in exempt:
        return found
    if least is not None and now < least:
        found.append(f"只有 {now} 帖，不足 {least} 帖")
    days = sorted(d for d in counts if d not in exempt)[-3:]
    if run is not None and len(days) == 3 and all(counts[d] < run for d in days):
        found.append(f"连续三个讨论日（{'、'.join(str(counts[d]) for d in days)}）不足 {run} 帖")
    return found


def by_silence(t: Table) -> list[str]:
    """Living seats that would earn a card if the vote closed now: without a ballot in one of the open threads."""
    if not t.rs.table("cards").get("no_ballot") or paces.hurried(t):
        return []
    return [t.name(f) for f in casting.without_ballot(t, casting.open_now(t))]
