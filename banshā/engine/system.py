"""What the system itself does in a phase: the actions a ruleset names as ``系统.X``."""

from __future__ import annotations

from collections.abc import Callable

from . import aftermath, casting, clock, landing, lives, moments, offices, postponed, queries, statuses, votes
from .state import Hit, Out
from .table import Table


def announce_at_noon(t: Table) -> None:
    """By day outs are known at once: told and announced."""
    fresh = _fresh(t)
    if fresh:
        _notify(t, fresh)
        _announce(t, fresh, _names(t, "day_outs", fresh), "立刻")
        t.release("出局")
    lives.publish(t)


def _names(t: Table, key: str, outs: list[Out]) -> str:
    """A line about these outs, in their order."""
    return t.rs.say(key, names=t.names_in_order(o.seat for o in outs))


def announce_new(t: Table, known: int) -> None:
    """The same for those outs only that came after the first `known`."""
    if len(t.s.outs) > known:
        fresh = [o for o in _fresh(t) if o in t.s.outs[known:]]
        _notify(t, fresh)
        if fresh:
            _announce(t, fresh, _names(t, "other_outs", fresh), "立刻")
            t.release("出局")
        lives.publish(t)


def _notify(t: Table, outs: list[Out]) -> None:
    """Tell those who went out, and who of them may leave last words."""
    for o in outs:
        if o.told:
            continue
        o.told = True
        t.tell([o.seat], t.rs.say("out"), "立刻")
        grant_words(t, o)


def grant_words(t: Table, o: Out) -> None:
    """Last words go by the order of outs while the quota lasts; a hit may bring a right of its own."""
    hit: Hit | None = t.s.hits[o.hit] if o.hit >= 0 else None
    if o.kind == landing.RED or not t.rs.table("words"):
        return
    if t.s.quota > 0:
        t.s.quota -= 1
    elif not (hit and hit.words):
        return
    o.words_right = True
    t.tell([o.seat], t.rs.say("words"), "立刻")
    t.todo(f"收{t.name(o.seat)}的遗言", [o.seat])


def _announce(t: Table, outs: list[Out], text: str, release: str) -> None:
    for o in outs:
        o.announced = t.at
        t.seat(o.seat).announced_out = True
    if text:
        t.publish(text, release, [o.seat for o in outs])
    for o in outs:
        t.emit("announced", f"{t.name(o.seat)} 公示出局", [o.seat])
        moments.fire(t, "announced", o.seat, hit=t.s.hits[o.hit])
        _due_when_known(t, o.seat)


def _due_when_known(t: Table, floor: int) -> None:
    """Hits that waited for the seat's out to be announced fall due at their slot of a later phase."""
    for x in t.s.coming:
        if x.after == floor:
            x.after, x.given = 0, t.at


def _fresh(t: Table) -> list[Out]:
    return [o for o in t.s.outs if o.final and o.announced is None and o.back is None]


def vote_out(t: Table) -> None:
    """系统.投票出局: the day's threads become an office or outs."""
    votes.settle(t)
    _notify(t, _fresh(t))


def red_cards(t: Table) -> None:
    """系统.红牌: red cards dealt by day put out after the vote."""
    landing.queue_due(t, "系统.红牌")
    landing.land(t)
    _notify(t, _fresh(t))


def publish_dusk(t: Table) -> None:
    """系统.公示出局: two lists, voted out and out otherwise, each in the order of outs."""
    outs = _fresh(t)
    _notify(t, outs)
    voted = [o for o in outs if o.kind == casting.VOTE]
    other = [o for o in outs if o.kind != casting.VOTE]
    lines = []
    if voted:
        lines.append(_names(t, "voted_outs", voted))
    if other:
        lines.append(_names(t, "other_outs", other))
    if outs:
        _announce(t, outs, "\n".join(lines), "立刻")
    lives.publish(t)
    t.release("出局")


def publish_last(t: Table) -> None:
    """Who went out just before the game ended, when nothing else will be announced."""
    outs = _fresh(t)
    if outs:
        _announce(t, outs, f"最后出局：{t.names_in_order(o.seat for o in outs)}", "立刻")


def gather(t: Table) -> None:
    """系统.共群: groups form, their members learn of each other."""
    aftermath.gather(t, "系统.共群")


def report(t: Table) -> None:
    """系统.反馈: who struck tonight hears what became of it."""
    aftermath.report(t)


def settle_night(t: Table) -> None:
    """系统.结算出局: the night's hits land in the printed order."""
    moments.fire(t, "settling", 0)
    landing.queue_due(t, landing.SETTLING)
    landing.land(t)


def tell_outs(t: Table) -> None:
    """系统.通知出局: those who went out by night hear of it."""
    lives.notify(t)
    _notify(t, _fresh(t))


def publish_night(t: Table) -> None:
    """系统.公示夜间出局: between two runs of a night the outs of the first become known."""
    outs = _fresh(t)
    _notify(t, outs)
    if outs:
        _announce(t, outs, _names(t, "night_outs", outs), "立刻")
        t.release("出局")


def open_day(t: Table) -> None:
    """系统.开门: outs of the night in order, last words, then everything the night has to announce."""
    outs = _fresh(t)
    over = [o for o in t.s.outs if o.words_right]  # who has not left his words by now gives them up
    _notify(t, outs)
    day_one = t.s.clock.day == 1
    if outs:
        _announce(t, outs, _names(t, "night_outs", outs), "立刻")
    elif not day_one and not _night_before(t) and not lives.fresh(t):
        t.publish(t.rs.say("quiet_night"), "立刻")
    lives.publish(t)
    lives.roll_call(t)
    _list_holders(t)
    publish_words(t)
    _words_gone(t)
    for o in over:
        o.words_right = False
    t.release("出局", "开门")


def _night_before(t: Table) -> bool:
    """Whether anybody went out since the dusk before, though it is known already (an extra night's first run)."""
    return any(
        o.final
        and o.back is None
        and o.at.day == t.s.clock.day - 1
        and not t.rs.phases[o.at.phase].votes
        and t.rs.phases[o.at.phase].public == "开门"
        for o in t.s.outs
    )


def _list_holders(t: Table) -> None:
    """Who holds a state that is public."""
    for name in [name for name, d in t.rs.states.items() if d.get("listed")]:
        holders = [f for f in t.alive() if statuses.has(t, f, name)]
        if holders:
            t.publish(t.rs.say("holders", state=name, names=t.names(holders)), "立刻", holders)


def _words_gone(t: Table) -> None:
    """That the quota of last words is used up becomes known once, where the ruleset says so."""
    if t.rs.table("words").get("announce_gone") and t.s.quota <= 0 and not queries.words_gone(t):
        t.s.facts.append(queries.WORDS_GONE)
        t.publish(t.rs.say("words_gone"), "立刻")


def publish_words(t: Table) -> None:
    for o in t.s.outs:
        if o.words and o.words_right:
            t.publish(t.rs.say("last_words", name=t.name(o.seat)) + o.words, "立刻", [o.seat])
            o.words_right = False


def revive(t: Table) -> None:
    """系统.复活: seats due to come back do."""
    for x in [x for x in t.s.revivals if x.due == "系统.复活"]:
        t.s.revivals.remove(x)
        landing.bring_back(t, x.seat, "复活")
        if t.phase.public != "开门":
            t.publish(t.rs.say("revived", name=t.name(x.seat)), "", [x.seat])


def badge(t: Table) -> None:
    """系统.移交: time is up for handing an office over."""
    offices.settle_duties(t)


def words_over(t: Table) -> None:
    """系统.遗言: nothing to do but wait; the right lapses when the day opens."""


def late(t: Table) -> None:
    """系统.补用: skills gained behind their own slot are used here (the slot itself has no work)."""


def ask_late(t: Table) -> None:
    """系统.追问: behaviours put the questions they saved for the end of the phase."""
    moments.fire(t, "ask_late", 0, phase=t.s.clock.phase)


def postponed_effects(t: Table) -> None:
    """系统.延后: effects that waited for this slot since an earlier phase."""
    postponed.run_slot(t, "系统.延后")
    landing.queue_due(t, "系统.延后")
    landing.land(t)
    _notify(t, _fresh(t))


ACTIONS: dict[str, Callable[[Table], None]] = {
    "系统.开始": clock.start,
    "系统.结束": clock.end,
    "系统.投票出局": vote_out,
    "系统.红牌": red_cards,
    "系统.公示出局": publish_dusk,
    "系统.再公示出局": publish_dusk,
    "系统.结算出局": settle_night,
    "系统.通知出局": tell_outs,
    "系统.反馈": report,
    "系统.共群": gather,
    "系统.公示夜间出局": publish_night,
    "系统.开门": open_day,
    "系统.复活": revive,
    "系统.延后": postponed_effects,
    "系统.移交": badge,
    "系统.遗言": words_over,
    "系统.追问": ask_late,
    "系统.补用": late,
}


def skill_slots() -> frozenset[str]:
    return frozenset(ACTIONS)
