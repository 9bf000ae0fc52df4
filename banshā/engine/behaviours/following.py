"""Camps tied to another seat's: 寻仇 against it; 护主, 择木而栖 and the like for and away from the one followed."""

from __future__ import annotations

from .. import camps, draws, statuses
from ..errors import Refusal
from ..moments import Happening
from ..state import Skill, Use
from ..table import Table
from .base import Behaviour, params, register


def master(t: Table, holder: int, skill: str) -> int:
    """Whom the seat follows: the last it chose with that skill (or was allowed to choose anew)."""
    source = t.seat(holder).sources[-1]
    if source.kind in camps.TIED:
        return source.seat
    return next((u.selected[0] for u in reversed(t.s.uses) if u.holder == holder and u.name == skill
                 and u.fate == "done" and u.selected), 0)  # fmt: skip


SIDE = "对立阵营"


def take_side(t: Table, sk: Skill, use: Use | None = None, unheard: int = 0) -> None:
    """Against one whose camp has no opposite the side is drawn; as often as it comes to that."""
    source = t.seat(sk.holder).sources[-1]
    if source.kind != "oppose" or camps.in_circle(t, sk.holder):
        return
    source.camp = ""
    if not camps.against(t, t.seat(source.seat).camp):
        source.camp = draws.pick(t, SIDE, [n for n, d in t.rs.camps.items() if "opposed" in d], sk.holder, sk, use)
    camps.recompute(t, unheard=unheard)


@register("寻仇")
class Grudge(Behaviour):
    """tubian: 复仇者.寻仇 — of the camp against the target's, whatever becomes of that."""

    draws = (SIDE,)
    lasting = True  # what became of the holder does not change against whom he is

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        camps.follow(t, sk.holder, use.selected[0], use.name, "oppose")
        take_side(t, sk, use)

    def on_camp(self, t: Table, sk: Skill, what: Happening) -> None:
        if what.seat == t.seat(sk.holder).sources[-1].seat:
            take_side(t, sk)


@register("护主")
class StandIn(Behaviour):
    """tubian: 混血儿.护主 — the master is about to be voted out: the follower takes it upon himself."""

    def ready(self, t: Table, sk: Skill) -> bool:
        return self._doomed(t, sk)

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        if not self._doomed(t, sk):
            raise Refusal("not_ready", "认亲对象没有要被投票出局", sk.key, "不用交")

    def _doomed(self, t: Table, sk: Skill) -> bool:
        who = master(t, sk.holder, params(t, sk)["skill"])
        return any(who in th.top for th in t.s.threads if not th.settled and not th.open and th.kind == "out")

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        who = master(t, sk.holder, params(t, sk)["skill"])
        statuses.give(t, params(t, sk)["mark"], [who], sk.holder, use.id, sk.id, "本日黄昏结束")


@register("择木而栖")
class Another(Behaviour):
    """tubian: 混血儿.择木而栖, 复仇者.择主而弑 — on the first day, one of few posts may be left for another."""

    def ready(self, t: Table, sk: Skill) -> bool:
        return not self._why_not(t, sk)

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        why = self._why_not(t, sk)
        if why:
            raise Refusal("not_ready", f"{use.name} 不能发动：{why}", sk.key, "条件满足时再交")

    def _why_not(self, t: Table, sk: Skill) -> str:
        p = params(t, sk)
        if t.s.clock.day != p["day"]:
            return f"只在第 {p['day']} 天黄昏"
        who = master(t, sk.holder, p["skill"])
        posts = t.s.posts.get(f"{t.s.clock.day}:{who}")
        if posts is None:
            return f"还没有记{t.name(who)}今天的发言数"
        return "" if posts < p["posts"] else f"{t.name(who)}今天发了 {posts} 帖"

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        camps.follow_anew(t, sk.holder, use.selected[0], use.name)
        take_side(t, sk, use, unheard=sk.holder)
