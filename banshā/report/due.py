"""Who may act now, and what a director sends each of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from banshā.engine import views
from banshā.engine.table import Table
from banshā.engine.views import Choice, Move


@dataclass(slots=True)
class Ask:
    """A move as a person reads it."""

    actor: str
    seats: list[str]
    skill: str
    key: str
    phase: str
    least: int
    most: int
    targets: list[str]
    choices: list[Choice]
    uses: int | None
    left: int
    forced: bool
    told_first: bool
    dice: list[int]
    sent: int
    text: str


@dataclass(slots=True)
class Due:
    label: str
    deadline: int | None
    due: list[Ask] = field(default_factory=list)
    more: list[Ask] = field(default_factory=list)
    ahead: list[Ask] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    waits: list[str] = field(default_factory=list)  # what resolve waits for: moves, last words, offices to pass on

    @property
    def others(self) -> list[str]:
        """What is waited for besides moves."""
        moves = {f"{a.actor} {a.skill}" for a in self.due}
        return [w for w in self.waits if w not in moves]


@dataclass(slots=True)
class Question:
    number: int
    seat: str
    skill: str
    text: str
    options: list[str]
    seats: list[str]
    least: int
    most: int
    default: list[str]
    forced: bool


def due(t: Table) -> Due:
    """Everything that may be sent: what we wait for, what else is open, what may be sent ahead."""
    from banshā.engine import clock, cursor

    waiting = [ask(t, m) for m in views.due(t)] if t.s.clock.phase else []
    known = {(a.actor, a.key) for a in waiting}
    more = [ask(t, m) for m in views.open_moves(t)]
    return Due(
        clock.label(t), t.phase.deadline, waiting, [a for a in more if (a.actor, a.key) not in known],
        [ask(t, m) for m in views.ahead(t)], questions(t),
        cursor.waits_for(t) if t.s.clock.phase and not t.s.over else [],
    )  # fmt: skip


def questions(t: Table) -> list[Question]:
    return [
        Question(q.number, t.name(q.seat), q.skill, q.text, list(q.options), [t.name(f) for f in q.seats], q.least,
                 q.most, list(q.default), q.forced)
        for q in t.s.questions
    ]  # fmt: skip


def ask(t: Table, m: Move) -> Ask:
    seats = [t.name(f) for f in views.holders(t, t.s.skills[m.skill])]
    text = str(t.rs.skills[m.key].get("text", ""))
    return Ask(
        m.actor, seats, m.name, m.key, m.phase, m.least, m.most, [t.name(f) for f in m.targets], m.choices, m.uses,
        m.left, m.forced, m.told_first, m.dice, m.sent, text,
    )  # fmt: skip


def how_many(a: Ask) -> str:
    if not a.most:
        return ""
    return f"{a.least} 名" if a.least == a.most else f"{a.least}～{min(a.most, len(a.targets))} 名"


def left(a: Ask) -> str:
    return "" if a.uses is None else f"剩 {a.uses} 次"


def choice_text(c: Choice) -> str:
    what = "/".join(c.options[:6]) if c.options else {"role": "身份", "skill": "技能", "seat": "马甲"}.get(c.kind, "…")
    text = f"{c.key}={what}" + ("…" if len(c.options) > 6 else "")
    return f"[{text}]" if c.optional else text


def remarks(a: Ask) -> str:
    """What else matters: forced, dice, told something first."""
    words = []
    if a.forced:
        words.append("必须")
    if a.dice:
        words.append(f"骰点 {'、'.join(map(str, a.dice))}")
    if a.told_first:
        words.append("先听结果")
    if a.sent:
        words.append(f"已交 {a.sent} 次")
    return "，".join(words)
