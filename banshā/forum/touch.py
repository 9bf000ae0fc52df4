"""A thread page of Discuz! X3 on the phone (mobile=2), X3.4 and X3.5."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .adapter import ANONYMOUS, Source, arrangement, finish, label, paging, set_order, tid_of, uid_of
from .markup import Body, classes, parse, text_of, words
from .posts import Aside, Page, Post
from .times import WHEN

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_WHEN = re.compile(WHEN)


def fits(text: str) -> bool:
    return re.search(r"""<div class=(?:"plc\b[^"]*"|plc) id="?pid\d+""", text) is not None


def read(source: Source) -> Page:
    page = Page(source.name, "Discuz! 手机版")
    source.look(page)
    tree = parse(source.text)
    page.tid = tid_of(tree)
    page.title = words(tree.css_first("title")).split(" - ")[0]
    page.order = arrangement(source.text)
    paging(tree, page)
    if not page.total and page.tid:
        page.number = page.total = 1
    for node in tree.css("div.plc[id^=pid]"):
        match = re.fullmatch(r"pid(\d+)", node.attributes.get("id") or "")
        if match:
            page.posts.append(_post(int(match[1]), node, source))
    page.starter = next((p.author for p in page.posts if p.opener), "")
    if not any(node.css_first("[id^=comment_]") for node in tree.css("div.plc[id^=pid]")[:1]):
        page.lacks |= {"asides"}
    set_order(page)
    return finish(page, source)


def _post(pid: int, node: LexborNode, source: Source) -> Post:
    post = Post(pid=pid)
    top = node.css_first(".authi")
    lines = top.css("li") if top is not None else []  # a <b> left open may stand between list and line
    head = lines[0] if lines else None
    place = head.css_first(".y, em") if head is not None else None
    label(post, words(place))
    if place is not None and place.css_first("img[src*=settop]") is not None:
        post.featured = True
    post.opener = post.floor == 1
    _author(post, head, place)
    for line in lines[1:]:
        match = _WHEN.search(words(line))
        if match and "mtxt" not in classes(line):
            post.time = source.time(match[0])
            break
    body = Body(post)
    found = node.css_first(".message")
    if found is not None:
        body.read(found)
    else:
        post.locked = "正文没有找到"
    _around(post, node)
    return post


def _author(post: Post, head: LexborNode | None, place: LexborNode | None) -> None:
    link = head.css_first(".z a, b a, a[href*=uid]") if head is not None else None
    if link is not None:
        post.author, post.uid = words(link), uid_of(link)
    else:
        said = words(head).replace(words(place), "", 1).strip()
        if "该用户已被删除" in said:
            said = said.replace("该用户已被删除", "").strip()
            post.notes.append("作者账号已被删除")
        post.author = said
    if post.author in ANONYMOUS:
        post.author, post.uid, post.anonymous = "匿名", 0, True
    elif not post.author:
        post.notes.append("作者没有读出来")


def _around(post: Post, node: LexborNode) -> None:
    for row in node.css(f"#comment_{post.pid} [id^=commentdetail_]"):
        said = row.css_first(".mtxt")
        post.asides.append(
            Aside("点评", words(row.css_first(".mtit a")), text_of(said) if said is not None else "", post.pid)
        )
    for row in node.css(f"#ratelog_{post.pid} li"):
        by, reason = row.css_first("a[href*=uid]"), row.css_first(".flex-3")
        if by is not None and reason is not None:
            post.asides.append(Aside("评分", words(by), words(reason), post.pid))
