"""Every command explains itself, in Chinese."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import typer

from banshā.cli import base, helping
from banshā.cli.main import app

from .conftest import Console

README = Path(__file__).resolve().parents[2] / "README.md"


def tree() -> dict[str, Any]:
    """Every command by its path."""
    root = typer.main.get_command(app)
    found: dict[str, Any] = {}
    for name in root.list_commands(None):
        command = root.get_command(None, name)
        if hasattr(command, "list_commands"):
            found |= {f"{name} {sub}": command.get_command(None, sub) for sub in command.list_commands(None)}
        else:
            found[name] = command
    return found


COMMANDS = tree()
CONTRACT = {
    "demo", "deal", "use", "games", "status", "next", "todo", "groups", "submit", "answer", "resolve", "announce",
    "feedback", "sent", "explain", "reveal", "card", "words", "badge", "override", "undo", "redo", "amend", "log",
    "verify", "surrender", "adopt", "console", "substitute", "check", "night submit", "night list", "night withdraw", "night skip",
    "night table", "day submit", "day list", "day withdraw", "day skip", "vote cast", "vote abstain", "vote change",
    "vote show", "vote close", "posts set", "posts show", "rules list", "rules show",
    "rules init", "rules lint", "rules post",
}  # fmt: skip


def test_the_contract_is_kept() -> None:
    assert set(COMMANDS) >= CONTRACT


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_and_option_has_help(path: str) -> None:
    command = COMMANDS[path]
    assert re.search(r"[\u4e00-\u9fff]", command.help or ""), f"{path} has no help"
    for p in command.params:
        if p.param_type_name == "option":
            assert p.help, f"{path} {p.opts} has no help"


@pytest.mark.parametrize("path", COMMANDS)
def test_help_pages_are_chinese(bansha: Console, path: str) -> None:
    for flag in ("-h", "--help"):
        page = bansha(*path.split(), flag).out
        assert page.startswith("用法：bansha " + path)
        assert "--json" in page and "--game" in page and "--saves" in page
        assert not re.search(r"Usage|Options|Show this|\[OPTIONS\]", page)


def test_the_first_page_lists_every_command(bansha: Console) -> None:
    page = bansha("--help").out
    for path in COMMANDS:
        assert re.search(rf"^  {path.split()[0]} ", page, re.M)
    assert "版杀导演台" in page
    assert set(helping.PANELS) >= set(typer.main.get_command(app).panels.values())


def test_readme_names_every_command() -> None:
    text = README.read_text("utf-8")
    if not re.search(r"^#+ .*命令(一览|表|列表)", text, re.M):
        pytest.skip("README has no list of commands (a heading 命令一览) yet")
    missing = [path for path in COMMANDS if not re.search(rf"\b{path.split()[0]}\b", text)]
    assert not missing


@pytest.mark.parametrize("args,said", [
    (["foo"], "没有命令 foo"),
    (["resolv"], "是不是 bansha resolve"),
    (["night", "sumbit"], "是不是 bansha night submit"),
    (["status", "--al"], "没有选项 --al"),
    (["deal"], "缺少 --ruleset"),
    (["posts", "set", "阿一", "x"], "「x」不是整数"),
    (["undo", "0"], "至少是 1"),
    (["use"], "缺少 NAME"),
    (["use", "a", "b"], "多出来的词"),
    (["announce", "--format", "word"], "没有格式 word"),
    (["card", "阿一", "绿", "--reason", "x"], "没有 绿 牌"),
    (["card", "阿一", "红"], "缺少 --reason"),
    (["check", "nowhere"], "没有 nowhere"),
])  # fmt: skip
def test_mistakes_in_the_command_line(bansha: Console, args: list[str], said: str) -> None:
    result = bansha(*args, code=base.USAGE)
    assert said in result.err
    assert result.out == ""


def test_a_group_alone_shows_its_page(bansha: Console) -> None:
    assert "withdraw" in bansha("night", code=base.USAGE).err
