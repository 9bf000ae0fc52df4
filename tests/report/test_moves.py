"""The table of a night: who is named as the one that heard, and what goes without saying."""

from __future__ import annotations

from banshā.report import moves
from banshā.report.moves import Row, Told


def row(told: list[Told], fate: str = moves.DONE, reason: str = "") -> Row:
    return Row(0, "早夜", "甲", "交易", "富商.交易", ["乙"], ["乙"], {}, "", fate, reason, [], told)


def test_the_actor_comes_first_and_everybody_once() -> None:
    told = [Told(["乙"], "要不要？"), Told(["甲"], "乙要了"), Told(["乙", "丙"], "成交"), Told(["乙"], "再见")]
    assert moves.heard_by(row(told)) == [("甲", "乙要了"), ("乙", "要不要？；再见"), ("乙、丙", "成交")]
    assert moves.heard(row(told)) == "甲：乙要了；乙：要不要？；再见；乙、丙：成交"
    assert moves.heard(row([])) == ""


def test_a_fate_is_not_its_own_reason() -> None:
    assert moves.fate(row([], "延到次日", "延到次日")) == "延到次日"
    assert moves.fate(row([], "未能发动", "甲 [冻结]")) == "未能发动：甲 [冻结]"
    assert moves.fate(row([], moves.DONE, "x")) == "生效"
