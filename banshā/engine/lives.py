"""[lives]: seats that can go out more than once. An out that is not final leaves the seat in play with less."""

from __future__ import annotations

from . import moments, skills, statuses
from .state import Hit, Out, Right
from .table import Table

ROLL = "roll:"  # data of a roll call: this and a floor, what has become of the seat


def left(t: Table, h: Hit) -> int:
    """Outs the seat can still take after this one (0: final). Red cards and linked deaths may be final at once."""
    rule = t.rs.table("lives")
    n = int(rule.get("outs", 1))
    final = h.kind in rule.get("final_kinds", ()) or h.link in rule.get("final_links", ())
    if n == 1 or final or h.slot in rule.get("final_slots", ()):
        return 0
    had = sum(1 for o in t.s.outs if o.seat == h.target and o.back is None)
    shown = sum(1 for s in statuses.real(t, h.target) if s.name == rule.get("state"))  # also what a ruling gave
    return max(0, n - max(had, shown) - 1)


def lose_one(t: Table, h: Hit, out: Out, ready: list[int]) -> None:
    """The seat stays and carries a state that says so; rights of the out are had, then a card's skills are lost."""
    from . import landing

    rule = t.rs.table("lives")
    name, why = t.name(h.target), rule.get("state", "出局一次")
    event = t.emit("first_out", f"{name} 首次出局（{h.slot or h.kind}）", [h.target], kind_=h.kind, hit=str(h.id))
    with t.under("", event.index):
        if "state" in rule:
            statuses.give(t, rule["state"], [h.target])
        if not t.quiet:
            landing.grant_rights(t, h, out.usable, ready, final=False)
            moments.fire(t, "first_out", h.target, hit=h, usable=tuple(out.usable))
        strip(t, h.target, why)


def strip(t: Table, floor: int, why: str) -> None:
    """The seat loses the skills of the card that goes with its first out; a right of the out keeps one alive."""
    for sk in skills.of(t, floor):
        if sk.card == t.rs.table("lives").get("loses_card", 2) and not skills.definition(t, sk).get("property"):
            right = skills.right(t, sk)
            if right is not None:
                right.lose = why
            else:
                skills.lose(t, sk, why)


def given_by_hand(t: Table, floor: int, state: str) -> None:
    """The state that stands for an out was given without one: what it costs is lost all the same."""
    if state == t.rs.table("lives").get("state"):
        strip(t, floor, state)


def right_gone(t: Table, right: Right) -> None:
    """A right was used or let pass: the skill it kept alive goes as well."""
    if right.lose:
        skills.lose(t, t.s.skills[right.skill], right.lose)


def fresh(t: Table) -> list[Out]:
    """Outs that were not final and nobody has read of yet."""
    return [o for o in t.s.outs if not o.final and o.announced is None and t.seat(o.seat).in_play]


def notify(t: Table) -> None:
    for o in fresh(t):
        if not o.told:
            o.told = True
            t.tell([o.seat], t.rs.say("first_out_notice"), "立刻")


def publish(t: Table) -> None:
    """Who lost a life, in the order of outs, without a word on what they are."""
    outs = fresh(t)
    notify(t)
    for o in outs:
        o.announced = t.at
    if outs:
        text = t.rs.say("first_out", names=t.names_in_order(o.seat for o in outs))
        t.publish(text, "立刻", [o.seat for o in outs])


def roll_call(t: Table) -> None:
    """[lives] roll_call: what has become of everybody, and who holds an office in the open."""
    if t.rs.table("lives").get("roll_call") and t.s.clock.day > 1:
        fates = {f: _fate(t, f) for f in sorted(t.s.seats)}
        text = "；".join(f"{t.name(f)}：{fate}" for f, fate in fates.items())
        t.emit("public", text).data.update({f"{ROLL}{f}": fate for f, fate in fates.items()})


def _fate(t: Table, floor: int) -> str:
    state = t.rs.table("lives").get("state", "")
    if not t.seat(floor).in_play:
        return t.rs.say("gone")
    text = state if state and statuses.has(t, floor, state) else t.rs.say("in_play")
    held = [n for n, d in t.rs.offices.items() if t.s.offices.get(n) == floor and not d.get("secret")]
    return f"{text}（{'、'.join(held)}）" if held else text
