"""Reading a ruleset folder: all its TOML files in the order of their paths, on top of the ruleset it extends."""

from __future__ import annotations

from pathlib import Path

from banshā.rulebook import inserts
from banshā.rulebook.findings import Finding, RulesetError, fault
from banshā.rulebook.freeze import stamp
from banshā.rulebook.locate import available, find, roots
from banshā.rulebook.merge import add_file, extend
from banshā.rulebook.source import Source, parse

__all__ = ["available", "find", "load", "read", "roots", "toml_files"]


def toml_files(folder: Path) -> list[Path]:
    """The files of a ruleset in load order: by path, so numbered names say the order of the roles.

    A folder `cases` beside them holds the theme's own rules cases and is no part of it.
    """
    return sorted(
        (
            path
            for path in folder.rglob("*.toml")
            if not any(part.startswith(".") or part == "cases" for part in path.relative_to(folder).parts)
        ),
        key=lambda path: path.relative_to(folder).as_posix(),
    )


def shown_path(path: Path) -> str:
    """The path as messages show it: relative to where the director stands, when it lies below."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def load(id_or_path: str | Path) -> Source:
    """Read a ruleset; raises RulesetError with every problem found in its files."""
    source = read(id_or_path)
    if source.problems:
        raise RulesetError(source.problems)
    return source


def read(id_or_path: str | Path, _below: tuple[Path, ...] = (), _beside: Path | None = None) -> Source:
    """Read a ruleset as far as it can be read; what went wrong stands in `problems`."""
    folder = find(id_or_path, _beside)
    if folder in _below:
        chain = " → ".join(item.name for item in (*_below[_below.index(folder) :], folder))
        raise fault("R003", f"extends 绕成了圈：{chain}", file=shown_path(folder))
    source = Source(folder=folder, folders=[folder], stamps={str(folder): stamp(folder)})
    for path in toml_files(folder):
        file, doc, problem = parse(path, shown_path(path))
        if file is not None:
            source.files[file.shown] = file
        if problem is not None:
            source.problems.append(problem)
        add_file(source, doc, shown_path(path))
    _extend(source, (*_below, folder))
    inserts.apply(source)
    return source


def _extend(source: Source, below: tuple[Path, ...]) -> None:
    head = source.doc.get("ruleset")
    wanted = head.get("extends") if isinstance(head, dict) else None
    if not isinstance(wanted, str):
        return
    try:
        parent = read(wanted, below, source.folder.parent)
    except RulesetError as error:
        file, line = source.line(("ruleset",), "extends")
        source.problems += [
            Finding(item.code, "error", file, "ruleset", "extends", item.message, item.near, line)
            if not item.table
            else item
            for item in error.findings
        ]
        return
    extend(parent, source)
