"""A range with one seat of another kind: every move listed can be made, and only with exactly one of them."""

from __future__ import annotations

import random

import pytest

from banshā.engine import legal, uses
from banshā.engine.errors import Refusal
from banshā.engine.inputs import Input
from banshā.engine.reducer import SeatSpec, new_table
from banshā.engine.rules import Ruleset
from banshā.engine.table import Table
from banshā.rulebook.compile import compile_folder

from .test_rewind import to

CAST = {"甲": "占星师", "乙": "黑狼王", "丙": "乌鸦", "丁": "熊", "戊": "女巫", "己": "白狼王"}


def night(*out: str) -> Table:
    rules = Ruleset(compile_folder("tubian"))
    t = new_table(rules, [SeatSpec(i, name, "", [role]) for i, (name, role) in enumerate(CAST.items(), 1)], "种子")
    for seat in t.s.seats.values():
        if seat.name in out:
            seat.in_play, seat.announced_out = False, True
    return to(t, "早夜")


def check(t: Table) -> legal.Choice:
    return next(c for c in legal.moves(t, "甲") if c.verb == "查验")


def test_without_anybody_out_one_is_chosen() -> None:
    choice = check(night())
    assert (choice.least, choice.most, choice.beside) == (1, 1, [])


def test_every_move_written_has_one_of_each_kind() -> None:
    t = night("丙", "丁")
    choice = check(t)
    assert (choice.least, choice.most, choice.beside) == (2, 2, ["丙", "丁"])
    for seed in range(20):
        move = legal.write(choice, random.Random(seed))
        assert sum(name in choice.beside for name in move.args) == 1
        uses.draft(t, move)


@pytest.mark.parametrize("names", [["甲", "乙"], ["丙", "丁"], ["乙"]])
def test_two_of_a_kind_are_refused(names: list[str]) -> None:
    with pytest.raises(Refusal):
        uses.draft(night("丙", "丁"), Input("甲", "查验", names, {}))
