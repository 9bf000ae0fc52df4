"""card, words, badge, override, substitute, assistant, surrender, note: what only the director does."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from . import base, completing, term

app = base.commands()

Seat = Annotated[str, typer.Argument(metavar="马甲", autocompletion=completing.seats)]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="理由（必写，记入日志）")]

CARDS = {"蓝": "蓝牌", "黄": "黄牌", "红": "红牌", "blue": "蓝牌", "yellow": "黄牌", "red": "红牌"}

# WHAT of override: the word of the journal, and how to write it.
RULINGS = {
    "out": ("出局", "马甲…"),
    "revive": ("复活", "马甲…"),
    "state": ("状态", "马甲 状态 [至=…] [次数=N]"),
    "lift": ("解除", "马甲 状态"),
    "camp": ("阵营", "马甲 阵营"),
    "tag": ("标签", "马甲 标签 [去掉=是]"),
    "skill": ("技能", "马甲 身份.技能 [去掉=是]"),
    "uses": ("次数", "马甲 技能 N"),
    "tally": ("票数", "马甲… [贴=N]"),
    "badge": ("警徽", "[马甲]"),
    "draw": ("抽签", "键 值"),
    "notice": ("通知", "马甲… 内容=…"),
    "public": ("公示", "内容"),
    "win": ("胜", "阵营"),
    "lose": ("判负", "阵营"),
}


def _take(g: Any, inp: Any) -> None:
    from .moves import tell

    tell(g, [inp], base.do(g, [inp]))


@base.command(app, "card")
def card(
    seat: Annotated[str, typer.Argument(metavar="马甲|show", autocompletion=completing.seats)],
    kind: Annotated[
        str | None,
        typer.Argument(metavar="蓝|黄|红", help="三蓝成黄，三黄成红，红牌出局", autocompletion=completing.cards),
    ] = None,
    reason: Annotated[str | None, typer.Option("--reason", metavar="TEXT", help="理由（罚牌必写，记入日志）")] = None,
) -> None:
    """罚牌：蓝、黄、红。card show 看所有人的牌和理由，card 马甲 看一个人的。"""
    from banshā.engine.inputs import DIRECTOR, Input

    from . import words

    if kind is None:
        if reason is not None:
            raise typer.BadParameter("写哪种牌：蓝、黄 或 红")
        _show_cards(base.game(), None if seat in ("show", "看") else seat)
        return
    word = CARDS.get(kind.removesuffix("牌"))
    if word is None:
        raise typer.BadParameter(f"没有 {kind} 牌，写 蓝、黄 或 红")
    if reason is None or not reason.strip():
        raise typer.BadParameter("缺少 --reason：罚牌要写理由")
    g = base.game()
    who = words.seat(g.table, seat)
    _take(g, Input(DIRECTOR, word, [who], {"理由": reason}))
    if not base.shared.json:
        from banshā.report import penalties

        base.note(f"{who}：{penalties.record(g.table, words.floor(g.table, who)).summary}")


def _show_cards(g: Any, seat: str | None) -> None:
    """Cards with their reasons, and what they have come to."""
    from banshā.report import penalties

    from . import words

    t = g.table
    found = penalties.records(t) if seat is None else [penalties.record(t, words.floor(t, seat))]
    camps = penalties.camps(t)

    def text() -> str:
        rows = [[r.seat, r.player, r.summary, "；".join(penalties.told(c) for c in r.cards)] for r in found]
        lines = [term.table(["马甲", "玩家", "折算", "牌和理由"], rows)] if rows else []
        lines += [f"{camp}：红牌 {n} 张，满 {limit} 张判负" for camp, n, limit in camps]
        return "\n".join(lines)

    data = {"seats": found, "camps": [{"camp": c, "red": n, "loses_at": limit} for c, n, limit in camps]}
    base.show({"game": g.name, **data}, text)
    if not found:
        base.note("还没有人吃牌。")


@base.command(app, "words", loose=True)
def words_command(seat: Seat, text: Annotated[list[str], typer.Argument(metavar="遗言", help="- 从管道读")]) -> None:
    """记下遗言，有权留的人才行。"""
    from banshā.engine.inputs import Input

    from . import words

    g = base.game()
    said = base.read_all("-").strip() if text == ["-"] else " ".join(text).removeprefix("内容=")
    _take(g, Input(words.seat(g.table, seat), "遗言", [], {"内容": said}))


@base.command(app, "badge")
def badge(
    seat: Seat,
    target: Annotated[
        str | None, typer.Argument(metavar="继任", help="不写：撕毁", autocompletion=completing.seats)
    ] = None,
) -> None:
    """移交警徽一类的职位；不写继任就是撕毁。"""
    from banshā.engine.inputs import Input

    from . import words

    g = base.game()
    who = words.seat(g.table, seat)
    to = target and target not in ("撕毁", "撕")
    _take(g, Input(who, "移交", [words.seat(g.table, str(target))]) if to else Input(who, "撕毁"))


@base.command(app, "override", loose=True)
def override(
    what: Annotated[str, typer.Argument(metavar="WHAT", help=" ".join(RULINGS), autocompletion=completing.rulings)],
    reason: Reason,
    args: Annotated[
        list[str] | None, typer.Argument(metavar="内容", help="见下", autocompletion=completing.ruled)
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="不触发任何技能")] = False,
) -> None:
    """导演裁定：引擎怎么判都可以改，记入日志、解释和揭秘。

    out/revive 马甲…　state 马甲 状态 [至=… 次数=N]　lift 马甲 状态　camp 马甲 阵营　tag 马甲 标签 [去掉=是]
    skill 马甲 身份.技能 [去掉=是]　uses 马甲 技能 N　tally 马甲… [贴=N]　badge [马甲]　draw 键 值
    notice 马甲… 内容=…　public 内容　win/lose 阵营
    """
    from banshā.engine.inputs import DIRECTOR, Input
    from banshā.game.grammar import split_line
    from banshā.rulebook.names import near

    from . import words
    from .moves import quoted

    chinese = {word: key for key, (word, _) in RULINGS.items()}
    key = what if what in RULINGS else chinese.get(what, "")
    if not key:
        guess = near(what, [*RULINGS, *chinese])
        hint = f"是不是 {guess}？" if guess else f"有：{' '.join(RULINGS)}"
        raise typer.BadParameter(f"不能裁定 {what}。{hint}")
    g = base.game()
    t = g.table
    word, form = RULINGS[key]
    said, params = split_line(" ".join(quoted(a) for a in args or [])) if key not in ("public", "notice") else ([], {})
    if key == "public":
        params = {"内容": " ".join(args or []).removeprefix("内容=")}
    elif key == "notice":
        said, params = _notice(t, args or [])
    exact = words.ruling_args(t, word, said)
    if (key == "public" and not params["内容"]) or (not exact and key not in ("badge", "public")):
        raise typer.BadParameter(f"写法：bansha override {key} {form} --reason …")
    params = {**params, **({"静默": "是"} if quiet else {}), "理由": reason}
    _take(g, Input(DIRECTOR, "裁定", [word, *exact], params))


def _notice(t: Any, args: list[str]) -> tuple[list[str], dict[str, str]]:
    """Seats, then the text: from 内容= on, or from the first word that is no seat."""
    from . import words

    seats: list[str] = []
    for i, arg in enumerate(args):
        if arg.startswith("内容="):
            return seats, {"内容": " ".join(args[i:]).removeprefix("内容=")}
        if seats and words.find_seat_quietly(t, arg) is None:
            return seats, {"内容": " ".join(args[i:])}
        seats.append(words.seat(t, arg))
    raise typer.BadParameter("通知要写内容：notice 马甲 内容=…")


@base.command(app, "substitute")
def substitute(seat: Seat, player: Annotated[str, typer.Argument(metavar="玩家", help="接替的人")]) -> None:
    """换人：另一位玩家接替这个马甲。"""
    from banshā.engine.inputs import DIRECTOR, Input

    from . import words

    g = base.game()
    _take(g, Input(DIRECTOR, "替补", [words.seat(g.table, seat)], {"玩家": player}))


@base.command(app, "assistant")
def assistant(
    seat: Seat, name: Annotated[str | None, typer.Argument(metavar="助理", help="场外的人；不写就是没有了")] = None
) -> None:
    """场外助理：谁在场外帮这个马甲的玩家。"""
    from banshā.engine.inputs import DIRECTOR, Input

    from . import words

    g = base.game()
    _take(g, Input(DIRECTOR, "助理", [words.seat(g.table, seat)], {"玩家": name} if name else {}))


@base.command(app, "surrender")
def surrender(
    camp: Annotated[str, typer.Argument(metavar="阵营", autocompletion=completing.camps)],
) -> None:
    """一个阵营投降。"""
    from banshā.engine.inputs import DIRECTOR, Input

    from . import words

    g = base.game()
    _take(g, Input(DIRECTOR, "投降", [words.camp(g.table, camp)]))


@base.command(app, "note", loose=True)
def note(text: Annotated[list[str], typer.Argument(metavar="内容")]) -> None:
    """在日志里记一句备注。"""
    from banshā.engine.inputs import DIRECTOR, Input

    g = base.game()
    _take(g, Input(DIRECTOR, "备注", [], {"内容": " ".join(text)}))
