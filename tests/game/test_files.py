from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from banshā.game import files
from banshā.game.errors import FileError, GameError, SaveLocked


def test_written_private_and_whole(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.toml"
    files.write_atomic(path, b"one")
    files.write_atomic(path, b"two")
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(path.parent) == ["a.toml"]


@pytest.mark.parametrize("step", ["replace", "fsync"])
def test_crash_before_rename_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    path = tmp_path / "a.toml"
    files.write_atomic(path, b"old")

    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, step, crash)
    with pytest.raises(KeyboardInterrupt):
        files.write_atomic(path, b"new")
    assert path.read_bytes() == b"old"


def test_litter_of_killed_writers_is_swept_at_the_next_write(tmp_path: Path) -> None:
    path, old = tmp_path / "a.toml", time.time() - 3600
    dead = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    gone = int(dead.stdout)
    litter = {
        f".a.toml.{gone}.tmp": old,  # goes
        f".a.toml.{os.getppid()}.tmp": old,  # its process is alive
        f".a.toml.{gone + 10**6}.tmp": time.time(),  # too fresh: perhaps of another machine
        f".b.toml.{gone}.tmp": old,  # of another file
        ".a.toml.bak.tmp": old,  # none of ours
    }
    for name, when in litter.items():
        (tmp_path / name).write_bytes(b"half")
        os.utime(tmp_path / name, (when, when))
    files.write_atomic(path, b"one")
    assert set(os.listdir(tmp_path)) == {"a.toml", *list(litter)[1:]}


def test_killed_between_write_and_rename(tmp_path: Path) -> None:
    """A process that dies on the spot (no finally runs) leaves the old file, and the next write works."""
    path = tmp_path / "a.toml"
    files.write_atomic(path, b"old")
    code = (
        "import os, sys; from pathlib import Path; from banshā.game import files\n"
        "os.replace = lambda *a: os._exit(9)\n"
        "files.write_atomic(Path(sys.argv[1]), b'new')\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], check=False, cwd=Path(files.__file__).parents[2])
    assert done.returncode == 9
    assert path.read_bytes() == b"old"
    files.write_atomic(path, b"newer")
    assert path.read_bytes() == b"newer"


def test_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.toml"
    files.write_atomic(path, b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(GameError, match="写不进"):
        files.write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.toml"]


def test_lock_excludes_and_gives_up(tmp_path: Path) -> None:
    path = tmp_path / "局.toml"
    with files.locked(path), pytest.raises(SaveLocked, match="另一个 bansha 正在写这局"), files.locked(path, 0.1):
        pass
    with files.locked(path, 0.1):
        pass
    assert stat.S_IMODE((tmp_path / "局.lock").stat().st_mode) == 0o600


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "gbk"])
def test_text_of_any_coding(tmp_path: Path, coding: str) -> None:
    path = tmp_path / "r.txt"
    path.write_bytes("阿一 张三\r\n阿二\r\n".encode(coding))
    assert files.read_text(path) == "阿一 张三\n阿二\n"


def test_no_text_at_all(tmp_path: Path) -> None:
    path = tmp_path / "r.txt"
    path.write_bytes(b"\xff\xfe\x00\xff")
    with pytest.raises(FileError, match="既不是"):
        files.read_text(path)
    with pytest.raises(FileError, match="读不了"):
        files.read_text(tmp_path / "none")
