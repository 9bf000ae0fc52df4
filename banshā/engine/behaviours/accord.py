"""默契: seats that must vote alike."""

from __future__ import annotations

from .. import camps, casting, queries, skills, statuses, votes
from ..moments import Happening
from ..state import Ballot, Skill, Thread
from ..table import Table
from .base import Behaviour, params, register


@register("默契")
class Accord(Behaviour):
    """xuelang: 两姐妹.默契 — ballots of all who hold the skill count only if they name one seat."""

    def on_rewrite(self, t: Table, sk: Skill, th: Thread, ballots: list[Ballot]) -> list[Ballot]:
        pair = [s.holder for s in t.s.skills.values() if s.key == sk.key and not s.lost and skills.stands(t, s)]
        theirs = [b for b in ballots if b.voter in pair]
        if len(pair) < 2 or sk.holder != min(pair):
            return ballots
        named = {votes.final_target(b) for b in theirs}
        if len(theirs) == len(pair) and len(named) == 1 and 0 not in named:
            return ballots
        for b in theirs:
            b.void = b.void or skills.name(t, sk)
        if theirs:
            t.todo(f"{t.names(pair)}没有投给同一人，按废票计，是否判牌请导演决定", pair)
        return ballots


@register("同投")
class InStep(Behaviour):
    """tubian: 两姐妹.默契 — one group; who could vote and did not, or not as the others, bears a state for good.

    A vote is judged when it closes, by what everybody cast himself, and each holder by himself.
    """

    def gained(self, t: Table, sk: Skill) -> None:
        if sk.origin != "card":
            camps.regroup(t, sk.holder, params(t, sk)["tag"], True)

    def on_skill_lost(self, t: Table, sk: Skill, what: Happening) -> None:
        tag, about_this = params(t, sk)["tag"], what.skill == skills.name(t, sk)
        if about_this and not queries.has_tag(t, what.seat, tag) and sk.holder == self._holders(t, sk)[0]:
            camps.regroup(t, what.seat, tag, False)

    def on_phase_end(self, t: Table, sk: Skill, what: Happening) -> None:
        if t.phase.votes and any(self._out_of_step(t, sk, th) for th in casting.current(t) if not th.void):
            statuses.give(t, params(t, sk)["state"], [sk.holder], sk.holder, skill=sk.id)

    def _holders(self, t: Table, sk: Skill) -> list[int]:
        word = skills.name(t, sk)
        held = (s for s in t.s.skills.values() if s.holder and skills.name(t, s) == word)
        return sorted({s.holder for s in held if skills.stands(t, s)})

    def _out_of_step(self, t: Table, sk: Skill, th: Thread) -> bool:
        if casting.barred(t, sk.holder):
            return False
        ballots = ((f, casting.ballot_of(t, f, th)) for f in self._holders(t, sk))
        cast = {f: b.target for f, b in ballots if b is not None and b.target}
        return sk.holder not in cast or len(set(cast.values())) > 1
