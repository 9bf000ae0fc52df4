"""What a text says around the facts: titles, the place for the 晨报, signature. A theme's [wording] has the last word.

Templates hold {names} in braces. A title may be written for one stage alone: `"title.开门" = "天亮了 · 第 {day} 天"`.
"""

from __future__ import annotations

from collections.abc import Mapping

from banshā.engine import wording

from .markup import PART

DEFAULTS = {
    "title": "第 {day} 天 {stage}{run}",
    "title_opening": "{stage}",
    "run": "（第 {run} 轮）",
    "morning": "（晨报写在这里）",
    "roll": "场上",
    "votes": "投票统计{number} · 按人数，不计票权",
    "ballots": "投票内容{number}",
    "earlier": "前一天出局：{names}",
    "standing": "在场 {n} 人：{names}",
    "closes": "关门时间：{when}",
    "signature": "",
    "part": PART,
    "feedback_head": "",
    "feedback_foot": "",
    "ask_head": "{name}，{when}，可以发动：",
    "ask_by": "请在 {by}前回复（关门后 {minutes} 分钟）。",
    "ask_within": "请在关门后 {minutes} 分钟内回复。",
    "ask_free": "不发动请回复「放弃」。",
    "ask_forced": "不回复的，必须发动的技能由系统代选。",
    "ask_words": "{name}，你可以留下遗言，请在下一次开门前交来。",
    "ask_no_codes": "里面不能用论坛代码。",
    "ask_heir": "{name}，请把{office}移交给一个人。",
    "question_default": "不回复算：{answer}",
    "reveal_title": "揭秘：{game}",
    "reveal_winner": "{camp}获胜",
    "reveal_lead": "",
    "rules_title": "{game}",
    "rules_lead": "",
}


# What may be filled in besides the names of the default; everywhere {game} and {director}.
_ALSO = {
    "title": ("day", "stage", "run"),
    "title_opening": ("stage",),
    "feedback_head": ("floor", "name", "player"),
    "feedback_foot": ("floor", "name", "player"),
    "ask_by": ("minutes", "by"),
}
_BY_STAGE = ("title", "title_opening")  # may be written for one stage alone


def keys() -> dict[str, set[str]]:
    """Every key that [wording] may have, with the names its template may hold. `title.*`: one for a stage."""
    found = {key: wording.names(text) for key, text in wording.DEFAULTS.items()}
    for key, text in DEFAULTS.items():
        found[key] = {"game", "director", *wording.names(text), *_ALSO.get(key, ())}
    return found | {f"{key}.*": found[key] for key in _BY_STAGE}


class Voice:
    """The words of one ruleset, with what is the same in all of them filled in (game, director)."""

    def __init__(self, wording: Mapping[str, str], **known: str) -> None:
        self.wording, self.known = wording, known

    def about(self, known: Mapping[str, str]) -> Voice:
        """The same words, with more filled in."""
        return Voice(self.wording, **{**self.known, **known})

    def say(self, key: str, *, of: str = "", **values: object) -> str:
        """The template of that key (of that stage where there is one of its own), filled in."""
        text = self.wording.get(f"{key}.{of}", "") if of else ""
        if not text:
            text = self.wording.get(key, DEFAULTS.get(key, ""))
        return wording.fill(text, {**self.known, **values})
