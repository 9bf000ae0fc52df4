"""A saved page of Baidu Tieba (desktop, 2014 to 2018 markup and its descendants)."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from .adapter import Source, finish
from .markup import Body, parse, text_of, words
from .posts import WITHIN, Aside, Page, Post
from .times import STAMP

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

_STAMP = re.compile(STAMP)


def fits(text: str) -> bool:
    return "j_p_postlist" in text or "l_post" in text and "data-field" in text


def read(source: Source) -> Page:
    page = Page(source.name, "贴吧", lacks=frozenset({"seconds", "edits", "replies"}))
    tree = parse(source.text)
    title = tree.css_first(".core_title_txt")
    page.title = ((title.attributes.get("title") or words(title)) if title is not None else "") or words(
        tree.css_first("title")
    )
    page.tid = _tid(tree, source.text)
    flag = tree.css_first(".louzhubiaoshi[author]")
    page.starter = (flag.attributes.get("author") or "") if flag is not None else ""
    if "see_lz=1" in source.text and "只看楼主" not in source.text:
        page.order = "只看该作者"
        page.notes.append(f"{source.name} 是「只看楼主」的页面，别人的楼不在里面")
    now = tree.css_first(".l_pager .tP, .pb_list_pager .tP")
    if now is not None and words(now).isdecimal():
        page.number = int(words(now))
    match = re.search(r"共\s*<span[^>]*>(\d+)</span>\s*页", source.text)
    page.total = int(match[1]) if match else page.number
    for node in tree.css("div.l_post"):
        page.posts.append(_post(node, source))
    page.posts = [p for p in page.posts if p.pid or p.floor]  # advertisements stand among them, without either
    page.starter = page.starter or next((p.author for p in page.posts if p.opener), "")
    return finish(page, source)


def _tid(tree: LexborHTMLParser, text: str) -> int:
    """The thread's number: as the page calls itself, else what most of its links lead to."""
    own = tree.css_first("link[rel=canonical]")
    match = re.search(r"/p/(\d+)", (own.attributes.get("href") or "") if own is not None else "")
    match = match or re.search(r"""thread_id['"]?\s*[:=]\s*['"]?(\d+)""", text)
    found = [match[1]] if match else re.findall(r"/p/(\d+)", text)
    return int(max(found, key=found.count, default=0))


def _post(node: LexborNode, source: Source) -> Post:
    data = _field(node)
    author, content = data.get("author") or {}, data.get("content") or {}
    post = Post(author=str(author.get("user_name") or ""), uid=_int(author.get("user_id")))
    post.pid, post.floor = _int(content.get("post_id")), _int(content.get("post_no"))
    post.opener = post.floor == 1
    if not post.author:
        post.author = words(node.css_first("a.p_author_name"))
    if str(content.get("is_anonym") or "") in ("1", "true", "True"):
        post.author, post.uid, post.anonymous = "匿名", 0, True
    elif not post.author:
        post.notes.append("作者没有读出来")
    tail = [words(x) for x in node.css(".post-tail-wrap span, .tail-info")]
    written = str(content.get("date") or "") or next((x for x in tail if _STAMP.fullmatch(x)), "")
    post.time = source.time(written)
    if not post.floor:
        match = re.search(r"(\d+)楼", " ".join(tail))
        post.floor = int(match[1]) if match else 0
    body = Body(post)
    found = node.css_first(".d_post_content")
    if found is not None:
        body.read(found)
    elif not post.locked:
        post.locked = "正文没有找到"
    _replies(post, node, _int(content.get("comment_num")), source)
    return post


def _replies(post: Post, node: LexborNode, expected: int, source: Source) -> None:
    """楼中楼: loaded apart by the browser; some or all may be missing from a saved page."""
    rows = node.css("li.lzl_single_post")
    for row in rows:
        said, by = row.css_first(".lzl_content_main"), row.css_first(".lzl_cnt a.at, .lzl_cnt a")
        text, when = text_of(said) if said is not None else "", source.time(words(row.css_first(".lzl_time")))
        post.asides.append(Aside(WITHIN, words(by), text, post.pid, _int(_field(row).get("spid")), when))
    if expected > len(rows):
        post.notes.append(f"还有 {expected - len(rows)} 条楼中楼没有存下来")


def _field(node: LexborNode) -> dict[str, Any]:
    try:
        data = json.loads(node.attributes.get("data-field") or "{}")
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _int(value: Any) -> int:
    try:
        return int(value or 0)
    except (TypeError, ValueError):
        return 0
