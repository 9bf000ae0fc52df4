"""Parties: actors made of seats that carry a tag, with skills in common (狼群 and its knife)."""

from __future__ import annotations

from . import draws, queries, skills, statuses
from .rules import Def
from .state import Skill, Use
from .table import Table


def members(t: Table, party: str) -> list[int]:
    """Seats in play that belong now, in elevator order."""
    p = t.rs.parties[party]
    return [f for f in t.alive() if queries.can_be_in_party(t, f, p)]


def in_group(t: Table, p: Def) -> list[int]:
    """Seats that share the party's group: members in or out of play, and its guests."""
    guest = p.get("guest_tag")
    return [f for f in t.s.seats if queries.can_be_in_party(t, f, p) or (guest and queries.has_tag(t, f, guest))]


def hearers(t: Table, party: str) -> list[int]:
    """Who hears what the party's moves bring: members and guests in play."""
    return [f for f in in_group(t, t.rs.parties[party]) if t.seat(f).in_play]


def camp(t: Table, party: str) -> str:
    """The camp the party acts for: the one it belongs to, else that of its first member."""
    p = t.rs.parties[party]
    return str(p.get("heir_camp") or next((t.seat(f).camp for f in holders(t, party)), ""))


def spokesmen(t: Table, party: str) -> list[str]:
    """Names of the members who may send the party's moves as their own."""
    return [t.name(f) for f in members(t, party)] if t.rs.parties[party].get("by_seat") else []


def holders(t: Table, party: str) -> list[int]:
    """Who holds the party's skills now: its members, or the next heir where no member of its camp is left.

    Where nobody inherits, members of other camps go on.
    """
    p = t.rs.parties[party]
    own = [f for f in members(t, party) if p.get("heir_camp") in (None, t.seat(f).camp)]
    next_one = [] if own else heirs(t, p)[:1]
    return next_one or members(t, party)


def heirs(t: Table, p: Def) -> list[int]:
    """Seats that wait for the knife, in the printed order; who inherited the tag stands where its first owner stood."""
    tag = p.get("heir_tag")
    if not tag:
        return []
    order: list[str] = p.get("heirs", [])

    def place(f: int) -> tuple[int, int, int]:
        why = next((g.why for g in reversed(t.seat(f).tags) if g.tag == tag and g.gain), "")
        role = why if why in order else queries.card(t, f)
        last = int(why in p.get("last", ()))
        if last:
            return (last, 0, t.rs.rank(queries.card(t, f)))
        return (last, order.index(role) if role in order else len(order), t.rs.rank(queries.card(t, f)))

    return sorted((f for f in t.alive() if queries.has_tag(t, f, tag)), key=place)


def waiting_for(t: Table, word: str) -> list[int]:
    """Heirs of the parties that share a skill called so."""
    shared = [name for name in t.rs.parties if any(skills.name(t, s) == word for s in skills.of_party(t, name))]
    return [f for name in shared for f in heirs(t, t.rs.parties[name])]


def acting_as(t: Table, floor: int) -> list[str]:
    """Parties whose skills this seat alone now uses under its own name (a knife passed on)."""
    found = []
    for name, p in t.rs.parties.items():
        heir = p.get("heir_tag")
        if heir and queries.has_tag(t, floor, heir) and holders(t, name) == [floor] and floor not in members(t, name):
            found.append(name)
    return found


def at_hand(t: Table, floor: int) -> list[Skill]:
    """What the seat can act with: its own skills, and those of the parties whose skills it holds."""
    shared = [s for name in t.rs.parties if floor in holders(t, name) for s in skills.of_party(t, name)]
    return [*skills.visible(t, floor), *shared]


def all_at_hand(t: Table) -> dict[int, list[Skill]]:
    """What everybody in play can act with, by floor. Who holds a party's skills is asked once, not once a seat."""
    found = {f: skills.visible(t, f) for f in t.alive()}
    for name in t.rs.parties:
        for f in holders(t, name):
            found[f] = found[f] + skills.of_party(t, name)
    return found


def blocked(t: Table, party: str) -> str:
    """Why the party cannot act: one member held by a state that stops all, or every member by one that stops him."""
    who = holders(t, party)
    if not who:
        return f"{party}没有人"
    helpless = 0
    for f in who:
        kinds = {kind: s.name for s in statuses.real(t, f) for d in statuses.defs(t, s.name) if (kind := d.get("pack"))}
        if "any" in kinds:
            return f"{t.name(f)} [{kinds['any']}]"
        if f not in members(t, party) and (held := _held(t, f, party)):
            return f"{t.name(f)} [{held}]"  # a knife passed on is the heir's own skill
        helpless += "all" in kinds
    return "全员不能行动" if helpless == len(who) else ""


def _held(t: Table, floor: int, party: str) -> str:
    """The state that keeps the seat from using what the party left it."""
    names = {skills.name(t, sk) for sk in skills.of_party(t, party)}
    for s in statuses.real(t, floor):
        for d in statuses.defs(t, s.name):
            if d.get("blocks") in ("all", "unforced") and not names & set(d.get("spares", ())):
                return s.name
    return ""


def source(t: Table, use: Use, sk: Skill) -> int:
    """Who stands as the source of the party's use: whoever sent it as his own, else a member drawn at random."""
    who = holders(t, sk.party)
    if t.rs.parties[sk.party].get("by_seat") and use.chooser in who:
        return use.chooser
    fit = [f for f in who if not any(statuses.prop(t, s.name, "unsourced") for s in statuses.real(t, f))]
    pool = fit or who
    if len(pool) == 1:
        return pool[0]
    return draws.pick_seat(t, draws.SOURCE, pool, 0, sk, use) if pool else 0


def setup(t: Table) -> None:
    """Give every party of the ruleset its skills."""
    for name, p in t.rs.parties.items():
        for key in p.get("skills", []):
            skills.new(t, key, 0, "card", party=name)
