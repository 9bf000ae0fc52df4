"""裁定: the director's word is final. Everything an effect can do, done by hand, with a reason, and on record."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from . import (
    aftermath,
    camps,
    casting,
    choices,
    draws,
    landing,
    lives,
    offices,
    queries,
    skills,
    statuses,
    system,
    uses,
    wins,
)
from .errors import Refusal
from .inputs import Input
from .table import Table

Rule = Callable[[Table, list[str], dict[str, str]], None]


def ruling(t: Table, inp: Input) -> str | None:
    """`导演 裁定 WHAT ARG… 理由=… [静默=是]`. 静默 fires no triggers."""
    if not inp.args or inp.args[0] not in _RULINGS:
        what = inp.args[0] if inp.args else "空"
        raise Refusal("unknown_ruling", f"裁定里没有「{what}」", "", f"有：{'、'.join(_RULINGS)}")
    reason = inp.params.get("理由", "")
    if not reason:
        raise Refusal("no_reason", "裁定要写理由", "裁定", "在后面加 理由=…")
    params = {k: v for k, v in inp.params.items() if k not in ("理由", "静默")}
    if reason in t.rs.table("landing").get("causes", ()):
        params.setdefault("原因", reason)
    event = t.emit(
        "override", f"导演裁定：{' '.join([*inp.args, *_shown(params)])}（{reason}）", rule="裁定", reason=reason
    )
    quiet, t.quiet = t.quiet, uses.yes(inp.params.get("静默", ""))
    try:
        with t.under("裁定", event.index):
            _RULINGS[inp.args[0]](t, inp.args[1:], params)
    finally:
        t.quiet = quiet
    return None


def _shown(params: dict[str, str]) -> list[str]:
    return [value if key == "内容" else f"{key}={value}" for key, value in params.items()]


def _seats(t: Table, args: list[str]) -> list[int]:
    if not args:
        raise Refusal("missing", "没有写马甲", "裁定", "例如：裁定 出局 阿一 理由=掉线")
    return [uses.seat_named(t, a) for a in args]


def _out(t: Table, args: list[str], params: dict[str, str]) -> None:
    for f in _seats(t, args):
        if not t.seat(f).in_play:
            raise Refusal("already_out", f"{t.name(f)} 已经出局", "裁定", "要他回来用 裁定 复活")
        h = landing.queue(t, "裁定", f, 0, None, params.get("原因", "裁定"))
        h.fate = "landed"
        landing.put_out(t, h)
        aftermath.judge_out(t, h)
    if t.phase.votes and not t.quiet:  # by day outs are known at once
        system.announce_at_noon(t)


def _revive(t: Table, args: list[str], params: dict[str, str]) -> None:
    for f in _seats(t, args):
        if t.seat(f).in_play:
            raise Refusal("not_out", f"{t.name(f)} 没有出局", "裁定", "他还在场，不用复活")
        t.seat(f).red = False
        landing.bring_back(t, f, "裁定")


def _state(t: Table, args: list[str], params: dict[str, str]) -> None:
    seat, name = _two(args, "裁定 状态 马甲 状态名 [至=…] [次数=N]")
    name = t.rs.alias("state", name)
    if name not in t.rs.states:
        raise Refusal("unknown_state", f"没有状态 {name}", "裁定", _guess(name, t.rs.states))
    until = params.get("至", "")
    if until and until not in t.rs.ends:
        raise Refusal("unknown_end", f"没有结束时点 {until}", "", f"有：{'、'.join(t.rs.ends)}")
    charges = uses.whole(params["次数"], "次数=") if "次数" in params else -1
    statuses.give(t, name, [uses.seat_named(t, seat)], until=until, charges=charges, straight=True)
    lives.given_by_hand(t, uses.seat_named(t, seat), name)


def _lift(t: Table, args: list[str], params: dict[str, str]) -> None:
    seat, name = _two(args, "裁定 解除 马甲 状态名")
    f, name = uses.seat_named(t, seat), t.rs.alias("state", name)
    held = [s for s in statuses.real(t, f) if s.name == name]
    if not held:
        has = "、".join(f"[{s.name}]" for s in statuses.real(t, f))
        raise Refusal("not_held", f"{seat} 没有[{name}]", "裁定", f"他有：{has}" if has else "他什么状态也没有")
    for s in held:
        statuses.lift(t, s)


def _camp(t: Table, args: list[str], params: dict[str, str]) -> None:
    seat, camp = _two(args, "裁定 阵营 马甲 阵营名")
    camp = t.rs.alias("camp", camp)
    if camp not in t.rs.camps:
        raise Refusal("unknown_camp", f"没有阵营 {camp}", "裁定", _guess(camp, t.rs.camps))
    from .state import Source

    t.seat(uses.seat_named(t, seat)).sources.append(Source("turned", camp, why="裁定"))
    camps.recompute(t)


def _tag(t: Table, args: list[str], params: dict[str, str]) -> None:
    seat, tag = _two(args, "裁定 标签 马甲 标签 [去掉=是]")
    f, gain = uses.seat_named(t, seat), not uses.yes(params.get("去掉", ""))
    held = queries.tags(t, f)
    if not gain and tag not in held:
        has = "、".join(held)
        raise Refusal("not_held", f"{seat} 没有标签 {tag}", "裁定", f"他有：{has}" if has else "他什么标签也没有")
    known = set(_tags(t.rs.data)) | {x.tag for s in t.s.seats.values() for x in s.tags}
    if gain and tag not in known:
        raise Refusal("unknown_tag", f"没有标签 {tag}", "裁定", _guess(tag, sorted(known)))
    camps.grant_tag(t, f, tag, gain, "裁定")


_TAG_KEYS = frozenset({"tag", "tags", "heir_tag", "guest_tag", "join", "take_tags"})


def _tags(table: object) -> Iterator[str]:
    """Every tag a ruleset speaks of: tags are not declared, roles carry them and effects hand them out."""
    if isinstance(table, dict):
        for key, value in table.items():
            if key in _TAG_KEYS:
                yield from [value] if isinstance(value, str) else (x for x in value if isinstance(x, str))
            else:
                yield from _tags(value)
    elif isinstance(table, list):
        for value in table:
            yield from _tags(value)


def _skill(t: Table, args: list[str], params: dict[str, str]) -> None:
    seat, word = _two(args, "裁定 技能 马甲 身份.技能 [去掉=是]")
    f = uses.seat_named(t, seat)
    if uses.yes(params.get("去掉", "")):
        held = skills.of(t, f)
        gone = [s for s in held if word in (s.key, skills.name(t, s))]
        if not gone:
            has = "、".join(dict.fromkeys(skills.name(t, s) for s in held))
            raise Refusal("not_held", f"{seat} 没有技能 {word}", "裁定", f"他有：{has}" if has else "他没有技能")
        for s in gone:
            skills.lose(t, s, "裁定")
        return
    keys = [word] if word in t.rs.skills else t.rs.by_name.get(word, [])
    if len(keys) != 1:
        raise Refusal("unknown_skill", f"要写清是哪个 {word}", "", "、".join(keys) or choices.near(word, t.rs.by_name))
    skills.new(t, keys[0], f, "gain")


def _uses(t: Table, args: list[str], params: dict[str, str]) -> None:
    if len(args) != 3:
        raise Refusal("missing", "裁定 次数 少了或多了词", "裁定", "写成：裁定 次数 马甲 技能 N")
    uses.find_skill(t, args[0], args[1]).uses = uses.whole(args[2], "次数")


def _tally(t: Table, args: list[str], params: dict[str, str]) -> None:
    threads = [th for th in t.s.threads if not th.settled]
    if not threads:
        raise Refusal("no_vote", "现在没有待结算的投票贴", "裁定", "投票贴开着时再裁定票数")
    number = uses.whole(params.get("贴", "1"), "贴=")
    th = next((x for x in threads if x.number == number), threads[0])
    th.open, th.top = False, _seats(t, args)
    if t.s.clock.phase and t.phase.votes:
        t.s.clock.vote_closed = all(not x.open for x in casting.current(t))


def _badge(t: Table, args: list[str], params: dict[str, str]) -> None:
    office = params.get("职位", next(iter(t.rs.offices), ""))
    if not office:
        raise Refusal("no_office", "这套规则没有警长一类的职位", "裁定", "不用裁定警徽")
    if office not in t.rs.offices:
        raise Refusal("unknown_office", f"没有职位 {office}", "", f"有：{'、'.join(t.rs.offices)}")
    t.s.duties = [x for x in t.s.duties if x.office != office]
    offices.appoint(t, office, uses.seat_named(t, args[0]) if args else 0, "立刻")


_DRAW_KEY = re.compile(r"(\d+)\.(\d+)\.([^|]+)\|(\d+)\|(?:-|([^|@]+)@([^|#]+)#\d+)\|([^|]+)\|\d+")


def _draw(t: Table, args: list[str], params: dict[str, str]) -> None:
    key, value = _two(args, "裁定 抽签 键 值")
    if key in t.s.draws:
        raise Refusal("drawn", f"{key} 已经抽过：{t.s.draws[key]}", "裁定", "先 bansha undo 到抽签之前，再裁定")
    why = _no_such_draw(t, key)
    if why:
        known = next(reversed(t.s.draws), f"{t.s.clock.day}.1.{t.s.clock.phase}|0|-|{draws.SOURCE}|0")
        raise Refusal("unknown_draw", f"这一局抽不到 {key}：{why}", "裁定", f"照抽过的签写，例如 {known}")
    t.s.fixed[key] = value


def _no_such_draw(t: Table, key: str) -> str:
    """Why no draw of this game can come to have that key; '' where one can."""
    found = _DRAW_KEY.fullmatch(key)
    if found is None:
        return "要写成 日.轮.阶段|楼层|身份.技能@楼层#序|用途|第几次"
    day, run, phase, floor, skill, holder, purpose = found.groups()
    purposes, seats = draws.purposes(t), {str(f) for f in t.s.seats}
    if phase not in t.rs.phases:
        return choices.near(phase, t.rs.phases)
    c, order = t.s.clock, t.rs.order.index
    if int(run) <= c.run and (int(day), order(phase)) < (c.day, order(c.phase)):
        return "那时已经过去"
    if floor not in {"0", *seats}:
        return f"没有 {floor} 楼"
    if skill and holder not in {*t.rs.parties, *seats}:
        return choices.near(holder, [*t.rs.parties, *seats])
    if skill and skill not in t.rs.skills:
        return choices.near(skill, t.rs.skills)
    return "" if purpose in purposes else choices.near(purpose, purposes)


def _notice(t: Table, args: list[str], params: dict[str, str]) -> None:
    text = params.get("内容", "")
    if not text:
        raise Refusal("missing", "通知没有写内容", "裁定", "在后面加 内容=…")
    t.tell(_seats(t, args), text, "立刻")


def _public(t: Table, args: list[str], params: dict[str, str]) -> None:
    text = params.get("内容", "") or " ".join(args)
    if not text:
        raise Refusal("missing", "公示没有写内容", "裁定", "在后面加 内容=…")
    t.publish(text, "立刻")


def _lose(t: Table, args: list[str], params: dict[str, str]) -> None:
    if _side(t, args) in t.s.lost:
        raise Refusal("lost", f"{_side(t, args)} 已经判负", "裁定", "判错了用 bansha undo 或 amend 去掉那一条")
    wins.show_rulings(t, _side(t, args))
    wins.declare_lost(t, _side(t, args), "裁定", sealed=True)
    wins.judge(t)


def _win(t: Table, args: list[str], params: dict[str, str]) -> None:
    wins.show_rulings(t, _side(t, args))
    wins.declare_won(t, _side(t, args), "裁定")


def _side(t: Table, args: list[str]) -> str:
    camp = t.rs.alias("camp", args[0]) if args else ""
    if camp not in t.rs.camps:
        raise Refusal("unknown_camp", f"没有阵营 {camp}", "", f"有：{'、'.join(t.s.manned)}")
    return camp


def _guess(word: str, pool: Iterable[str]) -> str:
    return choices.near(word, pool).partition("，")[2] or "有哪些见 bansha rules show"


def _two(args: list[str], form: str) -> tuple[str, str]:
    if len(args) != 2:
        raise Refusal("missing", "裁定少了或多了词", "裁定", f"写成：{form}")
    return args[0], args[1]


_RULINGS: dict[str, Rule] = {
    "出局": _out, "复活": _revive, "状态": _state, "解除": _lift, "阵营": _camp, "标签": _tag, "技能": _skill,
    "次数": _uses, "票数": _tally, "警徽": _badge, "抽签": _draw, "通知": _notice, "公示": _public, "判负": _lose,
    "胜": _win,
}  # fmt: skip
