"""What the engine can say no with."""

from __future__ import annotations


class Refusal(Exception):
    """The rules refuse an input; nothing was changed.

    code: stable short name (``used_up``, ``out_of_phase`` …). message: what is wrong. rule: which rule says so.
    hint: what would be right, or the next step. Rendered as one Chinese line by `str()`.
    """

    def __init__(self, code: str, message: str, rule: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.rule, self.hint = code, message, rule, hint

    def __str__(self) -> str:
        text = self.message
        if self.rule:
            text += f"（{self.rule}）"
        return f"{text}。{self.hint}" if self.hint else text


class RulesetFault(Exception):
    """The ruleset asks for something the engine cannot do (an unknown behaviour, a broken table)."""


class Rewound(Exception):
    """Raised when a rule has turned time back: whatever was going on is over, the state is an earlier one."""


class NeedAnswer(Exception):
    """Raised inside a slot when a rule must ask; the slot is thrown away and runs again with the answer."""

    def __init__(self, question: object) -> None:
        super().__init__("question")
        self.question = question
