"""A line typed into the console: its words, and what may come next in it."""

from __future__ import annotations

import shlex
from contextlib import suppress
from typing import Any

from . import term

_BLANKS = " \t\r\n\u3000\xa0"


def split(text: str) -> list[str]:
    """The words as a shell would part them, full-width blanks too. ValueError where a quote stays open."""
    try:
        words = list(_reader(text))
    except ValueError:
        raise ValueError("引号没有关上。补上另一半，或去掉它") from None
    return [_half(word, first=not n) for n, word in enumerate(words)]


def _reader(text: str) -> shlex.shlex:
    found = shlex.shlex(text, posix=True)
    found.whitespace, found.whitespace_split, found.commenters, found.escape = _BLANKS, True, "", ""
    return found


def _half(word: str, first: bool) -> str:
    """Commands and options are ASCII, however they were typed: ｓｔａｔｕｓ, －－timeout, ——timeout."""
    from banshā.game.grammar import normalise

    half = normalise(word)
    if first and half.isascii():
        return half.lower()
    half = half.replace("——", "--", 1) if half.startswith("——") else half
    name, equals, value = half.partition("=")
    if len(name) > 1 and name.startswith("-") and name.isascii() and not name[1:].isdecimal():
        return name + equals + (word[len(word) - len(value) :] if value else "")
    return word


def begun(text: str) -> tuple[list[str], str]:
    """The finished words of a line and the one being typed."""
    words: list[str] = []
    with suppress(ValueError):
        words = split(text)
    if words[:1] == ["bansha"]:
        words = words[1:]
    if not words or text[-1:] in _BLANKS:
        return words, ""
    return words[:-1], words[-1]


def decoded(data: bytes) -> str:
    """A line from a pipe: UTF-8, else GBK."""
    for coding in ("utf-8-sig", "gb18030"):
        with suppress(UnicodeDecodeError):
            return data.decode(coding)
    return data.decode("utf-8", "replace")


def fit(text: str, columns: int) -> str:
    """The text cut to that many columns."""
    if term.width(text) <= columns:
        return text
    while text and term.width(text) > columns - 2:
        text = text[:-1]
    return text + "…"


def candidates(root: Any, words: list[str], incomplete: str) -> list[tuple[str, str]]:
    """What may stand in place of `incomplete` after these words: value, and what it is. Never raises."""
    try:
        found = _object(root, words, incomplete)
        return [(i.value, i.help or "") for i in found]
    except Exception:
        return []


def _object(root: Any, words: list[str], incomplete: str) -> Any:
    """Typer's own completion of one command line, found along the words."""
    ctx = root.make_context("bansha", [], resilient_parsing=True)
    command, rest = root, list(words)
    while rest and hasattr(command, "list_commands"):
        following = command.get_command(ctx, rest[0])
        if following is None:
            return []
        last = not hasattr(following, "list_commands")
        args = [] if not last else rest[1:]
        ctx = following.make_context(rest[0], list(args), parent=ctx, resilient_parsing=True)
        command, rest = following, rest[1:]
    if hasattr(command, "list_commands"):
        return command.shell_complete(ctx, incomplete)
    for param in command.params:
        if param.param_type_name == "option" and not param.is_flag and rest and rest[-1] in param.opts:
            return param.shell_complete(ctx, incomplete)
    if incomplete.startswith("-"):
        return command.shell_complete(ctx, incomplete)
    for param in command.params:
        if param.param_type_name == "argument" and (param.nargs == -1 or ctx.params.get(param.name) is None):
            return param.shell_complete(ctx, incomplete)
    return []
