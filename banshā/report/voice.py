"""What a text says around the facts: titles, the place for the 晨报, signature. A theme's [wording] has the last word.

Templates hold {names} in braces. A title may be written for one stage alone: `"title.开门" = "天亮了 · 第 {day} 天"`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from .markup import PART

DEFAULTS = {
    "title": "第 {day} 天 {stage}{run}",
    "title_opening": "{stage}",
    "run": "（第 {run} 轮）",
    "morning": "（晨报写在这里）",
    "signature": "",
    "part": PART,
    "feedback_head": "",
    "feedback_foot": "",
    "reveal_title": "揭秘：{game}",
    "reveal_winner": "{camp}获胜",
    "reveal_lead": "",
    "rules_title": "{game}",
    "rules_lead": "",
}


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
        known = {**self.known, **values}
        return re.sub(r"\{(\w+)\}", lambda m: str(known.get(m[1], m[0])), text)
