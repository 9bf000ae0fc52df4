"""From selected to settled targets: the ruleset's redirect chain, each link once over the whole list.

A target travels as a pair (settled, via): `via` is the selected seat it came from, in whose name feedback is given.
"""

from __future__ import annotations

from collections.abc import Callable

from . import draws, skills, statuses
from .rules import Def
from .state import Skill, Use
from .table import Table

Pair = tuple[int, int]


def settle(t: Table, use: Use, sk: Skill) -> None:
    """Fill `use.settled` and `use.via`. Only aimed skills are redirected; duplicates fall away, then the hidden."""
    d = skills.definition(t, sk)
    pairs: list[Pair] = [(f, f) for f in use.selected]
    if skills.is_aimed(d) and not d.get("on_selected"):
        for link in t.rs.table("aim").get("chain", []):
            if link.get("period") not in (None, t.phase.period):
                continue
            if link["aim"] == "share":  # once it is settled who is hit at all
                continue
            before = list(pairs)
            pairs = _LINKS[link["aim"]](t, use, sk, pairs, link)
            if pairs != before:
                _note(t, use, link, before, pairs)
        pairs = _unique(pairs)
        pairs = [p for p in pairs if not _evades(t, use, p[0])]
        pairs = _share(t, use, pairs)
    use.settled = [p[0] for p in pairs]
    use.via = [p[1] for p in pairs]


def _note(t: Table, use: Use, link: Def, before: list[Pair], after: list[Pair]) -> None:
    by = link.get("state") or link.get("skill") or link["aim"]
    old, new = (t.names(p[0] for p in x) for x in (before, after))
    use.trail.append(by)
    t.emit("redirect", f"{use.name} 的目标：{old} → {new}（{by}）", [p[0] for p in after], by=by, was=old, now=new)


def _unique(pairs: list[Pair]) -> list[Pair]:
    seen: dict[int, Pair] = {}
    for p in pairs:
        seen.setdefault(p[0], p)
    return list(seen.values())


def _evades(t: Table, use: Use, floor: int) -> bool:
    """Hidden from aimed skills: for all, or only for one seat's."""
    for s in statuses.all_on(t, floor):
        if statuses.prop(t, s.name, "evades") and s.vs_seat in (0, use.source or use.holder):
            if use.taken and s.data.get("through") == str(use.id):
                continue
            t.emit("stopped", f"{t.name(floor)} [{s.name}]，{use.name} 对他不结算", [floor], state=s.name)
            return True
    return False


# ── links ──


def _bounce(t: Table, use: Use, sk: Skill, pairs: list[Pair], link: Def) -> list[Pair]:
    """Aimed at a marked seat, the skill falls on its own holder instead (unless he is of the marked camp).

    tell, lose: who gave the mark hears which skill it was, and loses the skill that gave it.
    """
    me = use.source or use.holder
    if not me or t.seat(me).camp == link.get("unless_camp"):
        return pairs
    out = []
    for target, via in pairs:
        marks = [s for s in statuses.real(t, target) if s.name == link["state"] and target != me]
        for s in marks:
            if "tell" in link:
                t.tell([s.giver], link["tell"].replace("{skill}", use.name))
            if link.get("lose") and s.skill in t.s.skills:
                skills.lose(t, t.s.skills[s.skill], s.name)
        out.append((me, via) if marks else (target, via))
    return out


def _swap(t: Table, use: Use, sk: Skill, pairs: list[Pair], link: Def) -> list[Pair]:
    """Two seats of one exchange stand for each other."""
    other: dict[int, int] = {}
    groups: dict[int, list[int]] = {}
    for s in t.s.statuses.values():
        if s.name == link["state"] and s.use != use.id:
            groups.setdefault(s.group, []).append(s.holder)
    for g in groups.values():
        if len(g) == 2:
            other[g[0]], other[g[1]] = g[1], g[0]
    return [(other.get(target, target), via) for target, via in pairs]


def _share(t: Table, use: Use, pairs: list[Pair]) -> list[Pair]:
    """Who carries a state given by a target suffers with him; that he is out of reach himself does not help."""
    for link in [x for x in t.rs.table("aim").get("chain", []) if x["aim"] == "share"]:
        with_them = [
            (s.holder, via) for target, via in pairs for s in t.s.statuses.values()
            if s.name == link["state"] and s.giver == target and s.use != use.id and t.seat(s.holder).in_play
        ]  # fmt: skip
        more = [p for p in _unique(with_them) if p[0] not in {x[0] for x in pairs}]
        if more:
            _note(t, use, link, pairs, pairs + more)
            pairs = pairs + more
    return pairs


def _relay(t: Table, use: Use, sk: Skill, pairs: list[Pair], link: Def) -> list[Pair]:
    """Who gave the state takes what is aimed at its holder."""
    takes = {s.holder: s.giver for s in t.s.statuses.values()
             if s.name == link["state"] and s.use != use.id and s.giver and t.seat(s.giver).in_play}  # fmt: skip
    return [(takes.get(target, target), via) for target, via in pairs]


def _also(t: Table, use: Use, sk: Skill, pairs: list[Pair], link: Def) -> list[Pair]:
    """The partner in the same group becomes a target as well."""
    out = list(pairs)
    for target, via in pairs:
        for s in statuses.real(t, target):
            if s.name != link["state"]:
                continue
            for x in t.s.statuses.values():
                if x.name == s.name and x.group == s.group and x.holder != target and t.seat(x.holder).in_play:
                    out.append((x.holder, via))
    return out


def _divert(t: Table, use: Use, sk: Skill, pairs: list[Pair], link: Def) -> list[Pair]:
    """A holder of the skill is replaced by a seat drawn among those in play who do not hold it."""
    out = []
    for target, via in pairs:
        mine = [s for s in skills.of(t, target) if s.key == link["skill"] and skills.stands(t, s)]
        if not mine:
            out.append((target, via))
            continue
        pool = [f for f in t.alive() if not any(s.key == link["skill"] for s in skills.of(t, f))]
        if not pool:
            out.append((target, via))
            continue
        new = draws.pick_seat(t, skills.name(t, mine[0]), pool, target, mine[0], use)
        use.notes.append(f"divert:{target}:{new}")
        out.append((new, via))
    return out


_LINKS: dict[str, Callable[[Table, Use, Skill, list[Pair], Def], list[Pair]]] = {
    "bounce": _bounce, "swap": _swap, "also": _also, "divert": _divert, "relay": _relay,
}  # fmt: skip
