"""The director's secret table: every seat with all that is true of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from banshā.engine import offices, queries, skills, statuses, votes
from banshā.engine.state import Out, Skill, Status
from banshā.engine.table import Table

from . import stages


@dataclass(slots=True)
class State:
    name: str
    until: str
    charges: int
    giver: str
    mark: bool


@dataclass(slots=True)
class Held:
    """A skill. uses None: without count. why: what keeps it from being used ('' if nothing does)."""

    name: str
    key: str
    uses: int | None
    origin: str
    why: str


@dataclass(slots=True)
class Row:
    floor: int
    seat: str
    player: str
    roles: list[str]
    camp: str
    face: dict[str, str]
    tags: list[str]
    states: list[State]
    skills: list[Held]
    in_play: bool
    out: str
    revealed: bool
    offices: list[str]
    cards: dict[str, int]
    vote: float
    words: str = ""
    assistant: str = ""
    extra: dict[str, str] = field(default_factory=dict)


def rows(t: Table, every: bool = False) -> list[Row]:
    """All seats in elevator order. every: marks, properties and lost skills too."""
    return [row(t, f, every) for f in sorted(t.s.seats)]


def row(t: Table, floor: int, every: bool = False) -> Row:
    seat = t.seat(floor)
    cards = t.s.cards.get(floor)
    last = next((o for o in reversed(t.s.outs) if o.seat == floor and o.back is None), None)
    return Row(
        floor, seat.name, seat.player, list(seat.cards), seat.camp, _face(t, floor), queries.tags(t, floor),
        [_state(t, s) for s in statuses.all_on(t, floor) if every or not statuses.is_mark(t, s.name)],
        _skills(t, floor, every), seat.in_play, "" if seat.in_play else _why_out(t, floor), seat.revealed,
        [name for name in t.rs.offices if offices.holder(t, name) == floor],
        {"蓝": cards.blue, "黄": cards.yellow, "红": cards.red} if cards else {}, votes.weight(t, floor),
        (last.words or "") if last else "", seat.assistant, dict(seat.extra),
    )  # fmt: skip


def _face(t: Table, floor: int) -> dict[str, str]:
    """What an inspection would show, where that is not the truth."""
    actual = {"camp": t.seat(floor).camp, "role": queries.card(t, floor),
              "knife": "带刀" if queries.has_knife(t, floor) else "不带刀"}  # fmt: skip
    shown = {part: queries.face(t, floor, part) for part in actual}
    return {part: value for part, value in shown.items() if value != actual[part]}


def _state(t: Table, s: Status) -> State:
    giver = t.name(s.giver) if s.giver and s.giver != s.holder else ""
    return State(s.name, s.until, s.charges, giver, statuses.is_mark(t, s.name))


def _skills(t: Table, floor: int, every: bool) -> list[Held]:
    found = []
    for sk in t.s.skills.values():
        d = skills.definition(t, sk)
        if sk.holder != floor or d.get("hidden") or (d.get("property") and not every) or (sk.lost and not every):
            continue
        found.append(Held(str(d["name"]), sk.key, sk.uses, sk.origin, _why_not(t, sk)))
    return found


def _why_not(t: Table, sk: Skill) -> str:
    if sk.lost:
        return f"失去：{sk.lost}"
    return skills.blocked(t, sk)


def _why_out(t: Table, floor: int) -> str:
    for o in reversed(t.s.outs):
        if o.seat == floor and o.back is None and o.final:
            known = "" if o.announced else "，未公示"
            return f"{stages.label(t, o.at)} {how_out(t, o)}{known}"
    return "出局"


def how_out(t: Table, o: Out) -> str:
    """杀人，阿二: what put the seat out, and who."""
    hit = t.s.hits[o.hit] if 0 <= o.hit < len(t.s.hits) else None
    how = o.link or (hit.slot if hit else "") or o.kind
    return how + (f"，{t.name(o.source)}" if o.source and o.source != o.seat else "")


# ── as text ──


def state_text(s: State) -> str:
    text = s.name + (f"×{s.charges}" if s.charges >= 0 else "")
    return text + (f"(至{s.until})" if s.until and s.until != "随技能" else "")


def skill_text(h: Held) -> str:
    text = h.name + (f"×{max(0, h.uses)}" if h.uses is not None else "")
    if h.origin not in ("card", "property"):
        text += "*"
    return text + (f"({h.why})" if h.why else "")


def fate(r: Row) -> str:
    if not r.in_play:
        return f"出局 {r.out}"
    return "在场" + ("，已翻牌" if r.revealed else "")


def face_text(r: Row) -> str:
    return "、".join(r.face.values())


def card_text(r: Row) -> str:
    return " ".join(f"{name}{n}" for name, n in r.cards.items() if n)
