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


def state_text(s: Data) -> str:
    """[冻结]（状态）不能发动非强制的技能；得到时本人知道"""
    kind = "标记" if s.get("mark") else "状态"
    told = "；".join(
        [*([s["text"].rstrip("。")] if s.get("text") else _does(s)), *(["得到时本人知道"] if s.get("known") else [])]
    )
    return f"[{s['name']}]（{kind}）{told}"


_BLOCKS = {"unforced": "不能发动强制以外的技能", "all": "不能发动任何技能", "forced": "强制技能失效"}
_PACK = {"any": "有一人如此，全群都不能行动", "all": "全群如此，才都不能行动"}
_DELAYS = {
    "acts": "自己的行动", "suffers": "对他的行动", "votes": "他投的票", "voted": "投他的票", "outs": "他的投票出局",
}  # fmt: skip


def _does(s: Data) -> list[str]:
    """What a state does, from its own keys."""
    words = []
    if s.get("stops"):
        words.append(f"抵挡{'、'.join(s['stops'])}" + ("，挡一次少一次" if s.get("charged") else ""))
    if s.get("evades"):
        words.append("指定技能落不到他身上")
    if s.get("blocks"):
        spared = f"（{'、'.join(s['spares'])}除外）" if s.get("spares") else ""
        words.append(_BLOCKS[s["blocks"]] + spared)
    words += [_PACK[s["pack"]]] if s.get("pack") else []
    words += [f"看起来没有{'、'.join(s['hides_tags'])}"] if s.get("hides_tags") else []
    words += [f"造成的{'、'.join(s['blunts'])}无效"] if s.get("blunts") else []
    words += ["投的票无效"] if s.get("vote") == "void" else []
    words += [f"票权加 {s['votes']}"] if s.get("votes") else []
    words += [f"得票加 {s['votes_against']}"] if s.get("votes_against") else []
    words += [text for key, text in _FLAGS.items() if s.get(key)]
    if s.get("delays"):
        late = _DELAYS.values() if s["delays"] is True else [_DELAYS[x] for x in s["delays"]]
        words.append(f"{'、'.join(late)}推迟一天")
    return words


_FLAGS = {
    "votes_ban": "不能投票", "no_votes_for": "不能被投票", "votes_top": "当天算最高票", "office_ban": "不能当选或继任",
    "bars": "不再得到状态", "chat": "共群", "fixed": "不能解除", "negative": "负面状态",
}  # fmt: skip


def post(data: Data, voice: Voice | None = None) -> list[Block]:
    """The rules thread."""
    voice = voice or Voice(data.get("wording", {}), game=data["title"])
    out = [Block("title", voice.say("rules_title"))]
    if lead := voice.say("rules_lead"):
        out.append(Block("text", lead))
    for camp, roles in by_camp(data).items():
        out.append(Block("heading", f"{camp}（{len(roles)}）"))
        for name in roles:
            out += _role(data, data["roles"][name])
    for d in data["roles"].values():
        if d.get("pack"):
            out += [Block("heading", d["name"]), *_role(data, d)[1:]]
    states = [state_text(s) for s in data["states"].values() if not s.get("mark")]
    out += _section("状态", states)
    out += _section("阶段", [_phase(p) for p in data["phases"]])
    out += _section("投票与遗言", _votes(data))
    out += _section("胜负", _wins(data))
    out += _section("讨论日与判罚", [*_day(data.get("schedule", {})), *_cards(data.get("cards", {}))])
    return out + signed(voice)


def _section(title: str, lines: list[str]) -> list[Block]:
    return [Block("heading", title), Block("text", "\n".join(lines))] if lines else []


def _role(data: Data, d: Data) -> list[Block]:
    """An identity under the heading of its camp: its name, then a skill a line."""
    head = d["name"] + (f"（{d['class']}）" if d.get("class") else "") + "".join(f"[{t}]" for t in d.get("tags", []))
    skills = "\n".join(skill_text(s) for s in data["skills"].values() if s["role"] == d["name"] and not s.get("hidden"))
    return [Block("label", head), *([Block("text", skills)] if skills else [])]


def _votes(data: Data) -> list[str]:
    """Who is elected, who goes out, what settles a tie, who may leave last words."""
    vote, lines = data.get("vote", {}), []
    for name, d in data.get("offices", {}).items():
        if d.get("elect_day") and not d.get("secret"):
            weight = f"，投的票算 {d['weight']:g} 票" if d.get("weight") else ""
            lines.append(f"第 {d['elect_day']} 天最先到最高票的当选{name}{weight}{_succession(d)}。")
    if vote.get("out_from_day"):
        lines.append(f"第 {vote['out_from_day']} 天起，最高票的出局。")
    if vote.get("tie"):
        lines.append(f"平票时依次看：{'、'.join(vote['tie'])}；都定不了就没有人出局。")
    if "changes" in vote:
        lines.append(f"改票最多 {vote['changes']} 次。" if vote["changes"] else "不能改票。")
    if vote.get("announce_top"):
        lines.append("投了谁是公开的，票数不公布，只说谁是最高票。")
    words = data.get("words", {})
    if "quota" in words:
        codes = "里面不能用论坛代码。" if words.get("max_code") else ""
        lines.append(f"能留遗言的有{_number(data, words['quota'])}，先出局的先留。{codes}")
    return lines


def _number(data: Data, ref: Any) -> str:
    """A derived number in words, as far as it is a plain one."""
    d = data.get("numbers", {}).get(ref, {"value": ref})
    while set(d) == {"number"}:
        d = data["numbers"][d["number"]]
    if "share" in d and set(d) <= {"share", "round"}:
        return f"开局人数的 {d['share'][1]} 分之 {d['share'][0]}"
    if set(d) == {"cards"} and set(d["cards"]) == {"role"}:
        return f"开局的{d['cards']['role']}那么多人"
    plain = d.get("value", d.get("base"))
    return f" {plain} 人" if plain is not None and len(d) == 1 else f"「{ref}」那么多人"


def _succession(d: Data) -> str:
    if not d.get("pass_on_out"):
        return ""
    return "；出局时移交" + ("或撕毁" if d.get("tear") else "") + ("，红牌除外" if d.get("red_vacant") else "")


_KINDS = {"lose": "判负", "win": "获胜", "win_at_once": "立刻获胜", "veto": "阻止别人获胜", "ruling": "由导演裁定"}


def _wins(data: Data) -> list[str]:
    """What the ruleset says of its conditions; those without a text of their own go unsaid."""
    lines = [f"{w['camp'].lstrip('*')}{_KINDS[w['kind']]}：{w['text']}" for w in data.get("wins", []) if w.get("text")]
    if data.get("victory", {}).get("last_standing", True) and lines:
        lines.append("别的阵营都判负时，剩下的阵营获胜。")
    return lines


def _phase(p: Data) -> str:
    steps: dict[int, dict[str, None]] = {}
    for s in p["slots"]:
        if not s["key"].startswith("系统."):
            steps.setdefault(s["step"], {})[s["key"].rpartition(".")[2]] = None
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
    named = {"skills_until": "发动正午技能", "changes_until": "改票", "proxies_until": "代投"}
    if "proxies_until" not in rule:
        named |= {"changes_until": "改票和代投"}
    lines += [f"关门前 {rule[key]} 分钟起不能{what}。" for key, what in named.items() if key in rule]
    lines += ["加速以后改过的票也都作废。"] if rule.get("fast_voids_changes") else []
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
