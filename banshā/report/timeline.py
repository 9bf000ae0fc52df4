"""What happened, in order, as the director reads it: each event a line with the rule it stands under."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from banshā.engine.events import Event
from banshā.engine.table import Table

from . import stages

# Kinds that only repeat what another line says, or what the director just typed.
_SILENT = frozenset({"ballot", "announced", "words", "errand"})
_WORD = {
    "notice": "告知", "public": "公示", "todo": "要做", "question": "提问", "draw": "抽签", "out": "出局",
    "stopped": "挡下", "redirect": "改向", "override": "裁定", "lost": "判负", "won": "获胜", "vote": "计票",
    "back": "复活", "first_out": "首次出局", "camp": "阵营", "card": "判罚", "status": "状态", "mark": "标记",
    "lapse": "解除", "skill": "技能", "tag": "标签", "use": "发动", "hit": "攻击", "reveal": "翻牌", "office": "职位",
    "declined": "放弃", "sent": "记下", "withdrawn": "撤回", "answer": "答复", "deferred": "延后", "rewind": "回溯",
    "clock": "时钟", "loop": "时钟", "note": "备注", "phase": "阶段", "substitute": "替补", "ballot": "投票",
    "announced": "公示", "words": "遗言", "peace": "投票", "rewrite": "改票", "face": "表面", "grant": "技能",
    "pace": "进程", "errand": "记下",
}  # fmt: skip


@dataclass(slots=True)
class Row:
    """One line of a timeline. event: its number, for `explain`."""

    event: int
    at: str
    kind: str
    word: str
    text: str
    rule: str
    to: list[str]
    input: int


def row(t: Table, e: Event) -> Row:
    to = [t.name(f) for f in e.to]
    return Row(e.index, stages.phase_label(t, e.at), e.kind, _WORD.get(e.kind, e.kind), e.text, e.rule, to, e.input)


def rows(t: Table, events: Iterable[Event], every: bool = False) -> list[Row]:
    """Lines of these events; without `every`, those that say something new."""
    return [row(t, e) for e in events if every or not (e.kind in _SILENT or _hidden(t, e))]


def _hidden(t: Table, e: Event) -> bool:
    """A use that no player knows of, of a skill that only keeps books."""
    return e.kind == "use" and bool(t.rs.skills.get(e.data.get("skill", ""), {}).get("hidden"))


def line(r: Row) -> str:
    """出局 阿三 出局（杀人）［狼群.杀人］"""
    text = r.text.replace("\n", "；")
    if r.kind == "notice":
        text = f"→ {'、'.join(r.to)}：{text}"
    rule = f"［{r.rule}］" if r.rule and not r.rule.startswith("系统.") and r.kind not in ("phase", "public") else ""
    return f"{r.word} {text}{rule}"


def text(found: list[Row]) -> str:
    """All lines, phase by phase."""
    out: list[str] = []
    here = ""
    for r in found:
        if r.kind == "phase":
            here = ""
            continue
        if r.at != here:
            here = r.at
            out.append(f"── {here}")
        out.append(f"  {line(r)}")
    return "\n".join(out)
