"""How wide a text stands: full-width signs take two columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def width(text: str) -> int:
    return sum(_width(c) for c in text)


def _width(c: str) -> int:
    if unicodedata.combining(c) or unicodedata.category(c) == "Cf":  # marks, joiners, marks of direction
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1


def pad(text: str, columns: int) -> str:
    return text + " " * max(0, columns - width(text))


def row(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Cells side by side; one that is wider than its column pushes the rest along."""
    return "  ".join(pad(cell, w) for cell, w in zip(cells, widths, strict=True)).rstrip()
