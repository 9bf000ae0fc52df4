"""Another goes out in one's place."""

from __future__ import annotations

from .. import landing, queries
from ..rules import Def
from ..state import Hit, Skill
from ..table import Table
from .base import Behaviour, params, register
from .wins import owners


@register("蛊惑")
class Bewitching(Behaviour):
    """tubian: 蛊惑师.蛊惑 — the holder does not go out tonight; those bewitched suffer instead, once, at that place."""

    lasting = True  # what was used before its holder lost his skills goes on

    def protect(self, t: Table, sk: Skill, h: Hit) -> bool:
        d, p = t.rs.skills[sk.key], params(t, sk)
        mine = [s for s in t.s.statuses.values() if (s.name, s.skill) == (p["mark"], sk.id)]
        if not mine or h.kind not in d["stops"] or (h.use >= 0 and t.s.uses[h.use].skill == sk.id):
            return False
        for s in [s for s in mine if "struck" not in s.data]:
            s.data["struck"] = "1"
            use = t.s.uses[s.use] if s.use >= 0 else None
            landing.strike(t, landing.queue(t, p["kind"], s.holder, sk.holder, use, h.slot, place=h.place))
        return True


@register("蛊惑师.胜")
class BewitcherWins(Behaviour):
    """tubian: 胜负.蛊惑师阵营 — true cards put out by bewitching: one of each side, or two villagers and two wolves.

    In larger games so many more of any kind.
    """

    def won(self, t: Table, camp: str, entry: Def) -> bool:
        more = queries.number(t, {"base": 0, **entry["need"]})
        for f in owners(t, camp, entry):
            good, wolf, third = self._kills(t, f, entry["sides"])
            total = good + wolf + third
            if good and wolf and third and total >= 3 + more or good >= 2 and wolf >= 2 and total >= 4 + more:
                return True
        return False

    def _kills(self, t: Table, floor: int, sides: list[str]) -> list[int]:
        """How many of each side."""
        outs = [o for o in t.s.outs if o.hit >= 0 and not o.link]
        fallen = [queries.role(t, o.seat) for o in outs if self._mine(t, t.s.hits[o.hit], floor)]
        last = sides[-1]
        kinds = [last if r.get("undecided") else t.rs.side(str(r.get("camp", ""))) for r in fallen]
        return [kinds.count(side) for side in sides]

    def _mine(self, t: Table, h: Hit, floor: int) -> bool:
        use = t.s.uses[h.use] if h.use >= 0 else None
        return use is not None and use.holder == floor and t.rs.skills[use.key].get("do") == "蛊惑"
