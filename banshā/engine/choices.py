"""Typed choices beside seats: option, number, role, camp, skill, slot, text up to n. Checked, listed and drawn."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterable

from . import draws, skills
from .errors import Refusal
from .rules import Def
from .state import Skill
from .table import Table


def parts(value: str) -> list[str]:
    """Values of a choice that takes several, written with commas."""
    return [v.strip() for v in value.replace("，", ",").split(",")]


def wanted(c: Def, params: dict[str, str]) -> bool:
    """Whether the choice has to be made: not an optional one, nor one that goes with what was not chosen."""
    if "if" in c:
        return all(str(value) in parts(params.get(key, "")) for key, value in c["if"].items())
    return not c.get("optional")


def check(t: Table, sk: Skill, d: Def, params: dict[str, str]) -> None:
    """Refuse what is missing or no value of its kind; names are put in their canonical form."""
    for c in d.get("choose") or ():
        key, value = c["key"], params.get(c["key"])
        if value is None:
            if wanted(c, params):
                options = f"可选：{'、'.join(c['options'])}" if "options" in c else f"在后面加 {key}=…"
                raise Refusal("missing_choice", f"{d['name']} 要写 {key}=", sk.key, options)
            continue
        params[key] = _canonical(t, d, c, value)


def _canonical(t: Table, d: Def, c: Def, value: str) -> str:
    several = parts(value) if c.get("many") else [value]
    names = [t.rs.alias("role", v) if c["kind"] == "role" else v for v in several]
    names = [_skill_called(t, v) if c["kind"] == "skill" else v for v in names]
    bad = next((why for v in names if (why := _wrong(t, c, v))), "") or _miscounted(c, names)
    if bad:
        raise Refusal("bad_choice", f"{d['name']} 的 {c['key']}={value} 不对", d["key"], bad)
    return ",".join(names)


def _skill_called(t: Table, word: str) -> str:
    """The name that an older name of a skill stands for; the word itself where it is none."""
    if word in t.rs.by_name:
        return word
    older = {alias.rpartition(".")[2]: key for alias, key in t.rs.data.get("aliases", {}).get("skill", {}).items()}
    return str(t.rs.skills[older[word]]["name"]) if older.get(word) in t.rs.skills else word


def _wrong(t: Table, c: Def, value: str) -> str:
    """What is wrong with one value; '' where it is right."""
    kind = c["kind"]
    pools: dict[str, Iterable[str]] = {"camp": t.rs.camps, "role": t.rs.named, "skill": t.rs.by_name,
                                       "slot": t.rs.settlement}  # fmt: skip
    if kind == "option" and value not in c["options"]:
        return f"可选：{'、'.join(c['options'])}"
    if kind == "number":
        lo, hi = c.get("from", 0), c.get("upto", 99)
        return "" if value.isascii() and value.isdigit() and lo <= int(value) <= hi else f"要 {lo}～{hi} 的数"
    if kind in pools and value not in pools[kind]:
        return near(value, pools[kind])
    if "not_mark" in c and all(skills.has_mark(t.rs.skills[key], c["not_mark"]) for key in t.rs.by_name[value]):
        return f"{value} 是{c['not_mark']}技能"
    if kind == "text" and len(value) > c.get("max", 200):
        return f"至多 {c['max']} 字，现在 {len(value)} 字"
    return ""


def takes(t: Table, c: Def, value: str) -> bool:
    """Whether the choice may take this one value."""
    return not _wrong(t, c, value)


def _miscounted(c: Def, values: list[str]) -> str:
    if "pick" in c and (len(values) != c["pick"] or len(set(values)) != len(values)):
        return f"要 {c['pick']} 个不同的，用逗号隔开"
    return ""


def near(value: str, pool: Iterable[str]) -> str:
    found = difflib.get_close_matches(value, list(pool), 1, 0.3)
    return f"没有{value}，是不是 {found[0]}？" if found else f"没有{value}"


# ── listed ──


def sets(c: Def, values: list[str]) -> list[str]:
    """The values as they are typed: one each, or every set of as many as must be picked."""
    return [",".join(x) for x in itertools.combinations(values, c["pick"])] if "pick" in c else values


# ── drawn ──


def draw(t: Table, sk: Skill, legal: dict[str, list[str]]) -> dict[str, str]:
    """Choices for somebody who kept silent. legal: of what the skill's behaviour takes, where it says which."""
    params: dict[str, str] = {}
    for c in skills.definition(t, sk).get("choose") or ():
        if wanted(c, params):
            params[c["key"]] = _drawn(t, sk, c, legal.get(c["key"], []))
    return params


def _drawn(t: Table, sk: Skill, c: Def, legal: list[str]) -> str:
    """One value, of those alone that the skill's behaviour takes where it says which."""
    pools: dict[str, list[str]] = {
        "option": [str(x) for x in c.get("options", [])],
        "number": [str(i) for i in range(int(c.get("from", 1)), int(c.get("upto", 6)) + 1)],
        "role": [n for n, d in t.rs.roles.items() if d.get("camp")],
        "camp": [n for n, d in t.rs.camps.items() if not (d.get("none") or d.get("lovers") or d.get("mutual"))],
        "skill": sorted(n for n in {skills.name(t, s) for s in t.s.skills.values()} if takes(t, c, n)),
        "slot": list(t.rs.settlement),
    }
    pool, got = list(pools.get(c["kind"], ["无"])), []
    pool = [x for x in pool if x in legal] or pool
    if len(pool) == 1 == int(c.get("pick", 1)):
        return pool[0]
    for _ in range(min(int(c.get("pick", 1)), len(pool))):
        got.append(draws.pick(t, f"代选{c['key']}", pool, sk.holder, sk))
        pool.remove(got[-1])
    return ",".join(got)
