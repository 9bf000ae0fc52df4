"""Going over to a changed ruleset in the middle of a game, carrying the state reached.

The change is an input like any other (``导演 换规则 tubian 指纹=…``), so undo takes it back and verify replays it; the
rulesets themselves lie frozen beside the saves. It belongs here and not to the engine, which knows one ruleset only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from banshā.engine import camps
from banshā.engine.errors import Refusal
from banshā.engine.inputs import DIRECTOR, Input
from banshā.engine.rules import Ruleset
from banshā.engine.table import Table

from .grammar import parse_line
from .journal import Entry

WORD, DIGEST = "换规则", "指纹"

Load = Callable[[str], Ruleset]


@dataclass(slots=True)
class Changes:
    """What a ruleset says otherwise than another: names by kind."""

    gone: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)


def line(compiled: dict[str, Any], reason: str = "") -> Input:
    """The input that goes over to a compiled ruleset."""
    params = {DIGEST: str(compiled["digest"])} | ({"理由": reason} if reason else {})
    return Input(DIRECTOR, WORD, [str(compiled["id"])], params)


def is_adopt(inp: Input) -> bool:
    return inp.actor == DIRECTOR and inp.verb == WORD


def in_force(journal: Sequence[Entry], number: int, dealt: Ruleset, load: Load | None) -> Ruleset:
    """The ruleset that holds right after input `number`."""
    for entry in reversed(journal[:number]):
        if entry.line.startswith(f"{DIRECTOR} {WORD} "):
            return _loaded(parse_line(entry.line), load)
    return dealt


def _loaded(inp: Input, load: Load | None) -> Ruleset:
    if load is None or not inp.params.get(DIGEST):
        raise Refusal("no_digest", "换规则要写明规则书的指纹", "", "用 bansha adopt，不要手写这一行")
    return load(inp.params[DIGEST])


def take(t: Table, inp: Input, load: Load | None) -> None:
    """Carry the table over. Raises Refusal, the table unchanged, where the new ruleset lacks what the game lives by."""
    rs = _loaded(inp, load)
    if t.s.questions or t.s.pending:
        raise Refusal("open_question", "有问题还没答，换不了规则", "", "先用 bansha answer 答完")
    missing = lacking(t, rs)
    if missing:
        shown = "、".join(missing[:8]) + (f" 等 {len(missing)} 处" if len(missing) > 8 else "")
        raise Refusal(
            "cannot_adopt", f"新的规则书里没有这一局用着的 {shown}", "规则书",
            "在新规则里把它们留着（不想再用的写 dealt = false），或另开一局",
        )  # fmt: skip
    _move_clock(t, rs)
    added = undealt(t, rs)
    t.rs, t.input = rs, inp.number
    why = inp.params.get("理由", "")
    t.emit("override", f"从这里起按新的规则书：{rs.title}" + (f"（{why}）" if why else ""), rule="裁定")
    for name, keys in added.items():
        t.todo(f"{name}的身份在新规则里还有 {'、'.join(keys)}，没有自动发给他；要给用 bansha override skill")
    camps.recompute(t)


def undealt(t: Table, rs: Ruleset) -> dict[str, list[str]]:
    """Skills that the seats' cards bring in the ruleset and that the seats never had: nobody hands them out now."""
    found: dict[str, list[str]] = {}
    for floor, seat in t.s.seats.items():
        had = {sk.key for sk in t.hand(floor)}
        roles = [rs.roles.get(card, {}) for card in seat.cards]
        brings = [key for role in roles for kind in ("skills", "properties") for key in role.get(kind, [])]
        if missing := [key for key in brings if key not in had]:
            found[seat.name] = missing
    return found


def _move_clock(t: Table, rs: Ruleset) -> None:
    """Steps may have moved within the open phase: the cursor stays before the slot it stood before."""
    c = t.s.clock
    slots = t.phase.slots
    if not 0 < c.slot < len(slots):
        place = len(rs.phases[c.phase].slots) if c.slot else 0
    else:
        found = rs.phases[c.phase].index.get(slots[c.slot].key)
        if found is None:
            raise Refusal(
                "cannot_adopt", f"新的规则书里 {c.phase} 没有 {slots[c.slot].key} 这一步，而已经走到它", "规则书",
                "结算完这一阶段再换",
            )  # fmt: skip
        place = found
    c.slot = place
    if c.position >= 0:
        c.position = rs.day.index(c.phase)
    else:
        c.opening = rs.opening.index(c.phase)


def lacking(t: Table, rs: Ruleset) -> list[str]:
    """What the game lives by and the ruleset does not know."""
    s = t.s
    order = rs.day if s.clock.position >= 0 else rs.opening
    wanted: list[tuple[str, Iterable[str], Iterable[str]]] = [
        ("阶段", [s.clock.phase], order),
        ("阶段", [u.phase for u in s.uses if u.fate == "planned"], rs.phases),
        ("身份", [card for seat in s.seats.values() for card in seat.cards], rs.roles),
        ("阵营", [seat.camp for seat in s.seats.values() if seat.camp], rs.camps),
        ("技能", [sk.key for sk in s.skills.values()] + [u.key for u in s.uses], rs.skills),
        ("状态", [x.name for x in [*s.statuses.values(), *s.past_statuses]], rs.states),
        ("队伍", [sk.party for sk in s.skills.values() if sk.party], rs.parties),
        ("职位", s.offices, rs.offices),
    ]
    return list(dict.fromkeys(
        f"{kind} {name}" for kind, names, known in wanted for name in names if name and name not in known
    ))  # fmt: skip


def changes(old: dict[str, Any], new: dict[str, Any]) -> Changes:
    """What changed between two compiled rulesets, for the director to read."""
    out = Changes()
    for kind, key in (("身份", "roles"), ("技能", "skills"), ("状态", "states"), ("阵营", "camps"), ("阶段", "phases")):
        a, b = _named(old.get(key)), _named(new.get(key))
        out.gone += [f"{kind} {n}" for n in a if n not in b]
        out.new += [f"{kind} {n}" for n in b if n not in a]
        out.changed += [f"{kind} {n}" for n in a if n in b and _plain(a[n]) != _plain(b[n])]
    rest = sorted({*old, *new} - {"roles", "skills", "states", "camps", "phases", "digest", "format", "aliases"})
    out.changed += [f"表 {key}" for key in rest if old.get(key) != new.get(key)]
    return out


def _named(table: Any) -> dict[str, Any]:
    return {row["name"]: row for row in table} if isinstance(table, list) else dict(table or {})


def _plain(row: Any) -> Any:
    """A role's place in the list moves whenever another is added before it: no change of its own."""
    return {k: v for k, v in row.items() if k != "order"} if isinstance(row, dict) else row
