"""The journal: undo, redo, amend, the checkpoint and trying on a copy, over random games kept in a save."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import rules_of_play as must
import world
from effort import shared
from hypothesis import Phase, given
from hypothesis import strategies as st

from banshā.engine.errors import Refusal
from banshā.game import amend, replay
from banshā.game.errors import ReplayStopped
from banshā.game.grammar import format_line
from banshā.game.play import Game

books = pytest.mark.parametrize("book", world.BOOKS)
seeds = st.integers(0, 2**32 - 1)
lengths = st.integers(1, 150)


@contextmanager
def saved(p: world.Play) -> Iterator[Game]:
    with tempfile.TemporaryDirectory() as folder:
        yield p.game(Path(folder))


def whole(game: Game) -> list[object]:
    """Everything that undo has to bring back: table, journal and digests."""
    return [must.image(game.table), [e.line for e in game.log], game.save.digests]


@books
@shared(0.4)
@given(seed=seeds, steps=lengths, more=st.integers(1, 5))
def test_undo_takes_back_what_was_done(book: str, seed: int, steps: int, more: int) -> None:
    p = world.Play(book, seed).run(steps)
    with saved(p) as game:
        assert must.image(game.table) == must.image(p.t)
        stages = [whole(game)]
        for _ in range(more):
            if p.t.s.over:
                break
            p.send(p.choose())
            game.do(format_line(p.lines[-1]), world.WHO, world.NOW)
            stages.append(whole(game))
        for stage in stages[-2::-1]:
            game.undo(1, world.WHO, world.NOW)
            assert whole(game) == stage
        for stage in stages[1:]:
            game.redo(1, world.WHO, world.NOW)
            assert whole(game) == stage
        n = len(stages) - 1
        if n:
            game.undo(n, world.WHO, world.NOW)
            assert whole(game) == stages[0]
            game.redo(n, world.WHO, world.NOW)
            assert whole(game) == stages[-1]


@books
@shared(0.4)
@given(seed=seeds, steps=lengths)
def test_checkpoint_equals_replay_from_the_deal(book: str, seed: int, steps: int) -> None:
    p = world.Play(book, seed).run(steps)
    with saved(p) as game:
        cache = game.library.cache(game.name)
        cached = whole(Game.open(game.library, game.name))
        cache.unlink(missing_ok=True)
        full = Game.open(game.library, game.name)
        assert cached == whole(full) == whole(game)
        assert not full.warnings and not game.verify().problems


@books
@shared(0.4)
@given(seed=seeds, steps=lengths)
def test_trying_records_nothing_and_foretells(book: str, seed: int, steps: int) -> None:
    p = world.Play(book, seed).run(steps)
    with saved(p) as game:
        before, data = whole(game), game.path.read_bytes()
        if p.t.s.over:
            return
        line = format_line(p.choose())
        table, events = game.preview(line)
        assert whole(game) == before and game.path.read_bytes() == data
        assert game.do(line, world.WHO, world.NOW) == events
        assert must.image(table) == must.image(game.table)


@books
@shared(0.3, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(seed=seeds, how=st.sampled_from(["change", "drop", "insert"]), pick=st.integers(0, 2**16))
def test_amending_equals_typing_it_right_the_first_time(book: str, seed: int, how: str, pick: int) -> None:
    """Input k of a long game is corrected; wherever the rest still stands, it is as if it had always been so."""
    p = world.Play(book, seed)
    p.pace = 0.04
    p.run(200)
    with saved(p) as game:
        for attempt in range(5):
            number = 1 + (pick * 7919 + attempt * 61) % len(p.lines)
            line = None if how == "drop" else _other(p, number, pick + attempt)
            if _amended(game, number, line, how == "insert"):
                return


def _other(p: world.Play, number: int, seed: int) -> str:
    """Something else that was legal then."""
    other = world.Play(p.book, p.seed)
    for move in p.lines[: number - 1]:
        other.send(move)
    other.rng.seed(seed)
    return format_line(other.choose())


def _amended(game: Game, number: int, line: str | None, insert: bool) -> bool:
    """Amend and compare with the corrected journal typed afresh; False where a later input cannot stand with it."""
    draft, _ = amend.amended(game.save, number, line, insert, world.NOW, world.WHO)
    typed = replay.replay(game.rs, draft, digests_after=-1)
    before, data = whole(game), game.path.read_bytes()
    if typed.stopped:
        with pytest.raises(ReplayStopped) as stop:
            game.take_amend(number, line, insert, who=world.WHO, now=world.NOW)
        assert stop.value.line == typed.stopped.line  # the number is that of the journal as it stands
        assert whole(game) == before and game.path.read_bytes() == data
        return False
    game.take_amend(number, line, insert, who=world.WHO, now=world.NOW)
    for one in (game, Game.open(game.library, game.name)):
        assert must.image(one.table) == must.image(typed.table)
        assert [e.line for e in one.log] == [e.line for e in draft.journal]
        assert one.save.digests == typed.digests
    return True


@shared()
@given(seed=seeds, steps=lengths)
def test_refused_undo_and_amend_change_nothing(seed: int, steps: int) -> None:
    p = world.Play("tubian", seed).run(steps)
    with saved(p) as game:
        before, data, n = whole(game), game.path.read_bytes(), len(game.log)
        for refused in (
            lambda: game.undo(n + 1, world.WHO, world.NOW),
            lambda: game.redo(1, world.WHO, world.NOW),
            lambda: game.take_amend(n + 1, None, who=world.WHO, now=world.NOW),
            lambda: game.take_amend(0, None, who=world.WHO, now=world.NOW),
        ):
            with pytest.raises(Refusal):
                refused()
        assert whole(game) == before and game.path.read_bytes() == data
