"""Sending a move: checked hard for what cannot change, softly for the rest when it is sent ahead."""

from __future__ import annotations

import difflib

from . import checks, draws, moments, parties, ranges, skills
from .errors import Refusal
from .inputs import Input
from .rules import Def
from .state import Moment, Skill, Use
from .table import Table


def find_skill(t: Table, actor: str, word: str) -> Skill:
    """The instance the actor means by this name: the one he can use best, else the reason why there is none."""
    floor = t.by_name(actor)
    if floor is not None:
        own = [s for s in skills.of(t, floor) if not _invisible(t, s)] + skills.inherited(t, floor) + _shared(t, floor)
    elif actor in t.rs.parties:
        own = skills.of_party(t, actor)
    else:
        near = difflib.get_close_matches(actor, [x.name for x in t.s.seats.values()], 1, 0.3)
        raise Refusal("unknown_seat", f"没有 {actor}", "", f"是不是 {near[0]}？" if near else "用 bansha status 看马甲")
    named = [s for s in own if skills.name(t, s) == word]
    if not named:
        _no_such_skill(t, actor, word, [skills.name(t, s) for s in own], floor)
    return min(named, key=lambda s: _preference(t, s))


def _shared(t: Table, floor: int) -> list[Skill]:
    """Skills of parties any member of which may send the move under his own name."""
    own = [n for n, p in t.rs.parties.items() if p.get("by_seat") and floor in parties.members(t, n)]
    return [s for name in own for s in skills.of_party(t, name) if not _invisible(t, s)]


def words_of(t: Table, actor: str) -> list[str]:
    """Names under which a seat or party can send moves, each once."""
    floor = t.by_name(actor)
    own = skills.of(t, floor) + _shared(t, floor) if floor is not None else skills.of_party(t, actor)
    return list(dict.fromkeys(skills.name(t, s) for s in own if not _invisible(t, s)))


def recallable(t: Table, actor: str) -> list[Use]:
    """Moves the actor sent himself that are not played yet, oldest first."""
    floor = t.by_name(actor)
    return [
        u for u in t.s.uses
        if u.fate == "planned" and u.origin == "submitted"
        and (floor in (u.holder, u.chooser) if floor else u.party == actor)
    ]  # fmt: skip


def _invisible(t: Table, sk: Skill) -> bool:
    d = skills.definition(t, sk)
    return bool(d.get("property") or d.get("hidden"))


def _preference(t: Table, sk: Skill) -> tuple[bool, bool, bool, int]:
    phase = phase_for(t, sk)
    ready = phase is not None and skills.remaining(t, sk, phase) > 0
    return (phase is None, not ready, bool(skills.blocked(t, sk)), sk.id)


def _no_such_skill(t: Table, actor: str, word: str, own: list[str], floor: int | None) -> None:
    if floor is not None:
        lost = [s for s in t.s.skills.values() if s.holder == floor and s.lost and skills.name(t, s) == word]
        if lost:
            raise Refusal(
                "lost", f"{actor} 已失去 {word}（{lost[-1].lost}）", lost[-1].key,
                f"他还有：{'、'.join(own)}" if own else "他没有别的技能",
            )  # fmt: skip
    if word in t.rs.by_name:
        raise Refusal("not_held", f"{actor} 没有技能 {word}", "", f"他有：{'、'.join(own)}" if own else "他没有技能")
    near = difflib.get_close_matches(word, [*own, *t.rs.by_name], 1, 0.3)
    raise Refusal(
        "unknown_skill", f"没有技能 {word}", "", f"是不是 {near[0]}？" if near else "用 bansha next 看谁有什么可交"
    )


def phase_for(t: Table, sk: Skill) -> str | None:
    """The phase a move of this skill would go to now: the open one, or a later one of the same stretch of night."""
    d = skills.definition(t, sk)
    c = t.s.clock
    if not c.phase or c.closed:
        return None
    if open_slot(t, sk) is not None:
        return c.phase
    here = t.phase
    if c.position < 0 or c.phase in t.rs.opening:
        return None
    for name in t.rs.day[c.position + 1 :]:
        p = t.rs.phases[name]
        if p.group != here.group or p.auto:
            break
        if t.rs.slot_in(d, name) is not None and name not in c.skipped:
            return name
    return None


def open_slot(t: Table, sk: Skill) -> int | None:
    """The slot at which a move of this skill would be played in the open phase; None where it has passed."""
    c = t.s.clock
    slot, late = t.rs.slot_in(skills.definition(t, sk), c.phase), t.rs.late_slot(c.phase)
    if slot is not None and c.phase not in c.skipped and not c.shut:
        if slot >= c.slot or t.phase.at_once:
            return slot
        if late is not None and late >= c.slot and sk.gained.tick == c.tick:
            return late
    if sk.now and late is not None and late >= c.slot:
        return late
    if sk.now and t.phase.at_once and not c.shut:
        return len(t.phase.slots) - 1
    return None


def foretold(t: Table, inp: Input) -> Skill | None:
    """The skill whose coming draw the line settles: one that acts by itself (``苟活 随机=…``), or on its holder's
    silence (``摄梦 随机=…``). None: the line is a move."""
    floor = t.by_name(inp.actor)
    if floor is None or inp.args or list(inp.params) != [draws.SOME]:
        return None
    own = [s for s in skills.of(t, floor) if skills.name(t, s) == inp.verb]
    return next((s for s in own if _by_lot(t, skills.definition(t, s))), None)


def _by_lot(t: Table, d: Def) -> bool:
    if not d.get("phase") or d.get("silent") == "random":
        return True
    return any(t.rs.phases[p].silent == "random" for p in t.rs.phases_of(d))


def draft(t: Table, inp: Input) -> Use:
    """A Use from an input, checked. Raises Refusal; changes nothing."""
    sk = find_skill(t, inp.actor, inp.verb)
    phase = phase_for(t, sk)
    if phase is None:
        _out_of_phase(t, sk)
    assert phase is not None
    selected = [seat_named(t, w) for w in inp.args]
    c = t.s.clock
    d = skills.definition(t, sk)
    use = Use(
        len(t.s.uses), sk.id, sk.key, d["name"], sk.holder, sk.party, sk.holder, selected, dict(inp.params), phase,
        Moment(c.day, c.run, phase, c.tick), cost=_cost(d, inp.params),
    )  # fmt: skip
    if sk.party and not use.chooser:
        use.chooser = t.by_name(inp.actor) or 0
    checks.check(t, sk, use)
    skills.take_grant(t, sk, use)
    return use


def whole(text: str, what: str) -> int:
    """A number somebody typed, not negative."""
    if not (text.isascii() and text.isdigit()) or len(text) > 6:
        raise Refusal("bad_number", f"{what} 要写数字，写的是「{text}」", "", "写 0 到 999999 的整数")
    return int(text)


def yes(word: str) -> bool:
    """Whether a switch of a line (超时=是) is on."""
    return word not in ("", "否")


def seat_named(t: Table, word: str) -> int:
    """The floor of a 马甲 as it is written in a line.

    Raises:
        Refusal: there is no such seat.
    """
    floor = t.by_name(word)
    if floor is None:
        near = difflib.get_close_matches(word, [x.name for x in t.s.seats.values()], 1, 0.3)
        raise Refusal("unknown_seat", f"没有 {word}", "", f"是不是 {near[0]}？" if near else "用 bansha status 看马甲")
    return floor


def _cost(d: Def, params: dict[str, str]) -> int:
    for key, table in (d.get("costs") or {}).items():
        if params.get(key) in table:
            return int(table[params[key]])
    return 1


def _out_of_phase(t: Table, sk: Skill) -> None:
    d = skills.definition(t, sk)
    now = t.s.clock.phase
    if not d.get("phase"):
        raise Refusal("passive", f"{d['name']} 不用交，到时候自己起作用", sk.key, "要改判用 bansha override")
    when = "、".join(d["phase"])
    if now in t.s.clock.skipped:
        raise Refusal("skipped", f"{now}被跳过，今晚无法发动 {d['name']}", sk.key, "次数没有扣，下一晚再交")
    if t.s.clock.shut and t.rs.slot_in(d, now) is not None:
        raise Refusal("shut", f"{now}已经提前结束，不能再发动 {d['name']}", sk.key, "用 bansha resolve 往下走")
    hint = "时点已过，下一次再交" if t.rs.slot_in(d, now) is not None else f"它在{when}发动"
    raise Refusal("out_of_phase", f"现在是{now}，不能发动 {d['name']}", sk.key, hint)


def usable_now(t: Table, sk: Skill) -> bool:
    """Whether a move with this skill could be sent for the open phase now (some legal target exists)."""
    d = skills.definition(t, sk)
    if d.get("auto") or "phase" not in d or open_slot(t, sk) is None:
        return False
    if not checks.may(t, sk, t.s.clock.phase):
        return False
    b = moments.behaviour_of(t, d)
    if b is not None and hasattr(b, "ready") and not b.ready(t, sk):
        return False
    lo, _ = ranges.bounds(t, sk)
    return lo == 0 or len(ranges.candidates(t, sk)) >= lo
