"""bansha check and bansha demo: neither touches saves."""

from __future__ import annotations

import pytest

from .conftest import Console

CASE = """
title = "救药挡住狼刀"
ruleset = "{ruleset}"
rule = "女巫.救药"
seats = '''
1 阿一 {role}
2 阿二 黑狼王
3 阿三 预言家
4 阿四 猎人
5 阿五 乌鸦
'''
[[step]]
at = "夜1"
do = ["狼群 杀人 阿三", "阿一 救药 阿三"]
out = [{out}]
"""


def case(role: str = "女巫", out: str = "", ruleset: str = "tubian") -> str:
    return CASE.format(role=role, out=out, ruleset=ruleset)


def test_check_counts_cases(bansha: Console) -> None:
    good = bansha.file("1.toml", case())
    assert bansha("check", good).out.splitlines()[-1] == "1 passed, 0 failed"
    bansha.file("2.toml", case(out='"阿四"'))
    bansha.file("3.toml", case(role="没有的人"))
    bansha.file("4.toml", "title =")
    bansha.file("5.toml", case(ruleset="nowhere"))
    said = bansha("check", str(bansha.folder), code=1)
    assert said.out.splitlines()[-1] == "1 passed, 3 failed, 1 skipped"
    assert "出局 应为 阿四" in said.out
    data = bansha("check", str(bansha.folder), "--json", code=1).json
    assert (data["passed"], data["failed"], data["skipped"]) == (1, 3, 1)
    assert not bansha.saves.exists()


def test_nothing_to_check(bansha: Console) -> None:
    assert "没有用例" in bansha("check", str(bansha.folder), code=2).err


def test_a_ruleset_beside_the_case_comes_first(bansha: Console) -> None:
    book = bansha.folder / "rulesets" / "mine"
    book.mkdir(parents=True)
    (book / "ruleset.toml").write_text('[ruleset]\nextends = "tubian"\nid = "mine"\ntitle = "我的"\n', "utf-8")
    path = bansha.file("c.toml", case(ruleset="mine"))
    assert bansha("check", path).out.splitlines()[-1] == "1 passed, 0 failed"


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_the_demo_plays_to_a_winner(bansha: Console, seed: str) -> None:
    said = bansha("demo", "--seed", seed)
    for word in ("发牌", "公平承诺", "狼群", "投票", "公示", "终局", "获胜", "对得上"):
        assert word in said.out
    assert "Traceback" not in said.err
    assert not bansha.saves.exists()


def test_the_demo_is_the_same_for_a_seed(bansha: Console) -> None:
    assert bansha("demo", "--seed", "7").out == bansha("demo", "--seed", "7").out
    assert bansha("demo", "--seed", "7", "--json").json["winner"]


def test_a_theme_from_nothing(bansha: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(bansha.folder)
    assert "ruleset.toml" in bansha("rules", "init", "灯塔", "--extends", "tubian").out
    assert "0 处错" in bansha("rules", "lint", "灯塔").out
    assert "已经有了" in bansha("rules", "init", "灯塔", code=1).err
    assert "已经有规则书" in bansha("rules", "init", "tubian", code=1).err
    assert "是不是 tubian" in bansha("rules", "init", "新", "--extends", "tubain", code=2).err
    (bansha.folder / "灯塔" / "cases").mkdir()
    (bansha.folder / "灯塔" / "cases" / "1.toml").write_text(case(ruleset="灯塔"), "utf-8")
    assert bansha("check", "灯塔/cases").out.splitlines()[-1] == "1 passed, 0 failed"
