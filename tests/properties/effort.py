"""How many examples a property gets: the profile's number, shared out among the rulebooks at hand."""

from __future__ import annotations

from typing import Any

import world
from hypothesis import settings


def shared(part: float = 1.0, **more: Any) -> settings:
    """`part` of the profile's examples, divided by the number of books the property is run over."""
    return settings(max_examples=max(2, round(settings.default.max_examples * part / len(world.BOOKS))), **more)
