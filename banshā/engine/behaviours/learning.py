"""学习: all that an identity has, in the form its learners have it; and what a learner cannot have."""

from __future__ import annotations

from .. import camps, copies, parties, queries, settle, skills
from ..moments import Happening
from ..state import Face, Skill, Use
from ..table import Table
from .base import Behaviour, params, register


@register("学习")
class Learning(Behaviour):
    """tubian: 机械狼.学习 — told who the target is and seems; has its skills afresh, and looks as it looks now."""

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        for f in use.settled:
            settle.touch(use, f)
            text = params(t, sk)["text"].replace("{target}", t.name(f)).replace("{role}", copies.passes_for(t, f))
            settle.feedback(t, use, text.replace("{face_role}", queries.face(t, f, "role")))
            camp, role, knife = (queries.face(t, f, part) for part in ("camp", "role", "knife"))
            copies.learn(t, sk, copies.as_learned(t, f), f)
            t.seat(sk.holder).faces.append(Face(camp, role, knife, use.name, given=t.at))
            t.emit("face", f"{t.name(sk.holder)} 的表面改为 {camp} {role} {knife}", [sk.holder])


@register("不得持刀")
class Unarmed(Behaviour):
    """tubian: 机械狼.身份属性 — a knife to keep, or the pack's tag, is not had: its holder hears who carry the tags.

    knife: the skill's name. text: the news, with a list for each of the `tags`. ends: skills that end as soon as
    the holder hears this, or has the pack's knife as its heir.
    """

    def on_barred(self, t: Table, sk: Skill, what: Happening) -> None:
        if what.seat == sk.holder and what.skill == params(t, sk)["tags"][0]:
            self._tell(t, sk)

    def on_skill_gained(self, t: Table, sk: Skill, what: Happening) -> None:
        if what.seat != sk.holder:
            return
        for s in skills.of(t, sk.holder):
            if skills.name(t, s) == params(t, sk)["knife"] == what.skill and not s.until:
                skills.lose(t, s, skills.name(t, sk))
                self._tell(t, sk)
        self._end(t, sk)

    def on_out(self, t: Table, sk: Skill, what: Happening) -> None:
        self._end(t, sk)

    def on_phase_start(self, t: Table, sk: Skill, what: Happening) -> None:
        self._end(t, sk)

    def _tell(self, t: Table, sk: Skill) -> None:
        p = params(t, sk)
        lists = []
        for tag in p["tags"]:
            mates = [f for f in t.s.seats if f != sk.holder and t.seat(f).camp == p["camp"]
                     and tag in camps.carried(t, f)]  # fmt: skip
            lists.append(f"[{tag}]{t.names(mates) or p['none']}")
        t.tell([sk.holder], p["text"].replace("{list}", "；".join(lists)))
        sk.spent["told"] = 1
        self._end(t, sk)

    def _end(self, t: Table, sk: Skill) -> None:
        if sk.spent.get("told") or parties.acting_as(t, sk.holder):
            for s in skills.of(t, sk.holder):
                if skills.name(t, s) in params(t, sk)["ends"]:
                    skills.lose(t, s, skills.name(t, sk))
