"""Vote and discussion threads of the transcripts: a script a thread, printed as pages of a forum.

    view stock|skinned|tieba [gbk]      how it looks
    2026-11-06                          the date of what follows
    09:40:05 饺子 投票 馄饨             a ballot; 改票 X 回 3 answers floor 3; 弃权; 代投 SEAT X (the director's)
    10:00:00 粽子 引 2 他变得真快       quotes floor 2 and says something
    10:05:00 豆腐 早上好                anything else is talk
    …… 编辑于 11-08 21:05               at the end of a line: the mark of an edit

Ten posts stand on a page; NAME.thread becomes NAME-1.html, NAME-2.html …
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.forum.builder import P, ballot, edited, numbered, q, skinned, stock, tieba

HERE = Path(__file__).parent
SIZE = 10
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_EDIT = re.compile(r" 编辑于 (\d\d-\d\d \d\d:\d\d)$")


def print_all(folder: Path) -> None:
    """Every thread as pages below `folder`."""
    for script in HERE.glob("*.thread"):
        for number, page in enumerate(pages(script.read_text("utf-8")), 1):
            (folder / f"{script.stem}-{number}.html").write_bytes(page)


def pages(script: str) -> list[bytes]:
    """The pages of one thread."""
    view, date, posts = ["stock"], "", list[P]()
    for line in script.splitlines():
        if line.startswith("view "):
            view = line.split()[1:]
        elif _DATE.fullmatch(line):
            date = line
        elif line and not line.startswith("#"):
            at, author, said = line.split(" ", 2)
            posts.append(P(author, f"{date} {at}", _text(said, author, date, posts)))
            numbered(posts)
    parts = [posts[n : n + SIZE] for n in range(0, len(posts), SIZE)]
    return [_page(view[0], part, n, len(parts)).encode("gb18030" if "gbk" in view else "utf-8")
            for n, part in enumerate(parts, 1)]  # fmt: skip


def _page(view: str, posts: list[P], number: int, of: int) -> str:
    if view == "tieba":
        return tieba(posts)
    return skinned(posts) if view == "skinned" else stock(posts, number, of)


def _text(said: str, author: str, date: str, before: list[P]) -> str:
    mark = _EDIT.search(said)
    if mark is not None:
        return edited(author, f"{date[:5]}{mark[1]}") + _text(said[: mark.start()], author, date, before)
    words = said.split(" ")
    if words[0] == "投票":
        return ballot(words[1])
    if words[0] == "弃权":
        return ballot("弃权")
    if words[0] == "改票":
        return _quote(before[int(words[3]) - 1]) + ballot(words[1], "改票")
    if words[0] == "代投":
        return f"【代投】<br />马甲：{words[1]}<br />" + ballot(words[2])
    if words[0] == "引":
        return _quote(before[int(words[1]) - 1]) + " ".join(words[2:])
    return said


def _quote(post: P) -> str:
    return q(post.author, post.at[:16], post.text, post.pid)
