"""bansha vote: the vote thread."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import base, completing, term

if TYPE_CHECKING:
    from banshā.engine.inputs import Input
    from banshā.engine.table import Table

app = base.commands("投票贴：记票、改票、看票、关门。")

Voter = Annotated[str | None, typer.Argument(metavar="投票人", autocompletion=completing.voters)]
Target = Annotated[str | None, typer.Argument(metavar="对象", autocompletion=completing.seat_or_stop)]
At = Annotated[str | None, typer.Option("--at", metavar="TIME", help="发贴时间，如 21:14")]
Thread = Annotated[int | None, typer.Option("--thread", metavar="N", help="当天第几个投票贴")]
Before = Annotated[
    list[str] | None,
    typer.Option("--before", metavar="马甲", help="发在这人今天正午出局之前", autocompletion=completing.seats),
]
Proxy = Annotated[bool, typer.Option("--proxy", help="导演代投")]
Anyway = Annotated[bool, typer.Option("--anyway", help="破例：迟到、改过、加速，都照收")]


def _params(
    t: Table, at: str | None, thread: int | None, before: list[str] | None, proxy: bool, anyway: bool
) -> dict[str, str]:
    """What the line says of the post beside the ballot."""
    from . import words

    found = {"贴": str(thread)} if thread else {}
    if at:
        found["时间"] = _time(at)
    if before:
        found["先于"] = ",".join(words.seat(t, name) for name in before)
    if proxy:
        found["代投"] = "是"
    if anyway:
        found["破例"] = "是"
    return found


def _time(text: str) -> str:
    """The time of a post, with or without its day. A slip (25:00) is said at once, for no table shows it later."""
    from banshā.game.grammar import normalise

    half = normalise(text).strip()
    if not re.search(r"(^|[T ])([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?([+-]\d\d(:?\d\d)?|Z)?$", half):
        raise typer.BadParameter(f"看不懂时间 {text}，写成 21:14 或 2026-11-08T21:14")
    return half


def _take(inputs: list[Input], g: Any) -> None:
    from .moves import tell

    tell(g, inputs, base.do(g, inputs))


@base.command(app, "cast")
def cast(
    voter: Voter = None,
    target: Target = None,
    at: At = None,
    thread: Thread = None,
    before: Before = None,
    proxy: Proxy = False,
    anyway: Anyway = False,
    file: Annotated[
        str | None, typer.Option("--file", "-f", metavar="FILE", help="一行一票「马甲 对象」；- 从管道读")
    ] = None,
) -> None:
    """记一票；--file 一次记许多，全收或全不收。"""
    from . import words

    if bool(file) == bool(voter and target):
        raise typer.BadParameter("写 投票人 对象，或用 --file 交一批")
    if voter and target:
        abstains = target == "弃权"
        _one("弃权" if abstains else "投票", voter, None if abstains else target, at, thread, before, proxy, anyway)
        return
    g = base.game()
    params = _params(g.table, at, thread, before, proxy, anyway)
    texts = base.read_lines(file or "")
    if not texts:
        raise typer.BadParameter(f"{file} 里没有票")
    _take(words.batch(g.table, texts, lambda other, text: read_ballot(other, text, params)), g)


def _one(
    verb: str, voter: str, target: str | None,
    at: str | None, thread: int | None, before: list[str] | None, proxy: bool, anyway: bool,
) -> None:  # fmt: skip
    """Record one ballot."""
    from banshā.engine.inputs import Input

    from . import pacing, words

    g = base.game()
    t = g.table
    args = [] if target is None else [target if target == "弃权" else words.seat(t, target)]
    _take([Input(words.seat(t, voter), verb, args, _params(t, at, thread, before, proxy, anyway))], g)
    if verb == "改票" and not at and not anyway:
        pacing.overdue(g, "changes_until")


def read_ballot(t: Table, text: str, params: dict[str, str]) -> Input:
    """阿一 阿二 · 阿一 投票 阿二 · 阿一 弃权 · 阿一 改票 阿三, each with 时间= and 贴= of its own if it has them."""
    from banshā.engine.inputs import Input
    from banshā.game.grammar import split_line

    from . import words

    said, own = split_line(text)
    if len(said) == 3 and said[1] in ("投票", "改票"):
        verb, args = said[1], [said[2]]
    elif len(said) == 2 and said[1] == "弃权":
        verb, args = "弃权", []
    elif len(said) == 2:
        verb, args = "投票", [said[1]]
    else:
        raise base.stop("bad_vote", f"看不懂「{text}」", "", "一行一票「马甲 对象」，弃权写「马甲 弃权」")
    if "时间" in own:
        own["时间"] = _time(own["时间"])
    exact = [a if a == "弃权" else words.seat(t, a) for a in args]
    return Input(words.seat(t, said[0]), verb, exact, {**params, **own})


@base.command(app, "abstain")
def abstain(
    voter: Annotated[str, typer.Argument(metavar="投票人", autocompletion=completing.voters)],
    at: At = None,
    thread: Thread = None,
    before: Before = None,
    proxy: Proxy = False,
    anyway: Anyway = False,
) -> None:
    """记弃权。"""
    _one("弃权", voter, None, at, thread, before, proxy, anyway)


@base.command(app, "change")
def change(
    voter: Annotated[str, typer.Argument(metavar="投票人", autocompletion=completing.seats)],
    target: Annotated[str, typer.Argument(metavar="对象", autocompletion=completing.seat_or_stop)],
    at: At = None,
    thread: Thread = None,
    before: Before = None,
    proxy: Proxy = False,
    anyway: Anyway = False,
) -> None:
    """改票。"""
    _one("改票", voter, target, at, thread, before, proxy, anyway)


@base.command(app, "withdraw")
def withdraw(
    voter: Annotated[str, typer.Argument(metavar="投票人", autocompletion=completing.seats)],
    thread: Thread = None,
) -> None:
    """撤去一张不该记的票（投票人自己改主意用 change）。"""
    from banshā.engine.inputs import DIRECTOR, Input

    from . import words

    g = base.game()
    params = {"贴": str(thread)} if thread else {}
    _take([Input(DIRECTOR, "撤票", [words.seat(g.table, voter)], params)], g)


@base.command(app, "import")
def import_pages(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="另存的帖子页面或复制的文字；- 从管道读")],
    close: Annotated[
        str | None, typer.Option("--close", metavar="TIME", help="截止时间，当天写过一次就不用再写")
    ] = None,
    zone: Annotated[
        str | None, typer.Option("--zone", metavar="ZONE", help="时区，默认 +8；页脚写了的以页脚为准")
    ] = None,
    thread: Thread = None,
    override: Annotated[
        list[str] | None, typer.Option("--override", metavar="楼=对象", help="认定这一楼的票；匿名写 楼=马甲:对象")
    ] = None,
    ignore: Annotated[list[str] | None, typer.Option("--ignore", metavar="楼", help="这一楼不算")] = None,
    speaker: Annotated[list[str] | None, typer.Option("--director", metavar="NAME", help="导演的论坛账号")] = None,
    account: Annotated[
        list[str] | None, typer.Option("--account", metavar="账号=马甲", help="论坛账号和马甲不一样时")
    ] = None,
    out: Annotated[
        list[str] | None, typer.Option("--out", metavar="马甲=TIME", help="正午出局的时刻（默认是你记下的时刻）")
    ] = None,
    pace: Annotated[str | None, typer.Option("--pace", metavar="加速", help="执行加速：不能改票")] = None,
    saved: Annotated[str | None, typer.Option("--saved", metavar="TIME", help="页面何时存的（手机页要写）")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="只看，不记")] = False,
) -> None:
    """从论坛页面导入票：能确定的记下，拿不准的列出来由你定。

    认得 Discuz! 的电脑版、手机版、存档版、打印版、手机插件 JSON，贴吧页面，和从这些页面复制的文字；
    几页一起给。再导入一次只记新的。
    """
    from . import threads

    told = threads.said(close, zone, speaker, out, account, override, ignore, pace)
    threads.import_votes(files, told, saved, thread or 1, dry_run)


@base.command(app, "show")
def show() -> None:
    """每个投票贴：谁投了谁，谁还没投；关门后的票数。"""
    from banshā.report import ballots

    t = base.game().table
    found = ballots.threads(t)
    base.show({"threads": found}, lambda: "\n".join(thread_page(th) for th in found))
    if not found:
        base.note("还没有投票贴。")


def thread_page(th: Any) -> str:
    """One thread."""
    title = (
        f"{th.label} 第 {th.number} 贴（{'竞岗' if th.kind == 'elect' else '公投'}，{'开着' if th.open else '已关'}）"
    )
    lines = [term.head(title)]
    if th.counts:
        lines.append(
            term.table(["对象", "票数", "投票人"], [[c.target, f"{c.votes:g}", "、".join(c.voters)] for c in th.counts])
        )
    if th.ballots:
        changed = [f"改过 {b.changes} 次" if b.changes else "" for b in th.ballots]
        cells = [
            [b.voter, b.target, b.time, " ".join(filter(None, ("代投" if b.proxy else "", how))), b.void]
            for b, how in zip(th.ballots, changed, strict=True)
        ]
        lines.append(term.table(["投票人", "对象", "时间", "", "不计"], cells))
    if th.missing and th.open:
        lines.append(f"还没投：{'、'.join(th.missing)}")
    if not th.open:
        lines.append(f"最高票：{'、'.join(th.top) or '无'}")
    return "\n".join(lines)


@base.command(app, "close")
def close() -> None:
    """关门：截止投票、计票，走到下一阶段。"""
    from banshā.engine.inputs import DIRECTOR, Input

    from . import resolving

    g = base.game()
    resolving.nag(g.table)
    resolving.show(g, base.do(g, [Input(DIRECTOR, "关门")]))
