"""Moves that are played the moment they are typed, where somebody is asked first."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from banshā.engine import cursor
from banshā.engine.behaviours import takeovers
from banshā.engine.errors import Refusal
from banshā.engine.reducer import SeatSpec, new_table
from banshā.engine.rules import Ruleset
from banshā.engine.state import Question, Skill, Use
from banshā.engine.table import Table
from banshā.rulebook.compile import compile_folder

from .test_rewind import play, to

CAST = {"甲": "骑士", "乙": "黑狼王", "丙": "乌鸦", "丁": "熊", "戊": "女巫", "己": "白狼王"}


@cache
def rules() -> Ruleset:
    return Ruleset(compile_folder("tubian"))


def noon() -> Table:
    t = new_table(rules(), [SeatSpec(i, name, "", [role]) for i, (name, role) in enumerate(CAST.items(), 1)], "种子")
    play(to(t, "深夜"), "狼群 杀人 丙")
    return to(t, "正午")


def aims_anew(t: Table, use: Use, sk: Skill) -> None:
    """丁 says whom the move falls on instead."""
    everybody = list(t.s.seats)
    got = t.ask(Question(0, f"改选|{use.holder}|{t.s.clock.day}", 4, "改选", "改选谁", "seats", seats=everybody))
    use.selected = [f for f in map(t.by_name, got) if f]
    use.taken.append("改选")


def test_a_move_that_an_answer_led_to_nothing_stands_and_the_answer_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    t = noon()
    monkeypatch.setattr(takeovers, "apply", aims_anew)
    assert play(t, "甲 决斗 乙") == "有问题要问"
    play(t, "丁 回应 改选 丙")  # 丙 is out: nobody to fight
    assert not t.s.questions and t.s.pending_move is None
    use = t.s.uses[-1]
    assert (use.name, use.fate) == ("决斗", "blocked") and "丙" in use.reason
    assert any(e.kind == "use" and "未能发动" in e.text for e in t.log)
    monkeypatch.undo()
    play(t, "甲 决斗 乙")  # nothing was spent
    assert t.s.uses[-1].fate == "done"


def test_a_move_that_comes_to_nothing_unasked_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(t: Any, use: Use, sk: Skill) -> None:
        use.selected, use.taken = [3], ["改选"]

    t = noon()
    monkeypatch.setattr(takeovers, "apply", nobody)
    with pytest.raises(Refusal, match="没能发动"):
        play(t, "甲 决斗 乙")
    assert not [u for u in t.s.uses if u.name == "决斗"] and cursor.slot_now(t) is not None
