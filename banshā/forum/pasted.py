"""Text copied from a thread page with select-all: desktop, phone, archiver and print view of Discuz!, and Tieba.

Such text has no marks but its lines. What cannot be told apart (a signature from the post above it) is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from .adapter import _FOOTER, ANONYMOUS, Source, label
from .lofi import out_of_turn, plain
from .markup import LOCKED, tidy
from .posts import Aside, Page, Post
from .times import STAMP, WHEN, WORDS

_HEAD = re.compile(
    rf"\s*(?:楼主\s*\|\s*)?(匿名\s+)?发表于\s*({WHEN})(?:\s*来自\S+)?\s*(?:\|.*|只看该作者.*|显示全部楼层.*|IP.*)?"
)
_LABEL = re.compile(r"\s*(?:电梯直达)?\s*(楼主|沙发|板凳|地板|推荐|(?:顶\s*)?来自\s*\d+#?|\d+\s*#)\s*")
_TOOLS = "点评|回复|编辑|撤销评分|评分|举报|支持|反对|管理|使用道具|道具|分享|收藏|淘帖|IP|禁止|帖子"
_TOOLBAR = re.compile(rf"(?:\s|\d|{_TOOLS})*(?:{_TOOLS})(?:\s|\d|{_TOOLS})*")
_TOP = re.compile(r".*\[复制链接\].*|查看[:：]\s*\d+\s*\|\s*回复[:：].*")
_BOTTOM = re.compile(r"(?:返回列表|下一页 »|发表回复|高级模式|本版积分规则|删除主题\|).*|.*返回列表发新帖.*")
_COMMENT = re.compile(rf"(.*?)\s*发表于\s*{WHEN}.*")
_TOUCH_TIME = re.compile(rf"\s*({WHEN})\s*")
_SAID = re.compile(rf"\s*(\S.*?)\s*发表于\s*({WHEN})\s*")
_ENTRY = re.compile(rf"\s*(\S.*?)\s*发表于\s*(\d{{4}}-\d{{1,2}}-\d{{1,2}}\s+\d{{1,2}}:\d\d:\d\d|{WORDS})\s*")
_PRINTED = re.compile(rf"\s*作者[:：]\s*(.+?)\s+时间[:：]\s*({STAMP})\s*")
_TIEBA = re.compile(r"(.*?)(\d+)楼\s*(\d{4}-\d\d-\d\d \d\d:\d\d)\s*(?:回复.*|收起回复.*)?")
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
    posts = list(
        {"电脑版": _desktop, "贴吧": _tieba, "打印版": _print, "手机版": _phone, "存档版": _archive}[kind](
            lines, source
        )
    )
    page.kind, page.posts = f"复制的文字（{kind}）", posts
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
    for post in posts:
        _last(post, page, source)
    page.starter = next((p.author for p in posts if p.opener), "")
    return page


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
    lock = LOCKED.match(post.text.split("\n")[0]) if post.text.startswith("提示") else None
    if lock:
        post.locked = lock[1] or lock[2]
    plain(post)


def _kind(lines: list[str]) -> str:
    """Which view the text was copied from: the one whose marks it has."""
    if any(_HEAD.fullmatch(line) for line in lines):
        return "电脑版"
    if any(_PRINTED.fullmatch(line) for line in lines):
        return "打印版"
    if any(_TIEBA.fullmatch(line) for line in lines):
        return "贴吧"
    if any(_LABEL.fullmatch(a) and _TOUCH_TIME.fullmatch(c) for a, _, c in _triples(lines)):
        return "手机版"
    return "存档版" if any(_SAID.fullmatch(line) for line in lines) else ""


def _triples(lines: list[str]) -> Iterator[tuple[str, str, str]]:
    full = [line for line in lines if line.strip()]
    return zip(full, full[1:], full[2:], strict=False)


# ── the desktop page ──


def _desktop(lines: list[str], source: Source) -> Iterator[Post]:
    heads = [n for n, line in enumerate(lines) if _HEAD.fullmatch(line)]
    starts = [_start(lines, n, heads[i - 1] if i else -1) for i, n in enumerate(heads)]
    feet = [(n, line) for n, line in enumerate(lines) if _FOOTER.search(line)]
    for i, head in enumerate(heads):
        end = starts[i + 1][0] if i + 1 < len(heads) else len(lines)
        foot = next((line for n, line in feet if n > head), "")
        match = _HEAD.fullmatch(lines[head])
        assert match is not None
        here = replace(source)
        if foot:
            here.text = foot
            here.look(Page("", ""))
            source.tz = here.tz
        post = Post(author=starts[i][1])
        if match[1]:
            post.author = "匿名"
        label(post, _label(lines, head))
        post.time = here.time(match[2])
        _body(post, lines[head + 1 : end])
        yield post


def _label(lines: list[str], head: int) -> str:
    match = next((m for m in (_LABEL.fullmatch(x) for x in reversed(lines[max(0, head - 3) : head])) if m), None)
    return match[1] if match else ""


def _start(lines: list[str], head: int, before: int) -> tuple[int, str]:
    """Where a post's block begins (its author's name) and that name."""
    for n in range(head - 1, max(before, head - 45), -1):
        if lines[n].strip() == "主题":
            name = next(
                (m for m in range(n - 1, before, -1) if lines[m].strip() and not lines[m].strip().isdecimal()), -1
            )
            return (name, lines[name].strip()) if name > before else (n, "")
    first = head
    for n in range(head - 1, before, -1):
        if _TOOLBAR.fullmatch(lines[n]) and lines[n].strip() not in ("IP", "IP禁止帖子") or _TOP.fullmatch(lines[n]):
            break
        if lines[n].strip() and not _LABEL.fullmatch(lines[n]) and not lines[n].strip().startswith("IP"):
            first = n
    return (first, lines[first].strip()) if first < head else (head, "")


def _body(post: Post, lines: list[str]) -> None:
    """Own words end where the page's furniture begins: 评分, 点评, the row of buttons, the foot of the page."""
    end = next(
        (n for n, line in enumerate(lines) if _BOTTOM.fullmatch(line.strip()) or _FOOTER.search(line)), len(lines)
    )
    lines = lines[:end]
    bars = [n for n, line in enumerate(lines) if line.strip() and _TOOLBAR.fullmatch(line)]
    if bars:
        lines = lines[: bars[-1]]
        while lines and (not lines[-1].strip() or lines[-1].strip() == "管理"):
            lines.pop()
    for n, line in enumerate(lines):
        word, rest = line.strip(), [x for x in lines[n + 1 :] if x.strip()]
        if word == "评分" and (not rest or rest[0].startswith("参与人数")):
            post.asides += [Aside("评分", "", x.strip()) for x in rest[1:]]
            lines = lines[:n]
            break
        if word == "点评" and len(rest) > 1 and _COMMENT.fullmatch(rest[1]):
            post.asides += _comments(rest)
            lines = lines[:n]
            break
    post.text = "\n".join(lines)


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
    for n, (match, rest) in enumerate(_cut(lines, _ENTRY if sure else _SAID)):
        stop = next((i for i, x in enumerate(rest) if x.strip().startswith(("页:", "查看完整版本"))), len(rest))
        yield Post(author=match[1], time=source.time(match[2]), text="\n".join(rest[:stop]), opener=n == 0)


def _phone(lines: list[str], source: Source) -> Iterator[Post]:
    full = [line for line in lines if line.strip()]
    marks = [n for n in range(len(full) - 2) if _LABEL.fullmatch(full[n]) and _TOUCH_TIME.fullmatch(full[n + 2])]
    for i, n in enumerate(marks):
        end = marks[i + 1] if i + 1 < len(marks) else len(full)
        post = Post(author=full[n + 1].strip(), time=source.time(full[n + 2]))
        label(post, full[n])
        post.text = "\n".join(x for x in full[n + 3 : end] if not re.fullmatch(r"\s*(支持|反对|回复|\d+)\s*", x))
        yield post


def _tieba(lines: list[str], source: Source) -> Iterator[Post]:
    """A post ends with its floor and time; before it stand the author, his rank and the body."""
    block: list[str] = []
    for line in lines:
        match = _TIEBA.fullmatch(line.strip())
        if match is None:
            block.append(line)
            continue
        lines_of = [*block, match[1]]
        own = [x.strip() for x in lines_of if x.strip() and not _TIEBA_NOISE.fullmatch(x)]
        # Author, title of his rank, its level: the level is the first line of digits alone.
        level = next((n for n, x in enumerate(own[:8]) if x.isdecimal()), -1)
        who, text = (level - 2, own[level + 1 :]) if level >= 2 else (0, own[1:])
        post = Post(
            author=own[who] if own else "", floor=int(match[2]), time=source.time(match[3]), text="\n".join(text)
        )
        block = []
        yield post
