"""A ruleset as it stands in its files: texts, the merged document, and which file each table came from."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from banshā.rulebook.findings import Finding
from banshā.rulebook.freeze import Stamp

# Arrays of tables whose items go by their name, and what a director calls such a table.
NAMED = {
    "camp": "阵营", "state": "状态", "role": "身份", "phase": "阶段", "loop": "循环", "link": "连带", "party": "团体",
    "office": "职位", "win": "胜负",
}  # fmt: skip
# Tables inside a role; both kinds share one space of names.
OF_ROLE = {"skill": "技能", "property": "特性"}
# Tables whose entries go by their key.
KEYED = {"numbers": "数", "ends": "结束时点", "wording": "文案", "deal": "发牌", "listed": "名单"}

Path_ = tuple[str, ...]


@dataclass
class SourceFile:
    """One TOML file, decoded."""

    path: Path
    shown: str
    text: str

    def line_of(self, pattern: str, start: int = 1) -> int:
        """Number of the first line from `start` on that matches, or 0."""
        rx = re.compile(pattern)
        for number, line in enumerate(self.text.splitlines(), 1):
            if number >= start and rx.search(line):
                return number
        return 0


@dataclass
class Source:
    """A ruleset folder with all it extends. `folders` are the folders read, the ruleset's own last."""

    folder: Path
    folders: list[Path] = field(default_factory=list)
    files: dict[str, SourceFile] = field(default_factory=dict)
    doc: dict[str, Any] = field(default_factory=dict)
    origins: dict[Path_, str] = field(default_factory=dict)
    problems: list[Finding] = field(default_factory=list)
    # What the folders looked like before they were read, so that a file saved meanwhile makes a cache stale.
    stamps: dict[str, Stamp] = field(default_factory=dict)

    def origin(self, where: Path_) -> str:
        """The file of the nearest enclosing table whose origin is known."""
        for length in range(len(where), 0, -1):
            if where[:length] in self.origins:
                return self.origins[where[:length]]
        return ""

    def line(self, where: Path_, key: str = "") -> tuple[str, int]:
        """File as shown, and the line of the table `where` (of `key` in it when that can be seen), 0 when unknown."""
        shown = self.origin(where)
        file = self.files.get(shown)
        if file is None or not where:
            return shown, 0
        line = _table_line(file, where)
        if line and key:
            line = _key_line(file, line, key) or line
        return shown, line


def _named_line(file: SourceFile, header: str, name: str, start: int) -> int:
    """Line of the `name = "…"` that follows a [[header]]."""
    rx_head, rx_next = re.compile(rf"^\s*\[\[\s*{re.escape(header)}\s*\]\]"), re.compile(r"^\s*\[")
    rx_name = re.compile(rf"^\s*name\s*=\s*[\"']{re.escape(name)}[\"']")
    inside = False
    for number, line in enumerate(file.text.splitlines(), 1):
        if number < start:
            continue
        if rx_next.match(line):
            inside = bool(rx_head.match(line))
        elif inside and rx_name.match(line):
            return number
    return 0


def _table_line(file: SourceFile, where: Path_) -> int:
    kind = where[0]
    if kind in NAMED and len(where) > 1:
        line = _named_line(file, kind, where[1], 1)
        if line and len(where) > 3:
            return _named_line(file, f"{kind}.{where[2]}", where[3], line) or line
        return line
    head = file.line_of(rf"^\s*\[\[?\s*{re.escape('.'.join(where[:1]))}\b[^\]]*\]")
    if len(where) > 1:
        name = re.escape(where[-1])
        return file.line_of(rf"^\s*[\"']?{name}[\"']?\s*=", head or 1) or head
    return head


def _key_line(file: SourceFile, start: int, key: str) -> int:
    """Line of a key below `start`, before the next table begins; `each[1].give` is looked up by its first word."""
    word = re.escape(re.split(r"[.\[]", key)[0])
    rx, rx_next = re.compile(rf"^\s*[\"']?{word}[\"']?\s*="), re.compile(r"^\s*\[\[?[A-Za-z_]")
    for number, line in enumerate(file.text.splitlines(), 1):
        if number <= start:
            continue
        if rx_next.match(line):
            return 0
        if rx.match(line):
            return number
    return 0


def decode(data: bytes) -> str:
    """Text of a file written by an editor that saves UTF-8 or, on a Chinese Windows, GBK."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("gb18030")


def parse(path: Path, shown: str) -> tuple[SourceFile | None, dict[str, Any], Finding | None]:
    """Read one file. A file that cannot be read gives a finding instead of a document."""
    try:
        text = decode(path.read_bytes())
    except UnicodeDecodeError:
        return None, {}, Finding("R001", "error", shown, "", "", "文件既不是 UTF-8 也不是 GBK，读不出来")
    except OSError as error:
        return None, {}, Finding("R001", "error", shown, "", "", f"文件打不开：{error.strerror}")
    file = SourceFile(path, shown, text)
    try:
        return file, tomllib.loads(text.replace("\r\n", "\n")), None
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        number = int(found[1]) if found else len(text.splitlines())
        lines = text.splitlines()
        quoted = lines[number - 1].strip() if 0 < number <= len(lines) else ""
        reason = next((ours for theirs, ours in _TOML_REASONS.items() if str(error).startswith(theirs)), "读不懂")
        message = f"TOML 写错了，{reason}：{quoted}" if quoted else f"TOML 写错了，{reason}"
        return file, {}, Finding("R001", "error", shown, "", "", message, line=number)


_TOML_REASONS = {
    "Cannot overwrite a value": "同一个键写了两次",
    "Invalid value": "等号后面的值不对（文字要加引号，是非写 true 或 false）",
    "Unclosed array": "方括号没有收尾",
    "Unclosed inline table": "花括号没有收尾",
    "Unterminated string": "引号没有收尾",
    "Illegal character": "引号没有收尾",
    "Expected '=' after a key in a key/value pair": "键后面缺等号",
    "Expected newline or end of document after a statement": "一行里多了东西",
    "Invalid statement": "这一行不是键、表头或注释",
}
