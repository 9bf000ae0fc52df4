"""The save: one TOML file a game, readable and repairable by hand, written whole and atomically, trusted only if whole.

Its lists hold one line of text per element, because that is what a director can read, diff and correct. The last key
says that the file is complete: a file cut off anywhere lacks it, or is no TOML at all.
"""

from __future__ import annotations

import contextlib
import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .errors import DamagedSave, JournalError, LineError, NewerSave
from .files import why, write_atomic
from .grammar import join_line, split_line
from .journal import Entry, parse_entry, parse_journal
from .plain import sha

FORMAT = 1
_REPAIR = "文件没有动过；照着提示用文本编辑器改好，或换回备份"


@dataclass(slots=True)
class SeatLine:
    """A seat as it was dealt."""

    floor: int
    name: str
    player: str
    cards: list[str]
    extra: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        words = [str(self.floor), self.name, "+".join(self.cards)]
        return join_line(words, ({"玩家": self.player} if self.player else {}) | self.extra)


@dataclass(slots=True, frozen=True)
class Sent:
    """Something that left the machine: a notice to one seat, or (seat "") a line of the announcement `post`.

    label: the moment it belongs to. corrected: when its withdrawal was told.
    """

    time: str
    who: str
    post: str
    seat: str
    label: str
    rule: str
    digest: str
    text: str
    corrected: str = ""

    def __str__(self) -> str:
        to = self.seat or f"公告:{self.post}"
        state = f"更正 {self.corrected}" if self.corrected else "有效"
        return " | ".join([f"{self.time} {self.who}", to, self.label, self.rule, self.digest, state, self.text])


@dataclass(slots=True, frozen=True)
class PhaseDigest:
    """Digest of the state right after input `number` closed the phase `label` (number 0: right after the deal)."""

    number: int
    label: str
    digest: str

    def __str__(self) -> str:
        return f"{self.number:04d} {self.label} {self.digest}"


@dataclass(slots=True)
class Save:
    """Everything a save file says."""

    name: str
    version: str
    created: str
    ruleset: str
    ruleset_title: str
    ruleset_digest: str
    seed: str
    salt: str
    commitment: str
    deal_method: str
    deal_pool: list[str]
    roster: list[str]
    seats: list[SeatLine]
    journal: list[Entry] = field(default_factory=list)
    undone: list[Entry] = field(default_factory=list)  # last one is redone first
    history: list[str] = field(default_factory=list)
    ledger: list[Sent] = field(default_factory=list)
    digests: list[PhaseDigest] = field(default_factory=list)

    def check(self) -> str:
        """Digest of what nobody may change after the deal."""
        fixed = [self.ruleset, self.ruleset_digest, self.seed, self.salt, self.commitment, self.created]
        deal = [self.deal_method, self.deal_pool, self.roster, [str(seat) for seat in self.seats]]
        return sha([*fixed, *deal])[:32]


# --- writing ----------------------------------------------------------------------------------------------------


def dump_save(save: Save) -> str:
    """The file's text."""
    head = [
        "# bansha 的存档。journal 里一行是导演的一条输入；手工修改前请先备份，编号要连贯。",
        f"format = {FORMAT}",
        *(f"{key} = {_string(value)}" for key, value in (
            ("bansha", save.version), ("name", save.name), ("created", save.created), ("ruleset", save.ruleset),
            ("ruleset_title", save.ruleset_title), ("ruleset_digest", save.ruleset_digest), ("seed", save.seed),
            ("salt", save.salt), ("commitment", save.commitment), ("deal_method", save.deal_method),
        )),
    ]  # fmt: skip
    parts = [
        "\n".join(head),
        _list("deal_pool", save.deal_pool), _list("roster", save.roster), _list("seats", save.seats),
        f"check = {_string(save.check())}",
        "# 日志", _list("journal", save.journal),
        "# 撤销掉的（最后一条最先重做）", _list("undone", save.undone),
        "# 改过、去掉的旧行", _list("history", save.history),
        "# 已经发出的通知和公告", _list("ledger", save.ledger),
        "# 各阶段结束时的摘要", _list("digests", save.digests),
        "complete = true\n",
    ]  # fmt: skip
    return "\n".join(parts)


def write_save(path: Path, save: Save) -> bytes:
    """Write the save; returns the bytes written."""
    data = dump_save(save).encode("utf-8")
    write_atomic(path, data)
    return data


def _list(key: str, items: list[Any]) -> str:
    if not items:
        return f"{key} = []"
    return f"{key} = [\n" + "".join(f"  {_string(str(item))},\n" for item in items) + "]"


_PLAIN = re.compile(r"[^'\x00-\x1f\x7f]*")
_SPECIAL = re.compile(r'["\\\x00-\x1f\x7f]')


def _string(text: str) -> str:
    """Literal quotes where possible: they read as typed, and tomllib reads them several times faster."""
    if _PLAIN.fullmatch(text):
        return f"'{text}'"
    names = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
    return '"' + _SPECIAL.sub(lambda m: names.get(m[0], f"\\u{ord(m[0]):04x}"), text) + '"'


# --- reading ----------------------------------------------------------------------------------------------------


def read_save(path: Path) -> tuple[Save, bytes]:
    """The save and the bytes it was read from. Raises DamagedSave or NewerSave; never changes the file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DamagedSave("unreadable", f"读不了存档 {path}：{why(error)}", "检查文件和权限") from error
    return parse_save(data, path.name), data


def parse_save(data: bytes, where: str = "存档") -> Save:
    """Read a save from its bytes; `where` names it in messages."""
    text = _decode(data, where)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _toml_error(error, text, where) from None
    number = table.get("format")
    if isinstance(number, int) and number > FORMAT:
        raise NewerSave(
            "newer_save",
            f"{where} 是更新的 bansha 写的（格式 {number}，这里只懂 {FORMAT}）",
            "升级 bansha 再打开；文件没有动过",
        )
    if number != FORMAT:
        raise DamagedSave("no_format", f"{where} 不像存档：没有 format = {FORMAT}", _REPAIR)
    return _Builder(table, text, where).save()


def _decode(data: bytes, where: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        with contextlib.suppress(UnicodeDecodeError):
            data.decode("gbk")
            hint = "看来被另存成了 GBK；用文本编辑器重新存为 UTF-8"
            raise DamagedSave("bad_coding", f"{where} 第 {line} 行不是 UTF-8 文字", hint, line) from None
        raise DamagedSave("bad_coding", f"{where} 第 {line} 行不是 UTF-8 文字", _REPAIR, line) from None


def _toml_error(error: tomllib.TOMLDecodeError, text: str, where: str) -> DamagedSave:
    found = re.search(r"at line (\d+)", str(error))
    line = int(found[1]) if found else text.count("\n") + 1
    what = "在这里断了，后面的内容不见了" if not found or "end of document" in str(error) else f"写坏了（{error}）"
    return DamagedSave("bad_toml", f"{where} 第 {line} 行{what}", _REPAIR, line)


class _Builder:
    """Takes the parsed table apart; every complaint names a line of the file."""

    def __init__(self, table: dict[str, Any], text: str, where: str) -> None:
        self.table, self.text, self.where = table, text, where

    def save(self) -> Save:
        if self.table.get("complete") is not True:
            last = self.text.count("\n") + 1
            raise DamagedSave(
                "cut_off", f"{self.where} 到第 {last} 行就断了：少了结尾的 complete = true", _REPAIR, last
            )
        save = Save(
            name=self._text("name"), version=self._text("bansha"), created=self._text("created"),
            ruleset=self._text("ruleset"), ruleset_title=self._text("ruleset_title"),
            ruleset_digest=self._text("ruleset_digest"), seed=self._text("seed"), salt=self._text("salt"),
            commitment=self._text("commitment"), deal_method=self._text("deal_method"),
            deal_pool=self._texts("deal_pool"), roster=self._texts("roster"),
            seats=[self._seat(line) for line in self._texts("seats")],
            journal=self._journal(), undone=[self._undone(line) for line in self._texts("undone")],
            history=self._texts("history"), ledger=[self._sent(line) for line in self._texts("ledger")],
            digests=[self._digest(line) for line in self._texts("digests")],
        )  # fmt: skip
        if save.check() != self._text("check"):
            raise self._fault("check", "开局资料（种子、规则、座位、承诺）和校验值 check 对不上", "check")
        return save

    def _fault(self, code: str, what: str, near: str) -> DamagedSave:
        line = self._line_of(near)
        place = f" 第 {line} 行" if line else ""
        return DamagedSave(code, f"{self.where}{place}：{what}", _REPAIR, line)

    def _line_of(self, near: str) -> int:
        at = self.text.find(f"\n{near} =")
        at = at + 1 if at >= 0 else self.text.find(_string(near))
        if at < 0:
            at = self.text.find(near)
        return self.text.count("\n", 0, at) + 1 if at >= 0 else 0

    def _text(self, key: str) -> str:
        value = self.table.get(key)
        if not isinstance(value, str):
            raise self._fault("bad_header", f"少了 {key}，或它不是一段文字", key)
        return value

    def _texts(self, key: str) -> list[str]:
        value = self.table.get(key)
        if not isinstance(value, list):
            raise self._fault("bad_header", f"少了 {key}，或它不是一列文字", key)
        for item in value:
            if not isinstance(item, str):
                raise self._fault("bad_list", f"{key} 里的 {item} 不是加引号的一行文字", key)
        return value

    def _journal(self) -> list[Entry]:
        texts = self._texts("journal")
        try:
            return parse_journal(texts)
        except JournalError as error:
            fault = self._fault("bad_journal", error.message, texts[error.where - 1])
            fault.hint = f"{error.hint}。{_REPAIR}"
            raise fault from None

    def _undone(self, text: str) -> Entry:
        try:
            return parse_entry(text)
        except JournalError as error:
            raise self._fault("bad_undone", f"undone 里{error.message}", text) from None

    def _seat(self, text: str) -> SeatLine:
        try:
            words, params = split_line(text)
            floor, name, cards = words
            return SeatLine(int(floor), name, params.pop("玩家", ""), cards.split("+"), params)
        except (LineError, ValueError):
            raise self._fault("bad_seat", f"座位「{text}」写坏了，应是「楼层 马甲 身份 玩家=…」", text) from None

    def _sent(self, text: str) -> Sent:
        parts = text.split(" | ", 6)
        head = parts[0].split(" ", 1)
        if len(parts) != 7 or len(head) != 2:
            raise self._fault("bad_ledger", f"发送记录「{text[:30]}」写坏了", text)
        to, label, rule, digest, state, body = parts[1:]
        is_post = to.startswith("公告:")
        corrected = state.removeprefix("更正 ") if state.startswith("更正 ") else ""
        post, seat = (to.removeprefix("公告:"), "") if is_post else ("", to)
        return Sent(head[0], head[1], post, seat, label, rule, digest, body, corrected)

    def _digest(self, text: str) -> PhaseDigest:
        parts = text.split(" ")
        if len(parts) != 3 or not parts[0].isdigit():
            raise self._fault("bad_digest", f"摘要「{text[:30]}」写坏了", text)
        return PhaseDigest(int(parts[0]), parts[1], parts[2])
