"""Random legal play: it never crashes, nothing legal is refused, and what must hold of any game holds."""

from __future__ import annotations

import json
from typing import Any

import pytest
import rules_of_play as must
import world
from effort import shared
from hypothesis import given
from hypothesis import strategies as st

from banshā.engine import cursor, landing, legal
from banshā.engine.events import Event
from banshā.engine.inputs import Input
from banshā.engine.reducer import apply
from banshā.engine.state import State
from banshā.engine.table import Table
from banshā.game import plain

books = pytest.mark.parametrize("book", world.BOOKS)
seeds = st.integers(0, 2**32 - 1)
lengths = st.integers(1, 150)


@books
@shared()
@given(seed=seeds, steps=lengths)
def test_legal_play_holds_the_rules(book: str, seed: int, steps: int) -> None:
    def watch(t: Table, move: Input, known: int) -> None:
        must.filled(t.log[known:])
        must.secret(t, t.log[known:], t.log)

    p = world.Play(book, seed, watch)
    must.filled(p.t.log)
    p.run(steps)
    must.out_once(p.t.log)
    must.fates(p.t)


@books
@shared()
@given(seed=seeds, steps=lengths)
def test_listing_moves_changes_nothing(book: str, seed: int, steps: int) -> None:
    p = world.Play(book, seed).run(steps)
    before = must.image(p.t)
    for choice in legal.moves(p.t):
        copy = p.t.twin()
        apply(copy, legal.write(choice, p.rng))
    assert must.image(p.t) == before


@books
@shared()
@given(seed=seeds, steps=lengths)
def test_state_survives_json(book: str, seed: int, steps: int) -> None:
    t = world.Play(book, seed).run(steps).t
    again = Table(t.rs, *_through_json(t))
    assert again.s == t.s and again.log == t.log
    assert plain.digest(again.s) == plain.digest(t.s)
    apply(again, world.NEXT) if not t.s.over else None
    apply(t, world.NEXT) if not t.s.over else None
    assert again.s == t.s and again.log == t.log  # and it plays on alike


def _through_json(t: Table) -> tuple[State, list[Event]]:
    row: list[Any] = json.loads(json.dumps([plain.dump(t.s), plain.dump(t.log, list[Event])], ensure_ascii=False))
    return plain.load(State, row[0]), plain.load(list[Event], row[1])


@books
@shared()
@given(seed=seeds, steps=lengths, order=st.sampled_from(["as asked", "last first"]))
def test_answers_one_by_one_or_queued(book: str, seed: int, steps: int, order: str) -> None:
    """The same answers, given when asked or before the phase is resolved, bring about the same events."""
    p = world.Play(book, seed).run(steps)
    for _ in range(6):
        if p.t.s.over or p.t.s.questions or p.t.s.ahead:
            p.run(5)
            continue
        _answered_both_ways(p, order)


def _answered_both_ways(p: world.Play, order: str) -> None:
    start, typed = p.t.twin(), []

    def send(move: Input) -> None:
        typed.append(move)
        apply(p.t, move)

    def reply() -> Input:
        q = p.t.s.questions[0 if order == "as asked" else -1]
        first = next(x for x in p.t.s.questions if (x.seat, x.skill) == (q.seat, q.skill))
        return legal.write(legal.answer(p.t, first), p.rng)

    world.close_phase(p.t, p.rng, send, reply)
    answers = [m for m in typed if m.verb == "回应"]
    if not answers or world.NEXT in typed:
        return
    queued = start
    for move in [*answers, *_without_answers(typed)]:
        apply(queued, move)
    assert must.tale(queued.log) == must.tale(p.t.log)
    assert plain.digest(queued.s) == plain.digest(p.t.s)


def _without_answers(typed: list[Input]) -> list[Input]:
    """The other inputs; a resolving that only took up again what had stopped for the answers goes too."""
    kept: list[Input] = []
    after_answer = False
    for move in typed:
        if move.verb != "回应" and not (after_answer and move == world.WAIT):
            kept.append(move)
        after_answer = move.verb == "回应"
    return kept


@books
@shared()
@given(seed=seeds, steps=st.integers(1, 120))
def test_preview_foretells_the_outs(book: str, seed: int, steps: int) -> None:
    """Right before the settlement of outs, the preview names those who go out, in their order."""
    p = world.Play(book, seed)
    p.calm, name = True, "系统.结算出局"
    for _ in range(steps):
        if p.t.s.over:
            break
        p.send(p.choose())
        t = p.t.twin()
        at = t.phase.index.get(name)
        if at is None or t.s.clock.slot > at or t.s.questions or p.rng.random() < 0.5:
            continue
        tick = t.s.clock.tick
        cursor.run_rest(t, timeout=True, before=at)
        if t.s.clock.tick != tick or t.s.clock.slot != at:
            continue  # time was turned back
        known, before = len(t.log), must.image(t)
        foretold = landing.preview(t)
        assert must.image(t) == before
        cursor.run_slot(t)
        fell = [e.seats[0] for e in t.log[known:] if e.kind == "out"]
        if not any(e.kind in ("rewind", "question", "draw", "reveal") for e in t.log[known:]):
            assert foretold == fell


@shared(2)
@given(seed=seeds, steps=lengths)
def test_ruling_undone_by_copy(seed: int, steps: int) -> None:
    """What is tried on a copy leaves the table alone, and the same inputs give the same table."""
    p = world.Play("tubian", seed).run(steps)
    again = p.deal()
    for move in p.lines:
        apply(again, move)
    assert must.image(again) == must.image(p.t)
