"""The folder of saves: which games there are, which one is current, and the rulesets they were dealt with."""

from __future__ import annotations

import contextlib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from banshā.rulebook import freeze

from .errors import DamagedSave, GameError, NoSuchGame
from .files import write_atomic
from .rosters import near

VARIABLE = "BANSHA_SAVES"


@dataclass(slots=True, frozen=True)
class Library:
    """One folder of saves."""

    folder: Path

    @classmethod
    def find(cls, folder: str | Path | None = None) -> Library:
        """The folder named on the command line, else by BANSHA_SAVES, else ``saves`` here."""
        return cls(Path(folder or os.environ.get(VARIABLE) or "saves").expanduser())

    # --- games ---

    def path(self, name: str) -> Path:
        """The save file of a game, whether it exists or not."""
        return self.folder / f"{_checked(name)}.toml"

    def cache(self, name: str) -> Path:
        """The checkpoint file of a game."""
        return self.folder / ".cache" / f"{_checked(name)}.json"

    def games(self) -> list[str]:
        """Names of the games, the last written first."""
        with contextlib.suppress(OSError):
            files = [f for f in self.folder.glob("*.toml") if not f.name.startswith(".")]
            return [f.stem for f in sorted(files, key=lambda f: (-f.stat().st_mtime, f.stem))]
        return []

    def exists(self, name: str) -> bool:
        return self.path(name).is_file()

    def free_name(self, base: str) -> str:
        """`base`, or `base`-2, -3 … where that is taken."""
        names = [base, *(f"{base}-{n}" for n in range(2, 1000))]
        return next(name for name in names if not self.exists(name))

    def resolve(self, name: str | None = None) -> str:
        """The game meant: the one named, else the current one."""
        if name is None:
            name = self.current()
            if name is None:
                raise NoSuchGame("no_current", "还没有选定对局", "用 bansha deal 开一局，或用 bansha use 选一局")
        if not self.exists(name):
            guess = near(name, self.games())
            raise NoSuchGame(
                "no_game", f"没有对局 {name}", f"是不是 {guess}？" if guess else "用 bansha games 看有哪些"
            )
        return name

    def current(self) -> str | None:
        """The current game, if one is chosen."""
        try:
            return (self.folder / ".current").read_text("utf-8").strip() or None
        except (OSError, UnicodeDecodeError):
            return None

    def use(self, name: str) -> str:
        """Make a game the current one."""
        name = self.resolve(name)
        write_atomic(self.folder / ".current", f"{name}\n".encode())
        return name

    # --- rulesets the games were dealt with ---

    def keep_rules(self, compiled: dict[str, Any]) -> None:
        """Freeze a compiled ruleset, so that editing its source cannot touch a running game."""
        try:
            freeze.freeze(compiled, self.folder / ".rulesets")
        except (freeze.FrozenError, OSError) as error:
            raise GameError("cannot_write", f"规则书存不下来：{error}", "看看磁盘和权限") from error

    def rules(self, digest: str) -> dict[str, Any]:
        """A frozen ruleset, whole and unchanged."""
        try:
            return freeze.thaw(self.folder / ".rulesets", digest)
        except freeze.FrozenError as error:
            raise DamagedSave("bad_rules", str(error), "存档没有动过") from error


class BadGameName(GameError):
    """A name that cannot be a file's."""

    exit_code = 2

    def __init__(self, name: str) -> None:
        super().__init__("bad_game_name", f"对局名「{name}」不能用", "用文字、数字和 - _，不要用 / 或以 . 开头")


def _checked(name: str) -> str:
    """A game's name is a file name and nothing more."""
    if not name or len(name.encode()) > 120 or name.startswith(".") or re.search(r'[/\\:*?"<>|\x00-\x1f]', name):
        raise BadGameName(name)
    return name
