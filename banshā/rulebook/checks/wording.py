"""[wording]: keys that nobody reads, and places in a template that nobody fills."""

from __future__ import annotations

import re

from banshā.rulebook.checks.book import Book
from banshā.rulebook.names import near


def check_wording(book: Book) -> None:
    """`book.wording`: key → what its template may hold; `title.*` stands for one of a single stage."""
    if book.wording is None:
        return
    stages = {p["group"] for p in book.compiled["phases"]}
    for key, text in book.compiled.get("wording", {}).items():
        base, _, stage = key.partition(".")
        places = book.wording.get(f"{base}.*" if stage else key)
        if places is None:
            known = [k for k in book.wording if not k.endswith(".*")]
            book.report("R055", ("wording", key), "", f"没有文案 {key}，写了也没有人读", guess=near(key, known))
            continue
        if stage and stage not in stages:
            book.report("R018", ("wording", key), "", f"没有阶段 {stage}", guess=near(stage, stages))
        for word in re.findall(r"\{([^{}]*)\}", text):
            if word not in places:
                has = f"；可写 {' '.join(f'{{{x}}}' for x in sorted(places))}" if places else ""
                book.report("R044", ("wording", key), "", f"{{{word}}} 没有人填{has}", guess=near(word, places))
