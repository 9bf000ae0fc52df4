"""Readers of what a director brings to a deal: the roster, a fixed cast, a list of roles."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from banshā.engine.inputs import DIRECTOR

from .errors import FileError, LineError
from .files import read_text
from .grammar import normalise, split_line

Compiled = dict[str, Any]


@dataclass(slots=True, frozen=True)
class Player:
    """A line of the roster. `line` is where it stands in the file."""

    name: str
    player: str = ""
    line: int = 0


@dataclass(slots=True)
class CastLine:
    """A line of a fixed cast."""

    name: str
    cards: list[str]
    extra: dict[str, str] = field(default_factory=dict)
    line: int = 0


def read_roster(path: Path, rules: Compiled) -> list[Player]:
    """The roster of a file, checked against the ruleset's number of players."""
    return parse_roster(read_text(path), rules, path.name)


def parse_roster(text: str, rules: Compiled, where: str = "名单") -> list[Player]:
    """Lines ``马甲 [player]`` in elevator order; # begins a comment."""
    roster = []
    for line, content in _lines(text):
        name = normalise(content).split()[0]
        roster.append(Player(name, content[len(name) :].strip(), line))
    _check_names([(one.name, one.line) for one in roster], rules, where)
    low, high = rules.get("players") or [1, 99]
    if len(roster) < low:
        raise FileError("too_few", f"{where} 只有 {len(roster)} 人，{_title(rules)}至少要 {low} 人", "补齐名单再发牌")
    if len(roster) > high:
        raise FileError("too_many", f"{where} 有 {len(roster)} 人，{_title(rules)}最多 {high} 人", "减少名单再发牌")
    return roster


def read_cast(path: Path, rules: Compiled) -> list[CastLine]:
    """The fixed cast of a file."""
    return parse_cast(read_text(path), rules, path.name)


def parse_cast(text: str, rules: Compiled, where: str = "身份表") -> list[CastLine]:
    """Lines ``马甲 身份 [key=value…]``; two identities are written 狼人+预言家."""
    cast = []
    for line, content in _lines(text):
        try:
            words, extra = split_line(content)
        except LineError as error:
            raise FileError(error.code, f"{where} 第 {line} 行：{error.message}", error.hint) from None
        if len(words) != 2:
            quoted = "；马甲里有 = 或空白的加引号" if "=" in content.split()[0] else ""
            hint = f"例如：阿一 女巫 底牌=女巫,狼美人{quoted}"
            raise FileError("bad_cast", f"{where} 第 {line} 行「{content}」要写成「马甲 身份」", hint)
        cast.append(CastLine(words[0], identities(words[1], rules, f"{where} 第 {line} 行"), extra, line))
    _check_names([(one.name, one.line) for one in cast], rules, where)
    return cast


def parse_roles(text: str, rules: Compiled) -> list[str]:
    """A list of roles ``女巫,守卫、…``; `×2` (x2, *2) repeats one. Aliases become names."""
    pool: list[str] = []
    for word in re.split(r"[,、\s;]+", normalise(text)):
        if not word:
            continue
        name, times = word, 1
        if match := re.fullmatch(r"(.+?)[*×xX](\d+)", word):
            name, times = match[1], int(match[2])
        pool += ["+".join(identities(name, rules, "--roles"))] * times
    return pool


def identities(text: str, rules: Compiled, where: str) -> list[str]:
    """The identities of one seat, each a role of the ruleset."""
    return [_role(name, rules, where) for name in normalise(text).split("+")]


def _role(name: str, rules: Compiled, where: str) -> str:
    roles: dict[str, Any] = rules["roles"]
    aliases: dict[str, str] = rules.get("aliases", {}).get("role", {})
    name = aliases.get(name, name)
    role = roles.get(name)
    if role is not None and not role.get("pack"):
        return name
    known = [other for other, table in roles.items() if not table.get("pack")]
    guess = near(name, [*known, *aliases])
    raise FileError(
        "no_role",
        f"{where}：{_title(rules)}没有身份 {name}",
        f"是不是 {guess}？" if guess else "用 bansha rules show 看全部身份",
    )


def near(name: str, known: Iterable[str]) -> str:
    """The name most like it, or nothing."""
    pool = list(known)
    found = difflib.get_close_matches(name, pool, 1, 0.5)
    return found[0] if found else next((other for other in pool if name and (name in other or other in name)), "")


def _lines(text: str) -> Iterable[tuple[int, str]]:
    """Line numbers and contents, without comments and empty lines. A # inside a word is part of it."""
    for number, line in enumerate(text.split("\n"), 1):
        content = re.sub(r"(^|\s)[#＃].*$", "", line).strip()
        if content:
            yield number, content


def _check_names(names: list[tuple[str, int]], rules: Compiled, where: str) -> None:
    seen: dict[str, int] = {}
    taken = {DIRECTOR, *(rules.get("parties") or {})}
    for name, line in names:
        if name in seen:
            raise FileError(
                "same_name", f"{where} 第 {seen[name]} 行和第 {line} 行都是 {name}", "马甲不能重名，改掉一个"
            )
        if name in taken or "|" in name or any(char.isspace() for char in name):
            raise FileError(
                "bad_name", f"{where} 第 {line} 行：{name} 不能用作马甲", "换一个写法，不要用空白、|、导演或队伍的名字"
            )
        seen[name] = line


def _title(rules: Compiled) -> str:
    return f"「{rules.get('title') or rules['id']}」"
