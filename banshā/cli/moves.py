"""submit and answer: what players send in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import base, completing

if TYPE_CHECKING:
    from banshā.engine.events import Event
    from banshā.engine.inputs import Input
    from banshā.engine.table import Table
    from banshā.game.play import Game

app = base.commands()

_QUOTES = ('"', "“", "「", "『")

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="马甲 [技能] [目标…] [名称=值…]",
        help="例：阿一 毒药 阿三；只有一项可交时技能可省",
        autocompletion=completing.moves,
    ),
]
File = Annotated[str | None, typer.Option("--file", "-f", metavar="FILE", help="一行一条，全收或全不收；- 从管道读")]
Replace = Annotated[bool, typer.Option("--replace", help="先撤回他原来交的同一技能")]
Who = Annotated[
    str,
    typer.Argument(
        metavar="马甲", help="马甲、唯一的开头或楼层；狼群这样的队伍写队名", autocompletion=completing.actors
    ),
]
Skill = Annotated[str | None, typer.Argument(metavar="技能", autocompletion=completing.skills)]


def group(time: str, about: str, submits: str, lists: str) -> typer.Typer:
    """The commands for moves of the night or of the day: the same four, in the words of their time."""
    found = base.commands(about)

    @base.command(found, "submit", help=submits)
    def send(words: Words = None, file: File = None, replace: Replace = False) -> None:
        submit(words, file, replace, time)

    @base.command(found, "list", help=lists)
    def show() -> None:
        listing()

    @base.command(found, "withdraw", help="撤回还没结算的行动。")
    def take_back(who: Who, skill: Skill = None) -> None:
        _note_by_word("撤回", who, skill)

    @base.command(found, "skip", help="记下某人放弃（不写技能：他这一阶段的全部）。")
    def give_up(who: Who, skill: Skill = None) -> None:
        _note_by_word("放弃", who, skill)

    return found


@base.command(app, "submit")
def submit_command(words: Words = None, file: File = None, replace: Replace = False) -> None:
    """记下一个行动（白天夜里都行）。

    马甲可以写唯一的开头或楼层（5楼），目标之间空格或顿号。夜里可以预交后面阶段的技能。
    """
    submit(words, file, replace, "")


def submit(words: list[str] | None, file: str | None, replace: bool, time: str) -> None:
    """Take one move or a batch. time: night, day or '' (either)."""
    from . import pacing
    from . import words as typed

    if bool(words) == bool(file):
        raise typer.BadParameter("写一条行动，或用 --file 交一批")
    g = base.game()
    t = g.table
    check_time(t, time)
    if file:
        texts = base.read_lines(file)
        if not texts:
            raise typer.BadParameter(f"{file} 里没有行动")
        inputs = typed.batch(t, texts)
    else:
        inputs = with_withdrawal(t, typed.line(t, [quoted(w) for w in words or []]), replace)
    cut = "skills_until" if t.phase.votes else ""
    tell(g, inputs, base.do(g, inputs))
    pacing.overdue(g, cut)


def quoted(word: str) -> str:
    """A word of the shell as the grammar reads it: blanks inside keep together."""
    if not any(c.isspace() for c in word):
        return word
    from banshā.game.grammar import quote

    key, eq, value = word.partition("=")
    if eq and not any(c.isspace() for c in key) and value[:1] not in _QUOTES:
        return f"{key}={quote(value)}"
    return word


def check_time(t: Table, time: str) -> None:
    """night and day groups keep to their time."""
    if not time or t.s.over or not t.s.clock.phase:
        return
    night = t.phase.queued
    if night != (time == "night"):
        other = "day" if time == "night" else "night"
        raise base.stop(
            "wrong_time", f"现在是{t.s.clock.phase}，不是{'夜里' if time == 'night' else '白天'}", "",
            f"用 bansha {other} submit，或不分昼夜的 bansha submit",
        )  # fmt: skip


def with_withdrawal(t: Table, inp: Input, replace: bool) -> list[Input]:
    """--replace: the earlier move of that skill is taken back first."""
    from banshā.engine import views
    from banshā.engine.inputs import Input

    mine = [u for u in views.planned(t) if views.doer(t, u) == inp.actor and u.name == inp.verb]
    if replace and mine:
        return [Input(inp.actor, "撤回", [inp.verb]), inp]
    return [inp]


def tell(g: Game, inputs: list[Input], events: list[Event]) -> None:
    """What was taken in, what came of it, and what is still missing."""
    from banshā.report import due, timeline

    t = g.table
    news = [e for e in events if e.kind not in ("sent", "withdrawn", "declined", "ballot", "phase", "question")]
    data: dict[str, Any] = {
        "game": g.name,
        "recorded": [e.line for e in g.log[len(g.log) - len(inputs) :]],
        "numbers": [e.number for e in g.log[len(g.log) - len(inputs) :]],
        "moves": taken(t, events),
        "events": [timeline.row(t, e) for e in events],
        "questions": due.questions(t),
        "stopped": g.reason,
    }
    base.show(
        data,
        lambda: "\n".join(x for x in [*_lines(g, inputs, events), timeline.text(timeline.rows(t, news))] if x),
    )
    after(g, any(e.kind in ("notice", "public") for e in events))


def taken(t: Table, events: list[Event]) -> list[dict[str, Any]]:
    """The moves taken in now: which use of how many."""
    from banshā.engine import skills, views

    found = []
    for e in events:
        if e.kind == "sent" and e.data.get("use", "").isdigit():
            u = t.s.uses[int(e.data["use"])]
            sk = t.s.skills[u.skill]
            here = [x for x in skills.spent_here(t, sk, u.phase) if x.fate == "planned"]
            left = None if sk.uses is None else max(0, sk.uses - sum(x.cost for x in here))
            found.append({
                "actor": views.doer(t, u), "skill": u.name, "targets": [t.name(f) for f in u.selected],
                "choices": views.choices_of(u), "phase": u.phase, "ahead": u.phase != t.s.clock.phase,
                "nth": len([x for x in here if x.id <= u.id]), "left": left,
            })  # fmt: skip
    return found


def _lines(g: Game, inputs: list[Input], events: list[Event]) -> list[str]:
    from . import term

    out = []
    first = len(g.log) - len(inputs)
    moves = iter(taken(g.table, events))
    sent = {e.input: next(moves) for e in events if e.kind == "sent"}
    for entry in g.log[first:]:
        text = f"#{entry.number} {term.head(entry.line)}"
        move = sent.get(entry.number)
        if move is not None:
            text += f"（{move['phase']}" + ("，预交" if move["ahead"] else "")
            if move["left"] is not None:
                text += f"，第 {move['nth']} 次，剩 {move['left']}"
            text += "）"
        out.append(text)
    return out


def after(g: Game, told: bool = False) -> None:
    """The next step, on stderr. told: somebody is to be told something at once."""
    from banshā.engine import cursor

    from . import resolving

    t = g.table
    if g.reason or t.s.questions:
        for q in t.s.questions:
            base.note(f"问题 {q.number}：{t.name(q.seat)}（{q.skill}）{q.text} → bansha answer {q.number} …", "warn")
        return
    if t.s.over or t.phase.at_once:
        if told:
            resolving.hints(g)
        return
    waits = cursor.waits_for(t)
    if not waits:
        base.note("这一阶段都齐了：bansha resolve")
        return
    base.note(f"还在等：{'、'.join(waits[:8])}{'…' if len(waits) > 8 else ''}")


def _note_by_word(word: str, who: str, skill: str | None) -> None:
    from . import words as typed

    g = base.game()
    inp = typed.line(g.table, [who, word, *([skill] if skill else [])])
    tell(g, [inp], base.do(g, [inp]))


def listing() -> None:
    """Moves of the open stage."""
    from banshā.report import due, moves

    from . import term

    t = base.game().table
    rows = moves.of(t)
    waiting = due.due(t)

    def text() -> str:
        lines = [term.head(f"{waiting.label} 的行动")]
        if rows:
            table = [[r.phase, r.actor, r.skill, moves.aim(r), r.origin, moves.fate(r)] for r in rows]
            lines.append(term.table(["阶段", "马甲", "技能", "目标", "", "结果"], table))
        else:
            lines.append("还没有人交。")
        if waiting.due:
            lines.append("还没交：" + "、".join(f"{a.actor} {a.skill}" for a in waiting.due))
        return "\n".join(lines)

    base.show({"label": waiting.label, "moves": rows, "waiting": waiting.due}, text)


@base.command(app, "answer", loose=True)
def answer(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="编号 答案… 或 马甲 技能 答案…",
            help="例：1 打开；阿四 礼物 打开",
            autocompletion=completing.questions,
        ),
    ],
    ahead: Annotated[bool, typer.Option("--ahead", help="规则还没问，先记下答案")] = False,
) -> None:
    """回答结算中提出的问题，或预先答好。

    问题的编号见 bansha next 或 bansha todo。
    """
    from banshā.engine import questions
    from banshā.game.grammar import normalise, split_line

    from . import words as typed

    g = base.game()
    t = g.table
    said, params = split_line(" ".join(quoted(w) for w in words))
    number = normalise(said[0]) if said else ""
    if number.isdecimal() and not ahead:
        found = next((q for q in t.s.questions if q.number == int(number)), None)
        if found is None:
            listed = "、".join(str(q.number) for q in t.s.questions)
            raise base.stop(
                "no_question", f"没有第 {number} 个问题", "", f"开着的：{listed}" if listed else "现在没有在问的"
            )
        inp = typed.answer(t, t.name(found.seat), found.skill, said[1:], params)
    else:
        if len(said) < 2:
            raise typer.BadParameter("写 编号 答案，或 马甲 技能 答案")
        who = typed.seat(t, said[0])
        skill = normalise(said[1])
        if not ahead and not questions.awaited(t, typed.floor(t, who), skill):
            raise base.stop("not_asked", f"现在没有问 {who} {skill}", "", "要预先答好，加 --ahead")
        inp = typed.answer(t, who, skill, said[2:], params)
    tell(g, [inp], base.do(g, [inp]))
