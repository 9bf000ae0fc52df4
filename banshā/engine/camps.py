"""Camps and tags: derived from where they come from, recomputed to a fixed point, one notice a real change."""

from __future__ import annotations

from . import aftermath, moments, parties, queries, skills, statuses
from .rules import Def
from .state import Source, TagGrant
from .table import Table

TIED = ("follow", "oppose")  # kinds of sources: with another seat's camp, or against it


def none_camp(t: Table) -> str:
    return next((n for n, d in t.rs.camps.items() if d.get("none")), "")


def recompute(t: Table, silent: bool = False, unheard: int = 0) -> None:
    """Bring every seat's camp in line with its sources. unheard: a seat that is not told of it this time."""
    from . import wins

    for _ in range(len(t.s.seats) + 1):
        new = {f: _derive(t, f) for f in t.s.seats}
        if all(t.seat(f).camp == c for f, c in new.items()):
            break
        for f, c in new.items():
            t.seat(f).camp = c
    for f, seat in t.s.seats.items():
        if seat.camp and seat.camp not in t.s.manned and not t.rs.camps.get(seat.camp, {}).get("none"):
            t.s.manned.append(seat.camp)
        was, seat.heard_camp = seat.heard_camp, seat.camp
        # What listens may change camps again and come back here: each change is heard of once.
        if seat.camp != was and not silent:
            t.emit("camp", f"{seat.name} 转入{seat.camp}", [f], was=was, now=seat.camp)
            if f != unheard and not seat.sources[-1].why.startswith("·"):
                t.tell([f], t.rs.say("camp", camp=seat.camp))
            moments.fire(t, "camp", f, camp=seat.camp)
            if seat.camp in t.s.lost and queries.is_undecided(t, f):
                wins.reconsider(t, seat.camp)


def _derive(t: Table, floor: int) -> str:
    source = t.seat(floor).sources[-1]
    if source.kind not in TIED:
        return source.camp
    if in_circle(t, floor):
        return next((n for n, d in t.rs.camps.items() if d.get("mutual")), none_camp(t))
    camp = t.seat(source.seat).camp
    return camp if source.kind == "follow" else against(t, camp) or source.camp or t.seat(floor).camp


def against(t: Table, camp: str) -> str:
    """The camp that stands against this one; '' where none does."""
    return str(t.rs.camps.get(camp, {}).get("opposed", ""))


def in_circle(t: Table, floor: int) -> bool:
    """Whether following, with somebody or against him, leads back to where it began."""
    here, seen = floor, set()
    while here not in seen:
        seen.add(here)
        source = t.seat(here).sources[-1]
        if source.kind not in TIED:
            return False
        here = source.seat
    return here == floor


def fixed(t: Table, floor: int) -> bool:
    """A property of the identity keeps the camp from ever changing."""
    return any(t.rs.skills[k].get("fixed_camp") for c in queries.playing(t, floor) for k in _properties(t, c))


def _properties(t: Table, card: str) -> list[str]:
    found: list[str] = t.rs.roles.get(card, {}).get("properties", [])
    return found


def turn(t: Table, floor: int, camp: str, why: str, undecided_only: bool = False) -> None:
    """Change the actual camp. `undecided_only`: without effect on a seat that already has a camp."""
    seat = t.seat(floor)
    if fixed(t, floor) or (undecided_only and seat.camp != none_camp(t)):
        return
    seat.sources.append(Source("turned", camp, why=why))
    recompute(t)


def follow(t: Table, floor: int, other: int, why: str, kind: str = "follow") -> None:
    """The camp follows another seat's from now on, or its opposite; without effect on a seat that already has one."""
    if t.seat(floor).camp != none_camp(t) or fixed(t, floor):
        return
    t.seat(floor).sources.append(Source(kind, seat=other, why=why))
    recompute(t)


def follow_anew(t: Table, floor: int, other: int, why: str) -> None:
    """Follow somebody else from now on, without being told what that means."""
    seat = t.seat(floor)
    tied = seat.sources[-1].kind in TIED
    if tied or seat.camp == none_camp(t):
        seat.sources.append(Source(seat.sources[-1].kind if tied else "follow", seat=other, why=why))
        recompute(t, unheard=floor)


# ── tags ──


def grant_tag(t: Table, floor: int, tag: str, gain: bool, why: str, until: str = "", kind: str = "") -> None:
    """Give or take a tag; a tag of a party means joining or leaving its group. kind: see `TagGrant`."""
    if gain and not kind and queries.kept_off(t, floor, tag):
        t.emit("tag", f"{t.name(floor)} 不会获得[{tag}]", [floor], tag=tag, op="barred")
        moments.fire(t, "barred", floor, skill=tag)
        return
    had = queries.has_tag(t, floor, tag)
    t.seat(floor).tags.append(TagGrant(tag, gain, why, until, t.at, kind=kind))
    has = queries.has_tag(t, floor, tag)
    if had == has:
        return
    word, op = ("获得", "gain") if gain else ("失去", "lose")
    t.emit("tag", f"{t.name(floor)} {word}[{tag}]", [floor], tag=tag, op=op)
    if kind != "aside":
        regroup(t, floor, tag, gain)


def regroup(t: Table, floor: int, tag: str, gain: bool) -> None:
    """With the tag the seat came into the groups of its parties, or left them."""
    for name, p in t.rs.parties.items():
        if tag in (p["tag"], p.get("guest_tag")) and p.get("chat") and aftermath.gathered(t, p):
            t.todo(f"把{t.name(floor)}{'拉进' if gain else '移出'}{name}的群", [floor])
            _introduce(t, floor, p, gain)


def _introduce(t: Table, floor: int, party: Def, gain: bool) -> None:
    if gain:
        others = [f for f in parties.in_group(t, party) if f != floor]
        if others:
            t.tell([floor], t.rs.say("party_joined", party=party["name"], names=t.names(others)))
            t.tell(others, t.rs.say("party_gains", party=party["name"], name=t.name(floor)))
    else:
        t.tell([floor], t.rs.say("party_left", party=party["name"]))


def take_tags(t: Table, source: int, to: int, tags: list[str]) -> None:
    """The tags another seat's identity carries; heirs of a tag keep its first owner's place."""
    why = carried(t, source)
    for tag in tags:
        if tag in why:
            grant_tag(t, to, tag, True, why[tag])


def carried(t: Table, source: int) -> dict[str, str]:
    """The tags of a seat, whatever hides them now, each with the word for its place among the heirs."""
    held: dict[str, TagGrant] = {}
    for g in t.seat(source).tags:
        if g.gain:
            held.setdefault(g.tag, g)
        else:
            held.pop(g.tag, None)
    listed = {w for p in t.rs.parties.values() for key in ("heirs", "last") for w in p.get(key, ())}
    why = {tag: g.why if g.why in listed else queries.card(t, source) for tag, g in held.items()}
    return why | {tag: queries.card(t, source) for tag in _tags_of_properties(t, source)}


def _tags_of_properties(t: Table, floor: int) -> list[str]:
    """Tags that properties of the identity keep up, in play or out."""
    properties = [d for sk in skills.of(t, floor) if (d := skills.definition(t, sk)).get("property")]
    return [e["tag"] for d in properties for e in d.get("while") or () if "tag" in e and queries.during(t, e, floor)]


def who_can(t: Table, word: str, heirs: bool = False) -> list[int]:
    """Seats in play that can act with a skill called so (heirs: or will, once a party's skill is passed on)."""
    waiting = {f for f in parties.waiting_for(t, word) if heirs}
    hands = parties.all_at_hand(t)
    return [f for f, held in hands.items() if f in waiting or any(skills.name(t, s) == word for s in held)]


def mates(t: Table, floor: int) -> list[int]:
    """Seats that share a private group with this one now."""
    found: set[int] = set()
    for p in t.rs.parties.values():
        if p.get("chat") and floor in (inside := parties.in_group(t, p)):
            found |= set(inside)
    for s in statuses.real(t, floor):
        if statuses.prop(t, s.name, "chat"):
            found |= {x.holder for x in t.s.statuses.values() if x.group == s.group and x.name == s.name}
    return sorted(found - {floor})
