"""What is shared by all at the table for a day: a duel everybody votes on, a list that counts for every holder."""

from __future__ import annotations

from .. import queries, skills, statuses, votes
from ..errors import Refusal
from ..moments import Happening
from ..state import Skill, Thread, Use
from ..table import Table
from .base import Behaviour, params, register


@register("凯旋而归")
class Triumph(Behaviour):
    """tubian: 狼武士.凯旋而归 — after a duel that came about: the opponent is top of the day's vote, or nobody voted.

    state: what the holder may have from it, until nobody else of his camp has one of the tags.
    """

    def ready(self, t: Table, sk: Skill) -> bool:
        rivals = [s.holder for s in t.s.statuses.values()
                  if s.name == params(t, sk)["mark"] and s.giver == sk.holder != s.holder]  # fmt: skip
        today = [th for th in t.s.threads if th.day == t.s.clock.day and th.kind == "out" and not th.open]
        return bool(rivals) and any(self._nobody(t, th) or set(rivals) & set(th.top) for th in today)

    def _nobody(self, t: Table, th: Thread) -> bool:
        return not any(votes.final_target(b) for b in t.s.ballots if b.thread == th.id)

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        if not self.ready(t, sk):
            why = f"{use.name} 要决斗成立，而且对手当天是最高票之一，或者人人弃票"
            raise Refusal("not_ready", why, sk.key, "今天还不能")

    def on_out(self, t: Table, sk: Skill, what: Happening) -> None:
        self._alone(t, sk)

    def on_given(self, t: Table, sk: Skill, what: Happening) -> None:
        self._alone(t, sk)

    def on_camp(self, t: Table, sk: Skill, what: Happening) -> None:
        self._alone(t, sk)

    def on_phase_start(self, t: Table, sk: Skill, what: Happening) -> None:
        self._alone(t, sk)

    def _alone(self, t: Table, sk: Skill) -> None:
        """What was won goes once the holder is the last of his camp with one of the tags."""
        p = params(t, sk)
        if any(s.name == p["state"] for s in statuses.stored(t, sk.holder)):
            mates = {"who": "其他存活", "same_camp": True, "tags": p["tags"]}
            if not queries.select(t, mates, sk.holder):
                statuses.lift_all(t, sk.holder, p["state"])


@register("天狗吞月")
class SharedList(Behaviour):
    """tubian: 大天狗.天狗吞月 — one list of all it settles on that night; the next night no holder may choose it."""

    def candidates(self, t: Table, sk: Skill, found: list[int]) -> list[int]:
        taken = self._list(t, sk, t.s.clock.day - 1)
        return [f for f in found if f not in taken]

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        """Announce the list anew in place of the shorter one that has not gone out yet."""
        here = [x for x in t.s.outbox if x.everyone and x.rule in t.rs.by_name[use.name]]
        t.s.outbox = [x for x in t.s.outbox if x not in here]
        names = self._list(t, sk, t.s.clock.day)
        if names:
            t.publish(params(t, sk)["public"].replace("{list}", t.names(names)), seats=sorted(names))

    def _list(self, t: Table, sk: Skill, day: int) -> set[int]:
        name = skills.name(t, sk)
        return {f for u in t.s.uses if u.name == name and u.fate == "done" and u.at and u.at.day == day
                for f in u.settled}  # fmt: skip
