"""The reveal post: cast, every night as a table, outs, penalty cards, winner, and the seed behind the deal."""

from __future__ import annotations

from dataclasses import dataclass, field

from banshā.engine.table import Table

from . import moves, seats, stages
from .markup import Block


@dataclass(slots=True)
class Reveal:
    title: str
    winner: str
    lost: list[str]
    cast: list[seats.Row]
    stages: list[tuple[str, list[moves.Row]]]
    outs: list[tuple[str, str, str]]
    cards: list[tuple[str, str]]
    overrides: list[str]
    seed: str
    salt: str
    commitment: str
    proof: str = ""
    notes: list[str] = field(default_factory=list)


def reveal(t: Table, title: str, seed: str, salt: str, commitment: str, proof: str) -> Reveal:
    """Everything, now that the game is over."""
    cast = seats.rows(t, every=True)
    outs = [
        (stages.phase_label(t, o.at), t.name(o.seat), o.link or o.kind) for o in t.s.outs
    ]  # fmt: skip
    return Reveal(
        title, t.s.winner, list(t.s.lost), cast, _stages(t), outs,
        [(r.seat, seats.card_text(r)) for r in cast if seats.card_text(r)],
        [e.text for e in t.log if e.kind == "override"], seed, salt, commitment, proof,
    )  # fmt: skip


def _stages(t: Table) -> list[tuple[str, list[moves.Row]]]:
    found: dict[str, list[moves.Row]] = {}
    for u in sorted(t.s.uses, key=lambda u: ((u.at or u.sent).tick, moves.place(t, u))):
        if u.fate != "withdrawn":
            found.setdefault(stages.label(t, u.at or u.sent), []).append(moves.row(t, u))
    return list(found.items())


def blocks(r: Reveal) -> list[Block]:
    out = [Block("title", f"揭秘：{r.title}")]
    if r.winner:
        out.append(Block("news", f"{r.winner}获胜"))
    if r.lost:
        out.append(Block("text", f"判负：{'、'.join(r.lost)}"))
    out.append(Block("heading", "身份"))
    rows = [[str(x.floor), x.seat, x.player, "+".join(x.roles), x.camp, seats.fate(x)] for x in r.cast]
    out.append(Block("table", rows=[["楼", "马甲", "玩家", "身份", "阵营", "结局"], *rows]))
    if r.outs:
        out.append(Block("heading", "出局"))
        out.append(Block("table", rows=[["时间", "马甲", "原因"], *([a, b, c] for a, b, c in r.outs)]))
    for label, found in r.stages:
        out.append(Block("heading", label))
        lines = [[x.phase, x.actor, x.skill, moves.aim(x), moves.fate(x)] for x in found]
        out.append(Block("table", rows=[["阶段", "马甲", "技能", "目标", "结果"], *lines]))
    if r.cards:
        out.append(Block("heading", "判罚"))
        out.append(Block("table", rows=[["马甲", "牌"], *([a, b] for a, b in r.cards)]))
    if r.overrides:
        out += [Block("heading", "导演裁定"), Block("text", "\n".join(r.overrides))]
    out += [Block("heading", "公平发牌"), Block("text", f"承诺 {r.commitment}")]
    out += [
        Block("text", "下面这段文字（UTF-8，每行末尾都有换行，连最后一行）的 SHA-256 就是开局公布的承诺："),
        Block("code", r.proof),
    ]
    return out
