"""Doing likewise: who does what somebody else does first hears of it, and adds to it or undoes it."""

from __future__ import annotations

from .. import camps, copies, settle, skills, statuses
from ..moments import Happening
from ..state import Limit, Skill, Status, Use
from ..table import Table
from .base import Behaviour, params, register
from .following import master
from .guarding import Patrol


def done_first(t: Table, sk: Skill, keys: list[str]) -> list[Use]:
    """What others did with these skills since the day's last dawn, in this run of the night."""
    c = t.s.clock
    return [u for u in t.s.uses if u.key in keys and u.holder != sk.holder and u.fate == "done"
            and (u.sent.day, u.sent.run) == (c.day, c.run)]  # fmt: skip


@register("听闻")
class Tidings(Behaviour):
    """tubian: 机械狼的链接、雪隐、巡视、交易 — whom others chose with the skills in `of`, told beforehand."""

    def ready(self, t: Table, sk: Skill) -> bool:
        return bool(done_first(t, sk, params(t, sk)["of"]))

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        found = {f for u in done_first(t, sk, params(t, sk)["of"]) for f in u.selected}
        settle.feedback(t, use, params(t, sk)["text"].replace("{list}", t.names(found)), "立刻")


@register("添名")
class OneMore(Behaviour):
    """tubian: 机械狼.未明之雾 — one name more on tonight's lists of another's skill `of`; without one it does nothing.

    text: what those on whom the lists bear hear.
    """

    def _lists(self, t: Table, sk: Skill) -> list[Limit]:
        word = t.rs.skills[params(t, sk)["of"]]["name"]
        return [x for x in t.s.limits if x.source == word and x.within is not None and x.given.day == t.s.clock.day
                and x.given.run == t.s.clock.run]  # fmt: skip

    def candidates(self, t: Table, sk: Skill, found: list[int]) -> list[int]:
        """Anybody, as long as the other may still come."""
        lists, slot = self._lists(t, sk), t.rs.slot_in(skills.definition(t, sk), t.s.clock.phase)
        if not lists:
            return [] if slot is not None and t.s.clock.slot >= slot else found
        return [f for f in found if all(f not in (x.within or ()) for x in lists)]

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        for x in self._lists(t, sk):
            x.within = sorted({*(x.within or ()), *use.settled})
            text = params(t, sk)["text"].replace("{within}", t.names(x.within))
            t.tell(camps.who_can(t, x.name, x.forbid), text)
        for f in use.settled:
            settle.touch(use, f)


@register("拨转")
class Toggle(Behaviour):
    """tubian: 机械狼的迷惑、链接 — who has the state loses it, who has it not gets it.

    Who got it in this very night hears of neither.
    """

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        name = params(t, sk)["state"]
        for f in use.settled:
            settle.touch(use, f)
            held = [s for s in statuses.stored(t, f) if s.name == name]
            for s in held:
                fresh = (s.given.day, s.given.run) == (t.s.clock.day, t.s.clock.run)
                if fresh:
                    self._unsay(t, s)
                statuses.lift(t, s, silent=fresh)
            if not held:
                statuses.give(t, name, [f], sk.holder, use.id, sk.id)

    def _unsay(self, t: Table, s: Status) -> None:
        """Take back what the seat was about to hear of having got the state."""
        if s.use >= 0:
            rule = t.s.uses[s.use].key
            t.s.outbox = [x for x in t.s.outbox if x.everyone or x.to != [s.holder] or x.rule != rule]


@register("增减巡视")
class SecondPatrol(Patrol):
    """tubian: 机械狼.巡视 — one seat more is watched, for what the first watcher named; a watched one goes free.

    of: the first watcher's skill. A prisoner is let out. lost, freed: what the watcher hears, what is announced.
    """

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p = params(t, sk)
        named = [u.params["技能"] for u in done_first(t, sk, [p["of"]]) if "技能" in u.params]
        for f in use.settled:
            settle.touch(use, f)
            jailed = [s for s in statuses.stored(t, f) if s.name == p["jail"]]
            watched = [s for s in statuses.stored(t, f) if s.name == p["mark"] and s.skill != sk.id]
            for s in [*jailed, *watched]:
                statuses.lift(t, s)
            if jailed:
                t.publish(p["freed"].replace("{target}", t.name(f)), "", [f])
            for giver in dict.fromkeys(s.giver for s in watched):
                t.tell([giver], p["lost"].replace("{target}", t.name(f)))
            if not jailed and not watched:
                data = {"技能": named[0]} if named else {}
                statuses.give(t, p["mark"], [f], sk.holder, use.id, sk.id, p["until"], data=data)


@register("随变")
class Tracking(Behaviour):
    """tubian: 机械狼.变脸 — whatever identity the one learned from puts on, the holder has as learners have it.

    of: the skill that puts it on. until: for how long.
    """

    def gained(self, t: Table, sk: Skill) -> None:
        for u in [u for u in done_first(t, sk, [params(t, sk)["of"]]) if u.holder == sk.giver]:
            self._follow(t, sk, u)

    def on_used(self, t: Table, sk: Skill, what: Happening) -> None:
        if what.use is not None and what.seat == sk.giver and what.use.key == params(t, sk)["of"]:
            self._follow(t, sk, what.use)

    def _follow(self, t: Table, sk: Skill, use: Use) -> None:
        p, role = params(t, sk), use.params["身份"]
        got = copies.learn(t, sk, copies.taught_by(t, role), sk.giver, p["until"])
        names = "、".join(f"<{skills.name(t, s)}>" for s in got if not skills.definition(t, s).get("hidden")) or "无"
        t.tell([sk.holder], p["text"].replace("{role}", role).replace("{list}", names))


@register("知主")
class SameMaster(Behaviour):
    """tubian: 机械狼的认亲、附身 — the identity of the one whom the one learned from follows, and its skills.

    skill: with which he chose him. Who it is is not told.
    """

    def gained(self, t: Table, sk: Skill) -> None:
        p = params(t, sk)
        boss = master(t, sk.giver, p["skill"]) if sk.giver else 0
        if boss:
            role = copies.passes_for(t, boss)
            t.tell([sk.holder], p["text"].replace("{role}", role))
            if boss != sk.holder:
                copies.learn(t, sk, copies.as_learned(t, boss), boss)
