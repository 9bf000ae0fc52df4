"""丘比特之箭: two seats become lovers; whose side they and the archer are on follows from who they are."""

from __future__ import annotations

from .. import camps, queries, skills, statuses
from ..moments import Happening
from ..state import Face, Skill, Source, Use
from ..table import Table
from .base import Behaviour, params, register

TRUE, FALSE = "真爱情侣", "虚情情侣"
WHY = "丘比特之箭"


@register("丘比特之箭")
class Arrow(Behaviour):
    """tubian: 丘比特.丘比特之箭 — the entries are tried in the printed order; others' arrows make false lovers."""

    lasting = True  # the pair is sorted anew whatever became of the archer

    def perform(self, t: Table, sk: Skill, use: Use) -> None:
        if sk.origin != "card" or not queries.is_undecided(t, sk.holder):
            self._join(t, sk, use, FALSE, list(use.selected))  # anybody at all, hidden or not
            return
        pair = list(use.settled)
        if len(pair) == 2 and not any(self._barred(t, sk, f) for f in pair):
            pair = self._join(t, sk, use, TRUE, pair)
        else:
            pair = []
        if pair:
            self._sort(t, sk, pair)
        else:
            camps.turn(t, sk.holder, self._home(t), WHY)

    def _barred(self, t: Table, sk: Skill, floor: int) -> bool:
        cards = t.seat(floor).cards
        hidden = any(statuses.prop(t, s.name, "evades") for s in statuses.all_on(t, floor))
        return hidden or any(c in params(t, sk)["never"] for c in cards)

    def _home(self, t: Table) -> str:
        return next(n for n, d in t.rs.camps.items() if d.get("side") == "好人")

    def _join(self, t: Table, sk: Skill, use: Use, state: str, pair: list[int]) -> list[int]:
        """The two who became lovers (somebody may have passed the state on); none where not both did."""
        got = statuses.give(t, state, pair, sk.holder, use.id, sk.id, exactly=2)
        if len(got) != 2:
            return []
        for f, other in ((got[0], got[1]), (got[1], got[0])):
            t.tell([f], t.rs.say("lovers", name=t.name(other), state=state), "立刻")
        return got

    def _sort(self, t: Table, sk: Skill, pair: list[int]) -> None:
        """Give lovers and archer their camp, tags and knife, by the first entry that fits."""
        everyone = list(dict.fromkeys([*pair, sk.holder]))
        self._undo(t, sk, everyone)
        sides = {f: self._side(t, sk, f) for f in pair}
        wolves = [f for f in pair if sides[f] == params(t, sk)["wolves"]]
        black = next(n for n, d in t.rs.camps.items() if d.get("lovers"))
        if len(wolves) < 2:
            self._drop_tags(t, wolves)
        if "不定" in sides.values():
            for f in pair:
                skills.new(t, self._knife(t), f, "gain", parent=sk.id)
                self._tag(t, f, "tag", "aside")
            self._assign(t, sk, everyone, black)
        elif "三方" in sides.values():
            for f in everyone:
                t.seat(f).faces.append(Face(camp=black, why=WHY, given=t.at))
            self._assign(t, sk, everyone, self._third(t, [f for f in pair if sides[f] == "三方"]))
        elif len(wolves) == 1:
            self._tag(t, wolves[0], "heir_tag", "own")
            self._assign(t, sk, everyone, black)
        elif wolves:
            self._tag(t, sk.holder, "heir_tag", "own")
            self._assign(t, sk, [sk.holder], self._own_camp(t, wolves[0]))
        else:
            self._assign(t, sk, [sk.holder], self._home(t))

    def _side(self, t: Table, sk: Skill, floor: int) -> str:
        if floor == sk.holder:
            return "好人"
        if queries.is_undecided(t, floor):
            return "不定"
        return t.rs.side(self._own_camp(t, floor))

    def _own_camp(self, t: Table, floor: int) -> str:
        """The camp the seat would be of without the arrow."""
        source = next(s for s in reversed(t.seat(floor).sources) if s.why != WHY)
        return t.seat(source.seat).camp if source.kind == "follow" else source.camp

    def _third(self, t: Table, thirds: list[int]) -> str:
        """The third party's camp all join; of two, both must have what they need to win."""
        thirds = sorted(thirds, key=lambda f: not camps.fixed(t, f))
        found = list(dict.fromkeys(self._own_camp(t, f) for f in thirds))
        t.s.joint[found[0]] = found[1:]
        return found[0]

    def _assign(self, t: Table, sk: Skill, floors: list[int], camp: str) -> None:
        """All of them at once, so that nobody hears of a camp he is not to be of."""
        for f in floors:
            if not camps.fixed(t, f):
                t.seat(f).sources.append(Source("turned", camp, why=WHY))
        sk.spent["sorting"] = 1
        camps.recompute(t)
        sk.spent["sorting"] = 0

    def _undo(self, t: Table, sk: Skill, floors: list[int]) -> None:
        """Take back what the arrow made of them before they are sorted anew."""
        for f in floors:
            seat = t.seat(f)
            seat.sources = [s for s in seat.sources if s.why != WHY]
            seat.faces = [x for x in seat.faces if x.why != WHY]
            seat.tags = [g for g in seat.tags if g.why != WHY]
        for s in [s for s in t.s.skills.values() if s.parent == sk.id and s.key == self._knife(t)]:
            skills.lose(t, s, WHY)

    def _drop_tags(self, t: Table, wolves: list[int]) -> None:
        for f in wolves:
            for p in t.rs.parties.values():
                for tag in (p["tag"], p.get("heir_tag")):
                    if tag:
                        camps.grant_tag(t, f, tag, False, WHY, kind="bar")

    def _tag(self, t: Table, floor: int, which: str, kind: str) -> None:
        for p in t.rs.parties.values():
            if p.get(which):
                camps.grant_tag(t, floor, p[which], True, WHY, kind=kind)

    def _knife(self, t: Table) -> str:
        from .reflection import own_form

        return own_form(t, next(k for p in t.rs.parties.values() for k in p["skills"]))

    def on_camp(self, t: Table, sk: Skill, what: Happening) -> None:
        """A lover changed camp: the pair is sorted anew. The archer's own change moves nothing."""
        pair = [s.holder for s in t.s.statuses.values() if s.name == TRUE and s.giver == sk.holder]
        if len(pair) == 2 and what.seat in pair and what.seat != sk.holder and not sk.spent.get("sorting"):
            self._sort(t, sk, pair)
