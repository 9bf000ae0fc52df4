"""Plays a transcript: what a director typed, and what must come of it.

# a remark
$ bansha …            a command, run as a process of its own; the lines below belong to it
< text                a line for its standard input
= text                stands in what it prints
~ text                does not stand in what it prints
? text                stands in the hints on stderr
! text                stands in what it says on stderr; the command is refused (exit code 1 unless «! [2] text»)
@name text            `text` after the command stands for what the input's number was: #name in later commands
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from . import threads

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Step:
    line: int
    command: str
    stdin: list[str] = field(default_factory=list)
    wanted: list[str] = field(default_factory=list)
    unwanted: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    refusals: list[tuple[int, str]] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)
    name: str = ""


def read(path: Path) -> list[Step]:
    steps: list[Step] = []
    for n, raw in enumerate(path.read_text("utf-8").splitlines(), 1):
        mark, _, text = raw.partition(" ")
        if raw.startswith("$ "):
            steps.append(Step(n, raw[2:]))
        elif mark == "<":
            steps[-1].stdin.append(text)
        elif mark == ">":
            steps[-1].replies.append(text)
        elif mark == "=":
            steps[-1].wanted.append(text)
        elif mark == "~":
            steps[-1].unwanted.append(text)
        elif mark == "?":
            steps[-1].hints.append(text)
        elif mark == "!":
            code = re.match(r"\[(\d)\] ?(.*)", text)
            steps[-1].refusals.append((int(code[1]), code[2]) if code else (1, text))
        elif mark.startswith("@"):
            steps[-1].name = mark[1:]
        elif raw.strip() and not raw.startswith("#"):
            raise ValueError(f"{path.name}:{n}: {raw}")
    return steps


def lay_out(beside: Path, folder: Path) -> None:
    """Put what a transcript names into `folder`: rosters, casts, pages of threads."""
    for file in beside.glob("*.txt"):
        (folder / file.name).write_bytes(file.read_bytes())
    threads.print_all(folder)


def play(path: Path, folder: Path) -> None:
    """Run every command of the transcript below `folder`; the files beside it are at hand there."""
    lay_out(path.parent, folder)
    env = {**os.environ, "BANSHA_SAVES": str(folder / "saves"), "PYTHONPATH": str(ROOT), "COLUMNS": "100"}
    env.pop("BANSHA_DIRECTOR", None)
    numbers: dict[str, str] = {}
    for step in read(path):
        words = shlex.split(re.sub(r"#([a-z]+)", lambda m: numbers[m[1]], step.command))
        assert words[0] == "bansha", f"line {step.line}"
        run = subprocess.run([sys.executable, "-m", "banshā.cli.main", *words[1:]], cwd=folder, env=env,
                             input="\n".join(step.stdin), capture_output=True, text=True, check=False)  # fmt: skip
        said = f"line {step.line}: {step.command}\n--- stdout\n{run.stdout}--- stderr\n{run.stderr}"
        code = step.refusals[0][0] if step.refusals else 0
        assert run.returncode == code, f"exit code {run.returncode}, wanted {code}: {said}"
        assert "\x1b" not in run.stdout, f"colour in a pipe: {said}"
        for _, text in step.refusals:
            assert text in run.stderr, f"no «{text}» on stderr: {said}"
        for text in step.hints:
            assert text in run.stderr, f"no «{text}» on stderr: {said}"
        for text in step.wanted:
            assert text in run.stdout, f"no «{text}»: {said}"
        for text in step.unwanted:
            assert text not in run.stdout, f"unwanted «{text}»: {said}"
        if step.name:
            found = re.search(r"#(\d+)", run.stdout)
            assert found, said
            numbers[step.name] = found[1]
