"""Outs that depend on whose camp is behind them, and strikes that fall back on those who dealt them."""

from __future__ import annotations

from .. import landing, skills
from ..moments import Happening
from ..state import Coming, Hit, Skill, Use
from ..table import Table
from .base import Behaviour, params, register
from .knowing import struck, tonight


@register("长寿之命")
class Longevity(Behaviour):
    """shuangshen: 长老.长寿之命 — the first out by another camp is spared; of several hits the own camp's is first."""

    def protect(self, t: Table, sk: Skill, h: Hit) -> bool:
        camp = landing.camp_of(t, h)
        if not camp or camp == t.seat(sk.holder).camp or sk.spent.get("used") or sk.uses == 0:
            return False
        sk.spent["used"] = 1
        return True

    def meets_first(self, t: Table, sk: Skill, first: Hit, rivals: list[Hit]) -> Hit:
        own = [h for h in rivals if landing.camp_of(t, h) == t.seat(sk.holder).camp]
        return min(own, key=lambda h: landing.order(t, h), default=first)


@register("引火上身")
class Backfire(Behaviour):
    """shuangshen: 纵火犯.纵火 — with other hits on the seat tonight, all come to nothing and who dealt them pays."""

    lasting = True  # what was done tonight goes on, whatever becomes of its holder

    def on_settling(self, t: Table, sk: Skill, what: Happening) -> None:
        p, word = params(t, sk), skills.name(t, sk)
        tonight = [h for h in struck(t, p["kind"]) if not h.fate]
        for mine in [h for h in tonight if h.use >= 0 and t.s.uses[h.use].skill == sk.id]:
            others = [h for h in tonight if h.target == mine.target and h.slot != word]
            for h in [*others, mine] if others else ():
                h.fate, h.by = "stopped", word
                t.emit("stopped", f"{t.name(h.target)} 被纵火，{h.slot}无效", [h.target], by=word, hit=str(h.id))
            for f in dict.fromkeys(h.source for h in sorted(others, key=lambda h: landing.order(t, h)) if h.source):
                t.s.coming.append(Coming(p["hit"], f, p["due"], t.at, sk.holder, mine.use, word))


@register("纵火反噬")
class Arson(Behaviour):
    """tubian: 纵火犯.纵火 — all knives of the night met those set on fire, nobody else: they fail, their users pay."""

    lasting = True  # what was done tonight goes on, whatever becomes of its holder

    def on_settling(self, t: Table, sk: Skill, what: Happening) -> None:
        p = params(t, sk)
        knives = [u for u in tonight(t) if u.name == p["skill"]]
        for mine in [u for u in tonight(t) if u.skill == sk.id]:
            burning = self._burning(t, mine, p["state"])
            if burning and knives and all(set(u.settled) == burning for u in knives):
                self._turn(t, sk, mine, knives)

    def _burning(self, t: Table, mine: Use, state: str) -> set[int]:
        """Those aimed at who really got the state."""
        given = [s for s in (*t.s.statuses.values(), *t.s.past_statuses) if s.use == mine.id and s.name == state]
        return {s.holder for s in given} & set(mine.settled)

    def _turn(self, t: Table, sk: Skill, mine: Use, knives: list[Use]) -> None:
        p, word = params(t, sk), skills.name(t, sk)
        ids = {u.id for u in knives}
        for h in sorted((h for h in t.s.hits if h.use in ids and not h.fate), key=lambda h: landing.order(t, h)):
            h.fate, h.by = "stopped", word
            t.emit("stopped", f"{t.name(h.target)} 被纵火，{h.slot}无效", [h.target], by=word, hit=str(h.id))
        for f in dict.fromkeys(u.source for u in knives if u.source):
            landing.queue(t, p["hit"], f, sk.holder, mine, word)


@register("纵火反弹")
class Rebound(Arson):
    """tubian: 机械狼.纵火 — the first aimed harm of a camp that falls on those set on fire falls back on its user."""

    def on_settling(self, t: Table, sk: Skill, what: Happening) -> None:
        p, word = params(t, sk), skills.name(t, sk)
        for mine in [u for u in tonight(t) if u.skill == sk.id]:
            burning = self._burning(t, mine, p["state"])
            for h in [h for h in t.s.hits if h.target in burning and self._answers(t, sk, h)][:1]:
                h.fate, h.by = "stopped", word
                t.emit("stopped", f"{t.name(h.target)} 被纵火，{h.slot}反弹", [h.target], by=word, hit=str(h.id))
                landing.queue(t, p["hit"], h.source, sk.holder, mine, word)

    def _answers(self, t: Table, sk: Skill, h: Hit) -> bool:
        p = params(t, sk)
        aimed = h.use >= 0 and skills.is_aimed(t.rs.skills[t.s.uses[h.use].key])
        return not h.fate and aimed and h.kind in p["kinds"] and bool(h.source) and t.seat(h.source).camp == p["camp"]
