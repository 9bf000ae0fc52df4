"""What leaves the machine through the command line: formats, limits, encodings, pages; pace and cards."""

from __future__ import annotations

import os
import stat
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from banshā.cli import base
from banshā.report.bbcheck import faults

from .conftest import CAST, Console

BEIJING = timezone(timedelta(hours=8))


class Clock:
    """The director's clock, set by the test."""

    def __init__(self) -> None:
        self.at = datetime(2026, 11, 6, 9, 5, tzinfo=BEIJING)

    def set(self, text: str) -> None:
        self.at = datetime.fromisoformat(f"2026-{text}:00+08:00")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(base, "now", lambda: found.at)
    return found


def parts(out: str) -> list[str]:
    return [p.strip("\n") for p in out.split("\n========\n")]


COMMANDS = [["announce"], ["reveal", "--early"], ["rules", "post", "tubian"]]


@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("encoding", ["utf-8", "gbk", "GB2312"])
def test_posts_keep_the_limit(table: Console, args: list[str], encoding: str) -> None:
    table.to("正午2")
    said = table(*args, "--format", "discuz", "--limit", "1500", "--encoding", encoding)
    for part in parts(said.out):
        assert not faults(part, 1500, "gbk" if encoding != "utf-8" else "utf-8")
    posts = table(*args, "--format", "discuz", "--limit", "1500", "--encoding", encoding, "--json").json["posts"]
    assert posts == parts(said.out)


def test_bad_formats_encodings_and_limits(table: Console) -> None:
    assert "没有格式 bb" in table("reveal", "--early", "-f", "bb", code=2).err
    assert "没有编码 big5" in table("announce", "--encoding", "big5", code=2).err
    assert "至少是 300" in table("rules", "post", "tubian", "--limit", "10", code=2).err


def test_signs_that_a_gbk_forum_lacks_are_named(bansha: Console) -> None:
    bansha.deal({("🐺" if n == "阿一" else n): role for n, role in CAST.items()})
    said = bansha("reveal", "--early", "-f", "discuz", "--encoding", "gbk")
    assert "🐺" in said.err and "GBK" in said.err
    assert "🐺" not in bansha("reveal", "--early", "-f", "discuz").err


def test_the_morning_paper_takes_its_place(table: Console) -> None:
    table.to("正午2")
    said = table("announce", "--at", "开门2")
    assert "晨报" in said.out and "--morning" in said.err
    paper = table.file("晨报.txt", "昨夜食堂进了贼，\n偷走一屉月饼。\n", "gbk")
    said = table("announce", "--at", "开门2", "--morning", paper, "-f", "discuz")
    assert "昨夜食堂进了贼，\n偷走一屉月饼。" in said.out and "写在这里" not in said.out and not said.err


def test_feedback_in_discuz_code(table: Console) -> None:
    table.to("正午1")
    said = table("feedback", "阿一", "-f", "discuz").out
    head, _, post = said.partition("\n")
    assert head == "—— 1楼 阿一（玩家1） ——" and not faults(post.strip())


def test_the_reveal_as_a_page(table: Console, tmp_path: Path) -> None:
    page = tmp_path / "揭秘.html"
    assert "还没结束" in table("reveal", "--html", str(page), code=1).err and not page.exists()
    said = table("reveal", "--early", "--html", str(page))
    assert str(page) in said.out
    text = page.read_text("utf-8")
    assert text.startswith("<!doctype html>") and "阿一" in text and "女巫" in text
    assert stat.S_IMODE(os.stat(page).st_mode) == 0o600
    assert table("reveal", "--early", "--html", str(page), "--json").json["html"] == str(page)


def test_helpers_are_named_and_other_notes_are_not(table: Console) -> None:
    table("note", "助理", "小李（阿一的场外）")
    table("note", "阿三疑似开小号")
    said = table("reveal", "--early").out
    assert "助理：小李（阿一的场外）" in said and "小号" not in said


# ── pace ──


def test_pace_counts_against_the_living(table: Console, clock: Clock) -> None:
    table.to("正午1")
    said = table("pace", "加速", "阿一", "阿二", "3楼")
    assert "阿三 申请加速（3 人，要 6 人）" in said.out and "11-08 周日 21:00（+08:00）" in said.err
    shown = table("pace", "show").out
    assert "第 1 天，存活 12 人" in shown and "加速：3/6，差 3 人（阿一、阿二、阿三）" in shown
    assert "逢周末加 1 天" in shown and "收申请到 11-08 周日 18:00（+08:00）" in shown
    table("pace", "加速", "阿四", "阿五", "阿六")
    data = table("pace", "--json").json
    assert data["held"] == "加速" and data["by"] == "申请" and data["closing"]["at"].startswith("2026-11-06")
    table("pace", "加速", "阿六", "--back")
    assert table("pace", "--json").json["held"] == ""
    assert "没有申请" in table("pace", "延时", "阿六", "--back", code=1).err


def test_pace_of_the_director_and_the_hour_he_sets(table: Console, clock: Clock) -> None:
    table.to("正午1")
    table("pace", "加速", "--director")
    assert "导演决定" in table("pace").out
    table("vote", "cast", "阿一", "阿二")
    assert "加速" in table("vote", "change", "阿一", "阿三", code=1).err
    table("pace", "关门", "11-07", "22:30")
    assert table.journal()[-1] == "导演 定时 关门 2026-11-07T22:30+08"
    clock.set("11-07T20:00")
    assert "还有 2 小时 30 分钟；导演定的" in table("pace").out
    table("pace", "关门", "--back")
    assert "导演定的" not in table("pace").out
    table("undo", "2")
    assert "关门" not in table.journal()[-1]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["加快", "阿一"], "没有 加快"), (["加速"], "写谁申请加速"), (["加速", "阿一", "--director"], "写谁申请"),
        (["show", "阿一"], "后面不写"), (["关门"], "写几点关门"), (["关门", "明天"], "看不懂时间"),
    ],
)  # fmt: skip
def test_pace_mistyped(table: Console, args: list[str], message: str) -> None:
    table.to("正午1")
    said = table("pace", *args, code=None)
    assert said.code in (1, 2) and message in said.err and not said.out
    assert not [line for line in table.journal() if "加速" in line or "定时" in line]


def test_next_tells_the_time_left(table: Console, clock: Clock) -> None:
    table.to("正午1")
    clock.set("11-08T20:35")
    assert "关门：11-08 周日 21:00（+08:00），还有 25 分钟" in table("next").out
    clock.set("11-08T21:02")
    table("vote", "close")
    clock.set("11-08T21:30")
    table.to("深夜")
    clock.set("11-08T21:40")
    assert "期限：关门后 70 分钟，11-08 周日 22:10（+08:00），还有 30 分钟" in table("next").out
    assert "请在 11-08 周日 22:10（+08:00）前回复（关门后 70 分钟）。" in table("next", "--message").out
    data = table("next", "--json").json
    assert (data["due_at"], data["minutes_left"]) == ("2026-11-08T22:10:00+08:00", 30)
    assert "还有 30 分钟" in table().out


# ── cards ──


def test_cards_with_reasons(table: Console) -> None:
    assert "还没有人吃牌" in table("card", "show").err
    for reason in ("刷屏", "贴脸", "水帖"):
        said = table("card", "阿五", "蓝", "--reason", reason)
    assert "蓝 0/3 → 黄 1/3 → 红 0" in said.err
    shown = table("card", "show").out
    assert "蓝牌：刷屏（开局）" in shown and "黄牌：累计 3 张蓝牌" in shown
    assert table("card", "阿五", "--json").json["seats"][0]["cards"][1]["reason"] == "贴脸"
    assert "缺少 --reason" in table("card", "阿五", "黄", code=2).err
    assert "缺少 --reason" in table("card", "阿五", "黄", "--reason", " ", code=2).err
    assert "写哪种牌" in table("card", "阿五", "--reason", "x", code=2).err
