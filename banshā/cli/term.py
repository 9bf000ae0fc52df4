"""Terminal matters: width of full-width text, tables, colour. Off a terminal everything is plain text."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from banshā.report.columns import pad as pad
from banshā.report.columns import row as _row
from banshā.report.columns import width as width


def is_terminal() -> bool:
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def has_colour() -> bool:
    return is_terminal() and not os.environ.get("NO_COLOR")


def columns() -> int:
    """Columns of the terminal (COLUMNS, else its size, else 80)."""
    import shutil

    return shutil.get_terminal_size((80, 24)).columns


def styled(text: str, style: str) -> str:
    """Colour on a terminal; the text itself elsewhere. style: bold, dim, red, green, yellow, cyan."""
    codes = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
    return f"\x1b[{codes[style]}m{text}\x1b[0m" if has_colour() and text else text


def head(text: str) -> str:
    return styled(text, "bold")


def table(header: Sequence[str], rows: Sequence[Sequence[str]], title: str = "", spare: Sequence[str] = ()) -> str:
    """A table: ruled and folded to the width on a terminal, aligned columns in a pipe. Empty columns are left out.

    spare: columns that may go where the terminal is too narrow for all.
    """
    keep = [i for i in range(len(header)) if any(row[i] for row in rows)]
    if not rows or not keep:
        return title
    if not is_terminal():
        return _drawn([header[i] for i in keep], [[row[i] for i in keep] for row in rows], title, [])
    widths = [max(width(cell) for cell in [header[i], *(row[i] for row in rows)]) for i in keep]
    if sum(widths) + 2 * (len(keep) - 1) > columns() and any(header[i] in spare for i in keep):
        widths = [w for w, i in zip(widths, keep, strict=True) if header[i] not in spare]
        keep = [i for i in keep if header[i] not in spare]
    parts = [[p for cell in [header[i], *(row[i] for row in rows)] for p in _parts(cell)] for i in keep]
    whole = [min(_WHOLE, max(map(width, mine))) for mine in parts]
    limits = _shared_out(widths, whole)
    return _drawn([header[i] for i in keep], [[row[i] for i in keep] for row in rows], title, limits)


def _drawn(header: Sequence[str], rows: Sequence[Sequence[str]], title: str, limits: Sequence[int]) -> str:
    """limits: columns for each column (none: as wide as it is, without a rule)."""
    cells = [[cell.replace("\n", "；") for cell in row] for row in rows]
    if not limits:
        widths = [max(width(row[i]) for row in [header, *cells]) for i in range(len(header))]
        return "\n".join([*([title] if title else []), *(_row(row, widths) for row in [header, *cells])])
    lines = [head(_row(header, limits)), styled("─" * min(columns(), sum(limits) + 2 * (len(limits) - 1)), "dim")]
    for row in cells:
        folded = [fold(cell, w) for cell, w in zip(row, limits, strict=True)]
        for n in range(max(len(f) for f in folded)):
            lines.append(_row([f[n] if n < len(f) else "" for f in folded], limits))
    return "\n".join([*([title] if title else []), *lines])


def _shared_out(widths: Sequence[int], whole: Sequence[int]) -> list[int]:
    """Widths that fit the terminal: the widest columns give way, but not below what keeps their words whole."""
    room = max(columns() - 2 * (len(widths) - 1), 4 * len(widths))
    if sum(widths) <= room:
        return list(widths)
    least = whole if sum(whole) <= room else [min(w, 4) for w in widths]
    at = next((n for n in range(max(widths), 0, -1) if sum(_capped(widths, least, n)) <= room), 0)
    out = _capped(widths, least, at)
    for i in sorted(range(len(widths)), key=lambda i: widths[i] - out[i], reverse=True):
        out[i] += min(widths[i] - out[i], room - sum(out), 1)
    return out


def _capped(widths: Sequence[int], least: Sequence[int], cap: int) -> list[int]:
    return [max(low, min(w, cap)) for w, low in zip(widths, least, strict=True)]


_WHOLE = 11  # columns up to which a word is kept in one piece
_AFTER, _BEFORE, _NEVER_FIRST = "、，；。) ）", "（(", "、，；。：)）×*"


def _parts(cell: str) -> list[str]:
    """The pieces a cell may be broken into without breaking a word."""
    out, start = [], 0
    for i in range(1, len(cell)):
        if (cell[i - 1] in _AFTER or cell[i] in _BEFORE) and cell[i] not in _NEVER_FIRST:
            out.append(cell[start:i].strip())
            start = i
    return [*out, cell[start:].strip()]


def fold(text: str, room: int) -> list[str]:
    """The text in lines of at most that many columns, broken where it reads best."""
    lines: list[str] = []
    while width(text) > room:
        end, used = 0, 0
        while end < len(text) and used + width(text[end]) <= room:
            used += width(text[end])
            end += 1
        end = max(end, 1)
        good = [i for i in range(end, end // 3, -1) if text[i - 1] in _AFTER or text[i : i + 1] in tuple(_BEFORE)]
        cut = good[0] if good else end
        while 1 < cut < len(text) and (text[cut] in _NEVER_FIRST or text[cut - 1] == "×"):
            cut -= 1
        lines.append(text[:cut].rstrip())
        text = text[cut:].lstrip()
    return [*lines, text]


def indent(text: str, by: str = "  ") -> str:
    return "\n".join(by + line if line else line for line in text.splitlines())
