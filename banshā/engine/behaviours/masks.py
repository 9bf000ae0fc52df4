"""Cards kept beside one's own identity, and put on one after another: 底牌, 变脸."""

from __future__ import annotations

from .. import copies, draws, queries, settle, skills
from ..errors import Refusal
from ..state import Face, Skill, Use
from ..table import Table
from .base import Behaviour, params, register

KEPT = "底牌"  # what the deal, or the draw at the opening, put beside the card: names joined by commas


def kept(t: Table, floor: int) -> list[str]:
    """Identities the seat keeps beside its own."""
    return [t.rs.alias("role", x) for x in t.seat(floor).extra.get(KEPT, "").split(",") if x]


@register("底牌")
class Spare(Behaviour):
    """tubian: 变脸者.身份属性 — cards that are in nobody's hand, so many of each class, none that needs a mate.

    What the deal itself decided stands.
    """

    draws = (KEPT,)

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p, mine = params(t, sk), kept(t, sk.holder)
        for kind, number in p["draw"].items() if not mine else ():
            for _ in range(number):
                pool = [n for n in self._free(t, kind, p["camp"]) if n not in mine]
                if pool:
                    mine.append(draws.pick(t, KEPT, pool, sk.holder, sk, use))
        t.seat(sk.holder).extra[KEPT] = ",".join(mine)
        settle.feedback(t, use, p["text"].replace("{list}", "、".join(mine)))

    def _free(self, t: Table, kind: str, camp: str) -> list[str]:
        joined = queries.joined(t)
        return [n for n, d in t.rs.roles.items() if (d.get("class"), d.get("camp")) == (kind, camp)
                and n not in joined and not d.get("pairs")]  # fmt: skip


@register("变脸")
class Mask(Behaviour):
    """tubian: 变脸者.变脸 — one of the cards kept is put on top: its face and its skills for a time, each card once."""

    def ready(self, t: Table, sk: Skill) -> bool:
        return bool(self._left(t, sk))

    def ways(self, t: Table, sk: Skill, lo: int, hi: int) -> list[tuple[dict[str, list[str]], int, int]]:
        left = self._left(t, sk)
        return [({params(t, sk)["key"]: left}, 0, 0)] if left else []

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        role, left = use.params[params(t, sk)["key"]], self._left(t, sk)
        if role in left:
            return
        why = "已经置顶过" if role in kept(t, sk.holder) else "不是他的底牌"
        raise Refusal("bad_choice", f"{role} {why}", sk.key, f"还能选：{'、'.join(left) or '无'}")

    def _left(self, t: Table, sk: Skill) -> list[str]:
        key, one = params(t, sk)["key"], skills.line(t, sk)
        done = {u.params[key] for u in t.s.uses if u.skill in one and u.id >= sk.since and u.fate == "done"}
        return [x for x in kept(t, sk.holder) if x not in done]

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p, me = params(t, sk), sk.holder
        role = use.params[p["key"]]
        t.seat(me).faces.append(Face("", role, "", use.name, p["until"], t.at))
        t.emit("face", f"{t.name(me)} 的表面改为 {role}", [me])
        got = [skills.new(t, key, me, "temp", parent=sk.id, giver=me, until=p["until"])
               for key in t.rs.roles[role].get("skills", [])]  # fmt: skip
        for new in got:
            new.now = copies.for_opening(t, new)
        names = "、".join(f"<{skills.name(t, s)}>" for s in got) or "无"
        settle.feedback(t, use, p["text"].replace("{role}", role).replace("{list}", names))
