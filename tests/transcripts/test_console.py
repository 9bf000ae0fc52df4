"""bansha console in a real terminal: a whole game typed line by line, and what a console must do besides."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from . import conftest
from .terminal import ROOT, Terminal

HERE = Path(__file__).parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    conftest.lay_out(HERE, tmp_path)
    return tmp_path


@pytest.fixture
def terminal(folder: Path) -> Iterator[Terminal]:
    """A console in which a game of twenty was dealt."""
    here = Terminal(folder)
    here("deal -r tubian --roster twenty-roster.txt --cast twenty-cast.txt --name 二十人 --seed 20")
    yield here
    here.close()


def test_a_game_of_twenty_over_six_days(folder: Path) -> None:
    """twenty.console, typed as it stands there; on a terminal hints and refusals stand between the answers."""
    here, numbers = Terminal(folder), dict[str, str]()
    try:
        for step in conftest.read(HERE / "twenty.console"):
            line = re.sub(r"#([a-z]+)", lambda m: numbers[m[1]], step.command)
            said = here(line, step.stdin, step.replies)
            where = f"line {step.line}: {line}\n{said}"
            assert "Traceback" not in said, where
            for text in [*step.wanted, *step.hints, *(text for _, text in step.refusals)]:
                assert text in said, f"no «{text}» at {where}"
            for text in step.unwanted:
                assert text not in said, f"unwanted «{text}» at {where}"
            if step.name:
                found = re.search(r"#(\d+)", said)
                assert found, where
                numbers[step.name] = found[1]
    finally:
        assert here.leave() == 0
    save = (folder / "saves" / "二十人.toml").read_text("utf-8")
    assert "猎杀" in save and "正午6" in save


def test_the_prompt_says_game_phase_and_whom_we_wait_for(terminal: Terminal) -> None:
    terminal("status")
    assert "二十人 · 开局 · 等 汤圆 模式选择、油条 附身" in terminal.prompt
    terminal("submit 油条 饺子")
    assert "等 汤圆 模式选择\n" in terminal.prompt
    terminal("submit 汤圆 模式=德式守卫")
    assert "齐了" in terminal.prompt
    terminal("resolve")
    assert "正午1 · 没投 饺子、包子、汤圆、馒头…共 20" in terminal.prompt
    terminal("surrender 狼人")
    assert "村民阵营获胜" in terminal.prompt


def test_errors_are_told_and_the_prompt_goes_on(terminal: Terminal) -> None:
    assert "是不是 bansha status" in terminal("statsu")
    assert "引号没有关上" in terminal('note "没关')
    assert "没有选项 --nope" in terminal("status --nope")
    assert "已经在控制台里" in terminal("console")
    terminal.keys("note 打到一半", "一半")
    terminal.interrupt()  # drops the line and nothing else
    assert "饺子" in terminal("status 饺子")
    assert "还是空的" in terminal("log")


def test_tab_completes_commands_seats_skills_and_games(terminal: Terminal) -> None:
    for typed, wanted in (("resol", "resolve"), ("status Tomc", "Tomcat"), ("use 二", "二十人"),
                          ("submit 汤圆 模", "模式选择"), ("announce --form", "--format")):  # fmt: skip
        assert wanted in terminal.keys(f"{typed}\t", wanted)
        terminal.interrupt()


def test_history_is_kept_for_its_owner_only(terminal: Terminal, folder: Path) -> None:
    terminal("note 第一句")
    path = folder / "saves" / ".console-history"
    assert path.stat().st_mode & 0o777 == 0o600
    assert "note 第一句" in path.read_text("utf-8")
    assert "note 第一句" in terminal.keys("\x1b[A", "note 第一句")  # the arrow up brings it back


def test_another_process_is_noticed(terminal: Terminal, folder: Path) -> None:
    terminal("note 我")
    bansha(folder, "note", "别人", "--as", "雪风")
    assert "别人" in terminal("log")
    assert "第 2 条是 雪风 记的" in terminal("undo", [], ["y"])
    bansha(folder, "deal", "-r", "tubian", "--roster", "twenty-roster.txt", "--name", "另一局")
    assert "二十人 ·" in terminal("bansha status")  # the console keeps to the game it began with
    terminal("use 另一局")
    assert "另一局 · 开局" in terminal.prompt


def test_a_damaged_save_does_not_end_it(terminal: Terminal, folder: Path) -> None:
    path = folder / "saves" / "二十人.toml"
    whole = path.read_bytes()
    path.write_text("不是存档", "utf-8")
    assert "写坏了" in terminal("status")
    assert "读不了" in terminal.prompt
    path.write_bytes(whole)
    assert "饺子" in terminal("status")


@pytest.mark.parametrize("columns", [80, 120])
def test_tables_keep_to_the_terminal(folder: Path, columns: int) -> None:
    from banshā.cli import term

    here = Terminal(folder, columns)
    try:
        here("deal -r tubian --roster twenty-roster.txt --cast twenty-cast.txt --name 二十人 --seed 20")
        for line in ("status", "next", "status --all", "games", "rules list", "log", "groups"):
            for shown in here(line).splitlines():
                assert term.width(shown) <= columns, f"{line}: {shown}"
    finally:
        here.close()


# ── from a pipe ──


def bansha(folder: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    import os

    env = {**os.environ, "BANSHA_SAVES": str(folder / "saves"), "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, "-m", "banshā.cli.main", *words], cwd=folder, env=env, input=stdin,
                          capture_output=True, text=True, check=False)  # fmt: skip


def test_lines_from_a_pipe(folder: Path) -> None:
    done = bansha(
        folder,
        "console",
        stdin="""# 一局
deal -r tubian --roster twenty-roster.txt --cast twenty-cast.txt --name 二十人 --seed 20
ｓｔａｔｕｓ　饺子
status 饺饺
submit --file -
油条 饺子
汤圆 模式=德式守卫
.
bansha resolve
log --json
exit
note 不会到这里
""",
    )
    assert done.returncode == 1 and "没有 饺饺" in done.stderr  # the first line that failed
    assert "bansha>" not in done.stdout and "\x1b" not in done.stdout
    assert "油条 转入村民阵营" in done.stdout and '"entries"' in done.stdout
    assert "不会到这里" not in done.stdout
    assert bansha(folder, "console", stdin="status\n").returncode == 0
    assert not (folder / "saves" / ".console-history").exists()
