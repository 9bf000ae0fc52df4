"""Rulesets as people read them."""

from __future__ import annotations

from typing import Any

from .announcement import signed
from .markup import Block
from .voice import Voice

Data = dict[str, Any]


def summary(data: Data) -> Data:
    """A ruleset in numbers and names, camp by camp."""
    return {
        "id": data["id"], "title": data["title"], "version": data.get("version"), "players": data.get("players"),
        "digest": data.get("digest"), "camps": by_camp(data), "states": list(data["states"]),
        "phases": [p["name"] for p in data["phases"]],
    }  # fmt: skip


def by_camp(data: Data) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, role in data["roles"].items():
        if not role.get("pack"):
            found.setdefault(role.get("camp") or "无阵营", []).append(name)
    return found


def book_text(data: Data) -> str:
    low, high = data.get("players") or [0, 0]
    lines = [f"{data['id']} {data['title']}（{low}～{high} 人，第 {data.get('version', 1)} 版）"]
    lines += [f"{camp}（{len(names)}）：{'、'.join(names)}" for camp, names in by_camp(data).items()]
    lines.append("阶段：" + " → ".join(p["name"] for p in data["phases"]))
    lines.append("状态：" + "、".join(data["states"]))
    return "\n".join(lines)


def names(data: Data) -> list[str]:
    """Everything `find` knows."""
    roles = [n for n, r in data["roles"].items() if not r.get("pack")]
    return [*roles, *data["states"], *data["skills"], *(s["name"] for s in data["skills"].values())]


def find(data: Data, what: str) -> list[tuple[str, Data]]:
    """Roles, skills and states of that name: (kind, table)."""
    role = data.get("aliases", {}).get("role", {}).get(what, what)
    found: list[tuple[str, Data]] = []
    if role in data["roles"]:
        found.append(("role", data["roles"][role]))
    key = what.replace("<", ".").replace(">", "").replace("·", ".")
    key = data.get("aliases", {}).get("skill", {}).get(key, key)
    found += [("skill", s) for k, s in data["skills"].items() if key in (k, s["name"])]
    state = data.get("aliases", {}).get("state", {}).get(what, what)
    if state in data["states"]:
        found.append(("state", data["states"][state]))
    return found


def text(data: Data, kind: str, d: Data) -> str:
    if kind == "role":
        return role_text(data, d)
    return skill_text(d, with_role=True) if kind == "skill" else state_text(d)


def role_text(data: Data, d: Data) -> str:
    head = "，".join(x for x in (d.get("camp") or "无阵营", d.get("class", "")) if x)
    lines = [f"{d['name']}（{head}）" + "".join(f"[{t}]" for t in d.get("tags", []))]
    for key in (*d.get("properties", []), *d.get("skills", [])):
        lines.append("  " + skill_text(data["skills"][key]))
    return "\n".join(lines)


def skill_text(d: Data, with_role: bool = False) -> str:
    """[强制][2] 毒药（凌晨）：……"""
    marks = "".join(f"[{m}]" for m in d.get("marks", []))
    uses = f"[{d['uses']}]" if "uses" in d else ""
    when = f"（{'、'.join(d['phase'])}）" if d.get("phase") else "（属性）" if d.get("property") else ""
    name = d["key"] if with_role else d["name"]
    return f"{name}{marks}{uses}{when}：{d.get('text', '')}".rstrip("：")


def state_text(d: Data) -> str:
    kind = "标记" if d.get("mark") else "状态"
    words = [f"抵挡{'、'.join(d['stops'])}"] if d.get("stops") else []
    return f"[{d['name']}]（{kind}）{d.get('text', '')}{'，'.join(words)}".rstrip()


def post(data: Data, voice: Voice | None = None) -> list[Block]:
    """The rules thread."""
    voice = voice or Voice(data.get("wording", {}), game=data["title"])
    out = [Block("title", voice.say("rules_title"))]
    if lead := voice.say("rules_lead"):
        out.append(Block("text", lead))
    for camp, roles in by_camp(data).items():
        out.append(Block("heading", f"{camp}（{len(roles)}）"))
        out += [Block("text", role_text(data, data["roles"][name])) for name in roles]
    out.append(Block("heading", "状态"))
    out.append(Block("text", "\n".join(state_text(s) for s in data["states"].values() if not s.get("mark"))))
    out.append(Block("heading", "阶段"))
    out += [Block("text", _phase(p)) for p in data["phases"]]
    if lines := [*_day(data.get("schedule", {})), *_cards(data.get("cards", {}))]:
        out += [Block("heading", "讨论日与判罚"), Block("text", "\n".join(lines))]
    return out + signed(voice)


def _phase(p: Data) -> str:
    steps: dict[int, list[str]] = {}
    for s in p["slots"]:
        if not s["key"].startswith("系统."):
            steps.setdefault(s["step"], []).append(s["key"].rpartition(".")[2])
    order = " → ".join("、".join(names) for names in steps.values())
    until = f"（关门后 {p['deadline']} 分钟内）" if p.get("deadline") else ""
    return f"{p['name']}{until}" + (f"：{order}" if order else "")


def _day(rule: Data) -> list[str]:
    """How long a day is discussed, and what may change that."""
    if "close" not in rule:
        return []
    weekend = f"，逢周末多 {rule['weekend']} 天" if rule.get("weekend") else ""
    hours = f"第一天 {rule['open']} 开门，" if "open" in rule else ""
    zone = rule.get("zone", "+08:00")
    lines = [f"讨论日 {rule.get('days', 1)} 天{weekend}：{hours}最后一天 {rule['close']} 关门（时区 {zone}）。"]
    top, bottom = rule.get("pace_share") or (1, 2)
    share = "一半" if [top, bottom] == [1, 2] else f"{bottom} 分之 {top}"
    until = f"，截至关门前 {rule['pace_until']} 分钟" if "pace_until" in rule else ""
    enough = f"{'超过' if rule.get('pace_more') else '达到'}存活人数的{share}"
    lines.append(f"存活的人可以申请加速或延时：{enough}即成立{until}。")
    for key, what in (("skills_until", "发动正午技能"), ("changes_until", "改票和代投")):
        if key in rule:
            lines.append(f"关门前 {rule[key]} 分钟起不能{what}。")
    return lines


def _cards(rule: Data) -> list[str]:
    """How cards add up."""
    if not rule:
        return []
    after = "提醒导演" if rule.get("remind") else "红牌"
    yellow = f"{rule.get('yellow', 3)} 张黄牌{'折一张' if after == '红牌' else ''}{after}"
    lines = [f"{rule.get('blue', 3)} 张蓝牌折一张黄牌，{yellow}；红牌出局，没有遗言。"]
    if reds := rule.get("red_loses", 2):
        lines.append(f"同一阵营累计 {reds} 张红牌，这个阵营判负。")
    return lines
