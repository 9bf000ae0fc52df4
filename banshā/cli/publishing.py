"""announce, feedback, sent, reveal: what leaves the machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import base, completing, pacing, posting, term
from .posting import Encoding, Format, Limit

if TYPE_CHECKING:
    from banshā.game.play import Game
    from banshā.report.notices import Mail
    from banshā.report.reveal import Reveal

app = base.commands()

At = Annotated[
    str | None,
    typer.Option("--at", metavar="LABEL", help="哪一段：开门2、黄昏1、昼2", autocompletion=completing.labels),
]


@base.command(app, "announce")
def announce(
    at: At = None,
    form: Format = "plain",
    limit: Limit = None,
    encoding: Encoding = "utf-8",
    morning: Annotated[
        str | None, typer.Option("--morning", metavar="FILE", help="晨报：填进开门公示里留的位置（- 从管道读）")
    ] = None,
    mark_posted: Annotated[bool, typer.Option("--mark-posted", help="记下已经发布")] = False,
) -> None:
    """公示：刚结算的一段（或 --at 的一段）里所有人该知道的，可以直接贴。"""
    from banshā.report import announcement, stages

    encoding = posting.checked(form, encoding)
    g = base.game()
    t = g.table
    base.warn(g)
    voice = posting.voice(g)
    found = announcement.announcement(t, at or "", voice, pacing.closes(g))
    blocks = announcement.blocks(found, voice, base.read_all(morning) if morning else "")
    parts = posting.posts(blocks, form, limit, encoding, voice) if blocks else []
    data = {
        "game": g.name, "label": found.label, "title": found.title, "format": form,
        "lines": [line.head + line.text for line in found.lines], "posted": False,
        "votes": found.votes, "standing": found.standing, "earlier": found.earlier, "closes": found.closes,
        "text": posting.BETWEEN.join(parts),
    }  # fmt: skip
    already = found.label in g.posted_labels()
    if mark_posted and found.label:
        g.mark_posted(found.label, base.director(), base.now(), [t.log[i] for i in found.events])
        data["posted"] = True
    posting.show(data, parts)
    if not parts:
        base.note(f"{found.label} 没有要公示的。" if found.label else "到现在还没有要公示的。")
    elif at is None and found.label != stages.just_resolved(t) and not mark_posted:
        base.note(f"这是最近一次有公示的 {found.label}" + ("，已经记为发布" if already else ""))
    if found.morning and not morning and voice.say("morning"):
        base.note(f"发之前把「{voice.say('morning')}」换成晨报，或用 --morning 文件")
    if mark_posted and found.label:
        base.note(f"记下：{found.label} 已发布", "good")
    if older := _unposted(g, found.label) if at is None else []:
        base.note(f"前面还有没发的：{'、'.join(older)}（bansha announce --at {older[0]}）", "warn")


def _unposted(g: Game, but: str) -> list[str]:
    """Stages with something public that was not posted yet, in order."""
    from banshā.report import stages

    t = g.table
    found = dict.fromkeys(stages.label(t, t.log[item.event].at) for item in g.unposted())
    return [label for label in found if label != but]


# ── private notices ──


@base.command(app, "feedback")
def feedback(
    seats: Annotated[
        list[str] | None,
        typer.Argument(metavar="马甲", help="默认：所有有未发通知的", autocompletion=completing.seats),
    ] = None,
    at: At = None,
    unsent: Annotated[bool, typer.Option("--unsent", help="只要还没发的")] = False,
    form: Format = "plain",
    limit: Limit = None,
    encoding: Encoding = "utf-8",
) -> None:
    """私下的通知，一人一段，可以直接贴到 QQ。不写 --at 时是所有还没发的。"""
    from . import words

    encoding = posting.checked(form, encoding)
    g = base.game()
    t = g.table
    base.warn(g)
    names = words.seats(t, seats or [])
    mails = gather(g, names, at, unsent or at is None)
    fixes = [c for c in g.corrections() if c.sent is not None and c.seat and (not names or c.seat in names)]
    data = {"game": g.name, "mails": mails, "corrections": [_fix(c) for c in fixes]}
    base.show(data, lambda: "\n\n".join(_mail(m, g, form, limit, encoding) for m in mails))
    if not mails:
        base.note("没有未发的通知。看发过的用 --at" if at is None else f"{at} 没有给{'、'.join(names) or '谁'}的通知。")
    for c in fixes:
        base.note(_fix(c), "warn")


def gather(g: Game, names: list[str], at: str | None, unsent_only: bool) -> list[Mail]:
    """Notices by seat."""
    from banshā.report import notices, stages

    t = g.table
    open_ones = {(i.event, i.seat) for i in g.unsent()}
    items = [i for i in g.notices() if not names or i.seat in names]
    if at:
        inside = {e.index for e in stages.within(t.log, t, at)}
        items = [i for i in items if i.event in inside]
    if unsent_only:
        items = [i for i in items if (i.event, i.seat) in open_ones]
    return notices.mails(t, items, open_ones)


def _mail(m: Mail, g: Game, form: str, limit: int | None, encoding: str) -> str:
    """One seat's message below a line that says whose it is; the line is the director's, no part of it."""
    from banshā.report import notices

    voice = posting.voice(g)
    parts = posting.posts(notices.blocks(m, voice), form, limit, encoding, voice)
    return term.styled(f"—— {notices.head(m)} ——", "bold") + "\n" + posting.BETWEEN.join(parts)


def _fix(c: Any) -> str:
    from .chores import correction_text

    return correction_text(c)


@base.command(app, "sent")
def sent(
    seats: Annotated[
        list[str] | None, typer.Argument(metavar="马甲", help="发给了谁", autocompletion=completing.seats)
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="所有人的都发了")] = False,
) -> None:
    """记下通知已经发出；以后撤销或改正，会列出要更正的话。"""
    from . import words

    if bool(seats) == every:
        raise typer.BadParameter("写发给了谁，或用 --all")
    g = base.game()
    t = g.table
    names = None if every else words.seats(t, seats or [])
    done = g.mark_sent(names, base.director(), base.now())
    rows = [{"seat": i.seat, "label": i.label, "text": i.text} for i in done]

    def text() -> str:
        who = list(dict.fromkeys(i.seat for i in done))
        return f"记下：发出 {len(done)} 条给 {'、'.join(who)}" if done else "没有新发的。"

    base.show({"sent": rows}, text)
    left = list(dict.fromkeys(i.seat for i in g.unsent()))
    if left:
        base.note(f"还没发：{'、'.join(left)}")


# ── reveal ──


@base.command(app, "reveal")
def reveal(
    form: Format = "plain",
    limit: Limit = None,
    encoding: Encoding = "utf-8",
    page: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="写成一页网页：身份、逐日逐夜、投票、判罚、种子")
    ] = None,
    early: Annotated[bool, typer.Option("--early", help="游戏没结束也要看（含所有秘密）")] = False,
) -> None:
    """揭秘贴：身份、每夜的行动、投票、判罚、胜者、种子。游戏结束后才给。"""
    from banshā.game.deal import commitment_text
    from banshā.report import reveal as report

    encoding = posting.checked(form, encoding)
    g = base.game()
    t = g.table
    if not t.s.over and not early:
        raise base.stop("not_over", "游戏还没结束，揭秘里全是秘密", "", "确要现在看，加 --early")
    s = g.save
    proof = commitment_text(s.ruleset, s.ruleset_digest, s.seed, s.salt, s.seats)
    found = report.reveal(t, s.ruleset_title, s.seed, s.salt, s.commitment, proof)
    if page is not None:
        _write_page(page, g, found)
        return
    voice = posting.voice(g)
    parts = posting.posts(report.blocks(found, voice), form, limit, encoding, voice)
    posting.show(found, parts)


def _write_page(page: Path, g: Game, found: Reveal) -> None:
    from banshā.game.files import write_atomic
    from banshā.report import reveal_html

    write_atomic(page, reveal_html.page(g.table, g.save, found, posting.voice(g)).encode())
    base.show({**base.jsonable(found), "html": str(page)}, lambda: f"写好 {page}，用浏览器打开")
