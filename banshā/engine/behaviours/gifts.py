"""礼物: a present with a die, opened or refused at the end of the phase."""

from __future__ import annotations

from typing import Any

from .. import draws, landing, moments, queries, settle, skills, statuses
from ..moments import Happening
from ..rules import Def
from ..state import Later, Question, Skill, Use
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
            t.s.later.append(Later("gift", t.s.clock.phase, f, data, t.at, sk.id))

    def _content(self, t: Table, sk: Skill, use: Use) -> tuple[str, int]:
        """(good or bad, number of the content): made by hand, or by the dice thrown when the phase opened."""
        p = params(t, sk)
        made = self._made(t, sk, p.get("made_by", ""))
        if made is not None:
            return made.params["效果"], int(made.params.get("选项", "1"))
        told = use.params.get("骰点") or t.s.dice.get(str(sk.id)) or self._thrown(t, sk)
        dice = [int(x) for x in told.replace("，", ",").split(",")]
        if p["dice"] == "好礼物":
            return GOOD, dice[0]
        return (BAD, 0) if dice[0] % 2 == 0 else (GOOD, dice[1] if len(dice) > 1 else 1)

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
        from ..errors import NeedAnswer

        waiting: NeedAnswer | None = None
        mine = [x for x in t.s.later if x.kind == "gift" and x.ref == sk.id]
        for x in mine:
            try:
                opened = self._ask(t, sk, x)
            except NeedAnswer as e:
                waiting = e
                continue
            t.s.later.remove(x)
            self._open(t, sk, x) if opened else self._refuse(t, sk, x)
        if waiting is not None:
            raise waiting

    def _ask(self, t: Table, sk: Skill, x: Later) -> bool:
        c = t.s.clock
        key = f"礼物|{x.seat}|{sk.holder}|{sk.key}|{c.day}.{c.run}"
        q = Question(
            0, key, x.seat, "礼物", "你收到一份礼物，打开吗？", "option", ["打开", "不打开"], default=["不打开"]
        )
        return t.ask(q) == ["打开"]

    def _refuse(self, t: Table, sk: Skill, x: Later) -> None:
        refused: Def = params(t, sk)["refused"]
        statuses.give(t, refused["state"], [x.seat], sk.holder, int(x.data["use"]), sk.id, "下一夜")
        if refused.get("weight"):
            statuses.give(t, "票权", [sk.holder], sk.holder, int(x.data["use"]), sk.id, "下一夜")
        t.publish(f"有人拒绝了{x.data['kind']}礼物！")

    def _open(self, t: Table, sk: Skill, x: Later) -> None:
        t.publish(f"有人打开了{x.data['kind']}礼物！")
        use = t.s.uses[int(x.data["use"])]
        if x.data["kind"] == BAD:
            t.tell([x.seat], "你打开的是坏礼物")
            landing.queue(t, "致死伤害", x.seat, sk.holder, use, "坏礼物")
            return
        key, lasting = content(t, x.seat, int(x.data["what"]), sk.holder)
        gun = skills.new(t, key, x.seat, "temp", parent=sk.id, giver=sk.holder, until="" if lasting else "正午",
                         uses=1 if key.endswith("独自杀人") else None)  # fmt: skip
        t.tell([x.seat], f"你打开了好礼物，得到技能<{skills.name(t, gun)}>", "立刻")
        moments.fire(t, "opened", x.seat)


# What each number brings, by the receiver's side as the giver judges it; a seat without a camp counts as the third.
CONTENTS: dict[int, Any] = {}


def content(t: Table, floor: int, n: int, giver: int = 0) -> tuple[str, bool]:
    """The skill a present of this number brings to this seat, and whether it lasts."""
    gifts = t.rs.table("gifts")
    entry = gifts[str(n)]
    side = t.rs.side(queries.camp_for(t, floor, giver))
    key = entry.get(side) or entry["任意"]
    return str(key), bool(entry.get("lasting"))
