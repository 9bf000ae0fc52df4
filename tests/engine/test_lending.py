"""Skills lent and given back, extra uses, delayed effects: the subtle parts below the rules cases."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from banshā.engine import delays, skills, statuses, verbs
from banshā.engine.errors import Refusal
from banshā.engine.reducer import SeatSpec, apply, new_table
from banshā.engine.rules import Ruleset
from banshā.engine.state import Grant, Skill, Use
from banshā.engine.table import Table
from banshā.game.grammar import parse_line
from banshā.rulebook.compile import compile_folder

PROBE = Path(__file__).parents[1] / "probe" / "rulesets" / "probe"
NAMES = "甲乙丙丁戊己"


@cache
def rules() -> Ruleset:
    return Ruleset(compile_folder(PROBE))


def table(*cast: str) -> Table:
    return new_table(rules(), [SeatSpec(i + 1, NAMES[i], "", [role]) for i, role in enumerate(cast)], "种子")


def to(t: Table, phase: str) -> Table:
    while t.s.clock.phase != phase:
        apply(t, parse_line("导演 结算 超时=是"))
    return t


def play(t: Table, *lines: str) -> None:
    for line in lines:
        apply(t, parse_line(line))


def held(t: Table, floor: int, name: str) -> Skill:
    return next(s for s in skills.of(t, floor) if skills.name(t, s) == name)


def test_one_history_over_several_loans() -> None:
    t = table("药师", "盗贼", "盗贼", "灰狼")
    own = held(t, 1, "毒药")
    first = next(s for s in skills.lend(t, 1, 2, "白昼开始") if s.key == own.key)
    assert skills.lend(t, 1, 3, "白昼开始") == []  # nothing is left to lend
    first.uses = 1
    skills._give_back(t, first)
    second = next(s for s in skills.lend(t, 1, 3, "白昼开始") if s.key == own.key)
    assert second.uses == 1
    assert skills.line(t, own) == skills.line(t, first) == skills.line(t, second) == {own.id, first.id, second.id}
    skills._give_back(t, first)  # a loan that is over changes nothing
    assert own.lent_to == second.id


def test_a_skill_lost_while_it_is_lent_is_not_had_again() -> None:
    t = table("守卫", "盗贼", "平民", "灰狼")
    own = held(t, 1, "守护")
    (lent,) = skills.lend(t, 1, 2, "白昼开始")
    skills.lose(t, own, "试")
    skills._give_back(t, lent)
    assert own.lost and "守护" not in [skills.name(t, s) for s in skills.visible(t, 1)]


def test_a_skill_lost_unawares_while_lent_is_lost_to_its_owner() -> None:
    t = table("守卫", "盗贼", "平民", "灰狼")
    own = held(t, 1, "守护")
    (lent,) = skills.lend(t, 1, 2, "白昼开始")
    own.unaware = True
    skills._give_back(t, lent)
    assert own.unaware and not skills.stands(t, own)


def test_a_withdrawn_extra_use_can_be_sent_again() -> None:
    t = to(table("药师", "先知", "平民", "灰狼", "平民", "灰狼"), "凌晨")
    t.s.grants.append(Grant("药师.毒药", 1, "", 1, "*", t.at, until="夜晚结束"))
    play(t, "甲 毒药 丙", "甲 毒药 戊")
    assert [(u.extra, u.cost) for u in t.s.uses if u.name == "毒药"] == [(False, 1), (True, 0)]
    with pytest.raises(Refusal):
        play(t, "甲 毒药 乙")
    play(t, "甲 撤回 毒药", "甲 毒药 己")
    to(t, "晨曦")
    assert held(t, 1, "毒药").uses == 1 and t.alive() == [1, 2, 4, 5]
    assert t.s.grants == []


def test_only_what_is_still_ahead_tonight_is_offered() -> None:
    t = to(table("药师", "先知", "平民", "灰狼"), "凌晨")
    assert verbs._pool(t, 2, "skill") == []
    assert verbs._pool(t, 1, "skill") == ["救药", "毒药"]
    assert verbs._pool(t, 1, "counted") == ["救药", "毒药"]
    t.s.clock.phase, t.s.clock.position = "早夜", t.rs.day.index("早夜")
    assert verbs._pool(t, 4, "skill") == ["杀人"]


def test_a_skill_that_is_not_aimed_is_not_delayed_by_what_its_target_suffers() -> None:
    t = to(table("药师", "大叔", "平民", "灰狼"), "凌晨")
    sk = held(t, 1, "毒药")
    use = Use(0, sk.id, sk.key, "毒药", 1, "", 1, [2, 3], {}, "凌晨", t.at, source=1, settled=[2, 3], via=[2, 3])
    aimed = dict(rules().skills[sk.key])
    rules().skills[sk.key] = {**aimed, "marks": []}
    try:
        assert not delays.put_off(t, use, sk) and use.settled == [2, 3]
    finally:
        rules().skills[sk.key] = aimed
    assert not delays.put_off(t, use, sk) and use.settled == [3]  # 丙 now, 大叔 tomorrow
    assert [x.settled for x in t.s.deferred] == [[2]]


def test_delay_says_what_it_delays() -> None:
    t = table("大叔", "先知", "平民", "灰狼")
    assert [w for w in ("acts", "suffers", "votes", "voted", "outs") if delays.delayed(t, 1, w)] == [
        "suffers", "votes", "outs",
    ]  # fmt: skip
    statuses.give(t, "凝滞", [2])
    assert all(delays.delayed(t, 2, w) for w in ("acts", "suffers", "votes", "voted", "outs"))
    assert not delays.delayed(t, 0, "acts")
