"""The elevator of a sign-up thread: seats in the order of the floors that stand."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .ballots import norm
from .names import match, simple
from .posts import Post, Thread

_NAMED = re.compile(r"马甲[ \t]*:[ \t]*(\S[^\n]*)")
_GONE = re.compile(r"退出|退报|取消报名|不来了|不玩了")
_JOINS = re.compile(r"报名|参加|占座|\+1|来一局")


@dataclass(slots=True)
class Entry:
    """What a post of a sign-up thread is: seat, withdrawn, ignore, ask, unreadable."""

    post: Post
    verdict: str
    seat: str = ""
    number: int = 0
    note: str = ""


def elevator(thread: Thread, directors: frozenset[str] = frozenset({"导演"})) -> list[Entry]:
    """Read a sign-up thread. A seat is the account that posted; its first sign-up that stands counts."""
    entries = [_entry(post, directors | {thread.starter}) for post in thread.posts]
    taken: dict[str, Entry] = {}
    for entry in entries:
        if entry.verdict == "withdrawn" and entry.seat in taken:
            gone = taken.pop(entry.seat)
            gone.verdict, gone.note = "withdrawn", f"后来在{entry.post.where}退出"
        if entry.verdict != "seat":
            continue
        if entry.seat in taken:
            entry.verdict, entry.note = "ignore", f"重复报名，以{taken[entry.seat].post.where}为准"
        else:
            taken[entry.seat] = entry
    for number, entry in enumerate(taken.values(), 1):
        entry.number = number
    for entry in entries:
        if entry.verdict == "withdrawn?":
            entry.verdict = "ask" if entry.seat in taken else "ignore"
    return entries


def _entry(post: Post, directors: frozenset[str]) -> Entry:
    if post.author in directors:
        return Entry(post, "ignore", note="导演")
    if post.anonymous or not post.author:
        return Entry(post, "ask", note="不知道是谁")
    if post.locked or post.cut and not post.text:
        gone = "删除" in post.locked or "禁止" in post.locked
        return Entry(post, "ignore" if gone else "unreadable", post.author, note=post.locked or "页面在这一楼断了")
    flat = simple(norm(post.text))
    named = _NAMED.search(flat)
    if named is None and _GONE.search(flat):
        sure = len(flat) <= 20 and not re.search(r"[?吗别谁]|有人|如果|要是", flat)
        return Entry(post, "withdrawn" if sure else "withdrawn?", post.author, note="退出" if sure else "说到退出")
    if named is None and not (_JOINS.search(flat) and len(flat) <= 40):
        return Entry(post, "ignore", note="没有报名")
    if named is None and re.search(r"不|吗|？|\?|围观|观众|路过", flat):
        return Entry(post, "ask", post.author, note="看不准是不是报名")
    if named is not None and _GONE.search(flat):
        return Entry(post, "ask", post.author, note="又写了马甲又写了退出")
    if named is not None:
        written = post.text[named.start(1) : named.end(1)]
        bare = written if match(written, [post.author]).sure else re.split(r"[（(，,。]|\s{2,}", written)[0].strip()
        if not match(bare, [post.author]).sure and written.split()[0] != written:
            bare = written.split()[0]
        if not match(bare, [post.author]).sure:
            return Entry(post, "ask", post.author, note=f"账号是 {post.author}，写的马甲是「{written}」")
    return Entry(post, "seat", post.author)
