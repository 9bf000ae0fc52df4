"""Behaviours that tell who struck whom, who somebody is, and what others did tonight."""

from __future__ import annotations

from .. import draws, effects, settle, skills, statuses
from ..effects import Context
from ..errors import Refusal
from ..rules import Effect
from ..state import Hit, Skill, Use
from ..table import Table
from .base import Behaviour, params, register
from .knowing import struck, tonight


def _against(t: Table, floor: int, kind: str) -> list[Hit]:
    return [h for h in struck(t, kind) if h.target == floor]


def _line(t: Table, text: str, skill: str, source: int) -> str:
    return text.replace("{skill}", skill).replace("{source}", t.name(source))


@register("敌意感应")
class Hostility(Behaviour):
    """shuangshen: 感应者.敌意感应 — tonight's hits of a kind on the holder: by which skill, from whom."""

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p = params(t, sk)
        found = [_line(t, p["one"], h.slot, h.source) for h in _against(t, sk.holder, p["hit"])]
        text = p["text"].replace("{list}", "、".join(found)) if found else p["none"]
        settle.feedback(t, use, text, "立刻")


@register("规避反击")
class EvadeOrStrike(Behaviour):
    """shuangshen: 感应者.危机规避/极限反击 — only when struck tonight; the strike back falls on one who did it."""

    def candidates(self, t: Table, sk: Skill, found: list[int]) -> list[int]:
        sources = {h.source for h in _against(t, sk.holder, params(t, sk)["hit"])}
        return [f for f in found if f in sources]

    def ready(self, t: Table, sk: Skill) -> bool:
        return bool(_against(t, sk.holder, params(t, sk)["hit"]))

    def ways(self, t: Table, sk: Skill, lo: int, hi: int) -> list[tuple[dict[str, list[str]], int, int]]:
        if not self.ready(t, sk):
            return []
        p = params(t, sk)
        options: list[str] = next(c["options"] for c in skills.definition(t, sk)["choose"] if c["key"] == p["key"])
        return [({p["key"]: [o]}, int(o == p["strikes"]), int(o == p["strikes"])) for o in options]

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        p = params(t, sk)
        if not self.ready(t, sk):
            raise Refusal("not_ready", f"{use.name} 要在被指杀的夜里发动", sk.key, "今晚他没有被指杀，不用交")
        strikes, pool = use.params[p["key"]] == p["strikes"], self.candidates(t, sk, list(t.s.seats))
        if strikes and not use.selected and len(pool) == 1:
            use.selected = pool  # there is nobody else to mean
        if strikes != bool(use.selected):
            raise Refusal("bad_target", f"{p['strikes']}选一个来源，另一种不选目标", sk.key, f"改好 {p['key']}= 或目标")


@register("思维涌动")
class Insight(Behaviour):
    """shuangshen: 思考者.思维涌动 — somebody else drawn whom this skill has not shown yet: all he is."""

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p = params(t, sk)
        known = {f for u in t.s.uses if u.skill in skills.line(t, sk) and u.fate == "done" for f in u.settled}
        pool = [f for f in t.s.seats if f != sk.holder and f not in known]
        if not pool:
            settle.feedback(t, use, p["none"])
            return
        f = draws.pick_seat(t, use.name, pool, sk.holder, sk, use)
        use.settled, use.via = [f], [f]
        settle.touch(use, f)
        settle.feedback(t, use, effects.fill(Context(t, sk.holder, sk, use, f), p["text"]))


@register("时间观望")
class Hindsight(Behaviour):
    """shuangshen: 预知者.时间观望 — tonight's targets of a skill, and the camp of who used it."""

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        phases = params(t, sk)["phases"]
        keys = t.rs.by_name.get(use.params["技能"], [])
        if not any(x in phases for k in keys for x in t.rs.phases_of(t.rs.skills[k])):
            raise Refusal("bad_choice", f"{use.params['技能']} 不在{'、'.join(phases)}发动", sk.key, "写那时发动的技能")

    def ways(self, t: Table, sk: Skill, lo: int, hi: int) -> list[tuple[dict[str, list[str]], int, int]]:
        phases = params(t, sk)["phases"]
        return [({"技能": [d["name"] for d in t.rs.skills.values() if set(phases) & set(t.rs.phases_of(d))]}, lo, hi)]

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p, word = params(t, sk), use.params["技能"]
        found = [
            p["one"].replace("{targets}", t.names(u.selected or u.settled) or "无")
            .replace("{camp}", t.seat(u.source).camp)
            for u in done_tonight(t) if u.name == word and u.at and u.at.phase in p["phases"]
        ]  # fmt: skip
        text = (p["text"].replace("{list}", "；".join(found)) if found else p["none"]).replace("{skill}", word)
        settle.feedback(t, use, text)


def done_tonight(t: Table) -> list[Use]:
    """Tonight's uses that somebody chose to make, also those whose effect comes later."""
    put_off = [u for u in t.s.uses if u.fate == "deferred" and u.at and (u.at.day, u.at.run) == (t.at.day, t.at.run)
               and t.rs.phases[u.at.phase].period == t.phase.period]  # fmt: skip
    return [u for u in [*tonight(t), *put_off] if u.source]


@register("时间接触")
class Contact(Behaviour):
    """shuangshen: 预知者.时间接触 — the night after, two hear what a third did and what was done to him.

    As a use it marks the third with who hears; as an effect of the mark it tells them.
    """

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p = params(t, sk)
        if len(use.settled) == 2:
            hears, watched = use.settled
            data = {"hears": str(hears)}
            statuses.give(t, p["mark"], [watched], sk.holder, use.id, sk.id, p["until"], data=data)

    def effect(self, c: Context, e: Effect) -> None:
        t, p = c.t, e["with"]
        mark = c.happening.status if c.happening else None
        if mark is None or mark.given.day == t.s.clock.day:
            return
        uses = done_tonight(t)
        acts = [u.name for u in uses if u.source == c.target and not self._auto(t, u)]
        done = [u for u in uses if c.target in u.settled and u.source != c.target]
        suffers = [_line(t, p["one"], u.name, u.source) for u in done]
        text = p["text"].replace("{who}", t.name(c.target))
        for key, words in (("{acts}", acts), ("{suffers}", suffers)):
            text = text.replace(key, "、".join(words) or p["none"])
        hears = (c.actor, int(mark.data.get("hears", "0")))  # a mark the director ruled has no second hearer
        t.tell([f for f in hears if f in t.alive()], text, "立刻")

    def _auto(self, t: Table, use: Use) -> bool:
        return bool(t.rs.skills[use.key].get("hidden"))
