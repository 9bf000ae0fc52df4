"""Conditions of victory that look at history."""

from __future__ import annotations

from .. import queries
from ..rules import Def
from ..table import Table
from .base import Behaviour, register
from .naming import RIGHT


def owners(t: Table, camp: str, entry: Def) -> list[int]:
    """Seats whose card the entry is about, playing for the camp that claims to win (lovers may have taken it along)."""
    return [f for f in t.s.seats if queries.played(t, f).get("camp") == entry["camp"] and t.seat(f).camp == camp]


@register("镜.胜")
class MirrorWins(Behaviour):
    """tubian: 胜负.镜阵营 — skills of other camps turned away, plus own kills by a copied skill."""

    def won(self, t: Table, camp: str, entry: Def) -> bool:
        return any(self._score(t, f) >= queries.number(t, entry["need"]) for f in owners(t, camp, entry))

    def _score(self, t: Table, floor: int) -> int:
        mine = t.seat(floor).camp
        turned = sum(
            n.startswith(f"divert:{floor}:") for u in t.s.uses if u.source and t.seat(u.source).camp != mine
            for n in u.notes
        )  # fmt: skip
        copied = {s.id for s in t.s.skills.values() if s.holder == floor and s.parent >= 0
                  and t.rs.skills[t.s.skills[s.parent].key].get("do") == "镜像"}  # fmt: skip
        kills = sum(1 for o in t.s.outs if o.source == floor and not o.link and o.hit >= 0
                    and t.s.hits[o.hit].use >= 0 and t.s.uses[t.s.hits[o.hit].use].skill in copied)  # fmt: skip
        return turned + kills


@register("富商.胜")
class MerchantWins(Behaviour):
    """tubian: 胜负.富商阵营 — alive, and few are left or everybody left refused a trade."""

    def won(self, t: Table, camp: str, entry: Def) -> bool:
        mine = [f for f in owners(t, camp, entry) if t.seat(f).in_play]
        if not mine:
            return False
        refused = {
            int(n.split(":")[1]) for u in t.s.uses if u.holder in mine for n in u.notes if n.startswith("拒绝交易:")
        }
        others = [f for f in t.alive() if f not in mine]
        return len(t.alive()) <= entry["alive"] or bool(others) and all(f in refused for f in others)


@register("锁链师.胜")
class ChainWins(Behaviour):
    """tubian: 胜负.锁链师阵营 — cards put out by the passing on of hits: 2+2+1 or 3+3, more in larger games."""

    def won(self, t: Table, camp: str, entry: Def) -> bool:
        more = queries.number(t, {"base": 0, **entry["need"]})
        fallen = [queries.role(t, o.seat) for o in t.s.outs if o.link == "链接"]
        kinds = [t.rs.side(str(r.get("camp", ""))) if not r.get("undecided") else "三方" for r in fallen]
        good, wolf, third = (kinds.count(k) for k in entry["sides"])
        return (good >= 2 + more and wolf >= 2 + more and third >= 1) or (good >= 3 + more and wolf >= 3 + more)


@register("占星师.胜")
class AstrologerWins(Behaviour):
    """tubian: 胜负.占星师阵营 — lists that were right have by now named every seat of the game."""

    def won(self, t: Table, camp: str, entry: Def) -> bool:
        return any(set(self._named(t, f)) == set(t.s.seats) for f in owners(t, camp, entry))

    def _named(self, t: Table, floor: int) -> set[int]:
        return {f for u in t.s.uses if u.holder == floor and RIGHT in u.notes for f in u.selected}
