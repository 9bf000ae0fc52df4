"""A compiled ruleset as the engine reads it: plain tables plus the few indexes that every slot needs."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from . import wording

Def = dict[str, Any]
Effect = dict[str, Any]

FORCED, LIMITED, AIMED, FLIP = "强制", "限定", "指定", "翻牌"
START, END = "系统.开始", "系统.结束"


class Slot:
    """One place in a phase's order. key: ROLE.SKILL, a bare skill name, or 系统.X; slots of one step go together."""

    __slots__ = ("chain", "key", "mode", "step")

    def __init__(self, key: str, step: int, mode: str = "order", chain: bool = False) -> None:
        self.key, self.step, self.mode, self.chain = key, step, mode, chain

    @property
    def system(self) -> bool:
        return self.key.startswith("系统.")


class Phase:
    """A phase of the ruleset. Every phase has a first and a last slot of its own (``系统.开始``, ``系统.结束``)."""

    def __init__(self, data: Def) -> None:
        self.name: str = data["name"]
        self.group: str = data.get("group") or self.name
        self.period: str = data.get("period", "")
        self.at_once: bool = data.get("mode") == "at_once"
        self.queued: bool = data.get("landing", "queued") == "queued"
        self.auto: bool = bool(data.get("auto"))
        self.votes: bool = bool(data.get("votes"))
        self.judge: str = data.get("judge") or ""
        self.silent: str = data.get("silent") or "skip"
        self.deadline: int | None = data.get("deadline")
        self.public: str = data.get("public") or ("开门" if self.queued else "立刻")
        self.notice: str = data.get("notice") or ("阶段末" if self.queued else "立刻")
        slots = [Slot(s["key"], s["step"], s.get("mode", "order"), bool(s.get("chain"))) for s in data["slots"]]
        last = slots[-1].step + 1 if slots else 0
        self.slots = [Slot(START, -1), *slots, Slot(END, last)]
        self.index = {s.key: i for i, s in enumerate(self.slots)}


class Ruleset:
    """Read-only view of the compiled dict (see `rulebook.compile`)."""

    def __init__(self, data: Def) -> None:
        self.data = data
        self.id: str = data["id"]
        self.title: str = data["title"]
        self.digest: str = data.get("digest", "")
        self.roles: dict[str, Def] = data["roles"]
        self.skills: dict[str, Def] = data["skills"]
        self.states: dict[str, Def] = data["states"]
        self.camps: dict[str, Def] = data["camps"]
        self.phases = {p["name"]: Phase(p) for p in data["phases"]}
        self.links: list[Def] = data.get("links", [])
        self.parties: dict[str, Def] = data.get("parties", {})
        self.offices: dict[str, Def] = data.get("offices", {})
        self.ends: dict[str, Def] = data.get("ends", {})
        self.loops: dict[str, Def] = data.get("loops", {})
        self.day: list[str] = data["clock"]["day"]
        self.opening: list[str] = data["clock"].get("opening", [])
        self.heard_by: dict[str, frozenset[str]] = {}  # moment -> keys of the skills that listen (see `moments`)
        self._places: dict[tuple[str, str], int | None] = {}

    def table(self, name: str) -> Def:
        """An optional table of the ruleset (vote, words, cards, landing, aim, victory …)."""
        found: Def = self.data.get(name) or {}
        return found

    @cached_property
    def order(self) -> list[str]:
        """All phases in the order of play."""
        return [*self.opening, *self.day]

    @cached_property
    def settlement(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.table("landing").get("order", []))}

    @cached_property
    def heard_by_states(self) -> set[str]:
        """Moments that some state's own `on` waits for."""
        return {entry["at"] for d in self.states.values() for entry in d.get("on") or ()}

    @cached_property
    def named(self) -> dict[str, Def]:
        """Identities a player may name: those that can be dealt, and those that are only on the list."""
        only_listed = {n: d for n, d in self.table("listed").items() if not d.get("word")}
        return {**{n: d for n, d in self.roles.items() if not d.get("pack")}, **only_listed}

    @cached_property
    def by_name(self) -> dict[str, list[str]]:
        """Skill name -> keys of the skills called so."""
        found: dict[str, list[str]] = {}
        for key, d in self.skills.items():
            found.setdefault(d["name"], []).append(key)
        return found

    def say(self, key: str, /, **values: object) -> str:
        """What is said there in this ruleset's words."""
        return wording.fill(self.table("wording").get(key, wording.DEFAULTS[key]), values)

    def alias(self, kind: str, name: str) -> str:
        """The canonical name of a role, state, skill or camp; the name itself where there is no alias."""
        found: str = self.data.get("aliases", {}).get(kind, {}).get(name, name)
        return found

    def rank(self, role: str) -> int:
        """Position in the rulebook's list of identities; unknown roles come last."""
        d = self.roles.get(role)
        return int(d["order"]) if d else 10_000

    def phases_of(self, skill: Def) -> list[str]:
        """Names of the phases in which the skill has a slot, in the order of play."""
        return [name for name in self.order if self.slot_in(skill, name) is not None]

    @cached_property
    def standing_tags(self) -> frozenset[str]:
        """Tags that some skill keeps up while it is active."""
        kept = (entry for d in self.skills.values() for entry in d.get("while") or ())
        return frozenset(entry["tag"] for entry in kept if "tag" in entry)

    @cached_property
    def modified(self) -> frozenset[str]:
        """Names of the skills that another skill modifies."""
        return frozenset(d["modifies"] for d in self.skills.values() if "modifies" in d)

    def slot_in(self, skill: Def, phase: str) -> int | None:
        """Index of the skill's slot in that phase, or None where it has none."""
        at = skill["key"], phase
        if at not in self._places:
            self._places[at] = self._place(skill, phase)
        return self._places[at]

    def _place(self, skill: Def, phase: str) -> int | None:
        wanted = skill.get("phase") or []
        p = self.phases[phase]
        if not (p.name in wanted or p.group in wanted):
            return None
        for key in (skill["key"], skill.get("slot"), skill["name"]):
            if key and key in p.index:
                return p.index[key]
        if p.at_once:  # an at-once phase has no order: a skill that names it may be used in it
            return len(p.slots) - 1
        return None

    def late_slot(self, phase: str) -> int | None:
        """Where skills gained behind their own slot may still be used in this phase (``系统.补用``)."""
        return self.phases[phase].index.get("系统.补用")

    def is_forced(self, skill: Def) -> bool:
        return FORCED in (skill.get("marks") or [])

    def side(self, camp: str) -> str:
        """The side a camp counts for (好人, 狼人, 三方); a camp without one is its own side."""
        d = self.camps.get(camp) or {}
        return str(d.get("side") or camp)
