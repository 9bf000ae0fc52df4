"""丘比特之箭: two seats become lovers; whose side they and the archer are on follows from who they are."""

from __future__ import annotations

from .. import camps, parties, queries, skills, statuses
from ..moments import Happening
from ..state import Skill, Use
from ..table import Table
from .base import Behaviour, params, register

TRUE, FALSE = "真爱情侣", "虚情情侣"


@register("丘比特之箭")
class Arrow(Behaviour):
    """tubian: 丘比特.丘比特之箭 — the entries are tried in the printed order; others' arrows make false lovers."""

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        own = sk.origin == "card" and queries.is_undecided(t, sk.holder)
        pair = list(use.settled)
        if not own:
            self._join(t, sk, use, FALSE, pair)
            return
        if len(pair) != 2 or any(self._barred(t, sk, f) for f in pair):
            camps.turn(t, sk.holder, self._home(t), "丘比特之箭")
            return
        if self._join(t, sk, use, TRUE, pair):
            self._sort(t, sk, pair)

    def _barred(self, t: Table, sk: Skill, floor: int) -> bool:
        cards = t.seat(floor).cards
        hidden = any(statuses.prop(t, s.name, "evades") for s in statuses.all_on(t, floor))
        return hidden or any(c in params(t, sk)["never"] for c in cards)

    def _home(self, t: Table) -> str:
        return next(n for n, d in t.rs.camps.items() if d.get("side") == "好人")

    def _join(self, t: Table, sk: Skill, use: Use, state: str, pair: list[int]) -> bool:
        got = statuses.give(t, state, pair, sk.holder, use.id, sk.id, exactly=2)
        if len(got) != 2:
            return False
        for f, other in ((got[0], got[1]), (got[1], got[0])):
            t.tell([f], f"你与{t.name(other)}是{state}，你们共群", "立刻")
        return True

    def _sort(self, t: Table, sk: Skill, pair: list[int]) -> None:
        """Give lovers and archer their camp, tags and knife, by the first entry that fits."""
        archer = sk.holder
        sides = [self._side(t, sk, f) for f in pair]
        thirds = [t.seat(f).camp for f in pair if self._side(t, sk, f) == "三方"]
        wolves = [f for f in pair if self._side(t, sk, f) == "狼人"]
        everyone = list(dict.fromkeys([*pair, archer]))
        black = next(n for n, d in t.rs.camps.items() if d.get("lovers"))
        if "不定" in sides:
            self._drop_tags(t, wolves)
            for f in everyone:
                camps.turn(t, f, black, "丘比特之箭")
            for f in pair:
                skills.new(t, self._knife(t), f, "gain", parent=sk.id)
        elif thirds:
            self._drop_tags(t, wolves)
            for f in everyone:
                camps.turn(t, f, thirds[0], "丘比特之箭")
        elif len(wolves) == 1:
            self._drop_tags(t, wolves)
            for f in everyone:
                camps.turn(t, f, black, "丘比特之箭")
            self._heir(t, wolves[0])
        elif len(wolves) == 2:
            camps.turn(t, archer, t.seat(wolves[0]).camp, "丘比特之箭")
            self._heir(t, archer)
        else:
            camps.turn(t, archer, self._home(t), "丘比特之箭")

    def _side(self, t: Table, sk: Skill, floor: int) -> str:
        if floor == sk.holder:
            return "好人"
        if queries.is_undecided(t, floor):
            return "不定"
        return t.rs.side(t.seat(floor).camp)

    def _drop_tags(self, t: Table, wolves: list[int]) -> None:
        for f in wolves:
            for p in t.rs.parties.values():
                for tag in (p["tag"], p.get("heir_tag")):
                    if tag and tag in queries.tags(t, f):
                        camps.grant_tag(t, f, tag, False, "丘比特之箭")

    def _heir(self, t: Table, floor: int) -> None:
        for p in t.rs.parties.values():
            if p.get("heir_tag"):
                camps.grant_tag(t, floor, p["heir_tag"], True, "情侣")

    def _knife(self, t: Table) -> str:
        from .reflection import own_form

        return own_form(t, next(k for p in t.rs.parties.values() for k in p["skills"]))

    def on_camp(self, t: Table, sk: Skill, what: Happening) -> None:
        """A lover changed camp: the pair is sorted anew. The archer's own change moves nothing."""
        pair = [s.holder for s in t.s.statuses.values() if s.name == TRUE and s.giver == sk.holder]
        if len(pair) == 2 and what.seat in pair and what.seat != sk.holder and not sk.spent.get("sorting"):
            sk.spent["sorting"] = 1
            self._sort(t, sk, pair)
            sk.spent["sorting"] = 0


def in_party(t: Table, floor: int) -> bool:
    return any(floor in parties.members(t, p) for p in t.rs.parties)
