"""A skill taken by itself: choices, bounds, texts, and whether anybody can have it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from banshā.rulebook.checks.book import Book, Json, as_list
from banshā.rulebook.names import near
from banshā.rulebook.source import Path_

PLACEHOLDERS = frozenset(
    [
        "selected",
        "target",
        "targets",
        "settled",
        "self",
        "role",
        "second",
        "identities",
        "camp",
        "judged",
        "within",
        "self_camp",
        "answer",
        "face_camp",
        "face_role",
        "face_knife",
        "skill",
        "list",
        "phase",
        "state",
        "source",
        "n",
        "others",
        "all",
        "both",
    ]
)


def check_skills(book: Book) -> None:
    reachable = set(_handed_out(book))
    for skill in book.skills.values():
        where = book.where(skill)
        _choices(book, skill, where)
        _bounds(book, skill, where)
        _branches(book, skill, where)
        _texts(book, skill, where)
        role = book.compiled["roles"][skill["role"]]
        if not (skill["dealt"] and not role.get("pack")) and not reachable & {skill["key"]}:
            book.report("R045", where, "", "谁也得不到这个技能：不随身份发，也没有哪里给出它")


# ── choices ──


def _choices(book: Book, skill: Json, where: Path_) -> None:
    choices = skill.get("choose", [])
    for number, choice in enumerate(choices):
        path = f"choose[{number}]"
        if choice["kind"] == "option" and not choice.get("options"):
            book.report("R040", where, path, f"选择 {choice['key']} 没有写选项")
        low, high = choice.get("from"), choice.get("upto")
        if low is not None and high is not None and low > high:
            book.report("R041", where, path, f"选择 {choice['key']} 从 {low} 到 {high}，上下颠倒")
    for key, times in Counter(choice["key"] for choice in choices).items():
        if times > 1:
            book.report("R040", where, "choose", f"选择 {key} 写了 {times} 次")
    offered = {choice["key"]: choice for choice in choices}
    for key in skill.get("costs", {}):
        _is_offered(book, key, offered, where, "costs")
    for path, effect in book.effects(skill):
        for key, value in effect.get("when", {}).get("choice", {}).items():
            if _is_offered(book, key, offered, where, f"{path}.when.choice"):
                _is_option(book, offered[key], value, where, f"{path}.when.choice.{key}")


def _is_offered(book: Book, key: str, offered: dict[str, Json], where: Path_, path: str) -> bool:
    if key in offered:
        return True
    book.report("R047", where, path, f"这个技能没有选择 {key}", guess=near(key, offered))
    return False


def _is_option(book: Book, choice: Json, value: Any, where: Path_, path: str) -> None:
    options = choice.get("options", [])
    if choice["kind"] == "option" and options and value not in options:
        book.report("R047", where, path, f"选择 {choice['key']} 里没有 {value}", guess=near(str(value), options))


# ── bounds ──

# Fields with the least that makes sense in them.
LEAST = {"uses": 0, "per_run": 1, "per_day": 1, "from_day": 1, "dice": 1}
EFFECT_LEAST = {"charges": 1, "exactly": 1, "n": 1, "roll": 2}


def _bounds(book: Book, skill: Json, where: Path_) -> None:
    for key, least in LEAST.items():
        if skill.get(key, least) < least:
            book.report("R042", where, key, f"{key} = {skill[key]}，至少是 {least}")
    reach = skill.get("range", {})
    _count(book, reach.get("count"), where, "range.count")
    _count(book, skill.get("count"), where, "count")
    for number, branch in enumerate(reach.get("count_by", [])):
        _count(book, branch["count"], where, f"range.count_by[{number}].count")
    for path, effect in book.effects(skill):
        _count(book, effect.get("count"), where, f"{path}.count")
        for key, least in EFFECT_LEAST.items():
            if isinstance(effect.get(key), int) and effect[key] < least:
                book.report("R042", where, f"{path}.{key}", f"{key} = {effect[key]}，至少是 {least}")
        for key, n in effect.get("when", {}).get("settled_of", {}).items():
            if isinstance(n, int) and n < 0:
                book.report("R042", where, f"{path}.when.settled_of.{key}", f"{key} = {n}，至少是 0")
    for number, standing in enumerate(skill.get("while", [])):
        if standing.get("charges", 1) < 1:
            book.report("R042", where, f"while[{number}].charges", f"charges = {standing['charges']}，至少是 1")


def _count(book: Book, count: list[Any] | None, where: Path_, path: str) -> None:
    if count is None:
        return
    low, high = count
    if isinstance(low, int) and low < 0 or isinstance(high, int) and high < 0:
        book.report("R041", where, path, f"人数 {low} 到 {high}，不能是负数")
    elif isinstance(low, int) and isinstance(high, int) and low > high:
        book.report("R041", where, path, f"人数至少 {low} 至多 {high}，上下颠倒")


def _branches(book: Book, skill: Json, where: Path_) -> None:
    for path, effect in book.effects(skill):
        if effect["verb"] == "ask":
            if "pick" in effect:
                if "then" not in effect:
                    book.report("R046", where, path, "pick 之后要写 then，用 {answer} 指所选的技能")
            elif not effect.get("options"):
                book.report("R046", where, path, "问题没有写选项")
            elif "default" in effect and effect["default"] not in effect["options"]:
                guess = near(effect["default"], effect["options"])
                book.report("R046", where, f"{path}.default", f"选项里没有 {effect['default']}", guess=guess)
        elif effect["verb"] == "roll":
            sides = {str(side) for side in range(1, effect["roll"] + 1)}
            for label in effect["branch"]:
                if label not in sides:
                    book.report("R046", where, f"{path}.branch", f"{effect['roll']} 面的骰子掷不出 {label}")


# ── texts ──


def _texts(book: Book, skill: Json, where: Path_) -> None:
    if not skill["text"].strip() and not skill.get("hidden"):
        book.report("R043", where, "text", "技能没有写说明（text）", severity="warning")
    offered = {choice["key"] for choice in skill.get("choose", [])}
    for path, text in _strings(skill):
        if path == "text":
            continue
        _placeholders(book, text, offered, where, path)


# Places that only one key fills; those of `with` are what named behaviours fill in their texts.
_OWN = {
    "outcome": ("out", "who"), "results": ("results",),
    "with": ("fox", "kind", "name", "text"),
}  # fmt: skip


def _placeholders(book: Book, text: str, offered: set[str], where: Path_, path: str) -> None:
    for word in re.findall(r"\{([^{}]*)\}", text):
        kind, _, key = word.partition(":")
        if kind == "extra" or (kind == "choice" and key in offered):
            continue
        if kind == "choice":
            book.report("R044", where, path, f"{{{word}}} 没有人填：这个技能没有选择 {key}", guess=near(key, offered))
        elif word not in PLACEHOLDERS and word not in (own := _OWN.get(re.split(r"[.\[]", path)[0], ())):
            book.report("R044", where, path, f"{{{word}}} 没有人填", guess=near(word, [*PLACEHOLDERS, *own]))
    if re.search(r"[{}]", re.sub(r"\{[^{}]*\}", "", text)):
        book.report("R044", where, path, "花括号没有成对")


def _strings(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _strings(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _strings(inner, f"{path}[{number}]")


# ── who gets it ──


def _handed_out(book: Book) -> Iterator[str]:
    """Keys of skills that something gives: effects, parties, offices, and what behaviours are told."""
    called: list[tuple[str, str]] = []
    for holder in (*book.compiled["parties"].values(), *book.compiled["offices"].values()):
        called += [("", name) for name in holder.get("skills", [])]
    for state in book.compiled["states"].values():
        called += [("", name) for name in state.get("lends", [])]
    called += [(name, key) for name, role in book.compiled["roles"].items() for key in role.get("learned", ())]
    for skill in book.skills.values():
        for _, effect in book.effects(skill):
            if effect["verb"] in ("skill", "extra"):
                called += [(skill["role"], str(name)) for name in as_list(effect.get("name", effect.get("extra")))]
        for table in (skill, *(effect for _, effect in book.effects(skill))):
            called += [(skill["role"], text) for _, text in _strings(table.get("with", {}))]
    called += [("", text) for _, text in _strings(book.compiled["gifts"])]
    aliases = book.compiled["aliases"]["skill"]
    for role, name in called:
        key = aliases.get(name, name)
        # A bare name means the holder's own skill first, as everywhere.
        yield key if "." in key else f"{role}.{key}"
        if "." not in key and f"{role}.{key}" not in book.skills:
            yield from (other for other in book.skills if other.endswith(f".{key}"))
