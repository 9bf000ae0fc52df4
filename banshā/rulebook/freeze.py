"""Compiled rulesets on disk: frozen ones that running games play by, and a cache for the ones still being written.

Imports the standard library only, so that an ordinary command never pays for pydantic: the compiler is imported when a
cache turns out to be stale, and not before.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any

Json = dict[str, Any]
Stamp = list[list[Any]]

_DIGEST = re.compile(r"[0-9a-f]{64}")
_CACHE_FORMAT = 1


class FrozenError(Exception):
    """A frozen ruleset is missing or damaged. The text tells the director what to do."""


def canonical(compiled: Json) -> bytes:
    """The bytes that the digest is taken of: compact JSON in UTF-8, without the digest itself."""
    body = {key: value for key, value in compiled.items() if key != "digest"}
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def digest_of(compiled: Json) -> str:
    return hashlib.sha256(canonical(compiled)).hexdigest()


# ── frozen, for running games ──


def frozen_path(folder: Path, digest: str) -> Path:
    if not _DIGEST.fullmatch(digest):
        raise FrozenError(f"规则书的指纹写坏了：{digest}（应是 64 位的 0-9a-f）")
    return folder / f"{digest}.json"


def freeze(compiled: Json, folder: Path) -> Path:
    """Write a compiled ruleset under its digest; one that is there and whole is left alone."""
    digest = digest_of(compiled)
    if compiled.get("digest") != digest:
        raise FrozenError("规则书和它的指纹对不上，没有存")
    path = frozen_path(folder, digest)
    if _read_whole(path, digest) is None:
        write_private(path, json.dumps(compiled, ensure_ascii=False, separators=(",", ":")).encode())
    return path


def thaw(folder: Path, digest: str) -> Json:
    """Read a frozen ruleset back; raises FrozenError when it is missing or not what it was."""
    path = frozen_path(folder, digest)
    compiled = _read_whole(path, digest)
    if compiled is not None:
        return compiled
    if not path.exists():
        raise FrozenError(
            f"找不到这局所用的规则书 {path}；从备份里放回这个文件；规则书没有改过的话，bansha adopt 会重新放好"
        )
    raise FrozenError(
        f"这局所用的规则书 {path} 被改动或损坏了；从备份里放回，规则书没有改过的话，bansha adopt 会重新放好"
    )


def _read_whole(path: Path, digest: str) -> Json | None:
    compiled = _read_json(path)
    return compiled if compiled is not None and digest_of(compiled) == digest == compiled.get("digest") else None


def _read_json(path: Path) -> Json | None:
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def write_private(path: Path, data: bytes) -> None:
    """Write atomically, readable by the owner only: the file is there whole or not at all."""
    import tempfile  # only where something is written

    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # mkstemp makes the file with mode 600, so its content is never open to others, not even for a moment.
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:16]}-", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


# ── the cache of rulesets in the making ──


def stamp(folder: Path) -> Stamp:
    """Names, times and sizes of a folder's TOML files: as long as they are the same, so is what they compile to."""
    found: Stamp = []
    for path in sorted(folder.rglob("*.toml")):
        info = path.stat()
        found.append([path.relative_to(folder).as_posix(), info.st_mtime_ns, info.st_size])
    return found


def _compiler_stamp() -> str:
    """Changes when this package changes, so that a newer compiler never serves an older one's work."""
    here = Path(__file__).parent
    marks = [f"{path.relative_to(here)}:{path.stat().st_mtime_ns}" for path in sorted(here.rglob("*.py"))]
    return hashlib.sha256("\n".join(marks).encode()).hexdigest()


def _roots() -> list[str]:
    """Where `extends` may look: another order of places can mean another parent."""
    from banshā.rulebook.locate import roots

    return [str(root) for root in roots()]


def cache_path(folder: Path, cache: Path) -> Path:
    mark = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:16]
    return cache / f"{folder.resolve().name}-{mark}.json"


def compiled(folder: Path, cache: Path | None) -> Json:
    """The compiled form of a ruleset folder, from the cache when its files are unchanged.

    Raises RulesetError, as the compiler does. A cache that is damaged, stale or cannot be written is passed over.
    """
    folder = folder.resolve()
    known = _from_cache(cache_path(folder, cache)) if cache is not None else None
    if known is not None:
        return known
    from banshā.rulebook.compile import compile_source
    from banshā.rulebook.load import load

    source = load(folder)
    result = compile_source(source)
    if cache is not None:
        _to_cache(cache_path(folder, cache), source.stamps, result)
    return result


def _from_cache(path: Path) -> Json | None:
    data = _read_json(path)
    if data is None or data.get("format") != _CACHE_FORMAT or data.get("compiler") != _compiler_stamp():
        return None
    ruleset, folders = data.get("ruleset"), data.get("folders")
    if not isinstance(ruleset, dict) or not isinstance(folders, dict) or not folders:
        return None
    if len(folders) > 1 and data.get("roots") != _roots():
        return None
    try:
        fresh = all(stamp(Path(name)) == known for name, known in folders.items())
    except OSError:
        return None
    return ruleset if fresh and ruleset.get("digest") == digest_of(ruleset) else None


def _to_cache(path: Path, stamps: dict[str, Stamp], ruleset: Json) -> None:
    data = {
        "format": _CACHE_FORMAT,
        "compiler": _compiler_stamp(),
        "roots": _roots(),
        "folders": stamps,
        "ruleset": ruleset,
    }
    try:
        write_private(path, json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())
    except OSError:
        # A cache is a convenience: a read-only disk must not stop a director.
        return
