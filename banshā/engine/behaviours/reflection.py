"""镜: what falls on the holder by night falls on somebody else; what was used on him can be copied."""

from __future__ import annotations

from .. import settle, skills
from ..errors import Refusal
from ..moments import Happening
from ..state import Skill, Use
from ..table import Table
from .base import Behaviour, params, register
from .knowing import tonight


@register("反射")
class Reflection(Behaviour):
    """tubian: 镜.反射 — the redirect itself is the chain's last link; here only the skill's name is known."""


@register("反射回报")
class ReflectionReport(Behaviour):
    """tubian: 镜.反射 — at the night's end the holder learns which skills were turned away, and to whom."""

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        text = params(t, sk)["text"]
        for u in tonight(t):
            for n in u.notes:
                kind, _, rest = n.partition(":")
                if kind == "divert" and int(rest.split(":")[0]) == sk.holder:
                    to = t.name(int(rest.split(":")[1]))
                    settle.feedback(t, use, text.replace("{skill}", u.name).replace("{target}", to))


def used_on(t: Table, floor: int) -> list[str]:
    """Names of skills ever used on this seat, turned away or not."""
    names = []
    for u in t.s.uses:
        away = any(n.startswith(f"divert:{floor}:") for n in u.notes)
        if u.fate == "done" and (floor in u.settled or away) and u.holder != floor:
            names.append(u.name)
    return list(dict.fromkeys(names))


@register("镜像")
class Image(Behaviour):
    """tubian: 镜.镜像 — one of the skills ever used on the holder becomes his own from the next night on."""

    def ready(self, t: Table, sk: Skill) -> bool:
        return bool(used_on(t, sk.holder))

    def ways(self, t: Table, sk: Skill, lo: int, hi: int) -> list[tuple[dict[str, list[str]], int, int]]:
        return [({"技能": used_on(t, sk.holder)}, lo, hi)]

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        known = used_on(t, sk.holder)
        if use.params["技能"] not in known:
            raise Refusal("bad_choice", f"{use.params['技能']} 没有对你用过", sk.key, f"可选：{'、'.join(known) or '无'}")

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        name = use.params["技能"]
        key = next(u.key for u in reversed(t.s.uses) if u.name == name)
        if not t.rs.roles[t.rs.skills[key]["role"]].get("camp"):
            key = own_form(t, key)
        skills.new(t, key, sk.holder, "gain", parent=sk.id, starts=f"start:{params(t, sk)['from']}")
        t.tell([sk.holder], f"你复制了<{name}>，下一个夜晚起可用")


def own_form(t: Table, key: str) -> str:
    """The form of a party's skill that a single seat can hold."""
    d = t.rs.skills[key]
    return next((k for k in t.rs.by_name[d["name"]] if k != key and t.rs.skills[k].get("slot") == d["name"]), key)


@register("时间逆流")
class Backflow(Behaviour):
    """tubian: 噬时狼妃.时间逆流 — once something was turned back, the holder learns its name and loses the skill."""

    def on_phase_end(self, t: Table, sk: Skill, what: Happening) -> None:
        marks = [s for s in t.s.statuses.values() if s.skill == sk.id and s.data.get("bounced")]
        for s in marks:
            t.tell([sk.holder], params(t, sk)["text"].replace("{list}", s.data["bounced"]))
            s.data["bounced"] = ""
            skills.lose(t, sk, skills.name(t, sk))
