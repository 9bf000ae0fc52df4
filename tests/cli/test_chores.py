"""What is done outside is ticked off in the journal; what players are sent; what the night's table tells."""

from __future__ import annotations

import pytest

from .conftest import Console


@pytest.fixture
def group(table: Console) -> Console:
    """A game in which the wolves' group is to be built."""
    table.to("正午1")
    return table


def open_tasks(group: Console) -> list[int]:
    return [c["number"] for c in group("todo", "--json").json["todo"] if c["kind"] == "task"]


def test_a_task_is_ticked_off_and_the_journal_knows(group: Console) -> None:
    assert "□ 1 为狼群建群" in group("todo").out and open_tasks(group) == [1]
    group("todo", "done", "1")
    assert open_tasks(group) == []
    assert "☑ 1 为狼群建群" in group("todo", "--all").out
    assert group.journal()[-1].startswith("导演 办妥 ")
    group("verify")
    group("undo")
    assert open_tasks(group) == [1]
    group("redo")
    assert open_tasks(group) == []
    group("todo", "done", "1", "--back")
    assert open_tasks(group) == [1]


def test_all_at_once_and_nothing_twice(group: Console) -> None:
    group("todo", "done", "--all")
    assert open_tasks(group) == []
    before = group.journal()
    assert "早就划掉了" in group("todo", "done", "1").err and group.journal() == before


def test_a_task_stays_ticked_off_when_play_goes_on_and_numbers_stay(group: Console) -> None:
    group("todo", "done", "1")
    group("override", "tag", "阿三", "群内", "--reason", "试")
    said = group("todo").out
    assert "□ 2 把阿三拉进狼群的群" in said and "建群" not in said


def test_what_cannot_be_ticked_off(group: Console) -> None:
    assert "没有编号 9" in group("todo", "done", "9", code=1).err
    assert "--all" in group("todo", "done", code=2).err
    assert "todo done" in group("todo", "won", code=2).err
    assert "编号" in group("todo", "--back", code=2).err


def test_ticking_off_waits_for_no_answer(table: Console) -> None:
    """While a question is open, the director may still note what he has done."""
    table.to("正午1")
    assert table("todo", "done", "1", "--json").json["recorded"]


# ── messages ──


def test_a_message_says_what_the_skill_does_and_until_when(table: Console) -> None:
    table.to("深夜1")
    said = table("next", "--message", "阿三").out
    assert said.startswith("—— 阿三（玩家3） ——\n阿三，第 1 天深夜，可以发动：\n【预言】从 ")
    assert "（验一名角色" in said and "前回复（关门后 70 分钟）。不发动请回复「放弃」。" in said
    assert said.count("——") == 2  # nobody else's


@pytest.mark.parametrize("form", ["discuz", "tieba", "markdown", "plain"])
def test_messages_come_in_every_format(bansha: Console, form: str) -> None:
    from .conftest import CAST

    names = ["[b]", *list(CAST)[1:]]
    bansha.deal(dict(zip(names, CAST.values(), strict=True)))
    bansha.to("午夜1")
    said = bansha("next", "--message", "-f", form).out
    assert {"discuz": "【b】", "markdown": "\\[b\\]"}.get(form, "[b]") in said.partition("\n")[2]


def test_those_with_last_words_are_asked_for_them(table: Console) -> None:
    table.to("深夜1")
    table("submit", "狼群", "杀人", "阿九")
    table.to("晨曦第一阶段1")
    said = table("next", "--message").out
    assert "—— 阿九（玩家9） ——\n阿九，你可以留下遗言，请在下一次开门前交来。里面不能用论坛代码。" in said
    table("words", "阿九", "好")
    assert "遗言" not in table("next", "--message").out


def test_an_heir_is_asked_for_without_telling_who_is_left(table: Console) -> None:
    table.to("正午1")
    table("vote", "cast", "阿一", "阿九")
    table("vote", "close")
    table.to("深夜1")
    table("submit", "狼群", "杀人", "阿九")
    table.to("晨曦第一阶段1")
    said = table("next", "--message", "阿九").out
    assert "请把警长移交给一个人。" in said and "阿三" not in said


# ── the night's table ──


def test_the_table_names_who_hears_of_a_state(table: Console) -> None:
    table.to("午夜1")
    table("submit", "阿九", "冰冻", "阿五")
    table.to("深夜1")
    (row,) = table("night", "table", "--json").json["moves"]
    assert row["told"] == [{"to": ["阿五"], "text": "你获得了[冻结]，持续至下一个正午开始"}]
    assert "阿五：你获得了[冻结]" in table("night", "table").out


def test_the_table_tells_before_the_phase_is_over(table: Console) -> None:
    """What still waits in the night's outbox is what is to be checked before it is sent."""
    table.to("凌晨1")
    table("resolve")
    assert "今晚" in table("night", "table").out


def test_unposted_announcements_are_not_forgotten(table: Console) -> None:
    table.to("黄昏第一阶段2")
    assert "前面还有没发的：" in table("announce").err
    table("announce", "--at", "黄昏1", "--mark-posted")
    table("announce", "--at", "开门2", "--mark-posted")
    assert "前面还有" not in table("announce").err
