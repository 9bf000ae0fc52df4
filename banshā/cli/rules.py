"""bansha rules: rulesets to list, read, check and post."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from . import base, completing, posting, term
from .posting import Encoding, Format, Limit

app = base.commands("规则书：有哪些、写了什么、有没有错、印成规则贴。")

Book = Annotated[str, typer.Argument(metavar="R", help="规则书的名字或文件夹", autocompletion=completing.rulesets)]


@base.command(app, "list")
def list_books() -> None:
    """列出规则书。"""
    from banshā.rulebook import locate
    from banshā.rulebook.findings import RulesetError

    rows: list[dict[str, Any]] = []
    for name, path in locate.available().items():
        row: dict[str, Any] = {
            "id": name,
            "title": "",
            "players": [],
            "roles": 0,
            "skills": 0,
            "path": str(path),
            "note": "",
        }
        try:
            data = base.compiled(str(path))
        except RulesetError as error:
            row["note"] = f"有 {len(error.findings)} 处错，用 bansha rules lint {name} 看"
        else:
            roles = [r for r in data["roles"].values() if not r.get("pack")]
            row.update(
                title=data["title"], players=data.get("players", []), roles=len(roles), skills=len(data["skills"])
            )
        rows.append(row)

    def text() -> str:
        cells = [
            [r["id"], r["title"], "～".join(map(str, r["players"])), str(r["roles"]), str(r["skills"]), r["note"]]
            for r in rows
        ]
        return term.table(["规则书", "名称", "人数", "身份", "技能", ""], cells)

    base.show({"rulesets": rows}, text)
    if not rows:
        base.note("没有规则书。放在 rulesets/ 下，或用 BANSHA_RULESETS 指明文件夹")


@base.command(app, "show")
def show(
    book: Book,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="身份|技能|状态", help="女巫、救药、女巫.救药、坚韧", autocompletion=completing.rule_names
        ),
    ] = None,
) -> None:
    """看一套规则，或其中的一个身份、技能、状态。"""
    from banshā.report import rulepages

    data = base.compiled(book)
    if what is None:
        base.show(rulepages.summary(data), lambda: rulepages.book_text(data))
        return
    found = rulepages.find(data, what)
    if not found:
        from banshā.rulebook.names import near

        guess = near(what, rulepages.names(data))
        raise base.stop(
            "unknown",
            f"{data['title']} 里没有 {what}",
            "",
            f"是不是 {guess}？" if guess else "看 bansha rules show " + book,
        )
    base.show({"found": found}, lambda: "\n\n".join(rulepages.text(data, kind, d) for kind, d in found))


_START = """# 主题 {name}：在 {parent} 上改。同名的表合并，列表整个替换，remove 去掉不要的。
# 身份、技能写在这个文件夹里任何 .toml 文件中；用例放在 cases/ 下。
# 检查：bansha rules lint {name}    跑用例：bansha check {name}/cases
[ruleset]
id = "{name}"
title = "{name}"
version = 1
extends = "{parent}"
# remove = ["身份.女巫"]
"""


@base.command(app, "init")
def init(
    name: Annotated[str, typer.Argument(metavar="NAME", help="主题的名字，也是文件夹名")],
    extends: Annotated[
        str, typer.Option("--extends", metavar="R", help="在哪套规则上改", autocompletion=completing.rulesets)
    ] = "tubian",
) -> None:
    """开一个新主题：建文件夹和 ruleset.toml，在一套现成的规则上改。"""
    from banshā.rulebook import locate

    parent = locate.find(extends).name
    folder = Path(name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise base.stop("exists", f"{name} 已经有了", "", "换个名字，或直接改里面的文件")
    if folder.name in locate.available():
        raise base.stop("exists", f"已经有规则书 {folder.name}", "", "换个名字")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "ruleset.toml"
    path.write_text(_START.format(name=folder.name, parent=parent), "utf-8")
    base.show({"id": folder.name, "extends": parent, "path": str(path)}, lambda: f"建好 {path}（在 {parent} 上改）")
    base.note(f"下一步：在 {name}/ 里写身份，然后 bansha rules lint {name}")


@base.command(app, "lint")
def lint(book: Book) -> None:
    """检查规则书：每处错给出编号、文件、行、表和最像的名字。"""
    from banshā.engine import behaviours, system
    from banshā.report import voice
    from banshā.rulebook.lint import lint as check

    found = check(book, behaviours=behaviours.names(), system=system.skill_slots(), wording=voice.keys())
    errors = sum(f.is_error for f in found)
    base.show(
        {"findings": found, "errors": errors, "warnings": len(found) - errors},
        lambda: "\n".join([*(_finding(f) for f in found), f"{errors} 处错，{len(found) - errors} 处提醒"]),
    )
    if errors:
        raise typer.Exit(base.DAMAGED)


def _finding(f: Any) -> str:
    return term.styled("错", "red") + f" {f}" if f.is_error else term.styled("提醒", "yellow") + f" {f}"


@base.command(app, "post")
def post(book: Book, form: Format = "plain", limit: Limit = None, encoding: Encoding = "utf-8") -> None:
    """印出规则贴：身份和技能、状态、阶段、投票与判罚。"""
    from banshā.report import rulepages
    from banshā.report.voice import Voice

    encoding = posting.checked(form, encoding)
    data = base.compiled(book)
    voice = Voice(data.get("wording", {}), game=data["title"], director=base.director())
    parts = posting.posts(rulepages.post(data, voice), form, limit, encoding, voice)
    posting.show({"id": data["id"], "format": form, "text": posting.BETWEEN.join(parts)}, parts)
