"""Discuz! code as stock Discuz! renders it (bbcode-facts.md): blocks into posts, texts that no rule of it spoils."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .markup import Block

ENCODINGS = ("utf-8", "gbk")
LIMIT = 10_000  # bytes of a member's post on a default install, a newline counted twice

# A colon between digits (21:14) or before // is no smiley; every other one may become the eyes of one.
_EYES = re.compile(r"(?<!\d)[:;](?!//)|[:;](?!\d)(?!//)")
# Brackets that are codes, or that the archiver takes for codes and deletes: [b], [/size], [*], [X], [3号].
_CODE = re.compile(r"\[(/?[A-Za-z0-9*][^\[\]]*|[A-Za-z0-9 ]+)\]")
_END_OF_CODE = re.compile(r"\[(/code)\]", re.IGNORECASE)


def size(text: str, encoding: str = "utf-8") -> int:
    """Bytes as the forum counts them: lines end in CRLF, signs that GBK lacks arrive as &#…;."""
    return len(text.encode(encoding, "xmlcharrefreplace")) + text.count("\n")


def foreign(text: str, encoding: str) -> str:
    """The signs of the text that a forum in that encoding cannot show, each once."""
    return "".join(c for c in dict.fromkeys(text) if c.encode(encoding, "ignore") == b"")


def safe(text: str) -> str:
    """Text that no smiley eats, no code swallows, and that calls nobody by @."""
    text = _EYES.sub(lambda m: "：" if m[0] == ":" else "；", text).replace("@", "＠")
    return _CODE.sub(lambda m: f"【{m[1]}】", text)


def write(b: Block) -> str:
    """One block. Its codes nest by themselves, so blocks can be put together and apart at will."""
    text = safe(b.text)
    if b.kind == "title":
        return f"[align=center][size=5][b]【{text}】[/b][/size][/align]"
    if b.kind == "heading":
        return f"[size=4][b]{text}[/b][/size]"
    if b.kind == "news":
        return f"[size=5][color=Red][b]{text}[/b][/color][/size]"
    if b.kind == "quote":
        head = f"[b]{safe(b.head)}[/b]\n" if b.head else ""
        return f"{head}[quote]{text.strip()}[/quote]"
    if b.kind == "place":
        return f"[color=Gray]{text}[/color]"
    if b.kind == "sign":
        return f"[align=right]{text}[/align]"
    if b.kind == "label":
        return f"[b]{text}[/b]"
    if b.kind == "code":
        return f"[code]{code_text(b.text)}[/code]"
    return _table(b.rows) if b.kind == "table" else text


def code_text(text: str) -> str:
    """Inside [code] everything stays as it is, but for the end of it."""
    return _END_OF_CODE.sub(r"［\1］", text)


def _table(rows: list[list[str]]) -> str:
    lines = ["[tr]" + "".join(f"[td]{_cell(c, i == 0)}[/td]" for c in row) + "[/tr]" for i, row in enumerate(rows)]
    return "\n".join(["[table=98%]", *lines, "[/table]"])


def _cell(text: str, bold: bool) -> str:
    """A bar ends a cell in the short form of tables that editors turn these into: it is written wide."""
    text = safe(text).replace("|", "｜")
    return f"[b]{text}[/b]" if bold else text


def whole(text: str) -> str:
    """A post without any closing code gets no codes at all: give it one."""
    return text if "[/" in text else f"[size=3]{text}[/size]"
