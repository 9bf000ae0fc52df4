"""A strict reader of Discuz! code: what stock Discuz! would not render as meant, and what readers see of the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from . import bbcode

_HEX = "[0-9a-fA-F]"
_COLOUR = rf"[A-Za-z]+|#(?:{_HEX}{{3}}|{_HEX}{{6}}|{_HEX}{{8}})|rgb\(\d{{1,3}}, ?\d{{1,3}}, ?\d{{1,3}}\)"
_WIDTH = r"(?:[1-9]?\d|100)%|[1-9]\d{1,2}"
# The tags a default install lets members use, with what may stand after the =. None: nothing may.
_TAGS: dict[str, str | None] = {
    "b": None, "i": None, "u": None, "s": None, "quote": None, "free": None, "code": None, "indent": None,
    "color": _COLOUR, "backcolor": _COLOUR, "size": r"[1-7]|[1-9]\d?p[xt]", "align": "left|center|right",
    "font": r'[^\[\]"<>;()]+', "float": "left|right", "p": r"\d{1,2}, \d{1,2}, (?:left|center|right)",
    "list": "|1|a|A", "table": rf"|(?:{_WIDTH})(?:,(?:{_COLOUR}))?", "tr": rf"|{_COLOUR}",
    "td": rf"|\d\d?,\d\d?(?:,(?:{_WIDTH}))?|{_WIDTH}", "url": r"|https?://[^\[\]\"\s]+|[a-z]+\.php[^\[\]\"\s]*",
    "email": "|[^\\s\\[\\]]+@[^\\s\\[\\]]+",
}  # fmt: skip
_ALONE = frozenset({"hr", "*"})
_UNNESTED = frozenset({"quote", "free"})  # the inner one of two stays text
_SMILEYS = re.compile(
    r":(?:\)|\(|D|'\(|@|o|P|\$|L|Q|lol|loveliness:|funk:|curse:|dizzy:|shutup:|sleepy:|hug:|victory:|time:|kiss:"
    r"|handshake|call:)|;P"
)
_TOKEN = re.compile(
    r"\[(?P<end>/?)(?P<name>[A-Za-z]+|\*)(?P<rest>[^\[\]]*)\]|\[(?P<eaten>[0-9][^\[\]]*|[A-Za-z0-9 ]+)\]"
)
_CODE = re.compile(r"\[code\](.*?)\[/code\]", re.DOTALL)
_DEEPEST = 5  # tables within tables


@dataclass(slots=True)
class _Piece:
    """kind: text, open, close, alone, code."""

    kind: str
    text: str
    at: int = 0
    wrong: str = ""


def faults(text: str, limit: int | None = bbcode.LIMIT, encoding: str = "utf-8") -> list[str]:
    """Everything in the post that a stock forum would refuse, spoil or show otherwise than meant."""
    found = [p.wrong for p in _pieces(text) if p.wrong]
    if not found:
        found = _nesting(text) or _tables(text)
    for piece in _pieces(text):
        if piece.kind == "text":
            found += [f"表情：{m[0]}" for m in _SMILEYS.finditer(piece.text)]
    if limit and bbcode.size(text, encoding) > limit:
        found.append(f"太长：{bbcode.size(text, encoding)} 字节，最多 {limit}")
    if strange := bbcode.foreign(text, encoding):
        found.append(f"{encoding} 里没有的字：{strange}")
    if "[/" not in text:
        found.append("整贴没有 [/，论坛代码不会生效")
    outside = re.sub(r"\[quote\].*?\[/quote\]", "", text, flags=re.DOTALL)
    if bbcode.size(outside.strip(), encoding) < 10:
        found.append("引用之外不到 10 字节")
    return found


def visible(text: str) -> str:
    """What a reader sees: codes gone, code boxes as they are. Blanks are of no account."""
    return "".join(p.text for p in _pieces(text) if p.kind in ("text", "code"))


def _pieces(text: str) -> Iterator[_Piece]:
    """The text taken apart."""
    at = 0
    for box in _CODE.finditer(text):
        yield from _codes(text[at : box.start()], at)
        yield _Piece("code", box[1], box.start())
        at = box.end()
    yield from _codes(text[at:], at)


def _codes(text: str, start: int) -> Iterator[_Piece]:
    at = 0
    for m in _TOKEN.finditer(text):
        if m.start() > at:
            yield _Piece("text", text[at : m.start()], start + at)
        at = m.end()
        wrong = f"归档页会吃掉 {m[0]}" if m["eaten"] else _wrong(m)
        if wrong:
            yield _Piece("text", m[0], start + m.start(), wrong)
        elif m["name"] in _ALONE:
            yield _Piece("alone", m["name"], start + m.start())
        else:
            yield _Piece("close" if m["end"] else "open", m["name"], start + m.start())
    if at < len(text):
        yield _Piece("text", text[at:], start + at)


def _wrong(m: re.Match[str]) -> str:
    """What is wrong with one code by itself."""
    name, rest = m["name"], m["rest"]
    if name in _ALONE:
        return "" if not rest and not m["end"] else f"{m[0]} 写错了"
    if name not in _TAGS:
        return f"没有标签 {m[0]}" if name.lower() not in _TAGS else f"标签要小写：{m[0]}"
    if name == "code":
        return f"{m[0]} 没有配对"
    if m["end"]:
        return "" if not rest else f"{m[0]} 写错了"
    allowed = _TAGS[name]
    if not rest:
        return "" if allowed is None or allowed.startswith("|") else f"{m[0]} 少了参数"
    if allowed is None or not rest.startswith("=") or not re.fullmatch(allowed, rest[1:]):
        return f"参数不认：{m[0]}"
    return f"{m[0]} 会变成 560 以上的宽度" if name == "table" and _too_wide(rest[1:]) else ""


def _too_wide(rest: str) -> bool:
    width = rest.split(",")[0]
    return width.isdecimal() and int(width) > 560


def _nesting(text: str) -> list[str]:
    """Codes that do not close in turn, that must not stand in one another, or stand where they mean nothing."""
    stack: list[str] = []
    for p in _pieces(text):
        if p.kind == "open":
            if p.text in _UNNESTED and any(x in _UNNESTED for x in stack):
                return [f"[{p.text}] 不能套 [{p.text}]"]
            if p.text == "table" and stack.count("table") >= _DEEPEST:
                return [f"表格最多套 {_DEEPEST} 层"]
            stack.append(p.text)
        elif p.kind == "close":
            if not stack or stack[-1] != p.text:
                return [f"[/{p.text}] 关的是 [{stack[-1]}]" if stack else f"[/{p.text}] 前面没有 [{p.text}]"]
            stack.pop()
        elif p.kind == "alone" and p.text == "*" and (not stack or stack[-1] != "list"):
            return ["[*] 不在列表里"]
    return [f"[{name}] 没有关" for name in stack]


_PARENT = {"tr": "table", "td": "tr"}
_CHILD = {"table": "tr", "tr": "td"}


def _tables(text: str) -> list[str]:
    """Rows in tables, cells in rows, nothing else between them."""
    stack: list[str] = []
    empty: set[int] = set()  # depths at which a table or row has no child yet
    for p in _pieces(text):
        inside = stack[-1] if stack else ""
        if p.kind == "close":
            if len(stack) in empty:
                return [f"[{p.text}] 里没有 [{_CHILD[p.text]}]"]
            stack.pop()
            continue
        wanted = _CHILD.get(inside)
        if wanted and not (p.kind == "open" and p.text == wanted) and (p.kind != "text" or p.text.strip()):
            return [f"[{inside}] 里只能有 [{wanted}]，不能有 {p.text.strip()[:20]}"]
        if p.kind == "open":
            if p.text in _PARENT and inside != _PARENT[p.text]:
                return [f"[{p.text}] 不在 [{_PARENT[p.text]}] 里"]
            empty.discard(len(stack))
            stack.append(p.text)
            if p.text in _CHILD:
                empty.add(len(stack))
            else:
                empty.discard(len(stack))
    return []
