"""Each layer imports only what stands above it, and the engine knows no rulebook."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from banshā.engine import behaviours
from banshā.engine.behaviours.base import Behaviour, register

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "banshā"
LAYERS = ["rulebook", "engine", "game", "forum", "report", "cli"]
MAY_IMPORT = {
    "rulebook": set(),
    "engine": set(),
    "game": {"engine", "rulebook"},
    "forum": {"engine", "rulebook", "game"},
    "report": {"engine", "rulebook", "game", "forum"},
    "cli": {"engine", "rulebook", "game", "forum", "report"},
}
FORBIDDEN_IN_ENGINE = {"tomllib", "tomli_w", "typer", "rich", "pydantic", "pathlib", "os", "sys", "time", "random",
                       "subprocess", "io"}  # fmt: skip


def imports(path: Path) -> set[str]:
    """Absolute module names imported by a file, relative imports resolved."""
    found: set[str] = set()
    package = ["banshā", *path.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found |= {module, *(f"{module}.{a.name}" for a in node.names)}
    return found


def files(layer: str) -> list[Path]:
    return sorted((PACKAGE / layer).rglob("*.py"))


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_what_stands_above_it(layer: str) -> None:
    assert files(layer)
    for path in files(layer):
        for name in imports(path):
            parts = name.split(".")
            if parts[0] == "banshā" and len(parts) > 1 and parts[1] in LAYERS:
                assert parts[1] == layer or parts[1] in MAY_IMPORT[layer], f"{path.relative_to(ROOT)} imports {name}"


def test_the_engine_does_no_io() -> None:
    for path in files("engine"):
        bad = {n.split(".")[0] for n in imports(path)} & FORBIDDEN_IN_ENGINE
        assert not bad, f"{path.name} imports {bad}"


def test_the_engine_asks_no_wall_clock() -> None:
    """It may compare times that stand in its inputs, and has no other."""
    for path in files("engine"):
        tree = ast.walk(ast.parse(path.read_text("utf-8")))
        asked = {
            f"{n.value.id}.{n.attr}" for n in tree if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name)
        }
        clocks = {f"{kind}.{word}" for kind in ("datetime", "date") for word in ("now", "utcnow", "today")}
        assert not asked & clocks, path.name


def rulesets() -> list[Path]:
    return [p.parent for p in (ROOT / "rulesets").glob("*/ruleset.toml")]


def role_names() -> set[str]:
    names = set()
    for folder in rulesets():
        for file in folder.rglob("*.toml"):
            for role in tomllib.loads(file.read_text("utf-8")).get("role", []):
                names |= {role["name"], *role.get("aliases", [])}
    return names


def code_strings(path: Path) -> list[tuple[int, str]]:
    """String constants of a file that are not docstrings (docstrings name the rule they implement)."""
    tree = ast.parse(path.read_text("utf-8"))
    docs = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                docs.add(id(first.value))
    return [
        (n.lineno, n.value)
        for n in ast.walk(tree)
        if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in docs
    ]


def test_the_engine_names_no_rulebook_and_no_role() -> None:
    """Outside the names of behaviours (``@register("…")``, `do`), nothing in the engine may know who plays."""
    ids = {p.name for p in rulesets()}
    # Longer than one character: 镜 or 熊 would match words of ordinary Chinese.
    roles = {r for r in role_names() if len(r) > 1}
    for path in files("engine"):
        registered = set(re.findall(r'@register\("([^"]+)"\)', path.read_text("utf-8")))
        for line, text in code_strings(path):
            assert text not in ids, f"{path.name}:{line} names the rulebook {text}"
            found = [r for r in roles if r in text and not any(r in b for b in registered)]
            assert not found, f"{path.name}:{line} names {found} in {text!r}"


@pytest.mark.parametrize("layer", LAYERS)
def test_modules_stay_small(layer: str) -> None:
    for path in files(layer):
        assert len(path.read_text("utf-8").splitlines()) <= 420, f"{path.relative_to(ROOT)} has grown too long"


def test_every_behaviour_has_a_name_of_its_own() -> None:
    """The later of two would take the place of the other in every ruleset, without a word."""
    taken = behaviours.get("太极").name
    with pytest.raises(ValueError, match="names two"):
        register(taken)(type("Another", (Behaviour,), {}))
