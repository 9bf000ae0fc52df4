"""What is looked up quickly is what a look at everything finds, however the state was put back meanwhile."""

from __future__ import annotations

import random

from banshā.engine import parties, queries
from banshā.engine.state import State
from banshā.engine.table import Table
from banshā.game import selfplay

from .test_sending import evening


def same(t: Table) -> None:
    for floor in [0, *t.s.seats]:
        assert t.hand(floor) == [s for s in t.s.skills.values() if s.holder == floor]
    for i in t.s.skills:
        assert t.uses_of(i) == [u for u in t.s.uses if u.skill == i]
    assert parties.all_at_hand(t) == {floor: parties.at_hand(t, floor) for floor in t.alive()}
    tags = {g.tag for seat in t.s.seats.values() for g in seat.tags} | t.rs.standing_tags
    for floor in t.s.seats:
        assert {tag for tag in tags if queries.has_tag(t, floor, tag)} == set(queries.tags(t, floor))


def test_through_play_copies_and_what_is_put_back() -> None:
    t, players = evening(), selfplay.Players(random.Random("7"))
    for _ in range(30):
        if t.s.over:
            break
        before = t.s.freeze()
        selfplay.play_phase(t, players)
        same(t)
        other = t.twin()
        same(other)
        selfplay.play_phase(other, players)
        same(other)
        same(t)
        after, t.s = t.s, State.thaw(before)  # as after a refusal, or a slot thrown away
        same(t)
        t.s = after
        same(t)


def test_moments_are_shared_and_equal() -> None:
    t = evening()
    assert t.at is t.at
    one = t.at
    t.s.clock.tick += 1
    assert t.at != one and t.at.tick == one.tick + 1
