"""Burnt houses: what reached their owner tonight comes to nothing, and somebody else pays for it."""

from __future__ import annotations

from .. import landing, queries, skills, statuses
from ..moments import Happening
from ..state import Hit, Skill, Use
from ..table import Table
from .base import Behaviour, params, register


def _this_phase(t: Table, use: Use) -> bool:
    return use.at is not None and use.at.tick == t.s.clock.tick and use.fate == "done"


def _burnt(t: Table, sk: Skill) -> list[int]:
    """Owners whose houses this skill burnt tonight."""
    return [f for u in t.s.uses if u.skill == sk.id and _this_phase(t, u) for f in u.settled]


@register("焚屋")
class Inferno(Behaviour):
    """xuelang: 赤狼.业炎 — the state keeps later skills off the owner; of those who chose him the nearest goes out."""

    lasting = True  # what was done tonight goes on, whatever becomes of its holder

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        """What aimed skills gave before this slot, to the owner or through him, is gone again."""
        for s in list(t.s.statuses.values()):
            by = t.s.uses[s.use] if s.use >= 0 else None
            if by is None or by is use or not _this_phase(t, by) or not skills.is_aimed(t.rs.skills[by.key]):
                continue
            if set(by.selected) & set(use.settled):
                statuses.lift(t, s, "没有效果")

    def on_settling(self, t: Table, sk: Skill, what: Happening) -> None:
        wanted: list[str] = params(t, sk)["skills"]
        for owner in _burnt(t, sk):
            near = {
                u.holder for u in t.s.uses
                if u.name in wanted and _this_phase(t, u) and owner in u.selected and t.seat(u.holder).in_play
            }  # fmt: skip
            if not near:
                continue
            victim = min(near, key=lambda f: (abs(f - owner), f))
            if sum(abs(f - owner) == abs(victim - owner) for f in near) > 1:
                t.todo(f"{t.names(near)}离{t.name(owner)}一样近，按楼层在上的{t.name(victim)}出局", [victim])
            use = next(u for u in reversed(t.s.uses) if u.skill == sk.id and owner in u.settled)
            landing.queue(t, params(t, sk)["hit"], victim, sk.holder, use, skills.name(t, sk))


@register("纵火")
class Arson(Behaviour):
    """xuelang: 纵火者.纵火 — a knife for the owner strikes the first pack member below him instead."""

    lasting = True  # what was done tonight goes on, whatever becomes of its holder

    def on_settling(self, t: Table, sk: Skill, what: Happening) -> None:
        p = params(t, sk)
        for owner in _burnt(t, sk):
            if not any(s.name == p["state"] and s.giver == sk.holder for s in statuses.real(t, owner)):
                continue
            knives = [h for h in t.s.hits if not h.fate and h.slot in p["slots"] and self._aimed_at(t, h, owner)]
            for h in knives:
                h.fate, h.by = "stopped", p["state"]
                t.emit("stopped", f"{t.name(h.target)} 因[{p['state']}]不因{h.slot}出局", [h.target], hit=str(h.id))
            victim = self._below(t, owner, p["tag"]) if knives else 0
            if victim:
                use = next(u for u in reversed(t.s.uses) if u.skill == sk.id and owner in u.settled)
                landing.queue(t, p["hit"], victim, sk.holder, use, skills.name(t, sk))

    def _aimed_at(self, t: Table, h: Hit, owner: int) -> bool:
        return h.use >= 0 and owner in t.s.uses[h.use].selected

    def _below(self, t: Table, owner: int, tag: str) -> int:
        """The first below who carries the tag and is in play; from the top again where there is none."""
        floors = sorted(t.s.seats)
        at = floors.index(owner)
        ring = floors[at + 1 :] + floors[:at]
        return next((f for f in ring if t.seat(f).in_play and queries.has_tag(t, f, tag)), 0)
