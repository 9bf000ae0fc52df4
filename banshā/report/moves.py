"""The moves of a stage as a table: seat, skill, selected → settled, fate, who hears."""

from __future__ import annotations

from dataclasses import dataclass

from banshā.engine import views
from banshā.engine.state import Use
from banshā.engine.table import Table

DONE = "生效"
_FATES = {
    "planned": "待结算", "done": DONE, "blocked": "未能发动", "void": "作废", "deferred": "延到次日",
    "withdrawn": "已撤回", "asking": "等答复",
}  # fmt: skip
_ORIGINS = {"auto": "自动", "forced": "强制", "random": "代选", "ordered": "受令", "deferred": "昨日延后"}


@dataclass(slots=True)
class Told:
    """What the move brought to somebody's ears: its feedback, a state he knows of, a change of camp."""

    to: list[str]
    text: str


@dataclass(slots=True)
class Row:
    use: int
    phase: str
    actor: str
    skill: str
    rule: str
    selected: list[str]
    settled: list[str]
    choices: dict[str, str]
    origin: str
    fate: str
    reason: str
    trail: list[str]
    told: list[Told]


def of(t: Table, where: str = "", *, planned_only: bool = False) -> list[Row]:
    """Moves of a stage (夜2; default: the stage that is open), in the order of play."""
    from banshā.game.stage import stretch

    from . import stages

    span = stretch(t.rs, where or stages.label(t, t.at))
    found = [u for u in t.s.uses if span.holds(u.sent) and u.fate != "withdrawn"]
    if planned_only:
        found = [u for u in found if u.fate == "planned"]
    heard = notices(t)
    return [row(t, u, heard) for u in sorted(found, key=lambda u: place(t, u))]


def notices(t: Table) -> dict[int, list[Told]]:
    """Use → private notices it is the nearest cause of, those that wait for their release too."""
    uses = {e.index: int(e.data["use"]) for e in t.log if e.kind == "use" and e.data.get("use", "").isdigit()}
    found: dict[int, list[Told]] = {}
    letters = [(e.cause, e.to, e.text) for e in t.log if e.kind == "notice"]
    for cause, to, text in letters + [(x.cause, x.to, x.text) for x in t.s.outbox if not x.everyone]:
        while cause >= 0 and cause not in uses:
            cause = t.log[cause].cause
        if cause >= 0:
            found.setdefault(uses[cause], []).append(Told([t.name(f) for f in to], text))
    return found


def place(t: Table, u: Use) -> tuple[int, int, int]:
    """Sorts moves in the order of play."""
    order = t.rs.order.index(u.phase)
    if u.slot >= 0:
        return order, u.slot, u.id
    slot = t.rs.slot_in(t.rs.skills[u.key], u.phase)
    return order, slot if slot is not None else 99, u.id


def row(t: Table, u: Use, heard: dict[int, list[Told]]) -> Row:
    hidden = t.rs.skills[u.key].get("hidden")
    return Row(
        u.id, u.phase, views.doer(t, u), u.name + ("（暗）" if hidden else ""), u.key,
        [t.name(f) for f in u.selected], [t.name(f) for f in u.settled], views.choices_of(u),
        _ORIGINS.get(u.origin, ""), _FATES.get(u.fate, u.fate), u.reason, list(u.trail),
        heard.get(u.id, []),
    )  # fmt: skip


def aim(r: Row) -> str:
    """阿三 → 阿五（交换）"""
    chosen = "、".join(r.selected)
    choices = " ".join(f"{k}={v}" for k, v in r.choices.items())
    text = " ".join(x for x in (chosen, choices) if x)
    if r.fate != "待结算" and r.settled != r.selected:
        by = f"（{'、'.join(r.trail)}）" if r.trail else ""
        text += f" → {'、'.join(r.settled) or '无人'}{by}"
    return text.strip()


def fate(r: Row) -> str:
    return r.fate + (f"：{r.reason}" if r.reason not in ("", r.fate) and r.fate != DONE else "")


def heard_by(r: Row) -> list[tuple[str, str]]:
    """Who was told what, the actor first: one entry for each to whom the same letters went."""
    by: dict[str, list[str]] = {}
    for x in sorted(r.told, key=lambda x: x.to != [r.actor]):
        by.setdefault("、".join(x.to), []).append(x.text)
    return [(who, "；".join(texts)) for who, texts in by.items()]


def heard(r: Row) -> str:
    """阿一：阿三是好人；阿五：你获得了[冻结]"""
    return "；".join(f"{who}：{text}" for who, text in heard_by(r))
