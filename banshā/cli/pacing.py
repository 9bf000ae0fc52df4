"""bansha pace: how long the day is discussed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import base, completing, term

if TYPE_CHECKING:
    from banshā.game.play import Game
    from banshā.report.pace import Closing, Pace

app = base.commands()

KINDS = {"加速": "加速", "延时": "延时", "延迟": "延时", "延长": "延时", "fast": "加速", "slow": "延时"}
CLOSE = ("关门", "close")
SHOW = ("show", "看")


@base.command(app, "pace")
def pace(
    what: Annotated[
        str | None,
        typer.Argument(metavar="加速|延时|关门|show", help="不写就是 show", autocompletion=completing.paces),
    ] = None,
    args: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="马甲|时间", help="谁申请；关门后面写时间，如 11-08 21:00", autocompletion=completing.seats
        ),
    ] = None,
    back: Annotated[bool, typer.Option("--back", help="撤回申请；关门：改回按规则算")] = False,
    by_director: Annotated[bool, typer.Option("--director", help="导演自己决定，不看人数")] = False,
) -> None:
    """讨论日的快慢：谁申请加速、延时，够不够人；几点关门。

    show 今天的申请、关门时间　加速/延时 马甲… 记下申请　关门 时间 定下今天几点关门
    """
    from banshā.engine.inputs import DIRECTOR, Input

    from . import words

    said = list(args or [])
    if what is None or what in SHOW:
        if said or back or by_director:
            raise typer.BadParameter("bansha pace show 后面不写别的")
        show(base.game())
        return
    g = base.game()
    if what in CLOSE:
        _close(g, said, back)
        return
    if what not in KINDS:
        raise typer.BadParameter(f"没有 {what}，写 加速、延时、关门 或 show")
    if bool(said) == by_director:
        raise typer.BadParameter(f"写谁申请{KINDS[what]}；导演自己决定用 --director")
    seats = [DIRECTOR] if by_director else list(dict.fromkeys(words.seat(g.table, w) for w in said))
    params = {"撤回": "是"} if back else {}
    _take(g, [Input(DIRECTOR, KINDS[what], seats, params)])
    if not (by_director or back):
        overdue(g, "pace_until")


def _close(g: Game, said: list[str], back: bool) -> None:
    """Set the closing hour of the day that is discussed."""
    from banshā.engine.inputs import DIRECTOR, Input
    from banshā.forum.times import moment, written
    from banshā.report import pace as report

    if bool(said) == back:
        raise typer.BadParameter("写几点关门，如 21:00 或 11-08 21:00；改回按规则算用 --back")
    if back:
        _take(g, [Input(DIRECTOR, "定时", ["关门"])])
        return
    tz = report.zone(g.table)
    known = report.closing(g.table, g.log)
    near = known.at if known else base.now().astimezone(tz)
    at = moment(" ".join(said), tz, near)
    _take(g, [Input(DIRECTOR, "定时", ["关门", written(at, seconds=False)])])


def _take(g: Game, inputs: list[Any]) -> None:
    from .moves import tell

    tell(g, inputs, base.do(g, inputs))
    if not base.shared.json:
        base.note(_closing_text(_pace(g).closing))


def _pace(g: Game) -> Pace:
    from banshā.report import pace as report

    return report.pace(g.table, g.log)


def show(g: Game) -> None:
    """Who asks for what, and when the day closes."""
    found = _pace(g)
    base.show({"game": g.name, **base.jsonable(found)}, lambda: page(found))


def page(p: Pace) -> str:
    held = f"（{p.held}，{'导演决定' if p.by == '导演' else '申请成立'}）" if p.held else ""
    lines = [term.head(f"第 {p.day} 天，存活 {p.alive} 人{held}")]
    for r in p.requests:
        state = "成立" if r.holds else f"差 {r.needed - len(r.seats)} 人"
        lines.append(f"{r.kind}：{len(r.seats)}/{r.needed}，{state}" + (f"（{'、'.join(r.seats)}）" if r.seats else ""))
    lines.append(_closing_text(p.closing))
    c = p.closing
    if c is not None:
        from banshā.report.pace import shown

        both = "改票" if c.proxies_until else "改票和代投"
        named = (
            ("正午技能", c.skills_until), (both, c.changes_until), ("代投", c.proxies_until), ("收申请", c.pace_until)
        )  # fmt: skip
        lines += [f"{name}到 {shown(at)}" for name, at in named if at is not None]
    return "\n".join(lines)


def _closing_text(c: Closing | None) -> str:
    """关门：11-08 周日 21:00（+08:00），还有 3 小时；2 天，逢周末加 1 天"""
    if c is None:
        return "关门时间不知道：bansha pace 关门 时间"
    from banshā.report.pace import left, shown

    return f"关门：{shown(c.at)}，{left(c.at, base.now())}；{'，'.join(c.why)}"


def due_text(g: Game) -> str:
    """期限：关门后 10 分钟（11-08 周日 21:10（+08:00），还有 5 分钟）"""
    t = g.table
    if t.s.over:
        return ""
    from banshā.report import pace as report

    at = report.due_at(t, g.log)
    when = f"{report.shown(at)}，{report.left(at, base.now())}" if at else ""
    if t.phase.votes:
        return f"关门：{when}" if when else ""
    if not t.phase.deadline:
        return ""
    return f"期限：关门后 {t.phase.deadline} 分钟" + (f"，{when}" if when else "")


def closes(g: Game) -> str:
    """When the open discussion closes, for everybody ('' where nobody can tell)."""
    from banshā.report import pace as report

    found = report.closing(g.table, g.log)
    return report.shown(found.at) if found else ""


_CUTS = {"skills_until": "正午技能", "changes_until": "改票", "pace_until": "申请"}


def overdue(g: Game, cut: str = "") -> None:
    """Say that what was just taken came too late by the clock, in case it was sent no earlier than it was typed.

    cut: a cut-off of the discussion; without one, the deadline of the open phase.
    """
    from banshā.report import pace as report

    t = g.table
    if t.s.over:
        return
    closing = report.closing(t, g.log) if cut else None
    at = getattr(closing, cut) if closing else None if cut else report.due_at(t, g.log)
    if at is not None and base.now() >= at:
        what = _CUTS.get(cut, t.s.clock.phase)
        base.note(f"注意：{what}收到 {report.shown(at)} 为止，现在过了；记下了，不该收就 bansha undo", "warn")


def due_by(g: Game) -> str:
    """When answers are due, for a message to players ('' where nobody can tell)."""
    from banshā.report import pace as report

    at = report.due_at(g.table, g.log) if not g.table.s.over and not g.table.phase.votes else None
    return report.shown(at) if at else ""


def due_data(g: Game) -> dict[str, Any]:
    """The same for programs."""
    from banshā.report import pace as report

    at = None if g.table.s.over else report.due_at(g.table, g.log)
    left = round((at - base.now()).total_seconds() / 60) if at else None
    return {"due_at": at.isoformat() if at else None, "minutes_left": left}
