"""vote import, posts import: forum pages into the journal, and what a director has to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer

from . import base, term

if TYPE_CHECKING:
    from datetime import tzinfo

    from banshā.engine.inputs import Input
    from banshā.forum.counts import Counted
    from banshā.forum.posts import Thread
    from banshā.forum.told import Said
    from banshā.forum.verdicts import Outcome, Terms, Verdict
    from banshā.game.play import Game
    from banshā.report.penalties import Due

GROUPS = (
    ("要你定", ("ask",)),
    ("不算", ("void",)),
    ("迟到", ("late",)),
    ("读不到", ("unreadable",)),
)


def said(
    close: str | None, zone: str | None, director: list[str] | None, out: list[str] | None, account: list[str] | None,
    override: list[str] | None, ignore: list[str] | None, pace: str | None,
) -> Said:  # fmt: skip
    """The options that the forum layer reads."""
    from banshā.forum import times
    from banshā.forum.told import Said

    if pace not in (None, "加速"):
        raise typer.BadParameter("--pace 只认得 加速（延时就是把 --close 写晚）")
    tz = times.zone(zone) if zone else None
    return Said(close or "", tz, director or [], out or [], account or [], override or [], ignore or [], pace == "加速")


def load(files: list[str], told: Said, saved: str | None) -> tuple[list[Thread], tzinfo]:
    """The threads in the files, and the zone to speak in."""
    from banshā.forum import reading, times
    from banshā.forum.posts import Span

    tz = told.tz or times.BEIJING
    at = times.moment(saved, tz) if saved else None
    found = reading.load(files, told.tz, Span(at, at) if at else None)
    for thread in found:
        for text in thread.notes:
            base.note(f"注意：{text}", "warn")
    return found, tz


def one(threads: list[Thread]) -> Thread:
    if len(threads) > 1:
        names = "、".join(f"{t.title or t.tid}" for t in threads)
        raise base.stop("two_threads", f"这些页是 {len(threads)} 个帖子：{names}", "", "一次只导入一个投票帖")
    return threads[0]


# ── votes ──


def import_votes(files: list[str], told: Said, saved: str | None, number: int, dry: bool) -> None:
    """Read, judge, record what is new, show the rest."""
    from banshā.engine import casting, cutoffs
    from banshā.forum import importing, judging

    g = base.game()
    t = g.table
    if not dry:
        casting.thread(t, number)
    threads, tz = load(files, told, saved)
    thread = one(threads)
    terms = importing.terms(t, g.log, thread, told, tz, number)
    for name, out in terms.outs.items():
        floor = t.by_name(name)
        if out.noon and out.since and not told.outs and floor and cutoffs.left_at(t, floor) is None:
            when = f"{out.since.astimezone(tz):%m-%d %H:%M}"
            base.note(f"注意：{name} 出局的时刻按你记下的 {when} 算（--out {name}=时间 可改）", "warn")
    outcome = judging.judge(thread, terms)
    planned = importing.plan(t, thread, outcome, terms, told, number)
    first = len(g.log)
    if planned and not dry:
        base.do(g, planned)
    lines = [(e.number, e.line) for e in g.log[first:]]
    if dry:
        lines = [(0, text) for text in _planned(planned)]
    base.show(
        lambda: _vote_data(g, thread, terms, outcome, lines, dry),
        lambda: vote_page(thread, terms, outcome, lines, dry),
    )


def _planned(lines: list[Input]) -> list[str]:
    from banshā.game.grammar import format_line

    return [format_line(line) for line in lines]


def vote_page(thread: Thread, terms: Terms, outcome: Outcome, lines: list[tuple[int, str]], dry: bool) -> str:
    kept = [f"#{n} {term.head(line)}" if n else f"  {line}" for n, line in lines]
    head = f"读了 {len(thread.posts)} 帖（{'、'.join(dict.fromkeys(p.kind for p in thread.pages))}）"
    head += f"，{terms.closes.astimezone(terms.tz):%m-%d %H:%M} 截止（{_zone(terms)}）"
    verb = "会记下" if dry else "记下"
    out = [head, f"{verb} {len(kept)} 条：" if kept else "没有新的票。", *kept]
    for title, kinds in GROUPS:
        rows = [_row(v, terms) for v in outcome.verdicts if _kind(v) in kinds and not v.moot]
        if rows:
            out += [
                "",
                term.table(["楼", "作者", "像是投", "时间", "缘由"], rows, term.head(f"{title}（{len(rows)}）")),
            ]
    noted = [v for v in outcome.verdicts if v.counts and v.text]
    if noted:
        rows = [_row(v, terms) for v in noted]
        out += [
            "",
            term.table(["楼", "作者", "投", "时间", "留意"], rows, term.head(f"算数，但请看一眼（{len(rows)}）")),
        ]
    if outcome.elsewhere:
        rows = [[a.where, a.by, a.text.replace("\n", " ")[:40]] for a in outcome.elsewhere]
        out += ["", term.table(["哪里", "谁", "写了"], rows, term.head("不是帖子，但像票（不算）"))]
    missing = [f.seat for f in outcome.finals if f.status == "none"]
    asked = [f.seat for f in outcome.finals if f.status == "director"]
    out += ["", f"有效 {sum(f.status == 'valid' for f in outcome.finals)} 票"]
    out += [f"待定：{'、'.join(asked)}（--override 楼=对象 或 --ignore 楼）"] if asked else []
    out += [f"还没投：{'、'.join(missing)}"] if missing else []
    free = [f"{f.seat}（投了 {f.target}）" for f in outcome.finals if f.status == "valid" and f.target in terms.outs]
    out += [f"所投的人已出局，还可以再改一次：{'、'.join(free)}"] if free else []
    return "\n".join(out)


def _kind(v: Verdict) -> str:
    """A spectator's ballot is listed with those that do not count."""
    return "void" if v.reason == "not-a-seat" and v.target else v.verdict


def _zone(terms: Terms) -> str:
    return f"GMT{terms.closes.astimezone(terms.tz):%z}"[:6]


def _row(v: Verdict, terms: Terms) -> list[str]:
    from banshā.forum.times import shown

    who = v.post.author or "（不明）"
    target = f"{v.seat}→{v.target}" if v.seat and v.seat != v.post.author else v.target
    return [v.post.where, who, target, shown(v.post.time, terms.tz), v.text]


def _vote_data(
    g: Game, thread: Thread, terms: Terms, outcome: Outcome, lines: list[tuple[int, str]], dry: bool
) -> dict[str, Any]:
    return {
        "game": g.name, "dry_run": dry,
        "recorded": [line for _, line in lines], "numbers": [n for n, _ in lines if n],
        "title": thread.title, "tid": thread.tid, "closes": terms.closes.isoformat(),
        "last_hour_from": terms.last_hour_from.isoformat(), "pace": "加速" if terms.fast else "",
        "pages": [{"file": p.file, "kind": p.kind, "page": p.number, "of": p.total, "posts": len(p.posts)}
                  for p in thread.pages],
        "seats": [
            {"name": f.seat, "status": f.status, "target": f.target, "floor": f.by.post.floor if f.by else None,
             "pid": f.by.post.pid if f.by else None, "at": at(f.by), "note": f.note}
            for f in outcome.finals
        ],
        "posts": [
            {"floor": v.post.floor, "pid": v.post.pid, "author": v.post.author, "at": at(v), "verdict": v.verdict,
             "seat": v.seat, "target": v.target, "reason": v.reason, "remarks": v.remarks, "text": v.text,
             "settled": v.moot, "notes": v.post.notes}
            for v in outcome.verdicts
        ],
        "elsewhere": [{"where": a.where, "by": a.by, "text": a.text, "pid": a.pid} for a in outcome.elsewhere],
        "warnings": thread.notes,
    }  # fmt: skip


def at(v: Verdict | None) -> str | None:
    """When a post was written, as the journal writes it."""
    from banshā.forum.times import write_span

    return write_span(v.post.time) if v is not None and v.post.time is not None else None


# ── posts ──


def import_posts(
    files: list[str], told: Said, saved: str | None, since: str | None, water: list[str], dry: bool
) -> None:
    """Count, record what changed, show who is short."""
    from banshā.forum import counts, importing, known, times
    from banshā.forum.told import accounts, places
    from banshā.report import penalties

    g = base.game()
    t = g.table
    threads, tz = load(files, told, saved)
    names = known.seats(t)
    close = importing.closes(t, told, tz, threads)
    if close is None:
        base.note("没有截止时间（--close），关门后的帖也数进了今天", "warn")
    after = importing.count_start(t, threads)
    scope = counts.Scope(
        names, tz, times.moment(since, tz, close) if since else None, close,
        importing.outs(t, g.log, told, tz, close), known.accounts(t) | dict(accounts(told.accounts, names)),
        frozenset(places(water, "--water")), after,
    )  # fmt: skip
    found = counts.count(threads, scope)
    totals = {x.seat: x.posts + (importing.counted(t, x.seat) if after else 0) for x in found.tallies}
    lines = [*importing.of_day(t, close, told, tz), *importing.count_lines(t, totals, threads)]
    if lines and not dry:
        base.do(g, lines)
    due = penalties.by_posts(t, totals, told.fast)
    data = _count_data(g, threads, found, due, totals)
    data |= {"dry_run": dry, "recorded": _planned(lines)}
    title = f"{'会记下' if dry else '记下'} {len(lines)} 条" + (f"，接着 {after} 楼数" if after else "")
    base.show(data, lambda: count_page(found, due, totals, title))
    for post in found.unsure:
        base.note(
            f"注意：{post.where}（{post.author or '作者不明'}）没有算给谁：{'、'.join(post.notes) or '看不准'}", "warn"
        )


def count_page(found: Counted, due: list[Due], totals: dict[str, int], title: str) -> str:
    dates = list(found.tallies[0].by_date) if found.tallies else []
    why = {d.seat: d.why for d in reversed(due)}
    rows = []
    for x in found.tallies:
        more = [f"出局后发 {len(x.while_out)} 帖（{'、'.join(p.where for p in x.while_out)}）"] if x.while_out else []
        more += [f"水帖 {len(x.water)}"] if x.water else []
        more += [why[x.seat]] if x.seat in why else []
        rows.append([x.seat, str(totals[x.seat]), *(str(x.by_date[d]) for d in dates), "；".join(more)])
    lines = [term.table(["马甲", "发言", *(d[5:] for d in dates), ""], rows, title)]
    if found.others:
        lines.append("不是马甲：" + "、".join(f"{n} {k} 帖" for n, k in found.others.items()))
    if found.late:
        lines.append(f"不在今天的：{len(found.late)} 帖")
    if due:
        lines.append("关门时仍这样就吃黄牌：" + "、".join(dict.fromkeys(d.seat for d in due)))
    return "\n".join(lines)


def _count_data(
    g: Game, threads: list[Thread], found: Counted, due: list[Due], totals: dict[str, int]
) -> dict[str, Any]:
    return {
        "game": g.name, "day": g.table.s.clock.day,
        "posts_total": sum(len(t.posts) - len(t.unplaced) for t in threads),
        "seats": [
            {"name": x.seat, "posts": totals[x.seat], "by_date": x.by_date, "while_out": [p.floor for p in x.while_out],
             "water": [p.floor for p in x.water]}
            for x in found.tallies
        ],
        "others": found.others, "late": [p.floor for p in found.late],
        "yellow": [{"seat": d.seat, "why": d.why} for d in due],
        "warnings": [n for t in threads for n in t.notes],
    }  # fmt: skip


def print_elevator(files: list[str], told: Said, saved: str | None) -> None:
    """The roster of a sign-up thread, ready for deal --roster."""
    from banshā.forum import signup
    from banshā.forum.importing import directors

    threads, _ = load(files, told, saved)
    thread = one(threads)
    entries = signup.elevator(thread, directors(None, thread, told, []))
    seats = [e for e in entries if e.verdict == "seat"]
    data = {
        "title": thread.title,
        "elevator": [e.seat for e in seats],
        "posts": [
            {"floor": e.post.floor, "pid": e.post.pid, "author": e.post.author, "verdict": e.verdict,
             "seat_no": e.number or None, "note": e.note}
            for e in entries
        ],
        "warnings": thread.notes,
    }  # fmt: skip
    base.show(data, lambda: "\n".join(e.seat for e in seats))
    for e in entries:
        if e.verdict in ("ask", "unreadable", "withdrawn") or e.note.startswith("重复"):
            base.note(f"注意：{e.post.where} {e.post.author} {e.note}", "warn")
