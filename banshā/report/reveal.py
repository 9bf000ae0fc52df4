"""The reveal post: cast, every night as a table, votes, outs, penalty cards, winner, and the seed behind the deal."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from banshā.engine.table import Table

from . import announcement, ballots, moves, penalties, seats, stages, story
from .markup import Block
from .voice import Voice

# A note that names the director's hands is for everybody; all others stay on the director's desk.
_STAFF = re.compile(r"\s*(助理|助手|副导演|导演|晨报|监票)[:： ]\s*(\S.*)")


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
    penalties: list[penalties.Card] = field(default_factory=list)
    substitutes: list[tuple[str, str, str]] = field(default_factory=list)
    story: list[story.Chapter] = field(default_factory=list)


def reveal(t: Table, title: str, seed: str, salt: str, commitment: str, proof: str) -> Reveal:
    """Everything, now that the game is over."""
    cast = seats.rows(t, every=True)
    outs = [
        (stages.phase_label(t, o.at), t.name(o.seat), o.link or o.kind) for o in t.s.outs
    ]  # fmt: skip
    return Reveal(
        title, t.s.winner, list(t.s.lost), cast, _stages(t), outs,
        [(r.seat, seats.card_text(r)) for r in cast if seats.card_text(r)],
        [e.text for e in t.log if e.kind == "override"], seed, salt, commitment, proof, _staff(t),
        penalties.dealt(t),
        [(s.name, s.substituted, s.player) for s in t.s.seats.values() if s.substituted], story.chapters(t),
    )  # fmt: skip


def _staff(t: Table) -> list[str]:
    found = [_STAFF.fullmatch(e.text) for e in t.log if e.kind == "note"]
    return [f"{m[1]}：{m[2]}" for m in found if m]


def _stages(t: Table) -> list[tuple[str, list[moves.Row]]]:
    found: dict[str, list[moves.Row]] = {}
    heard = moves.notices(t)
    for u in sorted(t.s.uses, key=lambda u: ((u.at or u.sent).tick, moves.place(t, u))):
        if u.fate != "withdrawn":
            found.setdefault(stages.label(t, u.at or u.sent), []).append(moves.row(t, u, heard))
    return list(found.items())


# ── the post ──


def blocks(r: Reveal, voice: Voice | None = None) -> list[Block]:
    voice = voice or Voice({}, game=r.title)
    out = [Block("title", voice.say("reveal_title"))]
    if r.winner:
        out.append(Block("news", voice.say("reveal_winner", camp=r.winner)))
    if lead := voice.say("reveal_lead"):
        out.append(Block("text", lead))
    if r.lost:
        out.append(Block("text", f"判负：{'、'.join(r.lost)}"))
    if r.notes:
        out.append(Block("text", "\n".join(r.notes)))
    out += _cast(r)
    for chapter in r.story:
        out += _chapter(chapter)
    out += _business(r)
    return [*out, *_fairness(r), *announcement.signed(voice)]


def _headed(heading: str, header: list[str], rows: list[list[str]]) -> list[Block]:
    return [Block("heading", heading), Block("table", rows=[header, *rows])] if rows else []


def _cast(r: Reveal) -> list[Block]:
    rows = [[str(x.floor), x.seat, x.player, "+".join(x.roles), x.camp, seats.fate(x)] for x in r.cast]
    return _headed("身份", ["楼", "马甲", "玩家", "身份", "阵营", "结局"], rows)


def _chapter(c: story.Chapter) -> list[Block]:
    """What was done and voted in a stage, and who went out by it."""
    lines = [[x.phase, x.actor, x.skill, moves.aim(x), moves.fate(x)] for x in c.moves]
    out = _headed(c.key, ["阶段", "马甲", "技能", "选择 → 结算", "结果"], lines)
    for th in c.votes:  # ballots that count for nothing stand below the tally
        out += _headed(vote_title(th), ["对象", "票数", "投票人"], vote_rows(th))
    if c.outs:
        gone = "、".join(f"{o.seat}（{o.how}）" for o in c.outs)
        out += [*([] if out else [Block("heading", c.key)]), Block("text", f"出局：{gone}")]
    return out


def vote_title(th: ballots.Thread, dated: bool = True) -> str:
    """正午2投票（第 2 贴）"""
    number = f"（第 {th.number} 贴）" if th.number > 1 else ""
    return f"{th.label if dated else ''}{'竞岗' if th.kind == 'elect' else '投票'}{number}"


def vote_rows(th: ballots.Thread) -> list[list[str]]:
    """对象, 票数, 投票人: the tally, then those who abstained and ballots that were void."""
    rows = [[c.target, f"{c.votes:g}", "、".join(c.voters)] for c in th.counts]
    gone: dict[str, list[str]] = {}
    for b in th.ballots:
        if b.target == "弃权":
            gone.setdefault("弃权", []).append(b.voter)
        elif b.void:
            gone.setdefault(f"作废（{b.void}）", []).append(f"{b.voter}→{b.target}")
    return rows + [[what, "", "、".join(who)] for what, who in gone.items()]


def _business(r: Reveal) -> list[Block]:
    """Cards of penalty, substitutes, what the director ruled."""
    cards = [[c.at, c.seat, c.kind, c.reason] for c in r.penalties]
    out = _headed("判罚", ["时间", "马甲", "牌", "理由"], cards)
    out += _headed("替补", ["马甲", "原来", "接替"], [[a, b, c] for a, b, c in r.substitutes])
    out += _headed("场外助理", ["马甲", "助理"], [[x.seat, x.assistant] for x in r.cast if x.assistant])
    if r.overrides:
        out += [Block("heading", "导演裁定"), Block("text", "\n".join(r.overrides))]
    return out


def _fairness(r: Reveal) -> list[Block]:
    return [
        Block("heading", "公平发牌"),
        Block("text", f"承诺 {r.commitment}"),
        Block("text", f"种子 {r.seed}"),
        Block("text", "下面这段文字（UTF-8，每行末尾都有换行，连最后一行）的 SHA-256 就是开局公布的承诺："),
        Block("code", r.proof),
    ]
