"""HTML into text: what of a post's body is its own words, and what is quoted, marked, hidden or mere noise.

The parser is selectolax (Lexbor): it builds the same tree as a browser. Discuz! prints stray closing tags where a
post's BBCode does not nest; what a browser forgives must not cut a post in two here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .posts import Aside, Edit, Post, Quote
from .times import STAMP, naive

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

NOTHING = "\ufffc"  # stands for a picture whose meaning is unknown
_BLOCK = frozenset({"div", "p", "li", "tr", "ul", "ol", "table", "blockquote", "h1", "h2", "h3", "h4", "dl", "dd", "dt",
                    "hr", "pre", "center"})  # fmt: skip
_SILENT = frozenset({"script", "style", "head", "noscript", "template", "-comment", "!--", "_comment"})
_HIDDEN = re.compile(r"display\s*:\s*none|font-size\s*:\s*0(?:px|pt|em|rem|%)?\s*(?:;|!|$)", re.IGNORECASE)
_UNSEEN = re.compile("[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060\ufeff]")
EDITED = re.compile(rf"\s*本帖最后由\s*(.+?)\s*于\s*({STAMP})\s*编辑\s*")
POSTED = re.compile(rf"\s*(?:引用[:：]\s*)?(\S(?:.*?\S)?)\s*发表于\s*({STAMP})\s*")
PID = re.compile(r"(?<![a-z])pid=(\d+)")
LOCKED = re.compile(r"提示[:：]\s*(.*(?:屏蔽|删除).*)|(.*(?:密码帖|本帖隐藏的内容需要|要查看本帖隐藏内容).*)")

# Stock smileys are pictures without a name; the code they stand for may have been meant as text (投票对象:Dango).
SMILEYS = {
    "smile": ":)", "sad": ":(", "biggrin": ":D", "cry": ":'(", "huffy": ":@", "shocked": ":o", "tongue": ":P",
    "shy": ":$", "titter": ";P", "sweat": ":L", "mad": ":Q", "lol": ":lol", "loveliness": ":loveliness:",
    "funk": ":funk:", "curse": ":curse:", "dizzy": ":dizzy:", "shutup": ":shutup:", "sleepy": ":sleepy:",
    "hug": ":hug:", "victory": ":victory:", "time": ":time:", "kiss": ":kiss:", "handshake": ":handshake",
    "call": ":call:",
}  # fmt: skip


def parse(html: str) -> LexborHTMLParser:
    """The tree of a page. Imported here so that only commands that read pages pay for it."""
    from selectolax.lexbor import LexborHTMLParser

    return LexborHTMLParser(html)


def classes(node: LexborNode) -> list[str]:
    return (node.attributes.get("class") or "").split()


def words(node: LexborNode | None) -> str:
    """All text of a node on one line."""
    if node is None:
        return ""
    return " ".join(node.text(separator=" ").replace("\xa0", " ").split())


class Body:
    """Reads the body of a post into its record, part by part."""

    def __init__(self, post: Post) -> None:
        self.post = post
        self.parts: list[str] = []

    def read(self, node: LexborNode) -> None:
        """Take in a body and set the text."""
        self.post.raw += node.html or ""
        self._inside(node)
        self.close()

    def add(self, node: LexborNode) -> None:
        """Take in one node of a body that has no element of its own."""
        self.post.raw += node.html or ""
        self._node(node)

    def close(self) -> None:
        self.post.text = tidy("".join(self.parts))

    def _inside(self, node: LexborNode) -> None:
        for child in node.iter(include_text=True):
            self._node(child)

    def _node(self, node: LexborNode) -> None:
        tag = node.tag or ""
        if tag == "-text":
            self.parts.append(re.sub(r"[ \t\r\n]+", " ", node.text_content or ""))
        elif tag == "br":
            self.parts.append("\n")
        elif tag in _SILENT:
            return
        elif tag == "img":
            self._picture(node)
        elif not self._special(node, classes(node)):
            self._plain(node, tag)

    def _plain(self, node: LexborNode, tag: str) -> None:
        if tag in _BLOCK:
            self.parts.append("\n")
        self._inside(node)
        if tag in _BLOCK:
            self.parts.append("\n")
        elif tag in ("td", "th"):
            self.parts.append("\t")

    def _special(self, node: LexborNode, names: list[str]) -> bool:
        """Whether the node is not plain words of the author."""
        style = node.attributes.get("style") or ""
        if "jammer" in names or _HIDDEN.search(style):
            self._aside("看不见的字", node)
            return True
        if "pstatus" in names:
            self._edit(words(node))
        elif "quote" in names or "reply_wrap" in names:
            self._quote(node)
        elif "locked" in names:
            self.lock(words(node))
        elif "blockcode" in names:
            self._aside("代码框", node)
        elif "showhide" in names:
            self._aside("隐藏内容", node)
        elif node.tag == "ignore_js_op":
            self._note("附件没有读")
        elif node.tag in ("strike", "s", "del"):
            self._aside("删除线", node)
        else:
            return False
        if node.tag in _BLOCK:
            self.parts.append("\n")
        return True

    def _edit(self, text: str) -> None:
        match = EDITED.search(text)
        if match:
            self.post.edited.append(Edit(match[1], naive(match[2])))
        else:
            self._note(f"编辑标记看不懂：{text}")

    def _quote(self, node: LexborNode) -> None:
        found = quote(text_of(node), _link(node))
        if not found.author and LOCKED.fullmatch(found.text):  # a blocked post on phone pages
            self.lock(found.text)
        else:
            self.post.quoted.append(found)

    def lock(self, text: str) -> None:
        match = LOCKED.search(text)
        self.post.locked = self.post.locked or ((match[1] or match[2]) if match else text) or "内容被隐藏"

    def _aside(self, where: str, node: LexborNode) -> None:
        text = text_of(node).removesuffix("复制代码").strip()
        if not text:
            return
        self.post.asides.append(Aside(where, self.post.author, text, self.post.pid))

    def _picture(self, node: LexborNode) -> None:
        source = node.attributes.get("src") or ""
        name = source.rsplit("/", 1)[-1].split(".")[0]
        if "/smiley/" in source or node.attributes.get("smilieid"):
            self.parts.append(SMILEYS.get(name, NOTHING))
        else:
            self.parts.append(node.attributes.get("alt") or NOTHING)
            self._note("有图片，图里的字没有读")

    def _note(self, text: str) -> None:
        if text not in self.post.notes:
            self.post.notes.append(text)


def text_of(node: LexborNode) -> str:
    """The text of a part, lines kept, nothing told apart."""
    return tidy("".join(_pieces(node)))


def _pieces(node: LexborNode) -> Iterator[str]:
    for child in node.iter(include_text=True):
        tag = child.tag or ""
        if tag == "-text":
            yield re.sub(r"[ \t\r\n]+", " ", child.text_content or "")
        elif tag == "br":
            yield "\n"
        elif tag not in _SILENT:
            yield from _pieces(child)
            if tag in _BLOCK:
                yield "\n"


def tidy(text: str) -> str:
    """Lines without what the eye does not see: blanks at their ends, marks of no width, more than one empty line."""
    text = _UNSEEN.sub("", text)
    lines = [re.sub(r"[ \xa0]+", " ", line).strip(" \t\r\u3000") for line in text.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")


def quote(text: str, pid: int = 0) -> Quote:
    """A quote from its text: the line 「X 发表于 T」 and the excerpt below it."""
    head, _, rest = text.partition("\n")
    match = POSTED.fullmatch(head)
    if match is None:
        return Quote(text.removeprefix("引用:").strip(), pid=pid)
    return Quote(rest.strip(), match[1], naive(match[2]), pid)


def _link(node: LexborNode) -> int:
    for a in node.css("a[href]"):
        match = PID.search(a.attributes.get("href") or "")
        if match:
            return int(match[1])
    return 0
