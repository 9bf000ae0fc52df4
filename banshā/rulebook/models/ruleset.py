"""The whole ruleset: every table that may stand at the top of a file."""

from __future__ import annotations

from banshā.rulebook.models import rules
from banshā.rulebook.models.clock import Clock, End, Loop, Phase
from banshā.rulebook.models.common import Table
from banshā.rulebook.models.deal import Deal
from banshā.rulebook.models.skills import Role
from banshā.rulebook.models.states import State


class Ruleset(Table):
    ruleset: rules.Head
    aliases: rules.Aliases | None = None
    order: rules.Order | None = None
    camp: list[rules.Camp] | None = None
    listed: dict[str, rules.Listed] | None = None
    numbers: dict[str, rules.Number] | None = None
    state: list[State] | None = None
    role: list[Role] | None = None
    phase: list[Phase] | None = None
    clock: Clock | None = None
    loop: list[Loop] | None = None
    ends: dict[str, End] | None = None
    aim: rules.Aim | None = None
    landing: rules.Landing | None = None
    link: list[rules.Link] | None = None
    party: list[rules.Party] | None = None
    office: list[rules.Office] | None = None
    vote: rules.Vote | None = None
    words: rules.Words | None = None
    cards: rules.Cards | None = None
    schedule: rules.Schedule | None = None
    lives: rules.Lives | None = None
    gifts: dict[str, rules.Gift] | None = None
    win: list[rules.Win] | None = None
    victory: rules.Victory | None = None
    deal: Deal | None = None
    wording: dict[str, str] | None = None
