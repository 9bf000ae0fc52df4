"""deal, use, games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import base, completing

app = base.commands()


@base.command(app, "deal")
def deal(
    ruleset: Annotated[
        str,
        typer.Option("--ruleset", "-r", metavar="R", help="规则书的名字或文件夹", autocompletion=completing.rulesets),
    ],
    roster: Annotated[
        Path, typer.Option("--roster", metavar="FILE", help="名单：一行一座「马甲 [玩家]」，电梯楼的次序")
    ],
    name: Annotated[str | None, typer.Option("--name", "-n", metavar="N", help="这一局叫什么")] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="S", help="种子（默认随机）")] = None,
    roles: Annotated[str | None, typer.Option("--roles", metavar="女巫,守卫,…", help="身份池，洗牌后发")] = None,
    cast: Annotated[Path | None, typer.Option("--cast", metavar="FILE", help="固定身份：一行「马甲 身份」")] = None,
    shuffle: Annotated[bool, typer.Option("--shuffle", help="楼层也抽签")] = False,
) -> None:
    """开一局：发牌，印出导演的身份表和公平承诺。

    承诺贴到报名贴；揭秘时公布种子，谁都能核对。
    """
    from banshā.game import deal as dealing
    from banshā.game import drawing
    from banshā.game.play import Game
    from banshā.game.rosters import parse_roles, read_cast, read_roster

    if roles and cast:
        raise typer.BadParameter("--roles 和 --cast 只能用一个")
    rules = base.compiled(ruleset)
    players = read_roster(roster, rules)
    dealt = dealing.deal(
        rules, players, seed=seed, pool=parse_roles(roles, rules) if roles else None,
        cast=read_cast(cast, rules) if cast else None, shuffle=shuffle,
    )  # fmt: skip
    library = base.library()
    game = Game.new(library, name or library.free_name(rules["id"]), rules, dealt, base.now())
    _show(game)
    for line in drawing.advice(rules, [seat.cards for seat in dealt.seats]):
        base.note(line)


def _show(game: object) -> None:
    from banshā.game.play import Game
    from banshā.report import seats

    from . import term
    from .seeing import seat_table

    assert isinstance(game, Game)
    rows = seats.rows(game.table)
    save = game.save
    data = {
        "game": game.name, "ruleset": save.ruleset, "title": save.ruleset_title, "commitment": save.commitment,
        "method": save.deal_method, "seats": rows,
    }  # fmt: skip
    base.show(
        data,
        lambda: "\n".join([
            term.head(f"{game.name}：{save.ruleset_title}，{len(rows)} 人（这张表只给导演看）"),
            seat_table(rows), "", f"公平承诺（贴到报名贴）：{save.commitment}",
        ]),
    )  # fmt: skip
    base.note("下一步：bansha feedback 把身份发给大家，bansha next 看谁该行动")


@base.command(app, "use")
def use(name: Annotated[str, typer.Argument(metavar="NAME", help="对局名", autocompletion=completing.saves)]) -> None:
    """换到另一局。"""
    library = base.library()
    library.use(name)
    base.show({"game": name}, lambda: f"现在是 {name}")


@base.command(app, "games")
def games() -> None:
    """列出所有对局。"""
    from . import term

    library = base.library()
    current = library.current()
    rows = [_game(library, name, name == current) for name in library.games()]

    def text() -> str:
        if not rows:
            base.note(f"{library.folder} 里没有对局。用 bansha deal 开一局")
            return ""
        cells = [
            ["*" if r["current"] else "", r["game"], r["title"], str(r["seats"]), str(r["inputs"]), r["note"]]
            for r in rows
        ]
        return term.table(["", "对局", "规则", "人数", "输入", ""], [[str(c) for c in row] for row in cells])

    base.show({"games": rows}, text)


def _game(library: object, name: str, current: bool) -> dict[str, object]:
    """A game's line; a damaged save is said so and does not hide the others."""
    from banshā.game.errors import GameError
    from banshā.game.library import Library
    from banshā.game.save import read_save

    assert isinstance(library, Library)
    row: dict[str, object] = {"game": name, "current": current, "title": "", "seats": 0, "inputs": 0, "note": ""}
    try:
        save, _ = read_save(library.path(name))
    except GameError as error:
        row["note"] = f"读不了：{error.message}"
        return row
    row.update(title=save.ruleset_title, seats=len(save.seats), inputs=len(save.journal))
    return row
