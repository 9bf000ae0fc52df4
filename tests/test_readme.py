"""Every output README shows is what the commands really print. BANSHA_UPDATE_README=1 writes it anew."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer

from tests.transcripts import threads

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
BLOCK = re.compile(r"<!-- output: (?P<what>.*?) -->\n```console\n(?P<body>.*?)```\n<!-- /output -->", re.S)
COMMANDS = re.compile(r"<!-- commands -->\n(?P<body>.*?)<!-- /commands -->", re.S)
DATE = re.compile(r"\d\d-\d\d 周.")  # when a day closes goes by the day it is played
HEX = re.compile(r"[0-9a-f]{64}")  # a commitment holds a random salt and the rulebook's digest
TABLE = re.compile(r"<!-- rulesets -->\n(?P<body>.*?)<!-- /rulesets -->", re.S)

# The game of the README: commands as typed. The roster and cast files stand below.
GAME = [
    "bansha deal --ruleset tubian --roster roster.txt --cast cast.txt --name 秋日 --seed 20261130",
    "bansha next",
    "bansha submit 影 包子",
    "bansha resolve",
    "bansha vote cast 饺子 包子",
    "bansha vote close",
    "bansha resolve --to 深夜 --timeout",
    "bansha submit 狼群 杀人 乌鸦",
    "bansha submit 狼群 杀人 馒头",
    "bansha submit 包 豆腐",
    "bansha resolve --timeout",
    "bansha resolve",
    "bansha submit 饺子 毒药 3楼",
    "bansha resolve --timeout",
    "bansha resolve --timeout",
    "bansha resolve --timeout",
    "bansha announce --at 开门2",
    "bansha feedback 包子",
    "bansha explain 馒头",
]
# Its first vote once more, read from the forum. The first commands are not shown.
FORUM = [
    "bansha deal --ruleset tubian --roster roster.txt --cast cast.txt --name 论坛 --seed 20261130",
    "bansha submit 影 包子",
    "bansha resolve",
    "bansha vote import 投票帖-1.html 投票帖-2.html --close 2026-12-02T21:00",
    "bansha vote import 投票帖-2.html --override 11=馒头",
]
THREAD = """view stock
2026-12-01
09:00:00 导演 第一日投票帖，竞选警长，12-02 21:00 关门
09:12:40 饺子 投票 包子
09:40:03 汤圆 投票 豆腐
10:05:00 包子 投票 馒头
10:31:12 面条 引 2 饺子这票太快了
11:00:00 米饭 投票 包子
13:20:30 豆腐 投票 汤圆
14:02:00 饺子 改票 馒头 回 2
15:00:00 馒头 弃权
20:00:00 导演 代投 粽子 包子
2026-12-02
12:00:00 年糕 投票 慢头
20:10:00 米饭 改票 豆腐 回 6
21:00:09 油条 投票 豆腐
"""
ROSTER = "饺子 小王\n包子 阿明\n汤圆\n馒头\n面条\n米饭\n豆腐\n烧麦\n影子君\n粽子\n年糕\n油条\n"
CAST = (
    "饺子 女巫\n包子 预言家\n汤圆 渊狼\n馒头 乌鸦\n面条 猎人\n米饭 骑士\n豆腐 狼妹妹\n烧麦 黑狼王\n"
    "影子君 影子\n粽子 企鹅\n年糕 锁链师\n油条 白痴\n"
)


def lay_out(folder: Path) -> None:
    """The files that the commands name."""
    (folder / "roster.txt").write_text(ROSTER, "utf-8")
    (folder / "cast.txt").write_text(CAST, "utf-8")
    for number, page in enumerate(threads.pages(THREAD), 1):
        (folder / f"投票帖-{number}.html").write_bytes(page)


def run(words: list[str], folder: Path) -> str:
    env = {**os.environ, "BANSHA_SAVES": str(folder / "saves"), "PYTHONPATH": str(ROOT), "COLUMNS": "100"}
    got = subprocess.run([sys.executable, "-m", "banshā.cli.main", *words], cwd=folder, env=env, capture_output=True,
                         text=True, check=False)  # fmt: skip
    return got.stdout + (got.stderr if got.returncode else "")


def output(what: str, folder: Path) -> str:
    """The text a block shows."""
    if what == "game":
        lay_out(folder)
        said = "".join(f"$ {c}\n{run(shlex.split(c)[1:], folder)}\n" for c in GAME)
        return DATE.sub("12-01 周二", HEX.sub("…（64 位十六进制）", said))
    if what == "forum":
        lay_out(folder)
        played = [f"$ {c}\n{run(shlex.split(c)[1:], folder)}\n" for c in FORUM]
        return "".join(played[3:])
    command, _, lines = what.partition(" | ")
    first, last = (int(x) for x in lines.split("-"))
    shown = run(shlex.split(command)[1:], folder).splitlines()[first - 1 : last]
    return HEX.sub("…（64 位十六进制）", f"$ {command}\n" + "\n".join(shown) + "\n…\n")


def rulesets() -> str:
    """The table of rulebooks: counted from the files."""
    rows = []
    for folder in sorted(p.parent for p in (ROOT / "rulesets").glob("*/ruleset.toml")):
        docs = [tomllib.loads(f.read_text("utf-8")) for f in folder.rglob("*.toml")]
        head = next(d["ruleset"] for d in docs if "ruleset" in d)
        roles = [r for d in docs for r in d.get("role", []) if not r.get("pack")]
        skills = sum(not s.get("hidden") for r in roles for s in r.get("skill", []))
        cases = len(list((ROOT / "tests" / "cases" / folder.name).glob("*.toml")))
        left = head.get("left_out", "")
        rows.append(f"| `{folder.name}` {head['title']} | {len(roles)} | {skills} | {cases} | {left} |")
    return "\n".join(rows) + "\n"


def commands() -> str:
    """The list of commands: from their own help pages."""
    from banshā.cli import helping
    from banshā.cli.main import app

    root: Any = typer.main.get_command(app)
    rows = []
    for panel in helping.PANELS:
        first = panel
        for name in [n for n in root.list_commands(None) if root.panels[n] == panel]:
            found = root.get_command(None, name)
            subs = {f"{name} {sub}": found.get_command(None, sub) for sub in getattr(found, "commands", {})}
            for path, command in (subs or {name: found}).items():
                rows.append(f"| {first} | `{path}` | {helping.short(command)} |")
                first = ""
    return "| | 命令 | 做什么 |\n| --- | --- | --- |\n" + "\n".join(rows) + "\n"


def rendered(folder: Path) -> str:
    text = README.read_text("utf-8")
    text = BLOCK.sub(
        lambda m: m[0].replace(f"```console\n{m['body']}```", f"```console\n{output(m['what'], folder)}```"), text
    )
    text = COMMANDS.sub(lambda m: f"<!-- commands -->\n{commands()}<!-- /commands -->", text)
    return TABLE.sub(lambda m: f"<!-- rulesets -->\n{rulesets()}<!-- /rulesets -->", text)


def test_readme_shows_what_the_commands_print(tmp_path: Path) -> None:
    wanted = rendered(tmp_path)
    assert "Traceback" not in wanted
    if os.environ.get("BANSHA_UPDATE_README"):
        README.write_text(wanted, "utf-8")
    assert README.read_text("utf-8") == wanted


@pytest.mark.parametrize(
    "word", ["demo", "deal", "submit", "resolve", "announce", "feedback", "undo", "amend", "verify"]
)
def test_readme_names_the_commands_a_newcomer_needs(word: str) -> None:
    assert re.search(rf"(bansha |`){word}", README.read_text("utf-8"))
