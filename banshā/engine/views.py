"""Read-only views for whoever sits at the director's desk: who may act, with what, on whom; what waits for whom."""

from __future__ import annotations

from dataclasses import dataclass, field

from . import clock, parties, ranges, skills, statuses, uses
from .rules import Def
from .state import Skill, Use
from .table import Table


@dataclass(slots=True)
class Choice:
    """A typed choice of a move besides its targets. options is empty where anything of that kind will do."""

    key: str
    kind: str
    options: list[str]
    optional: bool
    pick: int = 1


@dataclass(slots=True)
class Move:
    """A move that may be sent now. `actor` is a 马甲 or a party; uses None: without count; left: in this phase."""

    skill: int
    key: str
    actor: str
    holder: int
    name: str
    phase: str
    least: int
    most: int
    targets: list[int]
    choices: list[Choice]
    uses: int | None
    left: int
    forced: bool
    told_first: bool
    dice: list[int] = field(default_factory=list)
    sent: int = 0


def holders(t: Table, sk: Skill) -> list[int]:
    """The seats that decide on a move of this skill."""
    return [sk.holder] if sk.holder else parties.holders(t, sk.party)


def actor(t: Table, sk: Skill) -> str:
    return t.name(sk.holder) if sk.holder else sk.party


def move(t: Table, sk: Skill, phase: str) -> Move:
    """What a director has to know to ask for this move."""
    d = skills.definition(t, sk)
    least, most = ranges.bounds(t, sk)
    sent = [u for u in skills.spent_here(t, sk, phase) if u.fate == "planned"]
    uses_left = None if sk.uses is None else max(0, sk.uses - sum(u.cost for u in sent))
    dice = [int(n) for n in t.s.dice.get(str(sk.id), "").split(",") if n]
    return Move(
        sk.id, sk.key, actor(t, sk), sk.holder, str(d["name"]), phase, least, most, ranges.candidates(t, sk),
        [_choice(t, c) for c in d.get("choose") or ()], uses_left, skills.remaining(t, sk, phase),
        clock.must_act(t, sk) if phase == t.s.clock.phase else bool(d.get("must")),
        phase == t.s.clock.phase and clock.informed_later(t, sk.id), dice, len(sent),
    )  # fmt: skip


def _choice(t: Table, c: Def) -> Choice:
    kind = str(c["kind"])
    if kind == "option":
        options = [str(x) for x in c["options"]]
    elif kind == "number" and int(c.get("upto", 99)) <= 12:
        options = [str(n) for n in range(int(c.get("from", 0)), int(c["upto"]) + 1)]
    elif kind == "slot":
        options = list(t.rs.settlement)
    elif kind == "camp":
        options = [name for name, d in t.rs.camps.items() if not d.get("none")]
    else:
        options = []
    return Choice(str(c["key"]), kind, options, bool(c.get("optional")) or "if" in c, int(c.get("pick", 1)))


def due(t: Table) -> list[Move]:
    """Moves of the open phase that nobody has sent or given up yet, in the order their slots come up."""
    if not t.s.clock.phase or t.s.clock.closed or t.s.over or t.s.questions:
        return []
    found = [t.s.skills[i] for i in clock.undecided(t)]
    found.sort(key=lambda s: (uses.open_slot(t, s) or 0, skills.order_key(t, s)))
    return [move(t, s, t.s.clock.phase) for s in found]


def open_moves(t: Table) -> list[Move]:
    """Every move the open phase would take: what is due, what may be sent again, what rides on another move."""
    c = t.s.clock
    if not c.phase or c.closed or t.s.over or t.s.questions:
        return []
    found = [
        sk for sk in t.s.skills.values()
        if not sk.lost and uses.usable_now(t, sk) and not _invisible(t, sk) and holders(t, sk)
    ]  # fmt: skip
    found.sort(key=lambda s: (uses.open_slot(t, s) or 0, skills.order_key(t, s)))
    return [move(t, s, c.phase) for s in found]


def ahead(t: Table) -> list[Move]:
    """Moves that may already be sent for a later phase of this night."""
    if t.s.over or t.s.questions:
        return []
    found = []
    for sk in t.s.skills.values():
        d = skills.definition(t, sk)
        if sk.lost or _invisible(t, sk) or "phase" not in d or d.get("auto"):
            continue
        phase = uses.phase_for(t, sk)
        if phase is None or phase == t.s.clock.phase or skills.allowed(t, sk) or not holders(t, sk):
            continue
        if skills.remaining(t, sk, phase) > 0 and (sk.uses is None or sk.uses > 0):
            found.append((t.rs.slot_in(skills.definition(t, sk), phase) or 0, sk, phase))
    found.sort(key=lambda x: (t.rs.order.index(x[2]), x[0], skills.order_key(t, x[1])))
    return [move(t, sk, phase) for _, sk, phase in found]


def _invisible(t: Table, sk: Skill) -> bool:
    d = skills.definition(t, sk)
    return bool(d.get("property") or d.get("hidden"))


def held(t: Table, who: str) -> list[Skill]:
    """Skills an actor could name: own ones of a seat (lost ones are not), or those of a party."""
    floor = t.by_name(who)
    own = skills.of(t, floor) if floor is not None else skills.of_party(t, who)
    return [s for s in own if not _invisible(t, s)]


def planned(t: Table) -> list[Use]:
    """Moves taken in and not yet played."""
    return [u for u in t.s.uses if u.fate == "planned"]


def doer(t: Table, use: Use) -> str:
    return t.name(use.holder) if use.holder else use.party


def choices_of(use: Use) -> dict[str, str]:
    """The typed choices of a use, without what the engine keeps there for itself."""
    return {k: v for k, v in use.params.items() if not k.startswith("·")}


def groups(t: Table) -> list[tuple[str, list[int]]]:
    """Who shares which private group now: (name, seats)."""
    found: list[tuple[str, list[int]]] = []
    for name, p in t.rs.parties.items():
        if p.get("chat"):
            found.append((name, parties.in_group(t, p)))
    by_group: dict[tuple[str, int], list[int]] = {}
    for s in t.s.statuses.values():
        if statuses.prop(t, s.name, "chat"):
            by_group.setdefault((s.name, s.group), []).append(s.holder)
    found += [(name, sorted(set(floors))) for (name, _), floors in by_group.items()]
    return [(name, floors) for name, floors in found if floors]
