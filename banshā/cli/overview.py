"""Bare `bansha`: where the game stands, what is due, what to type next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import base, term

if TYPE_CHECKING:
    from banshā.game.play import Game


def show() -> None:
    from banshā.game.errors import NoSuchGame

    try:
        g = base.game()
    except NoSuchGame as error:
        if base.shared.game:
            raise
        why = str(error)
        data = {"game": None, "next": ["bansha demo", "bansha deal --ruleset R --roster FILE"]}
        base.show(data, lambda: welcome(why))
        return
    data = overview(g)
    base.warn(g)
    base.show(data, lambda: page(g, data))


_FIRST_STEPS = (
    ("bansha demo", "看一局自动跑完"),
    ("bansha rules list", "有哪些规则书"),
    ("bansha deal --ruleset tubian --roster 名单.txt", "发牌开局"),
    ("bansha --help", "全部命令"),
)


def welcome(why: str) -> str:
    games = base.library().games()
    lines = ["bansha：版杀导演台", "", why]
    if games:
        lines.append(f"已有对局：{'、'.join(games)}")
    width = max(term.width(line) for line, _ in _FIRST_STEPS)
    return "\n".join([*lines, "", *(f"  {term.pad(line, width)}  {what}" for line, what in _FIRST_STEPS)])


def overview(g: Game) -> dict[str, Any]:
    """Everything bare `bansha` says."""
    from banshā.engine import casting, clock
    from banshā.report import due

    from . import chores

    t = g.table
    found = due.due(t)
    missing = [t.name(f) for f in casting.without_ballot(t, casting.open_now(t))] if t.phase.votes else []
    return {
        "game": g.name, "title": g.save.ruleset_title, "label": clock.label(t), "day": t.s.clock.day,
        "phase": t.s.clock.phase, "over": t.s.over, "winner": t.s.winner, "lost": t.s.lost,
        "alive": [t.name(f) for f in t.alive()], "seats": len(t.s.seats), "deadline": found.deadline,
        "waiting": [{"actor": a.actor, "skill": a.skill, "told_first": a.told_first} for a in found.due],
        "waits": found.waits,
        "questions": found.questions, "not_voted": missing,
        "unsent": sorted({i.seat for i in g.unsent()}, key=lambda s: t.by_name(s) or 0),
        "unposted": list(dict.fromkeys(i.label for i in g.unposted())),
        "corrections": [chores.correction_text(c) for c in g.corrections()],
        "next": _next(g, found, missing),
    }  # fmt: skip


def _next(g: Game, found: Any, missing: list[str]) -> list[str]:
    """Commands to type next, the most pressing first."""
    t = g.table
    out = []
    if found.questions:
        out += [f"bansha answer {q.number} …" for q in found.questions]
    if g.unposted():
        out.append("bansha announce --mark-posted")
    if g.unsent():
        out.append("bansha feedback")
    if t.s.over:
        return [*out, "bansha reveal"]
    if t.phase.votes:
        out.append("bansha vote cast 马甲 对象" if missing else "bansha vote close")
    elif not found.questions:
        out += _waiting(t, found)
    return out


def _waiting(t: Any, found: Any) -> list[str]:
    """Messages to those who may act; what only the director types for those whose badge or words we wait for."""
    if not found.waits:
        return ["bansha resolve"]
    out = ["bansha next --message"] if found.due else []
    if any(w.endswith(" 遗言") for w in found.waits):
        out.append("bansha words 马甲 …")
    if any(f"{w.split(' ')[0]} 移交{x.office}" in found.waits for w in found.waits for x in t.s.duties):
        out.append("bansha badge 马甲 继任")
    return out or ["bansha resolve --timeout"]


def page(g: Game, d: dict[str, Any]) -> str:
    from . import pacing

    lines = [term.head(f"{d['game']}（{d['title']}）· {d['label']} · 在场 {len(d['alive'])}/{d['seats']}")]
    if until := pacing.due_text(g):
        lines.append(until)
    if d["over"]:
        lines.append(term.styled(f"游戏结束，{d['winner'] or '无人'}获胜", "green"))
    if d["lost"]:
        lines.append(f"已判负：{'、'.join(d['lost'])}")
    named = [f"{w['actor']} {w['skill']}" for w in d["waiting"]]
    if named or d["waits"]:
        word = "可以行动" if g.table.phase.at_once else "还在等"
        lines.append(f"{word}：" + "、".join(dict.fromkeys([*named, *d["waits"]])))
    from . import seeing

    lines += [seeing.question_text(q) for q in d["questions"]]
    if d["not_voted"]:
        lines.append(f"没投票：{'、'.join(d['not_voted'])}")
    if d["unsent"]:
        lines.append(f"通知未发：{'、'.join(d['unsent'])}")
    if d["unposted"]:
        lines.append(f"公告未发：{'、'.join(d['unposted'])}")
    lines += [term.styled(c, "yellow") for c in d["corrections"]]
    lines.append("下一步：" + "　".join(d["next"]))
    return "\n".join(lines)
