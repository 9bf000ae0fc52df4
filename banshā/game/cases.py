"""Rules cases (`cases/FORMAT.md`): a table, a few moves, and what the rules demand."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from banshā.engine import camps, offices, parties, queries, ranges, skills, statuses, uses
from banshā.engine.errors import Refusal, RulesetFault
from banshā.engine.events import Event
from banshā.engine.inputs import Input
from banshā.engine.reducer import SeatSpec
from banshā.engine.rules import Ruleset
from banshā.engine.table import Table

from .grammar import parse_line
from .stage import Setup, Stage, StageError, Stretch, stretch, vote_weight

_NIGHT_SKILL = "狼群"


@dataclass(slots=True)
class Outcome:
    """What became of one case. status: passed, failed, skipped."""

    path: Path
    title: str
    status: str
    lines: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Case:
    path: Path
    title: str
    ruleset: str
    seats: list[SeatSpec]
    seed: str
    setup: Setup
    steps: list[dict[str, Any]]


def find_files(paths: Iterable[Path]) -> list[Path]:
    """Case files below the paths, sorted; a file named is taken as it is."""
    found: list[Path] = []
    for p in paths:
        found += sorted(p.rglob("*.toml")) if p.is_dir() else [p]
    return found


def read_case(path: Path) -> Case:
    """Read a case file. Raises StageError where it is not one."""
    try:
        doc = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        raise StageError(f"读不懂：{e}") from None
    missing = [k for k in ("title", "ruleset", "seats", "step") if k not in doc]
    if missing:
        raise StageError(f"缺少 {'、'.join(missing)}")
    s = doc.get("setup", {})
    setup = Setup(int(s.get("day", 1)), list(s.get("out", [])), s.get("sheriff", ""), list(s.get("states", [])),
                  list(s.get("uses", [])))  # fmt: skip
    seats = [_seat(line) for line in doc["seats"].strip().splitlines() if line.strip()]
    return Case(path, doc["title"], doc["ruleset"], seats, str(doc.get("seed", path.stem)), setup, doc["step"])


def _seat(line: str) -> SeatSpec:
    floor, name, cards, *more = line.split()
    return SeatSpec(int(floor), name, "", cards.split("+"), dict(m.split("=", 1) for m in more))


def run_case(path: Path, ruleset: Callable[[str], Ruleset]) -> Outcome:
    """Play one case; every expectation that does not hold is a line."""
    try:
        case = read_case(path)
        rs = ruleset(case.ruleset)
    except StageError as e:
        return Outcome(path, path.stem, "failed", [str(e)])
    for spec in case.seats:
        spec.cards = [rs.alias("role", c) for c in spec.cards]
    absent = sorted({c for spec in case.seats for c in spec.cards} - set(rs.roles))
    if absent:
        return Outcome(path, case.title, "skipped", [f"规则里没有身份：{'、'.join(absent)}"])
    try:
        lines = _play(case, rs)
    except (Refusal, RulesetFault, StageError) as e:
        lines = [str(e)]
    return Outcome(path, case.title, "failed" if lines else "passed", lines)


def _play(case: Case, rs: Ruleset) -> list[str]:
    stage = Stage(rs, case.seats, case.seed, case.setup)
    lines: list[str] = []
    for step in case.steps:
        where = stage.latest(stretch(rs, step["at"]))
        unknown = set(step) - set(_EXPECT) - {"at", "do", "refused", "note"}
        if unknown:
            lines.append(f"{where.label}：不认识的键 {'、'.join(sorted(unknown))}")
        events = stage.play(where, _inputs(step.get("do", [])), _inputs(step.get("refused", [])))
        lines += stage.problems
        stage.problems = []
        for key, check in _EXPECT.items():
            if key in step:
                lines += [f"{where.label} {x}" for x in check(Seen(stage.t, where, events), step[key])]
    return lines


def _inputs(moves: list[str]) -> list[Input]:
    return [parse_line(m) for m in moves]


# ── expectations ──


@dataclass(slots=True)
class Seen:
    t: Table
    where: Stretch
    events: list[Event]

    def floor(self, name: str) -> int:
        floor = self.t.by_name(name)
        if floor is None:
            raise StageError(f"没有马甲 {name}")
        return floor

    def told(self, name: str) -> list[str]:
        floor = self.floor(name)
        return [e.text for e in self.events if e.kind == "notice" and floor in e.to]

    def public(self) -> list[str]:
        return [e.text for e in self.events if e.kind == "public"]


def _same(label: str, wanted: Any, got: Any) -> list[str]:
    return [] if wanted == got else [f"{label} 应为 {_show(wanted)}，实为 {_show(got)}"]


def _show(x: Any) -> str:
    return "、".join(map(str, x)) or "（无）" if isinstance(x, list) else str(x) or "（无）"


def _out(s: Seen, wanted: list[str]) -> list[str]:
    return _same("出局", wanted, [s.t.name(o.seat) for o in s.t.s.outs if o.final and s.where.holds(o.at)])


def _back(s: Seen, wanted: list[str]) -> list[str]:
    got = [s.t.name(e.seats[0]) for e in s.events if e.kind == "back"]
    return _same("复活", sorted(wanted), sorted(got))


def _texts(label: str, wanted: list[str], got: list[str], present: bool) -> list[str]:
    lines = []
    for text in wanted:
        if any(text in g for g in got) != present:
            lines.append(f"{label} {'没有' if present else '不该有'}「{text}」；有：{' | '.join(got) or '（无）'}")
    return lines


def _per_seat(check: Callable[[Seen, str, Any], list[str]]) -> Callable[[Seen, Any], list[str]]:
    return lambda s, table: [line for name, wanted in table.items() for line in check(s, name, wanted)]


def _among(s: Seen, name: str, wanted: list[str], got: list[str], what: str, present: bool) -> list[str]:
    return [
        f"{name} {'没有' if present else '不该有'}{what} {w}；有：{_show(got)}" for w in wanted if (w in got) != present
    ]


def _states(s: Seen, name: str) -> list[str]:
    t, floor = s.t, s.floor(name)
    held = [x.name for x in statuses.all_on(t, floor)]
    held += [name for name in t.rs.offices if offices.holder(t, name) == floor]
    return held + [p for n in held for p in t.rs.states.get(n, {}).get("parts", [])]


def _canon(s: Seen, kind: str, names: list[str]) -> list[str]:
    return [s.t.rs.alias(kind, n) for n in names]


def _skill_names(s: Seen, name: str) -> list[str]:
    held = parties.at_hand(s.t, s.floor(name))
    return [skills.name(s.t, x) for x in held if not skills.definition(s.t, x).get("hidden")]


def _seen(s: Seen, name: str, wanted: str) -> list[str]:
    t, floor = s.t, s.floor(name)
    got = [queries.face(t, floor, part) for part in ("camp", "role", "knife")]
    return [f"{name} 表面应有 {w}，实为 {' '.join(got)}" for w in wanted.split() if w not in got]


def _uses(s: Seen, table: dict[str, int]) -> list[str]:
    lines = []
    for key, wanted in table.items():
        seat, word = key.split(".", 1)
        lines += _same(f"{key} 次数", wanted, _uses_left(s, seat, word))
    return lines


def _uses_left(s: Seen, seat: str, word: str) -> int | str:
    t = s.t
    floor = t.by_name(seat)
    own = skills.of_party(t, seat) if floor is None else [x for x in t.s.skills.values() if x.holder == floor]
    named = [x for x in own if skills.name(t, x) == word and x.uses is not None]
    return max(0, named[0].uses or 0) if named else "没有这个技能"


def _range(s: Seen, table: dict[str, list[str]]) -> list[str]:
    lines = []
    for key, wanted in table.items():
        seat, word = key.split(".", 1)
        sk = uses.find_skill(s.t, seat, word)
        lines += _same(f"{key} 范围", wanted, [s.t.name(f) for f in ranges.candidates(s.t, sk)])
    return lines


def _mates(s: Seen, name: str, wanted: list[str]) -> list[str]:
    got = [s.t.name(f) for f in camps.mates(s.t, s.floor(name))]
    return _same(f"{name} 共群", sorted(wanted), sorted(got))


def _top(s: Seen, wanted: list[str]) -> list[str]:
    t = s.t
    now = [th for th in t.s.threads if (th.day, th.run) == (s.where.day, s.where.run)]
    return _same("最高票", sorted(wanted), sorted({t.name(f) for th in now for f in th.top}))


def _sheriff(s: Seen, wanted: str) -> list[str]:
    t = s.t
    floor = offices.holder(t, next(iter(t.rs.offices), ""))
    for th in t.s.threads:  # the election stands with the tally, though the badge is given at dusk
        if th.kind == "elect" and not th.open and not th.settled and s.where.holds(t.at):
            floor = next((f for f in th.top if t.seat(f).in_play), floor)
    return _same("警长", wanted, s.t.name(floor) if floor else "")


_EXPECT: dict[str, Callable[[Seen, Any], list[str]]] = {
    "out": _out,
    "back": _back,
    "told": _per_seat(lambda s, n, w: _texts(f"{n} 的通知", w, s.told(n), True)),
    "untold": _per_seat(lambda s, n, w: _texts(f"{n} 的通知", w, s.told(n), False)),
    "public": lambda s, w: _texts("公示", w, s.public(), True),
    "unpublic": lambda s, w: _texts("公示", w, s.public(), False),
    "state": _per_seat(lambda s, n, w: _among(s, n, _canon(s, "state", w), _states(s, n), "状态", True)),
    "nostate": _per_seat(lambda s, n, w: _among(s, n, _canon(s, "state", w), _states(s, n), "状态", False)),
    "camp": _per_seat(lambda s, n, w: _same(f"{n} 阵营", w, s.t.seat(s.floor(n)).camp)),
    "seen": _per_seat(_seen),
    "mates": _per_seat(_mates),
    "tags": _per_seat(lambda s, n, w: _among(s, n, w, queries.tags(s.t, s.floor(n)), "标签", True)),
    "notags": _per_seat(lambda s, n, w: _among(s, n, w, queries.tags(s.t, s.floor(n)), "标签", False)),
    "skills": _per_seat(lambda s, n, w: _among(s, n, w, _skill_names(s, n), "技能", True)),
    "noskills": _per_seat(lambda s, n, w: _among(s, n, w, _skill_names(s, n), "技能", False)),
    "uses": _uses,
    "range": _range,
    "top": _top,
    "weight": _per_seat(lambda s, n, w: _same(f"{n} 票权", w, vote_weight(s.t, s.floor(n)))),
    "sheriff": _sheriff,
    "lost": lambda s, w: _same("判负", sorted(w), sorted(s.t.s.lost)),
    "winner": lambda s, w: _same("胜者", w, s.t.s.winner),
}  # fmt: skip
