"""Small hand-made pages for what the real ones lack. All names and texts are invented."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import datetime
from html import escape, unescape


@dataclass
class P:
    """A post to print: text is HTML already (use q() and b() to make it)."""

    author: str
    at: str  # 2026-11-06 09:40:48
    text: str
    floor: int = 0
    pid: int = 0
    sign: str = ""


def q(author: str, minute: str, text: str, pid: int = 0) -> str:
    """A quote as the reply button leaves it; without pid as a phone does."""
    head = f'<font color="#999999">{author} 发表于 {minute}</font>'
    if pid:
        head = f'<a href="forum.php?mod=redirect&amp;goto=findpost&amp;pid={pid}&amp;ptid=77">{head}</a>'
    return f'<div class="quote"><blockquote><font size="2">{head}</font><br />\n{text}</blockquote></div><br />\n'


def edited(author: str, minute: str) -> str:
    return f'<i class="pstatus"> 本帖最后由 {author} 于 {minute} 编辑 </i><br />\n<br />\n'


def ballot(target: str, kind: str = "投票", reason: str = "没有别的人可投") -> str:
    return f"{kind}对象：{target}<br />\n{kind}理由：{reason}"


def numbered(posts: list[P]) -> list[P]:
    for n, post in enumerate(posts, 1):
        post.floor, post.pid = post.floor or n, post.pid or 5000 + 3 * n
    return posts


def stock(posts: list[P], page: int = 1, pages: int = 1, foot: str = "GMT+8, 2026-11-09 10:00", head: str = "") -> str:
    """A desktop page much like the stock style."""
    first = ["楼主", "沙发", "板凳", "地板"]
    out = []
    for p in posts:
        label = first[p.floor - 1] if p.floor <= 4 else f"<em>{p.floor}</em><sup>#</sup>"
        out.append(
            f'<div id="post_{p.pid}" ><table id="pid{p.pid}" class="plhin"><tr><td class="pls" rowspan="2">'
            f'<div id="favatar{p.pid}" class="pls cl favatar"><div class="pi"><div class="authi">'
            f'<a href="home.php?mod=space&amp;uid={_uid(p)}" class="xw1">{p.author}</a></div></div></div></td>'
            f'<td class="plc"><div class="pi"><strong><a id="postnum{p.pid}">{label}</a></strong><div class="pti">'
            f'<div class="authi"><em id="authorposton{p.pid}">发表于 {p.at}</em>'
            f'<a href="forum.php?mod=viewthread&amp;tid=77&amp;authorid={_uid(p)}">只看该作者</a></div></div></div>'
            f'<div class="pct"><div class="pcb"><div class="t_fsz"><table><tr><td class="t_f" id="postmessage_{p.pid}">\n'
            f"{p.text}</td></tr></table></div></div></div></td></tr><tr><td>"
            + (f'<div class="sign">{p.sign}</div>' if p.sign else "")
            + "</td></tr></table></div>"
        )
    strip = "".join(f"<strong>{n}</strong>" if n == page else f"<a>{n}</a>" for n in range(1, pages + 1))
    bar = f'<div class="pg">{strip}<label><span title="共 {pages} 页"> / {pages} 页</span></label></div>'
    return (
        '<!DOCTYPE html><html><head><meta charset="utf-8" /><title>投票帖</title>'
        '<link href="https://forum.example/forum.php?mod=viewthread&tid=77" rel="canonical" /></head><body>'
        f'{head}<div id="postlist"><span id="thread_subject">投票帖</span>{bar if pages > 1 else ""}{"".join(out)}</div>'
        f"<p>{foot}, Processed in 0.1 second(s)</p></body></html>"
    )


def skinned(posts: list[P]) -> str:
    """A theme of its own: authors on the right, addresses rewritten, other tags and classes, times in words."""
    out = []
    for p in posts:
        out.append(
            f'<article class="reply-card" id="post_{p.pid}"><header><div class="authi">'
            f'<a class="nick" href="space-uid-{_uid(p)}.html">{p.author}</a>'
            f'<em id="authorposton{p.pid}">发表于 <span title="{p.at}">刚才</span></em></div>'
            f'<a id="postnum{p.pid}" href="thread-77-1-1.html#pid{p.pid}">{p.floor} 楼</a></header>'
            f'<section><div id="postmessage_{p.pid}" class="content">{p.text}'
            f'<font class="jammer">投票对象：乱码</font><span style="display:none">投票对象：隐身</span></div></section>'
            f'<footer><div class="sign">{p.sign}</div></footer></article>'
        )
    return (
        "<html><head><title>投票帖</title></head><body><h1 id='thread_subject'>投票帖</h1>"
        f'<a href="thread-77-1-1.html">本帖</a><main id="postlist">{"".join(out)}</main>'
        "<small>GMT+9, 2026-11-09 11:00</small></body></html>"
    )


def tieba(posts: list[P], comments: dict[int, list[tuple[str, ...]]] | None = None, hidden: int = 0) -> str:
    """A saved page of Tieba. comments: by floor, (who, what) or (who, what, when, number)."""
    out = []
    for p in posts:
        data = {
            "author": {"user_id": _uid(p), "user_name": p.author},
            "content": {
                "post_id": p.pid, "post_no": p.floor, "date": p.at[:16], "comment_num":
                len((comments or {}).get(p.floor, [])) + (hidden if p.floor == 2 else 0),
            },
        }  # fmt: skip
        lzl = "".join(
            f'<li class="lzl_single_post j_lzl_s_p" data-field="{escape(json.dumps({"spid": "".join(more[1:])}))}">'
            f'<div class="lzl_cnt"><a class="at j_user_card">{who}</a>：<span class="lzl_content_main">{said}</span>'
            f'<div class="lzl_content_reply"><span class="lzl_time">{"".join(more[:1])}</span></div></div></li>'
            for who, said, *more in (comments or {}).get(p.floor, [])
        )
        out.append(
            f'<div class="l_post j_l_post l_post_bright  " data-field="{escape(json.dumps(data))}">'
            f'<div class="d_author"><a class="p_author_name">{p.author}</a></div>'
            f'<cc><div id="post_content_{p.pid}" class="d_post_content j_d_post_content">{p.text}</div></cc>'
            f'<div class="post-tail-wrap"><span>{p.floor}楼</span><span>{p.at[:16]}</span></div><ul>{lzl}</ul></div>'
        )
    return (
        "<!DOCTYPE html><html><head><title>投票_版杀吧_百度贴吧</title></head><body>"
        '<h1 class="core_title_txt" title="第二日投票">第二日投票</h1><a href="/p/88001">本帖</a>'
        f'<div class="louzhubiaoshi" author="导演"></div><div id="j_p_postlist">{"".join(out)}</div></body></html>'
    )


# ── the same thread in other views ──


def phone(posts: list[P]) -> str:
    """The phone view (mobile=2)."""
    out = []
    for p in posts:
        out.append(
            f'<div class="plc cl" id="pid{p.pid}"><div class="display pi"><ul class="authi"><li class="mtit">'
            f'<span class="y">{label(p, "<sup>#</sup>")}</span><span class="z"><a href="home.php?mod=space&amp;uid='
            f'{_uid(p)}&amp;mobile=2">{p.author}</a></span></li><li class="mtime">{p.at}</li></ul>'
            f'<div class="message">\n{p.text}</div><div id="comment_{p.pid}"></div></div></div>'
        )
    return (
        "<!DOCTYPE html><html><head><title>投票帖</title>"
        '<link href="https://forum.example/forum.php?mod=viewthread&tid=77" rel="canonical" /></head>'
        f"<body>{''.join(out)}</body></html>"
    )


def plugin(posts: list[P]) -> str:
    """The JSON of the mobile plug-in."""
    rows = [
        {
            "pid": str(p.pid), "first": "1" if p.floor == 1 else "0", "author": p.author, "authorid": str(_uid(p)),
            "message": p.text, "anonymous": "0", "status": "0", "number": str(p.floor),
            "dbdateline": str(int(datetime.fromisoformat(f"{p.at}+08:00").timestamp())),
        }
        for p in posts
    ]  # fmt: skip
    thread = {"tid": "77", "subject": "投票帖", "author": "导演", "replies": str(len(posts) - 1)}
    return json.dumps({"Version": "1", "Variables": {"thread": thread, "postlist": rows}})


def archiver(posts: list[P]) -> str:
    """The archiver: tags are gone, so a quote is followed by an empty line and nothing else."""
    out = [
        f'<p class="author"><strong>{p.author}</strong>\n发表于 {p.at}\t</p><h3></h3>\n{_bare(p.text)}' for p in posts
    ]
    return (
        "<html><head><title>投票帖 - Powered by Discuz! Archiver</title>"
        '<link href="https://forum.example/forum.php?mod=viewthread&tid=77" rel="canonical" /></head><body>'
        f'<div id="content">{"".join(out)}</div><div id="end"></div></body></html>'
    )


def printed(posts: list[P]) -> str:
    """The print view, to the minute."""
    rule = '<hr noshade size="2" width="100%">'
    out = [f"{rule}<b>作者: </b>{p.author}&nbsp; &nbsp; <b>时间: </b>{p.at[:16]}<br />\n{p.text}" for p in posts]
    return f"<html><head><title>投票帖</title></head><body>{''.join(out)}<hr size='1'></body></html>"


def copied(posts: list[P]) -> str:
    """Select-all and copy of the desktop view."""
    out = ["版杀之家»论坛\n查看: 41|回复: 42\n  投票帖 [复制链接]\n"]
    for p in posts:
        sign = f"\n{p.sign}" if p.sign else ""
        out.append(
            f"{p.author}\n\n0\n\n主题\t\n13\n\n回帖\n40\n\n积分\n新手上路\n\n积分40\n发消息\n\n{label(p)}\n"
            f" 发表于 {p.at} | 只看该作者 \n{copied_text(p.text)}{sign}\n回复 举报\n"
        )
    return (
        "".join(out)
        + "返回列表发新帖回复\nGMT+8, 2026-11-25 21:31 , Processed in 0.0 second(s)\nPowered by Discuz! X3.5\n"
    )


def copied_phone(posts: list[P], between: str = "") -> str:
    """Select-all and copy of the phone view; `between` label and name."""
    out = [f"{label(p)}{between}{p.author}\n{p.at}\n{copied_text(p.text)}\n支持\n反对\n\n" for p in posts]
    return f"狼人版杀\n投票帖\n\n{''.join(out)}回复 "


def copied_archiver(posts: list[P]) -> str:
    out = [f"{p.author} 发表于 {p.at}\n\n{copied_text(_bare(p.text))}\n" for p in posts]
    return f"版杀之家's Archiver\n{''.join(out)}查看完整版本: 投票帖\n"


def label(p: P, mark: str = "#") -> str:
    return ["楼主", "沙发", "板凳", "地板"][p.floor - 1] if p.floor <= 4 else f"{p.floor}{mark}"


def _bare(text: str) -> str:
    text = text.replace("</blockquote></div><br />\n", "<br />\n<br />\n")
    return re.sub(r"<(?!br)[^>]*>", "", text)


def copied_text(text: str) -> str:
    """What a browser copies of a body: a line a <br>, blocks on lines of their own, pictures lost."""
    text = re.sub(r"\n|<img[^>]*>", "", text)
    text = re.sub(r"</blockquote></div>", "\n", re.sub(r"<br ?/?>", "\n", text))
    return unescape(re.sub(r"<[^>]*>", "", text))


def later(minute: int) -> str:
    """A time that many minutes after the morning of 6 Nov."""
    at = datetime(2026, 11, 6, 9, 0).timestamp() + 60 * minute
    return f"{datetime.fromtimestamp(at):%Y-%m-%d %H:%M:%S}"


def _uid(post: P) -> int:
    return 100 + sum(map(ord, post.author)) % 900
