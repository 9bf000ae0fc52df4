"""Two identities that belong together: one of the two is chosen by what it is, not by its 马甲."""

from __future__ import annotations

from .. import queries, skills
from ..errors import Refusal
from ..rules import Def
from ..state import Skill, Use
from ..table import Table
from .base import Behaviour, params, register


@register("择一守护")
class GuardOfTwo(Behaviour):
    """tubian: 双子星光.光明守护, 双子星暗.黑暗守护 — the holder or the other of the two, not the same two days running.

    The holder does not learn who the other is: the identity is settled on its seat only when the move is played.
    """

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        name = use.params["身份"]
        floor, open_ = self._seats(t, sk).get(name, 0), self._open(t, sk)
        if name in open_:
            return
        hint = f"可选：{'、'.join(open_) or '无'}"
        if not floor:
            raise Refusal("bad_choice", f"{use.name} 不能选 {name}", sk.key, hint)
        if t.seat(floor).announced_out:
            raise Refusal("out_target", f"{name} 已出局，不能选", sk.key, hint)
        raise Refusal("again", f"{use.name} 不能连续两晚选同一人，{name} 昨晚选过了", sk.key, hint)

    def ready(self, t: Table, sk: Skill) -> bool:
        return bool(self._open(t, sk))

    def ways(self, t: Table, sk: Skill, lo: int, hi: int) -> list[tuple[dict[str, list[str]], int, int]]:
        found = self._open(t, sk)
        return [({"身份": found}, lo, hi)] if found else []

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        floor = self._seats(t, sk)[use.params["身份"]]
        use.settled, use.via = [floor], [floor]

    def _seats(self, t: Table, sk: Skill) -> dict[str, int]:
        """The seat each name stands for: the skill's own identity means whoever holds the skill."""
        p: Def = params(t, sk)
        found = {p["self"]: sk.holder, queries.card(t, sk.holder): sk.holder}
        others = queries.select(t, {"who": "全体", "role": p["other"]}, sk.holder)
        others.sort(key=lambda f: (t.seat(f).announced_out, f))
        if others:
            found.setdefault(p["other"], others[0])
        return found

    def _open(self, t: Table, sk: Skill) -> list[str]:
        """Names that may be chosen now."""
        day, one = t.s.clock.day - 1, skills.line(t, sk)
        spent = {f for u in t.s.uses if u.skill in one and u.id >= sk.since and u.fate == "done" and u.sent.day == day
                 for f in u.settled}  # fmt: skip
        return [n for n, f in self._seats(t, sk).items() if f not in spent and not t.seat(f).announced_out]
