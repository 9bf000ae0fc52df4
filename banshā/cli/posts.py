"""bansha posts: how much everybody writes."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from . import base, completing, term

app = base.commands("发言数：记下、看谁不够。")


@base.command(app, "set")
def set_count(
    seat: Annotated[str, typer.Argument(metavar="马甲", autocompletion=completing.seats)],
    number: Annotated[int, typer.Argument(metavar="N", min=0, help="今天的发言数")],
) -> None:
    """记下某人今天的发言数。"""
    from banshā.engine.inputs import DIRECTOR, Input

    from . import words
    from .moves import tell

    g = base.game()
    inp = Input(DIRECTOR, "发言数", [words.seat(g.table, seat), str(number)])
    tell(g, [inp], base.do(g, [inp]))


@base.command(app, "import")
def import_pages(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="另存的讨论帖页面或复制的文字；- 从管道读")],
    close: Annotated[str | None, typer.Option("--close", metavar="TIME", help="截止时间，之后的帖不算今天")] = None,
    since: Annotated[str | None, typer.Option("--from", metavar="TIME", help="从何时起算今天")] = None,
    zone: Annotated[
        str | None, typer.Option("--zone", metavar="ZONE", help="时区，默认 +8；页脚写了的以页脚为准")
    ] = None,
    water: Annotated[list[str] | None, typer.Option("--water", metavar="楼", help="这些楼是水帖，不算")] = None,
    speaker: Annotated[list[str] | None, typer.Option("--director", metavar="NAME", help="导演的论坛账号")] = None,
    account: Annotated[
        list[str] | None, typer.Option("--account", metavar="账号=马甲", help="论坛账号和马甲不一样时")
    ] = None,
    out: Annotated[list[str] | None, typer.Option("--out", metavar="马甲=TIME", help="正午出局的时刻")] = None,
    pace: Annotated[str | None, typer.Option("--pace", metavar="加速", help="执行加速：发言不足不判罚")] = None,
    saved: Annotated[str | None, typer.Option("--saved", metavar="TIME", help="页面何时存的（手机页要写）")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="只看，不记")] = False,
    roster: Annotated[bool, typer.Option("--roster", help="读报名帖，印出电梯顺序，可存成 deal 的名单")] = False,
) -> None:
    """从论坛页面数发言：每人今天几帖，谁不够。

    从第一页起给就重新数；只给后面的页就接着上次数。再导入一次只记变了的。
    """
    from . import threads

    told = threads.said(close, zone, speaker, out, account, None, None, pace)
    if roster:
        threads.print_elevator(files, told, saved)
    else:
        threads.import_posts(files, told, saved, since, water or [], dry_run)


@base.command(app, "show")
def show(
    below: Annotated[int | None, typer.Option("--below", metavar="N", help="只看不到 N 的")] = None,
) -> None:
    """各人每天的发言数，按规则谁会吃黄牌。"""
    from banshā.report import penalties

    t = base.game().table
    due: dict[str, list[str]] = {}
    for one in penalties.by_posts(t):
        due.setdefault(one.seat, []).append(one.why)
    days = sorted({int(k.split(":")[0]) for k in t.s.posts} | {t.s.clock.day})
    rows: list[dict[str, Any]] = []
    for f, seat in t.s.seats.items():
        counts = {str(d): t.s.posts.get(f"{d}:{f}") for d in days}
        today = counts.get(str(t.s.clock.day))
        if seat.in_play and (below is None or (today or 0) < below):
            rows.append({"seat": seat.name, "posts": counts, "yellow": due.get(seat.name, [])})

    def text() -> str:
        cells = [
            [r["seat"], *("" if n is None else str(n) for n in r["posts"].values()), "；".join(r["yellow"])]
            for r in rows
        ]
        return term.table(["马甲", *(f"第{d}天" for d in days), "按规则吃黄牌"], cells)

    base.show({"day": t.s.clock.day, "seats": rows}, text)
