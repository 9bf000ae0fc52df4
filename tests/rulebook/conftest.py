"""A small ruleset to break on purpose, and the real one."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from banshā.rulebook.findings import Finding
from banshā.rulebook.lint import lint

TUBIAN = Path(__file__).resolve().parents[2] / "rulesets" / "tubian"


@pytest.fixture
def tubian(tmp_path: Path) -> Path:
    """A copy of tubian that a test may spoil."""
    return Path(shutil.copytree(TUBIAN, tmp_path / "rulesets" / "tubian"))


MINI = {
    "a-总则.toml": """
[ruleset]
id = "mini"
title = "小局"
version = 1
players = [4, 8]

[wording]
title = "第 {day} 天"
"title.夜" = "第 {day} 夜"
peace = "没有人出局"

[aliases.role]
"狼" = "灰狼"

[aliases.state]
"盾" = "守护"

[[camp]]
name = "村民阵营"
side = "好人"

[[camp]]
name = "狼人阵营"
side = "狼人"

[numbers]
"狼数" = { share = [3, 10] }
"判负线" = { number = "狼数", minus = 1 }

[[state]]
name = "守护"
stops = ["指杀"]

[[state]]
name = "冻结"
known = true
blocks = "unforced"

[ends]
"天亮" = { end = "夜", when = "any" }

[words]
quota = "狼数"

[vote]
tie = ["警长"]

[victory]
priority = ["狼人阵营"]
stalemate = "警长"

[landing]
order = ["杀人", "毒药"]
protections = ["守护"]
links = ["冻伤"]

[[link]]
name = "冻伤"
state = "冻结"
hit = "致死伤害"

[[party]]
name = "狼群"
tag = "群内"
skills = ["狼群.杀人"]

[[office]]
name = "警长"
weight = 2

[[win]]
camp = "狼人阵营"
kind = "lose"
all = [{ count = { camp = "狼人阵营", who = "存活", tags = ["群内"] }, at_most = "判负线" }]
""",
    "b-阶段.toml": """
[[phase]]
name = "昼"
period = "白昼"
landing = "at_once"
votes = true
steps = [["系统.投票出局"], ["骑士.决斗"]]

[[phase]]
name = "夜"
period = "夜晚"
steps = [["狼群.杀人", "守卫.守护"], ["女巫.毒药", "女巫.救药"], ["系统.结算出局"]]

[clock]
opening = []
day = ["昼", "夜"]

[[loop]]
name = "夜"
from = "夜"
to = "夜"
between = ["系统.公示"]
""",
    "c-身份.toml": """
[[role]]
name = "女巫"
camp = "村民阵营"
class = "神"

  [[role.skill]]
  name = "毒药"
  text = "毒一个人。"
  phase = ["夜"]
  marks = ["指定"]
  uses = 1
  range = { who = "任意", count = [1, 2] }
  each = [{ hit = "穿透" }]

  [[role.skill]]
  name = "救药"
  text = "救一个人。"
  phase = ["夜"]
  excludes = ["毒药"]
  range = { who = "其他" }
  each = [{ when = { target_class = "神" }, give = "守护", until = "天亮" }, { tell = "{selected}不是神" }]

[[role]]
name = "守卫"
camp = "村民阵营"
class = "神"

  [[role.skill]]
  name = "守护"
  text = "挑一种守法。"
  phase = ["夜"]
  choose = [{ key = "守法", kind = "option", options = ["软", "硬"] }]
  then = [
    { when = { choice = { "守法" = "软" } }, give = "守护", until = "天亮", to = "party:狼群" },
    { ask = "要不要？", options = { "要" = [{ lift = "全部" }], "不要" = [{ stop = true }] }, default = "不要" },
    { roll = 6, branch = { "1" = [{ office = "pass", name = "警长" },
      ], "6" = [{ skill = "gain", name = "守卫.铁壁" }] } },
  ]

  [[role.skill]]
  name = "铁壁"
  text = "一直守着。"
  dealt = false
  while = [{ give = "守护", vs = "狼人阵营", during = ["夜晚"] }]

[[role]]
name = "骑士"
camp = "村民阵营"
class = "神"

  [[role.skill]]
  name = "决斗"
  text = "决斗。"
  phase = ["昼"]
  from_day = 2
  do = "决斗"
  with = { state = "冻结", text = "{target}应战" }

[[role]]
name = "灰狼"
camp = "狼人阵营"
class = "狼"
tags = ["群内"]
aliases = ["老狼"]

[[role]]
name = "狼群"
pack = true

  [[role.skill]]
  name = "杀人"
  text = "杀一个人。"
  phase = ["夜"]
  range = { who = "任意" }
  each = [{ hit = "指杀" }]
""",
}
BEHAVIOURS = {"决斗"}
SYSTEM = {"投票出局", "结算出局", "公示"}
WORDING = {"title": {"day"}, "title.*": {"day"}, "peace": set[str]()}


@pytest.fixture
def mini(tmp_path: Path) -> Path:
    folder = tmp_path / "rulesets" / "mini"
    folder.mkdir(parents=True)
    for name, text in MINI.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


Slip = Callable[[str, str], list[Finding]]


@pytest.fixture
def slip(mini: Path) -> Slip:
    """Put one slip into the small ruleset and lint it."""

    def spoil(old: str, new: str) -> list[Finding]:
        for path in mini.glob("*.toml"):
            text = path.read_text(encoding="utf-8")
            if old in text:
                path.write_text(text.replace(old, new, 1), encoding="utf-8")
                return lint(mini, behaviours=BEHAVIOURS, system=SYSTEM, wording=WORDING)
        raise AssertionError(f"{old} stands nowhere")

    return spoil
