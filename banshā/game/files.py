"""Files that must survive a pulled plug: atomic writes, one writer at a time, and text in whatever coding it came."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from .errors import FileError, GameError, SaveLocked

PATIENCE = 2.0  # seconds to wait for another bansha
STALE = 600.0  # seconds after which a half-written file of a dead process is litter

_WHY = {
    errno.ENOENT: "没有这个文件", errno.EISDIR: "这是文件夹", errno.ENOTDIR: "路径里有一段不是文件夹",
    errno.EACCES: "没有权限", errno.EPERM: "没有权限", errno.EROFS: "磁盘是只读的", errno.ENOSPC: "磁盘满了",
    errno.ENAMETOOLONG: "名字太长",
}  # fmt: skip


def why(error: OSError) -> str:
    """What the system says, in Chinese where it is one of the usual things."""
    return _WHY.get(error.errno or 0) or error.strerror or str(error)


def write_atomic(path: Path, data: bytes) -> None:
    """Put `data` at `path` so that a crash at any moment leaves either the old file or the new one. Mode 600."""
    temp = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    if _is_read_only(path):
        raise GameError("read_only", f"{path} 是只读的，没有改它", f"要写它，先去掉只读（chmod u+w {path}）")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write_synced(temp, data)
        os.replace(temp, path)
        _sync_folder(path.parent)
        _sweep(path)
    except OSError as error:
        raise GameError("cannot_write", f"写不进 {path}：{why(error)}", "看看磁盘和权限；原来的文件没有变") from error
    finally:
        with contextlib.suppress(OSError):
            temp.unlink()


def _sweep(path: Path) -> None:
    """Remove what writers of this file left behind that were killed halfway: their process is gone, for minutes."""
    left = re.compile(re.escape(f".{path.name}.") + r"(\d+)\.tmp")
    with contextlib.suppress(OSError):
        for other in path.parent.iterdir():
            found = left.fullmatch(other.name)
            if found and not _runs(int(found[1])) and time.time() - other.lstat().st_mtime > STALE:
                other.unlink()


def _runs(pid: int) -> bool:
    """Is there such a process on this machine? A folder may be shared, which is why age counts as well."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def _is_read_only(path: Path) -> bool:
    """Somebody took the right to write away; putting a new file in its place would go over their head."""
    try:
        return not path.stat().st_mode & stat.S_IWUSR
    except OSError:
        return False


def _write_synced(temp: Path, data: bytes) -> None:
    with contextlib.suppress(FileNotFoundError):
        temp.unlink()
    handle = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def locked(path: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock beside `path` (NAME.toml -> NAME.lock) while its file is read, changed and written."""
    side = path.with_suffix(".lock")
    try:
        side.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(side, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise GameError("cannot_write", f"写不进 {side}：{why(error)}", "看看磁盘和权限") from error
    try:
        _wait_for(handle, path, time.monotonic() + patience)
        yield
    finally:
        os.close(handle)  # closing gives the lock back; the file stays, for removing it would race


def _wait_for(handle: int, path: Path, until: float) -> None:
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() >= until:
                raise SaveLocked("locked", f"另一个 bansha 正在写这局（{path.stem}）", "等它写完再试一次") from None
            time.sleep(0.02)


def read_text(path: Path) -> str:
    """A text file a director made: UTF-8 (with or without BOM) or GBK."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FileError("no_file", f"读不了 {path}：{why(error)}", "检查文件名") from error
    for coding in ("utf-8-sig", "gb18030"):
        with contextlib.suppress(UnicodeDecodeError):
            return data.decode(coding).replace("\r\n", "\n").replace("\r", "\n")
    raise FileError("bad_coding", f"{path} 既不是 UTF-8 也不是 GBK 文字", "用记事本另存为 UTF-8 再试")
