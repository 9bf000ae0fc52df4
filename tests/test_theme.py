"""CONTRIBUTING's walk through a theme, followed to the letter: the files it shows, the commands it gives."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def walk() -> list[tuple[str, str]]:
    """(file name or '', body) of the blocks between the marks, in order; '' for commands."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    part = text[text.index("<!-- theme:start -->") : text.index("<!-- theme:end -->")]
    blocks = re.findall(r"```(console|toml file=(\S+))\n(.*?)```", part, re.S)
    return [(name, body) for _, name, body in blocks]


def test_the_walk_through_works_as_written(tmp_path: Path) -> None:
    env = {**os.environ, "BANSHA_SAVES": str(tmp_path / "saves"), "PYTHONPATH": str(ROOT)}
    outputs = []
    for name, body in walk():
        if name:
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body, "utf-8")
            continue
        for command in body.strip().splitlines():
            words = command.split()
            assert words[0] == "bansha"
            run = subprocess.run([sys.executable, "-m", "banshā.cli.main", *words[1:]], cwd=tmp_path, env=env,
                                 capture_output=True, text=True, check=False)  # fmt: skip
            assert run.returncode == 0, f"{command}\n{run.stdout}\n{run.stderr}"
            outputs.append(run.stdout)
    assert (tmp_path / "灯塔夜话" / "ruleset.toml").is_file()
    assert "1 passed, 0 failed" in outputs[-1]
