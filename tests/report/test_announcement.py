"""What a stage's announcement holds besides the public lines: how the vote went, who is in play, when it closes."""

from __future__ import annotations

from banshā.engine.inputs import DIRECTOR, Input
from banshā.engine.reducer import SeatSpec, apply, new_table
from banshā.engine.rules import Ruleset
from banshā.engine.table import Table
from banshā.report import announcement, stages
from banshā.report.markup import Block, render
from banshā.report.voice import Voice
from banshā.rulebook.compile import compile_folder

VILLAGE = ["狼人", "狼人", "赤狼", "预言家", "女巫", "医生", "长老", "村民", "村民", "村民"]


def dealt(book: str, roles: list[str]) -> Table:
    specs = [SeatSpec(i, f"座{i}", "", [role]) for i, role in enumerate(roles, 1)]
    return new_table(Ruleset(compile_folder(book)), specs, "s")


def on(t: Table, phase: str) -> Table:
    """Nobody acts until then."""
    while t.s.clock.phase != phase or t.s.clock.closed:
        apply(t, Input(DIRECTOR, "结算", [], {"超时": "是"}))
    return t


def vote(t: Table, *pairs: tuple[str, str]) -> None:
    for voter, target in pairs:
        apply(t, Input(voter, "弃权" if target == "弃权" else "投票", [] if target == "弃权" else [target]))


def voted_out(book: str, roles: list[str], day: str) -> tuple[Table, announcement.Announcement]:
    """The second day's vote, closed and settled."""
    t = on(dealt(book, roles), day)
    apply(t, Input(DIRECTOR, "关门"))
    on(t, day)
    vote(t, ("座1", "座8"), ("座2", "座8"), ("座4", "座1"), ("座5", "弃权"))
    apply(t, Input(DIRECTOR, "关门"))
    apply(t, Input(DIRECTOR, "结算", [], {"超时": "是"}))
    return t, announcement.announcement(t, stages.last(t, "public"))


def test_the_vote_is_told_where_its_result_is() -> None:
    t, a = voted_out("xuelang", VILLAGE, "白昼")
    (tally,) = a.votes
    assert tally.votes == [("座8", ["座1", "座2"]), ("座1", ["座4"])] and tally.abstained == ["座5"]
    assert tally.silent == ["座3", "座6", "座7", "座8", "座9", "座10"] and tally.counted
    text = render(announcement.blocks(a, Voice({})), "plain")
    assert "座8   2     座1、座2" in text and "不计票权" in text
    assert t.s.seats[8].announced_out


def test_where_numbers_are_secret_only_the_names_are_told() -> None:
    roles = ["黑狼王", "幼狼", "渊狼", "预言家", "女巫", "守卫", "骑士", "乌鸦", "白痴", "猎人"]
    t = on(dealt("tubian", roles), "正午")
    apply(t, Input(DIRECTOR, "关门"))
    on(t, "正午")
    vote(t, ("座1", "座8"), ("座4", "座8"))
    apply(t, Input(DIRECTOR, "关门"))
    a = announcement.announcement(t, "正午2")
    assert [x.votes for x in a.votes] == [[("座8", ["座1", "座4"])]] and not a.votes[0].counted
    table = next(b for b in announcement.blocks(a, Voice({})) if b.kind == "table")
    assert ["座8", "", "座1、座4"] in table.rows  # an empty column is left out by the writers
    assert "人数" not in render(announcement.blocks(a, Voice({})), "discuz")


def test_a_rewritten_ballot_is_told_as_it_was_posted() -> None:
    t, _ = voted_out("xuelang", VILLAGE, "白昼")
    ballot = next(b for b in t.s.ballots if b.voter == 4)
    ballot.moved_to, ballot.weight, ballot.void = 8, 3, "弃权"
    a = announcement.announcement(t, stages.last(t, "public"))
    assert ("座1", ["座4"]) in a.votes[0].votes


def test_a_day_opens_with_who_is_in_play_and_who_went_the_day_before() -> None:
    t, _ = voted_out("xuelang", VILLAGE, "白昼")
    on(t, "白昼")
    a = announcement.announcement(t, "开门3", closes="11-08 周日 21:30（+08:00）")
    assert a.standing == [f"座{n}" for n in range(1, 11) if n != 8] and a.earlier == ["座8"]
    lines = render(announcement.blocks(a, Voice({})), "plain").splitlines()
    assert lines[-3:] == [
        "前一天出局：座8",
        f"在场 9 人：{'、'.join(a.standing)}",
        "关门时间：11-08 周日 21:30（+08:00）",
    ]
    assert not announcement.announcement(t, "开门2", closes="x").closes  # long past
    assert announcement.announcement(t, "开门2").standing == [f"座{n}" for n in range(1, 11)]


def test_themes_may_leave_all_that_out() -> None:
    t, _ = voted_out("xuelang", VILLAGE, "白昼")
    on(t, "白昼")
    silent = Voice({"standing": "", "earlier": "", "closes": "", "votes": ""})
    a = announcement.announcement(t, "开门3", closes="x")
    assert [b.kind for b in announcement.blocks(a, silent)] == ["title", "place", "news"]


def test_a_roll_call_is_a_table() -> None:
    line = announcement.Line("roll", "座1：未出局", rows=[["1", "座1", "未出局"]])
    a = announcement.Announcement("开门2", "第 2 天 开门", [line])
    assert announcement.blocks(a, Voice({}))[1:] == [
        Block("label", "场上"), Block("table", rows=[["楼", "马甲", "现状"], ["1", "座1", "未出局"]]),
    ]  # fmt: skip
