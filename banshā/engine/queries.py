"""Questions about a seat, answered from the state: actual and face, tags, knives, and whether a filter fits.

Actual values decide alignment and effects; faces are what an inspection shows. Both may be bent for one asker.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import parties, skills, statuses
from .rules import Def
from .state import Skill
from .table import Table

Filter = dict[str, Any]
WORDS_GONE = "words_gone"  # the fact
LISTED = "名单:"  # note of a use that named a seat to its holder


def card(t: Table, floor: int) -> str:
    """The actual identity: the (first) card dealt. Nothing changes it."""
    return t.seat(floor).cards[0]


def identities(t: Table, floor: int) -> list[str]:
    """All a seat is: its cards, the offices it holds, the states that count as an identity."""
    states = [s.name for s in statuses.real(t, floor) if t.rs.states.get(s.name, {}).get("identity")]
    return [*t.seat(floor).cards, *(n for n in t.rs.offices if t.s.offices.get(n) == floor), *states]


def joined(t: Table) -> set[str]:
    """Identities that are in the game: dealt, or held beside a card as something to turn into."""
    beside = {card for seat in t.s.seats.values() for card in seat.extra.get("底牌", "").split(",")}
    beside |= {seat.plays for seat in t.s.seats.values()}
    return beside | {card for seat in t.s.seats.values() for card in seat.cards}


def playing(t: Table, floor: int) -> list[str]:
    """The identities the seat plays by: its cards, or what it took in place of them."""
    seat = t.seat(floor)
    return [seat.plays] if seat.plays else seat.cards


def played(t: Table, floor: int) -> Def:
    """The (first) identity the seat plays by."""
    return t.rs.roles.get(playing(t, floor)[0], {})


def words_gone(t: Table) -> bool:
    """Whether it is known that the quota of last words is used up."""
    return WORDS_GONE in t.s.facts


def role(t: Table, floor: int) -> Def:
    return t.rs.roles.get(card(t, floor), {})


def standing(t: Table, floor: int, kind: str) -> Iterable[tuple[Skill, Def]]:
    """`while` entries of this kind (give, immune, face, judged, weight, tag) of the seat's active skills."""
    for sk in skills.of(t, floor):
        for entry in t.rs.skills[sk.key].get("while") or ():
            here = entry.get("held") or skills.stands(t, sk)
            if kind in entry and here and during(t, entry, floor):
                yield sk, entry


def during(t: Table, entry: Def, floor: int = 0) -> bool:
    """Whether a `while` entry is in force: in these periods, of this camp, while holding this state, when it says."""
    if floor and "when" in entry and not _holds(t, floor, entry["when"]):
        return False
    periods = entry.get("during")
    if periods and t.phase.period not in periods:
        return False
    if floor and entry.get("if_camp") not in (None, t.seat(floor).camp):
        return False
    mark = entry.get("if_state")
    return mark is None or any(s.name == mark for s in statuses.real(t, floor))


def _holds(t: Table, floor: int, when: Def) -> bool:
    from . import effects

    return effects.holds(effects.Context(t, floor, None, None), when)


def camp_for(t: Table, floor: int, asker: int) -> str:
    """The actual camp as a skill of `asker` judges it (a seat may count otherwise for askers of one camp)."""
    asking = t.seat(asker).camp if asker in t.s.seats else ""
    for _, entry in standing(t, floor, "judged"):
        if entry.get("by_camp") in (None, asking):
            return str(entry["judged"])
    return t.seat(floor).camp


def face(t: Table, floor: int, part: str) -> str:
    """Surface camp, role or knife (带刀/不带刀): the last disguise given, else the actual value."""
    best, shown = -1, ""
    for f in t.seat(floor).faces:
        if f.skill >= 0 and skills.forgotten(t, t.s.skills[f.skill]):
            continue
        value = face(t, f.follows, part) if f.follows and f.follows != floor else getattr(f, part)
        if value and (f.given.tick if f.given else 0) >= best:
            best, shown = (f.given.tick if f.given else 0), value
    for sk, entry in standing(t, floor, "face"):
        value = entry["face"].get(part, "")
        if value.startswith("{extra:"):
            value = t.seat(floor).extra.get(value[7:-1], "")
        if value and sk.gained.tick > best:
            best, shown = sk.gained.tick, value
    return shown or _actual(t, floor, part)


def _actual(t: Table, floor: int, part: str) -> str:
    if part == "camp":
        return t.seat(floor).camp
    if part == "role":
        return playing(t, floor)[0]
    return "带刀" if has_knife(t, floor) else "不带刀"


def has_knife(t: Table, floor: int) -> bool:
    """Counts as armed: carries a party's tag (or waits for its knife), or holds a skill called like the party's."""
    names = {t.rs.skills[k]["name"] for p in t.rs.parties.values() for k in p.get("skills", [])}
    armed = [p for p in t.rs.parties.values() if p.get("skills")]
    marks = {tag for p in armed for tag in (p.get("tag"), p.get("heir_tag")) if tag}
    held = {t.rs.skills[s.key]["name"] for s in skills.visible(t, floor)}
    return bool(marks & set(tags(t, floor)) or names & held)


def tags(t: Table, floor: int) -> list[str]:
    """Tags in force: granted minus taken, minus those a state hides for now."""
    held: list[str] = []
    for g in t.seat(floor).tags:
        if g.skill >= 0 and not skills.stands(t, t.s.skills[g.skill]):
            continue
        if g.gain and g.tag not in held:
            held.append(g.tag)
        elif not g.gain and g.tag in held:
            held.remove(g.tag)
    held += [e["tag"] for _, e in standing(t, floor, "tag") if e["tag"] not in held]
    hidden = hidden_tags(t, floor)
    return [tag for tag in held if tag not in hidden]


def has_tag(t: Table, floor: int, tag: str) -> bool:
    """Whether the tag is among those in force. Asked for every seat again and again: most never had it at all."""
    if tag not in t.rs.standing_tags and not any(g.tag == tag and g.gain for g in t.seat(floor).tags):
        return False
    return tag in tags(t, floor)


def hidden_tags(t: Table, floor: int) -> set[str]:
    """Tags a state keeps from the seat for now."""
    return {tag for s in statuses.real(t, floor) for d in statuses.defs(t, s.name) for tag in d.get("hides_tags", ())}


def kept_off(t: Table, floor: int, tag: str) -> bool:
    """Whether the seat cannot get this tag: a state hides it, a skill bars it, or it was lost for good."""
    return (
        tag in hidden_tags(t, floor)
        or any(g.kind == "bar" and g.tag == tag for g in t.seat(floor).tags)
        or any(entry["bar"] == tag for _, entry in standing(t, floor, "bar"))
    )


def may_get(t: Table, floor: int, tag: str) -> bool:
    """Whether giving the seat this tag would change anything."""
    return not has_tag(t, floor, tag) and not kept_off(t, floor, tag)


def can_be_in_party(t: Table, floor: int, party: Def) -> bool:
    """Carries the party's tag, and not only as a tag of its own that stands aside from the party."""
    own = [g for g in t.seat(floor).tags if g.gain and g.tag == party["tag"]]
    return has_tag(t, floor, party["tag"]) and not (own and all(g.kind == "aside" for g in own[-1:]))


def is_undecided(t: Table, floor: int) -> bool:
    """Holds a card that starts without a camp (such cards do not count in some defeats)."""
    return bool(played(t, floor).get("undecided"))


def classes(t: Table, floor: int) -> list[str]:
    return [str(t.rs.roles.get(c, {}).get("class", "")) for c in playing(t, floor)]


# ── filters ──


def select(t: Table, f: Filter, viewer: int = 0) -> list[int]:
    """Seats that fit the filter, in elevator order."""
    return [floor for floor in sorted(t.s.seats) if fits(t, floor, f, viewer)]


def fits(t: Table, floor: int, f: Filter, viewer: int = 0) -> bool:
    """Whether the seat fits every key of the filter (see `rulebook` for the keys)."""
    if f.get("fresh") and not _marked_today(t, floor, f["mark_by_me"], viewer):
        return False
    return _who(t, floor, str(f.get("who", "任意")), viewer) and all(
        _CHECKS[key](t, floor, value, viewer) for key, value in f.items() if key in _CHECKS
    )


def _who(t: Table, floor: int, who: str, viewer: int) -> bool:
    seat = t.seat(floor)
    if who == "任意":
        return not seat.announced_out
    if who == "其他":
        return not seat.announced_out and floor != viewer
    if who == "存活":
        return seat.in_play
    if who == "其他存活":
        return seat.in_play and floor != viewer
    if who == "自己":
        return floor == viewer
    if who == "出局":
        return seat.announced_out
    if who == "离场":
        return not seat.in_play
    if who == "尸体":
        return seat.announced_out and seat.corpse
    if who == "今日出局":
        return not seat.in_play and _out_today(t, floor)
    return True  # 全体


def _out_today(t: Table, floor: int) -> bool:
    """Went out in today's discussion or dusk."""
    c = t.s.clock
    return any(o.seat == floor and o.back is None and o.at.day == c.day and _by_day(t, o.at.phase) for o in t.s.outs)


def _by_day(t: Table, phase: str) -> bool:
    return not t.rs.phases[phase].queued


def _as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _has_state(t: Table, floor: int, names: Any) -> bool:
    return any(statuses.has(t, floor, n) for n in _as_list(names))


def _skill_named(t: Table, floor: int, name: str) -> bool:
    return any(t.rs.skills[s.key]["name"] == name for s in skills.visible(t, floor))


def _deals(t: Table, floor: int, kind: str) -> bool:
    """Whether the seat holds a skill, alone or through a party, that brings hits of this kind."""
    found = [skills.definition(t, s) for s in parties.at_hand(t, floor)]
    return any(_has_hit([d.get(part) for part in ("each", "then", "after")], kind) for d in found)


def _has_hit(effects: Any, kind: str) -> bool:
    if isinstance(effects, list):
        return any(_has_hit(e, kind) for e in effects)
    if isinstance(effects, dict):
        mine = effects.get("verb") == "hit" and effects["hit"] == kind
        return mine or any(_has_hit(e, kind) for e in effects.values())
    return False


def _neighbour(t: Table, floor: int, near: int) -> bool:
    return floor == near or floor in neighbours(t, near)


def neighbours(t: Table, floor: int, span: int = 1, fixed: bool = False) -> list[int]:
    """The seats above and below among those not announced out (fixed: as seated), the ends joined."""
    ring = [f for f in sorted(t.s.seats) if fixed or not t.seat(f).announced_out or f == floor]
    i = ring.index(floor)
    found = [ring[(i + d) % len(ring)] for d in (*range(-span, 0), *range(1, span + 1))]
    return [f for f in dict.fromkeys(found) if f != floor]


def _marked_today(t: Table, floor: int, mark: str, viewer: int) -> bool:
    day = t.s.clock.day
    return any(s.giver == viewer and s.given.day == day for s in statuses.named(t, floor, mark))


def _marked_by(t: Table, floor: int, mark: str, viewer: int) -> bool:
    return any(s.giver == viewer for s in statuses.named(t, floor, mark))


def voted_today(t: Table, floor: int) -> set[int]:
    """Whom the seat's own ballots of today name at the end, whatever became of them."""
    today = {th.id for th in t.s.threads if th.day == t.s.clock.day}
    return {b.target for b in t.s.ballots if b.voter == floor and b.thread in today and b.target}


def chosen_tonight(t: Table, floor: int, skill: str) -> set[int]:
    """Whom the seat chose with that other skill in this run of the day."""
    c = t.s.clock
    return {
        f for u in t.s.uses
        if u.holder == floor and u.name == skill and (u.sent.day, u.sent.run) == (c.day, c.run)
        and u.fate in ("planned", "done") for f in u.selected
    }  # fmt: skip


def chosen_by_others(t: Table, floor: int, skill: str) -> set[int]:
    """Whom other seats chose with a skill of that name in this run of the day."""
    c = t.s.clock
    return {
        f for u in t.s.uses
        if u.holder != floor and u.name == skill and (u.sent.day, u.sent.run) == (c.day, c.run) and u.fate == "done"
        for f in u.selected
    }  # fmt: skip


def listed(t: Table, floor: int, skill: str) -> set[int]:
    """Whom the seat's skill of that name named on the day before, in whatever run of the night."""
    names = [n for u in t.s.uses if u.holder == floor and u.name == skill and u.at
             and u.at.day == t.s.clock.day - 1 for n in u.notes]  # fmt: skip
    return {int(n.removeprefix(LISTED)) for n in names if n.startswith(LISTED)}


_CHECKS: dict[str, Any] = {
    "camp": lambda t, f, v, _: t.seat(f).camp in _as_list(v),
    "not_camp": lambda t, f, v, _: t.seat(f).camp not in _as_list(v),
    "side": lambda t, f, v, _: t.rs.side(t.seat(f).camp) in _as_list(v),
    "face_camp": lambda t, f, v, _: face(t, f, "camp") in _as_list(v),
    "role": lambda t, f, v, _: any(c in _as_list(v) for c in t.seat(f).cards),
    "class": lambda t, f, v, _: any(c in _as_list(v) for c in classes(t, f)),
    "plays_camp": lambda t, f, v, _: played(t, f).get("camp") in _as_list(v),
    "card_camp": lambda t, f, v, _: role(t, f).get("camp") in _as_list(v),
    "tag": lambda t, f, v, _: has_tag(t, f, v),
    "tags": lambda t, f, v, _: bool(set(v) & set(tags(t, f))),
    "state": lambda t, f, v, _: _has_state(t, f, v),
    "not_state": lambda t, f, v, _: not _has_state(t, f, v),
    "mark_by_me": lambda t, f, v, viewer: _marked_by(t, f, v, viewer),
    "undecided": lambda t, f, v, _: is_undecided(t, f) == v,
    "skill": lambda t, f, v, _: _skill_named(t, f, v),
    "not": lambda t, f, v, viewer: not (v == "self" and f == viewer),
    "same_camp": lambda t, f, v, viewer: (t.seat(f).camp == t.seat(viewer).camp) == v,
    "judged": lambda t, f, v, viewer: camp_for(t, f, viewer) in _as_list(v),
    "voted_today": lambda t, f, v, viewer: (f in voted_today(t, viewer)) == v,
    "listed_by": lambda t, f, v, viewer: f in listed(t, viewer, v),
    "not_chosen_by": lambda t, f, v, viewer: f not in chosen_tonight(t, viewer, v),
    "not_chosen_by_others": lambda t, f, v, viewer: f not in chosen_by_others(t, viewer, v),
    "neighbours": lambda t, f, v, viewer: _neighbour(t, f, viewer),
    "deals": lambda t, f, v, _: _deals(t, f, v),
    "red": lambda t, f, v, _: t.seat(f).red == v,
    "revealed": lambda t, f, v, _: t.seat(f).revealed == v,
}


# ── numbers ──


def number(t: Table, value: Any) -> int:
    """A whole number: as it stands, by its name in [numbers], or a share {alive=[n, d]} of those in play."""
    if isinstance(value, int):
        return value
    if isinstance(value, dict):
        return _formula(t, value)
    if value in t.s.numbers:
        return t.s.numbers[value]
    named = t.rs.table("numbers").get(value)
    return _formula(t, named) if named is not None else 0


def fix_numbers(t: Table, phase: str) -> None:
    """Numbers that are counted when this phase ends are what they are from now on."""
    for name, f in t.rs.table("numbers").items():
        if f.get("fixed_after") == phase:
            t.s.numbers[name] = _formula(t, f)


def _formula(t: Table, f: Def) -> int:
    """share = rounded half up of all seats; alive = rounded down of those in play; minus, least: other numbers."""
    total = len(t.s.seats)
    if "share" in f:
        n, d = f["share"]
        value = (2 * total * n + d) // (2 * d)
    elif "alive" in f:
        n, d = f["alive"]
        up = d - 1 if f.get("round") == "up" else 0
        value = (len(t.alive()) * n + up) // d
    elif "cards" in f:
        value = sum(fits(t, x, {**f["cards"], "who": "全体"}) for x in t.s.seats)
    elif "number" in f:
        value = number(t, f["number"])
    else:
        value = int(f.get("base", 0))
    if "minus" in f:
        value -= number(t, f["minus"])
    if "plus" in f:
        value += number(t, f["plus"])
    if "from" in f:
        value += max(0, (total - f["from"]) // f["every"])
    value = max(value, f.get("least", value))
    return int(min(value, f.get("most", value)))
