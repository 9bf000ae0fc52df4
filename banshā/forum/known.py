"""What the game tells an import of the day: the seats, who is out since when, accounts, closing, pace, ballots.

What only the director knows goes into the journal too (定时 关门, 定时 出局, 账号, 不是票, how far posts were counted),
so that the next import need not ask again and undo takes it back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from banshā.engine import casting, cutoffs, desk, paces
from banshā.engine.inputs import DIRECTOR
from banshā.engine.table import Table
from banshā.game.journal import Entry

from .ballots import ABSTAIN
from .posts import Thread
from .times import read_span
from .verdicts import Out, Recorded

_COUNTED = re.compile(r"发言数到 (\d+) 楼")


def seats(t: Table) -> list[str]:
    return [seat.name for seat in t.s.seats.values()]


def outs(t: Table, journal: Sequence[Entry]) -> dict[str, Out]:
    """Who is out, and since when: outs of this discussion since the director said, else since he typed them."""
    found: dict[str, Out] = {}
    for floor, seat in t.s.seats.items():
        if seat.in_play and not seat.announced_out:
            continue
        today = casting.left_now(t, floor)
        since = cutoffs.left_at(t, floor) or _typed(t, floor, journal)
        found[seat.name] = Out(since if today else None, today and seat.announced_out)
    return found


def _typed(t: Table, floor: int, journal: Sequence[Entry]) -> datetime | None:
    number = next((e.input for e in reversed(t.log) if e.kind == "out" and floor in e.seats), 0)
    return _when(number, journal)


def _when(number: int, journal: Sequence[Entry]) -> datetime | None:
    return datetime.fromisoformat(journal[number - 1].time) if 0 < number <= len(journal) else None


def closing(t: Table) -> datetime | None:
    """When the discussion that is on (or the next) closes, as far as it was said before (定时 关门)."""
    return cutoffs.closing(t, paces.day(t))


def accounts(t: Table) -> dict[str, str]:
    """Forum accounts that the director told belong to a seat."""
    return {who: what for who, what in desk.accounts(t).items() if what != DIRECTOR}


def speakers(t: Table) -> list[str]:
    """Accounts that the director told speak for him."""
    return [who for who, what in desk.accounts(t).items() if what == DIRECTOR]


# ── pace ──


def hurried_from(t: Table, journal: Sequence[Entry]) -> datetime | None:
    """Since when today is hurried; None: the whole day, as where the director decided it by himself."""
    day = t.s.clock.day
    if not paces.hurried(t) or paces.declared(t, day) or t.rs.table("schedule").get("fast_voids_changes"):
        return None
    settled = (e.input for e in reversed(t.log) if e.kind == "pace" and e.data.get("held") == paces.FAST)
    return _when(next(settled, 0), journal)


def fast_days(t: Table) -> set[int]:
    """Days of play under 加速."""
    return paces.fast_days(t) | ({t.s.clock.day} if paces.hurried(t) else set())


# ── what is on record already ──


def counted_to(t: Table) -> int:
    """Up to which floor today's posts were counted."""
    notes = (e.text for e in reversed(t.log) if e.kind == "note" and e.at.day == t.s.clock.day)
    return next((int(m[1]) for text in notes if (m := _COUNTED.search(text))), 0)


def recorded(t: Table, number: int) -> dict[str, Recorded]:
    """The ballots that the game has of the thread."""
    th = next((x for x in casting.current(t) if x.number == number), None)
    return {
        t.name(b.voter): Recorded(t.name(b.target) if b.target else ABSTAIN, read_span(b.time), b.changes)
        for b in t.s.ballots
        if th is not None and b.thread == th.id
    }


def dismissed(t: Table, thread: Thread, number: int) -> frozenset[int]:
    """Posts the director said are no ballots, by number where the page tells it, else by floor."""
    known = casting.dismissed(t, number)
    return frozenset(
        p.pid or p.floor
        for p in thread.turns
        for floor, pid in known
        if (p.pid == pid if p.pid and pid else floor in p.keys)
    )
