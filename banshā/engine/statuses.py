"""[States] and marks: proposed, perhaps stopped, moved or copied, then committed; swept at the boundary they end at.

States a 强制 skill keeps up are not stored: they are read off the active skill (`standing`), and come and go with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from . import moments, queries, skills
from .rules import Def
from .state import Moment, Skill, Status
from .table import Table


def defs(t: Table, name: str) -> list[Def]:
    """The state's definition and those of its components."""
    d = t.rs.states.get(name)
    if d is None:
        return []
    return [d, *(x for part in d.get("parts", ()) for x in defs(t, part))]


def prop(t: Table, name: str, key: str) -> Any:
    """A property of the state or of one of its components."""
    return next((d[key] for d in defs(t, name) if key in d), None)


def is_mark(t: Table, name: str) -> bool:
    return bool(t.rs.states.get(name, {}).get("mark"))


def stored(t: Table, floor: int) -> list[Status]:
    """All states and marks given to a seat that have not ended, oldest first."""
    return [s for s in t.s.statuses.values() if s.holder == floor]


def real(t: Table, floor: int) -> list[Status]:
    """Those of them in force."""
    return [s for s in stored(t, floor) if not _dormant(t, s)]


def _dormant(t: Table, s: Status) -> bool:
    """A state that a 强制 skill gave its own holder is in force only while he has the skill.

    Not a negative one: what takes the skill away would end itself.
    """
    sk = t.s.skills.get(s.skill) if s.giver == s.holder else None
    if sk is None or not t.rs.is_forced(t.rs.skills[sk.key]) or is_mark(t, s.name):
        return False
    kept = prop(t, s.name, "fixed") or prop(t, s.name, "negative")
    return not kept and bool(sk.lost or skills.suspended(t, sk))


def standing(t: Table, floor: int) -> Iterator[Status]:
    """States kept up by the seat's own active skills."""
    if any(prop(t, s.name, "bars") == "states" for s in real(t, floor)):
        return
    for sk, entry in queries.standing(t, floor, "give"):
        name = entry["give"]
        charges = entry.get("charges", -1)
        if charges >= 0:
            charges = charges + sk.spent.get("+" + name, 0) - sk.spent.get(name, 0)
        if charges != 0:
            yield Status(
                -1, name, floor, floor, -1, sk.id, sk.gained, "随技能", charges, entry.get("vs", ""),
                except_slots=list(entry.get("except_slots", ())),
            )  # fmt: skip


def all_on(t: Table, floor: int) -> list[Status]:
    return [*real(t, floor), *standing(t, floor)]


def named(t: Table, floor: int, name: str) -> list[Status]:
    """The seat's states of that name or family."""
    return [s for s in all_on(t, floor) if s.name == name or t.rs.states.get(s.name, {}).get("family") == name]


def has(t: Table, floor: int, name: str) -> bool:
    return bool(named(t, floor, name))


def ever_given(t: Table, name: str, floor: int, giver: int) -> bool:
    """Whether this giver put that state on the seat before, lasting or over."""
    ever = [*t.s.statuses.values(), *t.s.past_statuses]
    return any((s.name, s.holder, s.giver) == (name, floor, giver) for s in ever)


def immune(t: Table, floor: int, name: str) -> str:
    """Why the seat cannot get this state; '' where it can."""
    if is_mark(t, name):
        return ""
    for s in real(t, floor):
        if prop(t, s.name, "bars") == "states":
            return s.name
    for sk, entry in queries.standing(t, floor, "immune"):
        kinds = entry["immune"]
        if name in kinds or ("负面" in kinds and prop(t, name, "negative")):
            return str(t.rs.skills[sk.key]["name"])
        if "失能" in kinds and (prop(t, name, "blocks") or prop(t, name, "pack")):
            return str(t.rs.skills[sk.key]["name"])
    return ""


def give(
    t: Table,
    name: str,
    to: Sequence[int],
    giver: int = 0,
    use: int = -1,
    skill: int = -1,
    until: str = "",
    *,
    exactly: int = 0,
    unless_held: bool = False,
    straight: bool = False,
    data: dict[str, str] | None = None,
    **fields: Any,
) -> list[int]:
    """Give a state or mark; returns the seats that got it.

    With `exactly`, either that many seats get it or none does (同命, 情侣). `straight`: by the director,
    nobody moves it on. fields: charges, vs, vs_seat, except_slots.
    """
    draft = Status(0, name, 0, giver, use, skill, t.at, until, data=dict(data or {}), **fields)
    proposals: list[int] = []
    for floor in to:
        why = immune(t, floor, name)
        if why:
            t.emit("status", f"{t.name(floor)} 不会获得[{name}]（{why}）", [floor], state=name, fate="immune")
        elif not (unless_held and has(t, floor, name)):
            proposals += [floor] if straight else moments.before_state(t, replace(draft, holder=floor))
    got = list(dict.fromkeys(proposals)) if exactly else proposals
    if exactly and (len(got) != exactly or len(got) != len(set(to))):
        t.emit("status", f"[{name}]没有正好 {exactly} 人，不成立", list(to), state=name, fate="void")
        return []
    group = t.s.new_id()
    if prop(t, name, "chat") and len(got) > 1:
        t.todo(f"为{t.names(got)}建群", got)
    for floor in got:
        _commit(t, replace(draft, holder=floor, group=group, data=dict(draft.data)))
    return got


def _commit(t: Table, status: Status) -> None:
    status.id = t.s.new_id()
    t.s.statuses[status.id] = status
    d = t.rs.states.get(status.name, {})
    kind = "mark" if d.get("mark") else "status"
    end = f"，到{end_text(t, status.until)}" if status.until else ""
    t.emit(kind, f"{t.name(status.holder)} 获得[{status.name}]{end}", [status.holder], state=status.name)
    if is_known(t, status):
        t.tell([status.holder], t.rs.say("state", state=status.name, until=until_text(t, status)), d.get("news", ""))
    for key in d.get("lends", ()):
        if not _lent(t, status, key):
            skills.new(t, key, status.holder, "right")
    moments.fire(t, "given", status.holder, status=status)


def is_known(t: Table, status: Status) -> bool:
    if prop(t, status.name, "known_if") == "forced":
        return any(_at_stake(t, t.rs.skills[s.key]) for s in skills.of(t, status.holder))
    return bool(t.rs.states.get(status.name, {}).get("known"))


def _at_stake(t: Table, d: Def) -> bool:
    """A 强制 skill its holder knows of, though the state itself may have suspended it."""
    return t.rs.is_forced(d) and not d.get("hidden") and not d.get("property")


def end_text(t: Table, until: str) -> str:
    """An end as people say it: the ruleset's words for it, else its name."""
    if not until:
        return "游戏结束"
    return str(t.rs.ends.get(until, {}).get("text") or until)


def until_text(t: Table, status: Status) -> str:
    """What a holder hears about how long the state lasts."""
    return "" if status.until == "随技能" else t.rs.say("until", end=end_text(t, status.until))


def lift(t: Table, status: Status, how: str = "解除", silent: bool = False) -> None:
    """End one stored state; the holder hears of it where he knew of it, unless it is done silently."""
    if status.id not in t.s.statuses:
        return
    del t.s.statuses[status.id]
    t.s.past_statuses.append(status)
    t.emit("lapse", f"{t.name(status.holder)} 的[{status.name}]{how}", [status.holder], state=status.name)
    if is_known(t, status) and not silent:
        t.tell([status.holder], t.rs.say("state_ends", state=status.name, how=how), "" if t.phase.queued else "立刻")
    for key in t.rs.states.get(status.name, {}).get("lends", ()):
        for sk in _lent(t, status, key) if not has(t, status.holder, status.name) else ():
            skills.lose(t, sk, f"[{status.name}]{how}")
    moments.fire(t, "lapsed", status.holder, status=status)


def _lent(t: Table, status: Status, key: str) -> list[Skill]:
    """What the state lets its holder do while he has it."""
    return [sk for sk in skills.of(t, status.holder) if (sk.key, sk.origin) == (key, "right")]


def lift_all(t: Table, floor: int, names: str | Sequence[str]) -> None:
    """Lift states by name, or every [state] that can be lifted (``全部``); marks stay."""
    wanted = None if names == "全部" else [names] if isinstance(names, str) else list(names)
    for s in stored(t, floor):
        d = t.rs.states.get(s.name, {})
        if (wanted is None and not d.get("mark") and not d.get("fixed")) or (wanted and s.name in wanted):
            lift(t, s, "消除")


def spend_charge(t: Table, status: Status, kind: str) -> None:
    """One charge is used up; a stored state without charges left ends."""
    if status.charges < 0:
        return
    if status.id < 0:
        sk = t.s.skills[status.skill]
        sk.spent[status.name] = sk.spent.get(status.name, 0) + 1
    else:
        status.charges -= 1
        if status.charges == 0:
            lift(t, status, "用尽")
    t.emit("status", f"{t.name(status.holder)} 的[{status.name}]抵消一次{kind}", [status.holder], state=status.name)


def ends_at(t: Table, until: str, given: Moment, edge: str, phase: str) -> bool:
    """Whether something given then, lasting `until`, ends at this edge (start/end) of this phase."""
    if until == "次日此刻":
        return edge == "start" and phase == given.phase and t.s.clock.day > given.day
    d = t.rs.ends.get(until)
    if d is None or d.get(edge) not in (phase, "*"):
        return False
    if d.get("when") == "later":
        return t.s.clock.tick > given.tick
    return t.s.clock.day > given.day if d.get("when") == "later_day" else True


def sweep(t: Table, edge: str, phase: str) -> None:
    """Let everything lapse that ends at this edge."""
    for s in list(t.s.statuses.values()):
        if s.until and ends_at(t, s.until, s.given, edge, phase):
            lift(t, s)
