"""One use from its slot to its fate: taken over, blocked, spent, redirected, deferred, carried out, heard of."""

from __future__ import annotations

from . import aftermath, aim, checks, delays, effects, lives, moments, parties, skills
from .behaviours import takeovers
from .errors import NeedAnswer, Refusal
from .rules import FLIP, Effect
from .state import Skill, Use
from .table import Table

UNAWARE = "失技"  # note of a use that came to nothing because the skill was lost


def perform(t: Table, plays: list[Use]) -> None:
    """Play uses of one instant: all are judged, aimed and put off on its start, and what they do goes by it as well.

    Fate, reason, targets and feedback are written into the records. Questions of several uses are asked together.
    """
    start = Table(t.rs, t.s.clone()) if len(plays) > 1 else None
    admitted = [use for use in plays if _admit(t, use)]
    waiting: NeedAnswer | None = None
    for use in [use for use in admitted if _start(t, use)]:
        with t.under(use.key, use.event):
            try:
                _carry_out(t, use, t.s.skills[use.skill], start)
            except NeedAnswer as e:
                waiting = e
    if waiting is not None:
        raise waiting


def _start(t: Table, use: Use) -> bool:
    """Spend what the use costs and find whom it falls on. False: nothing is left to carry out now."""
    sk = t.s.skills[use.skill]
    with t.under(use.key):
        _begin(t, use, sk)
        event = t.emit("use", _line(t, use), [use.holder] if use.holder else [], skill=use.key, use=str(use.id))
        use.event = event.index
        if use.origin == "deferred":  # all of that was done yesterday
            return True
        with t.under(use.key, event.index):
            if sk.unaware:
                _hear_of_loss(t, use)
                return False
            if _come_to_nothing(t, use):
                return False
            aim.settle(t, use, sk)
            return not delays.put_off(t, use, sk)


def _admit(t: Table, use: Use) -> bool:
    """Who hears of it, who takes it over, and whether it can be played at all; what cannot is put down as blocked."""
    sk = t.s.skills[use.skill]
    with t.under(use.key):
        if not use.hearers:
            use.hearers = parties.hearers(t, use.party) if use.party else [use.holder]
        why = prevented(t, use, sk)
        if not why:
            takeovers.apply(t, use, sk)
            why = prevented(t, use, sk) if use.taken else ""
        if why:
            block(t, use, why)
    return not why


def prevented(t: Table, use: Use, sk: Skill) -> str:
    """Why a move that was taken in comes to nothing now ('' where it does not)."""
    d = skills.definition(t, sk)
    if use.origin == "ordered" and use.holder and not t.seat(use.holder).in_play:
        return "已出局"
    if use.origin in ("ordered", "deferred"):
        return ""
    if sk.lost:
        return f"已失去技能（{sk.lost}）"
    why = skills.allowed(t, sk) or skills.blocked(t, sk) or (parties.blocked(t, use.party) if use.party else "")
    if why:
        return why
    why = checks.unmet(t, sk, d.get("needs") or {})
    if why:
        return why
    if use.origin not in ("auto",):
        try:
            checks.check_targets(t, sk, use)
        except Refusal as r:
            return r.message
    return ""


def block(t: Table, use: Use, why: str) -> None:
    """The move comes to nothing and nothing is spent."""
    use.fate, use.reason, use.at = "blocked", why, t.at
    t.emit("use", f"{_line(t, use)}：未能发动（{why}）", [use.holder] if use.holder else [], skill=use.key,
           use=str(use.id), fate="blocked")  # fmt: skip


def _void(t: Table, use: Use, text: str) -> None:
    use.fate, use.reason = "void", text
    feedback(t, use, text)


def _hear_of_loss(t: Table, use: Use) -> None:
    """Who acts with a skill lost unawares hears that he has none any more, and is not asked again."""
    _void(t, use, t.rs.say("lost_unawares"))
    use.notes.append(UNAWARE)
    for sk in skills.of(t, use.holder):
        if sk.unaware:
            skills.lose(t, sk, "已告知失去")


def _come_to_nothing(t: Table, use: Use) -> bool:
    """A state makes the use void: spent, without effect, without a word."""
    why = aftermath.voided(t, use)
    if why:
        use.fate, use.reason = "void", why
        t.emit("stopped", f"{_line(t, use)}：[{why}]，没有效果", use.selected, by=why)
    return bool(why)


def _line(t: Table, use: Use) -> str:
    who = t.name(use.holder) if use.holder else use.party
    words = [who, use.name, *(t.name(f) for f in use.selected)]
    words += [f"{k}={v}" for k, v in use.params.items() if not k.startswith("·") and k not in ("随机", "来源")]
    return " ".join(words)


def _begin(t: Table, use: Use, sk: Skill) -> None:
    """Spend what a use costs and note where it happened."""
    d = skills.definition(t, sk)
    use.at, use.slot = t.at, t.s.clock.slot
    use.source = use.holder or parties.source(t, use, sk)
    if sk.uses is not None and use.origin != "deferred":
        sk.uses = max(0, sk.uses - use.cost) if use.origin == "ordered" else sk.uses - use.cost
        if sk.uses < 0:
            sk.uses = 0  # an extra use granted for this phase costs nothing
    right = skills.right(t, sk)
    if right is not None and not d.get("after_out", {}).get("granted"):
        t.s.rights.remove(right)
        lives.right_gone(t, right)
    if skills.has_mark(d, FLIP):
        skills.reveal(t, use.holder)
    if "spent" in d and not sk.unaware:
        effects.run(effects.Context(t, use.holder or use.source, sk, use), d["spent"])


def _carry_out(t: Table, use: Use, sk: Skill, start: Table | None) -> None:
    """Run the skill's effects on its settled targets."""
    d = skills.definition(t, sk)
    use.fate = "done"
    c = effects.Context(t, use.holder or use.source, sk, use, start=start)
    b = moments.behaviour_of(t, d)
    if b is not None and hasattr(b, "perform"):
        b.perform(t, sk, use)
    if "before" in d:
        effects.run(c, d["before"])
    if "then" in d:
        effects.run(c, d["then"])
    if "each" in d:
        _each(t, c, d["each"], use)
    if "results" in d and "results" in c.extra:
        feedback(t, use, effects.fill(c, d["results"]))
    for effect in d.get("after") or ():
        if effects.holds(c, effect.get("when")):
            effects.play(c, effect)
    moments.fire(t, "used", use.holder, use=use)


def _each(t: Table, c: effects.Context, each: list[Effect], use: Use) -> None:
    """Target by target; questions of several targets are asked together."""
    waiting: NeedAnswer | None = None
    for target, via in list(zip(use.settled, use.via, strict=True)):
        touch(use, target)
        try:
            effects.run(c.aim_at(target, via), each)
        except NeedAnswer as e:
            waiting = e
    if waiting is not None:
        raise waiting


def touch(use: Use | None, floor: int) -> None:
    """Note that the use had to do with this seat."""
    if use is not None and floor and floor not in use.touched:
        use.touched.append(floor)


def feedback(t: Table, use: Use, text: str, release: str = "") -> None:
    """What the use tells those who hear of it."""
    use.feedback.append(text)
    t.tell(use.hearers, text, release)
    moments.fire(t, "feedback", use.holder, use=use)
