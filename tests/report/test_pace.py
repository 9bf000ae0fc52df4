"""When a discussion closes and answers are due; who hurries it."""

from __future__ import annotations

from datetime import datetime

import pytest

from banshā.engine import casting, paces
from banshā.engine.errors import Refusal
from banshā.engine.inputs import DIRECTOR, Input
from banshā.engine.reducer import SeatSpec, apply, new_table
from banshā.engine.rules import Ruleset
from banshā.engine.table import Table
from banshā.game.grammar import format_line
from banshā.game.journal import Entry
from banshā.report import pace
from banshā.rulebook.compile import compile_folder

ROLES = ["女巫", "黑狼王", "预言家", "猎人", "乌鸦", "骑士", "白狼王", "幼狼", "企鹅", "圣女", "太阳", "月亮"]
RULES = compile_folder("tubian")


class Desk:
    """A table and its journal, each input at a time of the director's."""

    def __init__(self, **schedule: object) -> None:
        rules = {**RULES, "schedule": {**RULES["schedule"], **schedule}}
        specs = [SeatSpec(i + 1, f"座{i + 1}", "", [role]) for i, role in enumerate(ROLES)]
        self.t: Table = new_table(Ruleset(rules), specs, "s")
        self.journal: list[Entry] = []

    def do(self, time: str, verb: str, *args: str, actor: str = DIRECTOR, **params: str) -> None:
        inp = Input(actor, verb, list(args), params, len(self.journal) + 1)
        apply(self.t, inp)
        self.journal.append(Entry(inp.number, f"2026-{time}+08", "雪风", format_line(inp)))

    def open_day(self, time: str) -> None:
        """Go on until the discussion is open."""
        while not self.t.phase.votes:
            self.do(time, "结算", 超时="是")

    def closing(self) -> str:
        found = pace.closing(self.t, self.journal)
        return f"{found.at:%m-%dT%H:%M}" if found else ""


@pytest.mark.parametrize(
    ("opened", "closes", "why"),
    [
        ("11-02T09:05", "11-03T21:00", "Monday: two dates"),
        ("11-06T09:00", "11-08T21:00", "Friday: Saturday is among the two, one more"),
        ("11-05T08:00", "11-06T21:00", "Thursday and Friday"),
        ("11-08T09:00", "11-10T21:00", "Sunday is among them"),
        ("11-04T23:10", "11-06T21:00", "opened in the evening: the day begins the next morning"),
    ],
)
def test_the_schedule_tells_when_a_day_closes(opened: str, closes: str, why: str) -> None:
    desk = Desk()
    desk.open_day(opened)
    assert desk.closing() == closes, why


def test_the_first_day_may_know_no_weekend_and_the_zone_is_the_rulesets() -> None:
    desk = Desk(weekend_from_day=2, zone="+09:00")
    desk.open_day("11-06T09:00")
    found = pace.closing(desk.t, desk.journal)
    assert found and found.at.isoformat() == "2026-11-07T21:00:00+09:00" and pace.offset(found.at) == "+09:00"


def test_without_a_schedule_nobody_can_tell() -> None:
    desk = Desk()
    desk.t.rs.data["schedule"] = {}
    desk.open_day("11-06T09:00")
    assert desk.closing() == ""


def test_the_director_sets_the_hour_and_takes_it_back() -> None:
    desk = Desk()
    desk.open_day("11-02T09:00")
    desk.do("11-02T10:00", "定时", "关门", "2026-11-02T22:30+08")
    found = pace.closing(desk.t, desk.journal)
    assert desk.closing() == "11-02T22:30" and found and found.said
    assert found.changes_until and f"{found.changes_until:%H:%M}" == "21:30"
    desk.do("11-02T10:01", "定时", "关门")
    assert desk.closing() == "11-03T21:00"


def test_half_of_the_living_hurry_the_day() -> None:
    desk = Desk()
    desk.open_day("11-06T09:00")
    desk.do("11-06T10:00", "加速", "座1", "座2", "座3", "座4", "座5")
    assert paces.held(desk.t) == "" and desk.closing() == "11-08T21:00"
    desk.do("11-06T11:00", "加速", "座6")
    assert paces.held(desk.t) == paces.FAST and desk.closing() == "11-06T21:00"
    desk.do("11-06T11:30", "加速", "座6", 撤回="是")
    assert paces.held(desk.t) == "" and paces.fast_days(desk.t) == set()


def test_hurried_on_a_later_date_it_closes_the_same_evening() -> None:
    desk = Desk()
    desk.open_day("11-06T09:00")
    desk.do("11-07T17:00", "加速", *(f"座{i}" for i in range(1, 7)))
    assert desk.closing() == "11-07T21:00"


def test_a_delay_overrides_haste_and_a_seat_has_one_wish() -> None:
    desk = Desk()
    desk.open_day("11-02T09:00")
    desk.do("11-02T10:00", "加速", *(f"座{i}" for i in range(1, 7)))
    desk.do("11-02T10:05", "延时", *(f"座{i}" for i in range(7, 13)))
    assert paces.held(desk.t) == paces.SLOW and desk.closing() == "11-04T21:00"
    desk.do("11-02T10:10", "加速", "座7")
    assert paces.held(desk.t) == paces.FAST
    assert [t.seats for t in pace.pace(desk.t, desk.journal).requests][1] == [f"座{i}" for i in range(8, 13)]


def test_more_than_half_where_the_ruleset_says_so() -> None:
    desk = Desk(pace_more=True)
    assert paces.needed(desk.t) == 7
    desk.t.s.seats[12].in_play = False
    assert paces.needed(desk.t) == 6


def test_only_the_living_count() -> None:
    desk = Desk()
    desk.open_day("11-02T09:00")
    desk.do("11-02T10:00", "加速", *(f"座{i}" for i in range(1, 7)))
    desk.t.s.seats[1].in_play = False
    assert paces.held(desk.t) == "" and paces.needed(desk.t) == 6
    with pytest.raises(Refusal, match="已出局"):
        desk.do("11-02T10:01", "加速", "座1")


def test_requests_of_a_night_are_for_the_coming_day() -> None:
    desk = Desk()
    desk.open_day("11-02T09:00")
    desk.do("11-03T21:00", "关门")
    desk.do("11-03T21:05", "加速", DIRECTOR)
    assert paces.day(desk.t) == 2 and not paces.hurried(desk.t)
    desk.open_day("11-04T09:00")
    assert paces.hurried(desk.t) and desk.closing() == "11-04T21:00"


def test_nobody_changes_a_ballot_on_a_hurried_day() -> None:
    desk = Desk()
    desk.open_day("11-02T09:00")
    desk.do("11-02T10:00", "投票", "座2", actor="座1")
    desk.do("11-02T10:01", "加速", DIRECTOR)
    with pytest.raises(Refusal, match="加速"):
        desk.do("11-02T10:02", "改票", "座3", actor="座1")
    assert not casting.may_change(desk.t, desk.t.s.ballots[0])
    desk.t.seat(2).announced_out = True  # his candidate is gone: that is no change of mind
    desk.do("11-02T10:03", "改票", "座3", actor="座1")


def test_answers_are_due_so_many_minutes_after_closing() -> None:
    desk = Desk()
    desk.open_day("11-02T09:00")
    assert f"{pace.due_at(desk.t, desk.journal):%d %H:%M}" == "03 21:00"
    desk.do("11-03T21:07", "关门")  # a few minutes late: it closed at nine
    assert desk.t.phase.deadline == 10
    assert f"{pace.due_at(desk.t, desk.journal):%d %H:%M}" == "03 21:10"
    while desk.t.s.clock.phase != "早夜":
        desk.do("11-03T21:25", "结算", 超时="是")
    assert f"{pace.due_at(desk.t, desk.journal):%d %H:%M}" == "03 21:35"


def test_closed_early_or_far_too_late_the_minutes_run_from_then() -> None:
    for closed, due in (("11-03T15:00", "15:10"), ("11-03T23:30", "23:40")):
        desk = Desk()
        desk.open_day("11-02T09:00")
        desk.do(closed, "关门")
        assert f"{pace.due_at(desk.t, desk.journal):%H:%M}" == due


@pytest.mark.parametrize(
    ("minutes", "text"),
    [(25, "还有 25 分钟"), (60, "还有 1 小时"), (61, "还有 1 小时 1 分钟"), (1500, "还有 1 天 1 小时"), (-3, "已过 3 分钟"), (0, "已过 0 分钟")],
)  # fmt: skip
def test_the_time_left(minutes: int, text: str) -> None:
    from datetime import timedelta

    now = datetime.fromisoformat("2026-11-08T20:00:00+08:00")
    assert pace.left(now + timedelta(minutes=minutes), now) == text
    assert pace.shown(now) == "11-08 周日 20:00（+08:00）"
