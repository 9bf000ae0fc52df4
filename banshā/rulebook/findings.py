"""What is wrong with a ruleset, in one shape for loading, validating and linting."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Finding:
    """One remark. `table` names the table as the director calls it, `key` the path inside it; line 0 is unknown."""

    code: str
    severity: Severity
    file: str
    table: str
    key: str
    message: str
    near: str | None = None
    line: int = 0

    @property
    def is_error(self) -> bool:
        return self.severity == "error"

    @property
    def place(self) -> str:
        """file:line, as editors take it."""
        return f"{self.file}:{self.line}" if self.line else self.file

    def __str__(self) -> str:
        where = " ".join(part for part in (self.place, self.table, self.key) if part)
        guess = f"，是不是 {self.near}？" if self.near else ""
        return f"{where}：{self.message}{guess} [{self.code}]" if where else f"{self.message}{guess} [{self.code}]"


class RulesetError(Exception):
    """A ruleset that cannot be used; carries every finding, not only the first."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(str(item) for item in self.findings))


def fault(code: str, message: str, *, file: str = "", near: str | None = None) -> RulesetError:
    """A RulesetError of a single finding that stands for a whole file or folder."""
    return RulesetError([Finding(code, "error", file, "", "", message, near)])
