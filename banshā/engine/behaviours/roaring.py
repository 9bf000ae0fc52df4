"""What will be announced tomorrow over and over, heard of beforehand and rewritten."""

from __future__ import annotations

from .. import settle
from ..state import Skill, Use
from ..table import Table
from .base import Behaviour, params, register
from .knowing import tonight


@register("听熊")
class Hearing(Behaviour):
    """tubian: 机械狼.训熊 — how often tomorrow announces `public`, and whether the holder's own `skill` brought it.

    note: what a use of that skill remembers when it did.
    """

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p = params(t, sk)
        own = [u for u in tonight(t) if u.holder == sk.holder and u.name == p["skill"]]
        mine = p["did" if any(n.startswith(p["note"] + ":") for u in own for n in u.notes) else "did_not"]
        n = sum(x.everyone and x.text == p["public"] for x in t.s.outbox)
        settle.feedback(t, use, p["text"].replace("{list}", mine).replace("{n}", str(n)), "立刻")


@register("训熊")
class Training(Behaviour):
    """tubian: 机械狼.训熊 — tomorrow announces `public` just so often; the first who says how often is right."""

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        public = params(t, sk)["public"]
        if any(u.key == use.key and u is not use for u in tonight(t)):
            return
        t.s.outbox = [x for x in t.s.outbox if not (x.everyone and x.text == public)]
        for _ in range(int(use.params["次数"])):
            t.publish(public, "开门")
