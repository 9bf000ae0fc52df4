"""Named behaviours: what the ruleset's keys cannot say, one small class each, found by the name in ``do = "…"``."""

from __future__ import annotations

from ..errors import RulesetFault
from .base import REGISTRY, Behaviour

__all__ = ["Behaviour", "get", "known", "names"]


_loaded = False


def known() -> dict[str, Behaviour]:
    """Every behaviour by name; the modules that register them are imported at the first call."""
    global _loaded
    if not _loaded:
        _loaded = True
        from . import (  # noqa: F401
            accord,
            asking,
            awakening,
            ballots,
            bewitching,
            control,
            copying,
            corpses,
            dying,
            feeding,
            following,
            gambling,
            gifts,
            guarding,
            guises,
            healing,
            houses,
            knowing,
            learning,
            legacy,
            longevity,
            love,
            masks,
            messages,
            naming,
            peeking,
            possession,
            reflection,
            roaring,
            sensing,
            summoning,
            tailing,
            triumph,
            twins,
            wins,
        )
    return REGISTRY


def get(name: str) -> Behaviour:
    """The behaviour of that name. Raises RulesetFault where there is none."""
    found = known().get(name)
    if found is None:
        raise RulesetFault(f"没有名为 {name} 的行为")
    return found


def names() -> list[str]:
    """Every registered name (for the linter)."""
    return sorted(known())
