"""灵魂传递: a sentence from one seat to another by the hand of a third."""

from __future__ import annotations

from .. import effects, settle, skills
from ..errors import Refusal
from ..state import Moment, Question, Skill, Use
from ..table import Table
from .base import Behaviour, params, register


@register("灵魂传递")
class Whisper(Behaviour):
    """shuangshen: 传递者.灵魂传递 — the first named writes to the second, who hears nothing else; once a day."""

    def ready(self, t: Table, sk: Skill) -> bool:
        return not self._spent(t, sk)

    def check(self, t: Table, sk: Skill, use: Use) -> None:
        if self._spent(t, sk):
            raise Refusal("second", f"今天已经用过 {use.name}", sk.key, "明天再交")

    def _spent(self, t: Table, sk: Skill) -> bool:
        early, one = params(t, sk)["early"], skills.line(t, sk)
        return any(u.skill in one and u.fate not in ("blocked", "withdrawn", "planned")
                   and _day(u.sent, early) == _day(t.at, early) for u in t.s.uses)  # fmt: skip

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        if len(use.settled) != 2:
            return
        p, (writer, reader) = params(t, sk), use.settled
        c = effects.Context(t, sk.holder, sk, use, reader)
        key = f"{use.name}|{writer}|{reader}|{sk.holder}|{t.s.clock.day}.{t.s.clock.phase}"
        got = t.ask(Question(0, key, writer, use.name, effects.fill(c, p["ask"]), "text"))
        said = " ".join(got).strip()
        if said:
            t.tell([reader], p["text"].replace("{text}", said))
            settle.feedback(t, use, p["copy"].replace("{text}", said))


def _day(m: Moment, early: list[str]) -> int:
    """The day of discussion a moment belongs to: the phases before its opening count as well."""
    return m.day + (m.phase in early)
