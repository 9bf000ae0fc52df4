"""食尸: a corpse is destroyed, and what its identity could do is had by whoever ate it."""

from __future__ import annotations

from .. import copies, landing, queries, settle, skills
from ..state import Skill, Use
from ..table import Table
from .base import Behaviour, params, register


@register("食尸")
class Ghoul(Behaviour):
    """tubian: 食尸鬼.食尸 — the skills of the corpse's identity as learners have them, fresh, for a day.

    A corpse of another camp kills the eater, unless he has eaten `enough` of his own. note: how uses remember those.
    lasting: skills had for good. uses: skills had so often.
    """

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p = params(t, sk)
        for f in [f for f in use.settled if not t.seat(f).in_play]:  # a partner in fate may be alive
            t.seat(f).corpse = False
            settle.touch(use, f)
            t.emit("corpse", f"{t.name(f)} 的尸体被毁", [f])
            eaten = self._eaten(t, sk, p["note"])
            if queries.camp_for(t, f, sk.holder) == p["camp"]:
                use.notes.append(f"{p['note']}:{f}")
            elif eaten < p["enough"]:
                landing.queue(t, p["hit"], sk.holder, sk.holder, use, use.name)
                t.publish(p["public"].replace("{self}", t.name(sk.holder)), seats=[sk.holder])
                continue
            self._gain(t, sk, use, f)

    def _eaten(self, t: Table, sk: Skill, note: str) -> int:
        """Corpses of the own camp so far."""
        uses = [u for u in t.s.uses if u.holder == sk.holder and u.name == skills.name(t, sk)]
        return sum(n.startswith(note + ":") for u in uses for n in u.notes)

    def _gain(self, t: Table, sk: Skill, use: Use, floor: int) -> None:
        p, gained = params(t, sk), []
        for key in copies.as_learned(t, floor):
            until = "" if key in p["lasting"] else p["until"]
            new = skills.new(t, key, sk.holder, "copy", parent=sk.id, giver=floor, until=until)
            new.uses = p["uses"].get(key, new.uses)
            new.now = copies.for_opening(t, new)
            gained.append(new)
        shown = [s for s in gained if not skills.definition(t, s).get("hidden")]
        names = "、".join(f"<{skills.name(t, s)}>" for s in shown)
        settle.feedback(t, use, t.rs.say("skills_of" if gained else "no_skills_of", name=t.name(floor), skills=names))
