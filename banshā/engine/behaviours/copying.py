"""附身: skills and tags of the seat one is attached to, when it goes out."""

from __future__ import annotations

from .. import camps, copies, skills
from ..moments import Happening
from ..state import Skill
from ..table import Table
from .base import Behaviour, register


@register("附身")
class Attachment(Behaviour):
    """tubian: 影子.附身 — the master goes out: all his skills, fresh, and his 群内 or 接刀."""

    lasting = True  # what was used before its holder lost his skills goes on
    inherits = True

    def on_out(self, t: Table, sk: Skill, what: Happening) -> None:
        master = next((u.selected[0] for u in t.s.uses if u.skill == sk.id and u.fate == "done" and u.selected), 0)
        if what.seat == master and t.seat(sk.holder).in_play and not sk.spent.get("taken"):
            sk.spent["taken"] = 1
            sk.spent["heir of"] = master

    def on_phase_end(self, t: Table, sk: Skill, what: Happening) -> None:
        master = sk.spent.pop("heir of", 0)
        if master and t.seat(sk.holder).in_play:
            gained = copies.copy_from(t, master, sk.holder, fresh=True, parent=sk.id)
            names = "、".join(f"<{skills.name(t, s)}>" for s in gained) or "无"
            t.tell([sk.holder], t.rs.say("inherited", name=t.name(master), skills=names), "立刻")
            camps.take_tags(t, master, sk.holder, [tag for p in t.rs.parties.values()
                                                   for tag in (p["tag"], p.get("heir_tag")) if tag])  # fmt: skip
