"""The verbs: one function each, called with a context and the effect's table."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from . import (
    behaviours,
    camps,
    clock,
    draws,
    effects,
    hands,
    landing,
    offices,
    parties,
    queries,
    ranges,
    settle,
    skills,
    statuses,
    votes,
)
from .effects import Context
from .errors import RulesetFault
from .rules import Effect
from .state import Face, Grant, Limit, Question, Revival
from .table import Table


def _use_id(c: Context) -> int:
    return c.use.id if c.use else -1


def _skill_id(c: Context) -> int:
    return c.skill.id if c.skill else -1


def give(c: Context, e: Effect) -> None:
    """Give a state or mark. once: the actor gives it to the same seat but once in a game."""
    to = effects.targets(c, e.get("to"))
    for f in to:
        settle.touch(c.use, f)
    if e.get("once"):
        to = [f for f in to if not statuses.ever_given(c.t, effects.expand(c, e["give"]), f, c.actor)]
    if e.get("shared") and to:
        to = list(dict.fromkeys([*to, c.actor]))
    vs_seat = {"target": c.target, "self": c.actor}.get(e.get("vs_seat", ""), 0)
    got = statuses.give(
        c.t, effects.expand(c, e["give"]), to, c.actor, _use_id(c), _skill_id(c), e.get("until", ""),
        exactly=e.get("exactly", 0), unless_held=e.get("unless_held", False), charges=e.get("charges", -1),
        vs=e.get("vs", ""), vs_seat=vs_seat, except_slots=list(e.get("except_slots", ())),
        data={k: effects.fill(c, str(v)) for k, v in (e.get("params") or {}).items()},
    )  # fmt: skip
    if "introduce" in e:
        introduce(c, got, e["introduce"])


def introduce(c: Context, got: list[int], text: str) -> None:
    """Tell those who got a state together of each other."""
    for f in got if len(got) > 1 else ():
        c.t.tell([f], text.replace("{others}", c.t.names(x for x in got if x != f)).replace("{all}", c.t.names(got)))


def lift(c: Context, e: Effect) -> None:
    for f in effects.targets(c, e.get("to")):
        settle.touch(c.use, f)
        statuses.lift_all(c.t, f, e["lift"])


def hit(c: Context, e: Effect) -> None:
    """Queue a hit; `place` puts it right after that item of the settlement list."""
    source = c.use.source if c.use and c.use.party else c.actor
    if "source" in e:
        source = next(iter(effects.targets(c, e["source"])), 0)
    d = skills.definition(c.t, c.skill) if c.skill else {}
    status = c.happening.status if c.happening else None
    slot = e.get("slot") or d.get("name") or (status.name if status else "")
    place = effects.expand(c, e.get("place", "")) or ""
    for f in effects.targets(c, e.get("to")):
        settle.touch(c.use, f)
        h = landing.queue(c.t, e["hit"], f, source, c.use, slot, place=place, words=bool(e.get("words")))
        h.instead = json.dumps(e["instead"], ensure_ascii=False) if "instead" in e else ""
        if e.get("now"):
            landing.strike(c.t, h)


def tell(c: Context, e: Effect) -> None:
    """A notice: to those who hear of the use where it goes to its holder, else to the seats named."""
    more = {"list": c.t.names(effects.targets(c, e["list"])) or "无"} if "list" in e else {}
    text = effects.fill(c, e["tell"], **more)
    release = e.get("release", "")
    if e.get("to") in (None, "self") and c.use is not None:
        settle.feedback(c.t, c.use, text, release)
        return
    to = effects.targets(c, e.get("to") or "self")
    for f in to:
        settle.touch(c.use, f)
    c.t.tell(to, text, release)


def result(c: Context, e: Effect) -> None:
    """What is found of this target, told with the rest of the skill's results."""
    found = [c.extra["results"]] if "results" in c.extra else []
    c.extra["results"] = "，".join([*found, effects.fill(c, e["result"])])


def public(c: Context, e: Effect) -> None:
    text = effects.fill(c, e["public"])
    if e.get("once") and any(x.everyone and x.text == text for x in c.t.s.outbox):
        return
    c.t.publish(text, e.get("release", ""), [c.target] if c.target else [])


def todo(c: Context, e: Effect) -> None:
    c.t.todo(effects.fill(c, e["todo"]), effects.targets(c, e.get("to")))


def note(c: Context, e: Effect) -> None:
    """Only a mark in the history of the use (added by `effects.play`)."""


def join(c: Context, e: Effect) -> None:
    for f in effects.targets(c, e.get("to") or "self"):
        own = c.skill.until if c.skill and f == c.actor else ""  # a skill held for a time brings it for as long
        until = e.get("until") or own
        camps.grant_tag(c.t, f, e["join"], True, skills.name(c.t, c.skill) if c.skill else "", until)


def leave(c: Context, e: Effect) -> None:
    for f in effects.targets(c, e.get("to") or "self"):
        camps.grant_tag(c.t, f, e["leave"], False, skills.name(c.t, c.skill) if c.skill else "", e.get("until", ""))


def take_tags(c: Context, e: Effect) -> None:
    """The actor gets those of the tags that another seat's identity carries."""
    for source in effects.targets(c, e.get("from") or "selected"):
        camps.take_tags(c.t, source, c.actor, e["take_tags"])


def uses(c: Context, e: Effect) -> None:
    of = effects.expand(c, e.get("of"))
    for f in effects.targets(c, e.get("to") or "self"):
        mine = [c.skill] if of is None else [s for s in skills.of(c.t, f) if skills.name(c.t, s) == of]
        if not mine and "reserve" in e:
            hands.reserve(c, f, e["reserve"], int(e["uses"]))
        for sk in mine[:1]:
            if sk is not None and sk.uses is not None:
                sk.uses += int(e["uses"])


def extra(c: Context, e: Effect) -> None:
    """Extra uses of a skill within its next phase, or till an end. A bare name means the seat's own, or its party's."""
    phase, until = e.get("phase", "*"), e.get("until", "")
    why, word = skills.name(c.t, c.skill) if c.skill else "", effects.expand(c, e["extra"])
    for f in [0] if e.get("party") else effects.targets(c, e.get("to") or "self"):
        sk = next((s for s in (parties.at_hand(c.t, f) if f else []) if skills.name(c.t, s) == word), None)
        key, party = (sk.key, sk.party) if sk else (word, e.get("party", ""))
        if key not in c.t.rs.skills:
            continue
        c.t.s.grants.append(Grant(key, 0 if party else f, party, e.get("n", 1), phase, c.t.at, why, until=until))
        when = f"到{until}" if until else f"下一个{phase}"
        c.t.emit("grant", f"{party or c.t.name(f)} {when}可多用一次 {c.t.rs.skills[key]['name']}", [f] if f else [])


def turn(c: Context, e: Effect) -> None:
    for f in effects.targets(c, e.get("to") or "self"):
        camp = e["turn"]
        if camp in ("selected", "target"):
            camp = c.t.seat(next(iter(effects.targets(c, camp)))).camp
        camps.turn(c.t, f, camp, ("·" if e.get("silent") else "") + (skills.name(c.t, c.skill) if c.skill else ""),
                   e.get("undecided_only", False))  # fmt: skip


def face(c: Context, e: Effect) -> None:
    """Put a disguise on; ``selected`` copies that part from the selected seat as it is now."""
    source = next(iter(effects.targets(c, "selected")), 0)
    parts = {k: queries.face(c.t, source, k) if v == "selected" else effects.expand(c, v) for k, v in e["face"].items()}
    for f in effects.targets(c, e.get("to") or "self"):
        c.t.seat(f).faces.append(
            Face(
                parts.get("camp", ""),
                parts.get("role", ""),
                parts.get("knife", ""),
                skills.name(c.t, c.skill) if c.skill else "",
                e.get("until", ""),
                c.t.at,
                skill=_skill_id(c) if e.get("held") else -1,
            )
        )
        c.t.emit("face", f"{c.t.name(f)} 的表面改为 {' '.join(parts.values())}", [f])


def follow(c: Context, e: Effect) -> None:
    """The actor's camp follows the seat selected."""
    for source in effects.targets(c, e["follow"])[:1]:
        camps.follow(c.t, c.actor, source, skills.name(c.t, c.skill) if c.skill else "")


def flip(c: Context, e: Effect) -> None:
    for f in effects.targets(c, e.get("to") or "self"):
        if e["flip"]:
            skills.reveal(c.t, f)
        else:
            skills.cover(c.t, f)


def revive(c: Context, e: Effect) -> None:
    """Back into play at a system slot that comes later."""
    for f in effects.targets(c, e.get("to")):
        settle.touch(c.use, f)
        c.t.s.revivals.append(Revival(f, e["revive"], c.t.at))
        c.t.emit("note", f"{c.t.name(f)} 将复活", [f])


def clock_op(c: Context, e: Effect) -> None:
    """Operations on the clock: repeat a loop, skip a phase, one more vote thread, close now, rewind."""
    clock.operate(c, e)


def ballot(c: Context, e: Effect) -> None:
    """Lasting changes of what a seat's vote weighs; or this day's top vote."""
    for f in effects.targets(c, e.get("to") or "self"):
        if e["ballot"] == "weight":
            c.t.s.weights[f] = c.t.s.weights.get(f, 0) + e.get("add", 1)
            c.t.emit("vote", f"{c.t.name(f)} 的票权 {e.get('add', 1):+}", [f])
        elif e["ballot"] == "top":
            votes.force_top(c.t, f)
        elif e["ballot"] == "void":
            votes.nobody_on_top(c.t)


def office(c: Context, e: Effect) -> None:
    for f in effects.targets(c, e.get("to") or "self"):
        if e["office"] == "pass":
            offices.vacate(c.t, f, e.get("name"))
        elif e["office"] == "give":
            offices.appoint(c.t, e["name"], f)


def limit(c: Context, e: Effect) -> None:
    """Narrow or force ranges until an end; holders of the skill are told where a text is given."""
    t = c.t
    within = _around(c, e["around"]) if "around" in e else effects.targets(c, e["within"]) if "within" in e else None
    voters = effects.targets(c, e["voters"]) if "voters" in e else None
    holder = c.actor if e.get("of") == "self" else 0
    source = skills.name(t, c.skill) if c.skill else ""
    if voters is not None:
        t.s.limits = [x for x in t.s.limits if x.voters is None]
    names = e["limit"] if isinstance(e["limit"], list) else [effects.expand(c, e["limit"])]
    new = [
        Limit(name, e.get("until", ""), t.at, source, within, voters=voters, count=list(e.get("count", ())),
              holder=holder, force=bool(e.get("force")), camp=e.get("camp", ""), not_camp=e.get("not_camp", ""),
              phases=list(e.get("phases", ())), neighbours=bool(e.get("neighbours")), forbid=bool(e.get("forbid")),
              fixed_ring=bool(e.get("fixed_ring")), by=c.actor)
        for name in names
    ]  # fmt: skip
    t.s.limits += new
    told: list[int] = []
    if "tell" in e:
        able = ranges.able(t, new) if e.get("able") else []
        told = sorted({f for name in names for f in camps.who_can(t, name, bool(e.get("forbid")))} | set(able))
        t.tell(told, effects.fill(c, e["tell"], within=t.names(within or ())))
    for f in dict.fromkeys([*told, *(within or ()), *(voters or ())]):
        settle.touch(c.use, f)


def _around(c: Context, span: int) -> list[int]:
    """The seats chosen with so many neighbours on either side, and the actor."""
    near = {x for f in effects.targets(c, "selected") for x in (f, *queries.neighbours(c.t, f, span))}
    return sorted({*near, c.actor})


def ask(c: Context, e: Effect) -> None:
    """Ask the target; the branch of his answer runs, or with `pick` the one branch that is told the answer."""
    for f in effects.targets(c, e.get("to")):
        name = skills.name(c.t, c.skill) if c.skill else ""
        options = _pool(c.t, f, e["pick"]) if "pick" in e else list(e["options"])
        if not options:
            effects.run(replace(c, target=f), e.get("none", ()))
            continue
        key = f"{name}|{f}|{c.actor}|{c.t.s.clock.day}.{c.t.s.clock.run}.{c.t.s.clock.phase}"
        default = [e["default"]] if "default" in e else []
        q = Question(0, key, f, name, effects.fill(c, e["ask"]), "option", options, default=default,
                     forced=not default and "pick" not in e)  # fmt: skip
        got = c.t.ask(q)
        if got and "pick" in e:
            effects.run(replace(c, target=f, extra={**c.extra, "answer": got[0]}), e["then"])
        elif got:
            effects.run(c, e["options"][got[0]])


def _pool(t: Table, floor: int, what: str) -> list[str]:
    """Skills of the seat to choose from: ``skill`` it may still use in this stretch, ``counted`` those with uses."""
    c, found = t.s.clock, []
    ahead = [p for p in t.rs.day[c.position :] if t.rs.phases[p].group == t.phase.group] if c.position >= 0 else []
    for sk in parties.at_hand(t, floor):
        d = skills.definition(t, sk)
        slots = [(p, slot) for p in ahead if (slot := t.rs.slot_in(d, p)) is not None]
        if what == "written":
            found += [skills.name(t, sk)] if sk.holder and sk.origin == "card" and "uses" in d else []
            continue
        soon = not d.get("auto") and any(p != c.phase or slot > c.slot for p, slot in slots)
        if sk.uses is not None if what == "counted" else soon:
            found.append(skills.name(t, sk))
    return list(dict.fromkeys(found))


def roll(c: Context, e: Effect) -> None:
    """Throw a die and run the branch of the result."""
    n = draws.roll(c.t, c.actor, c.skill, c.use, int(e["roll"]))
    effects.run(c, e["branch"].get(str(n), []))


def named(c: Context, e: Effect) -> None:
    """A named behaviour in the middle of a list."""
    b = behaviours.get(e["do"])
    if not hasattr(b, "effect"):
        raise RulesetFault(f"{e['do']} 不能写在效果里")
    b.effect(c, e)


def stop(c: Context, e: Effect) -> None:
    """Stop the hit that is being heard of."""
    if c.happening and c.happening.hit:
        c.happening.hit.fate = "stopped"


def words(c: Context, e: Effect) -> None:
    """The out that is being heard of brings a right to last words, whatever the quota."""
    if c.happening and c.happening.hit:
        c.happening.hit.words = True


def every(c: Context, e: Effect) -> None:
    for x in e["all"]:
        if effects.holds(c, x.get("when")):
            effects.play(c, x)


VERBS: dict[str, Callable[[Context, Effect], None]] = {
    "give": give, "lift": lift, "hit": hit, "tell": tell, "result": result, "public": public, "todo": todo,
    "note": note, "join": join, "leave": leave, "take_tags": take_tags, "uses": uses, "extra": extra,
    "skill": hands.skill, "turn": turn,
    "face": face, "follow": follow, "flip": flip, "revive": revive, "clock": clock_op, "ballot": ballot,
    "office": office, "limit": limit, "ask": ask, "roll": roll, "do": named, "stop": stop, "words": words, "all": every,
}  # fmt: skip
