"""默契: seats that must vote alike."""

from __future__ import annotations

from .. import skills, votes
from ..state import Ballot, Skill, Thread
from ..table import Table
from .base import Behaviour, register


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
