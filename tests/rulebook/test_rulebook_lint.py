"""Each code of the linter is set off by a slip, and silent on what is right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from banshā.rulebook import lint as lint_module
from banshā.rulebook.lint import lint

from .conftest import BEHAVIOURS, SYSTEM, TUBIAN, Slip

# code, what is written, the slip, and what the finding must say (message or near name).
SLIPS = [
    ("R001", "players = [4, 8]", "players = [4, 8", "TOML 写错了"),
    ("R002", 'name = "骑士"', 'name = "守卫"', "c-身份.toml"),
    ("R003", "version = 1", 'version = 1\nextends = "mini"', "绕成了圈"),
    ("R004", 'period = "白昼"\n', "", "缺 period"),
    ("R005", 'range = { who = "其他" }', 'rang = { who = "其他" }', "range"),
    ("R005", "uses = 1", "use = 1", "uses"),
    ("R006", "uses = 1", 'uses = "一次"', "整数"),
    ("R006", "count = [1, 2]", "count = [1]", "至少"),
    ("R006", "weight = 2", "weight = nan", "这里要写数"),
    ("R006", 'text = "{target}应战" }', 'text = 2026-01-01 }', "只能写文字"),
    ("R006", 'to = "party:狼群"', 'to = "sefl"', "self"),
    ("R007", 'marks = ["指定"]', 'marks = ["指向"]', "指定"),
    ("R007", 'hit = "穿透"', 'hit = "穿通"', "穿透"),
    ("R008", '{ hit = "穿透" }', '{ hitt = "穿透" }', "hit"),
    ("R008", '{ hit = "穿透" }', '{ hit = "穿透", give = "守护" }', "一个动词"),
    ("R010", '[{ when = { target_class = "神" }, give = "守护"', '[{ give = "守户"', "守护"),
    ("R010", 'with = { state = "冻结"', 'with = { state = "冻解"', "冻结"),
    ("R010", '[{ lift = "全部" }]', '[{ lift = "全步" }]', "全部"),
    ("R011", '{ when = { target_class = "神" }', '{ when = { target_role = "老浪" }', "老狼"),
    ("R012", 'excludes = ["毒药"]', 'excludes = ["毒要"]', "毒药"),
    ("R012", 'tie = ["警长"]', 'tie = ["警探"]', "警长"),
    ("R013", 'vs = "狼人阵营"', 'vs = "狼人"', "狼人阵营"),
    ("R013", 'camp = "村民阵营"\nclass', 'camp = "村明阵营"\nclass', "村民阵营"),
    ("R014", 'give = "守护", until = "天亮" }, { tell', 'give = "守护", until = "天明" }, { tell', "天亮"),
    ("R015", 'to = "party:狼群"', 'to = "party:狼裙"', "狼群"),
    ("R016", 'office = "pass", name = "警长"', 'office = "pass", name = "警张"', "警长"),
    ("R017", 'at_most = "判负线"', 'at_most = "判负限"', "判负线"),
    ("R017", 'number = "狼数"', 'number = "浪数"', "狼数"),
    ("R018", 'during = ["夜晚"]', 'during = ["夜间"]', "夜晚"),
    ("R018", 'day = ["昼", "夜"]', 'day = ["昼", "夜", "早夜"]', "早夜"),
    ("R018", 'from = "夜"', 'from = "早夜"', "早夜"),
    ("R018", '{ end = "夜", when', '{ end = "早夜", when', "早夜"),
    ("R019", 'tags = ["群内"] }', 'tags = ["群外"] }', "群内"),
    ("R020", 'do = "决斗"', 'do = "决头"', "决斗"),
    ("R021", 'target_class = "神"', 'target_class = "神仙"', "神"),
    ("R022", 'during = ["夜晚"]', 'during = ["夜晚"], except_slots = ["毒要"]', "毒药"),
    ("R023", '"系统.结算出局"', '"系统.结算出句"', "结算出局"),
    ("R024", '{ tell = "{selected}不是神" }', '{ tell = "{selected}不是神", release = "天明" }', "天明"),
    ("R030", '"女巫.毒药", "女巫.救药"', '"女巫.毒药"', "女巫.救药"),
    ("R031", '"女巫.毒药", "女巫.救药"', '"女巫.毒药", "女巫.救药", "女巫.毒要"', "女巫.毒药"),
    ("R032", 'order = ["杀人", "毒药"]', 'order = ["杀人", "毒要"]', "毒要"),
    ("R032", 'each = [{ hit = "指杀" }]', 'each = [{ all = [{ hit = "指杀", slot = "乱砍" }] }]', "乱砍"),
    ("R033", 'protections = ["守护"]', 'protections = ["守户"]', "守护"),
    ("R034", 'state = "冻结"\nhit', 'state = "冻解"\nhit', "冻结"),
    ("R034", 'links = ["冻伤"]', 'links = ["冻疮"]', "冻伤"),
    ("R035", '"狼群.杀人", "守卫.守护"', '"狼群.杀人", "守卫.守护", "守卫.守护"', "2 次"),
    ("R040", ', options = ["软", "硬"]', "", "选项"),
    ("R041", "count = [1, 2]", "count = [3, 2]", "颠倒"),
    ("R041", 'options = ["软", "硬"]', 'options = ["软", "硬"], from = 3, upto = 1', "颠倒"),
    ("R042", "uses = 1", "uses = -1", "至少是 0"),
    ("R042", "from_day = 2", "from_day = 0", "至少是 1"),
    ("R043", 'text = "毒一个人。"', "", "说明"),
    ("R044", "{selected}不是神", "{selectd}不是神", "selected"),
    ("R044", "{selected}不是神", "{selected不是神", "成对"),
    ("R044", "{target}应战", "{choice:守法}应战", "没有选择"),
    ("R045", '"6" = [{ skill = "gain", name = "守卫.铁壁" }]', '"6" = [{ stop = true }]', "得不到"),
    ("R045", 'skills = ["狼群.杀人"]', "skills = []", "得不到"),
    ("R046", 'default = "不要"', 'default = "不用"', "不要"),
    ("R046", '"6" = [{ skill', '"7" = [{ skill', "掷不出 7"),
    ("R047", 'choice = { "守法" = "软" }', 'choice = { "手法" = "软" }', "守法"),
    ("R047", 'choice = { "守法" = "软" }', 'choice = { "守法" = "轻" }', "没有 轻"),
    ("R050", '"狼" = "灰狼"', '"女巫" = "灰狼"', "同名"),
    ("R050", 'aliases = ["老狼"]', 'aliases = ["老狼"]\n\n[[role]]\nname = "白狼"\naliases = ["狼"]', "已经是"),
    ("R051", '"狼" = "灰狼"', '"狼" = "灰郎"', "灰狼"),
    ("R052", "players = [4, 8]", "players = [8, 4]", "前小后大"),
    ("R053", 'day = ["昼", "夜"]', 'day = ["夜"]', "不会开始"),
    ("R054", '{ share = [3, 10] }', "{ share = [3, 10], value = 3 }", "只写一个"),
    ("R054", 'at_most = "判负线"', 'at_most = "判负线", below = 3', "只写一个"),
    ("R054", '{ end = "夜", when', '{ end = "夜", start = "夜", when', "只写一个"),
    ("R055", 'peace = "没有', 'peece = "没有', "peace"),
    ("R055", '"title.夜" =', '"peace.夜" =', "没有人读"),
    ("R018", '"title.夜" =', '"title.业" =', "没有阶段 业"),
    ("R044", 'peace = "没有人', 'peace = "没有{names}', "没有人填"),
]  # fmt: skip


def test_the_small_ruleset_is_clean(mini: Path) -> None:
    assert lint(mini, behaviours=BEHAVIOURS, system=SYSTEM) == []


@pytest.mark.parametrize(("code", "old", "new", "says"), SLIPS, ids=[f"{s[0]}-{i}" for i, s in enumerate(SLIPS)])
def test_a_slip_sets_off_its_code(slip: Slip, code: str, old: str, new: str, says: str) -> None:
    found = slip(old, new)
    assert any(item.code == code and says in str(item) for item in found), [str(item) for item in found]
    # One slip must not bury its own finding under others.
    assert len(found) <= 3, [str(item) for item in found]


def test_every_code_of_the_table_has_a_slip() -> None:
    listed = set(re.findall(r"^\| (R\d{3}) ", lint_module.__doc__ or "", re.MULTILINE))
    assert listed - {code for code, *_ in SLIPS} == {"R009"}  # tested below
    assert [item.code for item in lint("没有这本书")] == ["R009"]


def test_codes_in_the_source_are_in_the_table() -> None:
    package = Path(lint_module.__file__).parent
    used = {code for path in package.rglob("*.py") for code in re.findall(r'"(R\d{3})"', path.read_text("utf-8"))}
    assert used <= set(re.findall(r"^\| (R\d{3}) ", lint_module.__doc__ or "", re.MULTILINE))


def test_tubian_has_no_errors() -> None:
    """Warnings may speak of roles that are not written yet; an error is a slip in the rulebook or in the linter."""
    assert [str(item) for item in lint(TUBIAN) if item.is_error] == []


def test_all_slips_are_found_at_once(mini: Path) -> None:
    roles = mini / "c-身份.toml"
    text = roles.read_text("utf-8")
    text = text.replace('marks = ["指定"]', 'marks = ["指向"]').replace("uses = 1", "use = 1")
    roles.write_text(text.replace('vs = "狼人阵营"', 'vs = "狼人"'), "utf-8")
    found = lint(mini, behaviours=BEHAVIOURS, system=SYSTEM)
    # The unknown camp is found although the models refuse two other tables.
    assert sorted(item.code for item in found) == ["R005", "R007", "R013"]


def test_a_broken_file_does_not_make_its_content_missing(mini: Path) -> None:
    (mini / "b-阶段.toml").write_text("[[phase]\n", "utf-8")
    found = lint(mini, behaviours=BEHAVIOURS, system=SYSTEM)
    assert [item.code for item in found if item.code in ("R004", "R031", "R032")] == []
    assert [(item.code, item.line) for item in found if item.code == "R001"] == [("R001", 1)]


def test_findings_show_file_line_table_and_key(slip: Slip, mini: Path) -> None:
    (found,) = slip('each = [{ hit = "穿透" }]', 'each = [{ hit = "穿透", until = "天明" }]')
    assert (found.table, found.key, found.near) == ("身份 女巫 · 技能 毒药", "each[0].until", "天亮")
    assert Path(found.file).name == "c-身份.toml"
    line = (mini / "c-身份.toml").read_text("utf-8").splitlines()[found.line - 1]
    assert "天明" in line
    assert str(found).endswith("：没有结束时点 天明，是不是 天亮？ [R014]")


@pytest.mark.parametrize(
    ("old", "new", "near"),
    [
        ('{ when = { target_class = "神" }, give', '{ wen = { target_class = "神" }, give', "when"),
        # Right for a skill, but a phase takes nothing like it.
        ("votes = true", "votes = true\nfixed_camp = true", None),
        ('"判负线" = { number = "狼数", minus = 1 }', '"判负线" = { number = "狼数", minuss = 1 }', "minus"),
    ],
)
def test_unknown_key_suggests_only_keys_of_its_own_table(slip: Slip, old: str, new: str, near: str | None) -> None:
    (found,) = slip(old, new)
    assert (found.code, found.near) == ("R005", near)


def test_names_handed_in_are_optional(slip: Slip, mini: Path) -> None:
    assert [item.code for item in slip('do = "决斗"', 'do = "决头"')] == ["R020"]
    assert lint(mini) == []
    assert lint(mini, behaviours={"决头"}, system={f"系统.{name}" for name in SYSTEM}) == []


@pytest.mark.parametrize(
    ("old", "new", "code", "near"),
    [
        ('give = "冻结"', 'give = "冻解"', "R010", "冻结"),
        ('until = "夜晚结束"', 'until = "夜晚结朿"', "R014", "夜晚结束"),
        ('"女巫.灵通"', '"女巫.灵同"', "R031", "女巫.灵通"),
        ('informs = ["法老之蛇"]', 'informs = ["法老蛇"]', "R012", "法老之蛇"),
        ('name = "守卫.日式守护" }', 'name = "守卫.曰式守护" }', "R012", "守卫.日式守护"),
        ('loop = "昼"', 'loop = "周"', "R018", None),
        ("exactly = 0 } }", "exactly = -1 } }", "R042", None),
        ('join = "群内"', 'join = "群肉"', "R019", "群内"),
        ('mine = "票权"', 'mine = "票全"', "R010", "票权"),
        ('target_role = "{choice:身份}"', 'target_role = "{choice:身分}"', "R044", "身份"),
    ],
)
def test_slips_in_the_real_ruleset(tubian: Path, old: str, new: str, code: str, near: str | None) -> None:
    before = {(item.code, item.message) for item in lint(tubian)}
    path = next(path for path in sorted(tubian.rglob("*.toml")) if old in path.read_text("utf-8"))
    path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    new_ones = [item for item in lint(tubian) if (item.code, item.message) not in before]
    hit = [item for item in new_ones if item.code == code]
    assert hit, [str(item) for item in new_ones]
    assert hit[0].near == near and hit[0].line > 0
