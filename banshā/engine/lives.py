"""[lives]: seats that can go out more than once. An out that is not final leaves the seat in play with less."""

from __future__ import annotations

from . import moments, skills, statuses
from .state import Hit, Later, Out
from .table import Table


def left(t: Table, h: Hit) -> int:
    """Outs the seat can still take after this one (0: final). Red cards and linked deaths may be final at once."""
    rule = t.rs.table("lives")
    n = int(rule.get("outs", 1))
    if n == 1 or h.kind in rule.get("final_kinds", ()) or h.link in rule.get("final_links", ()):
        return 0
    had = sum(1 for o in t.s.outs if o.seat == h.target and o.back is None)
    return max(0, n - had - 1)


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
            landing.grant_rights(t, h, out.usable, ready)
            moments.fire(t, "first_out", h.target, hit=h, usable=tuple(out.usable))
        for sk in skills.of(t, h.target):
            if sk.card == rule.get("loses_card", 2) and not skills.definition(t, sk).get("property"):
                right = skills.right(t, sk)
                if right is not None:
                    right.data["lose"] = why
                else:
                    skills.lose(t, sk, why)


def right_gone(t: Table, right: Later) -> None:
    """A right was used or let pass: the skill it kept alive goes as well."""
    if "lose" in right.data:
        skills.lose(t, t.s.skills[right.ref], right.data["lose"])


def fresh(t: Table) -> list[Out]:
    """Outs that were not final and nobody has read of yet."""
    return [o for o in t.s.outs if not o.final and o.announced is None and t.seat(o.seat).in_play]


def notify(t: Table) -> None:
    for o in fresh(t):
        if not o.told:
            o.told = True
            t.tell([o.seat], t.rs.wording("first_out_notice", "你已出局一次，仍可讨论和投票"), "立刻")


def publish(t: Table) -> None:
    """Who lost a life, in the order of outs, without a word on what they are."""
    outs = fresh(t)
    notify(t)
    for o in outs:
        o.announced = t.at
    if outs:
        text = t.rs.wording("first_out", "{names}已出局一次")
        t.publish(text.replace("{names}", t.names_in_order(o.seat for o in outs)), "立刻", [o.seat for o in outs])
