"""A console at hand: the command line over a fresh folder of saves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from banshā.cli.main import app

ROOT = Path(__file__).resolve().parents[2]
NAMES = ["阿一", "阿二", "阿三", "阿四", "阿五", "阿六", "阿七", "阿八", "阿九", "阿十", "东风", "南风"]
CAST = {
    "阿一": "女巫", "阿二": "黑狼王", "阿三": "预言家", "阿四": "猎人", "阿五": "乌鸦", "阿六": "白痴",
    "阿七": "骑士", "阿八": "白狼王", "阿九": "企鹅", "阿十": "幼狼", "东风": "猎魔人", "南风": "月亮",
}  # fmt: skip


@dataclass
class Said:
    """What a command said."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


class Console:
    """bansha, in this process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.saves = folder / "saves"
        self.runner = CliRunner()

    def __call__(self, *args: str, code: int | None = 0, input: str | bytes | None = None) -> Said:
        result = self.runner.invoke(app, list(args), input=input, prog_name="bansha")
        said = Said(result.exit_code, result.stdout, result.stderr)
        if code is not None:
            assert said.code == code, f"bansha {' '.join(args)}: {said}"
        return said

    def file(self, name: str, text: str, coding: str = "utf-8") -> str:
        path = self.folder / name
        path.write_bytes(text.encode(coding))
        return str(path)

    def deal(self, cast: dict[str, str] | None = None, name: str = "局") -> Said:
        cast = cast or CAST
        roster = self.file("roster.txt", "".join(f"{n} 玩家{i}\n" for i, n in enumerate(cast, 1)))
        fixed = self.file("cast.txt", "".join(f"{n} {role}\n" for n, role in cast.items()))
        return self("deal", "-r", "tubian", "--roster", roster, "--cast", fixed, "--name", name, "--seed", "s")

    def to(self, phase: str) -> Said:
        """Go on to a phase; nobody acts on the way."""
        return self("resolve", "--timeout", "--to", phase)

    def journal(self) -> list[str]:
        return [entry["line"] for entry in self("log", "--json").json["entries"]]


@pytest.fixture(autouse=True)
def quiet_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    cache = Path(os.environ.get("BANSHA_TEST_CACHE", str(tmp_path_factory.getbasetemp() / "cache")))
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    for name in ("BANSHA_SAVES", "BANSHA_DIRECTOR", "NO_COLOR", "BANSHA_RULESETS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def bansha(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Console]:
    monkeypatch.setenv("BANSHA_SAVES", str(tmp_path / "saves"))
    yield Console(tmp_path)


@pytest.fixture
def table(bansha: Console) -> Console:
    """A console with a game of twelve dealt."""
    bansha.deal()
    return bansha


@pytest.fixture
def process(tmp_path: Path) -> Callable[..., Said]:
    """bansha as a process of its own."""
    environment = {**os.environ, "BANSHA_SAVES": str(tmp_path / "saves"), "PYTHONPATH": str(ROOT)}

    def run(*args: str, input: bytes | None = None, **more: str) -> Said:
        done = subprocess.run(
            [sys.executable, "-m", "banshā.cli.main", *args], input=input, capture_output=True,
            env={**environment, **more}, timeout=120,
        )  # fmt: skip
        return Said(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run
