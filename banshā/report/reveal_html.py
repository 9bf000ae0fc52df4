"""The reveal as one page: no script, nothing loaded from anywhere, readable on a phone, in the dark and on paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby

from banshā.engine.table import Table
from banshā.game.save import Save

from . import moves, seats
from .ballots import Thread
from .penalties import Card
from .reveal import Reveal, vote_rows, vote_title
from .reveal_style import CSS
from .story import Chapter
from .voice import Voice

_HUES = {"好人": 210, "狼人": 0, "三方": 285}
_CARDS = {"蓝牌": "blue", "黄牌": "yellow", "红牌": "red"}


def page(t: Table, save: Save, r: Reveal, voice: Voice) -> str:
    """The whole document."""
    title = escape(voice.say("reveal_title"))
    days = [(day, list(found)) for day, found in groupby(r.story, key=lambda c: c.day)]
    body = [
        _header(t, save, r, voice, title), _nav([day for day, _ in days]), "<main>", _cast(t, r),
        *(_day(day, found) for day, found in days), _business(r), _fairness(r), "</main>", _footer(r, voice),
    ]  # fmt: skip
    return (
        '<!doctype html>\n<html lang="zh-CN">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{CSS}</style>\n</head>\n<body>\n" + "\n".join(body) + "\n</body>\n</html>\n"
    )


def _header(t: Table, save: Save, r: Reveal, voice: Voice, title: str) -> str:
    left = sum(x.in_play for x in r.cast)
    facts = [
        ("演员", f"{len(r.cast)} 人"), ("活到最后", f"{left} 人"), ("历时", f"{t.s.clock.day} 天"),
        ("开局", save.created[:10]), ("终局", save.journal[-1].time[:10] if save.journal else ""),
        ("判负", "、".join(r.lost)),
    ]  # fmt: skip
    shown = "".join(f"<li>{k} <b>{escape(v)}</b></li>" for k, v in facts if v)
    winner = f'<div class="winner">{escape(voice.say("reveal_winner", camp=r.winner))}</div>' if r.winner else ""
    lead = escape(voice.say("reveal_lead"))
    staff = "".join(f'<p class="soft">{escape(x)}</p>' for x in r.notes)
    return (
        f'<header><h1>{title}</h1><div class="soft">{escape(save.name)}</div>{winner}'
        f'<ul class="facts">{shown}</ul>{f"<p>{lead}</p>" if lead else ""}{staff}</header>'
    )


def _nav(days: Iterable[int]) -> str:
    links = [("cast", "身份"), *((f"day{d}", f"第 {d} 天" if d else "开局") for d in days), ("fair", "公平发牌")]
    return "<nav><div>" + "".join(f'<a href="#{name}">{text}</a>' for name, text in links) + "</div></nav>"


def _hue(t: Table, camp: str) -> int:
    return _HUES.get(t.rs.side(camp), 160)


def _cast(t: Table, r: Reveal) -> str:
    return f'<h2 id="cast">身份</h2><div class="cast">{"".join(_seat(t, x) for x in r.cast)}</div>'


def _seat(t: Table, x: seats.Row) -> str:
    fate = '<div class="fate in">活到最后</div>' if x.in_play else f'<div class="fate">{escape(x.out)}</div>'
    cards = "".join(_swatch(f"{kind}牌") * n for kind, n in x.cards.items())
    office = f"（{'、'.join(x.offices)}）" if x.offices else ""
    return (
        f'<div class="seat{"" if x.in_play else " gone"}" style="--hue:{_hue(t, x.camp)}"><div class="who">'
        f'<span class="floor">{x.floor}楼</span><b><bdi>{escape(x.seat)}</bdi></b>{escape(office)}'
        f'<span class="player">{escape(x.player)}</span></div>'
        f'<div>{escape("、".join(x.roles))} <span class="camp">{escape(x.camp)}</span></div>{fate}'
        f"{f'<div class=cards>{cards}</div>' if cards else ''}</div>"
    )


def _day(day: int, found: Sequence[Chapter]) -> str:
    title = f"第 {day} 天" if day else "开局"
    return f'<section class="day" id="day{day}"><h2>{title}</h2>{"".join(_stage(c) for c in found)}</section>'


def _stage(c: Chapter) -> str:
    sign = "☾" if c.night else "☼"
    head = f"<h3>{sign} {escape(c.key)}</h3>" if c.day else ""
    parts = [f'<section class="stage{" night" if c.night else ""}">{head}']
    parts += [_line(x.kind, x.head, x.text) for x in c.news]
    parts += [_vote(th) for th in c.votes]
    parts += [_table(c.moves)] if c.moves else []
    if c.outs:
        gone = "".join(
            f"<li><b><bdi>{escape(o.seat)}</bdi></b> {escape(o.roles)} · {escape(o.how)}</li>" for o in c.outs
        )
        parts.append(f'<ul class="outs" aria-label="出局">{gone}</ul>')
    if c.cards or c.remarks:
        told = [*(_card(x) for x in c.cards), *(escape(x) for x in c.remarks)]
        parts.append('<ul class="plain">' + "".join(f"<li>{x}</li>" for x in told) + "</ul>")
    return "".join([*parts, "</section>"])


def _line(kind: str, head: str, text: str) -> str:
    if kind == "words":
        return f"<blockquote><b>{escape(head)}</b>{escape(text)}</blockquote>"
    return f'<p class="{"soft" if kind == "roll" else "news"}">{escape(text)}</p>'


def _table(found: Sequence[moves.Row]) -> str:
    """Who did what: chosen and, where a rule bent it, settled; what became of it; who was told what."""
    rows = [_move(x, i == 0 or found[i - 1].phase != x.phase) for i, x in enumerate(found)]
    heads = ["阶段", "马甲", "技能", "选择 → 结算", "结果", "反馈"]
    keep = [i for i in range(len(heads)) if any(row[i][1] for row in rows)]
    head = "".join(f"<th>{heads[i]}</th>" for i in keep)
    body = "".join("<tr>" + "".join(_cell(*row[i]) for i in keep) + "</tr>" for row in rows)
    return f'<table class="moves"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _cell(kind: str, text: str) -> str:
    return f'<td class="{kind}">{text}</td>'


def _move(x: moves.Row, new_phase: bool) -> list[tuple[str, str]]:
    """Class and text of each cell. That a move took effect goes without saying."""
    bent = " bent" if x.settled != x.selected and x.fate != "待结算" else ""
    origin = f'<span class="soft">（{x.origin}）</span>' if x.origin else ""
    heard = [(who if who != x.actor else "", text) for who, text in moves.heard_by(x)]
    told = "<br>".join(f'<span class="soft">{escape(who)}：</span>{escape(text)}' if who else escape(text)
                       for who, text in heard)  # fmt: skip
    return [
        ("phase", escape(x.phase) if new_phase else ""), ("name", f"<bdi>{escape(x.actor)}</bdi>"),
        ("skill", escape(x.skill) + origin), (f"aim{bent}", escape(moves.aim(x))),
        ("failed", "" if x.fate == moves.DONE else escape(moves.fate(x))), ("told", told),
    ]  # fmt: skip


def _vote(th: Thread) -> str:
    """A tally as bars, the top one first; below it who abstained and whose ballot was void."""
    most = max((c.votes for c in th.counts), default=1) or 1
    rows = [f'<h3 class="soft">{escape(vote_title(th, False))}</h3><div class="vote">']
    for what, votes, who in vote_rows(th):
        top = "top" if what in th.top else "" if votes else "void"
        width = f"{100 * max(0.0, float(votes)) / most:.0f}" if votes else "0"
        bar = f'<i style="width:{width}%"></i>{votes}' if votes else ""
        rows.append(
            f'<span class="{top}">{escape(what)}</span><span class="bar">{bar}</span>'
            f'<span class="who {top if top == "void" else ""}">{escape(who)}</span>'
        )
    return "".join([*rows, "</div>"])


def _swatch(kind: str) -> str:
    return f'<span class="card {_CARDS.get(kind, "")}" title="{escape(kind)}"></span>'


def _card(c: Card) -> str:
    why = f"：{escape(c.reason)}" if c.reason else ""
    return f"{_swatch(c.kind)}{escape(c.seat)} {escape(c.kind)}{why}"


def _business(r: Reveal) -> str:
    """Cards of penalty, substitutes and rulings once more, by themselves."""
    parts = []
    if r.penalties:
        rows = "".join(
            f'<tr><td class="phase">{escape(c.at)}</td><td class="name">{escape(c.seat)}</td>'
            f"<td>{_swatch(c.kind)}{escape(c.kind)}</td><td>{escape(c.reason)}</td></tr>"
            for c in r.penalties
        )
        heads = "<th>时间</th><th>马甲</th><th>牌</th><th>理由</th>"
        parts.append(f'<h2>判罚</h2><div class="scroll"><table><tr>{heads}</tr>{rows}</table></div>')
    if helped := [x for x in r.cast if x.assistant]:
        rows = "".join(f"<li>{escape(x.seat)}：{escape(x.assistant)}</li>" for x in helped)
        parts.append(f'<h2>场外助理</h2><ul class="plain">{rows}</ul>')
    if r.substitutes:
        rows = "".join(f"<li>{escape(a)}：{escape(b)} → {escape(c)}</li>" for a, b, c in r.substitutes)
        parts.append(f'<h2>替补</h2><ul class="plain">{rows}</ul>')
    if r.overrides:
        rows = "".join(f"<li>{escape(x)}</li>" for x in r.overrides)
        parts.append(f'<h2>导演裁定</h2><ul class="plain">{rows}</ul>')
    return "".join(parts)


def _fairness(r: Reveal) -> str:
    return (
        '<h2 id="fair">公平发牌</h2>'
        f"<p>开局时公布的承诺：<br><code>{escape(r.commitment)}</code></p><p>种子：<code>{escape(r.seed)}</code></p>"
        "<p>下面这段文字（UTF-8，每行末尾都有换行，连最后一行）的 SHA-256 就是它，谁都可以验算：</p>"
        f"<pre>{escape(r.proof)}</pre>"
    )


def _footer(r: Reveal, voice: Voice) -> str:
    signature = voice.say("signature")
    return f"<footer>{f'<p>{escape(signature)}</p>' if signature else ''}<p>{escape(r.title)} · bansha</p></footer>"
