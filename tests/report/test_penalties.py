"""Cards of penalty, last words, substitutes."""

from __future__ import annotations

import pytest

from banshā.engine.errors import Refusal
from banshā.engine.inputs import DIRECTOR, Input
from banshā.engine.reducer import SeatSpec, apply, new_table
from banshā.engine.rules import Ruleset
from banshā.engine.table import Table
from banshā.report import penalties
from banshā.rulebook.compile import compile_folder

ROLES = ["女巫", "黑狼王", "预言家", "猎人", "乌鸦", "骑士", "白狼王", "幼狼", "企鹅", "圣女", "太阳", "月亮"]


@pytest.fixture
def t() -> Table:
    specs = [SeatSpec(i + 1, f"座{i + 1}", f"人{i + 1}", [role]) for i, role in enumerate(ROLES)]
    t = new_table(Ruleset(compile_folder("tubian")), specs, "s")
    director(t, "结算", 超时="是")
    return t


def director(t: Table, verb: str, *args: str, **params: str) -> None:
    apply(t, Input(DIRECTOR, verb, list(args), params, len(t.log)))


def test_blue_makes_yellow_makes_red(t: Table) -> None:
    for n in range(1, 3):
        director(t, "蓝牌", "座1", 理由=f"刷屏{n}")
    assert penalties.record(t, 1).summary == "蓝 2/3 → 黄 0/3 → 红 0"
    director(t, "蓝牌", "座1", 理由="刷屏3")
    r = penalties.record(t, 1)
    assert r.summary == "蓝 0/3 → 黄 1/3 → 红 0" and (r.blue, r.yellow) == (3, 1)
    assert [(c.kind, c.reason, c.made) for c in r.cards] == [
        ("蓝牌", "刷屏1", False), ("蓝牌", "刷屏2", False), ("蓝牌", "刷屏3", False), ("黄牌", "累计 3 张蓝牌", True),
    ]  # fmt: skip
    director(t, "黄牌", "座1", 理由="贴脸")
    director(t, "黄牌", "座1", 理由="诈尸")
    r = penalties.record(t, 1)
    assert r.summary == "蓝 0/3 → 黄 0/3 → 红 1" and r.cards[-1].reason == "累计 3 张黄牌" and r.cards[-1].made
    assert penalties.told(r.cards[-2]) == "黄牌：诈尸（正午1）"


def test_red_puts_out_after_the_vote_without_last_words(t: Table) -> None:
    director(t, "红牌", "座3", 理由="泄密")
    assert t.seat(3).in_play
    director(t, "关门")
    while t.phase.group == "黄昏":
        director(t, "结算", 超时="是")
    out = next(o for o in t.s.outs if o.seat == 3)
    assert not t.seat(3).in_play and not out.words_right
    assert [r.seat for r in penalties.records(t)] == ["座3"]


def test_two_red_cards_lose_the_camp(t: Table) -> None:
    director(t, "红牌", "座2", 理由="一")
    assert penalties.camps(t) == [("狼人阵营", 1, 2)]
    director(t, "红牌", "座7", 理由="二")
    assert "狼人阵营" in t.s.lost


def test_a_substitute_takes_over_everything_once(t: Table) -> None:
    director(t, "黄牌", "座1", 理由="贴脸")
    apply(t, Input("座1", "投票", ["座2"]))
    before = [(s.key, s.uses) for s in t.s.skills.values() if s.holder == 1]
    ballot = t.s.ballots[-1]
    director(t, "替补", "座1", 玩家="新人")
    seat = t.seat(1)
    assert (seat.player, seat.substituted, seat.cards, seat.floor) == ("新人", "人1", ["女巫"], 1)
    assert [(s.key, s.uses) for s in t.s.skills.values() if s.holder == 1] == before
    assert t.s.ballots[-1] is ballot or t.s.ballots[-1] == ballot
    assert t.s.cards[1].yellow == 1 and list(t.s.seats) == list(range(1, 13))
    with pytest.raises(Refusal, match="已经换过替补"):
        director(t, "替补", "座1", 玩家="再来一人")
    with pytest.raises(Refusal, match="没有写谁"):
        director(t, "替补", "座2", 玩家="")


def test_an_assistant_is_from_outside(t: Table) -> None:
    director(t, "助理", "座1", 玩家="老手")
    assert t.seat(1).assistant == "老手"
    for playing in ("座2", "人2"):
        with pytest.raises(Refusal, match="在场上"):
            director(t, "助理", "座1", 玩家=playing)
    assert t.seat(1).assistant == "老手"
    director(t, "助理", "座1")
    assert t.seat(1).assistant == ""


CODES = ["[b]粗[/b]", "[color=Red]x", "[/size]", "[*]甲", "[QUOTE]x[/QUOTE]", "[hide=d7]x", "{:4_86:}", "[img]u[/img]"]
PLAIN = ["我是[女巫]", "[1] 楼是狼", "[X] 毒药", "a[0] < b", "【b】", "3:0 :)", "[bb]"]


def leaving(t: Table) -> Table:
    director(t, "裁定", "出局", "座4", 理由="试")
    director(t, "关门")
    while not any(o.words_right for o in t.s.outs):
        director(t, "结算", 超时="是")
    return t


@pytest.mark.parametrize("text", CODES)
def test_codes_in_last_words_are_refused(t: Table, text: str) -> None:
    with pytest.raises(Refusal, match="论坛代码"):
        apply(leaving(t), Input("座4", "遗言", [], {"内容": text}))


@pytest.mark.parametrize("text", PLAIN)
def test_other_brackets_are_words(t: Table, text: str) -> None:
    apply(leaving(t), Input("座4", "遗言", [], {"内容": text}))
    assert next(o for o in t.s.outs if o.seat == 4).words == text


def test_who_earns_a_yellow_card_by_posts(t: Table) -> None:
    posts = {1: [9, 9, 9], 2: [12, 4, 4], 3: [201], 4: [9, 9, 12]}

    def due(**more: bool) -> set[tuple[str, str]]:
        return {(d.seat, d.why[:2]) for d in penalties.by_posts(t, **more)}

    for floor, days in posts.items():
        for day, number in zip(range(4 - len(days), 4), days, strict=True):
            t.s.posts[f"{day}:{floor}"] = number
    t.s.clock.day = 3
    assert due() == {("座1", "连续"), ("座2", "只有"), ("座3", "一天")}
    assert due(hurried=True) == {("座3", "一天")}
    t.s.clock.day = 2
    director(t, "加速", "导演")
    t.s.clock.day = 3
    assert ("座1", "连续") not in due()  # a hurried day is none of the three
    for key in ("posts_a_day", "posts_three_days", "posts_most"):
        t.rs.data["cards"].pop(key)
    assert due() == set()  # the numbers are the ruleset's


def test_who_earns_a_yellow_card_by_silence(t: Table) -> None:
    for floor in range(1, 11):
        apply(t, Input(f"座{floor}", "弃权"))
    assert penalties.by_silence(t) == ["座11", "座12"]
    director(t, "加速", "导演")
    assert penalties.by_silence(t) == []
