"""Skill instances: held, suspended, lost, lent, expired; how often they can still be used.

Blocked, lost, void and lost-unawares are four things: a *suspended* skill counts as lost for now, a *blocked* one is
held but cannot be used, a *lost* one is gone, an *unaware* one is still asked for and comes to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import moments, parties, statuses
from .rules import AIMED, FLIP, FORCED, LIMITED, Def
from .state import Grant, Right, Skill, Use
from .table import Table

EXPIRED = "到期"  # how a skill held for a time was lost


def definition(t: Table, sk: Skill) -> Def:
    found: Def = t.rs.skills[sk.key]
    return found


def name(t: Table, sk: Skill) -> str:
    return str(definition(t, sk)["name"])


def has_mark(d: Def, mark: str) -> bool:
    return mark in (d.get("marks") or ())


def full_uses(d: Def) -> int | None:
    """Uses a fresh instance has: as written, one where the skill is 限定, else no count."""
    if "uses" in d:
        return int(d["uses"])
    return 1 if has_mark(d, LIMITED) else None


# ── gaining and losing ──


def new(t: Table, key: str, holder: int, origin: str, *, party: str = "", parent: int = -1, giver: int = 0,
        until: str = "", uses: int | None = None, never_on: list[int] | None = None, starts: str = "",
        card: int = 0) -> Skill:  # fmt: skip
    """A new instance in a seat's or party's hand."""
    d = t.rs.skills[key]
    sk = Skill(
        t.s.new_id(), key, holder, party, origin, t.at, full_uses(d) if uses is None else uses, parent, giver, card,
        until, since=len(t.s.uses), never_on=list(never_on or ()), starts=starts,
    )  # fmt: skip
    own = t.s.skills.get(parent)
    if own is not None and (own.lost, own.holder) == (EXPIRED, holder) and not until:
        # What a temporary skill brings its holder behind its own end.
        sk.until, sk.timed = own.until, t.at
    t.s.skills[sk.id] = sk
    if origin not in ("card", "property") and not d.get("hidden"):
        t.emit("skill", f"{t.name(holder) if holder else party} 获得技能 {d['name']}", [holder], skill=key, op="gain")
        gained(t, sk)
        if holder:
            moments.fire(t, "skill_gained", holder, skill=d["name"])
    return sk


def gained(t: Table, sk: Skill) -> None:
    """Let the behaviour set up what the holder of a fresh instance has (also called for the cards dealt)."""
    b = moments.behaviour_of(t, definition(t, sk))
    if b is not None and hasattr(b, "gained"):
        with t.under(sk.key):
            b.gained(t, sk)


def lose(t: Table, sk: Skill, why: str) -> None:
    if not sk.lost:
        stood = bool(sk.holder) and stands(t, sk)
        sk.lost = why
        who = t.name(sk.holder) if sk.holder else sk.party
        t.emit("skill", f"{who} 失去技能 {name(t, sk)}（{why}）", [sk.holder], skill=sk.key, op="lose")
        for entry in definition(t, sk).get("while") or () if stood else ():
            if "give" in entry and statuses.prop(t, entry["give"], "known"):
                t.tell([sk.holder], t.rs.say("state_ends", state=entry["give"], how="解除"))
        if sk.holder:
            moments.fire(t, "skill_lost", sk.holder, skill=name(t, sk))


def refresh(t: Table, sk: Skill) -> None:
    """Back to the beginning: uses, limits of choice and once-only marks forgotten."""
    sk.uses = full_uses(definition(t, sk))
    sk.since = len(t.s.uses)
    sk.spent.clear()


def of_card(t: Table, sk: Skill) -> bool:
    """Whether the skill is the identity's own: dealt with the card, or come to stay through one that was."""
    own = t.s.skills.get(sk.parent)
    from_own = own is not None and (own.holder, own.origin) == (sk.holder, "card") and sk.origin == "gain"
    return sk.origin == "card" or (from_own and not sk.until and definition(t, sk)["role"] in t.seat(sk.holder).cards)


def find_again(t: Table, floor: int) -> None:
    """Skills of the card that went by the card's own rules are held again."""
    own = {s.id: name(t, s) for s in t.s.skills.values() if s.holder == floor and s.origin == "card"}
    for i in own:
        sk = t.s.skills[i]
        if sk.lost in own.values():
            sk.lost = ""
            t.emit("skill", f"{t.name(floor)} 重新有了技能 {own[i]}", [floor], skill=sk.key, op="back")


def _follow_next_day(t: Table, sk: Skill) -> None:
    """What was gained through a temporary skill goes at the same time of the next day."""
    for child in t.s.skills.values():
        own = (child.parent, child.holder) == (sk.id, sk.holder)
        if own and child.origin in ("gain", "copy", "temp") and not child.lost and not child.until:
            child.until, child.timed = sk.until, t.at


def expire(t: Table, edge: str, phase: str) -> None:
    """Skills held for a time end at their boundary; those that start at one begin."""
    for sk in t.s.skills.values():
        if sk.until and statuses.ends_at(t, sk.until, sk.timed or sk.gained, edge, phase):
            if not sk.lost:
                lose(t, sk, EXPIRED)
                _follow_next_day(t, sk)
            _give_back(t, sk)
        if sk.starts and sk.starts == f"{edge}:{phase}":
            sk.starts = ""


# ── lending ──


def lend(t: Table, source: int, to: int, until: str, card: int = 0) -> list[Skill]:
    """Hand the identity skills of `source` (of one card, if given) to `to`, with what was done with them so far."""
    gained = []
    for sk in of(t, source):
        if sk.origin != "card" or definition(t, sk).get("property") or sk.lent_to >= 0 or card not in (0, sk.card):
            continue
        stand_in = new(t, sk.key, to, "lent", parent=sk.id, giver=source, until=until, never_on=sk.never_on,
                       card=sk.card)  # fmt: skip
        stand_in.uses, stand_in.since, stand_in.spent, stand_in.unaware = sk.uses, sk.since, dict(sk.spent), sk.unaware
        sk.lent_to = stand_in.id
        sk.lent.append(stand_in.id)
        gained.append(stand_in)
    return gained


def _give_back(t: Table, sk: Skill) -> None:
    """The skill that was lent stands again, as the borrower left it."""
    own = t.s.skills.get(sk.parent)
    if own is None or own.lent_to != sk.id:
        return
    own.lent_to = -1
    own.uses, own.since, own.spent, own.unaware = sk.uses, sk.since, dict(sk.spent), own.unaware or sk.unaware
    if not own.lost:
        t.emit("skill", f"{name(t, own)} 归还 {t.name(own.holder)}", [own.holder], skill=own.key, op="back")


def line(t: Table, sk: Skill) -> set[int]:
    """Instances with one history: the skill itself and those that stood in for it while it was lent."""
    own = t.s.skills[sk.parent] if sk.origin == "lent" and sk.parent in t.s.skills else sk
    return {own.id, *own.lent}


# ── which there are ──


def of(t: Table, floor: int) -> list[Skill]:
    """Every instance not lost, properties and hidden ones included, by time of gain."""
    return [s for s in t.hand(floor) if not s.lost] if floor else []


def visible(t: Table, floor: int) -> list[Skill]:
    """What the seat itself would list: held, not suspended, no properties."""
    return [
        s for s in of(t, floor)
        if not definition(t, s).get("property") and not definition(t, s).get("hidden") and not suspended(t, s)
    ] + inherited(t, floor)  # fmt: skip


def inherited(t: Table, floor: int) -> list[Skill]:
    """Skills of a party whose members are gone, in the hand of the one who came next."""
    return [s for name in parties.acting_as(t, floor) for s in of_party(t, name)]


def of_party(t: Table, party: str) -> list[Skill]:
    return [s for s in t.hand(0) if s.party == party and not s.lost]


def suspended(t: Table, sk: Skill) -> str:
    """Why the skill counts as lost for now ('' if it does not). Properties never are."""
    if sk.lent_to >= 0:
        return "被取走"
    if sk.starts:
        return "尚未生效"
    if not sk.holder or definition(t, sk).get("property"):
        return ""
    for other, least in (definition(t, sk).get("hangs_on") or {}).items():
        if not any((x.uses or 0) >= least for x in of(t, sk.holder) if name(t, x) == other and x.lent_to < 0):
            return f"{other}次数不足"
    forced = has_mark(definition(t, sk), FORCED)
    return next((state for state, what in _held_by(t, sk) if what == "all" or (what == "forced" and forced)), "")


def _held_by(t: Table, sk: Skill) -> Iterator[tuple[str, str]]:
    """Every state of the holder that takes hold of this skill, with what it blocks. An unbound one is free of all."""
    if definition(t, sk).get("unbound") and sk.origin in ("card", "right"):
        return
    for s in t.s.statuses.values():
        if s.holder == sk.holder:
            for d in statuses.defs(t, s.name):
                if "blocks" in d and name(t, sk) not in d.get("spares", ()):
                    yield s.name, d["blocks"]


def forgotten(t: Table, sk: Skill) -> bool:
    """Whether what was done with the skill before is undone too: it is lost, or its holder forgot it."""
    mine = [s for s in t.s.statuses.values() if s.holder == sk.holder]
    forced = has_mark(definition(t, sk), FORCED)
    return bool(sk.lost) or (forced and any(statuses.prop(t, s.name, "blocks") == "forced" for s in mine))


def blocked(t: Table, sk: Skill) -> str:
    """Why the skill cannot be used now though held. 强制 skills pass what blocks only the others."""
    why = suspended(t, sk)
    if why:
        return why
    if any(x.forbid and x.name == name(t, sk) and x.holder in (0, sk.holder) for x in t.s.limits):
        return f"{name(t, sk)}被封"
    if not sk.holder or has_mark(definition(t, sk), FORCED):
        return ""
    return next((state for state, what in _held_by(t, sk) if what == "unforced"), "")


def stands(t: Table, sk: Skill) -> bool:
    """Whether the skill is in force: held, not suspended, its holder in play (parties and properties always)."""
    if sk.lost or sk.unaware or suspended(t, sk):
        return False
    if not sk.holder or definition(t, sk).get("property"):
        return True
    return t.seat(sk.holder).in_play


def right(t: Table, sk: Skill) -> Right | None:
    """The right an out gave this skill, if it has one."""
    return next((x for x in t.s.rights if x.skill == sk.id), None)


def allowed(t: Table, sk: Skill) -> str:
    """Why this holder may not act with the skill: '' where he may (in play, or by a right of the out)."""
    d = definition(t, sk)
    after = d.get("after_out")
    if not sk.holder:
        return ""
    seat = t.seat(sk.holder)
    if right(t, sk) is not None:
        return ""
    if not seat.in_play:
        return "已出局"
    if after is not None and not after.get("in_play"):
        return "出局后才能发动"
    return ""


# ── how often ──


def spent_here(t: Table, sk: Skill, phase: str) -> list[Use]:
    """Uses of the instance in this run of that phase that count against its limit there."""
    c = t.s.clock
    return [
        u for u in _used(t, sk)
        if u.phase == phase and (u.sent.day, u.sent.run) == (c.day, c.run) and u.origin != "deferred"
    ]  # fmt: skip


def _used(t: Table, sk: Skill) -> list[Use]:
    """Uses of the instance and of those that stood in for it, since it was last refreshed."""
    one = line(t, sk)
    found = t.uses_of(sk.id) if len(one) == 1 else [u for u in t.s.uses if u.skill in one]
    return [u for u in found if u.id >= sk.since and u.fate not in ("blocked", "withdrawn")]


def used_in_window(t: Table, sk: Skill, days: int) -> bool:
    """Whether the skill was used in this stretch of so many days (1-2, 3-4 …) already, whatever came of it."""
    return any((u.sent.day - 1) // days == (t.s.clock.day - 1) // days for u in _used(t, sk))


def granted(t: Table, sk: Skill, phase: str) -> list[Grant]:
    """Extra uses granted for this opening of the phase, or till some end that has not come."""
    tick = t.s.clock.tick
    return [
        g for g in t.s.grants
        if g.phase in (phase, "*") and g.key == sk.key and (g.holder == sk.holder if sk.holder else g.party == sk.party)
        and (not g.tick or g.tick == tick or t.s.clock.phase != phase)
    ]  # fmt: skip


def grants(t: Table, sk: Skill, phase: str) -> int:
    """How many of them are left."""
    mine = granted(t, sk, phase)
    first = min((g.given.tick for g in mine), default=0)
    taken = sum(
        u.extra and u.skill in line(t, sk) and u.sent.tick >= first and u.fate not in ("blocked", "withdrawn")
        for u in t.s.uses
    )
    return max(0, sum(g.n for g in mine) - taken) if mine else 0


def cap(d: Def) -> int:
    """How often in one run of a phase: as written; [X] skills as long as uses last; else once."""
    if "per_run" in d:
        return int(d["per_run"])
    return 1 if full_uses(d) is None else 99


def remaining(t: Table, sk: Skill, phase: str) -> int:
    """How many more uses may be sent for this phase now."""
    return max(0, min(_by_itself(t, sk, phase))) + grants(t, sk, phase)


def _by_itself(t: Table, sk: Skill, phase: str) -> tuple[int, int]:
    """What the skill allows without a grant: (uses not yet spoken for, further times in this run of the phase)."""
    here = [u for u in spent_here(t, sk, phase) if not u.extra]
    left = 99 if sk.uses is None else sk.uses - sum(u.cost for u in here if u.fate == "planned")
    return left, cap(definition(t, sk)) - len(here)


def take_grant(t: Table, sk: Skill, use: Use) -> None:
    """A use beyond what the skill allows by itself rests on a grant and costs nothing."""
    left, times = _by_itself(t, sk, use.phase)
    if (left < use.cost or times < 1) and grants(t, sk, use.phase):
        use.extra, use.cost = True, 0


# ── order ──


def order_key(t: Table, sk: Skill) -> tuple[int, int, int, int]:
    """True card first, then the holder's place in the list of identities, then his floor."""
    d = definition(t, sk)
    if not sk.holder:
        return (0, -1, 0, sk.id)
    cards = t.seat(sk.holder).cards
    true_card = 0 if d["role"] in cards and sk.origin in ("card", "property") else 1
    return (true_card, min(t.rs.rank(c) for c in cards), sk.holder, sk.id)


def flip_for_trigger(t: Table, sk: Skill) -> bool:
    """A 翻牌 skill that triggers turns its holder's card over; it cannot where the card lies open already."""
    if not has_mark(definition(t, sk), FLIP):
        return True
    if t.seat(sk.holder).revealed:
        return False
    reveal(t, sk.holder)
    return True


def reveal(t: Table, floor: int, release: str = "") -> None:
    """Turn a seat's card over, publicly."""
    seat = t.seat(floor)
    if seat.revealed:
        return
    seat.revealed = True
    t.emit("reveal", f"{seat.name} 翻牌", [floor])
    text = t.rs.say("reveal", name=seat.name, role="、".join(seat.cards))
    t.publish(text, release or ("出局" if not t.seat(floor).in_play else ""), [floor], kind="reveal")


def cover(t: Table, floor: int) -> None:
    """Turn a seat's card face down again."""
    t.seat(floor).revealed = False
    t.emit("reveal", f"{t.name(floor)} 的身份牌重新盖伏", [floor])


def is_aimed(d: Def) -> bool:
    return has_mark(d, AIMED)
