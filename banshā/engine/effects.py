"""Effects: the verbs a ruleset is written in, and the conditions that guard them.

`run` takes a list and plays the first effect whose `when` holds; `all` plays several. Each verb is one function in
`verbs`; conditions are a closed set of keys in `_WHEN`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from . import draws, parties, queries, skills
from .rules import Def, Effect
from .state import Skill, Use
from .table import Table

if TYPE_CHECKING:
    from .moments import Happening


@dataclass(slots=True)
class Context:
    """Who does what to whom while an effect runs. target: the settled one being dealt with; via: its selected one.

    start: the table as it stood when a step began whose uses do not affect each other; None outside of such a step.
    """

    t: Table
    actor: int
    skill: Skill | None
    use: Use | None
    target: int = 0
    via: int = 0
    happening: Happening | None = None
    extra: dict[str, str] = field(default_factory=dict)
    start: Table | None = None

    @property
    def seen(self) -> Table:
        """The table that conditions, choices among seats and results go by."""
        return self.start or self.t

    def aim_at(self, target: int, via: int) -> Context:
        return replace(self, target=target, via=via)


def run(c: Context, effects: Sequence[Effect]) -> bool:
    """Play the first effect whose guard holds; False where none does."""
    for effect in effects:
        if holds(c, effect.get("when")):
            play(c, effect)
            return True
    return False


def play(c: Context, effect: Effect) -> None:
    from . import postponed, verbs

    if "later" in effect:
        postponed.put_off(c, effect)
        return
    if effect["verb"] == "all":
        for x in effect["all"]:
            if holds(c, x.get("when")):
                play(c, x)
    else:
        verbs.VERBS[effect["verb"]](c, effect)
    if c.use is not None and "note" in effect:
        c.use.notes.append(f"{effect['note']}:{c.target}")


# ── selectors ──


def targets(c: Context, to: Any) -> list[int]:
    """Seats a `to` names."""
    t = c.seen
    if isinstance(to, dict):
        return _some(c, queries.select(t, to, c.actor), to)
    if to in (None, "target"):
        return [c.target] if c.target else []
    if to == "self":
        return [c.actor] if c.actor else []
    if to == "selected":
        return list(c.use.selected) if c.use else [f for f in [c.via or c.target] if f]
    if to == "settled":
        return list(c.use.settled) if c.use else [c.target]
    if to == "pair":
        return list(dict.fromkeys([c.actor, *targets(c, "target" if c.target else "selected")]))
    if to == "all":
        return t.alive()
    if to == "giver":
        status = c.happening.status if c.happening else None
        return [status.giver] if status else []
    if to == "source":
        hit = c.happening.hit if c.happening else None
        return [hit.source] if hit and hit.source else []
    if isinstance(to, str) and to.startswith("party:"):
        return parties.members(t, to.split(":", 1)[1])
    return []


def _some(c: Context, found: list[int], to: Def) -> list[int]:
    """A few of those found, drawn, where the table says ``pick``."""
    if "pick" not in to:
        return found
    picked: list[int] = []
    while found and len(picked) < to["pick"]:
        picked.append(draws.pick_seat(c.t, draws.SOME, found, c.actor, c.skill, c.use))
        found = [f for f in found if f not in picked]
    return sorted(picked)


# ── conditions ──


def holds(c: Context, when: Def | None) -> bool:
    if when is None:
        return True
    judged = c if c.start is None else replace(c, t=c.start)
    return all(_WHEN[key](judged, value) for key, value in when.items())


def choice(c: Context, key: str) -> str:
    return c.use.params.get(key, "") if c.use else ""


def expand(c: Context, value: Any) -> Any:
    """A parameter that stands for a choice (``{choice:身份}``) or for what was answered (``{answer}``)."""
    if isinstance(value, str) and value[1:-1] in c.extra:
        return c.extra[value[1:-1]]
    if isinstance(value, str) and value.startswith("{choice:") and value.endswith("}"):
        return choice(c, value[8:-1])
    return value


def _in(value: str, wanted: Any) -> bool:
    return value in (wanted if isinstance(wanted, list) else [wanted])


def _shown(c: Context) -> Def:
    """The identity the target shows; empty where that is only a word."""
    return c.t.rs.named.get(queries.face(c.t, c.target, "role"), {})


def _settled_last_night(c: Context, wanted: bool) -> bool:
    """The target was settled on by this same skill in an earlier day's night, the day before."""
    day = c.t.s.clock.day - 1
    one = skills.line(c.t, c.skill) if c.skill else set()
    found = any(u.skill in one and u.fate == "done" and u.sent.day == day and c.target in u.settled for u in c.t.s.uses)
    return found == wanted


def _hit_kind(c: Context, wanted: Any) -> bool:
    hit = c.happening.hit if c.happening else None
    return hit is not None and _in(hit.kind, wanted)


def _source_camp(c: Context, wanted: Any) -> bool:
    hit = c.happening.hit if c.happening else None
    return hit is not None and hit.source > 0 and _in(c.t.seat(hit.source).camp, wanted)


def _own_camp(c: Context) -> bool:
    """The hit came from the holder's own camp."""
    from . import landing

    hit = c.happening.hit if c.happening else None
    return hit is not None and landing.camp_of(c.t, hit) == c.t.seat(c.actor).camp


def _held(t: Table, floor: int, word: str) -> bool:
    return any(skills.name(t, s) == word and skills.stands(t, s) for s in skills.of(t, floor))


def _alive_share(c: Context, share: list[int]) -> bool:
    return len(c.t.alive()) * share[1] <= len(c.t.s.seats) * share[0]


def _few_left(c: Context, f: Def) -> bool:
    """Of all seats that fit the filter no more than that share is left in play."""
    left, ever = (len(queries.select(c.t, {**f, "who": who}, c.actor)) for who in ("存活", "全体"))
    return left * int(f["share"][1]) <= ever * int(f["share"][0])


def _settled_of(c: Context, wanted: Def) -> bool:
    """How many of those settled on count as of (or not of) a camp."""
    found = [queries.camp_for(c.t, f, c.actor) for f in (c.use.settled if c.use else ())]
    n = sum(_in(x, wanted["camp"]) if "camp" in wanted else not _in(x, wanted["not_camp"]) for x in found)
    return bool(n >= wanted.get("at_least", 0) and n == wanted.get("exactly", n))


def _first(c: Context, wanted: bool) -> bool:
    """No other use of the skill is done (asked by what hears of a use: that one is among them)."""
    one = skills.line(c.t, c.skill) if c.skill else set()
    done = [u for u in c.t.s.uses if u.skill in one and u.fate == "done" and not (c.use and u.id == c.use.id)]
    return (len(done) <= (c.use is None)) == wanted


def _doomed(c: Context, through: str) -> list[int]:
    """Who goes out by what is queued now, and by what states bring up to that phase."""
    from . import landing

    return landing.preview(c.t, through)


def _target_fits(key: str) -> Callable[[Context, Any], bool]:
    return lambda c, v: queries.fits(c.t, c.target, {"who": "全体", key: v}, c.actor)


def _self_fits(key: str) -> Callable[[Context, Any], bool]:
    return lambda c, v: queries.fits(c.t, c.actor, {"who": "全体", key: v}, c.actor)


_WHEN: dict[str, Callable[[Context, Any], bool]] = {
    "target_camp": lambda c, v: _in(queries.camp_for(c.t, c.target, c.actor), v),
    "target_not_camp": lambda c, v: not _in(queries.camp_for(c.t, c.target, c.actor), v),
    "target_side": lambda c, v: _in(c.t.rs.side(queries.camp_for(c.t, c.target, c.actor)), v),
    "target_face_camp": lambda c, v: _in(queries.face(c.t, c.target, "camp"), v),
    "target_face_knife": lambda c, v: _in(queries.face(c.t, c.target, "knife"), v),
    "target_role": lambda c, v: expand(c, v) in c.t.seat(c.target).cards if isinstance(v, str) else any(
        x in c.t.seat(c.target).cards for x in v),
    "target_class": _target_fits("class"),
    "target_face_class": lambda c, v: _in(_shown(c).get("class", ""), v),
    "target_face_role_not_camp": lambda c, v: not _in(_shown(c).get("camp", v), v),
    "target_tag": _target_fits("tag"),
    "target_may_get": lambda c, v: queries.may_get(c.t, c.target, v),
    "target_state": _target_fits("state"),
    "target_not_state": _target_fits("not_state"),
    "target_revealed": lambda c, v: c.t.seat(c.target).revealed == v,
    "neighbour_face_camp": lambda c, v: any(
        _in(queries.face(c.t, f, "camp"), v) for f in queries.neighbours(c.t, c.actor)),
    "chose": lambda c, v: all(x in choice(c, k).split(",") for k, x in v.items()),
    "target_is_self": lambda c, v: (c.target == c.actor) == v,
    "target_same_camp": lambda c, v: (queries.camp_for(c.t, c.target, c.actor) == c.t.seat(c.actor).camp) == v,
    "target_doomed": lambda c, v: c.target in _doomed(c, v),
    "self_camp": _self_fits("camp"),
    "self_not_camp": _self_fits("not_camp"),
    "self_tag": _self_fits("tag"),
    "self_state": _self_fits("state"),
    "self_not_state": _self_fits("not_state"),
    "self_in_play": lambda c, v: (c.actor in c.t.alive()) == v,
    "choice": lambda c, v: all(choice(c, k) == x for k, x in v.items()),
    "unused": lambda c, v: not any(
        u.holder == c.actor and _in(u.name, v) and u.fate in ("done", "void") for u in c.t.s.uses),
    "uses_below": lambda c, v: c.skill is not None and c.skill.uses is not None and c.skill.uses < v,
    "uses_at_least": lambda c, v: c.skill is not None and (c.skill.uses is None or c.skill.uses >= v),
    "few_left": _few_left,
    "settled_last_night": _settled_last_night,
    "settled_at_least": lambda c, v: c.use is not None and len(c.use.settled) >= v,
    "settled_camp": lambda c, v: c.use is not None and all(_in(c.t.seat(f).camp, v) for f in c.use.settled),
    "settled_of": _settled_of,
    "settled_skill": lambda c, v: c.use is not None and any(_held(c.t, f, v) for f in c.use.settled),
    "lost": lambda c, v: c.happening is not None and _in(c.happening.camp, v),
    "settled_exactly": lambda c, v: c.use is not None and len(c.use.settled) == v,
    "hit": _hit_kind,
    "hit_slot": lambda c, v: bool(c.happening and c.happening.hit and _in(c.happening.hit.slot, v)),
    "linked": lambda c, v: bool(c.happening and c.happening.hit and c.happening.hit.link) == v,
    "hit_or_camp": lambda c, v: _hit_kind(c, v["hit"]) or _source_camp(c, v["by_camp"]),
    "by_camp": _source_camp,
    "by_not_camp": lambda c, v: not _source_camp(c, v),
    "by_own_camp": lambda c, v: _own_camp(c) == v,
    "parity": lambda c, v: ("奇", "偶")[c.t.s.clock.day % 2 == 0] == v,
    "phase": lambda c, v: _in(c.t.s.clock.phase, v) or _in(c.t.phase.group, v),
    "period": lambda c, v: _in(c.t.phase.period, v),
    "first": _first,
    "day_at_least": lambda c, v: c.t.s.clock.day >= v,
    "day_at_most": lambda c, v: c.t.s.clock.day <= v,
    "alive_at_most": lambda c, v: len(c.t.alive()) <= queries.number(c.t, v),
    "alive_share": _alive_share,
    "selected_role": lambda c, v: bool(c.use and any(x in c.t.seat(f).cards for f in c.use.selected for x in v)),
}  # fmt: skip


# ── texts ──


def fill(c: Context, template: str, **more: str) -> str:
    """A template with its places filled: 马甲 for seats, joined by 、 in elevator order."""
    t, use = c.seen, c.use
    target = c.target
    places: dict[str, Callable[[], str]] = {
        "self": lambda: t.name(c.actor),
        "target": lambda: t.name(target),
        "both": lambda: "和".join(t.name(f) for f in sorted({c.actor, target})),
        "selected": lambda: t.name(c.via) if c.via else t.names(use.selected) if use else t.name(target),
        "targets": lambda: t.names(use.selected) if use else t.name(target),
        "settled": lambda: t.names(use.settled) if use else t.name(target),
        "role": lambda: queries.card(t, target),
        "second": lambda: t.seat(target).cards[-1],
        "identities": lambda: "、".join(queries.identities(t, target)),
        "camp": lambda: t.seat(target).camp,
        "judged": lambda: queries.camp_for(t, target, c.actor),
        "self_camp": lambda: t.seat(c.actor).camp,
        "face_camp": lambda: queries.face(t, target, "camp"),
        "face_role": lambda: queries.face(t, target, "role"),
        "face_knife": lambda: queries.face(t, target, "knife"),
        "skill": lambda: t.rs.skills[c.skill.key]["name"] if c.skill else "",
        "phase": lambda: t.s.clock.phase,
        "n": lambda: str(c.skill.uses if c.skill and c.skill.uses is not None else 0),
    }
    text = template
    for key, make in places.items():
        if "{" + key + "}" in text and key not in more:
            text = text.replace("{" + key + "}", make())
    for key, value in {**c.extra, **more}.items():
        text = text.replace("{" + key + "}", value)
    if use:
        for key, value in use.params.items():
            text = text.replace("{choice:" + key + "}", value)
    return text
