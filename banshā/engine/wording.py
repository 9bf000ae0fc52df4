"""What the engine says to players and to the director in passing. A ruleset's [wording] has the last word.

Templates hold {names} in braces; a name that is not filled stays as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

DEFAULTS = {
    # everybody reads
    "day_outs": "{names}出局",
    "night_outs": "昨夜出局：{names}",
    "quiet_night": "昨夜平安，没有人出局",
    "voted_outs": "投票出局：{names}",
    "other_outs": "其他原因出局：{names}",
    "first_out": "{names}已出局一次",
    "top": "投票贴{number}最高票：{names}",
    "peace": "平安日",
    "elected": "{name}当选{office}",
    "nobody_elected": "没有选出{office}",
    "passed_on": "{office}由{name}移交给{heir}",
    "torn": "{office}已撕毁",
    "vacant": "{office}空缺",
    "reveal": "{name}翻牌，身份是{role}",
    "revived": "{name}复活",
    "last_words": "{name}的遗言：",
    "holders": "[{state}]：{names}",
    "words_gone": "遗言已耗尽",
    "won": "游戏结束，{camp}获胜",
    # the roll call of a day
    "in_play": "未出局",
    "gone": "出局",
    # one seat hears
    "identity": "你的身份是{role}，阵营是{camp}",
    "party": "{party}的同伴：{names}",
    "party_joined": "你加入了{party}，群内有：{names}",
    "party_left": "你退出了{party}",
    "party_gains": "{name}加入了{party}",
    "camp": "你的阵营转变为{camp}",
    "office": "你成为了{office}",
    "state": "你获得了[{state}]{until}",
    "until": "，持续至{end}",
    "state_ends": "你的[{state}]已{how}",
    "skill": "你获得了技能<{skill}>",
    "skills_of": "你获得了{name}的技能：{skills}",
    "no_skills_of": "{name}没有技能可得",
    "out": "你已出局",
    "first_out_notice": "你已出局一次，仍可讨论和投票",
    "words": "你可以留下遗言",
    "back": "你已复活，回到游戏",
    "rewound": "时光回溯，你回到了场上",
    "lost_unawares": "你已经失去技能",
    # what skills that a named behaviour carries out tell: {self} is the skill itself
    "taken": "{self}：{actor}发动了{skill}，选的是{was}，你改为{targets}",
    "taken_asked": "{actor}发动了{skill}，原来选的是 {targets}，改选谁？",
    "taken_asked_blind": "{skill}被发动了，由你选目标：选谁？",
    "seen": "{self}：{actor}发动了{skill}，目标是{targets}",
    "overheard": "{self}：{actor}得到反馈：{text}",
    "host_may": "{name}今晚可以发动：{skills}",
    "state_coming": "你即将获得[{state}]{until}",
    "state_coming_asked": "{news}：选项1 转移给谁，或选项2 复制给谁？",
    "inherited": "{name}已出局，你得到他的技能：{skills}",
    "one_more": "{self}：今晚可以多发动一次{skill}",
    "use_more": "你的<{skill}>多了一次",
    "uses_more": "你的<{skill}>多了 {n} 次",
    "lovers": "你与{name}是{state}，你们共群",
    "copied": "你复制了<{skill}>，下一个夜晚起可用",
    # the director does
    "unaware": "再向{name}确认一次，得到确认才告诉他技能已失去",
}


def fill(template: str, values: Mapping[str, object]) -> str:
    """The template with every {name} it knows filled in; what is filled in is not looked at again."""
    return re.sub(r"\{(\w+)\}", lambda m: str(values.get(m[1], m[0])), template)


def names(template: str) -> set[str]:
    """The {names} of a template."""
    return set(re.findall(r"\{(\w+)\}", template))
