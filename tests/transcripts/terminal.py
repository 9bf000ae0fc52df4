"""bansha console in a pseudo-terminal: type a line, read what comes until the next prompt."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# prompt-toolkit turns bracketed paste on when it starts to ask and off when a line was taken.
ASKS, TOOK = "\x1b[?2004h", "\x1b[?2004l"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>78]|\r|\x07")
MARK = "bansha>"


class Terminal:
    """One `bansha console` with somebody typing into it."""

    def __init__(self, folder: Path, columns: int = 100) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        env = {
            **os.environ, "BANSHA_SAVES": str(folder / "saves"), "PYTHONPATH": str(ROOT), "TERM": "xterm",
            "PROMPT_TOOLKIT_NO_CPR": "1", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8",
        }  # fmt: skip
        for name in ("COLUMNS", "LINES", "BANSHA_DIRECTOR"):
            env.pop(name, None)
        command = [sys.executable, "-m", "banshā.cli.main", "console"]
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=env, cwd=folder,
                                        start_new_session=True)  # fmt: skip
        os.close(slave)
        self.data, self.gone, self.prompt = b"", False, ""
        self._until(lambda raw: ASKS in raw)
        self._draw()

    def __call__(self, line: str, more: Sequence[str] = (), replies: Sequence[str] = ()) -> str:
        """Type a line; what it brought, without escapes. more: lines the command reads; replies: to what it asks."""
        self._type(f"{line}\r")
        if more:
            self._until(lambda raw: "单独打一个 . 结束" in raw)
            self._type("".join(f"{x}\n" for x in [*more, "."]), forget=False)
        for n, reply in enumerate(replies, 1):
            self._until(lambda raw, n=n: raw.count("[y/N]") >= n)  # type: ignore[misc]
            self._type(f"{reply}\n", forget=False)
        raw = self._until(lambda raw: TOOK in raw and ASKS in raw[raw.rfind(TOOK) :])
        said = plain(raw[raw.find(TOOK) : raw.rfind(ASKS)])
        self._draw()
        return said

    def keys(self, text: str, wanted: str = "") -> str:
        """Press keys without Enter; what the screen was sent until `wanted` came."""
        self._type(text)
        return plain(self._until(lambda raw: wanted in plain(raw)))

    def interrupt(self) -> None:
        """Ctrl-C."""
        self._type("\x03")
        self._until(lambda raw: TOOK in raw and ASKS in raw[raw.rfind(TOOK) :])
        self._draw()

    def leave(self) -> int:
        """Ctrl-D; the exit code."""
        self._type("\x04")
        self._until(lambda raw: False)
        code = self.process.wait(20)
        os.close(self.master)
        return code

    def close(self) -> None:
        """Hang up."""
        self.process.kill()
        self.process.wait(20)
        os.close(self.master)

    def _draw(self) -> None:
        """Wait until the prompt stands there."""
        raw = self._until(lambda raw: MARK in raw[raw.rfind(ASKS) :])
        self.prompt = plain(raw[raw.rfind(ASKS) :])

    def _type(self, text: str, forget: bool = True) -> None:
        if forget:
            self.data = b""
        os.write(self.master, text.encode())

    def _until(self, done: Callable[[str], bool]) -> str:
        """All that came since something was typed, as soon as it is enough (or the other end hung up)."""
        until = time.monotonic() + 30
        while time.monotonic() < until:
            raw = self.data.decode("utf-8", "ignore")
            if self.gone or done(raw):
                return raw
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.data += os.read(self.master, 65536)
                except OSError:  # the other end is closed
                    self.gone = True
        raise TimeoutError(f"waited in vain: {self.data[-2000:]!r}")


def plain(raw: str) -> str:
    """What a person would read of it."""
    return ESCAPES.sub("", raw.replace("\r\n", "\n"))
