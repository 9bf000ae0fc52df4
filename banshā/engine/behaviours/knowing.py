"""Behaviours that tell: what was done tonight, to whom, by whom."""

from __future__ import annotations

from .. import draws, landing, queries, settle, skills, statuses
from ..moments import Happening
from ..state import Grant, Hit, Skill, Thread, Use
from ..table import Table
from .base import Behaviour, params, register


def tonight(t: Table) -> list[Use]:
    """Uses played in this run of this night (or day), in order of play."""
    c = t.s.clock
    return [u for u in t.s.uses if u.at and (u.at.day, u.at.run) == (c.day, c.run)
            and t.rs.phases[u.at.phase].period == t.phase.period and u.fate == "done"]  # fmt: skip


def has_verb(effects: object, verb: str, kind: str = "") -> bool:
    """Whether a verb occurs anywhere in a list of effects (with this kind, if given)."""
    if isinstance(effects, list):
        return any(has_verb(e, verb, kind) for e in effects)
    if isinstance(effects, dict):
        if effects.get("verb") == verb and kind in ("", effects[verb]):
            return True
        return any(has_verb(v, verb, kind) for v in effects.values() if isinstance(v, list | dict))
    return False


@register("灵通")
class HitList(Behaviour):
    """tubian: 女巫.灵通 — the selected targets of tonight's hits of a kind, in elevator order, without counts.

    settled: those the hits fall on, whoever was selected.
    """

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p = params(t, sk)
        if p.get("settled"):
            seen = {h.target for h in struck(t, p["hit"])}
        else:
            seen = {f for u in tonight(t) if has_verb(_effects(t, u), "hit", p["hit"]) for f in u.selected}
        text = p["text"].replace("{list}", t.names(seen)) if seen else p["none"]
        settle.feedback(t, use, text, "立刻")


def struck(t: Table, kind: str) -> list[Hit]:
    """Tonight's hits of this kind, landed or not, in the order they were dealt."""
    c = t.s.clock
    return [h for h in t.s.hits if h.kind == kind and (h.at.day, h.at.run) == (c.day, c.run)
            and t.rs.phases[h.at.phase].period == t.phase.period]  # fmt: skip


def _effects(t: Table, use: Use) -> list[object]:
    d = t.rs.skills[use.key]
    return [d.get("each") or [], d.get("then") or []]


@register("魔女秘法")
class OutPreview(Behaviour):
    """tubian: 炼金魔女.魔女秘法 — who would go out tonight; who then is announced out may talk on that day."""

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p = params(t, sk)
        doomed = landing.preview(t)
        text = p["text"].replace("{list}", t.names(doomed)) if doomed else p["none"]
        settle.feedback(t, use, text, "立刻")
        sk.spent["night"] = t.s.clock.day

    def on_announced(self, t: Table, sk: Skill, what: Happening) -> None:
        p = params(t, sk)
        opening = t.phase.group == "开门"  # else between two runs of a night
        if sk.spent.get("night") != t.s.clock.day - opening:
            return
        statuses.give(t, p["mark"], [what.seat], sk.holder, until="本日黄昏结束" if opening else "黄昏结束")
        if not any(x.text == p["public"] for x in t.s.outbox):
            t.publish(p["public"], "开门")


@register("主宰黑夜")
class TouchedBy(Behaviour):
    """tubian: 恶灵骑士.主宰黑夜 — told when a skill of that camp had to do with the holder tonight."""

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p = params(t, sk)
        if operators(t, sk.holder, p["camp"]):
            settle.feedback(t, use, p["text"], "立刻")


def operators(t: Table, floor: int, camp: str) -> list[Use]:
    """Tonight's uses by seats of the camp that touched this seat."""
    return [u for u in tonight(t) if u.source and u.source != floor and floor in u.touched
            and t.seat(u.source).camp == camp]  # fmt: skip


@register("邪恶")
class StrikeBack(Behaviour):
    """tubian: 恶灵骑士.邪恶 — the one legal target is the first operator: harm, then inspection, then others."""

    def candidates(self, t: Table, sk: Skill, found: list[int]) -> list[int]:
        p = params(t, sk)
        order: list[str] = p["order"]
        uses = operators(t, sk.holder, p["camp"])
        ranked = sorted(uses, key=lambda u: (order.index(t.rs.skills[u.key].get("sort", "")), uses.index(u)))
        return [u.source for u in ranked if u.source in found][:1]

    def ready(self, t: Table, sk: Skill) -> bool:
        return bool(operators(t, sk.holder, params(t, sk)["camp"]))


@register("天意")
class Providence(Behaviour):
    """tubian: 预言家.天意 — somebody found guilty is voted out with the holder's own ballot: one more inspection."""

    def on_vote_settled(self, t: Table, sk: Skill, what: Happening) -> None:
        if sk.uses == 0:
            return
        p = params(t, sk)
        guilty = {
            int(n.split(":")[1])
            for u in t.s.uses
            if u.holder == sk.holder and u.name == p["skill"]  # what was found stays found when skills are refreshed
            for n in u.notes
            if n.startswith(f"{p['note']}:")
        }
        today = {th.id: th for th in t.s.threads if th.day == t.s.clock.day}
        for o in t.s.outs:
            if (
                o.seat in guilty
                and o.kind == "投票"
                and o.at.tick == t.s.clock.tick
                and self._voted(t, sk, o.seat, today)
            ):
                sk.uses = 0
                key = next(s.key for s in skills.of(t, sk.holder) if skills.name(t, s) == p["skill"])
                phase = t.rs.phases_of(t.rs.skills[key])[0]
                t.s.grants.append(Grant(key, sk.holder, "", 1, phase, t.at, "天意"))
                t.tell([sk.holder], t.rs.say("one_more", self=skills.name(t, sk), skill=p["skill"]))
                return

    def _voted(self, t: Table, sk: Skill, target: int, today: dict[int, Thread]) -> bool:
        return any(
            b.voter == sk.holder and b.target == target and b.thread in today and target in th.top
            for b in t.s.ballots
            for th in [today.get(b.thread)]
            if th is not None
        )


@register("凝望")
class Gaze(Behaviour):
    """tubian: 石像鬼.凝望 — everything the other skill ever told goes to the living of the camp; then it is lost."""

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p = params(t, sk)
        told = [line for u in t.s.uses if u.holder == sk.holder and u.name == p["skill"] for line in u.feedback]
        mates = [f for f in t.alive() if t.seat(f).camp == t.seat(sk.holder).camp]
        t.tell(mates, p["text"].replace("{list}", "；".join(told) or "无"))
        for s in skills.of(t, sk.holder):
            if skills.name(t, s) == p["skill"]:
                skills.lose(t, s, use.name)


@register("异端")
class Heresy(Behaviour):
    """tubian: 圣裁者.异端 — whom the inspectors' own skills found tonight, each once; another skill grows without any.

    of: the skills that count, in the hands of those dealt with them; note: how their uses remember whom they found.
    """

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p = params(t, sk)
        mark = p["note"] + ":"
        uses = [u for u in tonight(t) if u.key in p["of"] and t.rs.skills[u.key]["role"] in t.seat(u.source).cards]
        found = {int(n.removeprefix(mark)) for u in uses for n in u.notes if n.startswith(mark)}
        use.notes += [f"{queries.LISTED}{f}" for f in sorted(found)]
        settle.feedback(t, use, p["text"].replace("{list}", t.names(found)) if found else p["none"])
        for other in skills.of(t, sk.holder) if not found else ():
            if skills.name(t, other) == p["grows"] and other.uses is not None:
                other.uses += 1
                return


@register("雪恨")
class SomeCamps(Behaviour):
    """tubian: 复仇者.雪恨 — of the seats named, so many are drawn, and the camp of each of these is told."""

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p, left, found = params(t, sk), list(use.settled), list[int]()
        while left and len(found) < p["pick"]:
            found.append(draws.pick_seat(t, use.name, left, sk.holder, sk, use))
            left.remove(found[-1])
            settle.touch(use, found[-1])
        lines = [p["text"].replace("{target}", t.name(f)).replace("{camp}", queries.camp_for(t, f, sk.holder))
                 for f in sorted(found)]  # fmt: skip
        settle.feedback(t, use, "，".join(lines))
