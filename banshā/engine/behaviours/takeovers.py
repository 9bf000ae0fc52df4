"""Take-overs: before a use is played, others may choose for its holder or hear in his stead, in the printed order."""

from __future__ import annotations

from ..state import Skill, Use
from ..table import Table


def apply(t: Table, use: Use, sk: Skill) -> None:
    """Ask every take-over of the ruleset's list, in order. Ordered and deferred moves are not taken over again."""
    from . import known

    if use.origin in ("ordered", "deferred"):
        return
    for name in t.rs.table("aim").get("takeovers", []):
        found = known().get(name)  # a list may name take-overs of roles a theme leaves out
        if found is not None:
            found.take(t, sk, use)  # type: ignore[attr-defined]
