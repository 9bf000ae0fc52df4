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


@base.command(app, "show")
def show(
    below: Annotated[int | None, typer.Option("--below", metavar="N", help="只看不到 N 的")] = None,
) -> None:
    """各人每天的发言数。"""
    t = base.game().table
    days = sorted({int(k.split(":")[0]) for k in t.s.posts} | {t.s.clock.day})
    rows: list[dict[str, Any]] = []
    for f, seat in t.s.seats.items():
        counts = {str(d): t.s.posts.get(f"{d}:{f}") for d in days}
        today = counts.get(str(t.s.clock.day))
        if seat.in_play and (below is None or (today or 0) < below):
            rows.append({"seat": seat.name, "posts": counts})

    def text() -> str:
        cells = [[r["seat"], *("" if n is None else str(n) for n in r["posts"].values())] for r in rows]
        return term.table(["马甲", *(f"第{d}天" for d in days)], cells)

    base.show({"day": t.s.clock.day, "seats": rows}, text)
