"""Faces put on: 狼人本性, 雪隐; and 业炎's count of the fallen."""

from __future__ import annotations

from .. import draws, queries, settle, statuses
from ..errors import Refusal
from ..moments import Happening
from ..state import Face, Skill, Use
from ..table import Table
from .base import Behaviour, params, register


@register("狼人本性")
class WolfNature(Behaviour):
    """tubian: 狼孩.狼人本性 — the identity shown is one of the pack's in this game, drawn, unknown to the holder."""

    draws = ("表面身份",)

    def on_phase_end(self, t: Table, sk: Skill, what: Happening) -> None:
        if what.phase == t.rs.opening[-1]:
            self._draw(t, sk)

    def gained(self, t: Table, sk: Skill) -> None:
        if sk.origin != "card":
            self._draw(t, sk)

    def _draw(self, t: Table, sk: Skill) -> None:
        tag = params(t, sk)["tag"]
        dealt = {c for seat in t.s.seats.values() for c in seat.cards}
        pool = sorted(r for r in dealt if tag in t.rs.roles[r].get("tags", []))
        pool = pool or sorted(n for n, d in t.rs.roles.items() if tag in d.get("tags", []))
        t.seat(sk.holder).extra["狼人本性"] = draws.pick(t, self.draws[0], pool, sk.holder, sk)


@register("雪隐")
class SnowMask(Behaviour):
    """tubian: 雪狼.雪隐 — a disguise for each target; alone, once a seat, it may come with a state."""

    def ways(self, t: Table, sk: Skill, lo: int, hi: int) -> list[tuple[dict[str, list[str]], int, int]]:
        faces = {c["key"]: list(c["options"]) for c in t.rs.skills[sk.key]["choose"] if c["kind"] == "option"}
        state = {"效果": faces.pop("效果")}
        faces["阵营"] = [n for n, d in t.rs.camps.items() if not d.get("none")]
        faces["身份"] = list(t.rs.named)
        return [(faces, lo, hi), (faces | state, 1, 1)]

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        if use.params.get("效果") and len(use.selected) != 1:
            raise Refusal("bad_choice", "只选一名角色时才能附坚韧", sk.key, "只留一个目标，或去掉 效果=")
        for key in ("阵营", "身份", "带刀"):
            given = use.params.get(key)
            if given and len(given.split(",")) not in (1, len(use.selected)):
                raise Refusal(
                    "bad_choice", f"{key} 的个数和目标对不上", sk.key, f"写 1 个或 {len(use.selected)} 个，用逗号隔开"
                )

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p = params(t, sk)
        for f, via in zip(use.settled, use.via, strict=True):
            settle.touch(use, f)
            n = use.selected.index(via)
            camp, role, knife = (_nth(use.params.get(k, ""), n) for k in ("阵营", "身份", "带刀"))
            t.seat(f).faces.append(Face(camp, role, knife, use.name, p["until"], t.at))
            t.emit("face", f"{t.name(f)} 的表面改为 {camp} {role} {knife}", [f])
            if use.params.get("效果") == p["state"] and not self._had(t, sk, f):
                sk.spent[f"坚韧:{f}"] = 1
                statuses.give(t, p["state"], [f], sk.holder, use.id, sk.id, p["until"])

    def _had(self, t: Table, sk: Skill, floor: int) -> bool:
        return bool(sk.spent.get(f"坚韧:{floor}"))


def _nth(values: str, n: int) -> str:
    parts = values.split(",")
    return parts[n] if n < len(parts) else parts[0]


@register("业炎")
class Fallen(Behaviour):
    """tubian: 赤狼.业炎 — who gets it later counts the pack's dead so far.

    news: told each time the skill may be used, how many of the pack are out.
    """

    def gained(self, t: Table, sk: Skill) -> None:
        if sk.origin != "card" and sk.uses is not None:
            sk.uses += self._gone(t, sk)

    def on_phase_start(self, t: Table, sk: Skill, what: Happening) -> None:
        d, p = t.rs.skills[sk.key], params(t, sk)
        if "news" in p and t.rs.slot_in(d, what.phase) is not None:
            t.tell([sk.holder], p["news"].replace("{n}", str(self._gone(t, sk))), "立刻")

    def _gone(self, t: Table, sk: Skill) -> int:
        p = params(t, sk)
        out = [f for f, seat in t.s.seats.items() if not seat.in_play and seat.camp == p["camp"]]
        return sum(queries.has_tag(t, f, p["tag"]) for f in out)
