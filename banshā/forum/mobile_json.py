"""The mobile plug-in's JSON (module=viewthread, versions 1 to 4): exact times and numbers, the best source there is."""

from __future__ import annotations

import html
import json
from datetime import UTC, datetime
from typing import Any

from banshā.game.errors import FileError

from .adapter import ANONYMOUS, Source, set_order
from .markup import LOCKED, Body, parse, tidy
from .posts import Aside, Page, Post, Span

_FEATURED = -1


def fits(text: str) -> bool:
    return text.lstrip("\ufeff \r\n\t")[:1] == "{" and '"postlist"' in text


def read(source: Source) -> Page:
    try:
        data = json.loads(source.text.strip("\ufeff \r\n\t"))
    except ValueError as error:
        raise FileError("bad_json", f"{source.name} 的 JSON 不完整：{error}", "重新保存这一页") from None
    found = data.get("Variables") if isinstance(data, dict) else None
    if not isinstance(found, dict) or not isinstance(found.get("postlist"), list | dict):
        raise FileError("bad_json", f"{source.name} 里没有帖子（postlist）", "要手机插件 module=viewthread 的 JSON")
    page = Page(source.name, "Discuz! 手机插件 JSON")
    thread = found["thread"] if isinstance(found.get("thread"), dict) else {}
    page.tid, page.title = _int(thread.get("tid")), html.unescape(str(thread.get("subject") or ""))
    page.starter = str(thread.get("author") or "")
    if thread.get("replies") is not None:
        page.expected = _int(thread["replies"]) + 1
    version = str(data.get("Version") or "1")
    page.lacks = frozenset({"asides"} if found.get("comments") is None else ())
    if version >= "3":
        page.lacks |= {"edits"}
    rows = found["postlist"]
    for row in rows.values() if isinstance(rows, dict) else rows:
        if isinstance(row, dict):
            page.posts.append(_post(row, source))
    if any(p.floor == 1 and not p.opener for p in page.posts):
        page.order = "只看该作者"
    set_order(page)
    for post in page.posts:
        post.lacks = page.lacks
    _comments(page, found.get("comments"))
    return page


def _post(row: dict[str, Any], source: Source) -> Post:
    post = Post(pid=_int(row.get("pid")), author=html.unescape(str(row.get("author") or "")))
    post.uid, post.tz = _int(row.get("authorid")), source.zone_name
    number = _int(row.get("number"))
    post.featured = number == _FEATURED
    post.floor = max(0, number) or _int(row.get("position"))
    post.opener = str(row.get("first")) == "1"
    if row.get("dbdateline"):
        at = datetime.fromtimestamp(_int(row["dbdateline"]), UTC).astimezone(source.tz)
        post.time = Span(at, at)
    else:
        post.time = source.time(html.unescape(str(row.get("dateline") or "")))
    if post.time is None:
        post.notes.append("时间没有读出来")
    if str(row.get("anonymous")) == "1" or post.author in ANONYMOUS:
        post.author, post.uid, post.anonymous = "匿名", 0, True
    elif not post.author:
        post.notes.append("作者没有读出来")
    tree = parse(f"<body>{row.get('message') or ''}</body>")
    body = Body(post)
    if tree.body is not None:
        body.read(tree.body)
    if LOCKED.fullmatch(post.text) or (_int(row.get("status")) & 1):  # bit 1: blocked by a moderator
        body.lock(post.text)
    return post


def _comments(page: Page, comments: Any) -> None:
    by_pid = {post.pid: post for post in page.posts}
    for pid, rows in comments.items() if isinstance(comments, dict) else ():
        for row in rows or ():
            if isinstance(row, dict) and (post := by_pid.get(_int(pid))):
                text = tidy(html.unescape(str(row.get("comment") or "")).replace("\r", ""))
                post.asides.append(Aside("点评", str(row.get("author") or ""), text, post.pid))


def _int(value: Any) -> int:
    try:
        return int(value or 0)
    except (TypeError, ValueError):
        return 0
