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
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# prompt-toolkit turns bracketed paste on when it starts to ask and off when a line was taken.
ASKS, TOOK = "\x1b[?2004h", "\x1b[?2004l"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>78]|\r|\x07")


class Terminal:
    """One `bansha console` with somebody typing into it."""

    def __init__(self, folder: Path, columns: int = 100, **environment: str) -> None:
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        env = {
            **os.environ, "BANSHA_SAVES": str(folder / "saves"), "PYTHONPATH": str(ROOT), "TERM": "xterm",
            "PROMPT_TOOLKIT_NO_CPR": "1", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", **environment,
        }  # fmt: skip
        for name in ("COLUMNS", "LINES", "BANSHA_DIRECTOR"):
            env.pop(name, None)
        command = [sys.executable, "-m", "banshā.cli.main", "console"]
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=env, cwd=folder,
                                        start_new_session=True)  # fmt: skip
        os.close(slave)
        self.master, self.gone = master, False
        self.greeting = self._until_asked()

    def __call__(self, line: str) -> str:
        """Type a line; what it brought, without escapes."""
        os.write(self.master, f"{line}\r".encode())
        return self._until_asked()

    def keys(self, text: str, seconds: float = 1.0) -> str:
        """Press keys without Enter; what the screen was sent within that time."""
        os.write(self.master, text.encode())
        return ESCAPES.sub("", self._read(time.monotonic() + seconds))

    def lines(self, line: str, more: list[str]) -> str:
        """A command that reads lines, with the lines and the dot that ends them."""
        os.write(self.master, f"{line}\r".encode())
        time.sleep(0.3)  # until the terminal is the command's
        os.write(self.master, "".join(f"{x}\n" for x in [*more, "."]).encode())
        return self._until_asked()

    def leave(self) -> int:
        """Ctrl-D; the exit code."""
        os.write(self.master, b"\x04")
        code = self.process.wait(20)
        os.close(self.master)
        return code

    def _until_asked(self) -> str:
        """Everything up to the next prompt (or the end)."""
        raw, until = "", time.monotonic() + 30
        took = not hasattr(self, "greeting")
        while time.monotonic() < until:
            raw += self._read(time.monotonic() + 0.02)
            after = raw[raw.rfind(TOOK) :] if TOOK in raw else raw if took else ""
            if ASKS in after or self.gone:
                shown = after[: after.rfind(ASKS)] if ASKS in after else after or raw
                return ESCAPES.sub("", shown.replace("\r\n", "\n"))
        raise TimeoutError(f"no prompt came back: {raw[-2000:]!r}")

    def _read(self, until: float) -> str:
        data = b""
        while (left := until - time.monotonic()) > 0:
            if not select.select([self.master], [], [], left)[0]:
                break
            try:
                data += os.read(self.master, 65536)
            except OSError:  # the other end is closed
                self.gone = True
                break
            if data.endswith(b"\x1b[?2004h"):
                break
        return data.decode("utf-8", "replace")
