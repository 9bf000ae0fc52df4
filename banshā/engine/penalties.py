"""The table's business: cards of penalty, last words, substitutes. Only the director deals cards."""

from __future__ import annotations

import re

from . import landing, moments, system, wins
from .errors import Refusal
from .state import Cards, Coming
from .table import Table

# What Discuz! takes for a code of its own, closed or not: [b], [/size], [color=Red], [*], {:4_86:}.
_NAMES = (
    "b|i|u|s|p|hr|qq|tr|td|color|backcolor|size|font|align|indent|float|list|table|quote|free|code|hide|password|url"
    "|email|img|media|audio|flash|swf|attach|attachimg|postbg|fly|sup|sub|page|index"
)
_CODES = re.compile(rf"\[/?(?:{_NAMES})(?:=[^\[\]]*)?\]|\[\*\]|\{{:\w+:\}}", re.IGNORECASE)


def card(t: Table, floor: int, kind: str, reason: str) -> None:
    """Deal a card; three blue make a yellow, three yellow a red, red puts out (numbers from the ruleset)."""
    rule = t.rs.table("cards")
    c = t.s.cards.setdefault(floor, Cards())
    t.emit("card", f"{t.name(floor)} {kind}" + (f"：{reason}" if reason else ""), [floor], card=kind, reason=reason)
    if kind == "蓝牌":
        c.blue += 1
        if c.blue % int(rule.get("blue", 3)) == 0:
            _made(t, floor, "黄牌", f"累计 {c.blue} 张蓝牌")
            _add_yellow(t, floor, c)
    elif kind == "黄牌":
        _add_yellow(t, floor, c)
    else:
        _red(t, floor, c)


def _add_yellow(t: Table, floor: int, c: Cards) -> None:
    c.yellow += 1
    rule = t.rs.table("cards")
    if c.yellow % int(rule.get("yellow", 3)) == 0:
        if rule.get("remind"):
            t.todo(f"{t.name(floor)}已有 {c.yellow} 张黄牌，请导演决定要不要红牌罚下", [floor])
        else:
            _made(t, floor, "红牌", f"累计 {c.yellow} 张黄牌")
            _red(t, floor, c)


def _made(t: Table, floor: int, kind: str, why: str) -> None:
    """A card that other cards make is a card like any other, and on record."""
    t.emit("card", f"{t.name(floor)} {kind}：{why}", [floor], card=kind, reason=why, made="是")


def _red(t: Table, floor: int, c: Cards) -> None:
    """Out without last words: by day after the vote is settled, by night at once."""
    c.red += 1
    camp = t.seat(floor).camp
    with t.under("判罚.红牌"):
        if t.seat(floor).in_play:
            if t.phase.votes and not t.rs.table("cards").get("red_at_once"):
                t.s.coming.append(Coming(landing.RED, floor, "系统.红牌", t.at, slot=landing.RED))
            else:
                landing.strike(t, landing.queue(t, landing.RED, floor, 0, None, landing.RED))
                system.tell_outs(t)
                if t.phase.votes:
                    system.announce_at_noon(t)
        reds = sum(x.red for f, x in t.s.cards.items() if t.seat(f).camp == camp)
        limit = int(t.rs.table("cards").get("red_loses", 2))
        if limit and reds >= limit and camp in t.s.manned:
            wins.declare_lost(t, camp, f"累计 {reds} 张红牌", sealed=True)
            wins.judge_at_once(t)


def last_words(t: Table, floor: int, text: str) -> None:
    """Take last words of a seat entitled to them."""
    out = next((o for o in reversed(t.s.outs) if o.seat == floor and o.back is None), None)
    if out is None:
        raise Refusal("no_words", f"{t.name(floor)} 还在场，没有遗言的权利", "遗言.名额", "谁能留遗言见 bansha todo")
    if not out.words_right:
        hint = "谁能留遗言见 bansha todo；要破例公布，用 bansha override public"
        raise Refusal("no_words", f"{t.name(floor)} 没有遗言的权利，或者时候已过", "遗言.名额", hint)
    if not text.strip():
        raise Refusal("no_words", "遗言是空的", "遗言", "写 内容=…")
    codes = _CODES.findall(text) if t.rs.table("words").get("max_code") else []
    if codes:
        listed = " ".join(dict.fromkeys(codes))
        raise Refusal("code", f"遗言里不能用论坛代码：{listed}", "遗言", "去掉它再交；普通的方括号请用【】")
    out.words = text
    t.emit("words", f"收到 {t.name(floor)} 的遗言", [floor])
    if t.phase.votes:  # left within a discussion, they belong to it
        system.publish_words(t)
    moments.fire(t, "words", floor)


def substitute(t: Table, floor: int, player: str) -> None:
    """Another player takes the seat over, with everything that belongs to it. Once a seat."""
    seat = t.seat(floor)
    if not player.strip():
        raise Refusal("bad_substitute", f"没有写谁来接替 {seat.name}", "替补", "写法：替补 马甲 玩家=…")
    if seat.substituted:
        raise Refusal("substituted", f"{seat.name} 已经换过替补", "替补", "无法再换时红牌罚下")
    seat.substituted, seat.player = seat.player or "原玩家", player
    t.emit("substitute", f"{seat.name} 由 {player} 接替", [floor])


def assist(t: Table, floor: int, name: str) -> None:
    """Somebody from outside helps the seat's player ('' : nobody any more). Whoever plays cannot."""
    seat = t.seat(floor)
    if any(name in (x.name, x.player) for x in t.s.seats.values() if name):
        raise Refusal("playing", f"{name} 在场上，不能当助理", "场外助理", "助理是场外的人")
    seat.assistant = name
    t.emit("note", f"{seat.name} {f'的场外助理是 {name}' if name else '没有场外助理了'}", [floor])
