"""The table's business: cards of penalty, last words, substitutes. Only the director deals cards."""

from __future__ import annotations

from . import landing, moments, system, wins
from .errors import Refusal
from .state import Cards, Later
from .table import Table


def card(t: Table, floor: int, kind: str, reason: str) -> None:
    """Deal a card; three blue make a yellow, three yellow a red, red puts out (numbers from the ruleset)."""
    rule = t.rs.table("cards")
    c = t.s.cards.setdefault(floor, Cards())
    t.emit("card", f"{t.name(floor)} {kind}" + (f"：{reason}" if reason else ""), [floor], card=kind)
    if kind == "蓝牌":
        c.blue += 1
        if c.blue % int(rule.get("blue", 3)) == 0:
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
            _red(t, floor, c)


def _red(t: Table, floor: int, c: Cards) -> None:
    """Out without last words: by day after the vote is settled, by night at once."""
    c.red += 1
    camp = t.seat(floor).camp
    with t.under("判罚.红牌"):
        if t.seat(floor).in_play:
            if t.phase.votes and not t.rs.table("cards").get("red_at_once"):
                t.s.later.append(Later("red", "系统.红牌", floor, {}, t.at))
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
    if out is None or not out.words_right:
        raise Refusal("no_words", f"{t.name(floor)} 没有遗言的权利", "遗言.名额", "谁能留遗言见 bansha todo")
    if not text.strip():
        raise Refusal("no_words", "遗言是空的", "遗言", "写 内容=…")
    if t.rs.table("words").get("max_code") and "[" in text and "[/" in text:
        raise Refusal("code", "遗言里不能用论坛代码", "遗言", "去掉方括号代码再交")
    out.words = text
    t.emit("words", f"收到 {t.name(floor)} 的遗言", [floor])
    if t.phase.votes:  # left within a discussion, they belong to it
        system.publish_words(t)
    moments.fire(t, "words", floor)


def substitute(t: Table, floor: int, player: str) -> None:
    """Another player takes the seat over, with everything that belongs to it. Once a seat."""
    seat = t.seat(floor)
    if seat.substituted:
        raise Refusal("substituted", f"{seat.name} 已经换过替补", "替补", "无法再换时红牌罚下")
    seat.substituted, seat.player = seat.player or "原玩家", player
    t.emit("substitute", f"{seat.name} 由 {player} 接替", [floor])
