"""Skills of those one killed, pooled and taken up one by one."""

from __future__ import annotations

from .. import copies, parties, pools, queries, skills
from ..errors import Refusal
from ..moments import Happening
from ..rules import Def
from ..state import Hit, Skill, Use
from ..table import Table
from .base import Behaviour, params, register
from .wins import owners


@register("遗计")
class Pooling(Behaviour):
    """tubian: 白狼.遗计 — all identity skills of one bitten to death, and a knife of one's own if he had one.

    shared: whoever did the biting; who gets the skill later finds in his pool what is in theirs.
    """

    def gained(self, t: Table, sk: Skill) -> None:
        if not params(t, sk).get("shared") or sk.origin == "card":
            return
        word = skills.name(t, sk)
        others = [s for s in t.s.skills.values() if s.holder not in (0, sk.holder) and skills.name(t, s) == word]
        for s in pools.kept(t, others[0]) if others else ():
            pools.stow(t, s.key, sk, s.giver)

    def on_out(self, t: Table, sk: Skill, what: Happening) -> None:
        p = params(t, sk)
        if not self._mine(t, sk, what.hit):
            return
        keys = [s.key for s in copies.of_identity(t, what.seat, fresh=True)]
        if self._had(t, what.seat, t.rs.skills[p["knife"]]["name"]):
            keys.append(p["knife"])
        for key in keys:
            pools.stow(t, key, sk, what.seat)

    def _mine(self, t: Table, sk: Skill, h: Hit | None) -> bool:
        p = params(t, sk)
        if h is None or h.link or h.use < 0 or t.s.uses[h.use].name != p["by"]:
            return False
        return bool(p.get("shared")) or t.s.uses[h.use].holder == sk.holder

    def _had(self, t: Table, floor: int, name: str) -> bool:
        """Whether the seat had a skill of that name, alone or through a party, while it was in play."""
        seat = t.seat(floor)
        seat.in_play = True
        try:
            return any(skills.name(t, s) == name for s in parties.at_hand(t, floor))
        finally:
            seat.in_play = False

    def on_phase_start(self, t: Table, sk: Skill, what: Happening) -> None:
        """What the night brought is told at dawn."""
        p = params(t, sk)
        if what.phase == p["told"]:
            news = [skills.name(t, s) for s in pools.kept(t, sk) if s.gained.tick > sk.spent.get("told", 0)]
            sk.spent["told"] = t.s.clock.tick
            if news:
                t.tell([sk.holder], p["news"].replace("{list}", "、".join(news)))


@register("遗泽")
class Legacy(Behaviour):
    """tubian: 白狼.遗泽 — one skill of the pool, for a day; each goes on where it was left."""

    def _pool(self, t: Table, sk: Skill) -> dict[str, Skill]:
        """The best instance of each name: one that can still be used before one that cannot."""
        of = params(t, sk)["of"]
        kept = [s for by in skills.of(t, sk.holder) if skills.name(t, by) == of for s in pools.kept(t, by)]
        kept.sort(key=lambda s: (s.uses == 0, s.id), reverse=True)
        return {skills.name(t, s): s for s in kept}

    def ready(self, t: Table, sk: Skill) -> bool:
        return bool(self._pool(t, sk))

    def ways(self, t: Table, sk: Skill, lo: int, hi: int) -> list[tuple[dict[str, list[str]], int, int]]:
        pool = list(self._pool(t, sk))
        return [({"技能": pool}, lo, hi)] if pool else []

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        pool = self._pool(t, sk)
        if use.params["技能"] not in pool:
            hint = f"可选：{'、'.join(pool) or '无'}"
            raise Refusal("bad_choice", f"池里没有 {use.params['技能']}", sk.key, hint)

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        pools.take_up(t, self._pool(t, sk)[use.params["技能"]], params(t, sk)["until"])


@register("白狼.胜")
class LegacyWins(Behaviour):
    """tubian: 胜负.白狼阵营 — so many different skills of the pool were used with success, 强制 ones aside."""

    def won(self, t: Table, camp: str, entry: Def) -> bool:
        return any(len(self._used(t, f)) >= queries.number(t, entry["need"]) for f in owners(t, camp, entry))

    def _used(self, t: Table, floor: int) -> set[str]:
        return {u.name for u in t.s.uses if u.holder == floor and u.fate == "done" and self._counts(t, u)}

    def _counts(self, t: Table, use: Use) -> bool:
        d = t.rs.skills[use.key]
        by = t.s.skills.get(t.s.skills[use.skill].parent)
        if by is None or t.rs.skills[by.key].get("do") != "遗计" or t.rs.is_forced(d):
            return False
        return bool(use.settled) or not skills.is_aimed(d)
