"""Watching seats overnight, and what their crimes bring to the one who watches."""

from __future__ import annotations

from .. import camps, clock, copies, draws, skills, statuses
from ..moments import Happening
from ..rules import Def
from ..state import Skill, Status, Use
from ..table import Table
from .base import Behaviour, params, register


@register("巡视")
class Patrol(Behaviour):
    """tubian: 监视者.巡视 — judged at dawn by what the seat did all night, whatever became of the watcher by then.

    Who used a skill is jailed, for the skill named with a crime besides; who used none throws a die. 强制 skills and
    a party's do not count.
    """

    lasting = True  # what was used before its holder lost his skills goes on

    def on_phase_start(self, t: Table, sk: Skill, what: Happening) -> None:
        p = params(t, sk)
        if what.phase != p["at"] or clock.more_runs(t):
            return
        for s in [s for s in t.s.statuses.values() if (s.name, s.skill) == (p["mark"], sk.id)]:
            if t.seat(s.holder).in_play:
                self._judge(t, sk, s)

    def _judge(self, t: Table, sk: Skill, s: Status) -> None:
        p, acted = params(t, sk), {u.name for u in t.s.uses if self._counts(t, u, s.holder)}
        if not acted and self._lucky(t, sk, s):
            return
        if statuses.give(t, p["jail"], [s.holder], s.giver, s.use, sk.id):
            t.publish(p["public"].replace("{target}", t.name(s.holder)), "开门", [s.holder])
        if s.data.get("技能") in acted:
            statuses.give(t, p["crime"], [s.holder], s.giver, s.use, sk.id)

    def _counts(self, t: Table, use: Use, floor: int) -> bool:
        """Whether the seat did this tonight, of its own or by another's choice."""
        if use.holder != floor or use.at is None or use.at.day != t.s.clock.day or use.fate in ("planned", "blocked"):
            return False
        return t.rs.phases[use.at.phase].queued and not t.rs.is_forced(t.rs.skills[use.key])

    def _lucky(self, t: Table, sk: Skill, s: Status) -> bool:
        p = params(t, sk)
        n = draws.roll(t, s.holder, sk, t.s.uses[s.use] if s.use >= 0 else None)
        t.tell([s.holder], p["idle"].replace("{n}", str(n)))
        return n in p["free"]


@register("夺取")
class Seizure(Behaviour):
    """tubian: 监视者.夺取 — the identity skills of all who bear the state, fresh, for as long as they bear it.

    No two of one name: what is held already is refreshed instead. A pack wolf brings a knife of one's own.
    """

    def gained(self, t: Table, sk: Skill) -> None:
        for f in self._bearers(t, sk):
            self._seize(t, sk, f)

    def on_given(self, t: Table, sk: Skill, what: Happening) -> None:
        if self._concerns(t, sk, what):
            t.tell([sk.holder], params(t, sk)["told"].replace("{target}", t.name(what.seat)))
            self._seize(t, sk, what.seat)

    def on_lapsed(self, t: Table, sk: Skill, what: Happening) -> None:
        """What came from this seat goes; what another bearer has as well comes from him now."""
        if not self._concerns(t, sk, what) or what.seat in self._bearers(t, sk):
            return
        t.tell([sk.holder], params(t, sk)["over"].replace("{target}", t.name(what.seat)))
        gone = [s for s in skills.of(t, sk.holder) if (s.parent, s.giver) == (sk.id, what.seat)]
        for s in gone:
            skills.lose(t, s, f"{t.name(what.seat)}不再有[{params(t, sk)['state']}]")
        names = {skills.name(t, s) for s in gone}
        for f in self._bearers(t, sk):
            self._seize(t, sk, f, names)

    def _concerns(self, t: Table, sk: Skill, what: Happening) -> bool:
        return what.status is not None and what.status.name == params(t, sk)["state"] and what.seat != sk.holder

    def _bearers(self, t: Table, sk: Skill) -> list[int]:
        return [f for f in t.s.seats if f != sk.holder and statuses.has(t, f, params(t, sk)["state"])]

    def _seize(self, t: Table, sk: Skill, floor: int, only: set[str] | None = None) -> None:
        held = {skills.name(t, s): s for s in skills.of(t, sk.holder)}
        got = []
        for key in self._offered(t, sk, floor):
            name = t.rs.skills[key]["name"]
            if only is not None and name not in only:
                continue
            if name in held:
                skills.refresh(t, held[name])
            else:
                got.append(skills.new(t, key, sk.holder, "copy", parent=sk.id, giver=floor))
                got[-1].now = copies.for_opening(t, got[-1])
                held[name] = got[-1]
        if got:
            names = "、".join(f"<{skills.name(t, s)}>" for s in got)
            t.tell([sk.holder], t.rs.say("skills_of", name=t.name(floor), skills=names))

    def _offered(self, t: Table, sk: Skill, floor: int) -> list[str]:
        knives: Def = params(t, sk)["knives"]
        tags = camps.carried(t, floor)
        own = [s.key for s in copies.of_identity(t, floor, fresh=True)]
        return own + [key for tag, key in knives.items() if tag in tags]
