"""A theme's wording reaches every text that leaves the machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import CAST, Console

THEME = """[ruleset]
id = "灯塔"
title = "灯塔夜话"
version = 1
extends = "tubian"

[wording]
"title.开门" = "雾散了 · 第 {day} 日"
title = "灯下 · 第 {day} 日 {stage}"
morning = "〔潮汐日报留白处〕"
signature = "守灯人 {director} 敬上"
peace = "今日无人落海"
quiet_night = "一夜无风"
day_outs = "{names}落海"
part = "（卷 {n}／{total}）"
standing = "灯下还有 {n} 人：{names}"
closes = "灭灯：{when}"
reveal_title = "{game}：灯下的真相"
reveal_winner = "{camp}守住了灯塔"
rules_title = "{game} 航海守则"
feedback_head = "{name}，灯塔来信："
"""


@pytest.fixture
def theme(tmp_path: Path) -> Path:
    folder = tmp_path / "灯塔"
    folder.mkdir()
    (folder / "ruleset.toml").write_text(THEME, "utf-8")
    return folder


@pytest.fixture
def lighthouse(bansha: Console, theme: Path) -> Console:
    roster = bansha.file("roster.txt", "".join(f"{n} 玩家{i}\n" for i, n in enumerate(CAST, 1)))
    cast = bansha.file("cast.txt", "".join(f"{n} {role}\n" for n, role in CAST.items()))
    bansha("deal", "-r", str(theme), "--roster", roster, "--cast", cast, "--name", "灯", "--seed", "s")
    return bansha


def test_a_theme_speaks_in_its_own_voice(lighthouse: Console) -> None:
    lighthouse.to("正午2")
    said = lighthouse("announce", "--at", "开门2", "--as", "阿灯").out
    lines = said.splitlines()
    assert lines[:3] == ["【雾散了 · 第 2 日】", "〔潮汐日报留白处〕", "一夜无风"] and lines[-1] == "守灯人 阿灯 敬上"
    assert lines[3].startswith("灯下还有 12 人：阿一、") and lines[4].startswith("灭灯：") and len(lines) == 6
    lighthouse("resolve", "--timeout")
    lighthouse("resolve", "--timeout")
    dusk = lighthouse("announce", "--at", "黄昏2", "-f", "discuz").out
    assert "灯下 · 第 2 日 黄昏" in dusk and "今日无人落海" in dusk and "平安日" not in dusk
    assert lighthouse("feedback", "阿一").out.splitlines()[1] == "阿一，灯塔来信："
    revealed = lighthouse("reveal", "--early").out
    assert revealed.startswith("【灯塔夜话：灯下的真相】")
    parts = lighthouse("reveal", "--early", "-f", "discuz", "--limit", "2000").out
    assert "（卷 1／" in parts and "第 1 贴" not in parts


def test_tubian_speaks_otherwise(table: Console) -> None:
    table.to("正午2")
    said = table("announce", "--at", "开门2").out
    assert "雾散了" not in said and "第 2 天" in said and "晨报" in said and said.rstrip().endswith("—— 导演")
