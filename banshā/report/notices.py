"""Private notices, seat by seat, ready to paste. Only events of the kind `notice` addressed to that seat come in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from banshā.engine.table import Table
from banshā.game.ledger import Item

from . import stages
from .markup import Block
from .voice import Voice


@dataclass(slots=True)
class Notice:
    label: str
    text: str
    sent: bool
    event: int


@dataclass(slots=True)
class Mail:
    """What one seat is to hear."""

    seat: str
    floor: int
    player: str
    notices: list[Notice] = field(default_factory=list)


def mails(t: Table, items: Iterable[Item], unsent: set[tuple[int, str]]) -> list[Mail]:
    """Notices by seat in elevator order. unsent: (event, seat) of those not sent yet."""
    by_seat: dict[str, Mail] = {}
    for item in items:
        floor = t.by_name(item.seat) or 0
        mail = by_seat.setdefault(item.seat, Mail(item.seat, floor, t.seat(floor).player if floor else ""))
        label = stages.phase_label(t, t.log[item.event].at)
        mail.notices.append(Notice(label, item.text, (item.event, item.seat) not in unsent, item.event))
    return sorted(by_seat.values(), key=lambda m: m.floor)


def text(mail: Mail) -> str:
    """One message: a line a notice, each stage named once."""
    out, here = [], ""
    for n in mail.notices:
        if n.label != here:
            here = n.label
            out.append(f"【{here}】")
        out.append(n.text)
    return "\n".join(out)


def blocks(mail: Mail, voice: Voice) -> list[Block]:
    """The message as the seat reads it, with what the ruleset says before and after."""
    known = {"floor": str(mail.floor), "name": mail.seat, "player": mail.player}
    said = [voice.about(known).say("feedback_head"), text(mail), voice.about(known).say("feedback_foot")]
    return [Block("text", x) for x in said if x]


def head(mail: Mail) -> str:
    return f"{mail.floor}楼 {mail.seat}" + (f"（{mail.player}）" if mail.player else "")
