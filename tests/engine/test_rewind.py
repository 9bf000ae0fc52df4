"""Turning time back, through the one door of the game: what a director sees, and what a save has to carry."""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path
from typing import Any

from banshā.engine import casting, clock, cursor
from banshā.engine.inputs import Input
from banshā.engine.reducer import SeatSpec, apply, new_table
from banshā.engine.rules import Ruleset
from banshā.engine.state import Grant, State
from banshā.engine.table import Table
from banshā.game import plain
from banshā.game.grammar import parse_line
from banshā.rulebook.compile import compile_folder

PROBE = Path(__file__).parents[1] / "probe" / "rulesets" / "probe"
CAST = ["药师", "先知", "平民", "灰狼", "钟", "灰狼"]
NAMES = "甲乙丙丁戊己"


@cache
def compiled() -> dict[str, Any]:
    return compile_folder(PROBE)


def table(change: dict[str, Any] | None = None) -> Table:
    specs = [SeatSpec(i + 1, NAMES[i], "", [role]) for i, role in enumerate(CAST)]
    return new_table(Ruleset(change or compiled()), specs, "种子")


def play(t: Table, *lines: str) -> str:
    why = ""
    for line in lines:
        why = apply(t, parse_line(line))
    return why


def to(t: Table, phase: str) -> Table:
    """Resolve until that phase stands open."""
    while t.s.clock.phase != phase:
        play(t, "导演 结算 超时=是")
    return t


def killed_clock() -> Table:
    """Dawn 1: 戊 (钟) was killed, 甲 has poisoned 丙."""
    t = to(table(), "深夜")
    play(t, "狼群 杀人 戊", "导演 结算 超时=是", "甲 毒药 丙")
    return to(t, "晨曦")


def test_resolving_stops_where_an_earlier_phase_stands_open_anew() -> None:
    t = killed_clock()
    play(t, "戊 时光倒流")
    assert play(t, "导演 结算 超时=是") == cursor.REWOUND
    c = t.s.clock
    assert (c.day, c.run, c.phase, c.slot, c.closed) == (1, 2, "早夜", 1, False)
    assert t.alive() == [1, 2, 3, 4, 5, 6]
    assert not [u for u in t.s.uses if u.fate == "planned"]
    to(t, "白昼")
    assert (t.s.clock.day, t.s.clock.run, t.s.clock.replayed) == (2, 1, "")


def test_a_replayed_night_draws_anew_and_ticks_only_grow() -> None:
    t = killed_clock()
    before = dict(t.s.draws)
    tick = t.s.clock.tick
    play(t, "戊 时光倒流", "导演 结算 超时=是")
    assert t.s.clock.tick > tick
    assert before.items() <= t.s.draws.items()
    ticks = [e.at.tick for e in t.log]
    assert ticks == sorted(ticks)


def test_a_state_carried_by_a_save_turns_back_just_the_same() -> None:
    t = killed_clock()
    other = Table(t.rs, plain.load(State, plain.dump(t.s)), list(t.log))
    for x in (t, other):
        play(x, "戊 时光倒流", "导演 结算 超时=是")
    assert plain.digest(t.s) == plain.digest(other.s)
    again = Table(t.rs, plain.load(State, plain.dump(t.s)), list(t.log))
    assert plain.digest(to(t, "白昼").s) == plain.digest(to(again, "白昼").s)


def test_an_extra_use_granted_for_the_phase_is_there_again() -> None:
    t = to(table(), "黄昏")
    t.s.grants.append(Grant("先知.预言", 2, "", 1, "早夜", t.at))
    to(t, "深夜")
    play(t, "狼群 杀人 戊")
    to(t, "晨曦")
    assert not t.s.grants
    play(t, "戊 时光倒流", "导演 结算 超时=是")
    assert [g.tick for g in t.s.grants] == [t.s.clock.tick]


def test_a_camp_lost_by_red_cards_stays_lost() -> None:
    t = killed_clock()
    play(t, "导演 红牌 丁 理由=试")
    assert not t.s.lost
    play(t, "戊 时光倒流", "导演 红牌 己 理由=试")
    assert t.s.lost == ["狼人阵营"] and t.s.over


def test_who_is_out_by_a_red_card_does_not_come_back() -> None:
    t = killed_clock()
    play(t, "导演 红牌 丁 理由=试", "戊 时光倒流", "导演 结算 超时=是")
    assert not t.seat(4).in_play and t.seat(4).red
    told = [e for e in t.log if e.kind == "notice" and e.to == [4] and "出局" in e.text]
    assert len(told) == 1


def noon_clock() -> Table:
    """A ruleset in which a living 钟 turns the discussion itself back to its start."""
    data = copy.deepcopy(compiled())
    data["clock"]["snapshots"] = ["白昼"]
    sk = data["skills"]["钟.黄昏倒流"]
    sk["phase"] = ["白昼"]
    for key in ("after_out", "range"):
        del sk[key]
    sk["then"] = [{"verb": "clock", "clock": "rewind", "to_start_of": "白昼"}]
    return to(table(data), "白昼")


def test_a_move_by_day_may_turn_the_discussion_back() -> None:
    t = noon_clock()
    play(t, "甲 投票 丁")
    assert play(t, "戊 时光倒流") == cursor.REWOUND
    assert clock.label(t) == "白昼1#2"
    assert t.s.ballots == [] and [th.number for th in casting.current(t)] == [1]
    assert t.seat(5).revealed
    play(t, "甲 投票 己", "乙 投票 己")
    to(t, "早夜")
    assert t.s.clock.run == 1 and not t.seat(6).in_play and t.seat(4).in_play


def test_a_refused_move_leaves_no_trace_of_turning_back() -> None:
    t = noon_clock()
    play(t, "戊 时光倒流")
    before = plain.dump(t.s)
    try:
        apply(t, Input("戊", "时光倒流"))
    except Exception as refusal:
        assert "公开" in str(refusal)
    else:
        raise AssertionError("a card that lies open cannot be turned over again")
    assert plain.dump(t.s) == before and not t.rewound
