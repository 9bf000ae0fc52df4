"""The verb `skill`: what puts skills into hands and takes them away — gained, lost, copied, lent, refreshed."""

from __future__ import annotations

from . import copies, effects, parties, skills
from .effects import Context
from .rules import Effect

RESERVED = "得到之后"  # when a skill starts of which there are only uses so far


def skill(c: Context, e: Effect) -> None:
    """Gain, lose, copy, move or refresh skills."""
    op = e["skill"]
    if op == "refresh":
        for f in effects.targets(c, e.get("to")):
            if "name" in e:
                _renew(c, f, e["name"])
            else:
                _refresh(c, f, bool(e.get("held")), bool(e.get("lost")))
    elif "party" in e:
        _shared(c, e)
    elif op == "gain":
        for f in effects.targets(c, e.get("to") or "self"):
            if not (e.get("temporary") and _once_more(c, f, e["name"])):
                _gain(c, f, e)
    elif op == "lose":
        for f in effects.targets(c, e.get("to") or "self"):
            _lose(c, f, e)
    elif op in ("copy", "move"):
        for source in effects.targets(c, e.get("from") or "target"):
            _take(c, source, e)


def _gain(c: Context, floor: int, e: Effect) -> None:
    new = skills.new(c.t, e["name"], floor, "temp" if e.get("temporary") else "gain", parent=_parent(c), giver=c.actor,
                     until=e.get("until", ""), uses=e.get("uses"),
                     never_on=effects.targets(c, e["never_on"]) if "never_on" in e else None)  # fmt: skip
    c.t.tell([floor], c.t.rs.say("skill", skill=skills.name(c.t, new)))


def _once_more(c: Context, floor: int, key: str) -> bool:
    """The seat has such a temporary skill to stay, or uses kept for it: those of a fresh one are added."""
    for sk in skills.of(c.t, floor):
        if sk.key == key and sk.origin == "temp" and not sk.until:
            fresh, waiting = skills.full_uses(skills.definition(c.t, sk)) or 0, sk.starts == RESERVED
            sk.uses, sk.starts = None if sk.uses is None else sk.uses + fresh, ""
            name = skills.name(c.t, sk)
            c.t.tell([floor], c.t.rs.say("skill" if waiting else "uses_more", skill=name, n=fresh))
            return True
    return False


def reserve(c: Context, floor: int, key: str, n: int) -> None:
    """Uses of a skill that the seat does not hold: they count once it is gained."""
    skills.new(c.t, key, floor, "temp", parent=_parent(c), giver=c.actor, uses=n, starts=RESERVED)


def _shared(c: Context, e: Effect) -> None:
    """A party gains or loses a skill its members share."""
    t, party = c.t, e["party"]
    if e["skill"] == "gain":
        new = skills.new(t, e["name"], 0, "gain", party=party)
        t.tell(parties.members(t, party), t.rs.say("skill", skill=skills.name(t, new)))
        return
    for sk in skills.of_party(t, party):
        if e.get("name") in (sk.key, skills.name(t, sk)):
            skills.lose(t, sk, skills.name(t, c.skill) if c.skill else "失去")


def _refresh(c: Context, floor: int, held: bool, lost: bool) -> None:
    """The identity's own skills (`held`: all that are there to stay) back to the beginning; not the one refreshing.

    lost: those the card has lost by rules of its own are there again.
    """
    if lost:
        skills.find_again(c.t, floor)
    for sk in skills.of(c.t, floor):
        mine = sk.origin in ("card", "copy", "gain") and not sk.until if held else skills.of_card(c.t, sk)
        if mine and sk is not c.skill:
            skills.refresh(c.t, sk)
    c.t.emit("skill", f"{c.t.name(floor)} 的技能刷新至初始", [floor], op="refresh")


def _renew(c: Context, floor: int, word: str) -> None:
    """One skill of the seat back to the beginning."""
    for sk in [s for s in skills.of(c.t, floor) if word in (s.key, skills.name(c.t, s))][:1]:
        skills.refresh(c.t, sk)
        c.t.emit("skill", f"{c.t.name(floor)} 的 {skills.name(c.t, sk)} 刷新至初始", [floor], op="refresh")


def _lose(c: Context, floor: int, e: Effect) -> None:
    for sk in skills.of(c.t, floor):
        d = skills.definition(c.t, sk)
        if d.get("property") or e.get("name") not in (None, sk.key, d["name"]) or e.get("card") not in (None, sk.card):
            continue
        if "mark" in e and not skills.has_mark(d, e["mark"]):
            continue
        if e.get("unaware"):
            sk.unaware = True
            c.t.emit("skill", f"{c.t.name(floor)} 的 {d['name']} 已失去而不自知", [floor], op="unaware")
        else:
            skills.lose(c.t, sk, skills.name(c.t, c.skill) if c.skill else "失去")


def _take(c: Context, source: int, e: Effect) -> None:
    """Copy or move the identity skills of another seat to the actor."""
    t = c.t
    never, until = effects.targets(c, e["never_on"]) if "never_on" in e else [], e.get("until", "")
    if e["skill"] == "move":
        gained = skills.lend(t, source, c.actor, until, e.get("card", 0))
    elif e.get("learned") and c.skill is not None:
        gained = copies.learn(t, c.skill, copies.as_learned(t, source), source, until)
    else:
        gained = copies.copy_from(t, source, c.actor, until=until, never_on=never, fresh=e.get("fresh", False),
                                  parent=_parent(c))  # fmt: skip
    shown = [s for s in gained if not skills.definition(t, s).get("hidden")]
    names = "、".join(f"<{skills.name(t, s)}>" for s in shown)
    t.tell([c.actor], t.rs.say("skills_of" if gained else "no_skills_of", name=t.name(source), skills=names))


def _parent(c: Context) -> int:
    return c.skill.id if c.skill else -1
