"""Draws nobody can fish for: keyed by seed, moment, seat, skill and purpose, never by an input's number."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from . import behaviours
from .state import Skill, Use
from .table import Table

DIE, SOURCE, SOME = "骰点", "来源", "随机"  # words a move may carry for its draws; the last for any draw of its own


def skill_tag(t: Table, skill: Skill | None) -> str:
    """Names a skill instance without its running number, so that changes elsewhere move no draw."""
    if skill is None:
        return "-"
    twins = [s.id for s in t.s.skills.values() if s.key == skill.key and s.holder == skill.holder]
    return f"{skill.key}@{skill.holder or skill.party}#{twins.index(skill.id)}"


def _key(t: Table, purpose: str, seat: int, skill: Skill | None) -> str:
    c = t.s.clock
    base = f"{c.day}.{c.run}.{c.phase}|{seat}|{skill_tag(t, skill)}|{purpose}"
    ordinal = sum(1 for k in t.s.draws if k.rsplit("|", 1)[0] == base)
    return f"{base}|{ordinal}"


def fix(t: Table, purpose: str, value: str, seat: int = 0) -> None:
    """Settle what the next draw of this kind in this phase comes to, where it is among the candidates."""
    t.s.fixed[_key(t, purpose, seat, None)] = value


def foretell(t: Table, skill: Skill, values: str) -> None:
    """Settle what the next draws of a skill that acts by itself come to, whenever that is."""
    t.s.fixed[_foretold_key(t, skill)] = values
    t.emit("note", f"{t.rs.skills[skill.key]['name']} 的抽签已定：{values}", [skill.holder] if skill.holder else [])


def _foretold_key(t: Table, skill: Skill) -> str:
    return f"{skill_tag(t, skill)}|{SOME}"


def _foretold(t: Table, skill: Skill | None, candidates: Sequence[str]) -> str:
    """The first value settled in advance, if it is among the candidates; values are used up in order."""
    if skill is None or _foretold_key(t, skill) not in t.s.fixed:
        return ""
    value, _, rest = t.s.fixed[_foretold_key(t, skill)].replace("，", ",").partition(",")
    if value not in candidates:
        return ""
    t.s.fixed[_foretold_key(t, skill)] = rest
    return value


def pick(
    t: Table, purpose: str, candidates: Sequence[str], seat: int = 0, skill: Skill | None = None, use: Use | None = None
) -> str:
    """One of the candidates, each equally likely. A fixed draw (``骰点=`` ``来源=`` ``随机=``, override) wins.

    The smallest HMAC(seed, key | candidate) is taken, so removing another candidate never moves the choice.
    """
    key = _key(t, purpose, seat, skill)
    value = t.s.fixed.get(key) or _told(use, purpose, candidates) or _foretold(t, skill, candidates)
    if value not in candidates:
        if key in t.s.fixed:
            t.emit("note", f"裁定的抽签 {purpose}：{value} 不在候选里，照抽", [seat] if seat else [], key=key)
        seed = t.s.seed.encode()
        value = min(candidates, key=lambda c: (hmac.new(seed, f"{key}|{c}".encode(), hashlib.sha256).digest(), c))
    t.s.draws[key] = value
    with t.under(skill.key if skill else ""):
        t.emit("draw", f"抽签 {purpose}：{value}", [seat] if seat else [], key=key, value=value)
    return value


def _told(use: Use | None, purpose: str, candidates: Sequence[str]) -> str:
    """The next value of a list the move itself carries; values are used up in order."""
    if use is None:
        return ""
    for word in (purpose,) if purpose in (DIE, SOURCE) else (purpose, SOME):
        values = [v for v in use.params.get(word, "").replace("，", ",").split(",") if v]
        taken = int(use.params.get(f"·{word}", "0"))
        if taken < len(values):
            use.params[f"·{word}"] = str(taken + 1)
            return values[taken]
    return ""


def pick_seat(t: Table, purpose: str, floors: Sequence[int], seat: int = 0, skill: Skill | None = None,
              use: Use | None = None) -> int:  # fmt: skip
    """Draw one seat; the draw is recorded by 马甲."""
    names = {t.name(f): f for f in floors}
    return names[pick(t, purpose, list(names), seat, skill, use)]


def roll(t: Table, seat: int, skill: Skill | None = None, use: Use | None = None, sides: int = 6) -> int:
    """One die, 1…sides."""
    return int(pick(t, DIE, [str(i) for i in range(1, sides + 1)], seat, skill, use))


def purposes(t: Table) -> list[str]:
    """What draws are for in this ruleset: the last part but one of their keys."""
    own = [p for b in behaviours.known().values() for p in b.draws]
    silent = [*t.rs.by_name, *(c["key"] for d in t.rs.skills.values() for c in d.get("choose") or ())]
    words = [f"{w}{name}" for w in ("代选", "代答") for name in silent]
    offices = [x for name in t.rs.offices for x in (name, f"继任{name}")]
    return list(dict.fromkeys([DIE, SOURCE, SOME, "代选方式", *own, *offices, *words, *t.rs.by_name]))
