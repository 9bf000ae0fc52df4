"""One landing for every out: hits in the settlement list's order against the ordered protections, then links."""

from __future__ import annotations

import json

from . import aftermath, effects, lives, moments, offices, skills, statuses
from .rules import Def
from .state import Coming, Hit, Out, Right, State, Status, Use
from .table import Table

RED, SETTLING = "红牌", "系统.结算出局"


def queue(t: Table, kind: str, target: int, source: int, use: Use | None, slot: str, *, place: str = "",
          link: str = "", words: bool = False) -> Hit:  # fmt: skip
    """A hit that will land: by night when the out list is settled, by day at once."""
    h = Hit(len(t.s.hits), kind, target, source, use.id if use else -1, slot, t.at, place, link, words)
    t.s.hits.append(h)
    who = t.name(source) if source else ""
    event = t.emit(
        "hit", f"{who} 对 {t.name(target)} 造成{kind}" if who else f"{t.name(target)} 受到{kind}",
        [target], hit=str(h.id), kind_=kind,
    )  # fmt: skip
    h.event = event.index
    return h


def land(t: Table) -> None:
    """Land everything queued, in order; what lands may queue more."""
    while True:
        waiting = [h for h in t.s.hits if not h.fate]
        if not waiting or t.s.over:
            return
        first = min(waiting, key=lambda h: order(t, h))
        strike(t, _brought_forward(t, first, [h for h in waiting if h.target == first.target]))


def _brought_forward(t: Table, first: Hit, rivals: list[Hit]) -> Hit:
    """Of several hits on one seat a skill of its own may say which one it meets first."""
    for sk in skills.of(t, first.target) if len(rivals) > 1 else ():
        b = moments.behaviour_of(t, skills.definition(t, sk))
        if b is not None and hasattr(b, "meets_first") and skills.stands(t, sk):
            first = b.meets_first(t, sk, first, rivals)
    return first


def camp_of(t: Table, h: Hit) -> str:
    """The camp an out counts as caused by: its source's, for votes the one the ruleset names; '' for nobody's."""
    if h.link or h.kind == RED:
        return ""
    if h.kind == "投票" and not h.source:
        return str(t.rs.table("landing").get("vote_camp", ""))
    return t.seat(h.source).camp if h.source else ""


def order(t: Table, h: Hit) -> tuple[int, int, tuple[int, ...], int]:
    """The one comparator: place in the settlement list, true card, list of identities, floor; then as queued."""
    listed = t.rs.settlement
    at = listed.get(h.place or h.slot, len(listed))
    who: tuple[int, ...] = ()
    if h.use >= 0:
        who = skills.order_key(t, t.s.skills[t.s.uses[h.use].skill])[:3]
    return (at, 1 if h.place else 0, who, h.id)


def strike(t: Table, h: Hit) -> None:
    """One hit meets its target."""
    seat = t.seat(h.target)
    with t.under(_rule(t, h), h.event):
        if not seat.in_play:
            h.fate, h.by = "late", "已出局"
            return
        by = stopped_by(t, h)
        if by:
            h.fate, h.by = "stopped", by
            t.emit("stopped", f"{seat.name} 因[{by}]未因{h.slot or h.kind}的{h.kind}出局", [h.target], by=by,
                   hit=str(h.id))  # fmt: skip
            return
        if not _replaced(t, h):
            h.fate = "landed"
            put_out(t, h)
            aftermath.judge_out(t, h)


def _replaced(t: Table, h: Hit) -> bool:
    """What the hit carries to happen in place of the out it would have brought."""
    if not h.instead:
        return False
    use = t.s.uses[h.use] if h.use >= 0 else None
    h.fate, h.by = "replaced", h.slot
    event = t.emit("replaced", f"{t.name(h.target)} 没有因{h.slot}出局，改受它的效果", [h.target], hit=str(h.id))
    with t.under("", event.index):
        what = moments.Happening("land", h.target, h)
        sk = t.s.skills[use.skill] if use else None
        c = effects.Context(t, use.holder if use and use.holder else h.source, sk, use, h.target, h.target, what)
        effects.run(c, json.loads(h.instead))
    return True


def _rule(t: Table, h: Hit) -> str:
    return t.s.uses[h.use].key if h.use >= 0 else h.link or h.slot or h.kind


# ── protections ──


def stopped_by(t: Table, h: Hit) -> str:
    """The first protection of the ruleset's list that stops the hit; its charge is spent."""
    if h.kind == RED:
        return ""
    for name in t.rs.table("landing").get("protections", []):
        if name in t.rs.states:
            if _state_stops(t, h, name):
                return str(name)
        elif _skill_stops(t, h, name):
            return str(name)
    return ""


def _state_stops(t: Table, h: Hit, name: str) -> bool:
    if h.source and h.kind in (statuses.prop(t, name, "blunts") or ()):
        return any(s.name == name for s in statuses.all_on(t, h.source))
    fit = [s for s in statuses.all_on(t, h.target) if s.name == name and _covers(t, s, h)]
    if not fit:
        return False
    soonest = min(fit, key=lambda s: (s.charges < 0, _rank_end(t, s)))
    if statuses.prop(t, name, "charged"):
        soonest = min(fit, key=lambda s: (_rank_end(t, s), s.charges < 0))
        statuses.spend_charge(t, soonest, h.kind)
    return True


def _rank_end(t: Table, s: Status) -> tuple[int, int]:
    """Shorter-lived first: states with a nearer end before lasting ones."""
    if not s.until or s.until == "随技能":
        return (1, s.id)
    return (0, list(t.rs.ends).index(s.until) if s.until in t.rs.ends else 0)


def _covers(t: Table, s: Status, h: Hit) -> bool:
    if h.kind not in (statuses.prop(t, s.name, "stops") or ()):
        return False
    if s.vs and (not h.source or t.seat(h.source).camp != s.vs):
        return False
    if s.vs_seat and h.source != s.vs_seat:
        return False
    return h.link not in s.except_slots and h.slot not in s.except_slots


def _skill_stops(t: Table, h: Hit, name: str) -> bool:
    """A skill of the target that takes a hit for what it is worth (大难不死)."""
    for sk in skills.of(t, h.target):
        d = skills.definition(t, sk)
        b = moments.behaviour_of(t, d)
        if d["name"] != name or not (skills.stands(t, sk) or getattr(b, "lasting", False)):
            continue
        if b is not None and hasattr(b, "protect"):
            with t.under(sk.key):
                if b.protect(t, sk, h):
                    return True
            continue
        if h.kind in (d.get("stops") or ()) and (sk.uses is None or sk.uses > 0) and (t.dry or not t.quiet):
            with t.under(sk.key):
                if not skills.flip_for_trigger(t, sk):
                    continue
                if sk.uses is not None:
                    sk.uses -= 1
                c = effects.Context(t, h.target, sk, None, h.target, happening=moments.Happening("land", h.target, h))
                effects.run(c, d.get("stopped") or [])
            if "stops_by" in d and not statuses.has(t, h.target, d["stops_by"]):
                continue  # what should have stopped it could not be had
            return True
    return False


# ── out ──


def put_out(t: Table, h: Hit) -> None:
    """The seat leaves play; rights of the out are granted, listeners hear of it, links follow."""
    seat = t.seat(h.target)
    red = h.kind == RED
    hushed = red or _silent(t, h)
    usable = [
        s.id for s in skills.of(t, h.target)
        if not skills.suspended(t, s) and not s.unaware and (not hushed or skills.definition(t, s).get("property"))
    ]  # fmt: skip
    ready = [i for i in usable if not skills.blocked(t, t.s.skills[i]) and t.s.skills[i].uses != 0]
    lives_left = lives.left(t, h)
    by_skill = h.use >= 0 or bool(h.link) or h.kind not in ("投票", RED, "裁定")  # a skill that triggers has no use
    out = Out(h.target, t.at, h.id, h.kind, h.source, usable, by_skill, h.link, final=lives_left == 0,
              camp=seat.camp)  # fmt: skip
    t.s.outs.append(out)
    if not out.final:
        lives.lose_one(t, h, out, ready)
        return
    seat.in_play = False
    seat.red = seat.red or red
    event = t.emit(
        "out", f"{seat.name} 出局（{h.slot or h.kind}）", [h.target], kind_=h.kind, hit=str(h.id), link=h.link
    )
    with t.under("", event.index):
        if not t.quiet and not hushed:
            grant_rights(t, h, usable, ready)
        if not t.quiet:
            moments.fire(t, "out", h.target, hit=h, usable=tuple(usable))
            offices.on_out(t, h.target, red, vacant=hushed and not red)
        follow_links(t, h, by_skill)


def _silent(t: Table, h: Hit) -> bool:
    """Whether a link brings this out that triggers nothing."""
    return bool(h.link) and any(x["name"] == h.link and x.get("silent") for x in t.rs.links)


def grant_rights(t: Table, h: Hit, usable: list[int], ready: list[int], final: bool = True) -> None:
    """Rights of the out: skills that may be used at the next slot of theirs."""
    for i in usable:
        sk = t.s.skills[i]
        after = skills.definition(t, sk).get("after_out")
        if after is None or h.kind not in after.get("hit", [h.kind]) or (after.get("final") and not final):
            continue
        if "usable" in after and not any(skills.name(t, t.s.skills[x]) == after["usable"] for x in ready):
            continue
        if after.get("phases") and t.phase.group not in after["phases"] and t.phase.period not in after["phases"] \
                and t.phase.name not in after["phases"]:  # fmt: skip
            continue
        t.s.rights.append(Right(h.target, sk.id, t.at, t.s.clock.slot))


# ── links ──


def follow_links(t: Table, h: Hit, by_skill: bool) -> None:
    """Outs that this one brings with it, in the ruleset's order, right behind it."""
    if h.kind == RED and t.rs.table("landing").get("red_links") is False:
        return
    for name in t.rs.table("landing").get("links", []):
        for link in t.rs.links:
            if link["name"] == name:
                _follow(t, h, link, by_skill)


def _follow(t: Table, h: Hit, link: Def, by_skill: bool) -> None:
    from . import clock

    if link.get("period") not in (None, t.phase.period) or (link.get("by_skill") and not by_skill):
        return
    if link.get("once") and h.link:
        return
    if link.get("by_skill") and h.kind == "投票" and h.use < 0:
        return
    for floor in _linked(t, h.target, link):
        if link.get("last_run") and clock.more_runs(t):
            name = link["name"]
            t.s.coming.append(Coming(link["hit"], floor, SETTLING, t.at, floor, slot=name, link=name))
            continue
        kind = h.kind if link["hit"] == "same" else link["hit"]
        source = floor if link.get("source") == "self" else h.source if link.get("source") == "same" else h.target
        use = t.s.uses[h.use] if h.use >= 0 and link.get("source") == "same" else None
        new = queue(t, kind, floor, source, use, h.slot, place=h.place, link=link["name"])
        strike(t, new)


def _linked(t: Table, out: int, link: Def) -> list[int]:
    """Whom the link takes along."""
    state = link["state"]
    mine = [s for s in t.s.statuses.values() if s.holder == out and _named(t, s, state)]
    if link.get("on") == "giver":
        found = [s.holder for s in t.s.statuses.values() if s.giver == out and _named(t, s, state)]
    elif link.get("on") == "holder":
        found = [s.giver for s in mine]
    elif link.get("pairs") == "same":
        groups = {s.group for s in mine}
        found = [s.holder for s in t.s.statuses.values() if s.group in groups and _named(t, s, state)]
    else:
        found = [s.holder for s in t.s.statuses.values() if mine and _named(t, s, state)]
    spared = link.get("except_skill")
    return [
        f for f in sorted(set(found))
        if f != out and f in t.s.seats and t.seat(f).in_play
        and not (spared and any(skills.name(t, s) == spared and skills.stands(t, s) for s in skills.of(t, f)))
    ]  # fmt: skip


def _named(t: Table, s: Status, state: str) -> bool:
    return s.name == state or t.rs.states.get(s.name, {}).get("family") == state


def queue_due(t: Table, slot: str) -> None:
    """Hits that an earlier phase left for this slot."""
    now = t.s.clock
    due = [x for x in t.s.coming if x.due == slot and not x.after and x.day <= now.day and x.given.tick < now.tick]
    for x in due:
        t.s.coming.remove(x)
        queue(t, x.kind, x.target, x.source, t.s.uses[x.use] if x.use >= 0 else None, x.slot, link=x.link)


# ── preview ──


def preview(t: Table, through: str = "") -> list[int]:
    """Who would go out if everything queued landed now; the table itself is untouched.

    through: a later phase of the day; what the openings of the phases up to it bring of themselves counts too.
    """
    from . import clock

    copy = Table(t.rs, State.thaw(t.s.freeze()))
    copy.quiet, copy.dry, copy.input = True, True, t.input
    known = len(copy.s.outs)
    if copy.phase.index.get(SETTLING, -1) >= copy.s.clock.slot:
        queue_due(copy, SETTLING)
        moments.fire(copy, "settling", 0)
    land(copy)
    if through:
        clock.foresee(copy, through)
    return [o.seat for o in copy.s.outs[known:] if o.final]


def bring_back(t: Table, floor: int, why: str) -> None:
    """A seat returns to play; its states are as they stand, linked dead stay out."""
    seat = t.seat(floor)
    if seat.in_play:
        return
    seat.in_play, seat.announced_out = True, False
    for o in t.s.outs:
        if o.seat == floor and o.back is None:
            o.back = t.at
    t.s.rights = [x for x in t.s.rights if x.seat != floor]
    t.emit("back", f"{seat.name} 复活（{why}）", [floor])
    t.tell([floor], t.rs.say("back"))
    moments.fire(t, "revived", floor)
