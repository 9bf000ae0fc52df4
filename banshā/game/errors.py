"""Everything the game layer can tell its caller, each with a stable code, the next step and an exit code."""

from __future__ import annotations

from banshā.engine.errors import Refusal


def joined(message: str, hint: str) -> str:
    """What is wrong and the next step as running text."""
    return f"{message}{'' if message.endswith(('？', '！', '。')) else '。'}{hint}" if hint else message


class GameError(Exception):
    """Base of all errors a director can be told.

    code: stable short name. message: what is wrong. hint: what would be right, or the next step.
    exit_code: what a command ends with (1 refused, 2 command line, 3 damaged save or ruleset).
    """

    exit_code = 1

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.hint = code, message, hint

    def __str__(self) -> str:
        return joined(self.message, self.hint)


class LineError(GameError):
    """A line that the grammar cannot read."""

    exit_code = 2


class FileError(GameError):
    """A roster, cast or other file given on the command line is not usable."""

    exit_code = 2


class NoSuchGame(GameError):
    """No game of that name, or no current game at all."""

    exit_code = 2


class SaveLocked(GameError):
    """Another process holds the save."""


class JournalError(GameError):
    """A damaged journal line. `where` is its place in the list, counted from 1."""

    exit_code = 3

    def __init__(self, code: str, message: str, hint: str = "", where: int = 0) -> None:
        super().__init__(code, message, hint)
        self.where = where


class DamagedSave(GameError):
    """The save cannot be trusted; `line` is the line of the file (0: not one line's fault). The file stays as it is."""

    exit_code = 3

    def __init__(self, code: str, message: str, hint: str = "", line: int = 0) -> None:
        super().__init__(code, message, hint)
        self.line = line


class NewerSave(DamagedSave):
    """The save was written by a later bansha."""


class ReplayStopped(GameError):
    """Replay met an input that the rules now refuse. `number` and `line` name it, `refusal` says why.

    proposed: it is met only if an old input is corrected. `number` is then its number today, 0 for the new line itself.
    """

    def __init__(self, number: int, line: str, refusal: Refusal | GameError, proposed: bool = False) -> None:
        self.number, self.line, self.refusal = number, line, refusal
        where = f"第 {number} 条" if number else "新的这一行"
        ways = f'可以改正它（bansha amend {number} "新的一行"）、去掉它（bansha amend {number} --drop），'
        if not proposed:
            hint = f"{ways}或从最后一条起撤销（bansha undo）"
        elif number:
            hint = f"{ways}然后再改这一条"
        else:
            hint = "把这一行写对再试"
        super().__init__(
            "replay_stopped",
            f"{'这样改，' if proposed else ''}重放停在{where}「{line}」：{str(refusal).rstrip('。')}",
            hint,
        )
