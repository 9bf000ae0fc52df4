"""What an out brings about: 冤死, 破伤风, 万众倾倒."""

from __future__ import annotations

from .. import landing, queries, skills, statuses
from ..moments import Happening
from ..state import Coming, Skill, Thread
from ..table import Table
from .base import Behaviour, params, register


@register("冤死")
class Scapegoat(Behaviour):
    """tubian: 替罪羊.冤死 — level votes: the first holder in order suffers lethal damage, nobody is voted out."""

    def on_tie(self, t: Table, sk: Skill, th: Thread) -> list[int] | None:
        p = params(t, sk)
        statuses.give(t, p["mark"], [sk.holder], sk.holder, skill=sk.id, until=p["until"])
        landing.queue(t, "致死伤害", sk.holder, 0, None, "冤死")
        return []


@register("破伤风")
class Tetanus(Behaviour):
    """tubian: 锈剑骑士.破伤风 — the first wolf below is marked at the out, dies at the dawn after its announcement."""

    def on_out(self, t: Table, sk: Skill, what: Happening) -> None:
        hit, p = what.hit, params(t, sk)
        if what.seat != sk.holder or hit is None or not hit.source or t.seat(hit.source).camp != p["camp"]:
            return
        ring = [f for f in sorted(t.s.seats) if not t.seat(f).announced_out or f == sk.holder]
        below = ring[ring.index(sk.holder) + 1 :] + ring[: ring.index(sk.holder)]
        victim = next((f for f in below if queries.camp_for(t, f, sk.holder) == p["camp"]), 0)
        if victim:
            statuses.give(t, p["mark"], [victim], sk.holder, skill=sk.id)
            name = skills.name(t, sk)
            t.s.coming.append(Coming("致死伤害", victim, p["slot"], t.at, sk.holder, slot=name, after=sk.holder))


@register("万众倾倒")
class Adored(Behaviour):
    """tubian: 狼美人.万众倾倒 — at her out at most four are left, all of them charmed at some time: her camp wins."""

    def on_out(self, t: Table, sk: Skill, what: Happening) -> None:
        if what.seat != sk.holder:
            return
        p = params(t, sk)
        charmed = {f for u in t.s.uses if u.holder == sk.holder and u.name == p["skill"] and u.fate == "done"
                   for f in u.settled}  # fmt: skip
        left = t.alive()
        if left and len(left) <= p["alive"] and set(left) <= charmed:
            t.s.claims.append(t.seat(sk.holder).camp)
