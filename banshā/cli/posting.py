"""Texts for the forum on their way out: format, encoding, length, the line between two posts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import base, completing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banshā.game.play import Game
    from banshā.report.markup import Block
    from banshā.report.voice import Voice

BETWEEN = "\n========\n"
LEAST = 300  # a label, a heading and a row of a table need so much

Format = Annotated[
    str,
    typer.Option(
        "--format", "-f", metavar="discuz|tieba|markdown|plain", help="格式", autocompletion=completing.formats
    ),
]
Limit = Annotated[
    int | None,
    typer.Option("--limit", metavar="N", min=LEAST, help="一贴最多多少字节（discuz 默认 10000，其他格式不分贴）"),
]
Encoding = Annotated[
    str, typer.Option("--encoding", metavar="utf-8|gbk", help="论坛的编码：字节按它算，它没有的字会指出来")
]


def checked(form: str, encoding: str = "utf-8") -> str:
    """The encoding, once both are known to exist."""
    from banshā.report.bbcode import ENCODINGS
    from banshā.report.markup import FORMATS

    if form not in FORMATS:
        raise typer.BadParameter(f"没有格式 {form}，有：{'、'.join(FORMATS)}")
    found = {"utf8": "utf-8", "gb2312": "gbk", "gb18030": "gbk"}.get(encoding.lower(), encoding.lower())
    if found not in ENCODINGS:
        raise typer.BadParameter(f"没有编码 {encoding}，有：{'、'.join(ENCODINGS)}")
    return found


def voice(g: Game) -> Voice:
    """The words of the game's ruleset."""
    from banshā.report.voice import Voice

    return Voice(g.table.rs.table("wording"), game=g.save.ruleset_title, director=base.director())


def posts(blocks: Sequence[Block], form: str, limit: int | None, encoding: str, words: Voice) -> list[str]:
    """The text as posts; what a director should know of them is said."""
    from banshā.report import bbcode, markup

    if form == "discuz" and any(b.kind == "code" and bbcode.code_text(b.text) != b.text for b in blocks):
        base.note("代码框里有 [/code]，改成了全角方括号", "warn")
    parts = markup.posts(blocks, form, limit, encoding, words.say("part", n="{n}", total="{total}"))
    if strange := bbcode.foreign("".join(parts), encoding):
        base.note(f"{encoding.upper()} 论坛显示不出这些字，会变成 &#…;：{' '.join(strange)}", "warn")
    if len(parts) > 1:
        base.note(f"超过一贴的长度，分成 {len(parts)} 贴发（以 {BETWEEN.strip()} 分开）", "warn")
    return parts


def show(data: Any, parts: list[str]) -> None:
    """Print the posts; as JSON, text and posts stand beside the rest."""
    base.show({**base.jsonable(data), "posts": parts}, lambda: BETWEEN.join(parts))
