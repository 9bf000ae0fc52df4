"""询问 and what asking about a seat brings on it: 妖狐's curse and its hidden follower."""

from __future__ import annotations

from .. import camps, draws, landing, queries, settle, skills, statuses
from ..moments import Happening
from ..state import Offer, Skill, Use
from ..table import Table
from .base import Behaviour, params, register


@register("询问")
class Enquiry(Behaviour):
    """tubian: 上帝使徒.询问 — whether an identity is in the game; of one camp's identities also who has it.

    note, other: how the history of the use remembers who has an identity of that camp, or of another.
    """

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        p, role = params(t, sk), use.params["身份"]
        found = [f for f, seat in t.s.seats.items() if role in seat.cards]
        for f in found:
            settle.touch(use, f)
        shown = found and t.rs.roles[role].get("camp") == p["camp"]
        word = p.get("note" if shown else "other")
        use.notes += [f"{word}:{f}" for f in found if word]
        there = role in queries.joined(t)
        text = p["who"].replace("{list}", t.names(found)) if shown else p["present"] if there else p["absent"]
        settle.feedback(t, use, text.replace("{role}", role))


@register("狡黠")
class Cunning(Behaviour):
    """tubian: 妖狐.狡黠 — inspected by a true inspector's own skill, the fox suffers lethal damage from him."""

    def on_used(self, t: Table, sk: Skill, what: Happening) -> None:
        use, p = what.use, params(t, sk)
        if use is None or not use.source or sk.holder not in {*use.settled, *use.touched}:
            return
        d = t.rs.skills[use.key]
        role = t.rs.roles[d["role"]]
        if d.get("sort") == "验人" and role.get("class") == p["class"] and d["role"] in t.seat(use.source).cards:
            landing.queue(t, "致死伤害", sk.holder, use.source, use, p["slot"])


@register("小弟")
class Follower(Behaviour):
    """tubian: 妖狐.身份属性 — one common villager, drawn at the deal's end, joins the fox's camp unknown to it."""

    draws = ("小弟",)

    def on_phase_end(self, t: Table, sk: Skill, what: Happening) -> None:
        if what.phase in t.rs.opening and not sk.spent.get("drawn"):
            sk.spent["drawn"] = 1
            self._draw(t, sk)

    def _draw(self, t: Table, sk: Skill) -> None:
        p = params(t, sk)
        pool = queries.select(t, {"who": "其他存活", "class": p["class"], "camp": p["camp"]}, sk.holder)
        if not pool:
            return
        f = draws.pick_seat(t, self.draws[0], pool, sk.holder, sk)
        statuses.give(t, p["mark"], [f], sk.holder, skill=sk.id)
        camps.turn(t, f, t.seat(sk.holder).camp, "小弟")
        skills.new(t, p["skill"], f, "gain", parent=sk.id, giver=sk.holder)
        t.tell([f], p["text"].replace("{fox}", t.name(sk.holder)))


@register("招魂")
class Medium(Behaviour):
    """tubian: 阴阳使者.招魂 — a dead seat may have one sentence published on the next discussion day."""

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        phase, c = params(t, sk)["phase"], t.s.clock
        day = c.day if phase in t.rs.day[c.position + 1 :] else c.day + 1
        t.s.offers += [Offer(sk.id, f, phase, day) for f in use.settled]

    def respond(self, t: Table, sk: Skill, offer: Offer, values: list[str]) -> str:
        """Publish what the seat has to say; '' or why not."""
        p, text = params(t, sk), " ".join(values)
        if not 0 < len(text) <= p["max"]:
            return f"要 1～{p['max']} 字，现在 {len(text)} 字"
        t.publish(p["public"].replace("{name}", t.name(offer.seat)).replace("{text}", text), "立刻", [offer.seat])
        return ""
