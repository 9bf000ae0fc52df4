"""Bad input: every line is taken or refused, never anything else; a refused one changes nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
import rules_of_play as must
import world
from effort import shared
from hypothesis import given
from hypothesis import strategies as st

from banshā.engine import legal, overrule, reducer
from banshā.engine.errors import Refusal
from banshā.engine.inputs import DIRECTOR, Input
from banshā.engine.reducer import apply
from banshā.engine.table import Table
from banshā.game.errors import LineError
from banshā.game.grammar import format_line, parse_line

books = pytest.mark.parametrize("book", world.BOOKS)
seeds = st.integers(0, 2**32 - 1)
lengths = st.integers(0, 120)
VERBS = [*reducer._PLAYER, *reducer._DIRECTOR]
WORDS = (
    "选项 技能 贴 时间 骰点 来源 随机 身份 时点 内容 理由 次数 至 职位 去掉 静默 超时 玩家 效果 模式 阶段 到 名单 真"
)
KEYS = WORDS.split()
ODD = ["", "0", "-1", "99", "1,2", "二", "x", "1.5", "²", "弃权", "是", "不存在", "{target}", "|", "'", '"', "\n"]


def taken(t: Table, move: Input) -> bool:
    """Whether the table takes the move; where not, nothing of it may be left."""
    before, known = t.s.clone(), len(t.log)
    try:
        move = parse_line(format_line(move))
        apply(t, move)
    except (Refusal, LineError) as no:
        assert t.s == before and len(t.log) == known, f"{move}：被拒绝却留下了痕迹"
        assert str(no).strip() and "{" not in str(no).replace("{target}", "")
        return False
    return True


@books
@shared()
@given(seed=seeds, steps=lengths)
def test_random_words_are_taken_or_refused(book: str, seed: int, steps: int) -> None:
    p = world.Play(book, seed).run(steps)
    copy = p.t.twin()
    for _ in range(40):
        if taken(copy, _mixture(p.t, p.rng)):
            copy = p.t.twin()


def _mixture(t: Table, rng: random.Random) -> Input:
    """Words of the trade in an order that makes little sense."""
    names = [s.name for s in t.s.seats.values()]
    roles, states = list(t.rs.roles), list(t.rs.states)
    pool = [names, list(t.rs.by_name), roles, list(t.rs.camps), states, ODD, list(t.rs.settlement) or ODD]
    actor = rng.choice([rng.choice(names), DIRECTOR, rng.choice([*t.rs.parties, "谁"])])
    if actor == DIRECTOR and rng.random() < 0.7:
        verb = rng.choice(["裁定", *reducer._DIRECTOR])
        head = [rng.choice(list(overrule._RULINGS))] if verb == "裁定" and rng.random() < 0.9 else []
        params = {"理由": "随便"} if verb == "裁定" else {}
    else:
        head, params = [], {}
        held = [t.rs.skills[s.key]["name"] for s in t.s.skills.values() if t.name(s.holder) == actor]
        verb = rng.choice([rng.choice(VERBS), rng.choice(held or VERBS), rng.choice(list(t.rs.by_name))])
    args = head + [rng.choice(rng.choice([names, rng.choice(pool)])) for _ in range(rng.randint(0, 4))]
    for _ in range(rng.randint(0, 2)):
        params[rng.choice(KEYS)] = rng.choice(rng.choice([ODD, rng.choice(pool)]))
    return Input(actor, verb, args, params)


@books
@shared()
@given(seed=seeds, steps=lengths)
def test_legal_moves_spoilt_are_refused(book: str, seed: int, steps: int) -> None:
    """A legal move with a target that is not among the candidates, one too many, twice the same, unknown words."""
    p = world.Play(book, seed).run(steps)
    choices, copy = legal.moves(p.t), p.t.twin()
    for c in p.rng.sample(choices, min(6, len(choices))):
        for move in _spoilt(p.t, c, p.rng):
            assert not taken(copy, move), format_line(move)


def _spoilt(t: Table, c: legal.Choice, rng: random.Random) -> Iterator[Input]:
    good, names = legal.write(c, rng), [s.name for s in t.s.seats.values()]
    yield Input("谁也不是", good.verb, good.args, good.params)
    if c.kind == legal.SKILL:
        yield Input(c.actor, good.verb, [*good.args, "谁也不是"], good.params)
        others = [n for n in names if n not in c.targets]
        if others:
            yield Input(c.actor, good.verb, [*good.args[:-1], rng.choice(others)], good.params)
        if len(c.targets) > c.most:
            yield Input(c.actor, good.verb, rng.sample(c.targets, c.most + 1), good.params)
        if c.least:
            yield Input(c.actor, good.verb, [*good.args, good.args[0]], good.params)
            yield Input(c.actor, good.verb, good.args[: c.least - 1], good.params)
        for pick in c.picks:
            if not pick.free:
                yield Input(c.actor, good.verb, good.args, good.params | {pick.key: "没有这个"})
    if c.kind in (legal.VOTE, legal.CHANGE):
        for args in ([], ["谁也不是"], [*good.args, names[0]]):
            yield Input(c.actor, good.verb, args, good.params)
        yield Input(c.actor, good.verb, good.args, {"贴": "9"})
    if c.kind == legal.BADGE:
        yield Input(c.actor, good.verb, [c.actor])


@given(text=st.text(max_size=60), seed=seeds)
def test_any_text_is_a_line_or_refused(text: str, seed: int) -> None:
    t = world.Play("tubian", seed).t
    before = must.image(t)
    try:
        move = parse_line(text)
    except LineError as no:
        assert str(no)
        return
    assert parse_line(format_line(move)) == move
    try:
        apply(t, move)
    except Refusal:
        assert must.image(t) == before
