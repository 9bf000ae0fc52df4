"""Who went out is sensed, and summoned for his skills."""

from __future__ import annotations

from .. import camps, copies, effects, queries, settle, skills
from ..state import Skill, Use
from ..table import Table
from .base import Behaviour, params, register


@register("感知")
class Sensing(Behaviour):
    """tubian: 死灵术师.黑夜感知, 白日感知 — shown and actual identity of all who went out since today's `from`."""

    def ready(self, t: Table, sk: Skill) -> bool:
        return bool(self._gone(t, sk))

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        for f in self._gone(t, sk):
            c = effects.Context(t, sk.holder, sk, use, f, f)
            settle.feedback(t, use, effects.fill(c, params(t, sk)["text"]), "立刻")
            use.notes.append(f"{queries.LISTED}{f}")

    def _gone(self, t: Table, sk: Skill) -> list[int]:
        """Seats still out that went out today within that stretch, in the order of outs."""
        p, day = params(t, sk), t.rs.day
        span = day[day.index(p["from"]) : day.index(p["to"]) + 1]
        return [o.seat for o in t.s.outs
                if o.final and o.back is None and o.at.day == t.s.clock.day and o.at.phase in span]  # fmt: skip


@register("召唤")
class Summons(Behaviour):
    """tubian: 死灵术师.黑夜召唤, 白日召唤 — skills of one just sensed, as he left them; a knife for a pack wolf's tag.

    stack: on the identity's own card a second skill of the same name is one more, elsewhere it is not had at all.
    """

    def candidates(self, t: Table, sk: Skill, found: list[int]) -> list[int]:
        tick, by = t.s.clock.tick, params(t, sk)["by"]
        notes = [n for u in t.s.uses if u.holder == sk.holder and u.name == by and u.at and u.at.tick == tick
                 for n in u.notes]  # fmt: skip
        return [f for f in found if f"{queries.LISTED}{f}" in notes]

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p = params(t, sk)
        stack = p.get("stack") and t.rs.skills[sk.key]["role"] in t.seat(sk.holder).cards
        for f in use.settled:
            tags, gained = camps.carried(t, f), []
            knives = [key for tag, key in p["knives"].items() if tag in tags]
            takes = [(s.key, s.uses) for s in copies.of_identity(t, f, fresh=False)]
            for key, left in takes + [(key, None) for key in knives]:
                held = [s for s in skills.of(t, sk.holder) if skills.name(t, s) == t.rs.skills[key]["name"]]
                if not held or (stack and key not in knives):
                    gained.append(skills.new(t, key, sk.holder, "copy", parent=sk.id, giver=f, uses=left))
            camps.take_tags(t, f, sk.holder, p["tags"])
            names = "、".join(f"<{skills.name(t, s)}>" for s in gained)
            news = t.rs.say("skills_of" if gained else "no_skills_of", name=t.name(f), skills=names)
            settle.feedback(t, use, news, "立刻")
