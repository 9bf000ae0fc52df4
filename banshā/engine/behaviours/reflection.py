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


def used_on(t: Table, floor: int, before: int = -1) -> list[Use]:
    """Uses of others that ever fell on this seat, turned away or not (`before`: only those played until that tick)."""
    return [
        u for u in t.s.uses
        if u.fate == "done" and u.holder != floor and u.at is not None and (before < 0 or u.at.tick <= before)
        and (floor in u.settled or any(n.startswith(f"divert:{floor}:") for n in u.notes))
    ]  # fmt: skip


def names_of(uses: list[Use]) -> list[str]:
    return list(dict.fromkeys(u.name for u in uses))


@register("镜像")
class Image(Behaviour):
    """tubian: 镜.镜像 — one of the skills ever used on the holder becomes his own from the next night on."""

    def ready(self, t: Table, sk: Skill) -> bool:
        return bool(used_on(t, sk.holder))

    def ways(self, t: Table, sk: Skill, lo: int, hi: int) -> list[tuple[dict[str, list[str]], int, int]]:
        return [({"技能": names_of(used_on(t, sk.holder))}, lo, hi)]

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        known = names_of(used_on(t, sk.holder))
        if use.params["技能"] not in known:
            raise Refusal(
                "bad_choice", f"{use.params['技能']} 没有对你用过", sk.key, f"可选：{'、'.join(known) or '无'}"
            )

    def on_phase_start(self, t: Table, sk: Skill, what: Happening) -> None:
        """While the copy is not taken, the holder hears every dawn which skills were new to him."""
        if not sk.uses or t.rs.slot_in(skills.definition(t, sk), what.phase) is None:
            return
        old = names_of(used_on(t, sk.holder, sk.spent.get("told", 0)))
        news = [n for n in names_of(used_on(t, sk.holder)) if n not in old]
        sk.spent["told"] = t.s.clock.tick
        if news:
            t.tell([sk.holder], params(t, sk)["news"].replace("{list}", "、".join(news)))

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        name = use.params["技能"]
        key = next(u.key for u in reversed(used_on(t, sk.holder)) if u.name == name)
        if not t.rs.roles[t.rs.skills[key]["role"]].get("camp"):
            key = own_form(t, key)
        skills.new(t, key, sk.holder, "gain", parent=sk.id, starts=f"start:{params(t, sk)['from']}")
        t.tell([sk.holder], t.rs.say("copied", skill=name))


def own_form(t: Table, key: str) -> str:
    """The form of a party's skill that a single seat can hold."""
    d = t.rs.skills[key]
    return next((k for k in t.rs.by_name[d["name"]] if k != key and t.rs.skills[k].get("slot") == d["name"]), key)
