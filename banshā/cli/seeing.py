"""status, next, todo, groups, explain: looking without touching."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from . import base, completing, pacing, posting, term
from .posting import Encoding, Format, Limit

if TYPE_CHECKING:
    from banshā.engine.table import Table
    from banshā.game.play import Game
    from banshā.report import due as due_report
    from banshā.report import seats as seats_report
    from banshā.report import why as why_report
    from banshā.report.messages import Message

    from .chores import Chore

app = base.commands()


# ── status ──


@base.command(app, "status")
def status(
    seat: Annotated[
        str | None, typer.Argument(metavar="马甲", help="只看一个", autocompletion=completing.seats)
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="连标记、属性、失去的技能一起")] = False,
) -> None:
    """导演的总表：座位、身份、阵营、标签、状态、技能次数、在场与否。"""
    from banshā.engine import clock
    from banshā.report import seats

    from . import words

    g = base.game()
    t = g.table
    base.warn(g)
    if seat is not None:
        row = seats.row(t, words.floor(t, seat), True)
        base.show(row, lambda: seat_page(row))
        return
    rows = seats.rows(t, every)
    data = {
        "game": g.name,
        "label": clock.label(t),
        "over": t.s.over,
        "winner": t.s.winner,
        "lost": t.s.lost,
        "seats": rows,
    }
    alive = sum(r.in_play for r in rows)
    title = term.head(f"{g.name} · {clock.label(t)} · 在场 {alive}/{len(rows)}") + (
        f" · {t.s.winner}获胜" if t.s.winner else ""
    )
    base.show(data, lambda: title + "\n" + seat_table(rows))


def seat_table(rows: list[seats_report.Row]) -> str:
    """All seats as a table."""
    from banshā.report import seats

    header = ["楼", "马甲", "玩家", "身份", "阵营", "标签", "状态", "技能", "牌", "去留"]
    cells = [
        [
            str(r.floor), r.seat + (f"({'、'.join(r.offices)})" if r.offices else ""), r.player, "+".join(r.roles),
            r.camp + (f"(表面{seats.face_text(r)})" if r.face else ""), "、".join(r.tags),
            "、".join(seats.state_text(s) for s in r.states), "、".join(seats.skill_text(h) for h in r.skills),
            seats.card_text(r), seats.fate(r),
        ]
        for r in rows
    ]  # fmt: skip
    return term.table(header, cells, spare=("玩家", "楼") if term.columns() < 60 else ("玩家",))


def seat_page(r: seats_report.Row) -> str:
    """One seat in full."""
    from banshā.report import seats

    def state(s: seats_report.State) -> str:
        return ("（标记）" if s.mark else "") + seats.state_text(s) + (f" 来自 {s.giver}" if s.giver else "")

    pairs = [
        ("楼层", str(r.floor)), ("玩家", r.player), ("场外助理", r.assistant), ("身份", "+".join(r.roles)),
        ("阵营", r.camp),
        ("表面", seats.face_text(r)), ("标签", "、".join(r.tags)), ("职位", "、".join(r.offices)),
        ("状态", "、".join(state(s) for s in r.states)), ("技能", "、".join(seats.skill_text(h) for h in r.skills)),
        ("票权", f"{r.vote:g}"), ("判罚", seats.card_text(r)), ("去留", seats.fate(r)), ("遗言", r.words),
        ("分发", " ".join(f"{k}={v}" for k, v in r.extra.items())),
    ]  # fmt: skip
    return "\n".join([term.head(r.seat), *(f"  {k}  {v}" for k, v in pairs if v)])


# ── next ──


@base.command(app, "next")
def next_command(
    message: Annotated[bool, typer.Option("--message", "-m", help="印出可以直接发给各人的话")] = False,
    seat: Annotated[
        str | None, typer.Argument(metavar="马甲", help="只看一个", autocompletion=completing.actors)
    ] = None,
    form: Format = "plain",
    limit: Limit = None,
    encoding: Encoding = "utf-8",
) -> None:
    """现在谁可以行动：技能、可选的人、剩几次、期限；在问什么。"""
    from banshā.report import due

    from . import words

    g = base.game()
    t = g.table
    base.warn(g)
    found = due.due(t)
    until, times = pacing.due_text(g), pacing.due_data(g)
    encoding = posting.checked(form, encoding)
    who = words.actor(t, seat) if seat is not None else ""
    if who:
        found.due, found.more, found.ahead = (
            [a for a in asks if who in (a.actor, *a.seats)] for asks in (found.due, found.more, found.ahead)
        )
    if message:
        asks = found.due or found.more if not t.phase.at_once else [*found.due, *found.more]
        notes = _messages(g, asks, found.questions, who)
        data = {"label": found.label, "messages": notes, **times}
        base.show(data, lambda: "\n\n".join(_message(m, g, form, limit, encoding) for m in notes))
        if not notes:
            base.note("现在不用问谁。")
        return
    base.show({**base.jsonable(found), **times}, lambda: due_page(t, found, until))


def _messages(g: Game, asks: list[due_report.Ask], asked: list[due_report.Question], who: str) -> list[Message]:
    """What to send now; who: only what goes to that seat or party."""
    from banshā.report import messages

    found = messages.messages(g.table, asks, asked, posting.voice(g), pacing.due_by(g))
    return [m for m in found if who in ("", m.actor, *m.seats)]


def _message(m: Message, g: Game, form: str, limit: int | None, encoding: str) -> str:
    """The message below a line that says whose it is; the line is the director's, no part of it."""
    from banshā.report import messages

    people = f"（{'、'.join(m.players)}）" if m.players else ""
    parts = posting.posts(messages.blocks(m), form, limit, encoding, posting.voice(g))
    return term.styled(f"—— {m.actor}{people} ——", "bold") + "\n" + posting.BETWEEN.join(parts)


def due_page(t: Table, d: due_report.Due, until: str = "") -> str:
    """Who may act, as tables."""

    lines = [term.head(d.label) + (f" · {until}" if until else "")]
    for q in d.questions:
        lines.append(question_text(q))
    header = ["马甲", "技能", "选", "可选", "写明", "次数", "备注"]
    for name, asks in (("等他们", d.due), ("还可以", d.more), ("可预交", d.ahead)):
        cells = [_ask_cells(t, a) for a in asks]
        if cells:
            lines.append(term.table(header, cells, f"{name}："))
    if d.others:
        lines.append(f"还等：{'、'.join(d.others)}")
    if t.phase.votes and not t.s.over:
        lines.append("投票进行中：bansha vote cast 马甲 对象，bansha vote show")
    if t.s.over:
        lines.append(f"游戏结束，{t.s.winner or '无人'}获胜")
    elif not d.due and not d.others and not d.questions and not t.phase.votes:
        lines.append("没有要等的人：bansha resolve")
    return "\n".join(lines)


def _ask_cells(t: Table, a: due_report.Ask) -> list[str]:
    from banshā.report import due

    skill = a.skill + (f"（{a.phase}）" if a.phase != t.s.clock.phase else "")
    choices = " ".join(due.choice_text(c) for c in a.choices)
    return [a.actor, skill, due.how_many(a), _targets(t, a), choices, due.left(a), due.remarks(a)]


def question_text(q: due_report.Question) -> str:
    """问题 1：阿四（礼物）打开吗？可答：打开、不打开（不答算 不打开）"""
    legal = "、".join(q.options or q.seats)
    if q.seats and q.options:
        legal = f"{'、'.join(q.seats)}，选项={'/'.join(q.options)}"
    default = f"（不答算 {' '.join(q.default)}）" if q.default else "（不答由系统抽）" if q.forced else ""
    return (
        f"问题 {q.number}：{q.seat}（{q.skill}）{q.text} 可答：{legal or '文字'}{default} → bansha answer {q.number} …"
    )


def _targets(t: Table, a: due_report.Ask) -> str:
    """Legal targets; nearly everybody is said shorter."""
    if not a.most:
        return ""
    alive = [s.name for s in t.s.seats.values() if not s.announced_out]
    missing = [n for n in alive if n not in a.targets]
    if a.targets and len(missing) <= 2 and set(a.targets) <= set(alive) and len(alive) > 6:
        return "全体在场" + (f"（除 {'、'.join(missing)}）" if missing else "")
    return "、".join(a.targets) or "无"


# ── todo and groups ──


@base.command(app, "todo")
def todo(
    what: Annotated[
        str | None, typer.Argument(metavar="done", help="办完了，后面写编号", autocompletion=completing.errands)
    ] = None,
    numbers: Annotated[
        list[int] | None, typer.Argument(metavar="N", help="编号", autocompletion=completing.tasks)
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="连办完的和以前各阶段的一起；done：没办的全部")] = False,
    back: Annotated[bool, typer.Option("--back", help="done：其实还没办")] = False,
) -> None:
    """要在外面做的事：建群退群、收遗言、问答复、更正发过的话。办完的划掉：todo done 编号。"""
    from . import chores

    if what is not None:
        if what not in ("done", "办妥"):
            raise typer.BadParameter(f"没有 {what}，写 bansha todo done 编号")
        _tick(numbers or [], every, back)
        return
    if back:
        raise typer.BadParameter("--back 要写编号：bansha todo done 编号 --back")
    g = base.game()
    found = chores.chores(g, every)
    older = 0 if every else sum(not x.done for x in chores.tasks(g.table)) - sum(c.number is not None for c in found)
    base.show({"todo": found, "older": older}, lambda: "\n".join(map(_chore, found)))
    if not found:
        base.note("没有要做的事。")
    if older:
        base.note(f"更早的还有 {older} 件没划掉：bansha todo --all")


def _chore(c: Chore) -> str:
    """□ 3 为狼群建群：阿一、阿二（开局）"""
    number = f"{c.number} " if c.number is not None else ""
    return f"{'☑' if c.done else '□'} {number}{c.text}"


def _tick(numbers: list[int], every: bool, back: bool) -> None:
    """Tick tasks off, or on again with `back`."""
    from banshā.engine.inputs import DIRECTOR, Input

    from . import chores, moves

    if bool(numbers) == every:
        raise typer.BadParameter("写办完了哪几件的编号，或用 --all")
    g = base.game()
    known = {x.number: x for x in chores.tasks(g.table)}
    for n in numbers:
        if n not in known:
            hint = "编号见 bansha todo --all；没有编号的做完自己就消失"
            raise base.stop("no_task", f"没有编号 {n} 的事", "", hint)
    chosen = [x for x in known.values() if (x.number in numbers or every) and x.done == back]
    if not chosen:
        base.show({"game": g.name, "recorded": []}, lambda: "")
        base.note("早就划掉了。" if not back else "本来就没划掉。")
        return
    more = {"撤回": "是"} if back else {}
    inputs = [Input(DIRECTOR, "办妥", [x.text], {"段": x.stage, **more}) for x in chosen]
    moves.tell(g, inputs, base.do(g, inputs))


@base.command(app, "groups")
def groups() -> None:
    """谁和谁在一个私群里。"""
    from banshā.engine import views

    t = base.game().table
    found = [{"group": name, "seats": [t.name(f) for f in floors]} for name, floors in views.groups(t)]

    def text() -> str:
        if not found:
            base.note("没有私群。")
        return "\n".join(f"{g['group']}：{'、'.join(g['seats'])}" for g in found)

    base.show({"groups": found}, text)


# ── explain ──


@base.command(app, "explain")
def explain(
    what: Annotated[
        str,
        typer.Argument(
            metavar="马甲|事件", help="马甲，或事件编号 e12（见 log --events）", autocompletion=completing.explained
        ),
    ],
) -> None:
    """为什么：一个人的遭遇或一件事，连同原因和所依的规则。"""
    from banshā.game.grammar import normalise
    from banshā.report import why

    from . import words

    t = base.game().table
    word = normalise(what).lower().removeprefix("事件")
    number = word[1:] if word[:1] == "e" else word
    if number.isdecimal() and (number != word or words.find_seat_quietly(t, what) is None):
        if int(number) >= len(t.log):
            raise base.stop(
                "no_event", f"没有事件 e{number}", "", f"编号从 e0 到 e{len(t.log) - 1}，见 bansha log --events"
            )
        steps = [why.step(t, t.log[int(number)])]
    else:
        steps = why.seat(t, words.floor(t, what))
    base.show({"steps": steps}, lambda: explain_page(t, steps))


def explain_page(t: Table, steps: list[why_report.Step]) -> str:
    """The story, then the rules it stands under."""
    from banshā.report import why

    if not steps:
        base.note("还没有发生什么。")
        return ""
    lines = [line for s in steps for line in why.line(t, s)]
    rules: dict[str, str] = {}
    for s in steps:
        for r in (s.row, *s.causes):
            if r.rule and (text := why.rule_text(t, r.rule)):
                rules.setdefault(r.rule, text)
    if rules:
        lines += ["", "所依的规则：", *(f"  {name}：{text}" for name, text in rules.items())]
    return "\n".join(lines)
