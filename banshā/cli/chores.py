"""What the director has to do outside: gathered from questions, events, last words, unsent texts and corrections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banshā.engine.table import Table
    from banshā.game.ledger import Correction
    from banshā.game.play import Game


@dataclass
class Chore:
    """kind: question, task, words, badge, send, post or correct."""

    kind: str
    text: str
    seats: list[str]


def chores(g: Game, every: bool = False) -> list[Chore]:
    t = g.table
    found = _questions(t) + _tasks(t, every) + _words(t) + _badges(t)
    unsent = list(dict.fromkeys(item.seat for item in g.unsent()))
    if unsent:
        found.append(Chore("send", f"发通知给 {'、'.join(unsent)}（bansha feedback，发完 bansha sent 马甲…）", unsent))
    labels = list(dict.fromkeys(item.label for item in g.unposted()))
    if labels:
        found.append(Chore("post", f"发公告：{'、'.join(labels)}（bansha announce --at … --mark-posted）", []))
    return found + [Chore("correct", correction_text(c), [c.seat] if c.seat else []) for c in g.corrections()]


def _questions(t: Table) -> list[Chore]:
    return [
        Chore("question", f"问 {t.name(q.seat)}（{q.skill}）：{q.text} → bansha answer {q.number} …", [t.name(q.seat)])
        for q in t.s.questions
    ]


def _tasks(t: Table, every: bool) -> list[Chore]:
    """Tasks of the current day (all days with `every`); last words and badges are listed while they are due."""
    found = []
    for e in t.log:
        if e.kind != "todo" or _settled(t, e.text):
            continue
        if every or e.at.day >= t.s.clock.day - 1:
            found.append(Chore("task", f"{e.text}（{_when(t, e.at.phase, e.at.day)}）", [t.name(f) for f in e.seats]))
    return found


def _when(t: Table, phase: str, day: int) -> str:
    return phase if phase in t.rs.opening else f"{phase}{day}"


def _settled(t: Table, text: str) -> bool:
    """Reminders that `_words` and `_badges` give as long as they hold."""
    return text.startswith("收") and text.endswith("的遗言") or (text.startswith("请") and "移交" in text)


def _words(t: Table) -> list[Chore]:
    return [
        Chore("words", f"收 {t.name(o.seat)} 的遗言 → bansha words {t.name(o.seat)} …", [t.name(o.seat)])
        for o in t.s.outs
        if o.words_right and not o.words and o.back is None
    ]


def _badges(t: Table) -> list[Chore]:
    return [
        Chore("badge", f"请 {t.name(x.seat)} 移交{x.due} → bansha badge {t.name(x.seat)} 马甲", [t.name(x.seat)])
        for x in t.s.duties
        if x.kind == "badge"
    ]


def correction_text(c: Correction) -> str:
    """What to put right with whom."""
    to = c.seat or "公告"
    if c.sent is None:
        assert c.now is not None
        return f"更正 {to}：补发「{c.now.text}」（{c.now.label}）"
    if c.now is None:
        return f"更正 {to}：「{c.sent.text}」（{c.sent.label}）不成立，请收回"
    return f"更正 {to}：「{c.sent.text}」（{c.sent.label}）应为「{c.now.text}」"
