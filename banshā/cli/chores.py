"""What the director has to do outside: gathered from questions, events, last words, unsent texts and corrections."""

from __future__ import annotations

from collections.abc import Iterator
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
    number: int | None = None  # of a task: all others go by themselves
    done: bool = False


@dataclass
class Task:
    """Something to do outside that nobody but the director knows to be done. number: the same all game long."""

    number: int
    text: str
    stage: str
    day: int
    seats: list[str]
    done: bool


def chores(g: Game, every: bool = False) -> list[Chore]:
    """What is to be done. every: what was done too, and what is long past."""
    t = g.table
    found = _questions(t) + [_chore(x) for x in tasks(t) if every or due(t, x)] + _words(t) + _badges(t)
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


def tasks(t: Table) -> list[Task]:
    """All tasks of the game so far; last words and badges are listed elsewhere while they are due."""
    ticked = {(e.data["errand"], e.data["stage"]): bool(e.data["done"]) for e in t.log if e.kind == "errand"}
    return [
        Task(n, text, stage, day, seats, ticked.get((text, stage), False))
        for n, (text, stage, day, seats) in enumerate(_todos(t), 1)
    ]


def _todos(t: Table) -> Iterator[tuple[str, str, int, list[str]]]:
    from banshā.report import stages

    for e in t.log:
        if e.kind == "todo" and not _settled(t, e.text):
            yield e.text, stages.phase_label(t, e.at), e.at.day, [t.name(f) for f in e.seats]


def due(t: Table, x: Task) -> bool:
    """Not done, and of today or the day before: a director who ticks nothing off is not to drown."""
    return not x.done and x.day >= t.s.clock.day - 1


def _chore(x: Task) -> Chore:
    return Chore("task", f"{x.text}（{x.stage}）", x.seats, x.number, x.done)


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
        Chore("badge", f"请 {t.name(x.seat)} 移交{x.office} → bansha badge {t.name(x.seat)} 马甲", [t.name(x.seat)])
        for x in t.s.duties
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
