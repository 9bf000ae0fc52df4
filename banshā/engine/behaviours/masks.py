"""Cards kept beside one's own identity, and put on one after another: 底牌, 变脸."""

from __future__ import annotations

from .. import camps, copies, draws, queries, settle, skills
from ..errors import Refusal
from ..rules import Def
from ..state import Face, Skill, Use
from ..table import Table
from .base import Behaviour, params, register

KEPT = "底牌"  # what the deal, or the draw at the opening, put beside the card: names joined by commas

LEFT = "弃牌"  # the card that was not taken


def kept(t: Table, floor: int) -> list[str]:
    """Identities the seat keeps beside its own."""
    return [t.rs.alias("role", x) for x in t.seat(floor).extra.get(KEPT, "").split(",") if x]


@register("底牌")
class Spare(Behaviour):
    """tubian: 变脸者.身份属性 — cards that are in nobody's hand, so many of each kind, none that needs a mate.

    draw: entries of n, and class, camp, not_class as they are to be. What the deal itself decided stands.
    """

    draws = (KEPT,)

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p, mine = params(t, sk), kept(t, sk.holder)
        for kind in p["draw"] if not mine else ():
            for _ in range(kind["n"]):
                pool = [n for n in self._free(t, kind) if n not in [*mine, *p.get("never", ())]]
                if pool:
                    mine.append(draws.pick(t, KEPT, pool, sk.holder, sk, use))
        t.seat(sk.holder).extra[KEPT] = ",".join(mine)
        settle.feedback(t, use, p["text"].replace("{list}", "、".join(mine)))

    def _free(self, t: Table, kind: Def) -> list[str]:
        taken = queries.joined(t) | {seat.extra.get(LEFT, "") for seat in t.s.seats.values()}
        return [
            n for n, d in t.rs.roles.items()
            if kind.get("class") in (None, d.get("class")) and kind.get("camp") in (None, d.get("camp"))
            and d.get("class") not in kind.get("not_class", ()) and not d.get("pack") and d.get("dealt", True)
            and n not in taken and not d.get("pairs")
        ]  # fmt: skip


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


class OneOfKept(Behaviour):
    """Choosing one of the cards kept."""

    def ready(self, t: Table, sk: Skill) -> bool:
        return bool(self.open(t, sk))

    def ways(self, t: Table, sk: Skill, lo: int, hi: int) -> list[tuple[dict[str, list[str]], int, int]]:
        return [({params(t, sk)["key"]: self.open(t, sk)}, 0, 0)] if self.open(t, sk) else []

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        role = use.params[params(t, sk)["key"]]
        if role not in self.open(t, sk):
            raise Refusal(
                "bad_choice", f"{use.name} 不能选 {role}", sk.key, f"可选：{'、'.join(self.open(t, sk)) or '无'}"
            )

    def open(self, t: Table, sk: Skill) -> list[str]:
        return kept(t, sk.holder)


@register("偷换")
class Exchange(OneOfKept):
    """tubian: 盗贼.偷换 — all that belongs to the identity chosen, but the card stays what it is."""

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p, me, seat = params(t, sk), sk.holder, t.seat(sk.holder)
        role = use.params[p["key"]]
        seat.extra[LEFT] = next((x for x in kept(t, me) if x != role), "")
        seat.extra[KEPT] = ""
        take_on(t, sk, role)
        seat.plays = role
        settle.feedback(t, use, p["text"].replace("{role}", role))


def take_on(t: Table, sk: Skill, role: str) -> None:
    """The camp, tags, properties and skills of an identity, as if dealt."""
    d, me = t.rs.roles[role], sk.holder
    camps.turn(t, me, d.get("camp") or camps.none_camp(t), skills.name(t, sk), undecided_only=True)
    for key in d.get("properties", []):
        skills.new(t, key, me, "property", parent=sk.id)
    for tag in d.get("tags", []):
        camps.grant_tag(t, me, tag, True, role)
    for key in d.get("skills", []):
        skills.gained(t, skills.new(t, key, me, "card", parent=sk.id, card=1))


@register("双重人格")
class TwoFaces(OneOfKept):
    """tubian: 双重人格.双重人格 — one of two cards lies on top and is what the seat seems; every dusk it is the other.

    tags: an identity with one of these is shown as armed.
    """

    def open(self, t: Table, sk: Skill) -> list[str]:
        top = on_top(t, sk.holder, skills.name(t, sk))
        return [x for x in kept(t, sk.holder) if x != top]

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        role = use.params[params(t, sk)["key"]]
        d = t.rs.roles[role]
        knife = "带刀" if set(d.get("tags", ())) & set(params(t, sk)["tags"]) else "不带刀"
        t.seat(sk.holder).faces.append(Face(d.get("camp", ""), role, knife, use.name, given=t.at))
        t.emit("face", f"{t.name(sk.holder)} 的表面改为 {role}", [sk.holder])


def on_top(t: Table, floor: int, name: str) -> str:
    """The card the seat put on top last."""
    return next((f.role for f in reversed(t.seat(floor).faces) if f.why == name), "")


@register("主人格")
class Master(Behaviour):
    """tubian: 双重人格.主人格 — last words used up, or of some camp already: the card on top is what the seat stays."""

    def ready(self, t: Table, sk: Skill) -> bool:
        settled = queries.words_gone(t) or t.seat(sk.holder).camp != camps.none_camp(t)
        return settled and not sk.spent.get("settled") and bool(on_top(t, sk.holder, params(t, sk)["top"]))

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p, me = params(t, sk), sk.holder
        sk.spent["settled"] = 1
        role = on_top(t, me, p["top"])
        d = t.rs.roles[role]
        for s in t.hand(me):
            if skills.name(t, s) in p["ends"] and not s.lost:
                skills.lose(t, s, use.name)
        camps.turn(t, me, d.get("camp", ""), use.name, undecided_only=True)
        got = [skills.new(t, key, me, "copy", parent=sk.id, giver=me) for key in d.get("skills", [])]
        for new in got:
            new.now = copies.for_opening(t, new)
        for tag in d.get("tags", []) if t.seat(me).camp == d.get("camp") else ():
            camps.grant_tag(t, me, tag, True, role)
        names = "、".join(f"<{skills.name(t, s)}>" for s in got if not skills.definition(t, s).get("hidden")) or "无"
        settle.feedback(t, use, p["text"].replace("{role}", role).replace("{list}", names))


@register("学底牌")
class LearnKept(OneOfKept):
    """tubian: 机械狼的主人格 — hears both cards of the one learned from, and learns one of them."""

    def open(self, t: Table, sk: Skill) -> list[str]:
        return kept(t, sk.giver) if sk.giver else []

    def gained(self, t: Table, sk: Skill) -> None:
        t.tell([sk.holder], params(t, sk)["text"].replace("{list}", "、".join(self.open(t, sk))))

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        role = use.params[params(t, sk)["key"]]
        copies.learn(t, sk, copies.taught_by(t, role), sk.giver)
