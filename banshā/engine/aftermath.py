"""What follows an out: camps judged between two outs where the ruleset says so, and what those hear who caused it."""

from __future__ import annotations

from . import parties, skills, statuses
from .rules import Def
from .state import Hit, Use
from .table import Table


def judge_out(t: Table, h: Hit) -> None:
    """[victory] at_outs: judge once a hit has landed, with all it brought along and all that lands at the same time."""
    if not t.rs.table("victory").get("at_outs") or h.link or any(_together(h, x) for x in t.s.hits):
        return
    from . import system, wins

    wins.judge(t)
    if t.s.over:
        system.publish_last(t)


def _together(h: Hit, other: Hit) -> bool:
    """Whether the other hit still waits and lands in the same instant: of one use, or both by red card."""
    from .landing import RED

    if other.fate or other is h:
        return False
    return h.kind == other.kind == RED or (h.use >= 0 and h.use == other.use and h.slot == other.slot)


# ── uses that come to nothing ──


def voided(t: Table, use: Use) -> str:
    """The state for which a use comes to nothing though it is spent ('' where it does not)."""
    actor = use.holder or use.chooser
    if actor and not skills.has_mark(t.rs.skills[use.key], "强制"):
        why = _voids(t, actor, "acts")
        if why:
            return why
    # Where each member acts for himself, only his own state counts.
    together = use.party and not t.rs.parties[use.party].get("by_seat")
    mates = parties.members(t, use.party) if together else []
    return next((why for f in mates if (why := _voids(t, f, "pack"))), "")


def _voids(t: Table, floor: int, what: str) -> str:
    return next((s.name for s in statuses.all_on(t, floor) if what in (statuses.prop(t, s.name, "voids") or ())), "")


# ── what killers hear ──


def report(t: Table) -> None:
    """系统.反馈: everybody whose skill has an `outcome` hears whether tonight's targets went out by this very use."""
    from . import settle

    c = t.s.clock
    for use in list(t.s.uses):
        d = t.rs.skills[use.key]
        tonight = use.at is not None and (use.at.day, use.at.run, use.at.phase) == (c.day, c.run, c.phase)
        if tonight and "outcome" in d and use.fate in ("done", "void") and settle.UNAWARE not in use.notes:
            with t.under(use.key, use.event):
                _tell_outcome(t, use, d["outcome"])


def _tell_outcome(t: Table, use: Use, outcome: Def) -> None:
    from . import settle

    fallen = [
        o.seat for o in t.s.outs if o.hit >= 0 and t.s.hits[o.hit].use == use.id and not o.link and o.back is None
    ]
    text = str(outcome["out"] if fallen else outcome.get("none", ""))
    places = {"targets": t.names(use.selected), "out": t.names_in_order(fallen), "who": t.name(use.holder) or use.party}
    for key, value in places.items():
        text = text.replace("{" + key + "}", value)
    settle.feedback(t, use, text)
    if fallen and "todo" in outcome:
        who = t.name(use.holder) if use.holder else use.party
        t.todo(outcome["todo"].replace("{who}", who).replace("{out}", places["out"]), fallen)


# ── groups that form later than the deal ──


def gather(t: Table, action: str) -> None:
    """系统.共群: parties whose members learn of each other only now do."""
    for name, p in t.rs.parties.items():
        if p.get("gathers") == action and not gathered(t, p):
            t.s.facts.append(f"gathered:{name}")
            introduce_all(t, name, p)


def gathered(t: Table, p: Def) -> bool:
    """Whether the members of a party know of each other by now."""
    return "gathers" not in p or f"gathered:{p['name']}" in t.s.facts


def introduce_all(t: Table, name: str, p: Def) -> None:
    inside = parties.in_group(t, p)
    if p.get("chat") and len(inside) > 1:
        t.todo(f"为{name}建群：{t.names(inside)}", inside)
        for f in inside:
            t.tell([f], t.rs.say("party", party=name, names=t.names(x for x in inside if x != f)))
