"""What a director sends each player now: what he may do, what he is asked, what he is to hand in.

The facts stand between a head and a foot in the ruleset's words.
"""

from __future__ import annotations

from dataclasses import dataclass

from banshā.engine.table import Table

from .due import Ask, Question, choice_text, how_many, left
from .markup import Block
from .voice import Voice


@dataclass(slots=True)
class Message:
    """Ready to send to one seat (or, for a party, to its group)."""

    actor: str
    seats: list[str]
    players: list[str]
    text: str


def messages(t: Table, asks: list[Ask], questions: list[Question], voice: Voice, until: str = "") -> list[Message]:
    """One an actor and kind. until: when answers are due, where that is known."""
    found = [_message(t, q.seat, [q.seat], _question(q, voice)) for q in questions]
    by_actor: dict[str, list[Ask]] = {}
    for a in asks:
        by_actor.setdefault(a.actor, []).append(a)
    for actor, mine in by_actor.items():
        lines = [
            voice.say("ask_head", name=actor, when=_when(t)),
            *(_asking(a) for a in mine),
            _foot(t, mine, voice, until),
        ]
        found.append(_message(t, actor, mine[0].seats, "\n".join(lines)))
    return found + _last_words(t, voice) + _duties(t, voice)


def blocks(m: Message) -> list[Block]:
    return [Block("text", m.text)]


def _message(t: Table, actor: str, seats: list[str], text: str) -> Message:
    players = [t.seat(f).player for f in (t.by_name(s) for s in seats) if f and t.seat(f).player]
    return Message(actor, seats, players, text)


def _when(t: Table) -> str:
    """第 2 天早夜 · 开局"""
    c = t.s.clock
    return (
        c.phase if c.phase in t.rs.opening else f"第 {c.day} 天{c.phase}" + (f"（第 {c.run} 轮）" if c.run > 1 else "")
    )


def _asking(a: Ask) -> str:
    """【毒药】从 … 中选 1 名，剩 1 次, and below what the rules say of it."""
    parts = []
    if a.most:
        parts.append(f"从 {'、'.join(a.targets) or '（无人可选）'} 中选 {how_many(a)}")
    parts += [f"写明 {choice_text(c)}" for c in a.choices]
    if a.dice:
        parts.append(f"骰点为 {'、'.join(map(str, a.dice))}")
    if a.uses is not None:
        parts.append(left(a))
    rule = f"\n（{a.text.rstrip('。')}）" if a.text else ""
    return f"【{a.skill}】" + "，".join(parts) + rule


def _foot(t: Table, mine: list[Ask], voice: Voice, until: str) -> str:
    due = ""
    if t.phase.deadline:
        due = voice.say("ask_by" if until else "ask_within", by=until, minutes=t.phase.deadline)
    return due + voice.say("ask_forced" if any(a.forced for a in mine) else "ask_free")


def _question(q: Question, voice: Voice) -> str:
    """The question itself, without the skill that puts it: that may be nobody's business."""
    legal = "、".join(q.options or q.seats)
    if q.seats and q.options:
        legal = f"{'、'.join(q.seats)}，并写明 {'/'.join(q.options)}"
    default = voice.say("question_default", answer=" ".join(q.default)) if q.default else ""
    lines = [f"{q.seat}，{q.text}", f"可答：{legal}" if legal else "", default]
    return "\n".join(x for x in lines if x)


def _last_words(t: Table, voice: Voice) -> list[Message]:
    due = [o for o in t.s.outs if o.words_right and not o.words and o.back is None]
    codes = voice.say("ask_no_codes") if t.rs.table("words").get("max_code") else ""
    return [
        _message(t, t.name(o.seat), [t.name(o.seat)], voice.say("ask_words", name=t.name(o.seat)) + codes) for o in due
    ]  # fmt: skip


def _duties(t: Table, voice: Voice) -> list[Message]:
    """Who is to hand an office over. Not to whom he may: such a list would tell who went out tonight."""
    return [
        _message(t, t.name(x.seat), [t.name(x.seat)], voice.say("ask_heir", name=t.name(x.seat), office=x.office))
        for x in t.s.duties if not t.seat(x.seat).red
    ]  # fmt: skip
