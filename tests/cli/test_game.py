"""A game at the console: deal, night, dawn, vote, and everything around them."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Callable

import pytest

from banshā.cli import term

from .conftest import CAST, ROOT, Console, Said


def test_bare_bansha_without_a_game_says_how_to_start(bansha: Console) -> None:
    said = bansha()
    assert "bansha deal" in said.out and "bansha demo" in said.out
    assert bansha("--json").json["game"] is None


def test_deal_prints_table_and_commitment(bansha: Console) -> None:
    said = bansha.deal()
    assert all(name in said.out and role in said.out for name, role in CAST.items())
    assert "公平承诺" in said.out
    assert "局" in bansha("games").out
    assert "与" not in bansha("verify").out and "对得上" in bansha("verify").out


@pytest.mark.parametrize("text,said", [("阿一\n阿一\n", "第 1 行和第 2 行都是 阿一"), ("阿一\n", "至少要 12 人")])
def test_bad_rosters(bansha: Console, text: str, said: str) -> None:
    roster = bansha.file("r.txt", text)
    assert said in bansha("deal", "-r", "tubian", "--roster", roster, code=2).err
    assert bansha("games", "--json").json == {"games": []}


def test_unknown_ruleset_and_role(bansha: Console) -> None:
    roster = bansha.file("r.txt", "\n".join(CAST))
    assert "是不是 tubian" in bansha("deal", "-r", "tubain", "--roster", roster, code=2).err
    said = bansha("deal", "-r", "tubian", "--roster", roster, "--roles", "女巫,预言", code=2)
    assert "是不是 预言家" in said.err


def test_a_night_from_submission_to_announcement(table: Console) -> None:
    table.to("深夜")
    table("night", "submit", "狼群", "杀人", "阿三")
    table("submit", "阿三", "预言", "阿二")
    ahead = table("submit", "阿一", "毒药", "阿二")
    assert "预交" in ahead.out
    assert "阿五 诽谤" in table("night", "list").out
    waiting = table("resolve", code=1)
    assert "阿五 诽谤" in waiting.err and waiting.out == ""
    table("night", "skip", "阿五")
    table("night", "skip", "阿二")
    table("night", "skip", "东风")
    table("night", "skip", "阿十")
    done = table("resolve")
    assert "→ 阿三：阿二" in done.out and "预言家.预言" in done.out
    assert "阿二" in table("night", "table", "夜1").out
    table.to("正午")
    public = table("announce").out
    assert "昨夜出局：阿三、阿二" in public or "昨夜出局：阿二、阿三" in public
    for secret in ("女巫", "毒药", "黑狼王", "预言家", "狼人阵营"):
        assert secret not in public
    discuz = table("announce", "--format", "discuz").out
    assert "[color=Red]" in discuz and discuz.count("[b]") == discuz.count("[/b]")
    assert table("announce", "--at", "开门2").out == public
    assert table("announce", "--json").json["label"] == "开门2"


def test_resolve_stops_for_those_who_are_told_first(table: Console) -> None:
    table.to("凌晨")
    said = table("resolve")
    assert "停在 凌晨1" in said.err and "救药" in said.err
    assert "→ 阿一" in said.out
    table("night", "skip", "阿一")
    assert "现在：" in table("resolve").out


def test_dry_run_records_nothing(table: Console) -> None:
    table.to("深夜")
    table("submit", "阿三", "预言", "阿二")
    before = table.journal()
    assert "→ 阿三" in table("resolve", "--dry-run", "--timeout").out
    assert table.journal() == before


def test_resolve_to_is_one_input_a_phase(table: Console) -> None:
    table.to("早夜")
    before = len(table.journal())
    table("resolve", "--to", "凌晨", "--timeout")
    assert table.journal()[before:] == ["导演 结算 超时=是"] * 3
    assert "没有阶段 夜晚餐" in table("resolve", "--to", "夜晚餐", code=1).err
    assert "现在就在" in table("resolve", "--to", "凌晨", code=1).err


def test_feedback_and_the_ledger(table: Console) -> None:
    said = table("feedback", "阿一", "2楼").out
    assert "你的身份是女巫" in said and "你的身份是黑狼王" in said and "预言家" not in said
    assert (
        table("feedback", "阿三", "--json").json["mails"][0]["notices"][0]["text"] == "你的身份是预言家，阵营是村民阵营"
    )
    table("sent", "阿一", "2楼")
    assert table("feedback", "阿一").out == ""
    assert "你的身份是女巫" in table("feedback", "阿一", "--at", "开局").out
    assert table("feedback", "阿一", "--at", "开局", "--unsent").out == ""
    table("sent", "--all")
    assert table("feedback").out == ""


def test_corrections_after_undo(table: Console) -> None:
    table.to("深夜")
    table("submit", "阿三", "预言", "阿二")
    table("resolve", "--timeout")
    table("sent", "阿三")
    warned = table("undo", "2")
    assert "已经发给 阿三" in warned.err
    table("submit", "阿三", "预言", "阿一")
    table("resolve", "--timeout")
    todo = table("todo").out
    assert "更正 阿三" in todo and "应为" in todo
    assert "更正 阿三" in table("feedback", "阿三").err
    table("sent", "阿三")
    assert "更正" not in table("todo").out


def test_amend_previews_before_it_is_taken(table: Console) -> None:
    table.to("深夜")
    table("submit", "狼群", "杀人", "阿三")
    number = len(table.journal())
    table.to("正午")
    before = table.journal()
    preview = table("amend", str(number), "狼群 杀人 阿四")
    assert "- 出局 阿三" in preview.out and "+ 出局 阿四" in preview.out
    assert "--yes" in preview.err and table.journal() == before
    table("amend", str(number), "狼群", "杀人", "4楼", "--yes", "--reason", "看错")
    assert table.journal()[number - 1] == "狼群 杀人 阿四"
    assert not table("status", "--json").json["seats"][3]["in_play"]
    assert "看错" in str(table("log", "--json").json["history"])
    dropped = table("amend", str(number), "--drop", "--json").json
    assert dropped["difference"]["gone_outs"] and not dropped["taken"]


def test_amend_that_cannot_stand_is_refused(table: Console) -> None:
    table.to("深夜")
    table("submit", "东风", "猎杀", "阿一")
    table("submit", "东风", "撤回", "猎杀")
    number = len(table.journal()) - 1
    said = table("amend", str(number), "--drop", "--yes", code=1)
    assert "重放停在" in said.err


def test_undo_and_redo(table: Console) -> None:
    table("note", "一")
    table("note", "二")
    table("undo", "2")
    assert table.journal() == []
    assert "不能撤销" in table("undo", code=1).err or "没有可以撤销" in table("undo", code=1).err
    table("redo", "2")
    assert [line[-1] for line in table.journal()] == ["一", "二"]
    assert "可以重做的只有 0 条" in table("redo", code=1).err


def test_the_name_that_signs(table: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    table("note", "一")
    monkeypatch.setenv("BANSHA_DIRECTOR", "雪风")
    table("note", "二")
    table("--as", "青叶", "note", "三")
    table("note", "四", "--as", "青叶")
    assert [e["who"] for e in table("log", "--json").json["entries"]] == ["导演", "雪风", "青叶", "青叶"]
    assert "第 4 条是 青叶 记的" in table("undo").err


def test_votes(table: Console) -> None:
    table.to("正午")
    table("vote", "cast", "阿一", "阿二", "--at", "21:14")
    assert "只能一次" in table("vote", "cast", "阿一", "阿三", code=1).err
    table("vote", "change", "阿一", "阿三")
    assert "已经改过" in table("vote", "change", "阿一", "阿四", code=1).err
    table("vote", "abstain", "阿二")
    shown = table("vote", "show")
    assert "还没投：阿三" in shown.out
    data = table("vote", "show", "--json").json["threads"][0]
    assert data["ballots"][0] == {
        "voter": "阿一",
        "target": "阿三",
        "time": "21:14",
        "changes": 1,
        "void": "",
        "proxy": False,
    }
    closed = table("vote", "close")
    assert "阿三当选警长" in closed.out
    assert "阿四" in closed.err
    assert "没有开着的投票贴" in table("vote", "close", code=1).err


def test_questions_are_answered_by_number_or_name(bansha: Console) -> None:
    bansha.deal({**CAST, "阿十": "太极宗师", "阿八": "噩梦之影"})
    bansha.to("早夜")
    bansha("submit", "阿八", "恐惧", "阿十")
    bansha("night", "skip", "阿十")
    asked = bansha("resolve")
    assert "bansha answer 1" in asked.err
    assert bansha("next", "--json").json["questions"][0]["seat"] == "阿十"
    assert "还有没答的问题" in bansha("resolve", code=1).err
    assert "没有第 7 个问题" in bansha("answer", "7", "阿一", code=1).err
    assert bansha("answer", "1", "阿无", "选项=1", code=1).code == 1
    bansha("answer", "1", "5楼", "选项=1")
    assert bansha.journal()[-1] == "阿十 回应 太极 阿五 选项=1"
    states = bansha("status", "阿五", "--json").json["states"]
    assert [s["name"] for s in states] == ["恐惧"]


def test_an_answer_in_advance(bansha: Console) -> None:
    bansha.deal({**CAST, "阿十": "太极宗师", "阿八": "噩梦之影"})
    bansha.to("早夜")
    assert "--ahead" in bansha("answer", "阿十", "太极", "阿五", "选项=1", code=1).err
    bansha("answer", "阿十", "太极", "阿五", "选项=1", "--ahead")
    bansha("submit", "阿八", "恐惧", "阿十")
    bansha("night", "skip", "阿十")
    bansha("resolve")
    assert [s["name"] for s in bansha("status", "阿五", "--json").json["states"]] == ["恐惧"]


def test_the_directors_powers(table: Console) -> None:
    table("override", "out", "阿六", "--reason", "掉线", "--quiet")
    assert table.journal()[-1] == "导演 裁定 出局 阿六 静默=是 理由=掉线"
    table("override", "revive", "6楼", "--reason", "回来了")
    table("override", "uses", "阿一", "毒药", "2", "--reason", "补")
    table("override", "camp", "阿一", "狼人", "--reason", "试")
    table("override", "notice", "阿一", "阿二", "你 好", "--reason", "试")
    table("override", "public", "大家 好", "--reason", "试")
    table("override", "state", "阿七", "坚韧", "--reason", "试")
    assert table.journal()[-5:-1] == [
        "导演 裁定 次数 阿一 毒药 2 理由=补",
        "导演 裁定 阵营 阿一 狼人阵营 理由=试",
        '导演 裁定 通知 阿一 阿二 内容="你 好" 理由=试',
        '导演 裁定 公示 内容="大家 好" 理由=试',
    ]
    seat = table("status", "阿一", "--json").json
    assert seat["camp"] == "狼人阵营" and {"毒药": 2}.items() <= {s["name"]: s["uses"] for s in seat["skills"]}.items()
    assert "大家 好" in table("announce").out
    assert "不能裁定 kill" in table("override", "kill", "阿一", "--reason", "x", code=2).err
    assert "缺少 --reason" in table("override", "out", "阿一", code=2).err
    assert "裁定" in table("explain", "阿六").out


def test_cards_substitute_posts_groups(table: Console) -> None:
    table("card", "阿五", "蓝", "--reason", "刷屏")
    table("substitute", "阿五", "新玩家")
    table("posts", "set", "阿五", "3")
    seat = table("status", "阿五", "--json").json
    assert seat["cards"]["蓝"] == 1 and seat["player"] == "新玩家"
    assert "阿五  3" in table("posts", "show").out
    assert "狼群：阿二、阿八、阿十" in table("groups").out
    assert "没有遗言的权利" in table("words", "阿五", "再见", code=1).err


def test_words_and_badge(table: Console) -> None:
    table.to("正午")
    table("vote", "cast", "阿一", "阿三")
    table("vote", "close")
    table.to("深夜")
    table("submit", "狼群", "阿三")
    table.to("晨曦")
    assert "收 阿三 的遗言" in table("todo").out and "移交警长" in table("todo").out
    for args in (["next"], []):
        assert "阿三 移交警长" in table(*args).out
    assert "阿三 移交警长" in table("resolve", code=1).err
    table("words", "阿三", "查杀 阿二")
    table("badge", "阿三", "阿一")
    table.to("正午")
    assert "阿三的遗言：查杀 阿二" in table("announce").out
    assert table("status", "阿一", "--json").json["offices"] == ["警长"]


def test_surrender_ends_and_reveal_tells_all(table: Console) -> None:
    assert "还没结束" in table("reveal", code=1).err
    table("surrender", "狼人")
    assert "获胜" in table().out
    shown = table("reveal", "--format", "discuz").out
    assert "[table=98%]" in shown and "女巫" in shown
    assert table("submit", "阿一", "毒药", "阿二", code=1).out == ""
    assert "已经结束" in table("resolve", code=1).err


def test_explain_names_the_rule(table: Console) -> None:
    table.to("深夜")
    table("submit", "狼群", "阿三")
    table.to("正午")
    said = table("explain", "阿三").out
    assert "狼群.杀人" in said and "出局" in said
    number = table("explain", "阿三", "--json").json["steps"][-1]["row"]["event"]
    assert f"[e{number}]" in table("explain", f"e{number}").out
    assert "没有事件" in table("explain", "e99999", code=1).err


def test_several_games(bansha: Console) -> None:
    bansha.deal(name="甲")
    bansha.deal(name="乙")
    bansha("note", "在乙", "-g", "乙")
    assert bansha("--game", "甲", "log").out == ""
    bansha("use", "甲")
    assert bansha("log").out == ""
    assert "在乙" in bansha("log", "-g", "乙").out
    assert "没有对局 丙" in bansha("status", "-g", "丙", code=2).err
    assert "已经有对局 甲" in bansha("deal", "-r", "tubian", "--roster", str(bansha.folder / "roster.txt"), "--cast",
                                     str(bansha.folder / "cast.txt"), "-n", "甲", code=1).err  # fmt: skip


def test_damaged_saves_exit_three_and_stay(table: Console) -> None:
    path = table.saves / "局.toml"
    whole = path.read_bytes()
    for broken in (whole[: len(whole) // 2], whole.replace(b"format = 1", b"format = 99"), b"\xff\xfe"):
        path.write_bytes(broken)
        for command in (["status"], ["submit", "阿一", "毒药", "阿二"], ["undo"], []):
            said = table(*command, code=3)
            assert said.out == "" and said.err
        assert path.read_bytes() == broken
    assert "读不了" in table("games").out


def test_a_save_held_by_another_process(table: Console) -> None:
    from banshā.game.files import locked

    with locked(table.saves / "局.toml"):
        assert "另一个 bansha 正在写" in table("note", "x", code=1).err
        table("status")


def test_next_and_its_messages(table: Console) -> None:
    table.to("深夜")
    said = table("next").out
    assert "预言" in said and "狼群" in said
    message = table("next", "--message").out
    assert "—— 阿三（玩家3） ——" in message and "【预言】" in message and "放弃" in message
    assert table("next", "阿三", "--json").json["due"][0]["skill"] == "预言"


def test_rules(bansha: Console) -> None:
    assert "tubian" in bansha("rules", "list").out
    assert "救药" in bansha("rules", "show", "tubian", "女巫").out
    assert "是不是 女巫" in bansha("rules", "show", "tubian", "女污", code=1).err
    assert "0 处错" in bansha("rules", "lint", "tubian").out
    assert "【全员随机 屠边模式】" in bansha("rules", "post", "tubian").out
    assert "没有规则书 zzz" in bansha("rules", "show", "zzz", code=2).err


def test_verify_finds_what_was_changed_by_hand(table: Console) -> None:
    table.to("深夜")
    table("submit", "狼群", "杀人", "阿三")
    table.to("正午")
    path = table.saves / "局.toml"
    path.write_text(path.read_text("utf-8").replace("狼群 杀人 阿三", "狼群 杀人 阿四"), "utf-8")
    assert "✗" in table("verify", code=3).out
    assert table("verify", str(path), "--json", code=3).json["ok"] is False


JSON = [
    [], ["status"], ["status", "阿一"], ["next"], ["next", "--message"], ["todo"], ["groups"], ["games"], ["log"],
    ["log", "--events"], ["announce"], ["feedback"], ["vote", "show"], ["posts", "show"], ["explain", "阿一"],
    ["verify"], ["rules", "list"], ["rules", "show", "tubian"], ["rules", "show", "tubian", "女巫"],
    ["rules", "lint", "tubian"], ["rules", "post", "tubian"], ["night", "list"], ["night", "table"], ["day", "list"],
    ["reveal", "--early"], ["resolve", "--dry-run", "--timeout"], ["note", "x"], ["undo"], ["sent", "--all"],
    ["adopt"], ["adopt", "--dry-run"], ["resolve", "--timeout"], ["use", "局"], ["posts", "set", "阿一", "3"],
    ["card", "阿一", "蓝", "--reason", "x"], ["override", "public", "x", "--reason", "y"],
    ["substitute", "阿一", "新人"], ["surrender", "狼人"], ["amend", "1", "--drop"],
]  # fmt: skip


@pytest.mark.parametrize("args", JSON, ids=" ".join)
def test_json_is_json_and_nothing_else(table: Console, args: list[str]) -> None:
    table("note", "先记一条")
    assert table(*args, "--json").json is not None


def test_json_of_a_refusal(table: Console) -> None:
    said = table("status", "阿无", "--json", code=1)
    assert said.json["error"]["code"] == "unknown_seat" and said.err


# ── as processes ──


def test_a_pipe_gets_plain_text(table: Console, process: Callable[..., Said]) -> None:
    for args in (["status"], ["next"], ["--help"], [], ["feedback"], ["rules", "list"]):
        said = process(*args, FORCE_COLOR="1")
        assert said.code == 0, said
        assert "\x1b" not in said.out + said.err
        assert not set("─│┃━┏") & set(said.out)


def test_a_gbk_console(table: Console, process: Callable[..., Said], tmp_path: object) -> None:
    said = process("status", "--json", PYTHONIOENCODING="gbk")
    assert said.json["game"] == "局"


def test_exit_codes_of_processes(table: Console, process: Callable[..., Said]) -> None:
    assert process("status").code == 0
    assert process("status", "阿无").code == 1
    assert process("status", "--nope").code == 2
    (table.saves / "局.toml").write_text("不是", "utf-8")
    assert process("status").code == 3


def test_ordinary_commands_do_not_import_pydantic_or_rich(table: Console) -> None:
    code = (
        "import sys\nfrom banshā.cli.main import app\n"
        "try: app(['status'], prog_name='bansha')\nexcept SystemExit: pass\n"
        "print([m for m in ('pydantic', 'rich', 'banshā.rulebook.load') if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize("no_colour", [False, True])
def test_a_terminal_gets_tables_and_colour(table: Console, no_colour: bool) -> None:
    """On a terminal of 100 columns: framed tables that keep to the width; with NO_COLOR not one escape."""
    out = on_terminal(["status"], 100, table, {"NO_COLOR": "1"} if no_colour else {})
    assert "─" in out and ("\x1b" in out) != no_colour
    plain = re.sub(r"\x1b\[[0-9;]*m", "", out)
    assert all(term.width(line) <= 100 for line in plain.splitlines())


def on_terminal(args: list[str], columns: int, console: Console, more: dict[str, str]) -> str:
    """What a command prints on a pseudo-terminal."""
    environment = {**os.environ, **more, "BANSHA_SAVES": str(console.saves), "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    command = [sys.executable, "-m", "banshā.cli.main", *args]
    done = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment)
    os.close(slave)
    found = b""
    with contextlib.suppress(OSError):
        while data := os.read(master, 65536):
            found += data
    assert done.wait(60) == 0
    os.close(master)
    return found.decode().replace("\r\n", "\n")


def test_a_reader_that_goes_away_is_no_error(table: Console) -> None:
    environment = {**os.environ, "BANSHA_SAVES": str(table.saves), "PYTHONPATH": str(ROOT)}
    command = f"{sys.executable} -m banshā.cli.main log --events | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], env=environment, capture_output=True, text=True)
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr


def test_an_offer_is_taken_up_without_being_asked_and_only_once(bansha: Console) -> None:
    bansha.deal({**CAST, "阿九": "阴阳使者"}, name="招魂")
    bansha.to("深夜")
    bansha("submit", "狼群", "阿五")
    bansha("resolve", "--timeout")
    bansha.to("正午")
    bansha.to("凌晨")
    bansha("submit", "阿九", "招魂", "阿五")
    bansha("resolve", "--timeout")
    assert "第 3 天正午才能说" in bansha("answer", "阿五", "招魂", "早了", "--ahead", code=1).err
    bansha.to("正午")
    assert "阿五的魂说：我还在" in bansha("answer", "阿五", "招魂", "我还在").out
    count = len(bansha.journal())
    assert "--ahead" in bansha("answer", "阿五", "招魂", "再说一句", code=1).err
    assert "说过就没有了" in bansha("answer", "阿五", "招魂", "再说一句", "--ahead", code=1).err
    assert len(bansha.journal()) == count
