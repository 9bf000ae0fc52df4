"""Naming who is who: a list of seats with their identities, of which everything has to be right."""

from __future__ import annotations

from .. import choices, queries, settle, statuses
from ..errors import Refusal
from ..state import Skill, Use
from ..table import Table
from .base import Behaviour, params, register

RIGHT = "全对"  # note of a use whose whole list was right


def named(use: Use) -> dict[int, str]:
    """The identity the use gives each seat, in the order of the targets."""
    return dict(zip(use.selected, choices.parts(use.params.get("身份", "")), strict=False))


@register("命运洪流")
class Torrent(Behaviour):
    """tubian: 占星师.命运洪流 — all right: it is announced; the first time the seats named get a state as well.

    A list with a mistake in it brings nothing, and nobody hears of it.
    """

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        n = len(choices.parts(use.params["身份"]))
        if n != len(use.selected):
            why = f"{use.name} 写了 {len(use.selected)} 个马甲、{n} 个身份"
            raise Refusal("miscounted", why, sk.key, "身份= 按马甲的顺序一个一个写")

    def ways(self, t: Table, sk: Skill, lo: int, hi: int) -> list[tuple[dict[str, list[str]], int, int]]:
        return [({"身份": list(t.rs.named)}, 1, 1)]

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        if not all(role == queries.card(t, f) for f, role in named(use).items()):
            return
        p, first = params(t, sk), not any(RIGHT in u.notes for u in t.uses_of(sk.id))
        use.notes.append(RIGHT)
        for f in use.selected:
            settle.touch(use, f)
        t.publish(p["public"], "立刻")
        if first:
            statuses.give(t, p["state"], use.selected, sk.holder, use.id, sk.id, p["until"])
