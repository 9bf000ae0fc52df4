"""bansha night: the night's moves."""

from __future__ import annotations

from typing import Annotated

import typer

from . import base, completing, moves

app = moves.group(
    "night", "夜里的行动：记下、列出、撤回、放弃，和结算后的总表。", "记下夜里的行动，可以是后面阶段的。",
    "列出今晚交了的和没交的。",
)  # fmt: skip


@base.command(app, "table")
def table(
    label: Annotated[
        str | None, typer.Argument(metavar="夜2", help="默认：最近有行动的一夜", autocompletion=completing.nights)
    ] = None,
) -> None:
    """一夜的总表：谁、什么技能、选了谁、落在谁、结果、告诉了谁。发通知前核对用。"""
    from banshā.report import moves as report
    from banshā.report import stages

    from . import term

    t = base.game().table
    nights = [stages.label(t, u.sent) for u in t.s.uses if t.rs.phases[u.sent.phase].queued]
    where = label or (nights[-1] if nights else "")
    rows = report.of(t, where) if where else []

    def text() -> str:
        if not rows:
            return f"{where} 没有行动。" if where else "夜里还没有人行动。"
        lines = [[r.phase, r.actor, r.skill, report.aim(r), r.origin, report.fate(r), report.heard(r)] for r in rows]
        return term.table(["阶段", "马甲", "技能", "选择 → 结算", "", "结果", "告知"], lines, term.head(where))

    base.show({"label": where, "moves": rows}, text)
