"""Named behaviours: what the ruleset's keys cannot say, one small class each, found by the name in ``do = "…"``."""

from __future__ import annotations

from ..errors import RulesetFault
from .base import REGISTRY, Behaviour


def get(name: str) -> Behaviour:
    """The behaviour of that name. Raises RulesetFault where there is none."""
    if not REGISTRY:
        load()
    found = REGISTRY.get(name)
    if found is None:
        raise RulesetFault(f"没有名为 {name} 的行为")
    return found


def load() -> None:
    """Import the modules that register behaviours."""
    from . import control, copying, gifts, knowing, love, possession, reflection, wins  # noqa: F401


def names() -> list[str]:
    """Every registered name (for the linter)."""
    if not REGISTRY:
        load()
    return sorted(REGISTRY)
