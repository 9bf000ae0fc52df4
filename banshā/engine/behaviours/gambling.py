"""A die that pays out for good: skills, more uses of one, weight of vote."""

from __future__ import annotations

from typing import Any

from .. import draws, settle, skills
from ..state import Question, Skill, Use
from ..table import Table
from .base import Behaviour, params, register


@register("赌博")
class Gamble(Behaviour):
    """tubian: 赌徒.赌博 — each side of the die has its prize in `prizes`.

    skill: kept for good (`stack`: won again, it has one use more). one_of: one of several skills, to be chosen at
    once. weight: of the votes cast. then: the side that counts in its place once this prize was won.
    """

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p = params(t, sk)
        rolled = side = str(draws.roll(t, sk.holder, sk, use))
        while "then" in p["prizes"][side] and self._won(t, sk, p["prizes"][side]):
            side = p["prizes"][side]["then"]
        prize = p["prizes"][side]
        text: str = p["weighs"]
        if "weight" in prize:
            t.s.weights[sk.holder] = t.s.weights.get(sk.holder, 0) + prize["weight"]
            t.emit("vote", f"{t.name(sk.holder)} 的票权 {prize['weight']:+}", [sk.holder])
        else:
            key = self._chosen(t, sk, use, prize) if "one_of" in prize else prize["skill"]
            self._pay(t, sk, key, bool(prize.get("stack")))
            text = p["text"].replace("{skill}", t.rs.skills[key]["name"])
        settle.feedback(t, use, text.replace("{n}", rolled), "立刻")

    def _won(self, t: Table, sk: Skill, prize: dict[str, Any]) -> bool:
        keys = {prize.get("skill"), *prize.get("one_of", {}).values()}
        return any(s.parent == sk.id and s.key in keys for s in t.s.skills.values())

    def _pay(self, t: Table, sk: Skill, key: str, stack: bool) -> None:
        held = next((s for s in skills.of(t, sk.holder) if s.key == key and s.uses is not None), None)
        if stack and held is not None:
            held.uses = (held.uses or 0) + 1
        else:
            skills.new(t, key, sk.holder, "gain", parent=sk.id)

    def _chosen(self, t: Table, sk: Skill, use: Use, prize: dict[str, Any]) -> str:
        """Which of several skills: as said with the move, else as answered, else as the rule says."""
        options = list(prize["one_of"])
        word = use.params.get(prize["key"], "")
        if word not in options:
            c = t.s.clock
            key = f"{use.name}|{use.holder}|{use.id}|{c.day}.{c.run}.{c.phase}"
            text = prize["ask"]
            word = t.ask(Question(0, key, use.holder, use.name, text, "option", options, default=[prize["default"]]))[0]
        return str(prize["one_of"][word])
