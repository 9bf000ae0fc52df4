"""bansha day: moves of 开局, 晨曦, 正午 and 黄昏."""

from __future__ import annotations

from . import base, moves
from .moves import File, Replace, Words
from .night import Skill, Who

app = base.commands("白天的行动（开局、晨曦、正午、黄昏）：正午的技能当场结算，白天不预收。")


@base.command(app, "submit")
def submit(words: Words = None, file: File = None, replace: Replace = False) -> None:
    """记下白天的行动。"""
    moves.submit(words, file, replace, "day")


@base.command(app, "list")
def list_moves() -> None:
    """列出这一阶段交了的和没交的。"""
    moves.listing("day")


@base.command(app, "withdraw")
def withdraw(who: Who, skill: Skill = None) -> None:
    """撤回还没结算的行动。"""
    moves.withdraw(who, skill)


@base.command(app, "skip")
def skip(who: Who, skill: Skill = None) -> None:
    """记下某人放弃。"""
    moves.skip(who, skill)
