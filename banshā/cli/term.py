"""Terminal matters: width of full-width text, tables, colour. Off a terminal everything is plain text."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Sequence


def is_terminal() -> bool:
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def has_colour() -> bool:
    return is_terminal() and not os.environ.get("NO_COLOR")


def width(text: str) -> int:
    """Columns the text takes: full-width signs take two."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def pad(text: str, columns: int) -> str:
    return text + " " * max(0, columns - width(text))


def styled(text: str, style: str) -> str:
    """Colour on a terminal; the text itself elsewhere. style: bold, dim, red, green, yellow, cyan."""
    codes = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
    return f"\x1b[{codes[style]}m{text}\x1b[0m" if has_colour() and text else text


def head(text: str) -> str:
    return styled(text, "bold")


def table(header: Sequence[str], rows: Sequence[Sequence[str]], title: str = "") -> str:
    """A table: framed on a terminal, aligned columns in a pipe. Columns without any content are left out."""
    keep = [i for i in range(len(header)) if any(row[i] for row in rows)]
    header = [header[i] for i in keep]
    rows = [[row[i] for i in keep] for row in rows]
    if not rows:
        return title
    return _framed(header, rows, title) if is_terminal() else _plain(header, rows, title)


def _plain(header: Sequence[str], rows: Sequence[Sequence[str]], title: str) -> str:
    every = [list(header), *([cell.replace("\n", "；") for cell in row] for row in rows)]
    widths = [max(width(row[i]) for row in every) for i in range(len(header))]
    lines = ["  ".join(pad(cell, w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in every]
    return "\n".join([*([title] if title else []), *lines])


def _framed(header: Sequence[str], rows: Sequence[Sequence[str]], title: str) -> str:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    colour = has_colour()
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for name in header:
        grid.add_column(name, overflow="fold", header_style="bold" if colour else "")
    for row in rows:
        grid.add_row(*(Text(cell) for cell in row))
    console = Console(highlight=False, color_system="auto" if colour else None)
    with console.capture() as shot:
        console.print(grid)
    lines = [line.rstrip() for line in shot.get().strip("\n").split("\n")]
    shown = "\n".join(line for line in lines if line)
    return f"{title}\n{shown}" if title else shown


def indent(text: str, by: str = "  ") -> str:
    return "\n".join(by + line if line else line for line in text.splitlines())
