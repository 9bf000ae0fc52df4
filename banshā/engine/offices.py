"""Offices (警长 …): who holds one, what it weighs, and how it passes on."""

from __future__ import annotations

from . import draws, moments, skills, statuses
from .errors import Refusal
from .state import Duty
from .table import Table


def holder(t: Table, name: str) -> int:
    return t.s.offices.get(name, 0)


def appoint(t: Table, name: str, floor: int, release: str = "") -> None:
    """Make the seat hold the office (0: nobody) and tell it; what the office can do goes from hand to hand with it."""
    d = t.rs.offices[name]
    brings = [*d.get("skills", ()), *([d["skill"]] if "skill" in d else [])]
    for sk in skills.of(t, t.s.offices.get(name, 0)):
        if sk.origin == "office" and sk.key in brings:
            skills.lose(t, sk, f"不再是{name}")
    t.s.offices[name] = floor
    if not floor:
        t.emit("office", f"{name}空缺", [], office=name)
        return
    t.emit("office", f"{t.name(floor)} 成为{name}", [floor], office=name)
    t.tell([floor], t.rs.say("office", office=name), release)
    for key in brings:
        skills.new(t, key, floor, "office")


def can_hold(t: Table, floor: int) -> bool:
    return t.seat(floor).in_play and not any(statuses.prop(t, s.name, "office_ban") for s in statuses.real(t, floor))


def heirs(t: Table, name: str) -> list[int]:
    """Whom the office may be handed to."""
    camp = t.rs.offices[name].get("heir_camp")
    return [f for f in t.alive() if can_hold(t, f) and f != holder(t, name) and camp in (None, t.seat(f).camp)]


def vacate(t: Table, floor: int, name: str | None = None) -> None:
    """The holder must hand the office over within this phase."""
    for office in t.rs.offices if name is None else [name]:
        if holder(t, office) == floor and not _duty(t, office):
            t.s.duties.append(Duty(office, floor))
            t.todo(f"请{t.name(floor)}移交{office}", [floor])


def on_out(t: Table, floor: int, red: bool = False, vacant: bool = False) -> None:
    """The holder of an office is out: he hands it over, or it stays empty where the ruleset says so.

    vacant: by an out that triggers nothing; red: by a red card.
    """
    for name, d in t.rs.offices.items():
        if holder(t, name) == floor and d.get("pass_on_out") and (vacant or (red and d.get("red_vacant"))):
            with t.under(f"{name}.殉职"):
                appoint(t, name, 0)
                t.publish(t.rs.say("vacant", office=name), "", [floor])
        elif holder(t, name) == floor and d.get("pass_on_out") and red and t.phase.votes:
            vacate(t, floor, name)  # nobody is asked, and the discussion goes on with the next holder
            settle_duties(t, name)
        elif holder(t, name) == floor and d.get("pass_on_out"):
            vacate(t, floor, name)


def _duty(t: Table, name: str) -> Duty | None:
    return next((x for x in t.s.duties if x.office == name), None)


def pass_on(t: Table, floor: int, to: int | None, name: str = "") -> None:
    """`floor` hands its office to `to`; None tears it, where the ruleset allows that."""
    held = [n for n in t.rs.offices if holder(t, n) == floor and name in ("", n)]
    if not held:
        raise Refusal("no_office", f"{t.name(floor)} 没有可以移交的职位", "职位", "导演指定用 bansha override badge")
    office = held[0]
    d = t.rs.offices[office]
    if _duty(t, office) is None:
        raise Refusal("no_duty", f"{t.name(floor)} 现在不必移交{office}", f"{office}.殉职", "出局时才移交")
    if t.seat(floor).red:
        raise Refusal("red", f"{t.name(floor)} 被红牌罚下，{office}由抽签移交", f"{office}.殉职", "什么也不用交")
    if to is None and not d.get("tear"):
        raise Refusal(
            "no_tear", f"这套规则里{office}不能撕毁", f"{office}.殉职", f"可移交：{t.names(heirs(t, office))}"
        )
    if to is not None and to not in heirs(t, office):
        raise Refusal("bad_heir", f"{office}不能移交给 {t.name(to)}", f"{office}.殉职",
                      f"可移交：{t.names(heirs(t, office))}")  # fmt: skip
    hand_over(t, office, floor, to or 0)


def hand_over(t: Table, office: str, floor: int, to: int) -> None:
    t.s.duties = [x for x in t.s.duties if x.office != office]
    with t.under(f"{office}.殉职"):
        appoint(t, office, to)
        d, by_day = t.rs.offices[office], t.phase.public != "开门"
        if d.get("announce") or (d.get("announce_by_day") and by_day):
            text = t.rs.say("passed_on" if to else "torn", office=office, name=t.name(floor), heir=t.name(to or 0))
            t.publish(text, "立刻" if by_day else "", [to] if to else [])
        moments.fire(t, "office", to or floor)


def fix_heir(t: Table, floor: int, name: str) -> None:
    """The director says who is drawn when what the seat holds goes on by lot."""
    for office in t.rs.offices:
        if holder(t, office) == floor:
            draws.fix(t, f"继任{office}", name, floor)


def settle_duties(t: Table, name: str = "") -> None:
    """Time is up: an office not handed over goes to somebody drawn, or is gone."""
    for duty in list(t.s.duties):
        if name in ("", duty.office):
            with t.under(f"{duty.office}.殉职"):
                pool = heirs(t, duty.office)
                torn = t.rs.offices[duty.office].get("tear") or not pool
                to = 0 if torn else draws.pick_seat(t, f"继任{duty.office}", pool, duty.seat)
                hand_over(t, duty.office, duty.seat, to)


def vote_weight(t: Table, floor: int, base: float) -> float:
    """What the offices a seat holds make of its vote."""
    weights = [d["weight"] for n, d in t.rs.offices.items() if holder(t, n) == floor and "weight" in d]
    return float(max([base, *weights]))
