"""Ranges: whom a skill may choose. An intersection of limits, each with its rule; at dusk as at night."""

from __future__ import annotations

from . import moments, parties, queries, skills
from .rules import Def
from .state import Limit, Skill, Use
from .table import Table


def bounds(t: Table, sk: Skill) -> tuple[int, int]:
    """How many seats are chosen: (least, most)."""
    d = skills.definition(t, sk)
    r = d.get("range")
    if r is None:
        return 0, 0
    lo, hi = 1, 1
    if "count" in r:
        lo, hi = (queries.number(t, x) for x in r["count"])
    for case in r.get("count_by", ()):
        if len(t.alive()) > case.get("alive_above", -1):
            lo, hi = (queries.number(t, x) for x in case["count"])
            break
    for limit in limits_on(t, sk):
        if limit.count:
            lo, hi = limit.count
    if beside(t, sk):
        lo, hi = lo + 1, hi + 1
    if r.get("short"):
        there = len(candidates(t, sk))
        lo, hi = min(lo, there), min(hi, there)
    return modified_bounds(t, sk) or (lo, hi)


def modified_bounds(t: Table, sk: Skill) -> tuple[int, int] | None:
    """Bounds set by another skill the holder uses with this one now (暴走 on 链接)."""
    if skills.name(t, sk) not in t.rs.modified:
        return None
    c = t.s.clock
    for u in t.s.uses:
        d = t.rs.skills[u.key]
        if (
            d.get("modifies") == skills.name(t, sk) and "count" in d and u.holder == sk.holder
            and (u.sent.day, u.sent.run) == (c.day, c.run) and u.fate in ("planned", "done")
        ):  # fmt: skip
            return d["count"][0], d["count"][1]
    return None


def candidates(t: Table, sk: Skill, use: Use | None = None) -> list[int]:
    """Legal targets in elevator order."""
    d = skills.definition(t, sk)
    r: Def | None = d.get("range")
    if r is None:
        return []
    return sorted({*_found(t, sk, d, r), *beside(t, sk)})


def beside(t: Table, sk: Skill) -> list[int]:
    """The seats of which one has to be among the targets, besides those of the range itself."""
    d = skills.definition(t, sk)
    other: Def | None = d.get("range", {}).get("beside")
    return _found(t, sk, d, other) if other else []


def _found(t: Table, sk: Skill, d: Def, r: Def) -> list[int]:
    viewer = sk.holder
    found = [f for f in queries.select(t, r, viewer) if f not in sk.never_on]
    if "where" in r:
        found = [f for f in found if queries.fits(t, f, {"who": "全体", **r["where"]}, viewer)]
    if "again" in r:
        spent = chosen_before(t, sk, r["again"])
        found = [f for f in found if f not in spent]
    for limit in limits_on(t, sk):
        found = [f for f in found if _within(t, limit, f, viewer)]
    right = skills.right(t, sk)
    if right is not None and d.get("after_out", {}).get("only") == "self":
        found = [f for f in found if f == viewer]
    b = moments.behaviour_of(t, d)
    if b is not None and hasattr(b, "candidates"):
        found = b.candidates(t, sk, found)
    return found


def rows(t: Table, sk: Skill) -> list[list[int]]:
    """The sets of seats it may choose where they have to sit side by side, as seated; none where they need not."""
    if not skills.definition(t, sk).get("range", {}).get("row"):
        return []
    ring, legal, (n, _) = sorted(t.s.seats), candidates(t, sk), bounds(t, sk)
    found = [sorted((ring + ring)[i : i + n]) for i in range(len(ring))]
    return [x for x in found if len(set(x)) == n and set(x) <= set(legal)]


def able(t: Table, limits: list[Limit]) -> list[int]:
    """Seats in play that could use a skill now on which one of these limits bears."""
    return [
        f for f, held in parties.all_at_hand(t).items()
        if any(not skills.blocked(t, sk) and sk.uses != 0 and any(x in limits for x in limits_on(t, sk)) for sk in held)
    ]  # fmt: skip


def limits_on(t: Table, sk: Skill) -> list[Limit]:
    """Limits in force on this skill of this holder."""
    d = skills.definition(t, sk)
    names = {d["name"], *(d.get("marks") or ())}
    return [
        x for x in t.s.limits
        if x.name in names and x.holder in (0, sk.holder) and not x.forbid and x.voters is None
        and (not x.phases or set(x.phases) & set(t.rs.phases_of(d)))
        and _of_camp(t, x, sk)
    ]  # fmt: skip


def _of_camp(t: Table, x: Limit, sk: Skill) -> bool:
    """Whether the limit is for the camp of who uses the skill."""
    if not (x.camp or x.not_camp):
        return True
    camp = queries.camp_for(t, sk.holder, x.by) if sk.holder else parties.camp(t, sk.party)
    return x.camp in ("", camp) and x.not_camp != camp


def _within(t: Table, limit: Limit, floor: int, viewer: int) -> bool:
    if limit.within is not None and floor not in limit.within:
        return False
    if limit.neighbours and viewer and floor not in (viewer, *queries.neighbours(t, viewer, fixed=limit.fixed_ring)):
        return False
    return floor not in limit.never


def forced_by_limit(t: Table, sk: Skill) -> bool:
    """Whether a limit obliges the holder to use the skill (未明之雾)."""
    return any(x.force for x in limits_on(t, sk))


def chosen_before(t: Table, sk: Skill, again: str) -> set[int]:
    """Seats this instance chose before and may not choose again: ``一次`` ever, ``非连续`` the day before.

    Both go by selected targets and by the day's number, so an extra night of the same day does not count.
    """
    day, one = t.s.clock.day, skills.line(t, sk)
    return {
        f
        for u in t.s.uses
        if u.skill in one and u.id >= sk.since and u.fate not in ("blocked", "withdrawn", "planned")
        and u.origin != "deferred" and (again == "一次" or u.sent.day == day - 1)
        for f in u.selected
    }  # fmt: skip
