"""Inputs: what the director typed, taken apart. The same records come from the command line, cases and saves."""

from __future__ import annotations

from dataclasses import dataclass, field

DIRECTOR = "导演"


@dataclass(slots=True)
class Input:
    """One line: ACTOR VERB ARG… key=value….

    actor: a 马甲, a party (狼群) or 导演. verb: a skill name or one of the reserved words below. number: place in the
    journal (0 while it is not in one).
    """

    actor: str
    verb: str
    args: list[str] = field(default_factory=list)
    params: dict[str, str] = field(default_factory=dict)
    number: int = 0


# Words that are never skill names. With 导演 as actor unless said otherwise.
PLAYER_WORDS = frozenset({"投票", "改票", "弃权", "放弃", "撤回", "回应", "移交", "撕毁", "遗言"})
DIRECTOR_WORDS = frozenset(
    {
        "结算", "关门", "红牌", "黄牌", "蓝牌", "发言数", "裁定", "判负", "替补", "备注", "加速", "延时", "定时",
        "投降", "撤票", "不是票", "账号", "助理", "办妥",
    }
)  # fmt: skip
