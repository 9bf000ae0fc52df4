"""The wheel carries the rulesets, though they live at the top level: unpacked elsewhere, it plays."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_wheel_plays_outside_the_checkout(tmp_path: Path) -> None:
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        str(ROOT),
        "--no-deps",
        "--no-build-isolation",
        "-q",
        "-w",
        str(tmp_path),
    ]
    subprocess.run(build, check=True, capture_output=True)
    wheel = next(tmp_path.glob("*.whl"))
    with zipfile.ZipFile(wheel) as z:
        names = z.namelist()
        z.extractall(tmp_path / "site")
    for book in (ROOT / "rulesets").glob("*/ruleset.toml"):
        assert f"banshā/_rulesets/{book.parent.name}/ruleset.toml" in names
    env = {k: v for k, v in os.environ.items() if not k.startswith("BANSHA")}
    env["PYTHONPATH"] = str(tmp_path / "site")
    run = subprocess.run([sys.executable, "-m", "banshā.cli.main", "demo", "--seed", "2"], cwd=tmp_path, env=env,
                         capture_output=True, text=True, check=False)  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert "获胜" in run.stdout
