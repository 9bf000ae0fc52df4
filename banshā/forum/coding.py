"""Files as they come from a browser: which coding, and the page inside a single-file save."""

from __future__ import annotations

import re
from dataclasses import dataclass

from banshā.game.errors import FileError

_META = re.compile(rb"""charset\s*=\s*["']?\s*([\w-]+)""", re.IGNORECASE)
_FEW = 0.002  # share of damaged signs beyond which a text is not in that coding at all


@dataclass(slots=True, frozen=True)
class Text:
    """A file's text and what was odd about it."""

    text: str
    notes: tuple[str, ...] = ()


def decode(data: bytes, name: str) -> Text:
    """Read bytes as UTF-8 or GBK. What a page claims counts less than its bytes: browsers save as they like."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Text(data.decode("utf-16", "replace"))
    if b"multipart/related" in data[:4000] or data[:5] == b"From:":
        data = _single_file(data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = ""
    if text and not _stray(text) or not data:
        return Text(text)
    claimed = _META.search(data[:4000])
    says_utf = claimed is not None and claimed[1].lower().replace(b"-", b"") == b"utf8"
    order = ["utf-8", "gb18030"] if says_utf else ["gb18030", "utf-8"]
    for coding in order:
        text = data.decode(coding, "replace")
        wrong = text.count("\ufffd")
        if wrong <= max(3, _FEW * len(text)) and not (coding == "gb18030" and _looks_wrong(text)):
            note = f"{name} 里有 {wrong} 处字节坏了，读作 \ufffd" if wrong else ""
            return Text(text, (note,) if note else ())
    raise FileError("bad_coding", f"{name} 既不是 UTF-8 也不是 GBK 的文字", "用浏览器重新保存，或另存为 UTF-8")


def _stray(text: str) -> bool:
    """GBK that happens to be valid UTF-8 (联通) reads as Latin, Greek and the like, without one Chinese sign."""
    odd = [c for c in text if c > "\x7f"]
    return bool(odd) and all("\x80" <= c < "\u0800" for c in odd) and any(c > "\xff" for c in odd)


def _looks_wrong(text: str) -> bool:
    """UTF-8 with a damaged byte, read as GBK, is full of signs nobody writes (鍏嶈垂)."""
    odd = sum(text.count(c) for c in "锛鐨銆鍙鎶绁闂")
    return odd * 25 > len([c for c in text if c > "\x7f"])


def _single_file(data: bytes) -> bytes:
    """The page inside an .mht: its first part of type text/html."""
    from email import message_from_bytes

    for part in message_from_bytes(data).walk():
        if part.get_content_type() == "text/html":
            body = part.get_payload(decode=True)
            if isinstance(body, bytes):
                return body
    return data
