"""Sending a move: checked hard for what cannot change, softly for the rest when it is sent ahead."""

from __future__ import annotations

import difflib

from . import choices, draws, moments, parties, queries, ranges, skills, votes
from .errors import Refusal
from .inputs import Input
from .rules import FLIP, Def
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
    check(t, sk, use)
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


def check(t: Table, sk: Skill, use: Use) -> None:
    """Everything that makes a move illegal. Moves sent ahead are not held to what may still change."""
    d = skills.definition(t, sk)
    check_actor(t, sk, use)
    choices.check(t, sk, d, use.params)
    check_targets(t, sk, use)
    b = moments.behaviour_of(t, d)
    if b is not None and hasattr(b, "check"):
        b.check(t, sk, use)


def check_actor(t: Table, sk: Skill, use: Use) -> None:
    """What makes a move illegal whatever its targets and choices are."""
    d = skills.definition(t, sk)
    ahead = use.phase != t.s.clock.phase
    who = t.name(sk.holder) if sk.holder else sk.party
    why = skills.allowed(t, sk)
    if why:
        code, hint = (
            ("out_actor", "出局后没有这个权利") if why == "已出局" else ("no_right", "用 bansha next 看谁可以行动")
        )
        raise Refusal(code, f"{who} {why}，不能发动 {d['name']}", sk.key, hint)
    if t.s.clock.day < d.get("from_day", 1):
        raise Refusal(
            "too_early", f"{d['name']} 第 {d['from_day']} 天起才能发动", sk.key, f"现在是第 {t.s.clock.day} 天"
        )
    if "parity" in d and ("奇", "偶")[t.s.clock.day % 2 == 0] != d["parity"]:
        raise Refusal("wrong_day", f"{d['name']} 只在{d['parity']}数日发动", sk.key, f"今天是第 {t.s.clock.day} 天")
    if not ahead:
        check_blocked(t, sk)
    check_count(t, sk, use)
    check_needs(t, sk, d, use)
    check_modified(t, sk, d)
    if needs_flip(d) and t.seat(sk.holder).revealed:
        raise Refusal("revealed", f"{who} 的身份已经公开，{d['name']} 不能再翻牌发动", sk.key, "翻牌技能一张牌只翻一次")


def needs_flip(d: Def) -> bool:
    """Whether using the skill turns the card over (where a trigger already did, the right it grants does not)."""
    return skills.has_mark(d, FLIP) and not (d.get("after_out") or {}).get("granted")


def check_blocked(t: Table, sk: Skill) -> None:
    who = t.name(sk.holder) if sk.holder else sk.party
    why = skills.blocked(t, sk) or (parties.blocked(t, sk.party) if sk.party else "")
    if why:
        raise Refusal("blocked", f"{who} 现在不能发动 {skills.name(t, sk)}：{why}", sk.key, "等它解除再交")


def check_count(t: Table, sk: Skill, use: Use) -> None:
    d = skills.definition(t, sk)
    who = t.name(sk.holder) if sk.holder else sk.party
    if sk.uses is not None and sk.uses <= 0 and not skills.grants(t, sk, use.phase):
        raise Refusal("used_up", f"{who} 的 {d['name']} 已用完", sk.key, "记错次数用 bansha override uses")
    if skills.remaining(t, sk, use.phase) < 1:
        raise Refusal("second", f"{who} 这一轮已经交过 {d['name']}", sk.key, "要改主意用 --replace，或先撤回")
    reserved = sum(u.cost for u in skills.spent_here(t, sk, use.phase) if u.fate == "planned")
    if sk.uses is not None and sk.uses - reserved < use.cost and not skills.grants(t, sk, use.phase):
        raise Refusal(
            "used_up", f"{d['name']} 要 {use.cost} 次，只剩 {sk.uses - reserved} 次", sk.key, "已交的可以先撤回"
        )
    if "window" in d and skills.used_in_window(t, sk, d["window"]):
        raise Refusal(
            "window", f"{d['name']} 每 {d['window']} 晚一次，这 {d['window']} 晚已经用过", sk.key, "过了这几晚再交"
        )
    c = t.s.clock
    for other in d.get("excludes") or ():
        if any(
            u.holder == sk.holder and u.name == other and (u.sent.day, u.sent.run) == (c.day, c.run)
            and u.fate in ("planned", "done", "deferred", "void") and u.origin != "deferred" for u in t.s.uses
        ):  # fmt: skip
            raise Refusal("excluded", f"当晚用了 {other}，不能再用 {d['name']}", sk.key, f"要换，先撤回 {other}")


def check_needs(t: Table, sk: Skill, d: Def, use: Use | None = None) -> None:
    """The `needs` table: what must hold for the skill to be usable at all."""
    why = unmet(t, sk, d.get("needs") or {})
    if why:
        held_up = "party" in (d.get("needs") or {}) and parties.blocked(t, d["needs"]["party"])
        raise Refusal(
            "blocked" if held_up else "not_ready", f"{d['name']} 现在不能发动：{why}", sk.key, "条件满足时再交"
        )


def unmet(t: Table, sk: Skill, needs: Def) -> str:
    """The first unmet need, in words; '' where all hold."""
    if "usable" in needs and not _usable(t, sk.holder, needs["usable"]):
        return f"{needs['usable']} 不可用"
    if "not_state" in needs and any(queries.fits(t, sk.holder, {"who": "全体", "state": n}) for n in
                                    queries._as_list(needs["not_state"])):  # fmt: skip
        return f"持有[{needs['not_state']}]"
    if "state" in needs and not queries.fits(t, sk.holder, {"who": "全体", "state": needs["state"]}):
        return f"没有[{needs['state']}]"
    if "party" in needs and parties.blocked(t, needs["party"]):
        return f"{needs['party']}不能行动"
    if "others" in needs:
        f = {k: v for k, v in needs["others"].items() if k != "min"}
        others = [x for x in queries.select(t, f, sk.holder) if x != sk.holder]
        if len(others) < needs["others"].get("min", 1):
            return f"{f['role']} 还在场" if f.get("who") == "离场" and "role" in f else "场上没有别的同类角色"
    if "loop" in needs and t.s.clock.loop_by != sk.holder:
        return "不是自己引出的那一轮"
    if needs.get("voted") and not votes.about_to_go(t, sk.holder):
        return "没有要被投票出局"
    if "sent" in needs and not _sent_with(t, sk, needs["sent"]):
        return f"没有同时发动{needs['sent']}"
    for other, least in (needs.get("uses_of") or {}).items():
        owned = [s for s in skills.of(t, sk.holder) if skills.name(t, s) == other]
        if not any((s.uses or 0) >= least for s in owned):
            return f"{other} 次数不足 {least}"
    if needs.get("parity") not in (None, parity := ("奇", "偶")[t.s.clock.day % 2 == 0]):
        return f"今天是{parity}数日"
    ways = [unmet(t, sk, x) for x in needs.get("any", ())]
    return "，也".join(ways) if all(ways) else ""


def _sent_with(t: Table, sk: Skill, word: str) -> bool:
    """Whether the holder sent that other skill for the phase of this one; before its slot comes up it still may."""
    c = t.s.clock
    slot = t.rs.slot_in(skills.definition(t, sk), c.phase)
    if slot is None or c.slot < slot:
        return True
    return any(u.holder == sk.holder and u.name == word and u.phase == c.phase and u.sent.tick == c.tick
               and u.fate in ("planned", "done") for u in t.s.uses)  # fmt: skip


def _usable(t: Table, floor: int, word: str) -> bool:
    """Held, not suspended or blocked, and not used up."""
    return any(
        skills.name(t, s) == word and not skills.blocked(t, s) and (s.uses is None or s.uses > 0)
        for s in skills.of(t, floor)
    )


def check_modified(t: Table, sk: Skill, d: Def) -> None:
    """A skill that changes another comes first: a move sent already must fit with it, for it will be held to it."""
    for u in sent_modified(t, sk.holder, d):
        lo, hi = d.get("count", (0, len(t.s.seats)))
        if not lo <= len(u.selected) <= hi:
            raise Refusal(
                "modified", f"已交的 {u.name} 选了 {len(u.selected)} 名，用了 {d['name']} 要选 {lo} 名", sk.key,
                f"先撤回 {u.name}，交了 {d['name']} 再交它",
            )  # fmt: skip


def sent_modified(t: Table, holder: int, d: Def) -> list[Use]:
    """Moves of the holder that wait to be played and that this skill of his changes."""
    return [u for u in t.s.uses if u.fate == "planned" and u.holder == holder and u.name == d.get("modifies")]


def check_targets(t: Table, sk: Skill, use: Use) -> None:
    d = skills.definition(t, sk)
    lo, hi = ranges.bounds(t, sk)
    n = len(use.selected)
    if "range" not in d and n:
        raise Refusal("too_many", f"{d['name']} 不选目标", sk.key, "去掉后面的马甲")
    if len(set(use.selected)) != n:
        raise Refusal("twice", f"{d['name']} 的目标重复了", sk.key, "每人只写一次")
    if n > hi:
        with_it = _allowed_by(t, sk, n)
        hint = f"去掉多的，或先交 {with_it}" if with_it else "去掉多的"
        raise Refusal("too_many", f"{d['name']} 至多选 {hi} 名，写了 {n} 名", sk.key, hint)
    if n < lo:
        raise Refusal("too_few", f"{d['name']} 要选 {lo} 名，只写了 {n} 名", sk.key, "把目标写全")
    legal = ranges.candidates(t, sk, use)
    for f in use.selected:
        if f not in legal:
            _illegal(t, sk, d, f, legal)
    others = ranges.beside(t, sk)
    if others and len(set(others) & set(use.selected)) != 1:
        raise Refusal("bad_target", f"{d['name']} 的目标里要有一名、也只能有一名：{t.names(others)}", sk.key, "换一名")


def _allowed_by(t: Table, sk: Skill, n: int) -> str:
    """A skill the holder still has with which he may choose that many seats."""
    for other in skills.of(t, sk.holder):
        d = skills.definition(t, other)
        lo, hi = d.get("count", (0, 0))
        if d.get("modifies") == skills.name(t, sk) and lo <= n <= hi and other.uses != 0:
            return skills.name(t, other)
    return ""


def _illegal(t: Table, sk: Skill, d: Def, floor: int, legal: list[int]) -> None:
    who = t.name(floor)
    again = d.get("range", {}).get("again")
    if t.seat(floor).announced_out:
        raise Refusal("out_target", f"{who} 已出局，不能选", sk.key, f"可选：{t.names(legal) or '无'}")
    if again and floor in ranges.chosen_before(t, sk, again):
        why = "整局只能选一次" if again == "一次" else "不能连续两晚选同一人"
        raise Refusal("again", f"{d['name']} {why}，{who} 选过了", sk.key, f"可选：{t.names(legal) or '无'}")
    raise Refusal("bad_target", f"{who} 不在 {d['name']} 的可选范围", sk.key, f"可选：{t.names(legal) or '无'}")


def usable_now(t: Table, sk: Skill) -> bool:
    """Whether a move with this skill could be sent for the open phase now (some legal target exists)."""
    d = skills.definition(t, sk)
    phase = t.s.clock.phase
    if d.get("auto") or "phase" not in d or open_slot(t, sk) is None:
        return False
    try:
        probe = Use(-1, sk.id, sk.key, d["name"], sk.holder, sk.party, sk.holder, [], {}, phase, t.at)
        if skills.allowed(t, sk):
            return False
        if t.s.clock.day < d.get("from_day", 1):
            return False
        if "parity" in d and ("奇", "偶")[t.s.clock.day % 2 == 0] != d["parity"]:
            return False
        check_blocked(t, sk)
        check_count(t, sk, probe)
        check_needs(t, sk, d)
    except Refusal:
        return False
    if needs_flip(d) and t.seat(sk.holder).revealed:
        return False
    b = moments.behaviour_of(t, d)
    if b is not None and hasattr(b, "ready") and not b.ready(t, sk):
        return False
    lo, _ = ranges.bounds(t, sk)
    return lo == 0 or len(ranges.candidates(t, sk)) >= lo
