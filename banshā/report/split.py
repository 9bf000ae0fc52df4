"""Long texts cut into posts: between blocks where possible, then between rows and lines, then between sentences."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace

from .markup import Block

_STOPS = "。！？；，、,.!?; \u3000"
_WHOLE = frozenset({"title", "heading", "label", "sign", "place"})
_HEADS = frozenset({"title", "heading", "label"})


def cut(blocks: Sequence[Block], cost: Callable[[Block], int], room: int, glue: int) -> list[list[Block]]:
    """Parts of at most `room`. cost: the size of a block by itself; glue: the size of what stands between two."""
    cutter = _Cutter(cost, room, glue)
    for block in blocks:
        cutter.put(block)
    return [part for part in cutter.parts if part]


class _Cutter:
    def __init__(self, cost: Callable[[Block], int], room: int, glue: int) -> None:
        self.cost, self.room, self.glue = cost, room, glue
        self.parts: list[list[Block]] = [[]]
        self.used = 0

    @property
    def left(self) -> int:
        return self.room - self.used - (self.glue if self.parts[-1] else 0)

    def put(self, block: Block) -> None:
        rest: Block | None = block
        while rest is not None:
            if self.cost(rest) <= self.left:
                self._add(rest)
                return
            piece, after = self._piece(rest)
            if piece is None and any(b.kind not in _HEADS for b in self.parts[-1]):
                self._turn()
                continue
            if piece is None:
                rest = self._force(rest)
                continue
            self._add(piece)
            self._turn()
            rest = after

    def _add(self, block: Block) -> None:
        self.used += self.cost(block) + (self.glue if self.parts[-1] else 0)
        self.parts[-1].append(block)

    def _turn(self) -> None:
        """Begin a new part; a heading goes along with what it heads."""
        carried: list[Block] = []
        last = self.parts[-1]
        while len(last) > 1 and last[-1].kind in _HEADS:
            carried.insert(0, last.pop())
        self.parts.append([])
        self.used = 0
        for block in carried:
            self._add(block)

    def _piece(self, b: Block) -> tuple[Block | None, Block | None]:
        """As many whole rows or lines as still fit; (None, …) where not even one does."""
        if b.kind == "table":
            return self._rows(b)
        if b.kind in _WHOLE:
            return None, b
        lines = b.text.split("\n")
        n = _most(1, len(lines) - 1, lambda n: self.cost(replace(b, text="\n".join(lines[:n]))) <= self.left)
        if n:
            return _two(b, "\n".join(lines[:n]), "\n".join(lines[n:]))
        if self.cost(replace(b, text=lines[0])) > self.room:  # no post takes this line: fill this one with it
            return self._sentences(b)
        return None, b

    def _rows(self, b: Block) -> tuple[Block | None, Block | None]:
        head, rows = b.rows[0], b.rows[1:]
        n = _most(1, len(rows), lambda n: self.cost(replace(b, rows=[head, *rows[:n]])) <= self.left)
        if not n:
            return None, b
        after = replace(b, rows=[head, *rows[n:]], again=True) if rows[n:] else None
        return replace(b, rows=[head, *rows[:n]]), after

    def _sentences(self, b: Block) -> tuple[Block | None, Block | None]:
        """As much of a text as fits, up to a stop if there is one near the end."""
        text = b.text
        n = _most(1, len(text) - 1, lambda n: self.cost(replace(b, text=text[:n])) <= self.left)
        while n and _glued(text, n):
            n -= 1
        if n < 1:
            return None, b
        stop = max(text.rfind(c, n * 3 // 4, n) for c in _STOPS)
        n = stop + 1 if stop > 0 else n
        return _two(b, text[:n], text[n:])

    def _force(self, b: Block) -> Block | None:
        """Take some of what no part takes whole; returns the rest. A row too long becomes lines of text."""
        if b.kind == "table":
            head, row, *more = b.rows
            self.put(Block("text", "\n".join(f"{a}　{x}" for a, x in zip(head, row, strict=True))))
            return replace(b, rows=[head, *more], again=True) if more else None
        piece, after = self._sentences(b)
        if piece is None and self.parts[-1]:  # headings have left no room at all
            self.parts.append([])
            self.used = 0
            return b
        self._add(piece or b)
        return after if piece else None


def _most(low: int, high: int, fits: Callable[[int], bool]) -> int:
    """The largest number in the range that fits (bigger ones cost more), 0 where none does."""
    best = 0
    while low <= high:
        middle = (low + high) // 2
        if fits(middle):
            best, low = middle, middle + 1
        else:
            high = middle - 1
    return best


def _two(b: Block, first: str, second: str) -> tuple[Block, Block]:
    return replace(b, text=first), replace(b, text=second, head="", again=True)


def _glued(text: str, n: int) -> bool:
    """Whether what stands before and after place n is one sign to the eye."""
    joins = ("\u200d", "\ufe0f")
    return text[n] in joins or text[n - 1] == "\u200d" or bool(unicodedata.combining(text[n]))
