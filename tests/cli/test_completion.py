"""Tab: what the shell is told, and that it is told nothing rather than a traceback."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import ROOT, Console


def shell(words: str, saves: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """What bash asks for when Tab is pressed at the end of these words."""
    count = len(words.split()) - (0 if words.endswith(" ") else 1)
    env = {**os.environ, "_BANSHA_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(count),
           "BANSHA_SAVES": str(saves), "PYTHONPATH": str(ROOT), **more}  # fmt: skip
    command = [sys.executable, "-c", "from banshā.cli.main import app; app(prog_name='bansha')"]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def tab(console: Console, words: str) -> list[str]:
    done = shell(words, console.saves)
    assert done.returncode == 0 and done.stderr == "", done
    return done.stdout.split()


@pytest.mark.parametrize("words,wanted", [
    ("bansha st", ["status"]),
    ("bansha night ", ["submit", "list", "withdraw", "skip", "table"]),
    ("bansha status 阿二", ["阿二"]),
    ("bansha status ", ["阿一", "南风"]),
    ("bansha use ", ["局"]),
    ("bansha -g ", ["局"]),
    ("bansha log --game ", ["局"]),
    ("bansha deal -r tu", ["tubian"]),
    ("bansha rules show tubian 女", ["女巫"]),
    ("bansha submit ", ["狼群", "阿三"]),
    ("bansha submit 阿三 ", ["预言", "阿一"]),
    ("bansha submit 阿三 预言 ", ["阿二"]),
    ("bansha submit 阿三 预言 阿二 阿", ["阿一"]),
    ("bansha night skip 阿三 ", ["预言"]),
    ("bansha resolve --to ", ["凌晨", "正午"]),
    ("bansha announce --at ", ["黄昏1"]),
    ("bansha announce --format d", ["discuz"]),
    ("bansha night table ", ["夜1"]),
    ("bansha explain ", ["阿一"]),
    ("bansha explain e1", ["e1"]),
    ("bansha amend ", ["1"]),
    ("bansha card 阿一 ", ["蓝", "黄", "红"]),
    ("bansha override ", ["out", "state"]),
    ("bansha override state ", ["阿一"]),
    ("bansha override state 阿一 坚", ["坚韧"]),
    ("bansha override camp 阿一 狼", ["狼人阵营"]),
    ("bansha surrender ", ["狼人阵营"]),
    ("bansha vote cast 阿一 弃", ["弃权"]),
    ("bansha adopt ", ["tubian"]),
    ("bansha status --", ["--all", "--json", "--game"]),
])  # fmt: skip
def test_what_may_come_next(table: Console, words: str, wanted: list[str]) -> None:
    table.to("深夜")
    table("submit", "狼群", "杀人", "阿一")
    found = tab(table, words)
    assert set(wanted) <= set(found), found
    assert all(v.startswith(words.rpartition(" ")[2]) for v in found)


def test_of_those_who_wait_the_first_come_first(table: Console) -> None:
    table.to("深夜")
    assert tab(table, "bansha submit ")[0] in ("狼群", "阿三", "阿五", "东风", "阿二")
    table.to("正午")
    table("vote", "cast", "阿一", "阿二")
    assert tab(table, "bansha vote cast ")[-1] == "阿一"


@pytest.mark.parametrize("words", [
    "bansha status ", "bansha submit 阿一 ", "bansha foo ", "bansha night foo ", "bansha answer ", "bansha --nope ",
    "bansha rules show zzz ", "bansha submit 'x ", "bansha -g 没有 status ", "bansha override nix ", "bansha ",
])  # fmt: skip
def test_nothing_is_ever_raised(bansha: Console, words: str) -> None:
    """Without a game, with a damaged one, in the middle of nowhere."""
    for broken in (None, "不是存档", "format = 1\ncomplete = true\n"):
        bansha.saves.mkdir(exist_ok=True)
        if broken:
            (bansha.saves / "坏.toml").write_text(broken, "utf-8")
            (bansha.saves / ".current").write_text("坏\n", "utf-8")
        done = shell(words, bansha.saves)
        assert done.returncode == 0 and done.stderr == "", done


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_scripts_are_shown_and_installed(bansha: Console, name: str) -> None:
    home = bansha.folder / "home"
    home.mkdir()
    env = {**os.environ, "HOME": str(home), "SHELL": f"/bin/{name}", "PYTHONPATH": str(ROOT),
           "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}  # fmt: skip
    command = [sys.executable, "-m", "banshā.cli.main"]
    shown = subprocess.run([*command, "--show-completion", name], env=env, capture_output=True, text=True, check=False)
    assert shown.returncode == 0 and "_BANSHA_COMPLETE=complete_" + name in shown.stdout, shown
    if shutil.which(name):
        script = bansha.folder / f"c.{name}"
        script.write_text(shown.stdout, "utf-8")
        ready = "autoload -Uz compinit; compinit -u -d $HOME/z; " if name == "zsh" else ""
        read = subprocess.run([name, "-c", f"{ready}. {script}"], env=env, capture_output=True, text=True, check=False)
        assert read.returncode == 0 and not read.stderr, read
    done = subprocess.run(
        [*command, "--install-completion", name], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and str(home) in done.stdout, done
    assert any("_BANSHA_COMPLETE" in p.read_text("utf-8") for p in home.rglob("*") if p.is_file())


@pytest.mark.skipif(not shutil.which("bash"), reason="no bash")
def test_bash_itself_completes(table: Console) -> None:
    """The installed function, as bash calls it."""
    binary = table.folder / "bansha"
    binary.write_text(f'#!/bin/sh\nexec {sys.executable} -m banshā.cli.main "$@"\n', "utf-8")
    binary.chmod(0o755)
    script = (
        'eval "$(_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION=1 bansha --show-completion bash)"; '
        'COMP_WORDS=(bansha status 阿二); COMP_CWORD=2; _bansha_completion bansha; echo "${COMPREPLY[@]}"'
    )
    env = {**os.environ, "PATH": f"{table.folder}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT),
           "BANSHA_SAVES": str(table.saves)}  # fmt: skip
    done = subprocess.run(["bash", "-c", script], env=env, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["阿二"], done


def test_a_tab_imports_neither_rich_nor_pydantic(table: Console) -> None:
    code = (
        "import sys, atexit\nfrom banshā.cli.main import app\n"
        "atexit.register(lambda: print([m for m in ('pydantic', 'rich') if m in sys.modules], file=sys.stderr))\n"
        "app(prog_name='bansha')"
    )
    env = {**os.environ, "_BANSHA_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "bansha submit ",
           "BANSHA_SAVES": str(table.saves), "PYTHONPATH": str(ROOT)}  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]" and "阿三" in done.stdout
