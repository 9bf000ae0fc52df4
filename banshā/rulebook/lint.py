"""Checking a ruleset: everything that can be known to be wrong before a game is played with it.

A finding's code never changes its meaning; a code that is no longer needed is not used again.

| code | severity | what it says |
| --- | --- | --- |
| R001 | error | a file cannot be read: broken TOML, neither UTF-8 nor GBK |
| R002 | error | the same name or key stands twice |
| R003 | error | `extends` leads in a circle, or `remove` names what is not there |
| R004 | error | a key is missing |
| R005 | error | a key that the table does not take |
| R006 | error | a value of the wrong form |
| R007 | error | a value outside its closed list (marks, kinds of hit, moments …) |
| R008 | error | an effect without a verb, or with two |
| R009 | error | no such ruleset |
| R010 | error | no such state or mark |
| R011 | error, warning in orders of heirs | no such role |
| R012 | error, warning in orders of redirects and ties | no such skill |
| R013 | error | no such camp or side |
| R014 | error | no such end |
| R015 | error | no such party |
| R016 | error | no such office |
| R017 | error | no such number |
| R018 | error | no such phase, period or loop |
| R019 | error | a tag that nobody carries and nothing gives |
| R020 | error | no such behaviour in the engine |
| R021 | error | a class that no role has |
| R022 | error | no such item of the settlement |
| R023 | error | no such system action |
| R024 | error | no such moment of release |
| R030 | error | a skill has a phase, but no slot in its steps |
| R031 | error | a slot names no skill |
| R032 | error | a hit of the night has no place in the settlement order |
| R033 | error | a protection is neither state nor skill |
| R034 | error, warning when not listed | a link without a state, unknown, or not settled |
| R035 | error | a slot, a phase of the clock or an item of the settlement stands twice |
| R040 | error | a choice without options, or written twice |
| R041 | error | a count or a choice whose bounds are upside down or negative |
| R042 | error | uses, dice, days below their least |
| R043 | warning | a skill without a text |
| R044 | error | a placeholder that nobody fills |
| R045 | error | a skill that nobody gets |
| R046 | error | a question's default or a die's branch that cannot come up |
| R047 | error | a choice that the skill does not offer |
| R050 | error | an alias collides with a name or another alias |
| R051 | warning | an alias that leads nowhere |
| R052 | error | the number of players |
| R053 | warning, error for loops | a phase that the clock never comes to |
| R054 | error | exactly one of several keys is wanted |
| R055 | error | a wording that nobody reads |
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Set
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from banshā.rulebook.checks.basics import check_basics
from banshā.rulebook.checks.book import Book
from banshā.rulebook.checks.clockwork import check_clockwork
from banshā.rulebook.checks.references import check_references
from banshā.rulebook.checks.skills import check_skills
from banshā.rulebook.checks.wording import check_wording
from banshā.rulebook.compile import compile_model
from banshā.rulebook.findings import Finding, RulesetError
from banshā.rulebook.load import read
from banshā.rulebook.messages import findings_of, in_file
from banshā.rulebook.models import Ruleset
from banshā.rulebook.source import Source

__all__ = ["Finding", "lint", "lint_source"]

CHECKS = (check_basics, check_references, check_clockwork, check_skills, check_wording)
# Findings that say something is absent: not to be trusted when broken tables had to be left out.
_ABSENCE = frozenset(
    [
        "R010",
        "R011",
        "R012",
        "R013",
        "R014",
        "R015",
        "R016",
        "R017",
        "R018",
        "R019",
        "R021",
        "R022",
        "R024",
        "R030",
        "R031",
        "R032",
        "R033",
        "R034",
        "R043",
        "R045",
        "R047",
        "R051",
        "R053",
        "R054",
    ]
)
_ROUNDS = 8


def lint(
    id_or_path: str | Path,
    *,
    behaviours: Iterable[str] | None = None,
    system: Iterable[str] | None = None,
    wording: Mapping[str, Set[str]] | None = None,
) -> list[Finding]:
    """All findings on a ruleset, by file and line. What the other layers know is given; what is not, goes unchecked.

    wording: the keys of [wording] with what their templates may hold.
    """
    try:
        source = read(id_or_path)
    except RulesetError as error:
        return list(error.findings)
    return lint_source(source, behaviours=behaviours, system=system, wording=wording)


def lint_source(
    source: Source,
    *,
    behaviours: Iterable[str] | None = None,
    system: Iterable[str] | None = None,
    wording: Mapping[str, Set[str]] | None = None,
) -> list[Finding]:
    found = list(source.problems)
    broken_file = any(item.code == "R001" for item in found)
    ruleset, complaints, doc = _validated(source)
    if broken_file:
        # What stood in the broken file is not missing; it is only unread.
        complaints = [item for item in complaints if item.code != "R004"]
    found += complaints
    if ruleset is not None:
        book = Book(compile_model(ruleset), replace(source, doc=doc), behaviours, system, wording)
        for check in CHECKS:
            check(book)
        cut = broken_file or bool(complaints)
        found += [item for item in book.findings if not (cut and _may_be_missing(item, source))]
    return sorted(found, key=lambda item: (item.file, item.line, item.code))


def _may_be_missing(item: Finding, source: Source) -> bool:
    """Whether a finding of absence may come from what was left out, rather than from the ruleset."""
    if item.code not in _ABSENCE:
        return False
    name = item.message.partition(" ")[2].partition(" ")[0]
    return not name or item.code in ("R030", "R031", "R032", "R045") or name in _names(source.doc)


def _names(value: Any) -> set[str]:
    """Every name that the files give to anything."""
    if isinstance(value, list):
        return {name for item in value for name in _names(item)}
    if not isinstance(value, dict):
        return set()
    own = {str(value[key]) for key in ("name", "called", "family", "group", "period", "class") if key in value}
    return own | {str(key) for key in value} | {name for item in value.values() for name in _names(item)}


# ── reading on past broken tables ──


def _validated(source: Source) -> tuple[Ruleset | None, list[Finding], Any]:
    """The models with all complaints, and the document they were made of: what is wrong is left out of it."""
    doc = source.doc
    complaints: list[Finding] = []
    for _ in range(_ROUNDS):
        try:
            return Ruleset.model_validate(doc), complaints, doc
        except ValidationError as error:
            if not complaints:
                complaints = findings_of(error, source)
            doc = _without(doc, error)
    return None, complaints, doc


def _without(doc: Any, error: ValidationError) -> Any:
    """A copy without the values complained of; where a key is missing, without the table that lacks it."""
    doc = copy.deepcopy(doc)
    gone: set[tuple[int | str, ...]] = set()
    for detail in error.errors(include_url=False, include_context=False):
        loc = in_file(detail["loc"], doc)
        gone.add(loc[:-1] if detail["type"] == "missing" else loc)
    # Last items first, so that the places of those before them stay right.
    for loc in sorted(
        (item for item in gone if item), key=lambda item: [str(part).zfill(6) for part in item], reverse=True
    ):
        holder = doc
        try:
            for part in loc[:-1]:
                holder = holder[part]
            del holder[loc[-1]]
        except (KeyError, IndexError, TypeError):
            continue
    return doc
