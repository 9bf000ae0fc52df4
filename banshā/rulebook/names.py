"""Near names for messages: what the director probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def near(name: str, known: Iterable[str]) -> str | None:
    """The known name most like `name`, or None. Short Chinese names share few signs, so one in two is near enough."""
    pool = sorted({item for item in known if item and item != name})
    found = get_close_matches(name, pool, n=1, cutoff=0.5)
    if found:
        return found[0]
    # The same signs in another order (冻冰 for 冰冻) share too little in sequence to be caught above.
    return next((item for item in pool if sorted(item) == sorted(name)), None)


def hint(name: str, known: Iterable[str]) -> str:
    """The tail of a message, "，是不是 冻结？", or nothing when no name is near."""
    found = near(name, known)
    return f"，是不是 {found}？" if found else ""


def sound_gap(a: str, b: str) -> int:
    """How far two signs are apart in GB2312, whose common signs are sorted by their sound (桨 is next to 浆)."""
    try:
        x, y = (int.from_bytes(c.encode("gb2312"), "big") for c in (a, b))
    except UnicodeEncodeError:
        return 0xFFFF
    return abs(x - y)
