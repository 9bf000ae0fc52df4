"""礼物: a present with a die, opened or refused at the end of the phase."""

from __future__ import annotations

from .. import draws, landing, queries, settle, skills, statuses
from ..errors import NeedAnswer
from ..moments import Happening
from ..rules import Def
from ..state import Offer, Question, Skill, Use
from ..table import Table
from .base import Behaviour, params, register

GOOD, BAD = "好", "坏"


@register("礼物")
class Gift(Behaviour):
    """tubian: 圣诞老人.礼物, 圣诞老狼.礼物 — dice decide what it is; the receiver is asked at the end of 早夜."""

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        kind, what = self._content(t, sk, use)
        use.dice = [int(x) for x in use.params.get("骰点", "").split(",") if x]
        for f in use.settled:
            data = {"kind": kind, "what": str(what), "use": str(use.id)}
            settle.touch(use, f)
            t.s.offers.append(Offer(sk.id, f, t.s.clock.phase, t.s.clock.day, data))
        if t.phase.index.get("系统.追问", t.s.clock.slot) < t.s.clock.slot:  # given when the others were asked already
            self.on_ask_late(t, sk, Happening("ask_late", 0))

    def _content(self, t: Table, sk: Skill, use: Use) -> tuple[str, int]:
        """(good or bad, number of the content): made by hand, or by the dice thrown when the phase opened."""
        p = params(t, sk)
        made = self._made(t, sk, p.get("made_by", ""))
        if made is not None:
            return made.params["效果"], int(made.params.get("选项", "1"))
        told = use.params.get("骰点") or self._next(t, sk, use) or self._thrown(t, sk)
        dice = [int(x) for x in told.replace("，", ",").split(",")]
        if p["dice"] == "好礼物":
            return GOOD, dice[0]
        return (BAD, 0) if dice[0] % 2 == 0 else (GOOD, dice[1] if len(dice) > 1 else 1)

    def _next(self, t: Table, sk: Skill, use: Use) -> str:
        """The dice thrown for this one of the presents of the phase."""
        thrown = [x for x in t.s.dice.get(str(sk.id), "").split(",") if x]
        each, nth = skills.definition(t, sk).get("dice", 1), len(self._before(t, sk, use.id))
        return ",".join(thrown[nth * each : (nth + 1) * each])

    def _before(self, t: Table, sk: Skill, use: int) -> list[Use]:
        """Presents of this skill in the phase before that one."""
        tick = t.s.clock.tick
        return [u for u in t.uses_of(sk.id) if u.id < use and u.at and u.at.tick == tick and u.fate == "done"]

    def _thrown(self, t: Table, sk: Skill) -> str:
        """Dice for a present nobody expected when the phase opened (one given on another's order)."""
        return ",".join(str(draws.roll(t, sk.holder, sk)) for _ in range(skills.definition(t, sk).get("dice", 1)))

    def _made(self, t: Table, sk: Skill, name: str) -> Use | None:
        c = t.s.clock
        return next(
            (u for u in t.s.uses if name and u.holder == sk.holder and u.name == name and u.fate == "done"
             and u.at and u.at.tick == c.tick), None
        )  # fmt: skip

    def on_ask_late(self, t: Table, sk: Skill, what: Happening) -> None:
        """Receivers are asked in the order of giving; questions to several go out together."""
        waiting: NeedAnswer | None = None
        for x in [x for x in t.s.offers if x.skill == sk.id]:
            try:
                opened = self._ask(t, sk, x)
            except NeedAnswer as e:
                waiting = e
                continue
            t.s.offers.remove(x)
            self._open(t, sk, x) if opened else self._refuse(t, sk, x)
        if waiting is not None:
            raise waiting

    def _ask(self, t: Table, sk: Skill, x: Offer) -> bool:
        c, name = t.s.clock, skills.name(t, sk)
        nth = sum(x.seat in u.settled for u in self._before(t, sk, int(x.data["use"])))
        key = f"{name}|{x.seat}|{sk.holder}|{sk.key}|{c.day}.{c.run}" + (f"|{nth}" if nth else "")
        yes, no = params(t, sk)["answers"]
        q = Question(0, key, x.seat, name, params(t, sk)["ask"], "option", [yes, no], default=[no])
        return t.ask(q) == [yes]

    def _refuse(self, t: Table, sk: Skill, x: Offer) -> None:
        refused: Def = params(t, sk)["refused"]
        for mark, floor in ((refused["state"], x.seat), (refused.get("mine"), sk.holder)):
            if mark:
                statuses.give(t, mark, [floor], sk.holder, int(x.data["use"]), sk.id, refused["until"])
        t.publish(refused["public"].replace("{kind}", x.data["kind"]))

    def _open(self, t: Table, sk: Skill, x: Offer) -> None:
        opened: Def = params(t, sk)["opened"]
        t.publish(opened["public"].replace("{kind}", x.data["kind"]))
        if x.data["kind"] == BAD:
            t.tell([x.seat], opened["told_bad"])
            landing.queue(t, opened["hit"], x.seat, sk.holder, t.s.uses[int(x.data["use"])], opened["slot"])
            return
        entry = t.rs.table("gifts")[x.data["what"]]
        key = entry.get(t.rs.side(queries.camp_for(t, x.seat, sk.holder))) or entry["任意"]
        until = "" if entry.get("lasting") else opened["until"]
        got = skills.new(t, key, x.seat, "temp", parent=sk.id, giver=sk.holder, until=until, uses=entry.get("uses"))
        t.tell([x.seat], opened["told"].replace("{skill}", skills.name(t, got)), "立刻")
