"""Text for the outside world: Discuz! code, Tieba, Markdown and plain, from one small list of blocks.

What Discuz! makes of its codes is written down in `bbcode-facts.md`: lower case only, no tags it lacks, sizes 1–7, a
post of at most 10,000 bytes, and smileys that eat ``:P`` anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

FORMATS = ("discuz", "tieba", "markdown", "plain")
LIMIT = 10_000  # bytes of a Discuz! post, a newline counted twice


@dataclass(slots=True)
class Block:
    """kind: title, heading, news, text, quote, code or table. rows: a table's, the first one its header."""

    kind: str
    text: str = ""
    head: str = ""
    rows: list[list[str]] = field(default_factory=list)


def render(blocks: Sequence[Block], form: str) -> str:
    """The whole text in that format."""
    return _JOIN[form].join(x for x in (_WRITERS[form](b) for b in blocks) if x)


def posts(blocks: Sequence[Block], form: str, limit: int = LIMIT) -> list[str]:
    """The text cut into posts the forum takes; cuts fall between blocks, long blocks are cut between lines."""
    if form != "discuz":
        return [render(blocks, form)]
    out: list[list[Block]] = [[]]
    for block in [part for b in blocks for part in _fitting(b, form, limit)]:
        if out[-1] and size(render([*out[-1], block], form)) > limit:
            out.append([])
        out[-1].append(block)
    return [render(part, form) for part in out if part]


def size(text: str) -> int:
    """Bytes as Discuz! counts them (UTF-8)."""
    return len(text.encode()) + text.count("\n")


def _fitting(block: Block, form: str, limit: int) -> list[Block]:
    if size(render([block], form)) <= limit:
        return [block]
    if block.kind == "table":
        head, *rows = block.rows
        half = len(rows) // 2
        if not half:
            return [block]
        parts = [Block("table", rows=[head, *rows[:half]]), Block("table", rows=[head, *rows[half:]])]
    else:
        lines = block.text.split("\n")
        if len(lines) > 1:
            half = len(lines) // 2
            cut = ["\n".join(lines[:half]), "\n".join(lines[half:])]
        else:
            half = len(block.text) // 2
            cut = [block.text[:half], block.text[half:]]
        parts = [Block(block.kind, cut[0], block.head), Block(block.kind, cut[1])]
    return [x for part in parts for x in _fitting(part, form, limit)]


# ── Discuz! ──

_SMILEY = re.compile(r"(?<!\d)[:;](?!//)|[:;](?!\d)(?!//)")
_TAG = re.compile(r"\[(/?[A-Za-z*][^\[\]]*|[A-Za-z0-9 ]+)\]")


def safe(text: str) -> str:
    """Text that no smiley eats and no code swallows."""
    text = _SMILEY.sub(lambda m: "：" if m[0] == ":" else "；", text)
    return _TAG.sub(lambda m: f"【{m[1]}】", text)


def _discuz(b: Block) -> str:
    text = safe(b.text)
    if b.kind == "title":
        return f"[align=center][b][size=5]{text}[/size][/b][/align]"
    if b.kind == "heading":
        return f"[b][size=4]{text}[/size][/b]"
    if b.kind == "news":
        return f"[b][size=5][color=Red]{text}[/color][/size][/b]"
    if b.kind == "quote":
        return f"[b]{safe(b.head)}[/b]\n[quote]{text}[/quote]" if b.head else f"[quote]{text}[/quote]"
    if b.kind == "code":
        return f"[code]{b.text}[/code]"
    if b.kind == "table":
        rows = ["[tr]" + "".join(f"[td]{_cell(c, i == 0)}[/td]" for c in row) + "[/tr]" for i, row in enumerate(b.rows)]
        return "[table=98%]\n" + "\n".join(rows) + "\n[/table]"
    return text


def _cell(text: str, bold: bool) -> str:
    text = safe(text)
    return f"[b]{text}[/b]" if bold and text else text


# ── Tieba and plain: no codes at all ──


def _tieba(b: Block) -> str:
    if b.kind == "title":
        return f"【{b.text}】"
    if b.kind == "heading":
        return f"\n◆ {b.text}"
    if b.kind == "news":
        return f"★ {b.text}"
    if b.kind == "quote":
        return f"{b.head}\n「{b.text}」" if b.head else f"「{b.text}」"
    if b.kind == "table":
        return "\n".join("  ".join(c for c in row if c) for row in b.rows[1:])
    return b.text


def _plain(b: Block) -> str:
    if b.kind == "title":
        return f"【{b.text}】"
    if b.kind == "heading":
        return f"\n{b.text}"
    if b.kind == "quote":
        return f"{b.head}{b.text}"
    if b.kind == "table":
        return "\n".join("  ".join(c for c in row if c) for row in b.rows[1:])
    return b.text


# ── Markdown ──

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")


def _escaped(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)


def _markdown(b: Block) -> str:
    text = _escaped(b.text)
    if b.kind == "title":
        return f"# {text}"
    if b.kind == "heading":
        return f"## {text}"
    if b.kind == "news":
        return "  \n".join(f"**{line}**" for line in text.split("\n"))
    if b.kind == "quote":
        quoted = "\n".join(f"> {line}" for line in text.split("\n"))
        return f"**{_escaped(b.head)}**\n\n{quoted}" if b.head else quoted
    if b.kind == "code":
        return f"```\n{b.text}\n```"
    if b.kind == "table":
        rows = [[_escaped(c).replace("\n", "<br>") for c in row] for row in b.rows]
        lines = [f"| {' | '.join(row)} |" for row in rows]
        return "\n".join([lines[0], "|" + " --- |" * len(b.rows[0]), *lines[1:]])
    return text


_WRITERS: dict[str, Callable[[Block], str]] = {
    "discuz": _discuz, "tieba": _tieba, "markdown": _markdown, "plain": _plain,
}  # fmt: skip
_JOIN = {"discuz": "\n", "tieba": "\n", "markdown": "\n\n", "plain": "\n"}
