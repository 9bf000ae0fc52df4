"""Cards of penalty as they were dealt, and what they have come to: blue makes yellow, yellow makes red."""

from __future__ import annotations

from dataclasses import dataclass, field

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
