"""Requests to hurry or to wait: half of the living (or the director) decide it for the day's discussion.

`State.paces` holds a line a request, ``DAY:WHAT:FLOOR``, in the order of asking; floor 0 is the director. What a seat
asked last counts; 撤回 takes it back.
"""

from __future__ import annotations

from fractions import Fraction

from .errors import Refusal
from .table import Table

FAST, SLOW, BACK = "加速", "延时", "撤回"


def day(t: Table) -> int:
    """The day whose discussion a request is about: today's till it is closed, then tomorrow's."""
    c = t.s.clock
    votes = [i for i, name in enumerate(t.rs.day) if t.rs.phases[name].votes]
    over = bool(votes) and c.position >= 0 and (c.position > votes[-1] or (c.position == votes[-1] and c.closed))
    return c.day + 1 if over else c.day


def ask(t: Table, floor: int, what: str, back: bool = False) -> None:
    """Take a request (floor 0: the director decides it by himself)."""
    if floor and not t.seat(floor).in_play:
        raise Refusal("barred", f"{t.name(floor)} 已出局，不能申请{what}", "进程.加速与延时", "只有存活的人可以申请")
    if back and floor not in (wanting(t, what) if floor else [0] * (declared(t, day(t)) == what)):
        raise Refusal("no_request", f"{t.name(floor)} 没有申请{what}", "进程.加速与延时", "bansha pace show 看谁申请了")
    before = held(t)
    t.s.paces.append(f"{day(t)}:{BACK if back else what}:{floor}")
    now = held(t)
    verb = "撤回" if back else "申请" if floor else "决定执行"
    seats = [floor] if floor else []
    t.emit("pace", f"{t.name(floor)} {verb}{what}（{standing(t, what)}）", seats, rule="进程.加速与延时", pace=what)
    if now != before:
        text = f"{now}成立" if now else f"{before}不再成立"
        t.emit("pace", text, rule="进程.加速与延时", held=now, day=str(day(t)))


def standing(t: Table, what: str) -> str:
    """3/6 人，要 6 人: how a request stands."""
    return f"{len(wanting(t, what))} 人，要 {needed(t)} 人"


def wanting(t: Table, what: str, on: int | None = None) -> list[int]:
    """Living seats whose last word for that day was this request."""
    last = _last(t, day(t) if on is None else on)
    return sorted(f for f, word in last.items() if f and word == what and t.seat(f).in_play)


def declared(t: Table, on: int) -> str:
    """What the director decided for that day by himself."""
    word = _last(t, on).get(0, "")
    return "" if word == BACK else word


def _last(t: Table, on: int) -> dict[int, str]:
    found: dict[int, str] = {}
    for line in t.s.paces:
        when, what, floor = line.split(":")
        if int(when) == on:
            found[int(floor)] = what
    return found


def needed(t: Table) -> int:
    """How many of the living it takes: half, or as the ruleset says."""
    rule = t.rs.table("schedule")
    n, d = rule.get("pace_share") or (1, 2)
    share = Fraction(int(n) * len(t.alive()), int(d))
    whole = -(-share.numerator // share.denominator)
    return whole + 1 if rule.get("pace_more") and share == whole else whole


def held(t: Table, on: int | None = None) -> str:
    """加速, 延时 or '': what holds for that day's discussion. The director's word goes first, then a delay."""
    on = day(t) if on is None else on
    if word := declared(t, on):
        return word
    return next((x for x in (SLOW, FAST) if 0 < needed(t) <= len(wanting(t, x, on))), "")


def hurried(t: Table) -> bool:
    """Whether the open discussion is being hurried: nobody may change a ballot, nobody is punished for silence."""
    return held(t, t.s.clock.day) == FAST


def fast_days(t: Table) -> set[int]:
    """Days of which it was settled that they are hurried."""
    last = {int(e.data["day"]): e.data["held"] for e in t.log if e.kind == "pace" and "held" in e.data}
    return {on for on, what in last.items() if what == FAST}
