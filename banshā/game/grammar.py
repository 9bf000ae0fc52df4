"""The one grammar of command line, cases and saves: a line ``ACTOR VERB ARG… key=value…`` and back.

Blanks separate; 、 and commas do too, but not inside the value of a key. Full-width letters, digits, blanks and signs
read as half-width outside of quoted text. Quotes are "…" (with \\" \\\\ \\n), “…”, 「…」 or 『…』 (verbatim).
The free-text keys 内容 and 理由 need no quotes: they take the rest of the line, up to another of the tail keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from banshā.engine.inputs import Input

from .errors import LineError

FREE_KEYS = frozenset({"内容", "理由"})
# A free text ends where one of these begins, so that 理由=看错了 静默=是 says what it seems to say.
_TAIL = re.compile(r"\s(?:内容|理由|静默|效果|选项|技能|模式|随机|来源)\s*=")

_HALF = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20, 0xA0: 0x20}
_QUOTES = {'"': '"', "“": "”", "「": "」", "『": "』"}
_ESCAPES = {'"': '"', "\\": "\\", "n": "\n", "r": "\r"}
_SEPARATORS = ",、"


def normalise(text: str) -> str:
    """Full-width signs, letters, digits and blanks as half-width; same length, so positions stay."""
    return text.translate(_HALF)


def parse_line(line: str, number: int = 0) -> Input:
    """Read a line. Raises LineError with the place where it goes wrong."""
    words, params = split_line(line)
    if not words:
        raise LineError("empty_line", "这一行是空的", "写成「马甲 技能 目标」，例如：阿一 毒药 阿三")
    if len(words) < 2:
        raise LineError("no_verb", f"「{words[0]}」后面没有写做什么", f"写成「{words[0]} 技能 目标」")
    return Input(words[0], words[1], words[2:], params, number)


def split_line(line: str) -> tuple[list[str], dict[str, str]]:
    """The words and the key=value pairs of a line, without asking which word is what."""
    return _Reader(line).read()


def format_line(inp: Input) -> str:
    """The canonical line of an input; parse_line reads it back to the same input."""
    return join_line([inp.actor, inp.verb, *inp.args], inp.params)


def join_line(words: list[str], params: dict[str, str]) -> str:
    """The inverse of split_line. Free texts come last, unquoted only where that is unmistakable."""
    parts = [_word(word) for word in words]
    parts += [f"{key}={_value(value)}" for key, value in params.items() if key not in FREE_KEYS]
    free = [(key, value) for key, value in params.items() if key in FREE_KEYS]
    for place, (key, value) in enumerate(free):
        plain = place == len(free) - 1 and _plain_free(value)
        parts.append(f"{key}={value if plain else quote(value)}")
    return " ".join(parts)


def quote(text: str) -> str:
    """Text in straight quotes, on one line."""
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + text.replace("\n", "\\n").replace("\r", "\\r") + '"'


def _word(text: str) -> str:
    plain = text and text[0] not in _QUOTES and not any(_splits(char) or char == "=" for char in text)
    return text if plain and normalise(text) == text else quote(text)


def _value(text: str) -> str:
    plain = text and text[0] not in _QUOTES and not any(char.isspace() or char == "、" for char in text)
    return text if plain and normalise(text) == text and text[-1] != "," else quote(text)


def _plain_free(text: str) -> bool:
    return bool(text) and normalise(text[0]) not in _QUOTES and not any(char.isspace() for char in text)


def _splits(char: str) -> bool:
    return char.isspace() or char in _SEPARATORS


class _Reader:
    """One pass over a line; `raw` and `norm` have the same length."""

    def __init__(self, line: str) -> None:
        self.raw, self.norm, self.at, self.end = line, normalise(line), 0, len(line)
        self.words: list[str] = []
        self.params: dict[str, str] = {}

    def read(self) -> tuple[list[str], dict[str, str]]:
        while True:
            self._skip(_splits)
            if self.at >= self.end:
                return self.words, self.params
            if self.norm[self.at] in _QUOTES:
                self.words.append(self._quoted())
            else:
                self._bare()

    def _skip(self, test: Callable[[str], bool]) -> None:
        while self.at < self.end and test(self.norm[self.at]):
            self.at += 1

    def _bare(self) -> None:
        """A word, or a key with its value."""
        start = self.at
        while self.at < self.end and not _splits(self.norm[self.at]) and self.norm[self.at] != "=":
            self.at += 1
        word, stop = self.norm[start : self.at], self.at
        self._skip(str.isspace)
        if self.at >= self.end or self.norm[self.at] != "=":
            self.at = stop
            self.words.append(word)
            return
        if not word:
            raise LineError("bad_key", f"第 {start + 1} 个字的「=」前面没有名称", "写成「名称=内容」，例如 选项=1")
        self.at += 1
        self._skip(str.isspace)
        if word in self.params:
            raise LineError("double_key", f"「{word}=」写了两次", "只留一个；多个值用逗号隔开")
        self.params[word] = self._key_value(word)

    def _key_value(self, key: str) -> str:
        if self.at >= self.end:
            return ""
        if self.norm[self.at] in _QUOTES:
            return self._quoted()
        if key in FREE_KEYS:
            return self._free()
        value = self._chunk()
        while value.endswith(",") and self._list_goes_on():
            value += self._chunk()
        return value.rstrip(",")

    def _chunk(self) -> str:
        start = self.at
        while self.at < self.end and not self.norm[self.at].isspace():
            self.at += 1
        return self.norm[start : self.at].replace("、", ",")

    def _list_goes_on(self) -> bool:
        """After a comma and a blank (名单=阿一, 阿二) the list goes on, unless a key or quote begins there."""
        mark = self.at
        self._skip(str.isspace)
        start = self.at
        nxt = self._chunk()
        goes_on = bool(nxt) and "=" not in nxt and nxt[0] not in _QUOTES
        self.at = start if goes_on else mark
        return goes_on

    def _free(self) -> str:
        tail = _TAIL.search(self.norm, self.at)
        stop = tail.start() if tail else self.end
        text, self.at = self.raw[self.at : stop].strip(), stop
        return text

    def _quoted(self) -> str:
        start, opener = self.at, self.norm[self.at]
        closer, depth = _QUOTES[opener], 1
        out: list[str] = []
        wide = self.raw[start] == "＂"  # opened by a full-width sign, it may be closed by one
        self.at += 1
        while self.at < self.end:
            char = self.raw[self.at]
            same = closer if wide and char == "＂" else char
            self.at += 1
            if opener == '"' and char == "\\" and self.at < self.end and self.raw[self.at] in _ESCAPES:
                char = _ESCAPES[self.raw[self.at]]
                self.at += 1
            elif same == closer:
                depth -= 1
                if not depth:
                    self._after_quote()
                    return "".join(out)
            elif char == opener:
                depth += 1
            out.append(char)
        raise LineError("open_quote", f"第 {start + 1} 个字的引号 {self.raw[start]} 没有关上", f"在末尾补上 {closer}")

    def _after_quote(self) -> None:
        if self.at < self.end and not _splits(self.norm[self.at]):
            raise LineError("after_quote", f"第 {self.at} 个字的引号后面要空一格", "引号只能括住整个词或整个值")
