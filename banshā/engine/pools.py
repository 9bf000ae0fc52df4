"""Pools: skills put there as at the beginning, and taken up for a time, again and again with one history."""

from __future__ import annotations

from . import copies, skills
from .state import Skill
from .table import Table

WAITS = "还在池里"  # why a skill of a pool counts as lost before it is taken up


def stow(t: Table, key: str, by: Skill, giver: int) -> Skill:
    """Put a fresh instance of a skill into the pool that a skill of the holder keeps."""
    uses = skills.full_uses(t.rs.skills[key])
    sk = Skill(t.s.new_id(), key, by.holder, "", "gain", t.at, uses, by.id, giver, since=len(t.s.uses), lost=WAITS)
    t.s.skills[sk.id] = sk
    t.emit("skill", f"{t.name(by.holder)} 的池里多了 {skills.name(t, sk)}", [by.holder], skill=key, op="pool")
    return sk


def kept(t: Table, by: Skill) -> list[Skill]:
    """What that skill's pool holds, taken up at the moment or not."""
    return [s for s in t.hand(by.holder) if s.parent == by.id and s.lost in ("", WAITS, skills.EXPIRED)]


def take_up(t: Table, sk: Skill, until: str) -> None:
    """Into the hand until that end; what was used of it before is used."""
    sk.lost, sk.until, sk.timed, sk.gained = "", until, t.at, t.at
    sk.now = copies.for_opening(t, sk)
    t.emit("skill", f"{t.name(sk.holder)} 从池里取得 {skills.name(t, sk)}", [sk.holder], skill=sk.key, op="gain")
    t.tell([sk.holder], t.rs.say("skill", skill=skills.name(t, sk)))
    skills.gained(t, sk)
