"""A compiled ruleset with everything it names, and where a check leaves its findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cached_property
from typing import Any

from banshā.rulebook.findings import Finding, Severity
from banshā.rulebook.messages import show_table
from banshā.rulebook.names import near
from banshā.rulebook.source import Path_, Source

Json = dict[str, Any]
EFFECT_LISTS = ("before", "each", "then", "after", "spent", "stopped")


class Book:
    """What the checks look at. The sets hold every way a thing may be called."""

    def __init__(
        self,
        compiled: Json,
        source: Source,
        behaviours: Iterable[str] | None,
        system: Iterable[str] | None,
        wording: Mapping[str, Set[str]] | None = None,
    ) -> None:
        self.compiled, self.source = compiled, source
        self.behaviours = None if behaviours is None else set(behaviours)
        self.system = None if system is None else {name.removeprefix("系统.") for name in system}
        self.wording = wording
        self.findings: list[Finding] = []

    def report(
        self,
        code: str,
        where: Path_,
        key: str,
        message: str,
        *,
        guess: str | None = None,
        severity: Severity = "error",
    ) -> None:
        file, line = self.source.line(where, key)
        finding = Finding(code, severity, file, show_table(where), key, message, guess, line)
        if finding not in self.findings:
            self.findings.append(finding)

    # ── walking ──

    @cached_property
    def skills(self) -> dict[str, Json]:
        return dict(self.compiled["skills"])

    def where(self, skill: Json) -> Path_:
        kind = "property" if skill["property"] else "skill"
        return ("role", skill["role"], kind, own_name(skill))

    def effects(self, skill: Json) -> Iterator[tuple[str, Json]]:
        """Every effect of a skill with its path, those inside others too."""
        for key in EFFECT_LISTS:
            yield from nested(skill.get(key, []), key)
        for number, moment in enumerate(skill.get("on", [])):
            yield from nested(moment.get("then", []), f"on[{number}].then")

    def slot_effects(self, skill: Json) -> Iterator[tuple[str, Json]]:
        """The effects that happen in the skill's own slot."""
        for key in ("before", "each", "then", "after"):
            yield from nested(skill.get(key, []), key)

    # ── names ──

    @cached_property
    def known(self) -> dict[str, set[str]]:
        """Every name of a kind, aliases included."""
        book, alias = self.compiled, self.compiled["aliases"]
        states = book["states"].values()
        sides = {camp["side"] for camp in book["camps"].values() if "side" in camp}
        phases = {phase["name"] for phase in book["phases"]} | {phase["group"] for phase in book["phases"]}
        periods = {phase["period"] for phase in book["phases"]}
        return {
            "state": set(book["states"])
            | {state["family"] for state in states if "family" in state}
            | set(alias["state"]),
            "role": set(book["roles"]) | set(alias["role"]),
            "skill": self.skill_names | set(alias["skill"]),
            "camp": set(book["camps"]) | set(alias["camp"]) | {"*"} | {f"*{side}" for side in sides},
            "side": sides,
            "end": set(book["ends"]),
            "party": set(book["parties"]),
            "office": set(book["offices"]),
            "number": set(book["numbers"]),
            "phase": phases,
            "period": periods,
            "loop": set(book["loops"]),
            "link": {link["name"] for link in book["links"]},
            "class": {role["class"] for role in book["roles"].values() if "class" in role},
            "tag": self.tags,
            "slot": self.landing_slots,
            # A text kept for anything else would never go out.
            "release": {"立刻", "阶段末", "出局", "开门"} | phases,
        }

    @cached_property
    def skill_names(self) -> set[str]:
        names: set[str] = set()
        for key, skill in self.skills.items():
            names |= {key, skill["name"], own_name(skill), f"{skill['role']}.{skill['name']}"}
        return names

    @cached_property
    def tags(self) -> set[str]:
        """Tags are not declared: a tag is known when a role carries it or something hands it out."""
        parties = self.compiled["parties"].values()
        return self.carried_tags | {p[key] for p in parties for key in ("tag", "heir_tag", "guest_tag") if key in p}

    @cached_property
    def carried_tags(self) -> set[str]:
        tags = {tag for role in self.compiled["roles"].values() for tag in role["tags"]}
        for skill in self.skills.values():
            tags |= {tag for _, effect in self.effects(skill) for tag in as_list(effect.get("join"))}
            tags |= {tag for standing in skill.get("while", []) for tag in as_list(standing.get("tag"))}
        return tags

    @cached_property
    def landing_slots(self) -> set[str]:
        """Names under which a hit may land."""
        slots = set(self.compiled["landing"].get("order", [])) | self.skill_names
        slots.add("投票")  # where a vote's hit lands
        slots |= set(self.compiled["landing"].get("causes", []))
        slots |= {link["name"] for link in self.compiled["links"]}
        for skill in self.skills.values():
            slots |= {effect["slot"] for _, effect in self.effects(skill) if "slot" in effect}
            slots |= {skill["slot"]} if "slot" in skill else set()
        return slots

    def phases_called(self, name: str) -> list[Json]:
        return [phase for phase in self.compiled["phases"] if name in (phase["name"], phase["group"])]

    def check(
        self,
        kind: str,
        value: Any,
        where: Path_,
        key: str,
        *,
        also: Iterable[str] = (),
        severity: Severity = "error",
    ) -> None:
        """Report every name in `value` that is not one of the kind; what a player fills in cannot be checked."""
        code, label = KINDS[kind]
        for name in as_list(value):
            if not isinstance(name, str) or "{" in name or name in self.known[kind] or name in also:
                continue
            # "*" and "*三方" are right words for a camp, but nobody means them by a slip.
            guess = near(name, {word for word in (*self.known[kind], *also) if not word.startswith("*")})
            self.report(code, where, key, f"没有{label} {name}", guess=guess, severity=severity)


# What each kind of reference is called, and the code of a wrong one.
KINDS = {
    "state": ("R010", "状态"), "role": ("R011", "身份"), "skill": ("R012", "技能"), "camp": ("R013", "阵营"),
    "side": ("R013", "阵营归属"), "end": ("R014", "结束时点"), "party": ("R015", "团体"), "office": ("R016", "职位"),
    "number": ("R017", "数"), "phase": ("R018", "阶段"), "period": ("R018", "时段"), "loop": ("R018", "循环"),
    "tag": ("R019", "标签"), "class": ("R021", "类别"), "slot": ("R022", "结算项"), "release": ("R024", "公布时机"),
    "link": ("R034", "连带"),
}  # fmt: skip


def own_name(skill: Json) -> str:
    """The skill's name inside its role, which `called` does not change."""
    return str(skill["key"]).partition(".")[2]


def as_list(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def nested(effects: list[Json], path: str) -> Iterator[tuple[str, Json]]:
    """Effects of a list with their paths, going into all lists of effects they hold."""
    for number, effect in enumerate(effects):
        here = f"{path}[{number}]"
        yield here, effect
        for inner in ("all", "then", "instead", "none"):
            yield from nested(effect.get(inner, []), f"{here}.{inner}")
        for inner in ("options", "branch"):
            for label, branch in effect.get(inner, {}).items():
                yield from nested(branch, f"{here}.{inner}.{label}")
