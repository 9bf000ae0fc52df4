"""Behaviours that take over what another does: 偷盗, 附体, 夺舍, 堕落."""

from __future__ import annotations

from .. import parties, queries, ranges, skills, statuses
from ..errors import Refusal
from ..moments import Happening
from ..rules import FORCED
from ..state import Question, Skill, Status, Use
from ..table import Table
from .base import Behaviour, params, register


def marks(t: Table, floor: int, name: str) -> list[Status]:
    """Marks that a skill put there; one ruled by the director has nobody behind it who could take over."""
    return [s for s in statuses.real(t, floor) if s.name == name and s.skill >= 0 and s.giver]


def redirect_choice(t: Table, taker: Skill, sk: Skill, use: Use, blind: bool = False) -> None:
    """Ask the holder of a skill that takes over for new targets of somebody's use; unanswered, the targets stay.

    blind: he does not hear which they were.
    """
    legal = ranges.candidates(t, sk)
    lo, hi = ranges.bounds(t, sk)
    nth = len([u for u in skills.spent_here(t, sk, use.phase) if u.id < use.id])
    skill = skills.name(t, taker)
    key = f"{skill}|{use.holder or use.party}|{use.key}|{t.s.clock.day}.{t.s.clock.run}|{use.sent.phase}|{nth}"
    keep = [t.name(f) for f in use.selected]
    who = t.name(use.holder) if use.holder else use.party
    text = t.rs.say("taken_asked_blind" if blind else "taken_asked", actor=who, skill=use.name,
                    targets=t.names(use.selected) or "无")  # fmt: skip
    q = Question(0, key, taker.holder, skill, text, "seats", seats=legal, least=max(lo, 1), most=max(hi, 1),
                 default=keep)  # fmt: skip
    got = t.ask(q)
    use.selected = [f for f in (t.by_name(n) for n in got) if f is not None]


@register("偷盗")
class Theft(Behaviour):
    """tubian: 怪盗.偷盗 — what the two do after it tonight, but 强制 skills, the thief aims anew and hears alone."""

    def take(self, t: Table, sk: Skill, use: Use) -> None:
        if not use.holder or "偷盗" in use.taken or FORCED in (skills.definition(t, sk).get("marks") or ()):
            return
        for s in marks(t, use.holder, "偷盗"):
            thief, was = s.giver, t.names(use.selected) or "无"
            if "range" in skills.definition(t, sk):
                redirect_choice(t, t.s.skills[s.skill], sk, use)
            mine, now = skills.name(t, t.s.skills[s.skill]), t.names(use.selected) or "无"
            news = t.rs.say("taken", self=mine, actor=t.name(use.holder), skill=use.name, was=was, targets=now)
            t.tell([thief], news, "立刻")
            use.chooser, use.hearers = thief, [thief]
            use.taken.append("偷盗")


@register("附体")
class Haunting(Behaviour):
    """tubian: 幽灵.附体 — the ghost follows everything its host does and hears tonight."""

    lasting = True  # what was used before its holder lost his skills goes on

    def on_used(self, t: Table, sk: Skill, what: Happening) -> None:
        use = what.use
        if use is None or not self._host(t, sk, use.holder):
            return
        mine, who = skills.name(t, sk), t.name(use.holder)
        news = t.rs.say("seen", self=mine, actor=who, skill=use.name, targets=t.names(use.selected) or "无")
        t.tell([sk.holder], news, "立刻")

    def on_feedback(self, t: Table, sk: Skill, what: Happening) -> None:
        use = what.use
        if use is not None and self._host(t, sk, use.holder) and use.holder in use.hearers and use.feedback:
            news = t.rs.say("overheard", self=skills.name(t, sk), actor=t.name(use.holder), text=use.feedback[-1])
            t.tell([sk.holder], news, "立刻")

    def _host(self, t: Table, sk: Skill, floor: int) -> bool:
        return (
            t.phase.queued
            and t.seat(sk.holder).in_play
            and any(s.name == "附体" and s.giver == sk.holder for s in statuses.real(t, floor))
        )


@register("夺舍")
class Possession(Behaviour):
    """tubian: 幽灵.夺舍 — haunted the same seat two days running: tonight the ghost plays its skills."""

    def ready(self, t: Table, sk: Skill) -> bool:
        return bool(self._host(t, sk))

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        if not self._host(t, sk):
            raise Refusal("not_ready", f"{use.name} 要连着两天{params(t, sk)['skill']}到同一个人", sk.key, "今晚还不能")

    def _host(self, t: Table, sk: Skill) -> int:
        """The seat settled on by today's and yesterday's haunting, or 0."""
        day = t.s.clock.day
        name = params(t, sk)["skill"]
        by_day = {
            d: {f for u in t.s.uses if u.holder == sk.holder and u.name == name and u.fate == "done" and u.sent.day == d
                for f in u.settled}
            for d in (day - 1, day)
        }  # fmt: skip
        return min(by_day[day - 1] & by_day[day], default=0)

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        host, p = self._host(t, sk), params(t, sk)
        use.settled, use.via = [host], [host]
        use.touched.append(host)
        statuses.give(t, p["mark"], [host], sk.holder, use.id, sk.id, p["until"])
        t.tell([host], p["told"])
        acts = [skills.name(t, s) for s in skills.visible(t, host) if self._tonight(t, s)]
        t.tell([sk.holder], t.rs.say("host_may", name=t.name(host), skills="、".join(acts) or "无"), "立刻")

    def _tonight(self, t: Table, s: Skill) -> bool:
        d = skills.definition(t, s)
        return any(t.rs.phases[p].queued for p in t.rs.phases_of(d)) and not d.get("auto")

    def take(self, t: Table, sk: Skill, use: Use) -> None:
        """The host's moves are the ghost's; both hear. The pack's knife is aimed anew where the host has its tag."""
        if use.holder:
            for s in marks(t, use.holder, "夺舍"):
                if "夺舍" not in use.taken:
                    use.chooser = s.giver
                    use.hearers = sorted({*use.hearers, s.giver})
                    use.taken.append("夺舍")
                    acted = params(t, t.s.skills[s.skill])["acted"].replace("{skill}", use.name)
                    t.tell([use.holder], acted.replace("{targets}", t.names(use.selected) or "无"))
            return
        for f in parties.holders(t, use.party):
            for s in marks(t, f, "夺舍"):
                if "夺舍" not in use.taken:
                    use.taken.append("夺舍")
                    redirect_choice(t, t.s.skills[s.skill], sk, use)


@register("堕落")
class Corruption(Behaviour):
    """tubian: 蛊惑师.堕落 — tonight who uses the skill named, with the card named, is aimed and heard by another."""

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        if use.params["技能"] in self._yesterday(t, sk):
            why = f"{use.name} 不能连续两夜宣言同一个技能，昨天宣言过{use.params['技能']}"
            raise Refusal("again", why, sk.key, "换一个技能")

    def ways(self, t: Table, sk: Skill, lo: int, hi: int) -> list[tuple[dict[str, list[str]], int, int]]:
        free = [n for n in t.rs.by_name if n not in self._yesterday(t, sk)]
        return [({"技能": free, "身份": list(t.rs.named)}, lo, hi)]

    def _yesterday(self, t: Table, sk: Skill) -> set[str]:
        one, day = skills.line(t, sk), t.s.clock.day - 1
        return {u.params["技能"] for u in t.s.uses if u.skill in one and u.fate == "done" and u.sent.day == day}

    def take(self, t: Table, sk: Skill, use: Use) -> None:
        """Anew for every run of the night. The pack's knife is nobody's, unless one seat alone was left with it."""
        held = [use.holder] if use.holder else [f for f in t.alive() if use.party in parties.acting_as(t, f)]
        if not held or not t.phase.queued or "堕落" in use.taken:
            return
        for named in self._named(t, use.name, queries.card(t, held[0])):
            mine = t.s.skills[named.skill]
            if mine.holder != held[0] and t.seat(mine.holder).in_play:
                if ranges.bounds(t, sk)[1] and ranges.candidates(t, sk):
                    redirect_choice(t, mine, sk, use, blind=True)
                use.chooser, use.hearers = mine.holder, [mine.holder]
                use.taken.append("堕落")
                return

    def _named(self, t: Table, skill: str, card: str) -> list[Use]:
        """Uses of today that named the skill and the identity."""
        return [
            u for u in t.s.uses
            if t.rs.skills[u.key].get("do") == self.name and u.fate == "done" and u.sent.day == t.s.clock.day
            and (u.params["技能"], u.params["身份"]) == (skill, card)
        ]  # fmt: skip
