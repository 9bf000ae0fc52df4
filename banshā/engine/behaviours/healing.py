"""救治: care for somebody nobody struck counts against him."""

from __future__ import annotations

from .. import landing, skills, statuses
from ..moments import Happening
from ..state import Skill, Use
from ..table import Table
from .base import Behaviour, params, register


@register("救治")
class Care(Behaviour):
    """xuelang: 医生.救治 — a night without a knife for the one cared for is marked; too many marks put him out."""

    lasting = True  # what was done tonight goes on, whatever becomes of its holder

    def on_settling(self, t: Table, sk: Skill, what: Happening) -> None:
        p = params(t, sk)
        for use in [u for u in t.s.uses if u.skill == sk.id and u.fate == "done" and self._now(t, u)]:
            for f in use.settled:
                if self._struck(t, f, p["spared"]):
                    continue
                statuses.give(t, p["mark"], [f], sk.holder, use.id, sk.id, straight=True)
                if sum(s.name == p["mark"] for s in statuses.real(t, f)) >= p["limit"]:
                    landing.queue(t, p["hit"], f, sk.holder, use, skills.name(t, sk))

    def _now(self, t: Table, use: Use) -> bool:
        return use.at is not None and use.at.tick == t.s.clock.tick

    def _struck(self, t: Table, floor: int, kind: str) -> bool:
        return any(h.target == floor and h.kind == kind and h.at.tick == t.s.clock.tick for h in t.s.hits)
