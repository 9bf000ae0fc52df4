"""resolve: run the open phase to its end and open the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import base, completing, term

if TYPE_CHECKING:
    from banshā.engine.events import Event
    from banshā.engine.table import Table
    from banshā.game.play import Game

app = base.commands()


@base.command(app, "resolve")
def resolve(
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="PHASE", help="一直走到这个阶段（深夜、正午2）", autocompletion=completing.phases),
    ] = None,
    timeout: Annotated[
        bool, typer.Option("--timeout", help="时限已到：没交的算放弃，必须发动的代选，没答的按规则")
    ] = False,
    dry: Annotated[bool, typer.Option("--dry-run", help="只看会怎样，不记")] = False,
) -> None:
    """结算当前阶段，打开下一个；按次序说出发生了什么、为什么。

    有人该交没交时停下并点名；有问题要问、有人要先听结果时也停下。
    """
    g = base.game()
    t = g.table
    wanted = target(t, to) if to else None
    limit = place_of(t, wanted) if wanted else (0, 0)
    if dry:
        _dry(g, timeout)
        return
    events: list[Event] = []
    stopped: Exception | None = None
    nag(t)
    while True:
        silent = given_up(g.table) if timeout else []
        try:
            fresh = base.do(g, [_line(timeout)])
        except Exception as error:
            if not events:
                raise
            stopped = error
            break
        events += fresh
        if silent and not base.shared.json:
            base.note(f"视为放弃：{'、'.join(silent)}", "warn")
        if wanted is None or g.reason or g.table.s.over or arrived(g.table, wanted) or where(g.table) >= limit:
            break
    show(g, events, str(stopped) if stopped else "")


def _line(timeout: bool) -> Any:
    from banshā.engine.inputs import DIRECTOR, Input

    return Input(DIRECTOR, "结算", [], {"超时": "是"} if timeout else {})


def nag(t: Table) -> None:
    """Resolving a phase with a vote closes the vote: say who has not voted."""
    from banshā.report import ballots, penalties

    silent = [th for th in ballots.threads(t) if th.open and th.missing] if t.phase.votes else []
    for th in silent:
        base.note(f"第 {th.number} 贴没投票的：{'、'.join(th.missing)}", "warn")
    if silent and penalties.by_silence(t):
        base.note("没投票按规则吃黄牌：bansha card 马甲 黄 --reason 没投票")


def given_up(t: Table) -> list[str]:
    """Who is silent and counts as giving up."""
    from banshā.engine import cursor, views

    forced = {f"{m.actor} {m.name}" for m in views.due(t) if m.forced}
    return [w for w in cursor.waits_for(t) if w not in forced]


def target(t: Table, word: str) -> tuple[str, int]:
    """(phase or group, day) that --to names; day 0: whichever comes first."""
    from banshā.game.grammar import normalise
    from banshā.rulebook.names import near

    half = normalise(word).strip()
    name = half.rstrip("0123456789")
    day = half[len(name) :]
    known = {p.name for p in t.rs.phases.values()} | {p.group for p in t.rs.phases.values()}
    if name not in known:
        fits = sorted({p for p in known if name and p.startswith(name)})
        if len(fits) == 1:
            name = fits[0]
        else:
            guess = "、".join(fits) or near(name, known) or ""
            hint = f"是不是 {guess}？" if guess else f"有：{'、'.join(t.rs.order)}"
            raise base.stop("unknown_phase", f"没有阶段 {word}", "", hint)
    found = (name, int(day or 0))
    if arrived(t, found):
        raise base.stop("here", f"现在就在 {word}", "", "不写 --to 就结算这一阶段")
    if not place_of(t, found):
        raise base.stop("past", f"{word} 已经过去", "", f"现在是 {t.s.clock.phase}{t.s.clock.day}")
    return found


def where(t: Table) -> tuple[int, ...]:
    """The open phase's place in the order of the game."""
    return t.s.clock.day, t.rs.order.index(t.s.clock.phase)


def place_of(t: Table, wanted: tuple[str, int]) -> tuple[int, ...]:
    """The next place of a phase: there --to stops at the latest, should the phase be skipped or pass by itself."""
    name, day = wanted
    here = where(t)
    days = [day] if day else [here[0], here[0] + 1]
    first = len(t.rs.opening)
    places = [
        (d, i) for i, phase in enumerate(t.rs.order) if name in (phase, t.rs.phases[phase].group)
        for d in days if i >= first or d == here[0]
    ]  # fmt: skip
    return min((p for p in places if p > here), default=())


def arrived(t: Table, wanted: tuple[str, int]) -> bool:
    name, day = wanted
    c = t.s.clock
    if day and c.day > day:
        return True
    return name in (c.phase, t.phase.group) and day in (0, c.day)


def _dry(g: Game, timeout: bool) -> None:
    """Show what would happen, on a copy."""
    from banshā.report import timeline

    line = _line(timeout)
    t, events = g.preview([line])
    rows = timeline.rows(t, events)
    base.show(
        {"game": g.name, "dry_run": True, "events": rows, "label": _label(t)},
        lambda: "\n".join([term.head("试结算（没有记下）"), timeline.text(rows)]),
    )


def _label(t: Table) -> str:
    from banshā.engine import clock

    return clock.label(t)


def show(g: Game, events: list[Event], stopped: str = "") -> None:
    """What happened, in order, and where the game stands now."""
    from banshā.report import due, timeline

    t = g.table
    rows = timeline.rows(t, events)
    data = {
        "game": g.name, "label": _label(t), "events": rows, "stopped": stopped or g.reason,
        "questions": due.questions(t), "over": t.s.over, "winner": t.s.winner,
    }  # fmt: skip

    def text() -> str:
        body = timeline.text(rows)
        now = f"现在：{_label(t)}" if not t.s.over else f"游戏结束，{t.s.winner or '无人'}获胜"
        return "\n".join([x for x in (body, term.head(now)) if x])

    base.show(data, text)
    if stopped or (g.reason and not t.s.questions):
        base.note(f"停在 {_label(t)}：{stopped or g.reason}", "warn")
    hints(g)


def hints(g: Game) -> None:
    """What to do next, on stderr."""
    t = g.table
    for q in t.s.questions:
        base.note(f"问题 {q.number}：{t.name(q.seat)}（{q.skill}）{q.text} → bansha answer {q.number} …", "warn")
    unsent = list(dict.fromkeys(i.seat for i in g.unsent()))
    if unsent:
        base.note(f"通知未发：{'、'.join(unsent[:10])}{'…' if len(unsent) > 10 else ''} → bansha feedback")
    if g.unposted():
        base.note("有新公告 → bansha announce")
