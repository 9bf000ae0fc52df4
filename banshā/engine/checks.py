"""What makes a move illegal: whoever acts, how often, what must hold, whom it may fall on. Each raises a Refusal."""

from __future__ import annotations

from . import choices, moments, parties, queries, ranges, skills, votes
from .errors import Refusal
from .rules import FLIP, Def
from .state import Skill, Use
from .table import Table


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
    check_needs(t, sk, d)
    check_modified(t, sk, d)
    if needs_flip(d) and t.seat(sk.holder).revealed:
        raise Refusal("revealed", f"{who} 的身份已经公开，{d['name']} 不能再翻牌发动", sk.key, "翻牌技能一张牌只翻一次")


def may(t: Table, sk: Skill, phase: str, cost: int = 1) -> bool:
    """Whether a use of that cost in that phase passes everything that does not look at targets and choices."""
    d = skills.definition(t, sk)
    probe = Use(-1, sk.id, sk.key, d["name"], sk.holder, sk.party, sk.holder, [], {}, phase, t.at, cost=cost)
    try:
        check_actor(t, sk, probe)
    except Refusal:
        return False
    return True


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


def check_needs(t: Table, sk: Skill, d: Def) -> None:
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
    if d.get("range", {}).get("row") and sorted(use.selected) not in ranges.rows(t, sk):
        raise Refusal("not_in_row", f"{d['name']} 的目标要连着坐", sk.key, f"选开局电梯楼相连的 {lo} 名")
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
