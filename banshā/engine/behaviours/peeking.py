"""Behaviours that look at what the cards and the moves of others are: 窥天, 隼眼."""

from __future__ import annotations

from collections.abc import Sequence

from .. import draws, effects, queries, settle
from ..rules import AIMED, Effect
from ..state import Skill, Use
from ..table import Table
from .base import Behaviour, params, register

PRIVATE = ("随机", "来源", "内容")  # parameters of a move that are nobody else's to read


def described(t: Table, use: Use) -> str:
    """What was done and to whom, without a word on who did it."""
    extra = [f"{k}={v}" for k, v in use.params.items() if not k.startswith("·") and k not in PRIVATE]
    return " ".join([use.name + (f"→{t.names(use.selected)}" if use.selected else ""), *extra])


@register("窥天")
class Peek(Behaviour):
    """tubian: 堕落使徒.窥天 — cards that are not in the game, drawn by class; of the open ones at most so many.

    draw: how many of each class. roles, most: identities whose skills turn cards over or are announced, and how many
    of these there may be.
    """

    draws = ("未加入",)

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p, shown = params(t, sk), list[str]()
        joined = queries.joined(t)
        for kind, number in p["draw"].items():
            left = [n for n, d in t.rs.named.items() if d.get("class") == kind and n not in joined]
            for _ in range(number):
                pool = self._pool(p["roles"], p["most"], [n for n in left if n not in shown], shown)
                if pool:
                    shown.append(draws.pick(t, self.draws[0], pool, sk.holder, sk, use))
        settle.feedback(t, use, p["text"].replace("{list}", "、".join(shown)))

    def _pool(self, opened: Sequence[str], most: int, left: list[str], shown: list[str]) -> list[str]:
        quiet = [n for n in left if n not in opened]
        full = sum(n in opened for n in shown) >= most
        return quiet if full and quiet else left


@register("隼眼")
class Watch(Behaviour):
    """tubian: 鹫狼.隼眼 — how the seat looks, which aimed skills settled on it that night, what it did itself."""

    def effect(self, c: effects.Context, e: Effect) -> None:
        t, use, p = c.t, c.use, e["with"]
        if use is None or use.at is None:
            return
        night = (use.at.day, use.at.run, t.rs.phases[use.at.phase].period)
        tonight = [u for u in t.s.uses if u.at and u.fate in ("done", "void", "deferred") and u is not use
                   and (u.at.day, u.at.run, t.rs.phases[u.at.phase].period) == night]  # fmt: skip
        suffered = [u.name for u in tonight if c.target in u.settled and self._aimed(t, u)]
        did = [described(t, u) for u in tonight if c.target in (u.holder, u.source) and not self._hidden(t, u)]
        parts = [p["suffered"].replace("{list}", "、".join(suffered) or p["none"])]
        parts.append(p["did"].replace("{list}", "、".join(did) or p["none"]))
        settle.feedback(t, use, "；".join([effects.fill(c, p["text"]), *parts]))

    def _aimed(self, t: Table, use: Use) -> bool:
        return AIMED in (t.rs.skills[use.key].get("marks") or ())

    def _hidden(self, t: Table, use: Use) -> bool:
        return bool(t.rs.skills[use.key].get("hidden"))
