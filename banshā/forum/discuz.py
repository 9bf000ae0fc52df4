"""A thread page of Discuz! X3 on the desktop: stock, re-skinned, authors left or right, as guest or moderator.

Skins change what stands around a post, but the scripts of the page need its ids: those are what is looked for.
"""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from .adapter import ANONYMOUS, Source, arrangement, finish, label, paging, set_order, tid_of, uid_of
from .markup import Body, parse, text_of, tidy, words
from .posts import Aside, Page, Post
from .times import WHEN

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

_NOT_AUTHOR = re.compile(r"authorid=|(?<![a-z])(?:ac|do|op)=|mod=redirect|goto=")
_SPACE = re.compile(r"(?:[?&;]uid=|space-uid-|space-username-|[?&;]username=)")
_POSTED = re.compile(rf"发表于\s*({WHEN})")
_NO_ACCOUNT = re.compile(r"该用户已被删除|该用户已删除")


def fits(text: str) -> bool:
    return 'id="postmessage_' in text or 'id="postlist"' in text or re.search(r'id="?post_\d+', text) is not None


def read(source: Source) -> Page:
    page = Page(source.name, "Discuz! 电脑版")
    source.look(page)
    tree = parse(source.text)
    page.tid = tid_of(tree)
    page.title = words(tree.css_first("#thread_subject")) or words(tree.css_first("title"))
    page.order = arrangement(source.text)
    paging(tree, page)
    if not page.total and page.tid:
        page.number = page.total = 1
    for pid, node in _containers(tree):
        page.posts.append(_post(pid, node, source))
    page.starter = _starter(tree, page, source.text)
    set_order(page)
    return finish(page, source)


def _containers(tree: LexborHTMLParser) -> list[tuple[int, LexborNode]]:
    """Each post's element, in the order of the page."""
    found: list[tuple[int, LexborNode]] = []
    for query, pattern in (("[id^=post_]", r"post_(\d+)"), ("[id^=pid]", r"pid(\d+)")):
        for node in tree.css(query):
            match = re.fullmatch(pattern, node.attributes.get("id") or "")
            if match and node.tag in ("div", "table", "li", "article", "section", "tbody"):
                found.append((int(match[1]), node))
        if found:
            return found
    # A skin without either: climb from the body to the nearest part that also holds the floor.
    for body in tree.css("[id^=postmessage_]"):
        match = re.fullmatch(r"postmessage_(\d+)", body.attributes.get("id") or "")
        if match:
            found.append((int(match[1]), _around_body(body, match[1])))
    return found


def _around_body(body: LexborNode, pid: str) -> LexborNode:
    node: LexborNode | None = body
    while node is not None and node.css_first(f"#postnum{pid}, #authorposton{pid}") is None:
        node = node.parent
    return node if node is not None else body


def _post(pid: int, node: LexborNode, source: Source) -> Post:
    post = Post(pid=pid)
    _author(post, node)
    number = node.css_first(f"#postnum{pid}")
    label(post, words(number))
    icon = number.css_first("img[src*=settop]") if number is not None else None
    post.featured = post.featured or icon is not None
    post.opener = post.floor == 1
    at = node.css_first(f"#authorposton{pid}")
    exact = at.css_first("[title]") if at is not None else None
    written = (exact.attributes.get("title") or "") if exact is not None else words(at)
    if not written:
        match = _POSTED.search(words(node))
        written = match[1] if match else ""
    post.time = source.time(written.replace("发表于", ""))
    _bodies(post, node)
    _around(post, node)
    return post


def _author(post: Post, node: LexborNode) -> None:
    """The author's name: the first link to a member's space that is neither in the body nor in a comment."""
    left = node.css_first(f"#favatar{post.pid}")
    links = [*node.css(".authi a[href]"), *(left.css("a[href]") if left is not None else []), *node.css("a.xw1[href]")]
    for link in links:
        href = link.attributes.get("href") or ""
        name = words(link)
        if not name or name == "只看该作者" or _NOT_AUTHOR.search(href) or not _SPACE.search(href):
            continue
        post.author = name
        if name in ANONYMOUS:
            break  # a moderator's page links the account behind it; the player chose to hide it
        post.uid = uid_of(link)
        return
    bare = words(left.css_first(".pi")) if left is not None else words(node.css_first(".authi"))
    if _NO_ACCOUNT.search(bare):
        post.author = _NO_ACCOUNT.split(bare)[0].strip()
        post.notes.append("作者账号已被删除")
    elif post.author in ANONYMOUS or bare.split()[:1] in (["匿名"], ["Anonymous"]):
        post.author, post.anonymous = "匿名", True
    elif not post.author:
        post.author = bare.split()[0] if bare and bare.split()[0] not in ("发表于", "楼主") else ""
        post.notes.append("作者没有链接" if post.author else "作者没有读出来")


def _bodies(post: Post, node: LexborNode) -> None:
    body = Body(post)
    found = node.css_first(f"#postmessage_{post.pid}")
    for lock in node.css(".pcb .locked, .pcbs .locked"):
        if lock.parent is None or found is None or not _within(lock, found):
            body.lock(words(lock))
    if found is not None:
        body.read(found)
    elif not post.locked:
        post.locked = "正文没有找到"
    if node.css_first(".pattl, .pct ignore_js_op") is not None:
        post.notes.append("附件没有读")


def _within(node: LexborNode, outer: LexborNode) -> bool:
    at: LexborNode | None = node
    while at is not None:
        if at.mem_id == outer.mem_id:
            return True
        at = at.parent
    return False


def _around(post: Post, node: LexborNode) -> None:
    """点评, 评分 and 签名: no part of the post, but what is said there may look like a vote."""
    for row in node.css(f"#comment_{post.pid} .pstl, #comment_{post.pid} .cmtl"):
        said = row.css_first(".psti")
        by = [words(a) for a in row.css(".psta a") if words(a)]
        text = text_of(said) if said is not None else ""
        text = re.split(r"\s*发表于", text)[0]
        post.asides.append(Aside("点评", by[0] if by else "", tidy(text), post.pid))
    for row in node.css(f"#ratelog_{post.pid} [id^=rate_{post.pid}]"):
        cells = [words(c) for c in row.css("td")]
        reason = words(row.css_first("td.xg1")) or (cells[-1] if cells else "")
        if reason:
            post.asides.append(Aside("评分", cells[0] if cells else "", reason, post.pid))
    for sign in node.css(".sign"):
        text = text_of(sign)
        if text:
            post.asides.append(Aside("签名", post.author, text, post.pid))


def _starter(tree: LexborHTMLParser, page: Page, html: str) -> str:
    """Who began the thread: the first post's author, or the line 「楼主: X」 of later pages."""
    first = next((p.author for p in page.posts if p.opener), "")
    if first and not page.order:
        return first
    if linked := re.search(r"楼主[:：]\s*<a\b[^>]*>\s*([^<]+?)\s*</a>", html):
        return unescape(linked[1])
    match = re.search(r"楼主[:：]\s*(\S+)", words(tree.css_first("#postlist")) or words(tree.body))
    return match[1] if match else ""
