"""Reading folders, putting files together, and extending another ruleset."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from banshā.rulebook.compile import compile_folder
from banshā.rulebook.findings import RulesetError
from banshā.rulebook.load import available, find, load, read

HEAD = '[ruleset]\nid = "主题"\ntitle = "主题"\nversion = 1\nplayers = [4, 8]\n'


def theme(mini: Path, text: str, head: str = "") -> Path:
    folder = mini.parent / "theme"
    folder.mkdir(exist_ok=True)
    (folder / "主题.toml").write_text(HEAD + 'extends = "mini"\n' + head + text, "utf-8")
    return folder


def test_files_are_merged_in_order_of_their_paths(mini: Path) -> None:
    source = load(mini)
    assert [role["name"] for role in source.doc["role"]] == ["女巫", "守卫", "骑士", "灰狼", "狼群"]
    assert [Path(shown).name for shown in source.files] == ["a-总则.toml", "b-阶段.toml", "c-身份.toml"]
    assert Path(source.origin(("role", "女巫", "skill", "毒药"))).name == "c-身份.toml"


def test_order_table_overrules_the_files(mini: Path) -> None:
    (mini / "d.toml").write_text('[order]\nroles = ["灰狼", "骑士"]\n', "utf-8")
    roles = compile_folder(mini)["roles"]
    assert list(roles) == ["灰狼", "骑士", "女巫", "守卫", "狼群"]
    assert [role["order"] for role in roles.values()] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('[[role]]\nname = "女巫"\n', "身份 女巫"),
        ('[[state]]\nname = "守护"\n', "状态 守护"),
        ('[numbers]\n"狼数" = { value = 2 }\n', "numbers.狼数"),
        ("[vote]\ntie = []\n", "vote.tie"),
        ('[aliases.role]\n"狼" = "骑士"\n', "aliases.role.狼"),
    ],
)
def test_a_name_twice_names_both_files(mini: Path, text: str, what: str) -> None:
    (mini / "z-又.toml").write_text(text, "utf-8")
    with pytest.raises(RulesetError) as caught:
        load(mini)
    (found,) = caught.value.findings
    assert found.code == "R002" and found.table == what
    assert "z-又.toml" in found.message and found.message.count(".toml") == 2


def test_two_skills_of_one_name_in_a_role(mini: Path) -> None:
    path = mini / "c-身份.toml"
    path.write_text(path.read_text("utf-8").replace('name = "救药"', 'name = "毒药"'), "utf-8")
    with pytest.raises(RulesetError, match=r"技能 女巫\.毒药"):
        load(mini)


def test_other_tables_of_one_kind_may_be_spread_over_files(mini: Path) -> None:
    (mini / "z.toml").write_text('[numbers]\n"三" = { value = 3 }\n[aliases.role]\n"巫" = "女巫"\n', "utf-8")
    compiled = compile_folder(mini)
    assert list(compiled["numbers"]) == ["狼数", "判负线", "三"]
    assert compiled["aliases"]["role"] == {"狼": "灰狼", "巫": "女巫", "老狼": "灰狼"}


@pytest.mark.parametrize("encoding", ["gbk", "utf-8-sig"])
def test_other_encodings_are_read(mini: Path, encoding: str) -> None:
    plain = compile_folder(mini)["digest"]
    for path in mini.glob("*.toml"):
        path.write_bytes(path.read_text("utf-8").replace("\n", "\r\n").encode(encoding))
    assert compile_folder(mini)["digest"] == plain


def test_all_broken_files_are_named(mini: Path) -> None:
    (mini / "a-总则.toml").write_text('[ruleset]\nid = "坏\n', "utf-8")
    (mini / "b-阶段.toml").write_bytes(b"\xff\xff\xff")
    source = read(mini)
    assert [(Path(item.file).name, item.code) for item in source.problems] == [
        ("a-总则.toml", "R001"),
        ("b-阶段.toml", "R001"),
    ]
    assert source.problems[0].line == 2 and "引号没有收尾" in source.problems[0].message


# ── extends ──


def test_extends_merges_by_name_and_replaces_lists(mini: Path) -> None:
    folder = theme(
        mini,
        '[[state]]\nname = "守护"\nstops = ["指杀", "穿透"]\n'
        '[[role]]\nname = "女巫"\ntags = ["药"]\n'
        '[[role.skill]]\nname = "毒药"\nuses = 2\n'
        '[[role.skill]]\nname = "迷药"\ntext = "迷。"\n'
        '[[role]]\nname = "渔夫"\ncamp = "村民阵营"\n'
        '[[win]]\ncamp = "村民阵营"\nkind = "lose"\ndo = "x"\n'
        "[vote]\nchanges = 3\n",
    )
    compiled = compile_folder(folder)
    assert compiled["id"] == "主题"
    assert compiled["states"]["守护"]["stops"] == ["指杀", "穿透"]
    assert list(compiled["roles"]) == ["女巫", "守卫", "骑士", "灰狼", "狼群", "渔夫"]
    assert compiled["roles"]["女巫"]["skills"] == ["女巫.毒药", "女巫.救药", "女巫.迷药"]
    poison = compiled["skills"]["女巫.毒药"]
    assert poison["uses"] == 2 and poison["text"] == "毒一个人。" and poison["range"]["count"] == [1, 2]
    assert [win["camp"] for win in compiled["wins"]] == ["村民阵营"]
    assert compiled["vote"] == {"changes": 3, "tie": ["警长"]}


def test_a_wording_for_all_stages_outdoes_the_parents_for_one(mini: Path) -> None:
    assert compile_folder(mini)["wording"]["title.夜"] == "第 {day} 夜"
    anew = compile_folder(theme(mini, '[wording]\ntitle = "{day} 日"\n'))["wording"]
    assert anew == {"title": "{day} 日", "peace": "没有人出局"}
    both = compile_folder(theme(mini, '[wording]\ntitle = "{day} 日"\n"title.夜" = "{day} 更"\n'))["wording"]
    assert both["title.夜"] == "{day} 更"
    other = compile_folder(theme(mini, '[wording]\npeace = "无事"\n'))["wording"]
    assert other["title.夜"] == "第 {day} 夜"


def test_extends_leaves_the_parent_alone(mini: Path) -> None:
    before = compile_folder(mini)
    compile_folder(theme(mini, '[[state]]\nname = "守护"\nstops = ["投票"]\n', 'remove = ["女巫"]\n'))
    assert compile_folder(mini) == before


def test_remove_takes_away_and_clears_the_slots(mini: Path) -> None:
    head = 'remove = ["女巫.救药", "骑士", "身份.灰狼", "状态.冻结", "连带.冻伤", "数.判负线", "身份.守卫.铁壁"]\n'
    compiled = compile_folder(theme(mini, "", head))
    assert list(compiled["roles"]) == ["女巫", "守卫", "狼群"]
    assert list(compiled["skills"]) == ["女巫.毒药", "守卫.守护", "狼群.杀人"]
    assert list(compiled["states"]) == ["守护"] and compiled["links"] == [] and list(compiled["numbers"]) == ["狼数"]
    slots = [slot["key"] for phase in compiled["phases"] for slot in phase["slots"]]
    assert slots == ["系统.投票出局", "狼群.杀人", "守卫.守护", "女巫.毒药", "系统.结算出局"]


def test_a_removed_role_can_be_written_anew(mini: Path) -> None:
    compiled = compile_folder(theme(mini, '[[role]]\nname = "女巫"\ncamp = "狼人阵营"\n', 'remove = ["女巫"]\n'))
    assert compiled["roles"]["女巫"]["camp"] == "狼人阵营" and compiled["roles"]["女巫"]["skills"] == []


def test_removing_what_is_not_there(mini: Path) -> None:
    with pytest.raises(RulesetError) as caught:
        load(theme(mini, "", 'remove = ["女巫.救要"]\n'))
    (found,) = caught.value.findings
    assert (found.code, found.near, found.key) == ("R003", "女巫.救药", "remove") and found.line > 0


def test_extending_what_is_not_there(mini: Path) -> None:
    folder = theme(mini, "")
    path = folder / "主题.toml"
    path.write_text(path.read_text("utf-8").replace('extends = "mini"', 'extends = "没有的书"'), "utf-8")
    with pytest.raises(RulesetError, match="没有规则书 没有的书"):
        load(folder)


def test_a_chain_of_three(mini: Path) -> None:
    theme(mini, '[[role]]\nname = "渔夫"\n')
    third = mini.parent / "third"
    third.mkdir()
    (third / "x.toml").write_text(HEAD + 'extends = "theme"\nremove = ["渔夫"]\n', "utf-8")
    source = load(third)
    assert [folder.name for folder in source.folders] == ["mini", "theme", "third"]
    assert "渔夫" not in compile_folder(third)["roles"]


# ── where rulesets are ──


def test_find_by_id_and_by_path(mini: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANSHA_RULESETS", str(mini.parent))
    assert find("mini") == mini.resolve() == find(mini) == find(str(mini))
    assert find(mini / "a-总则.toml") == mini.resolve()
    assert "mini" in available() and "tubian" in available()


def test_the_environment_comes_first(tubian: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANSHA_RULESETS", os.pathsep.join([str(tubian.parent), "/没有"]))
    assert find("tubian") == tubian.resolve()
    monkeypatch.delenv("BANSHA_RULESETS")
    assert find("tubian") != tubian.resolve()


def test_unknown_ids_get_a_suggestion() -> None:
    with pytest.raises(RulesetError) as caught:
        find("tubain")
    assert caught.value.findings[0].near == "tubian"


def test_a_folder_without_toml_is_no_ruleset(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match=r"没有 \.toml 文件"):
        find(tmp_path)
