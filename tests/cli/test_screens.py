"""What reaches the eye: widths, codings, pipes."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable

import pytest

from banshā.cli import term

from .conftest import ROOT, Console, Said
from .test_game import on_terminal

LOOKS = [
    ["status"], ["status", "--all"], ["next"], ["night", "table"], ["night", "list"], ["vote", "show"], ["games"],
    ["rules", "list"], ["posts", "show"], [],
]  # fmt: skip


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("args", [a for a in LOOKS if a], ids=" ".join)
def test_tables_keep_to_the_width_and_align(table: Console, args: list[str], columns: int) -> None:
    table.to("深夜")
    for line in ("狼群 阿一", "阿三 预言 阿二", "阿五 诽谤 阿四", "东风 猎杀 阿二"):
        table("submit", *line.split())
    table("resolve", "--timeout")
    out = on_terminal(args, columns, table, {"NO_COLOR": "1"})
    lines = out.splitlines()
    assert all(term.width(line) <= columns for line in lines), out
    assert "\x1b" not in out


def test_status_is_readable_at_80_columns(table: Console) -> None:
    """The columns line up: in every line of the table, each column begins with a blank before it."""
    lines = on_terminal(["status"], 80, table, {"NO_COLOR": "1"}).splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("楼"))
    starts = [_place(lines[at], name) for name in ("马甲", "身份", "阵营", "技能", "去留")]
    for line in lines[at + 2 :]:
        cells = _cells(line)
        for start in starts:
            assert start >= len(cells) or cells[start - 1] == " ", line


def _place(line: str, word: str) -> int:
    return term.width(line[: line.index(word)])


def _cells(line: str) -> list[str]:
    """One entry for each column of the screen."""
    return [c for sign in line for c in ([sign, ""] if term.width(sign) == 2 else [sign])]


@pytest.mark.parametrize("text,room,lines", [
    ("顺从×0、雪隐*、暴风雪×0*", 10, ["顺从×0、", "雪隐*、", "暴风雪×0*"]),
    ("狼人阵营(表面雪狼)", 12, ["狼人阵营", "(表面雪狼)"]),
    ("短", 10, ["短"]),
    ("", 4, [""]),
    ("一二三四五", 4, ["一二", "三四", "五"]),
])  # fmt: skip
def test_cells_fold_where_it_reads_best(text: str, room: int, lines: list[str]) -> None:
    assert term.fold(text, room) == lines


def test_folding_never_exceeds_and_never_loses() -> None:
    text = "预言、天意×1、（不能发动：冻结）、很长很长很长很长的一个词abcdefghijklmnop"
    for room in range(2, 40):
        lines = term.fold(text, room)
        assert "".join(lines) == text.replace(" ", "")
        assert all(term.width(line) <= room for line in lines)


# ── codings ──


@pytest.mark.parametrize("args", [*LOOKS, ["--help"], ["log", "--events"], ["rules", "show", "tubian"]], ids=" ".join)
def test_a_gbk_pipe_loses_signs_at_most(table: Console, process: Callable[..., Said], args: list[str]) -> None:
    table("note", "笑 😀 é 龘")
    for locale in ({}, {"LANG": "zh_CN.GBK", "LC_ALL": "zh_CN.GBK"}):
        done = raw(table, args, {"PYTHONIOENCODING": "gbk", **locale})
        assert done.returncode == 0 and b"Traceback" not in done.stderr, done.stderr.decode("gbk", "replace")
        done.stdout.decode("gbk")


def test_words_typed_on_a_gbk_terminal_under_another_locale(table: Console) -> None:
    done = raw(table, [b"status", "阿二".encode("gbk")], {})
    assert "黑狼王" in done.stdout.decode()
    assert raw(table, [b"status", b"\xff\xfe"], {}).returncode == 1
    assert raw(table, [b"note", b"\xff\xfe"], {}).returncode == 0


def test_json_is_utf8_wherever_it_goes(table: Console) -> None:
    done = raw(table, ["status", "--json"], {"PYTHONIOENCODING": "gbk"})
    assert "女巫" in done.stdout.decode("utf-8")


def test_no_colour_in_a_pipe_even_when_forced(table: Console) -> None:
    done = raw(table, ["status"], {"FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"})
    assert b"\x1b" not in done.stdout + done.stderr


def raw(console: Console, args: list[str] | list[bytes], more: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    import os

    env = {**os.environ, "BANSHA_SAVES": str(console.saves), "PYTHONPATH": str(ROOT), **more}
    command: list[str | bytes] = [sys.executable, "-m", "banshā.cli.main", *args]
    return subprocess.run(command, env=env, capture_output=True, check=False, timeout=60)


def test_tables_in_a_pipe_are_aligned_plain_text(table: Console, process: Callable[..., Said]) -> None:
    lines = process("status").out.splitlines()
    assert re.match(r"楼  马甲  玩家", lines[1])
    assert _place(lines[1], "身份") == _place(lines[2], "女巫")
