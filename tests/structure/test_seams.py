"""Each seam of the design has a case that holds with it and fails without it: the seam is taken out, the case must fail."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from banshā.engine import queries, uses
from banshā.engine.rules import Ruleset
from banshā.game.cases import run_case
from banshā.rulebook.compile import compile_folder

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "cases" / "tubian"
PROBE = ROOT / "tests" / "probe" / "cases"


def nothing(*args: Any, **kwargs: Any) -> None:
    return None


def never(*args: Any, **kwargs: Any) -> str:
    return ""


def empty(*args: Any, **kwargs: Any) -> list[Any]:
    return []


def no(*args: Any, **kwargs: Any) -> bool:
    return False


def settle_as_selected(t: Any, use: Any, sk: Any) -> None:
    use.settled, use.via = list(use.selected), list(use.selected)


def actual_camp(t: Any, floor: int, asker: int) -> str:
    camp: str = t.seat(floor).camp
    return camp


def unmoved(t: Any, draft: Any) -> list[int]:
    return [draft.holder]


def actual(t: Any, floor: int, part: str) -> str:
    return queries._actual(t, floor, part)


def only_now(t: Any, sk: Any) -> str | None:
    return t.s.clock.phase if uses.open_slot(t, sk) is not None else None


def always(*args: Any, **kwargs: Any) -> bool:
    return True


def as_queued(t: Any, h: Any) -> tuple[int, ...]:
    return (h.id,)


# seam, what is taken out, what stands in its stead, a case that then fails
SEAMS: list[tuple[str, str, Callable[..., Any], Path]] = [
    ("1 uses: take-overs", "behaviours.takeovers.apply", nothing, CASES / "2557-theft-reflected.toml"),
    ("1 uses: selected to settled", "aim.settle", settle_as_selected, CASES / "2178-taiji-swapped.toml"),
    ("1 uses: deferral", "delays.put_off", no, PROBE / "01-delay-acts.toml"),
    ("2 queries bent for one asker", "queries.camp_for", actual_camp, CASES / "3063-saint-wolf-child.toml"),
    ("2 faces", "queries.face", actual, CASES / "2010-medium-surface-role.toml"),
    ("3 states are proposed", "moments.before_state", unmoved, CASES / "2177-taiji-copy.toml"),
    ("4 one comparator", "landing.order", as_queued, CASES / "2517-cub-sacrifice-placed.toml"),
    ("4 protections", "landing.stopped_by", never, CASES / "2525-charge-guarded.toml"),
    ("4 links", "landing.follow_links", nothing, CASES / "2653-chain-then-lovers.toml"),
    ("5 lent and given back", "skills.lend", empty, PROBE / "60-steal-history.toml"),
    ("6 blocked", "skills.blocked", never, CASES / "2331-sent-ahead-blocked.toml"),
    ("6 rights of the out", "landing.grant_rights", nothing, CASES / "2106-prince-hunter-again.toml"),
    ("7 loops", "clock._due_run", nothing, CASES / "2035-guard-extra-night.toml"),
    ("7 turning time back", "rewind.snapshot", nothing, PROBE / "20-rewind-dawn.toml"),
    ("8 ballots are put off", "delays.put_off_ballot", nothing, PROBE / "11-procrastinator-voted-out.toml"),
    ("8 ballots are voided", "votes.void_by", never, CASES / "2254-charmed-vote.toml"),
    ("9 wins", "wins.judge", nothing, CASES / "2799-none-camp-ignored.toml"),
    ("10 sent ahead", "uses.phase_for", only_now, CASES / "2330-sent-ahead.toml"),
    ("11 history is asked", "behaviours.knowing.operators", empty, CASES / "2540-evil-harm-before-inspection.toml"),
    ("12 heirs of a party", "parties.heirs", empty, CASES / "2515-cub-rage-heir.toml"),
    ("13 limits intersect", "ranges._within", always, CASES / "3243-blizzard-and-fog.toml"),
]


def book(name: str) -> Ruleset:
    probe = ROOT / "tests" / "probe" / "rulesets" / name
    return Ruleset(compile_folder(probe if probe.is_dir() else name))


@pytest.mark.parametrize(("seam", "what", "instead", "case"), SEAMS, ids=[s[0] for s in SEAMS])
def test_a_case_fails_without_the_seam(
    seam: str, what: str, instead: Callable[..., Any], case: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = book("probe" if case.parent == PROBE else "tubian")
    whole = run_case(case, lambda name: rules)
    assert whole.status == "passed", whole.lines
    module, _, name = what.rpartition(".")
    room = importlib.import_module(f"banshā.engine.{module}")
    assert hasattr(room, name), f"{what} is gone: name what took its place"
    # Everything in the engine calls through the module, so that one place is enough.
    monkeypatch.setattr(room, name, instead)
    assert run_case(case, lambda name: rules).status == "failed", f"{case.name} holds without «{seam}»"
