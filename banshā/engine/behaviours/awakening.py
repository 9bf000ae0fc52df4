"""献祭唤醒: without a camp until last words are used up; then of the side that lost more, with skills of its fallen."""

from __future__ import annotations

from fractions import Fraction

from .. import camps, copies, draws, queries, skills
from ..errors import Refusal
from ..moments import Happening
from ..state import Out, Skill, Use
from ..table import Table
from .base import Behaviour, params, register

CHOICE = "选项"
SIDE, FALLEN = "唤醒阵营", "唤醒身份"
TURNED, TAKEN = "唤醒:", "取自:"  # notes of the uses: the camp that came out, whose identity was taken


def _uses(t: Table, floor: int, behaviour: str) -> list[Use]:
    """What the seat did with skills of that behaviour."""
    return [u for u in t.s.uses if u.holder == floor and u.fate == "done" and t.rs.skills[u.key].get("do") == behaviour]


def _noted(uses: list[Use], word: str) -> str:
    return next((n.removeprefix(word) for u in uses for n in u.notes if n.startswith(word)), "")


@register("唤醒")
class Awakening(Behaviour):
    """tubian: 祭品.献祭唤醒, first half — the camp with the larger share of its first members out; level: drawn."""

    draws = (SIDE,)

    def ready(self, t: Table, sk: Skill) -> bool:
        return queries.words_gone(t) and not _uses(t, sk.holder, self.name)

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        lost = {camp: self._lost(t, camp) for camp in params(t, sk)["camps"]}
        worst = [camp for camp, share in lost.items() if share == max(lost.values())]
        camp = worst[0] if len(worst) == 1 else draws.pick(t, SIDE, worst, sk.holder, sk, use)
        use.notes.append(TURNED + camp)
        camps.turn(t, sk.holder, camp, use.name, undecided_only=True)

    def _lost(self, t: Table, camp: str) -> Fraction:
        first = [seat for seat in t.s.seats.values() if seat.first_camp == camp]
        return Fraction(sum(not seat.in_play for seat in first), len(first) or 1)


@register("献祭唤醒")
class Offering(Behaviour):
    """tubian: 祭品.献祭唤醒, second half — 1: one of the dead, for nothing if he was of another camp; 2: one drawn."""

    draws = (FALLEN,)

    def ready(self, t: Table, sk: Skill) -> bool:
        return bool(_uses(t, sk.holder, "唤醒")) and not _uses(t, sk.holder, self.name)

    def ways(self, t: Table, sk: Skill, lo: int, hi: int) -> list[tuple[dict[str, list[str]], int, int]]:
        return [({CHOICE: ["1"]}, 1, 1), ({CHOICE: ["2"]}, 0, 0)] if self.ready(t, sk) else []

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        if not queries.words_gone(t) or _uses(t, sk.holder, self.name):
            raise Refusal("not_ready", f"{use.name} 现在不能发动", sk.key, "开门公布遗言已耗尽的当天黄昏才发动，只一次")
        need = 1 if use.params[CHOICE] == "1" else 0
        if len(use.selected) != need:
            raise Refusal("bad_choice", "选项 1 要写一名已出局的角色，选项 2 不写", sk.key, "例如：选项=2")

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        me, last = sk.holder, {o.seat: o for o in t.s.outs if o.final and not t.seat(o.seat).in_play}
        if use.params[CHOICE] == "1":
            found = [f for f in use.selected if self._camp(t, last, f) == t.seat(me).camp]
        else:
            camp = _noted(_uses(t, me, "唤醒"), TURNED)
            pool = [f for f in sorted(last) if f != me and t.seat(f).announced_out and self._camp(t, last, f) == camp]
            found = [draws.pick_seat(t, FALLEN, pool, me, sk, use)] if pool else []
        for f in found:
            use.notes.append(f"{TAKEN}{f}")
            gained = copies.copy_from(t, f, me, fresh=True, parent=sk.id)
            shown = [s for s in gained if not skills.definition(t, s).get("hidden")]
            names = "、".join(f"<{skills.name(t, s)}>" for s in shown)
            t.tell([me], t.rs.say("skills_of" if shown else "no_skills_of", name=t.name(f), skills=names))
            camps.take_tags(t, f, me, params(t, sk)["tags"])

    def _camp(self, t: Table, last: dict[int, Out], floor: int) -> str:
        return last[floor].camp if floor in last else t.seat(floor).camp


@register("随祭")
class Sharing(Behaviour):
    """tubian: 机械狼的献祭唤醒 — what the one learned from takes up, its learner has in its own form."""

    lasting = True

    def gained(self, t: Table, sk: Skill) -> None:
        self._share(t, sk)

    def on_used(self, t: Table, sk: Skill, what: Happening) -> None:
        if what.use is not None and what.use.holder == sk.giver:
            self._share(t, sk)

    def _share(self, t: Table, sk: Skill) -> None:
        source = _noted(_uses(t, sk.giver, "献祭唤醒"), TAKEN)
        if source and not sk.spent.get("taken"):
            sk.spent["taken"] = 1
            got = copies.learn(t, sk, copies.as_learned(t, int(source)), sk.giver)
            names = "、".join(f"<{skills.name(t, s)}>" for s in got if not skills.definition(t, s).get("hidden"))
            t.tell([sk.holder], t.rs.say("skills_of", name=t.name(sk.giver), skills=names or "无"))
