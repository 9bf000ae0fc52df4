"""Text copied from a thread page with select-all: desktop, phone, archiver and print view of Discuz!, and Tieba.

Such text has no marks but its lines. What cannot be told apart (a signature from the post above it) is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import takewhile

from . import ballots
from .adapter import _FOOTER, ANONYMOUS, Source, label
from .lofi import EMPTY, out_of_turn, plain
from .markup import LOCKED, tidy
from .posts import CLASH, SIGNED, Aside, Page, Post
from .times import STAMP, WHEN, WORDS

_HEAD = re.compile(
    rf"\s*(?:楼主\s*\|\s*)?(匿名\s+)?发表于\s*({WHEN})(?:\s*来自\S+)?\s*(?:\|.*|只看该作者.*|显示全部楼层.*|IP.*)?"
)
_LABEL = re.compile(r"\s*(?:电梯直达)?\s*(楼主|沙发|板凳|地板|推荐|(?:顶\s*)?来自\s*\d+#?|\d+\s*#)\s*")
_TOOLS = "点评|回复|编辑|撤销评分|评分|举报|支持|反对|管理|使用道具|道具|分享|收藏|淘帖|IP|禁止|帖子"
_TOOLBAR = re.compile(rf"(?:\s|\d|{_TOOLS})*(?:{_TOOLS})(?:\s|\d|{_TOOLS})*")
_BEGINS = re.compile(r"\[(?:复制链接|打印本页)\]|'s Archiver$|^(?:.*倒序浏览|只看楼主|.*只看楼主$)", re.MULTILINE)
_ENDS = {
    "电脑版": re.compile(r"GMT[+-]?[\d.:]*,|Powered by"),
    "手机版": re.compile(r"(?:支持|反对)\s*\d*$|回复|首页"),
    "存档版": re.compile(r"查看完整版本|Powered by"),
    "打印版": re.compile(r"欢迎光临|Powered by"),
    "贴吧": re.compile(""),
}
_TITLE = re.compile(r"\s*(\S.*?)\s*\[(?:复制链接|打印本页)\]\s*|查看完整版本[:：]\s*(\S.*)")
_TOP = re.compile(r".*\[复制链接\].*|查看[:：]\s*\d+\s*\|\s*回复[:：].*")
_BOTTOM = re.compile(r"(?:返回列表|下一页 »|发表回复|高级模式|本版积分规则|删除主题\|).*|.*返回列表发新帖.*")
_HIDDEN = re.compile(r"()(?m:^(游客，如果您要查看本帖隐藏内容请回复|本帖隐藏的内容需要.*才可浏览|本帖为密码帖.*)$)")
_COMMENT = re.compile(rf"(.*?)\s*发表于\s*{WHEN}.*")
_PHONE_HEAD = re.compile(
    r"\s*(楼主|沙发|板凳|地板|推荐|(?:顶\s*)?来自\s*\d+\s*#|\d+\s*#)\s*((?!.*发表于\s*\d{4}-)\S.*?)?(?:\s*该用户已被删除)?\s*"
)
_PHONE_TIME = re.compile(rf"\s*(?:收藏)?[\d\s]*?({WHEN})\s*")  # the first post's also bears how often it was seen
_PHONE_BAR = re.compile(r"\s*(?:支持|反对|回复)\s*\d*\s*")
_PHONE_COMMENT = re.compile(rf"\s*发表于\s*{WHEN}\s*")
_SAID = re.compile(rf"\s*(\S.*?)\s*发表于\s*({WHEN})\s*")
_ENTRY = re.compile(rf"\s*(\S.*?)\s*发表于\s*(\d{{4}}-\d{{1,2}}-\d{{1,2}}\s+\d{{1,2}}:\d\d:\d\d|{WORDS})\s*")
_PRINTED = re.compile(rf"\s*作者[:：]\s*(.+?)\s+时间[:：]\s*({STAMP})\s*")
_TIEBA = re.compile(r"(.*?)(\d+)楼\s*(\d{4}-\d\d-\d\d \d\d:\d\d)\s*(?:回复.*|收起回复.*)?")
_TIEBA_REPLY = re.compile(r"\s*(?:\d{4}-\d\d?-\d\d? \d\d:\d\d\s*(?:回复)?|我也说一句|还有\d+条回复.*)\s*")
_TIEBA_NOISE = re.compile(
    r"[\s|]*(?:举报[\s|]*)?(?:来自\S*|只看TA|回复(?:\(\d+\))?|收起回复|送TA礼物|楼主|点击展开.*)?\s*"
)


def fits(text: str) -> bool:
    return any(_kind(text.split("\n")))


def read(source: Source) -> Page:
    lines = source.text.replace("\r", "").replace("\xa0", " ").split("\n")
    kind = _kind(lines)
    page = Page(source.name, "复制的文字", lacks=frozenset({"pid", "quotes", "links", "signature"}))
    if not kind:
        return page
    posts = _each_once(
        {"电脑版": _desktop, "贴吧": _tieba, "打印版": _print, "手机版": _phone, "存档版": _archive}[kind](
            lines, source
        )
    )
    page.kind, page.posts = f"复制的文字（{kind}）", posts
    page.title = next(((m[1] or m[2]).strip() for m in map(_TITLE.fullmatch, lines) if m), "")
    if kind != "电脑版":
        page.lacks -= {"signature"}
    if kind in ("存档版", "打印版"):
        page.lacks |= {"asides"}
    totals = [int(n) for line in lines for n in re.findall(r"/ (\d+) 页", line)]
    page.total = max(totals, default=0)
    parts = sum(1 for line in lines if _FOOTER.search(line))
    if page.total and parts and parts < page.total:
        page.notes.append(f"{source.name}：全帖 {page.total} 页，这里只有 {parts} 页的文字")
    if kind in ("贴吧", "打印版"):
        page.lacks |= {"seconds"}
    if kind == "贴吧":
        page.lacks |= {"edits", "replies"}
    if kind in ("存档版", "打印版"):
        page.lacks |= {"floor"}
        out_of_turn(posts)
    if posts and _unended(lines, kind):
        page.truncated = posts[-1].cut = True
        page.notes.append(f"{source.name} 不完整（没有复制到页尾），最后一帖可能被截断")
    for post in posts:
        _last(post, page, source)
    if "signature" in page.lacks:
        _signatures(posts)
    page.starter = next((p.author for p in posts if p.opener), "")
    return page


def _unended(lines: list[str], kind: str) -> bool:
    """Whether the text begins as a page does but does not end as one. (Posts picked with the mouse do neither.)"""
    full = [line.strip() for line in lines if line.strip()]
    head = {"电脑版": _HEAD, "手机版": _PHONE_TIME, "打印版": _PRINTED}.get(kind, _ENTRY)
    last = max((n for n, line in enumerate(full) if head.fullmatch(line)), default=0)
    ends = any(_ENDS[kind].match(line) for line in full[last + 1 :])
    return _BEGINS.search("\n".join(full[:60])) is not None and not ends


def _last(post: Post, page: Page, source: Source) -> None:
    """What is done alike for every post."""
    if post.author in ANONYMOUS:
        post.author, post.anonymous = "匿名", True
    if not post.author:
        post.notes.append("作者没有读出来")
    if post.time is None:
        post.notes.append("时间没有读出来")
        page.lacks |= {"saved"}
    elif (post.time.end - post.time.start).total_seconds() >= 60:
        page.lacks |= {"exact"}
    post.raw, post.lacks, post.tz = post.text, page.lacks, source.zone_name
    post.opener = post.opener or post.floor == 1
    post.text = tidy(post.text)
    lock = LOCKED.match(post.text.split("\n")[0]) if post.text.startswith("提示") else _HIDDEN.search(post.text)
    if lock:
        post.locked = lock[1] or lock[2]
        post.text = _HIDDEN.sub("", post.text)
    plain(post)


def _kind(lines: list[str]) -> str:
    """Which view the text was copied from: the one whose marks it has most of. A post may hold marks of another."""
    marks = {
        "电脑版": sum(1 for line in lines if _HEAD.fullmatch(line)),
        "手机版": len(_phone_heads([line for line in lines if line.strip()])),
        "打印版": sum(1 for line in lines if _PRINTED.fullmatch(line)),
        "贴吧": sum(1 for line in lines if _TIEBA.fullmatch(line)),
        "存档版": sum(1 for line in lines if _ENTRY.fullmatch(line)),
    }
    most = max(marks, key=lambda kind: marks[kind])
    if not marks[most]:
        return "存档版" if any(_SAID.fullmatch(line) for line in lines) else ""
    return most


def _each_once(posts: Iterable[Post]) -> list[Post]:
    """Posts of a text that holds a page twice; two of one floor that differ are not to be trusted."""
    found: list[Post] = []
    for post in posts:
        old = [p for p in found if p.floor and p.floor == post.floor]
        again = old if post.floor else found if post.time and post.time.exact else []
        if any((p.author, p.time, p.text) == (post.author, post.time, post.text) for p in again):
            continue
        for other in (*old, post) if old and not any(p.featured for p in (*old, post)) else ():
            other.notes.append(CLASH)
        found.append(post)
    return found


# ── the desktop page ──


def _desktop(lines: list[str], source: Source) -> Iterator[Post]:
    heads = [n for n, line in enumerate(lines) if _HEAD.fullmatch(line)]
    starts = [_start(lines, n, heads[i - 1] if i else -1) for i, n in enumerate(heads)]
    feet = _feet(lines)
    for i, head in enumerate(heads):
        end = starts[i + 1][0] if i + 1 < len(heads) else len(lines)
        foot = next((n for n in feet if n > head), 0)
        match = _HEAD.fullmatch(lines[head])
        assert match is not None
        here = replace(source)
        if foot:
            here.text = lines[foot]
            here.look(Page("", ""))
            source.tz, source.told = here.tz, source.told or here.told
        post = Post(author=re.sub(r"\s*该用户已被删除$", "", starts[i][1]))
        if match[1]:
            post.author = "匿名"
        label(post, _label(lines, head))
        post.time = here.time(match[2])
        _body(post, lines[head + 1 : end], foot - head - 1 if head < foot < end else -(i + 1 == len(heads)))
        yield post


def _feet(lines: list[str]) -> list[int]:
    """Where pages end: their zone and time, not what looks like it within a post."""
    after = ["\n".join(lines[n : n + 5]) for n in range(len(lines))]
    return [n for n, x in enumerate(lines) if _FOOTER.search(x) and re.search(r"Processed in|Powered by", after[n])]


def _label(lines: list[str], head: int) -> str:
    match = next((m for m in (_LABEL.fullmatch(x) for x in reversed(lines[max(0, head - 3) : head])) if m), None)
    return match[1] if match else ""


def _start(lines: list[str], head: int, before: int) -> tuple[int, str]:
    """Where a post's block begins (its author's name) and that name."""
    for n in range(head - 1, max(before, head - 45), -1):
        if lines[n].strip() == "主题":  # above it how many he began, and above that his name (may be a number too)
            above = [m for m in range(n - 1, before, -1) if lines[m].strip()][:2]
            return (above[-1], lines[above[-1]].strip()) if len(above) == 2 else (n, "")
    first = head
    for n in range(head - 1, before, -1):
        if _TOOLBAR.fullmatch(lines[n]) and lines[n].strip() not in ("IP", "IP禁止帖子") or _TOP.fullmatch(lines[n]):
            break
        if lines[n].strip() and not _LABEL.fullmatch(lines[n]) and not lines[n].strip().startswith("IP"):
            first = n
    return (first, lines[first].strip()) if first < head else (head, "")


def _body(post: Post, lines: list[str], foot: int) -> None:
    """Own words end where the page's furniture begins: 评分, 点评, the row of buttons.

    foot: the line that ends the page, -1: the text just stops; 0: another post follows, so no furniture of the page.
    """
    if foot:
        lines = lines[:foot] if foot > 0 else lines
        bar = next((n for n, line in enumerate(lines) if line.strip() and _TOOLBAR.fullmatch(line)), 0)
        end = next((n for n in range(bar, len(lines)) if _BOTTOM.fullmatch(lines[n].strip())), len(lines))
        lines = lines[:end]
    bars = [n for n, line in enumerate(lines) if line.strip() and _TOOLBAR.fullmatch(line)]
    if bars:
        lines = lines[: bars[-1]]
        while lines and (not lines[-1].strip() or lines[-1].strip() == "管理"):
            lines.pop()
    _own_words(post, lines, _COMMENT, _comments)


def _own_words(
    post: Post, lines: list[str], head: re.Pattern[str], comments: Callable[[list[str]], list[Aside]]
) -> None:
    """What stands before a post's 评分 and 点评. head: how a 点评 begins; comments: reads those of this view."""
    for n, line in enumerate(lines):
        word, rest = line.strip(), [x for x in lines[n + 1 :] if x.strip()]
        if word == "评分" and (not rest or rest[0].startswith("参与人数")):
            post.asides += [Aside("评分", "", x.strip()) for x in rest[1:]]
            lines = lines[:n]
            break
        if word == "点评" and len(rest) > 1 and head.fullmatch(rest[1]):
            post.asides += comments(rest)
            lines = lines[:n]
            break
    post.text = "\n".join(lines)


def _signatures(posts: list[Post]) -> None:
    """A signature stands below all posts of its author: mark those of them that all end in the same ballot."""
    for author in {p.author for p in posts}:
        mine = [p for p in posts if p.author == author and p.text]
        texts = {p.text for p in mine}
        sign = _shared_end(texts)
        drafts = ballots.read(sign) if len(texts) > 1 and sign not in texts else []
        if any("not-at-line-start" not in d.doubts for d in drafts):
            for post in mine:
                post.notes.append(SIGNED)


def _shared_end(texts: Iterable[str]) -> str:
    columns = zip(*(text.split("\n")[::-1] for text in texts), strict=False)
    return "\n".join([c[0] for c in takewhile(lambda c: len(set(c)) == 1, columns)][::-1])


def _comments(lines: list[str]) -> list[Aside]:
    found, by = [], ""
    for line in lines:
        match = _COMMENT.fullmatch(line)
        if match:
            found.append(Aside("点评", by.strip(), match[1].strip()))
        else:
            by = line
    return found


# ── the other views ──


def _cut(lines: list[str], pattern: re.Pattern[str]) -> Iterator[tuple[re.Match[str], list[str]]]:
    """Each heading line with the lines up to the next."""
    marks = [(n, m) for n, m in ((n, pattern.fullmatch(line)) for n, line in enumerate(lines)) if m]
    for i, (n, match) in enumerate(marks):
        yield match, lines[n + 1 : marks[i + 1][0] if i + 1 < len(marks) else len(lines)]


def _print(lines: list[str], source: Source) -> Iterator[Post]:
    for n, (match, rest) in enumerate(_cut(lines, _PRINTED)):
        yield Post(author=match[1], time=source.time(match[2]), text="\n".join(rest), opener=n == 0)


def _archive(lines: list[str], source: Source) -> Iterator[Post]:
    """「X 发表于 T」 begins a post; to the minute it is only the head of a quote."""
    sure = any(map(_ENTRY.fullmatch, lines))
    page = next((m[1] for line in lines if (m := re.fullmatch(r"\s*页:.*\[(\d+)\].*", line))), "1")
    for n, (match, rest) in enumerate(_cut(lines, _ENTRY if sure else _SAID)):
        stop = next((i for i, x in enumerate(rest) if x.strip().startswith(("页:", "查看完整版本"))), len(rest))
        post = Post(author=match[1], time=source.time(match[2]), text="\n".join(rest[:stop]))
        post.opener = n == 0 and page == "1"
        post.locked = "" if post.text.strip() else EMPTY
        yield post


def _phone_heads(full: list[str]) -> list[tuple[int, int, str, str]]:
    """Where posts begin: line of the label, first line of the body, label, author (beside the label or below it)."""
    found: list[tuple[int, int, str, str]] = []
    for n, line in enumerate(full):
        match = _PHONE_HEAD.fullmatch(line)
        if match is None or found and n < found[-1][1]:  # a name may begin like a label (楼主君)
            continue
        below = n + 1 if match[2] else n + 2
        if below < len(full) and _PHONE_TIME.fullmatch(full[below]):
            found.append((n, below + 1, match[1], match[2] or full[n + 1].strip()))
    return found


def _phone(lines: list[str], source: Source) -> Iterator[Post]:
    """Empty lines end quotes, so they are kept in bodies."""
    at = [n for n, line in enumerate(lines) if line.strip()]
    heads = _phone_heads([lines[n] for n in at])
    for i, (_, body, mark, author) in enumerate(heads):
        end = at[heads[i + 1][0]] if i + 1 < len(heads) else len(lines)
        when = _PHONE_TIME.fullmatch(lines[at[body - 1]])
        post = Post(author=author, time=source.time(when[1]) if when else None)
        label(post, mark)
        own = lines[at[body - 1] + 1 : end]
        bars = [n for n in range(1, len(own)) if all(_PHONE_BAR.fullmatch(x) for x in own[n - 1 : n + 1])]
        own = own[: bars[-1] - 1] if bars else own
        while own and (not own[-1].strip() or not bars and _PHONE_BAR.fullmatch(own[-1])):
            own.pop()
        _own_words(post, own, _PHONE_COMMENT, _phone_comments)
        yield post


def _phone_comments(lines: list[str]) -> list[Aside]:
    """点评 of a phone page: who, when, and below it what."""
    heads = [n for n in range(1, len(lines)) if _PHONE_COMMENT.fullmatch(lines[n])]
    ends = [*(n - 1 for n in heads[1:]), len(lines)]
    return [
        Aside("点评", lines[n - 1].strip(), " ".join(x.strip() for x in lines[n + 1 : end]))
        for n, end in zip(heads, ends, strict=True)
    ]


def _tieba(lines: list[str], source: Source) -> Iterator[Post]:
    """A post ends with its floor and time; before it stand the author, his rank and the body."""
    block: list[str] = []
    for line in lines:
        match = _TIEBA.fullmatch(line.strip())
        if match is None:
            block.append(line)
            continue
        lines_of = _after_replies([*block, match[1]])
        own = [x.strip() for x in lines_of if x.strip() and not _TIEBA_NOISE.fullmatch(x)]
        # Author, title of his rank, its level: the level is the first line of digits alone, above any ballot.
        said = next((n for n, x in enumerate(own) if ballots.like_a_vote(x)), len(own))
        level = next((n for n, x in enumerate(own[2:8], 2) if x.isdecimal() and n < said), -1)
        who, text = (level - 2, own[level + 1 :]) if level >= 2 else (0, own[1:])
        post = Post(
            author=own[who] if own else "", floor=int(match[2]), time=source.time(match[3]), text="\n".join(text)
        )
        block = []
        yield post


def _after_replies(lines: list[str]) -> list[str]:
    """Without the 楼中楼 that hang from the post before: they end with a time each, and with a box to write in."""
    if not any(line.strip() == "收起回复" for line in lines[:2]):
        return lines
    ends = [n for n, line in enumerate(lines) if _TIEBA_REPLY.fullmatch(line)]
    return lines[ends[-1] + 1 :] if ends else lines
