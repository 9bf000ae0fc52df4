"""喂食 and 烤乳猪: somebody's state is kept up for longer, and the feeder is paid when that somebody is gone."""

from __future__ import annotations

from .. import settle, skills
from ..moments import Happening
from ..state import Out, Skill, Use
from ..table import Table
from .base import Behaviour, params, register
from .peeking import described


@register("喂食")
class Feeding(Behaviour):
    """tubian: 养殖者.喂食 — the state that a skill of the fed keeps up has one charge more."""

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p = params(t, sk)
        for s in [s for s in t.s.skills.values() if s.key == p["of"] and s.origin == "card" and not s.lost]:
            s.spent["+" + p["state"]] = s.spent.get("+" + p["state"], 0) + 1
            settle.touch(use, s.holder)


@register("烤乳猪")
class Roast(Behaviour):
    """tubian: 养殖者.烤乳猪 — at the first dusk after the fed one's out is known: the more was fed, the more there is.

    Who gets the skill when the fed one is gone already has the least at once. many: from so many feedings on the gift
    is had more than once.
    """

    lasting = True  # what is to be heard tonight is heard, whatever becomes of the skill

    def ready(self, t: Table, sk: Skill) -> bool:
        return any(self._due(t, o) == t.s.clock.day for o in t.s.outs if self._fed(t, sk, o))

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        fed = [u for u in t.s.uses if u.holder == sk.holder and u.name == params(t, sk)["feed"] and u.fate == "done"]
        self._reward(t, sk, len(fed))

    def gained(self, t: Table, sk: Skill) -> None:
        if sk.origin != "card" and any(o.back is None for o in t.s.outs if self._fed(t, sk, o)):
            sk.uses = 0
            self._reward(t, sk, 0)

    def _fed(self, t: Table, sk: Skill, o: Out) -> bool:
        return o.final and params(t, sk)["role"] in t.seat(o.seat).cards

    def _due(self, t: Table, o: Out) -> int:
        """The day of the first dusk after the out was announced; 0 where it was not."""
        if o.announced is None:
            return 0
        dusk = next(i for i, name in enumerate(t.rs.day) if t.rs.phases[name].period == t.phase.period)
        return o.announced.day + (t.rs.day.index(o.announced.phase) >= dusk)

    def _reward(self, t: Table, sk: Skill, fed: int) -> None:
        p = params(t, sk)
        got = [skills.new(t, p["first"], sk.holder, "temp", parent=sk.id, until=p["until"])]
        if fed >= 1:
            sk.spent["listens"] = t.s.clock.day
        if fed >= 2:
            n = max(1, fed - p["many"] + 2)
            got.append(skills.new(t, p["gift"], sk.holder, "temp", parent=sk.id, until=p["until"], uses=n))
        names = "、".join(f"<{skills.name(t, s)}>" for s in got)
        t.tell([sk.holder], p["text"].replace("{list}", names).replace("{n}", str(fed)))

    def on_phase_end(self, t: Table, sk: Skill, what: Happening) -> None:
        p, c = params(t, sk), t.s.clock
        if sk.spent.get("listens") != c.day or t.phase.period != p["period"] or not t.seat(sk.holder).in_play:
            return
        played = [u for u in t.s.uses if u.at and u.at.tick == c.tick and u.fate in ("done", "void", "deferred")]
        heard = [described(t, u) for u in played if not t.rs.skills[u.key].get("hidden")]
        t.tell([sk.holder], p["heard"].replace("{phase}", c.phase).replace("{list}", "、".join(heard) or p["none"]))
