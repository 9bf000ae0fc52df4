"""From validated tables to the plain dictionary that the engine reads.

The dictionary holds nothing but JSON values; a key whose value means "absent" is left out. Its order is the order of
the files, and the digest covers it: two rulesets of one digest are the same to the byte.
"""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import ValidationError

from banshā.rulebook.findings import RulesetError
from banshā.rulebook.freeze import Json, canonical, digest_of
from banshā.rulebook.load import load
from banshā.rulebook.messages import findings_of
from banshā.rulebook.models import Ruleset
from banshā.rulebook.source import Source

FORMAT = 1

__all__ = ["FORMAT", "canonical", "compile_folder", "compile_model", "compile_source", "digest_of", "validate"]


def compile_folder(id_or_path: str | Path) -> Json:
    """Load, validate and compile a ruleset; raises RulesetError with all findings."""
    return compile_source(load(id_or_path))


def compile_source(source: Source) -> Json:
    return compile_model(validate(source))


def validate(source: Source) -> Ruleset:
    """The models of a loaded ruleset; raises RulesetError with one finding for each thing wrong."""
    try:
        return Ruleset.model_validate(source.doc)
    except ValidationError as error:
        raise RulesetError(findings_of(error, source)) from None


def compile_model(ruleset: Ruleset) -> Json:
    raw: Json = ruleset.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    head = raw["ruleset"]
    roles, skills = _roles_and_skills(raw)
    compiled: Json = {
        "format": FORMAT,
        "id": head["id"],
        "title": head["title"],
        "version": head["version"],
        "players": head["players"],
        "aliases": _aliases(raw),
        "camps": _by_name(raw.get("camp", [])),
        "numbers": raw.get("numbers", {}),
        "roles": roles,
        "listed": {name: entry for name, entry in raw.get("listed", {}).items() if name not in roles},
        "skills": skills,
        "states": _by_name(raw.get("state", [])),
        "ends": raw.get("ends", {}),
        "phases": [_phase(item) for item in raw.get("phase", [])],
        "clock": {"opening": [], "day": [], **raw.get("clock", {})},
        "loops": {item["name"]: {"between": [], **item} for item in raw.get("loop", [])},
        "aim": raw.get("aim", {}),
        "landing": raw.get("landing", {}),
        "links": raw.get("link", []),
        "parties": _by_name(raw.get("party", [])),
        "offices": _by_name(raw.get("office", [])),
        "vote": raw.get("vote", {}),
        "words": raw.get("words", {}),
        "cards": raw.get("cards", {}),
        "schedule": raw.get("schedule", {}),
        "lives": raw.get("lives", {}),
        "gifts": raw.get("gifts", {}),
        "wins": raw.get("win", []),
        "victory": raw.get("victory", {}),
        "deal": raw.get("deal", {}),
        "wording": raw.get("wording", {}),
    }
    # Through JSON once, so that what was compiled now and what is read back later cannot differ in any way.
    compiled = json.loads(canonical(compiled))
    compiled["digest"] = digest_of(compiled)
    return compiled


def _by_name(items: list[Json]) -> Json:
    return {item["name"]: item for item in items}


def _aliases(raw: Json) -> Json:
    written = raw.get("aliases", {})
    aliases: Json = {kind: dict(written.get(kind, {})) for kind in ("role", "state", "skill", "camp")}
    for role in raw.get("role", []):
        for alias in role.get("aliases", []):
            aliases["role"].setdefault(alias, role["name"])
    return aliases


def _ordered_roles(raw: Json) -> list[Json]:
    """Roles in the order of the files, unless [order] names some: those first, the rest after."""
    roles: list[Json] = raw.get("role", [])
    wanted: list[str] = raw.get("order", {}).get("roles", [])
    place = {name: number for number, name in enumerate(wanted)}
    return sorted(roles, key=lambda role: place.get(role["name"], len(place)))


def _roles_and_skills(raw: Json) -> tuple[Json, Json]:
    roles: Json = {}
    skills: Json = {}
    aliases = _aliases(raw)["role"]
    for order, role in enumerate(_ordered_roles(raw)):
        name = role["name"]
        own = [_skill(name, item, False) for item in role.pop("skill", [])]
        properties = [_skill(name, item, True) for item in role.pop("property", [])]
        skills.update((item["key"], item) for item in (*own, *properties))
        role.setdefault("tags", [])
        role["dealt"] = role.get("dealt", not role.get("pack", False))
        role["order"] = order
        role["aliases"] = [alias for alias, target in aliases.items() if target == name]
        role["skills"] = [item["key"] for item in own if item["dealt"]]
        role["properties"] = [item["key"] for item in properties]
        roles[name] = role
    return roles, skills


def _skill(role: str, item: Json, is_property: bool) -> Json:
    name = item.pop("name")
    called = item.pop("called", name)
    return {
        "key": f"{role}.{name}",
        "role": role,
        "name": called,
        "property": is_property,
        "dealt": item.pop("dealt", True),
        "phase": item.pop("phase", []),
        "marks": item.pop("marks", []),
        "text": item.pop("text", ""),
        **item,
    }


def _phase(item: Json) -> Json:
    phase = {**item, "group": item.get("group", item["name"]), "landing": item.get("landing", "queued")}
    phase["mode"] = mode = item.get("mode", "order")
    slots: list[Json] = []
    for number, step in enumerate(phase.pop("steps")):
        table = step if isinstance(step, dict) else {"slots": step}
        slots += [
            {"key": key, "step": number, "mode": table.get("mode", mode), "chain": table.get("chain", False)}
            for key in table["slots"]
        ]
    return {**phase, "slots": slots}
