"""Behaviours that bend what others do or get: 混乱, 太极."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from .. import aim, casting, choices, moments, pools, ranges, settle, skills, statuses
from ..errors import Refusal
from ..rules import AIMED
from ..state import Ballot, Moment, Question, Skill, Status, Thread, Use
from ..table import Table
from .base import Behaviour, params, register


@register("混乱")
class Confusion(Behaviour):
    """tubian: 吹笛.混乱 — 1: marked seats vote as the holder does. 2: order a marked seat's X-th skill for tonight.

    one_a_day: while this is held, all who have the skill share one use a day.
    """

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        if use.params.get("选项") == "2" and (not use.selected or "技能" not in use.params):
            raise Refusal("missing_choice", "混乱二缺了受令者或技能", sk.key, "写受令者、目标和 技能=第几个")
        if use.params.get("选项") == "1" and use.selected:
            raise Refusal("too_many", "混乱一不选目标", sk.key, "去掉后面的马甲，或写 选项=2")
        if self._one_a_day(t, sk) and self._today(t, sk):
            raise Refusal("second", f"今天已经有人发动过 {use.name}", sk.key, "明天再交，次数没有扣")

    def _all(self, t: Table, sk: Skill) -> list[Skill]:
        return [s for s in t.s.skills.values() if t.rs.skills[s.key].get("do") == self.name]

    def _one_a_day(self, t: Table, sk: Skill) -> bool:
        """Whether somebody holds a form of the skill with which all of them together have one use a day."""
        return any(params(t, s).get("one_a_day") and skills.stands(t, s) for s in self._all(t, sk))

    def _today(self, t: Table, sk: Skill) -> bool:
        every = {s.id for s in self._all(t, sk)}
        return any(u.skill in every and u.fate in ("planned", "done") and u.sent.day == t.s.clock.day
                   for u in t.s.uses)  # fmt: skip

    def ways(self, t: Table, sk: Skill, lo: int, hi: int) -> list[tuple[dict[str, list[str]], int, int]]:
        if self._one_a_day(t, sk) and self._today(t, sk):
            return []
        ordinals = [str(i) for i in range(1, 10)]
        return [({"选项": ["1"]}, 0, 0), ({"选项": ["2"], "技能": ordinals}, 1, hi)]

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        if use.params["选项"] == "2":
            self._order(t, sk, use)

    def on_rewrite(self, t: Table, sk: Skill, th: Thread, ballots: list[Ballot]) -> list[Ballot]:
        """Marked seats' ballots go where the holder's own final ballot goes, also of those who did not vote."""
        today = [u for u in t.s.uses if u.skill == sk.id and u.fate == "done" and u.sent.day == th.day
                 and u.params.get("选项") == "1"]  # fmt: skip
        if not today:
            return ballots
        own = next((b for b in ballots if b.voter == sk.holder), None)
        target = own.target if own else 0
        state = params(t, sk)["state"]
        voted = {b.voter: b for b in ballots}
        for f in t.alive():
            banned = any(statuses.prop(t, s.name, "votes_ban") for s in statuses.all_on(t, f))
            if statuses.has(t, f, state) and not banned:
                b = voted.get(f)
                if b is None:
                    b = Ballot(f, 0, th.id, "", casting.next_order(t))
                    ballots = [*ballots, b]
                b.moved_to = target
                t.emit("rewrite", f"{t.name(f)} 的票改投 {t.name(target) if target else '弃权'}", [f])
        return ballots

    def _order(self, t: Table, sk: Skill, use: Use) -> None:
        """Order a move in advance; what does not fit costs a use and tells nobody."""
        victim, targets = use.selected[0], use.selected[1:]
        p = params(t, sk)
        own = [
            s for s in t.s.skills.values()
            if s.holder == victim and s.lost not in (skills.EXPIRED, pools.WAITS)
            and not skills.definition(t, s).get("property") and not skills.definition(t, s).get("hidden")
        ]  # fmt: skip
        n = int(use.params["技能"])
        if not statuses.has(t, victim, p["state"]) or n > len(own):
            return
        target = own[n - 1]
        d = skills.definition(t, target)
        nights = [x for x in t.rs.phases_of(d) if t.rs.phases[x].queued]
        lo, hi = _number(t, target)
        if not nights or AIMED not in (d.get("marks") or ()) or not lo <= len(targets) <= hi:
            return
        c = t.s.clock
        extra = {k: v for k, v in use.params.items() if k not in ("选项", "技能")}
        order = Use(
            len(t.s.uses), target.id, target.key, d["name"], victim, "", sk.holder, list(targets), extra, nights[0],
            Moment(c.day, 1, nights[0], c.tick), "ordered", hearers=sorted({victim, sk.holder}),
        )  # fmt: skip
        with suppress(Refusal):  # a choice that does not fit has no effect, like one that is not made
            choices.check(t, target, d, order.params)
        t.s.uses.append(order)
        text = p["text"].replace("{targets}", t.names(targets)).replace("{skill}", d["name"])
        t.tell([victim], text, "立刻")


def _number(t: Table, sk: Skill) -> tuple[int, int]:
    return ranges.bounds(t, sk)


@register("太极")
class Taiji(Behaviour):
    """tubian: 太极宗师.太极 — a state about to be had is moved (选项 1) or copied (选项 2) to another seat.

    It is put in right behind what gives the state, as an aimed use of its own: redirects and hiding bend it too.
    """

    def on_before_state(self, t: Table, sk: Skill, draft: Status) -> list[int] | None:
        if draft.skill >= 0 and t.s.skills[draft.skill].holder == sk.holder and draft.giver == sk.holder:
            return None
        times = params(t, sk)["times"]
        others = [f for f in t.s.seats if f != sk.holder and not t.seat(f).announced_out]
        pool = [f for f in others if self._passed(draft, f) < times]
        if not pool:
            return None
        use = self._use(t, sk, draft, pool)
        settled = [f for f in use.settled if self._passed(draft, f) < times]
        if not settled:  # it settles on nobody: the state stays where it was going
            return [sk.holder]
        found = [sk.holder] if use.params["选项"] == "2" else []
        for f in settled:
            draft.data[f"太极:{f}"] = str(self._passed(draft, f) + 1)
            settle.touch(use, f)
            if not statuses.immune(t, f, draft.name):
                found += moments.before_state(t, replace(draft, holder=f))
        return found

    def _use(self, t: Table, sk: Skill, draft: Status, pool: list[int]) -> Use:
        """Ask the holder, and settle his choice like any aimed skill."""
        c = t.s.clock
        passed = sum(int(v) for k, v in draft.data.items() if k.startswith("太极:"))
        chain = f"{draft.use}:{draft.name}|{c.day}.{c.run}.{c.phase}|{passed}"
        news = t.rs.say("state_coming", state=draft.name, until=statuses.until_text(t, draft))
        t.tell([sk.holder], news, "立刻")
        text = t.rs.say("state_coming_asked", news=news)
        key = f"太极|{sk.holder}|{chain}"
        got = t.ask(Question(0, key, sk.holder, "太极", text, "taiji", ["1", "2"], pool, forced=True))
        to, option = t.by_name(got[0]), got[1].removeprefix("选项=")
        assert to is not None
        use = Use(
            len(t.s.uses),
            sk.id,
            sk.key,
            skills.name(t, sk),
            sk.holder,
            "",
            sk.holder,
            [to],
            {"选项": option},
            c.phase,
            t.at,
            "forced",
            t.at,
            c.slot,
            sk.holder,
            [sk.holder],
            fate="done",
        )
        t.s.uses.append(use)
        line = f"{t.name(sk.holder)} 太极：[{draft.name}]{'复制' if option == '2' else '转移'}给 {t.name(to)}"
        t.emit("use", line, [sk.holder], skill=sk.key, use=str(use.id))
        aim.settle(t, use, sk)
        moments.fire(t, "used", sk.holder, use=use)
        return use

    def _passed(self, draft: Status, floor: int) -> int:
        return int(draft.data.get(f"太极:{floor}", "0"))
