"""The plain views of Discuz!: the archiver and the print view. Neither knows a post's number or floor."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from .adapter import ANONYMOUS, Source, finish, tid_of
from .markup import EDITED, POSTED, Body, parse, text_of, words
from .posts import OPEN, Edit, Page, Post, Quote
from .replies import meets
from .times import WHEN, naive

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_WHEN = re.compile(WHEN)
_PRINTED = re.compile(r"作者[:：]\s*(.*?)\s*时间[:：]\s*(.*)")
PRINT_LIMIT = 100
EMPTY = "存档版里这一帖是空的（被屏蔽，或作者已被删除）"
_QUOTED_LINES = 3


def fits_archiver(text: str) -> bool:
    return re.search(r'<p class="?author"?>', text) is not None and "Archiver" in text


def fits_print(text: str) -> bool:
    return "<b>作者: </b>" in text and "<b>时间: </b>" in text


def read_archiver(source: Source) -> Page:
    page = Page(source.name, "Discuz! 存档版", lacks=frozenset({"pid", "floor", "quotes", "links", "asides"}))
    source.look(page)
    tree = parse(source.text)
    page.tid = tid_of(tree)
    page.title = words(tree.css_first("h3")) or words(tree.css_first("title")).split(" - ")[0]
    bar = tree.css_first(".page")
    shown = bar.css_first("strong") if bar is not None else None
    page.number = int(re.sub(r"\D", "", words(shown)) or 0) if bar is not None else 1
    page.total = max([int(n) for n in re.findall(r"\d+", words(bar))], default=1)
    for head in tree.css("p.author"):
        page.posts.append(_archived(head, source))
    if page.posts and page.number == 1:
        page.posts[0].opener = True
        page.starter = page.posts[0].author
        out_of_turn(page.posts)
    return finish(page, source)


def _archived(head: LexborNode, source: Source) -> Post:
    post = Post(author=words(head.css_first("strong")))
    if post.author in ANONYMOUS:
        post.author, post.anonymous = "匿名", True
    exact = head.css_first("[title]")
    match = _WHEN.search(words(head).rpartition("发表于")[2])
    written = (exact.attributes.get("title") or "") if exact is not None else (match[0] if match else "")
    post.time = source.time(written)
    body, titled = Body(post), False
    node = head.next
    while node is not None and not (node.tag == "p" and node.attributes.get("class") == "author"):
        if node.tag == "div" and node.attributes.get("class") == "page":
            break
        if node.tag == "h3":
            titled = True
        else:
            body.add(node)
        node = node.next
    body.close()
    plain(post)
    if not titled and not post.text:
        post.locked = EMPTY
    return post


def out_of_turn(posts: list[Post]) -> None:
    """Mark what stands at the top of page 1 away from its place: later than a post that follows it."""
    last = max((i for i in range(1, len(posts) - 1) if _after(posts[i], posts[i + 1])), default=0)
    for post in posts[1 : last + 1]:
        post.featured = True


def _after(a: Post, b: Post) -> bool:
    return a.time is not None and b.time is not None and a.time.start > b.time.end


def plain(post: Post, originals: Callable[[Quote], Iterable[str]] = lambda _: ()) -> None:
    """Edited marks and quotes where they are ordinary lines: 「X 发表于 T」 and what it quotes, up to an empty line.

    originals: texts that a quote may be taken from. Where one is known, it tells better where the quote ends.
    """
    post.whole = post.whole or post.text
    lines, at = post.whole.split("\n"), 0
    own: list[str] = []
    post.quoted, post.notes = [], [n for n in post.notes if n != OPEN]
    while at < len(lines):
        edit, head = EDITED.fullmatch(lines[at]), _head(lines[at])
        if edit and at == 0:
            post.edited = [Edit(edit[1], naive(edit[2]))]
        elif head is not None:
            end = max((excerpt(lines[at + 1 :], text) for text in originals(head)), default=0)
            blank = next((n for n in range(at + 1, len(lines)) if not lines[n].strip()), 0)
            stop = at + 1 + end if end else blank
            if not stop and head.author:
                post.notes.append(OPEN)
                post.quoted.append(head)
            elif stop:
                text = "\n".join(x for x in (head.text, *lines[at + 1 : stop]) if x)
                post.quoted.append(replace(head, text=text))
                at = stop - bool(end)
            else:
                own.append(lines[at])
        else:
            own.append(lines[at])
        at += 1
    post.text = "\n".join(own).strip("\n")


def _head(line: str) -> Quote | None:
    """The first line of a quote: 「X 发表于 T」, or (X3.4 on the phone) 「引用: …」."""
    said = POSTED.fullmatch(line)
    if said:
        return Quote("", said[1], naive(said[2]))
    return Quote(line.removeprefix("引用: ").strip()) if line.startswith("引用: ") else None


def excerpt(lines: list[str], original: str) -> int:
    """How many lines are quoted from a text: the forum takes three at most, and a hundred signs."""
    wanted = [bare for line in original.split("\n") if (bare := _bare(line))]
    found = 0
    for n, line in enumerate(lines[:_QUOTED_LINES]):
        bare = _bare(line)
        if not bare:
            continue
        if not wanted:
            break
        first = wanted.pop(0)
        whole = bare == first
        if not whole and not (bare.endswith("...") and first.startswith(bare.rstrip("."))):
            break
        found = n + 1
        if not whole:
            break
    return found


def _bare(line: str) -> str:
    return re.sub(r"[\s\ufffc]+", "", line)


def settle(posts: list[Post]) -> None:
    """Quotes once more, now that the posts they quote are known."""
    for post in posts:
        if post.whole and "quotes" in post.lacks and any(q.stamp for q in post.quoted):
            plain(post, partial(_originals, posts, post))


def _originals(posts: list[Post], post: Post, quote: Quote) -> Iterator[str]:
    for other in posts:
        if other is post or other.author != quote.author or quote.stamp is None or other.time is None:
            continue
        if meets(quote.stamp, other.time):
            yield other.text


def read_print(source: Source) -> Page:
    page = Page(source.name, "Discuz! 打印版", lacks=frozenset({"pid", "floor", "seconds", "asides"}))
    source.look(page)
    tree = parse(source.text)
    page.tid = tid_of(tree) or int((re.search(r"[?&;]tid=(\d+)", source.text) or [0, 0])[1])
    page.title = words(tree.css_first("title")).split(" - ")[0]
    page.number = page.total = 1
    body: Body | None = None
    node = tree.body.child if tree.body is not None else None
    waiting = None
    while node is not None:
        if node.tag == "hr" and node.attributes.get("size") == "2":
            _close(body)
            body, waiting = None, "rule"
        elif waiting and node.tag == "b" and words(node).startswith("作者"):
            post = Post()
            page.posts.append(post)
            node, waiting = _printed(post, node, source), None
            body = Body(post)
        elif body is not None and not _title(node):
            body.add(node)
        node = node.next if node is not None else None
    _close(body)
    if page.posts:
        page.posts[0].opener, page.starter = True, page.posts[0].author
        page.posts[0].text = page.posts[0].text.removeprefix(page.title).lstrip("\n")
    if len(page.posts) == PRINT_LIMIT:
        page.notes.append(f"打印版只有前 {PRINT_LIMIT} 帖，后面的要另存普通页面")
    return finish(page, source)


def _title(node: LexborNode) -> bool:
    return node.tag == "b" and words(node).startswith("标题")


def _close(body: Body | None) -> None:
    if body is not None:
        body.close()
        if body.post.text.startswith("提示:"):
            body.lock(body.post.text)


def _printed(post: Post, node: LexborNode, source: Source) -> LexborNode | None:
    """The head 「作者: X 时间: T」 up to its line break."""
    head = ""
    at: LexborNode | None = node
    while at is not None and at.tag != "br":
        head += at.text_content or "" if at.tag == "-text" else text_of(at)
        at = at.next
    match = _PRINTED.search(" ".join(head.replace("\xa0", " ").split()))
    if match:
        post.author, post.time = match[1], source.time(match[2])
    if post.author in ANONYMOUS:
        post.author, post.anonymous = "匿名", True
    return at
