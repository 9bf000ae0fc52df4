"""undo, redo, amend, log, verify."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import base, completing, term

if TYPE_CHECKING:
    from banshā.engine.table import Table
    from banshā.game.amend import Difference
    from banshā.game.play import Game

app = base.commands()

Count = Annotated[int, typer.Argument(metavar="N", min=1, help="几条")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="不再问")]


@base.command(app, "undo")
def undo(n: Count = 1, yes: Yes = False) -> None:
    """撤销最后 N 条输入（redo 可以放回）。发牌不能撤销。

    撤的是别的导演记的，或其结果已经发出时先提醒；在终端上会问一句。
    """
    g = base.game()
    warnings = g.undo_warnings(n, base.director()) if n <= len(g.log) else []
    for text in warnings:
        base.note(f"注意：{text}", "warn")
    if warnings and not yes and _asks() and not base.ask("还是要撤销吗？"):
        raise base.stop("not_undone", "没有撤销", "", "确定要撤销，加 --yes")
    done = g.undo(n, base.director(), base.now())
    base.show(
        {"undone": done.entries, "warnings": done.warnings, **_where(g)},
        lambda: "\n".join(f"撤销 #{e.number} {e.line}" for e in done.entries),
    )
    _after(g)


def _asks() -> bool:
    import sys

    return sys.stdin.isatty() and sys.stderr.isatty()


def _where(g: Game) -> dict[str, object]:
    from banshā.engine import clock

    if g.stopped:
        return {"label": "", "stopped": str(g.stopped)}
    return {"label": clock.label(g.table), "corrections": len(g.corrections())}


def _after(g: Game) -> None:
    from banshā.engine import clock

    from . import chores

    if g.stopped:
        base.note(str(g.stopped), "warn")
        return
    base.note(f"现在：{clock.label(g.table)}")
    for c in g.corrections():
        base.note(chores.correction_text(c), "warn")


@base.command(app, "redo")
def redo(n: Count = 1) -> None:
    """把撤销的放回 N 条。"""
    g = base.game()
    g.redo(n, base.director(), base.now())
    entries = g.log[-n:]
    base.show({"redone": entries, **_where(g)}, lambda: "\n".join(f"重做 #{e.number} {e.line}" for e in entries))
    _after(g)


@base.command(app, "amend", loose=True)
def amend(
    number: Annotated[int, typer.Argument(metavar="编号", help="见 bansha log", autocompletion=completing.inputs)],
    line: Annotated[list[str] | None, typer.Argument(metavar="新的一行", help='例："阿一 毒药 阿四"')] = None,
    drop: Annotated[bool, typer.Option("--drop", help="去掉这一条")] = False,
    insert: Annotated[bool, typer.Option("--insert", help="在这一条之前插入")] = False,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="为什么改")] = "",
    yes: Yes = False,
) -> None:
    """改正一条旧输入：先看会改变什么、其中哪些已经发出，再决定。

    不加 --yes 时只预览（终端上会问）；预览不记。
    """
    from . import words
    from .moves import quoted

    if drop == bool(line) or (drop and insert):
        raise typer.BadParameter("写新的一行，或用 --drop 去掉")
    g = base.game()
    text = None
    if line:
        from banshā.game.grammar import format_line

        joined = line[0] if len(line) == 1 else " ".join(quoted(w) for w in line)
        text = format_line(words.exact(_table(g), joined))
    difference = g.preview_amend(number, text, insert)
    taken = asked = False
    before = g.stopped
    hopeless = difference.stopped is not None and before is None
    if not (hopeless or yes or base.shared.json) and _asks():
        asked = True
        base.say(_page(g, number, text, insert, difference))
    if not hopeless and (yes or (asked and base.ask("就这样改吗？"))):
        difference = g.take_amend(number, text, insert, who=base.director(), now=base.now(), why=reason)
        taken = True
    data = {
        "number": number,
        "line": text,
        "insert": insert,
        "drop": drop,
        "taken": taken,
        "difference": _data(difference),
    }
    done = f"已改 #{number}" if taken else ""
    base.show(data, lambda: done if asked else _page(g, number, text, insert, difference, taken))
    if hopeless and yes:
        assert difference.stopped is not None
        raise difference.stopped
    if taken:
        _after(g)
    elif not hopeless:
        base.note("没有改。" if asked else "这是预览，没有改。要改加 --yes", "warn")


def _table(g: Game) -> Table:
    """The table, as far as the journal can be replayed."""
    if g.stopped is None:
        return g.table
    from banshā.game.replay import replay

    return replay(g.rs, g.save, load=g.rules).table


def _data(d: Difference) -> dict[str, object]:
    def items(found: list[object]) -> list[object]:
        return [base.jsonable(i) for i in found]

    return {
        "gone_outs": d.gone_outs, "new_outs": d.new_outs, "gone_notices": items(list(d.gone_notices)),
        "new_notices": items(list(d.new_notices)), "gone_posts": items(list(d.gone_posts)),
        "new_posts": items(list(d.new_posts)), "sent": items(list(d.sent)), "posted": items(list(d.posted)),
        "stopped": str(d.stopped) if d.stopped else "",
    }  # fmt: skip


def _page(g: Game, number: int, text: str | None, insert: bool, d: Difference, taken: bool = False) -> str:
    """What a correction changes."""
    word = "插入" if insert else "去掉" if text is None else "改成"
    lines = [term.head(f"{'已改' if taken else '预览'}：#{number} {word} {text or ''}".rstrip())]
    sent = {(i.event, i.seat) for i in d.sent} | {(i.event, "") for i in d.posted}
    for sign, name, found in (
        ("-", "出局", d.gone_outs), ("+", "出局", d.new_outs), ("-", "通知", d.gone_notices),
        ("+", "通知", d.new_notices), ("-", "公示", d.gone_posts), ("+", "公示", d.new_posts),
    ):  # fmt: skip
        for item in found:
            if isinstance(item, str):
                lines.append(f"{sign} {name} {item}")
            else:
                out = "（已发出）" if sign == "-" and (item.event, item.seat) in sent else ""
                lines.append(f"{sign} {name} {item.seat + '：' if item.seat else ''}{item.text}（{item.label}）{out}")
    if d.stopped:
        lines.append(f"! {d.stopped}")
    if len(lines) == 1:
        lines.append("没有人会看到变化。")
    return "\n".join(lines)


@base.command(app, "log")
def log(
    events: Annotated[bool, typer.Option("--events", help="连每条引出的事件一起")] = False,
    last: Annotated[int | None, typer.Option("--last", "-n", metavar="N", help="只看最后 N 条")] = None,
) -> None:
    """日志：谁在什么时候记了什么。"""
    from banshā.report import timeline

    g = base.game()
    entries = g.log[-last:] if last else g.log
    stopped = g.stopped
    t = _table(g)
    by_input: dict[int, list[timeline.Row]] = {}
    if events:
        for e in t.log:
            by_input.setdefault(e.input, []).append(timeline.row(t, e))
    data = {
        "entries": [
            {**base.jsonable(e), **({"events": by_input.get(e.number, [])} if events else {})} for e in entries
        ],
        "undone": g.save.undone, "history": g.save.history, "stopped": str(stopped) if stopped else "",
    }  # fmt: skip
    if events:
        data["deal_events"] = by_input.get(0, [])

    def lines() -> list[str]:
        out = [] if last or not events else [_event(r) for r in by_input.get(0, [])]
        for e in entries:
            mark = "✗ " if stopped and e.number >= stopped.number else ""
            out.append(f"{mark}{e}")
            out += [_event(r) for r in by_input.get(e.number, [])]
        return out

    base.show(data, lambda: "\n".join(lines()))
    if not entries:
        base.note("日志还是空的。")
    if stopped:
        base.note(str(stopped), "warn")
    if g.save.undone:
        base.note(f"撤销了 {len(g.save.undone)} 条，bansha redo 可以放回")


def _event(r: object) -> str:
    from banshā.report import timeline

    assert isinstance(r, timeline.Row)
    return f"     e{r.event} {r.at} {timeline.line(r)}"


@base.command(app, "verify")
def verify(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="存档文件（默认当前对局）")] = None,
) -> None:
    """核对存档：从发牌重放一遍，对每个阶段的摘要，对公平承诺。"""
    from banshā.game.library import Library
    from banshā.game.play import Game

    if file is not None:
        if not file.is_file():
            raise typer.BadParameter(f"没有文件 {file}")
        g = Game.open(Library(file.resolve().parent), file.stem)
    else:
        g = base.game()
    report = g.verify()
    data = {"game": g.name, "inputs": report.inputs, "phases": report.phases, "problems": report.problems,
            "commitment": g.save.commitment, "ok": not report.problems}  # fmt: skip

    def text() -> str:
        if report.problems:
            return "\n".join(f"✗ {p}" for p in report.problems)
        return (f"{g.name}：{report.inputs} 条输入、{report.phases} 个阶段都对得上，发牌符合承诺 "
                f"{g.save.commitment}")  # fmt: skip

    base.show(data, text)
    if report.problems:
        raise typer.Exit(base.DAMAGED)
