"""adopt: go over to a changed ruleset from here on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import base, completing, term

if TYPE_CHECKING:
    from banshā.game.play import Game

app = base.commands()


@base.command(app, "adopt")
def adopt(
    ruleset: Annotated[
        str | None,
        typer.Argument(
            metavar="R", help="规则书（默认：这一局原来的那套，现在的样子）", autocompletion=completing.rulesets
        ),
    ] = None,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="为什么换")] = "",
    dry: Annotated[bool, typer.Option("--dry-run", help="只看变了什么、换不换得过去，不记")] = False,
) -> None:
    """从这里起按改过的规则书走，座位、状态、次数照旧。

    开局后改 rulesets/ 不影响正在进行的局；要让改动生效就用这一条。记作一条输入，bansha undo 可以回到原来的规则。
    """
    from banshā.engine.rules import Ruleset
    from banshā.game import adopt as adopting

    library = base.library()
    compiled = base.compiled(ruleset or _own(library, base.shared.game))
    if _restored(library, compiled):
        return
    g = base.game()
    t = g.table
    changes = adopting.changes(t.rs.data, compiled)
    data: dict[str, Any] = {
        "game": g.name, "ruleset": compiled["id"], "from": t.rs.digest, "to": compiled["digest"], "changes": changes,
        "adopted": False, "undealt": {},
    }  # fmt: skip
    if compiled["digest"] == t.rs.digest:
        base.show(data, lambda: f"{compiled['title']} 没有变，{g.name} 用的就是它。")
        return
    data["undealt"] = adopting.undealt(t, Ruleset(compiled))
    if dry:
        g.preview_adopt(compiled)
    else:
        g.adopt(compiled, base.director(), base.now(), reason)
        base.warn(g)
        data["adopted"] = True
    base.show(data, lambda: _page(g, compiled, changes, dry))
    for name, keys in data["undealt"].items():
        why = f"{name} 没有 {'、'.join(keys)}：身份牌加的技能不会自动发"
        base.note(f"{why}；要给就 bansha override skill {name} …", "warn")
    base.note("没有记。去掉 --dry-run 就换" if dry else "不对就 bansha undo，回到原来的规则")


def _own(library: Any, name: str | None) -> str:
    """The ruleset the game was dealt with, by name: its frozen form need not be there for that."""
    from banshā.game.save import read_save

    return read_save(library.path(library.resolve(name)))[0].ruleset


def _restored(library: Any, compiled: dict[str, Any]) -> bool:
    """The frozen ruleset went missing, and what we have here is the very same: put it back."""
    from banshā.game.errors import DamagedSave
    from banshā.game.save import read_save

    name = library.resolve(base.shared.game)
    save, _ = read_save(library.path(name))
    if compiled["digest"] != save.ruleset_digest:
        return False
    try:
        library.rules(save.ruleset_digest)
    except DamagedSave:
        library.keep_rules(compiled)
        data = {"game": name, "ruleset": compiled["id"], "restored": True, "adopted": False}
        base.show(data, lambda: f"{name} 所用的规则书不见了，{compiled['title']} 和它一字不差，已经放回。")
        return True
    return False


def _page(g: Game, compiled: dict[str, Any], changes: Any, dry: bool) -> str:
    word = "可以换到" if dry else "从这里起按"
    lines = [term.head(f"{g.name}：{word} {compiled['title']}")]
    for sign, found in (("+", changes.new), ("-", changes.gone), ("~", changes.changed)):
        lines += [f"{sign} {name}" for name in found[:40]]
        if len(found) > 40:
            lines.append(f"{sign} …… 还有 {len(found) - 40} 处")
    return "\n".join(lines)
