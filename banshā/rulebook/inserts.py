"""[[insert]]: put a slot of one's own into inherited phases without writing their steps anew.

[[insert]]
slot = "守灯人.照亮"
after = "企鹅.冰冻"      # a step of its own right after that slot's; or before = …, or beside = … (the same step)
"""

from __future__ import annotations

from typing import Any

from banshā.rulebook.findings import Finding
from banshā.rulebook.names import near
from banshā.rulebook.source import Source

PLACES = ("after", "before", "beside")


def apply(source: Source) -> None:
    """Carry out every [[insert]] of the document; what cannot be placed becomes a problem."""
    listed = source.doc.pop("insert", [])
    for n, item in enumerate(listed if isinstance(listed, list) else [listed], 1):
        problem = _insert(source.doc, item) if isinstance(item, dict) else ("", "要写成一个表", None)
        if problem:
            key, message, guess = problem
            source.problems.append(
                Finding("R004", "error", source.origin(("insert",)), f"插入 第{n}条", key, message, guess)
            )


def _insert(doc: dict[str, Any], item: dict[str, Any]) -> tuple[str, str, str | None] | None:
    strange = [k for k in item if k not in ("slot", *PLACES, "phase")]
    if strange:
        return strange[0], f"不认识的键 {strange[0]}", near(strange[0], ("slot", *PLACES, "phase"))
    places = [k for k in PLACES if k in item]
    if len(places) != 1 or not isinstance(item.get("slot"), str):
        return "", "要写 slot，再写 after、before、beside 之一", None
    place, anchor = places[0], item[places[0]]
    seen: list[str] = []
    for phase in doc.get("phase", []):
        if item.get("phase") not in (None, phase.get("name")):
            continue
        steps = phase.get("steps", [])
        for i, step in enumerate(steps):
            slots = step["slots"] if isinstance(step, dict) else step
            seen += [s for s in slots if isinstance(s, str)]
            if anchor in slots:
                _put(steps, i, slots, item["slot"], anchor, place)
                return None
    return place, f"没有步骤 {anchor}", near(str(anchor), seen)


def _put(steps: list[Any], i: int, slots: list[str], slot: str, anchor: str, place: str) -> None:
    if place == "beside":
        slots.insert(slots.index(anchor) + 1, slot)
    else:
        steps.insert(i + 1 if place == "after" else i, [slot])
