"""What a behaviour may hear. Write only the methods you need; the engine looks whether they are there.

candidates(t, sk, found) -> list[int]      narrow or replace the legal targets
check(t, sk, use) -> None                  raise Refusal for what only this skill forbids
ways(t, sk, lo, hi) -> [(choices, least, most)]   the ways to use it, where choices and number of targets hang together
ready(t, sk) -> bool                       whether the skill could be used now
perform(t, sk, use) -> None                at its own slot, before the ruleset's effects
protect(t, sk, hit) -> bool                take a hit on its holder for what it is worth
effect(context, table) -> None             as ``do = …`` in the middle of a list of effects
won(t, camp, entry) -> bool                a condition of victory
respond(t, sk, offer, values) -> str       what a seat says to an offer of `t.s.offers`, unasked; why not, or ''
on_used / on_out / on_announced / on_given / on_lapsed / on_phase_start / on_phase_end / on_feedback /
on_camp / on_voted / on_vote_settled / on_ask_late / on_revived / on_settling / on_skill_lost / on_skill_gained /
on_barred (t, sk, happening) -> None
on_before_state(t, sk, draft) -> list[int] | None    where a proposed state goes instead
on_rewrite(t, sk, thread, ballots) -> ballots        at the tally
on_tie(t, sk, thread) -> list[int] | None            who goes out when level
take(t, sk, use) -> None                   a take-over: another chooses, or hears (named in ``aim.takeovers``)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..rules import Def
from ..state import Skill
from ..table import Table

REGISTRY: dict[str, Behaviour] = {}


class Behaviour:
    """Base of all behaviours."""

    name = ""
    draws: tuple[str, ...] = ()  # what it draws for, where that has a name of its own
    inherits = False  # takes over for good from who goes out, when the phase ends


def register(name: str) -> Callable[[type[Behaviour]], type[Behaviour]]:
    """Class decorator: make the behaviour known under the name rulesets use."""

    def add(cls: type[Behaviour]) -> type[Behaviour]:
        if name in REGISTRY:  # the later would silently take the place of the other, in every ruleset
            raise ValueError(f"{name} names two behaviours: {type(REGISTRY[name]).__name__}, {cls.__name__}")
        cls.name = name
        REGISTRY[name] = cls()
        return cls

    return add


def params(t: Table, sk: Skill) -> dict[str, Any]:
    """The skill's `with` table."""
    d: Def = t.rs.skills[sk.key]
    found: dict[str, Any] = d.get("with") or {}
    return found
