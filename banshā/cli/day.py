"""bansha day: moves of 开局, 晨曦, 正午 and 黄昏."""

from __future__ import annotations

from . import moves

app = moves.group(
    "day", "白天的行动（开局、晨曦、正午、黄昏）：正午的技能当场结算，白天不预收。", "记下白天的行动。",
    "列出这一阶段交了的和没交的。",
)  # fmt: skip
