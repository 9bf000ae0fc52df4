"""Moves that hang together are checked when they are typed, not at their slot."""

from __future__ import annotations

from functools import cache

import pytest

from banshā.engine import legal
from banshā.engine.errors import Refusal
from banshā.engine.reducer import SeatSpec, new_table
from banshā.engine.rules import Ruleset
from banshā.engine.table import Table
from banshā.rulebook.compile import compile_folder

from .test_rewind import play, to

CAST = {"甲": "锁链师", "乙": "黑狼王", "丙": "乌鸦", "丁": "熊", "戊": "女巫", "己": "白狼王"}


@cache
def rules() -> Ruleset:
    return Ruleset(compile_folder("tubian"))


def evening() -> Table:
    t = new_table(rules(), [SeatSpec(i, name, "", [role]) for i, (name, role) in enumerate(CAST.items(), 1)], "种子")
    return to(t, "早夜")  # what follows is sent ahead


def planned(t: Table) -> list[tuple[str, int]]:
    return [(u.name, len(u.selected)) for u in t.s.uses if u.fate == "planned"]


def test_what_changes_a_move_sent_already_is_refused_and_says_the_way() -> None:
    t = evening()
    play(t, "甲 链接 乙 丙")
    assert "暴走" not in [c.verb for c in legal.moves(t, "甲") if c.kind == legal.SKILL]
    with pytest.raises(Refusal, match=r"已交的 链接 选了 2 名.*先撤回 链接"):
        play(t, "甲 暴走")
    assert planned(t) == [("链接", 2)]
    play(t, "甲 撤回 链接", "甲 暴走", "甲 链接 乙 丙 丁")
    assert planned(t) == [("暴走", 0), ("链接", 3)]


def test_too_many_says_what_would_allow_them() -> None:
    with pytest.raises(Refusal, match="先交 暴走"):
        play(evening(), "甲 链接 乙 丙 丁")


def test_taken_back_it_takes_the_move_it_changed_along() -> None:
    t = evening()
    play(t, "甲 暴走", "甲 链接 乙 丙 丁", "甲 撤回 暴走")
    assert planned(t) == []
    assert any("链接 一并撤回" in e.text for e in t.log)
    play(t, "甲 链接 乙 丙")
    assert planned(t) == [("链接", 2)]
