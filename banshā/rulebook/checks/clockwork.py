"""Slots, phases, the settlement order: whether what is written is ever reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from banshā.rulebook.checks.book import Book, Json, own_name
from banshā.rulebook.checks.references import check_system
from banshā.rulebook.names import near
from banshā.rulebook.source import Path_


def check_clockwork(book: Book) -> None:
    _slots(book)
    for skill in book.skills.values():
        _skill_has_slots(book, skill)
        _hits_land(book, skill)
    _landing(book)
    _clock(book)
    _ends(book)


def answers_to(skill: Json, slot: str) -> bool:
    """Whether a slot of the steps is this skill's: by its `slot` when it has one, else by its own name."""
    if "slot" in skill:
        return slot in (skill["slot"], f"{skill['role']}.{skill['slot']}")
    return slot in (skill["key"], own_name(skill), skill["name"])


def _slots(book: Book) -> None:
    for phase in book.compiled["phases"]:
        where: Path_ = ("phase", phase["name"])
        keys = [slot["key"] for slot in phase["slots"]]
        for key, times in Counter(keys).items():
            if times > 1:
                book.report("R035", where, "steps", f"{key} 在这个阶段里写了 {times} 次")
        for key in dict.fromkeys(keys):
            _slot_exists(book, key, where, "steps")
    for name, loop in book.compiled["loops"].items():
        for key in loop["between"]:
            _slot_exists(book, key, ("loop", name), "between")


def _slot_exists(book: Book, key: str, where: Path_, path: str) -> None:
    if key.startswith("系统."):
        check_system(book, key, where, path)
        return
    if any(answers_to(skill, key) for skill in book.skills.values()):
        return
    known = book.skill_names | {skill["slot"] for skill in book.skills.values() if "slot" in skill}
    book.report("R031", where, path, f"步骤里的 {key} 不是任何技能", guess=near(key, known))


def _skill_has_slots(book: Book, skill: Json) -> None:
    for name in skill["phase"]:
        phases = book.phases_called(name)
        slots = [slot["key"] for phase in phases for slot in phase["slots"]]
        if phases and not any(answers_to(skill, slot) for slot in slots):
            wanted = skill.get("slot", skill["key"])
            message = f"{name} 的步骤里没有 {wanted}，这个技能永远轮不到"
            book.report("R030", book.where(skill), "phase", message, guess=None)


def _night_phases(book: Book, skill: Json) -> Iterator[Json]:
    for name in skill["phase"]:
        yield from (phase for phase in book.phases_called(name) if phase["landing"] == "queued")


def _hits_land(book: Book, skill: Json) -> None:
    """A hit that waits for the settlement must have its place there."""
    if not any(True for _ in _night_phases(book, skill)):
        return
    order = book.compiled["landing"].get("order", [])
    hits = [(path, effect) for path, effect in book.slot_effects(skill) if effect["verb"] == "hit"]
    if "hit" in skill.get("with", {}) and not skill.get("auto"):  # its behaviour strikes under its name
        hits.append(("with.hit", {}))
    for path, effect in hits:
        slot = str(effect.get("slot") or skill["name"])
        if slot not in order and "{" not in slot:
            message = f"[landing] 的 order 里没有 {slot}，这一击夜里不知道排在哪"
            book.report("R032", book.where(skill), path, message, guess=near(slot, order))


def _landing(book: Book) -> None:
    landing, known = book.compiled["landing"], book.known
    for name in landing.get("protections", []):
        if name not in known["state"] | known["skill"]:
            guess = near(name, known["state"] | known["skill"])
            book.report("R033", ("landing",), "protections", f"挡法 {name} 既不是状态也不是技能", guess=guess)
    book.check("link", landing.get("links"), ("landing",), "links")
    for key in ("order", "protections", "links"):
        for name, times in Counter(landing.get(key, [])).items():
            if times > 1:
                book.report("R035", ("landing",), key, f"{name} 写了 {times} 次")
    for link in book.compiled["links"]:
        where: Path_ = ("link", link["name"])
        if "state" not in link:
            book.report("R034", where, "", "连带没有写 state，不知道看哪个状态")
        elif link["state"] not in known["state"]:
            guess = near(link["state"], known["state"])
            book.report("R034", where, "state", f"没有状态 {link['state']}", guess=guess)
        if link["name"] not in landing.get("links", []):
            book.report("R034", where, "", "[landing] 的 links 里没有列这条连带，它不会结算", severity="warning")


def _clock(book: Book) -> None:
    names = [phase["name"] for phase in book.compiled["phases"]]
    clock = book.compiled["clock"]
    listed: list[str] = []
    for key in ("opening", "day"):
        for name in clock[key]:
            if name not in names:
                book.report("R018", ("clock",), key, f"没有阶段 {name}", guess=near(name, names))
            if name in listed:
                book.report("R035", ("clock",), key, f"{name} 写了两次")
            listed.append(name)
    for name in names:
        if name not in listed:
            book.report("R053", ("phase", name), "", "[clock] 里没有这个阶段，它不会开始", severity="warning")
    for name, loop in book.compiled["loops"].items():
        for key in ("from", "to"):
            if loop[key] not in names:
                book.report("R018", ("loop", name), key, f"没有阶段 {loop[key]}", guess=near(loop[key], names))
        day = clock["day"]
        if loop["from"] in day and loop["to"] in day and day.index(loop["from"]) > day.index(loop["to"]):
            book.report("R053", ("loop", name), "to", f"{loop['to']} 在 {loop['from']} 之前，这个循环走不通")


def _ends(book: Book) -> None:
    for name, end in book.compiled["ends"].items():
        points = [key for key in ("start", "end") if key in end]
        if len(points) != 1:
            book.report("R054", ("ends", name), "", "start 和 end 要写一个，也只写一个")
        for key in points:
            book.check("phase", end[key], ("ends", name), key, also=("*",))
