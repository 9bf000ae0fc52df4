"""Text for the outside world: Discuz! code, Tieba, Markdown and plain, from one small list of blocks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from . import bbcode, columns
from .bbcode import LIMIT, safe, size

__all__ = ["FORMATS", "LIMIT", "Block", "posts", "render", "safe", "size"]

FORMATS = ("discuz", "tieba", "markdown", "plain")
_WIDEST = 20  # columns of a plain table that are kept below one another
EMPTY = "－"  # an empty cell, so that a line of cells keeps its columns
PART = "（第 {n} 贴，共 {total} 贴）"


@dataclass(slots=True)
class Block:
    """kind: title, heading, news, text, quote, code, table, place (to be filled in), sign or label (of a part).

    rows: a table's, the first one its header. again: the rest of a block that was cut.
    """

    kind: str
    text: str = ""
    head: str = ""
    rows: list[list[str]] = field(default_factory=list)
    again: bool = False


def render(blocks: Sequence[Block], form: str) -> str:
    """The whole text in that format."""
    return _joined([neat(b) for b in blocks], form)


def posts(
    blocks: Sequence[Block], form: str, limit: int | None = None, encoding: str = "utf-8", part: str = PART
) -> list[str]:
    """The text as posts the forum takes, numbered where there are several.

    limit: bytes in that encoding; None: what Discuz! takes, and no limit in the other formats.
    """
    neatly = [neat(b) for b in blocks]
    limit = limit or (LIMIT if form == "discuz" else 0)
    text = _joined(neatly, form)
    if not limit or size(text, encoding) <= limit:
        return [text] if text else []
    from .split import cut

    def cost(b: Block) -> int:
        return size(_WRITERS[form](b), encoding)

    def label(n: int, total: int) -> Block:
        return Block("label", part.replace("{n}", str(n)).replace("{total}", str(total)))

    glue = size(_JOIN[form], encoding)
    parts = cut(neatly, cost, limit - cost(label(999, 999)) - glue, glue)
    if len(parts) == 1:
        return [_joined(parts[0], form)]
    return [_joined([label(n, len(parts)), *part], form) for n, part in enumerate(parts, 1)]


def neat(b: Block) -> Block:
    """The block as every format shows it: no column without content, no cell without a sign."""
    if b.kind != "table":
        return b
    keep = [i for i in range(len(b.rows[0])) if any(row[i].strip() for row in b.rows[1:])]
    if not keep:
        return Block("text")
    return replace(b, rows=[[row[i].strip() or EMPTY for i in keep] for row in b.rows])


def _joined(blocks: Sequence[Block], form: str) -> str:
    text = _JOIN[form].join(x for x in (_WRITERS[form](b) for b in blocks) if x)
    return bbcode.whole(text) if form == "discuz" and text else text


# ── Tieba and plain: no codes at all ──


def _tieba(b: Block) -> str:
    """@ and a name call a stranger in."""
    return _starred(b).replace("@", "＠")


def _starred(b: Block) -> str:
    if b.kind == "heading":
        return f"\n◆ {b.text}"
    if b.kind == "news":
        return "\n".join(f"★ {line}" for line in b.text.split("\n"))
    if b.kind == "quote":
        return f"{b.head}\n「{b.text}」" if b.head else f"「{b.text}」"
    if b.kind == "table":  # Tieba runs blanks together
        return "\n".join("｜".join(c.replace("\n", "；") for c in row) for row in b.rows)
    return _plain(b)


def _plain(b: Block) -> str:
    if b.kind == "title":
        return f"【{b.text}】"
    if b.kind == "heading":
        return f"\n{b.text}"
    if b.kind == "quote":
        return f"{b.head}{b.text}"
    return _aligned(b.rows) if b.kind == "table" else b.text


def _aligned(rows: list[list[str]]) -> str:
    """Columns below one another; a name of forty signs does not push all others out."""
    cells = [[c.replace("\n", "；") for c in row] for row in rows]
    widths = [min(_WIDEST, max(columns.width(row[i]) for row in cells)) for i in range(len(cells[0]))]
    return "\n".join(columns.row(row, widths) for row in cells)


# ── Markdown ──

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")
_LEADS = re.compile(r"^(\s*)([-+=]|\d+[.)])", re.MULTILINE)


def _escaped(text: str) -> str:
    text = _MARKS.sub(r"\\\1", text)
    return _LEADS.sub(lambda m: f"{m[1]}{m[2][:-1]}\\{m[2][-1]}", text)


def _lines(text: str) -> str:
    return _escaped(text).replace("\n", "  \n")


def _markdown(b: Block) -> str:
    if b.kind == "title":
        return f"# {_escaped(b.text)}"
    if b.kind == "heading":
        return f"## {_escaped(b.text)}"
    if b.kind in ("news", "label"):
        return "  \n".join(f"**{_escaped(line)}**" for line in b.text.split("\n"))
    if b.kind == "place":
        return f"*{_escaped(b.text)}*"
    if b.kind == "quote":
        quoted = "\n".join(f"> {line}" for line in _lines(b.text).split("\n"))
        return f"**{_escaped(b.head)}**\n\n{quoted}" if b.head else quoted
    if b.kind == "code":
        fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", b.text)), default=0))
        return f"{fence}\n{b.text.rstrip()}\n{fence}"
    if b.kind == "table":
        rows = [[_escaped(c).replace("\n", "<br>") for c in row] for row in b.rows]
        lines = [f"| {' | '.join(row)} |" for row in rows]
        return "\n".join([lines[0], "|" + " --- |" * len(b.rows[0]), *lines[1:]])
    return _lines(b.text)


_WRITERS: dict[str, Callable[[Block], str]] = {
    "discuz": bbcode.write, "tieba": _tieba, "markdown": _markdown, "plain": _plain,
}  # fmt: skip
_JOIN = {"discuz": "\n", "tieba": "\n", "markdown": "\n\n", "plain": "\n"}
