"""Where rulesets are found. Only the standard library: ordinary commands come through here."""

from __future__ import annotations

import os
from pathlib import Path

from banshā.rulebook.findings import fault
from banshā.rulebook.names import near

_PACKAGE = Path(__file__).resolve().parents[1]


def roots() -> list[Path]:
    """Folders that hold rulesets, first wins: BANSHA_RULESETS, here, the checkout, the data in the wheel."""
    named = [Path(part) for part in os.environ.get("BANSHA_RULESETS", "").split(os.pathsep) if part]
    places = [*named, Path.cwd() / "rulesets", _PACKAGE.parent / "rulesets", _PACKAGE / "_rulesets"]
    found: list[Path] = []
    for place in places:
        if place.is_dir() and place.resolve() not in found:
            found.append(place.resolve())
    return found


def is_ruleset(folder: Path) -> bool:
    return folder.is_dir() and any(folder.rglob("*.toml"))


def available() -> dict[str, Path]:
    """Every ruleset that can be named, id to folder, sorted by id."""
    found: dict[str, Path] = {}
    for root in roots():
        for folder in sorted(root.iterdir()):
            if not folder.name.startswith((".", "_")) and folder.name not in found and is_ruleset(folder):
                found[folder.name] = folder
    return dict(sorted(found.items()))


def find(id_or_path: str | Path, beside: Path | None = None) -> Path:
    """The folder of a ruleset, given its id or a path; `beside` is a folder searched before the usual places.

    A bare name is an id first, so that a stray folder of the same name in the working directory changes nothing.
    """
    name = str(id_or_path)
    is_bare = isinstance(id_or_path, str) and os.sep not in name and name not in (".", "..", "")
    if is_bare and beside is not None and is_ruleset(beside / name):
        return (beside / name).resolve()
    known = available() if is_bare else {}
    if name in known:
        return known[name]
    path = Path(id_or_path)
    if path.is_file() and path.suffix == ".toml":
        path = path.parent
    if is_ruleset(path):
        return path.resolve()
    if path.is_dir():
        raise fault("R009", f"{name} 里没有 .toml 文件，不是规则书的文件夹", file=name)
    guess = near(name, available())
    listed = "、".join(available()) or "没有"
    raise fault("R009", f"没有规则书 {name}（现有：{listed}）", near=guess)
