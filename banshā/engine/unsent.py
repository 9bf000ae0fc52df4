"""Uses nobody typed: automatic skills at their slot, and moves drawn for those who must act and kept silent."""

from __future__ import annotations

from . import checks, choices, clock, draws, moments, parties, ranges, skills, uses
from .state import Moment, Skill, Use
from .table import Table


def uses_of(t: Table, sk: Skill) -> list[Use]:
    """A use nobody typed: automatic skills, and draws for those who must act and were silent."""
    d = skills.definition(t, sk)
    report = d.get("auto") and d.get("hidden")  # what the system does, also in a phase that is skipped
    if (t.rs.slot_in(d, t.s.clock.phase) if report else uses.open_slot(t, sk)) != t.s.clock.slot:
        return []
    if skills.spent_here(t, sk, t.s.clock.phase):
        return []
    if d.get("auto"):
        return [new_use(t, sk, [], {}, "auto")] if _plays_itself(t, sk) else []
    if d.get("modifies") or not clock.must_act(t, sk):
        return []
    if sk.party and not parties.holders(t, sk.party):
        return []
    return draw_use(t, sk) if uses.usable_now(t, sk) else []


def _plays_itself(t: Table, sk: Skill) -> bool:
    """Whether there is anything for an automatic skill to do now."""
    d = skills.definition(t, sk)
    if sk.uses == 0 or not skills.stands(t, sk) or skills.blocked(t, sk) or checks.unmet(t, sk, d.get("needs") or {}):
        return False
    b = moments.behaviour_of(t, d)
    return not hasattr(b, "ready") or bool(b.ready(t, sk))  # type: ignore[union-attr]


def draw_use(t: Table, sk: Skill) -> list[Use]:
    """A legal move drawn for a silent seat."""
    d = skills.definition(t, sk)
    legal, lo, ways = _way(t, sk)
    pool = ranges.candidates(t, sk)
    if lo == 0 and "range" in d and not ways:
        return []
    picked: list[int] = []
    for _ in range(lo):
        picked.append(draws.pick_seat(t, f"代选{d['name']}", [f for f in pool if f not in picked], sk.holder, sk))
    return [new_use(t, sk, picked, choices.draw(t, sk, legal), "random")]


def _way(t: Table, sk: Skill) -> tuple[dict[str, list[str]], int, bool]:
    """What may be chosen and of how many seats at least: of several ways to use the skill, one is drawn."""
    lo, hi = ranges.bounds(t, sk)
    b = moments.behaviour_of(t, skills.definition(t, sk))
    if b is None or not hasattr(b, "ways"):
        return {}, lo, False
    ways = [x for x in b.ways(t, sk, lo, hi) if x[1] <= len(ranges.candidates(t, sk))]
    if not ways:
        return {}, lo, False
    n = draws.pick(t, "代选方式", [str(i) for i in range(len(ways))], sk.holder, sk) if len(ways) > 1 else "0"
    return ways[int(n)][0], ways[int(n)][1], True


def new_use(t: Table, sk: Skill, selected: list[int], params: dict[str, str], origin: str) -> Use:
    c = t.s.clock
    use = Use(
        len(t.s.uses), sk.id, sk.key, skills.name(t, sk), sk.holder, sk.party, sk.holder, selected, params, c.phase,
        Moment(c.day, c.run, c.phase, c.tick), origin,
    )  # fmt: skip
    t.s.uses.append(use)
    return use
