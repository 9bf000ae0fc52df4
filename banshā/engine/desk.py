"""The director's desk: cards, counts, paces, what he says of the forum. Nothing here plays the game."""

from __future__ import annotations

from collections.abc import Callable

from . import casting, cutoffs, offices, paces, penalties, uses, wins
from .errors import Refusal
from .inputs import DIRECTOR, Input
from .table import Table
from .uses import seat_named

_ACCOUNT = "账号:"


def thread_number(inp: Input) -> int:
    """Which of the day's vote threads a line is about."""
    return uses.whole(inp.params.get("贴", "1"), "贴=")


def _posts(t: Table, inp: Input) -> str | None:
    if len(inp.args) != 2:
        raise Refusal("bad_posts", "发言数少了或多了词", "", "写成：导演 发言数 马甲 N")
    t.s.posts[f"{t.s.clock.day}:{seat_named(t, inp.args[0])}"] = uses.whole(inp.args[1], "发言数")
    return None


def _note(t: Table, inp: Input) -> str | None:
    t.emit("note", inp.params.get("内容", "") or " ".join(inp.args))
    return None


def _errand(t: Table, inp: Input) -> str | None:
    """办妥 事 段=夜1: the director did something outside, or took that back. Nothing rule-relevant comes of it.

    A correction further up may do away with the errand; then this ticks off nothing.
    """
    if len(inp.args) != 1:
        raise Refusal("bad_errand", "办妥要写一件事", "", "看 bansha todo，写 bansha todo done N")
    took = "撤回" in inp.params
    text = f"{'还没办' if took else '办妥'}：{inp.args[0]}"
    t.emit("errand", text, errand=inp.args[0], stage=inp.params.get("段", ""), done="" if took else "是")
    return None


def _surrender(t: Table, inp: Input) -> str | None:
    camp = t.rs.alias("camp", inp.args[0] if inp.args else "")
    if camp not in t.s.manned:
        raise Refusal("unknown_camp", f"没有阵营 {camp}", "", f"有：{'、'.join(t.s.manned)}")
    if inp.verb == "投降" and t.rs.camps[camp].get("surrender") is False:
        raise Refusal("no_surrender", f"{camp}不能投降", "胜负.投降", "要判负用 bansha override lose")
    wins.declare_lost(t, camp, "投降", sealed=True)
    wins.judge(t)
    return None


def _substitute(t: Table, inp: Input) -> str | None:
    if len(inp.args) != 1:
        raise Refusal("bad_substitute", "替补要写一个马甲", "替补", "写成：导演 替补 马甲 玩家=…")
    penalties.substitute(t, seat_named(t, inp.args[0]), inp.params.get("玩家", ""))
    return None


def _assist(t: Table, inp: Input) -> str | None:
    if len(inp.args) != 1:
        raise Refusal("bad_assistant", "助理要写一个马甲", "场外助理", "写成：导演 助理 马甲 玩家=…")
    penalties.assist(t, seat_named(t, inp.args[0]), inp.params.get("玩家", "").strip())
    return None


def _card(t: Table, inp: Input) -> str | None:
    if len(inp.args) != 1:
        raise Refusal("bad_card", f"{inp.verb}要写一个马甲", "判罚", f"写成：导演 {inp.verb} 马甲 理由=…")
    floor = seat_named(t, inp.args[0])
    if inp.params.get("随机") and inp.verb == "红牌":
        offices.fix_heir(t, floor, inp.params["随机"])
    penalties.card(t, floor, inp.verb, inp.params.get("理由", ""))
    return None


def _pace(t: Table, inp: Input) -> str | None:
    if not inp.args:
        raise Refusal("bad_pace", f"{inp.verb}要写谁申请", "", f"导演 {inp.verb} 马甲…；导演自己决定写 导演")
    for name in inp.args:
        floor = 0 if name == DIRECTOR else seat_named(t, name)
        paces.ask(t, floor, inp.verb, uses.yes(inp.params.get("撤回", "")))
    return None


def _set_time(t: Table, inp: Input) -> str | None:
    """定时 关门 TIME: when the day's discussion closes, as the director says; 定时 关门 takes it back.

    定时 出局 马甲 TIME: when somebody went out at this noon.
    """
    what, words = (inp.args or [""])[0], inp.args[1:]
    if what == "关门" and len(words) < 2:
        _say(t, cutoffs.closing_key(paces.day(t)), "".join(words))
        t.emit("pace", f"第 {paces.day(t)} 天关门：{''.join(words) or '按规则'}", close="是")
    elif what == "出局" and len(words) == 2:
        floor = seat_named(t, words[0])
        _say(t, cutoffs.left_key(t, floor), words[1])
        t.emit("note", f"{words[0]} 出局于 {words[1]}", [floor])
    else:
        raise Refusal("bad_time", "定时写得不对", "", "写法：导演 定时 关门 2026-11-08T21:00+08")
    return None


def _account(t: Table, inp: Input) -> str | None:
    """账号 NAME 马甲: whose forum account it is (导演: it speaks for the director)."""
    if len(inp.args) != 2:
        raise Refusal("bad_account", "账号写得不对", "", "写法：导演 账号 论坛账号 马甲")
    who, what = inp.args
    if what != DIRECTOR:
        seat_named(t, what)
    _say(t, _ACCOUNT + who, what)
    t.emit("note", f"账号 {who} 是 {what}")
    return None


def accounts(t: Table) -> dict[str, str]:
    """Forum accounts the director told of: whose each is, 导演 where it speaks for him."""
    return {key.removeprefix(_ACCOUNT): what for key, what in t.s.times.items() if key.startswith(_ACCOUNT)}


def _say(t: Table, key: str, text: str) -> None:
    """Keep what the director told of the forum ('' takes it back)."""
    t.s.times = {k: v for k, v in t.s.times.items() if k != key} | ({key: text} if text else {})


def _no_ballot(t: Table, inp: Input) -> str | None:
    """撤票 马甲: a ballot comes off the record. 不是票 [N楼] [编号=N]: a post of the thread is none."""
    if inp.verb == "撤票":
        if len(inp.args) != 1:
            raise Refusal("bad_vote", "撤票要写一个马甲", "投票", "写成：导演 撤票 马甲")
        casting.withdraw(t, seat_named(t, inp.args[0]), thread_number(inp))
        return None
    floor = uses.whole(inp.args[0].removesuffix("楼"), "楼") if inp.args else 0
    number = inp.params.get("编号", "0")
    pid = int(number) if number.isdecimal() and number.isascii() else 0
    if not floor and not pid:
        raise Refusal("bad_floor", "没有写是哪一楼", "投票", "写成：导演 不是票 23楼")
    casting.dismiss(t, thread_number(inp), floor, pid)
    return None


HANDLERS: dict[str, Callable[[Table, Input], str | None]] = {
    "红牌": _card, "黄牌": _card, "蓝牌": _card, "替补": _substitute, "助理": _assist, "发言数": _posts, "备注": _note,
    "投降": _surrender, "判负": _surrender, "加速": _pace, "延时": _pace, "定时": _set_time, "账号": _account,
    "撤票": _no_ballot, "不是票": _no_ballot, "办妥": _errand,
}  # fmt: skip
