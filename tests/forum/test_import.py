"""vote import and posts import through the command line."""

from __future__ import annotations

import pytest

from tests.cli.conftest import CAST, Console, bansha, quiet_environment  # noqa: F401

from .builder import P, ballot, edited, later, numbered, q, skinned, stock

MORE = {
    "西风": "守卫", "北风": "通灵师", "红中": "熊", "发财": "锈剑骑士", "白板": "隐者", "幺鸡": "肉猪", "二饼": "恶灵骑士",
    "三万": "潜行者",
}  # fmt: skip
TABLE = {**CAST, **MORE}
NAMES = list(TABLE)
CLOSE = ("--close", "2026-11-06T21:00")


@pytest.fixture
def noon(bansha: Console) -> Console:  # noqa: F811
    """A game of twenty at its first noon."""
    bansha.deal(TABLE)
    bansha.to("正午")
    return bansha


def long_thread() -> list[P]:
    """120 posts: everybody votes, with everything that happens in a real thread."""
    posts = [P("导演", later(0), "第一日投票帖，21:00 截止<br />" + q("导演", "2026-11-05 09:00", ballot("某某")))]
    posts += [P(name, later(10 + n), ballot("阿二")) for n, name in enumerate(NAMES[:12])]
    posts += [P(NAMES[n % 20], later(30 + n), f"第 {n} 条闲话，投票的事再说") for n in range(92)]
    first = {p.author: 5000 + 3 * n for n, p in enumerate(posts, 1) if "投票对象" in p.text}
    posts += [
        P("阿一", later(200), q("阿一", later(10)[:16], "投票对象：阿二", first["阿一"]) + ballot("阿三", "改票")),
        P("阿四", later(210), q("阿四", later(13)[:16], "投票对象：阿二") + ballot("阿三", "改票")),
        P("发财", later(220), q("阿一", later(10)[:16], ballot("阿二"), first["阿一"]) + "阿一这票跟得真快"),
        P("红中", later(230), edited("红中", "2026-11-06 21:03") + ballot("阿三")),
        P("白板", later(240), "投票对象：阿叁<br />投票理由：手滑"),
        P("西风", later(250), ballot("弃权")),
        P("阿二", later(260), ballot("阿九")),
        P("阿三", later(270), ballot("阿九")),
        P("北风", later(280), ballot("阿三")),
        P("幺鸡", later(290), ballot("阿三")),
        P("二饼", later(300), ballot("阿三")),
        P("三万", later(60 * 12), ballot("阿三")),
        P("路人", later(60 * 12 + 1), ballot("阿三")),
        P("导演", later(60 * 12 + 2), "关门"),
        P("阿五", later(60 * 12 + 3), "来晚了"),
    ]
    return numbered(posts)


def pages(console: Console, posts: list[P], size: int = 40) -> list[str]:
    parts = [posts[n : n + size] for n in range(0, len(posts), size)]
    return [console.file(f"p{n}.html", stock(part, n, len(parts))) for n, part in enumerate(parts, 1)]


def verbs(console: Console) -> list[str]:
    return [line for line in console.journal() if line.split()[1] in ("投票", "改票", "弃权")]


def test_a_thread_of_120_posts_on_three_pages(noon: Console) -> None:
    posts = long_thread()
    assert len(posts) == 120
    files = pages(noon, posts)
    noon("substitute", "阿七", "新人")
    said = noon("vote", "import", *files, *CLOSE, "--json").json
    seats = {s["name"]: (s["status"], s["target"]) for s in said["seats"]}
    assert seats["阿一"] == seats["阿四"] == ("valid", "阿三")
    assert seats["阿七"] == ("valid", "阿二")  # the substitute keeps 马甲 and ballot
    assert seats["西风"] == ("valid", "弃权")
    assert seats["红中"] == ("director", "阿三") and seats["白板"][0] == "director"
    assert seats["三万"] == seats["发财"] == ("none", "")
    by_author = {p["author"]: p for p in said["posts"] if p["verdict"] not in ("ignore", "vote", "change")}
    assert by_author["三万"]["verdict"] == "late" and by_author["红中"]["reason"] == "edited-after-closing"
    assert by_author["白板"]["reason"] == "misspelt" and by_author["白板"]["floor"] == 110
    assert "阿一 投票 阿二 时间=2026-11-06T09:10:00+08" in noon.journal()
    assert len([v for v in verbs(noon) if " 改票 " in v]) == 2
    assert len(verbs(noon)) == len([s for s in seats.values() if s[0] == "valid"]) + 2
    missing = noon("vote", "show", "--json").json["threads"][0]["missing"]
    assert set(missing) == {"三万", "发财", "红中", "白板"}


def test_again_changes_nothing_and_a_later_page_only_what_is_new(noon: Console) -> None:
    posts = long_thread()
    first, *rest = pages(noon, posts)
    noon("vote", "import", first, *CLOSE)
    one = verbs(noon)
    again = noon("vote", "import", first)
    assert "没有新的票" in again.out and verbs(noon) == one
    noon("vote", "import", rest[-1])
    assert verbs(noon)[: len(one)] == one and len(verbs(noon)) == len(one) + 6
    every = noon.journal()
    noon("vote", "import", first, *rest)
    assert noon.journal() == every
    # The closing time was told once; undo takes everything back.
    assert [x for x in every if "定时 关门" in x] == ["导演 定时 关门 2026-11-06T21:00+08"]


def test_what_is_in_doubt_is_decided_with_override_and_ignore(noon: Console) -> None:
    files = pages(noon, long_thread())
    said = noon("vote", "import", *files, *CLOSE)
    assert "要你定（2）" in said.out and "阿叁" in said.out and "110 楼" in said.out
    noon("vote", "import", *files, "--override", "110=阿三", "--ignore", "109")
    assert "白板 投票 阿三 时间=2026-11-06T13:00:00+08 破例=是" in noon.journal()
    assert not any(x.startswith("红中 投票") for x in noon.journal())
    # The decision is on record: nobody asks again.
    assert "白板" not in noon("vote", "import", *files).out.split("算数")[0].split("还没投")[0]
    noon("vote", "import", *files, "--override", "118=发财:阿三")
    assert any(x.startswith("发财 投票 阿三") for x in noon.journal())


def test_an_edit_between_two_imports_is_not_taken_silently(noon: Console) -> None:
    before = numbered([P("导演", later(0), "投票帖"), P("阿一", later(10), ballot("阿二"))])
    after = numbered(
        [P("导演", later(0), "投票帖"), P("阿一", later(10), edited("阿一", later(20)[:16]) + ballot("阿三"))]
    )
    noon("vote", "import", noon.file("a.html", stock(before)), *CLOSE)
    said = noon("vote", "import", noon.file("b.html", stock(after)))
    assert "没有新的票" in said.out and "待定：阿一" in said.out
    assert [v for v in verbs(noon) if v.startswith("阿一")] == ["阿一 投票 阿二 时间=2026-11-06T09:10:00+08"]


def test_who_went_out_at_noon(noon: Console) -> None:
    """Ballots of before the out are recorded as they were cast, though the game knows the out already."""
    noon("override", "out", "阿九", "--reason", "决斗")
    posts = numbered([
        P("导演", later(0), "投票帖"),
        P("阿一", later(10), ballot("阿九")),
        P("阿三", later(11), ballot("阿九")),
        P("阿九", later(12), ballot("阿二")),
        P("阿一", later(700), q("阿一", later(10)[:16], "投票对象：阿九") + ballot("阿二", "改票")),
        P("阿九", later(701), ballot("阿四")),
    ])  # fmt: skip
    page = noon.file("a.html", stock(posts))
    said = noon("vote", "import", page, *CLOSE, "--out", "阿九=2026-11-06T20:30")
    assert verbs(noon) == [
        "阿一 投票 阿九 时间=2026-11-06T09:10:00+08 先于=阿九",
        "阿三 投票 阿九 时间=2026-11-06T09:11:00+08 先于=阿九",
        "阿九 投票 阿二 时间=2026-11-06T09:12:00+08 先于=阿九",
        "阿一 改票 阿二 时间=2026-11-06T20:40:00+08",
    ]
    assert "所投的人正午出局" in said.out and "投票人已出局" in said.out
    assert "还可以再改一次：阿三（投了 阿九）" in said.out
    # When he went out was told once; the change that was free leaves the one that everybody has.
    every = noon.journal()
    again = noon("vote", "import", page)
    assert noon.journal() == every and "阿九 出局的时刻" not in again.err
    ballots = {b["voter"]: b for b in noon("vote", "show", "--json").json["threads"][0]["ballots"]}
    assert (ballots["阿一"]["target"], ballots["阿一"]["changes"]) == ("阿二", 0)
    noon("vote", "close")
    counts = noon("vote", "show", "--json").json["threads"][0]["counts"]
    assert [(c["target"], c["votes"]) for c in counts] == [("阿二", 2)]


def test_a_change_ahead_of_the_out_is_the_one_change(noon: Console) -> None:
    noon("override", "out", "阿九", "--reason", "决斗")
    posts = numbered([
        P("导演", later(0), "投票帖"),
        P("阿一", later(10), ballot("阿九")),
        P("阿一", later(20), q("阿一", later(10)[:16], "投票对象：阿九") + ballot("阿二", "改票")),
    ])  # fmt: skip
    noon("vote", "import", noon.file("a.html", stock(posts)), *CLOSE, "--out", "阿九=2026-11-06T20:30")
    assert verbs(noon)[-1] == "阿一 改票 阿二 时间=2026-11-06T09:20:00+08 先于=阿九"
    assert "已经改过 1 次" in noon("vote", "change", "阿一", "阿四", code=1).err
    assert "不是今天讨论时出局的" in noon("vote", "cast", "阿三", "阿四", "--before", "阿五", code=1).err


def test_an_earlier_page_after_a_later_one_is_put_to_the_director(noon: Console) -> None:
    posts = numbered([
        P("导演", later(0), "投票帖"), P("阿一", later(10), ballot("阿二")), P("阿三", later(11), "闲话"),
        P("阿一", later(20), ballot("阿四")),
    ])  # fmt: skip
    one, two = (noon.file(f"{n}.html", stock(posts[2 * n - 2 : 2 * n], n, 2)) for n in (1, 2))
    noon("vote", "import", two, *CLOSE)
    assert verbs(noon) == ["阿一 投票 阿四 时间=2026-11-06T09:20:00+08"]
    for files in ([one], [one, two]):
        said = noon("vote", "import", *files)
        assert "待定：阿一" in said.out and len(verbs(noon)) == 1
    assert "vote withdraw 阿一" in noon("vote", "import", one).out
    noon("vote", "withdraw", "阿一")
    noon("vote", "import", one, two)
    assert verbs(noon)[-1] == "阿一 投票 阿二 时间=2026-11-06T09:10:00+08"
    assert noon("vote", "show", "--json").json["threads"][0]["ballots"][0]["target"] == "阿二"


def test_a_post_ignored_once_is_not_asked_about_again(noon: Console) -> None:
    files = pages(noon, long_thread())
    noon("vote", "import", *files, *CLOSE, "--ignore", "109,110")
    assert "导演 不是票 109楼 编号=5327" in noon.journal()
    every = noon.journal()
    again = noon("vote", "import", *files)
    assert "要你定" not in again.out and "待定" not in again.out and noon.journal() == every
    noon("vote", "import", *files, "--override", "110=阿三")  # said now, it goes before what was said then
    assert "白板 投票 阿三 时间=2026-11-06T13:00:00+08 破例=是" in noon.journal()


def test_hurried(noon: Console) -> None:
    posts = long_thread()
    files = pages(noon, posts)
    said = noon("vote", "import", *files, *CLOSE, "--pace", "加速").out
    assert "执行加速，不能改票" in said and not any(" 改票 " in v for v in verbs(noon))
    assert "导演 加速 导演" in noon.journal()
    assert "执行加速" in noon("vote", "import", *files).out  # remembered for the day


def test_a_dry_run_records_nothing(noon: Console) -> None:
    before = noon.journal()
    said = noon("vote", "import", *pages(noon, long_thread()), *CLOSE, "--dry-run")
    assert "会记下" in said.out and noon.journal() == before


def test_the_directors_word_beats_the_rules(noon: Console) -> None:
    posts = numbered([
        P("导演", later(0), "投票帖"), P("阿一", later(10), ballot("阿二")),
        P("阿一", later(20), q("阿一", later(10)[:16], "投票对象：阿二") + ballot("阿三", "改票")),
        P("阿一", later(30), ballot("阿四", "改票")), P("阿五", later(60 * 12 + 1), ballot("阿二")),
    ])  # fmt: skip
    page = noon.file("a.html", stock(posts))
    noon("vote", "import", page, *CLOSE, "--override", "4=阿四", "--override", "5=阿二")
    assert verbs(noon)[-2:] == [
        "阿一 改票 阿四 时间=2026-11-06T09:30:00+08 破例=是", "阿五 投票 阿二 时间=2026-11-06T21:01:00+08 破例=是",
    ]  # fmt: skip
    every = noon.journal()
    noon("vote", "import", page)
    assert noon.journal() == every


def test_what_was_typed_is_held_against_the_closing_time(noon: Console) -> None:
    noon("pace", "关门", "2026-11-06", "21:00")
    noon("vote", "cast", "阿一", "阿二", "--at", "2026-11-06T20:59+08")
    late = ("vote", "cast", "阿三", "阿二", "--at", "2026-11-06T21:00+08")
    assert "发在关门以后" in noon(*late, code=1).err
    noon(*late, "--anyway")
    assert "不收改票" in noon("vote", "change", "阿一", "阿三", "--at", "2026-11-06T20:00+08", code=1).err
    assert "不能代投" in noon("vote", "cast", "阿五", "阿二", "--at", "2026-11-06T20:00+08", "--proxy", code=1).err
    noon("vote", "change", "阿一", "阿三", "--at", "2026-11-06T19:59+08")
    noon("vote", "cast", "阿五", "阿二", "--at", "21:30")  # without a date nobody can tell


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "不知道投票几点截止"),
        (("--close", "九点"), "看不懂时间"),
        ((*CLOSE, "--zone", "东八"), "看不懂时区"),
        ((*CLOSE, "--override", "2"), "看不懂"),
        ((*CLOSE, "--override", "2=阿无"), "阿"),
        ((*CLOSE, "--override", "99=阿二"), "没有读到 99 楼"),
        ((*CLOSE, "--override", "1=阿二"), "不知道算谁的票"),
        ((*CLOSE, "--ignore", "二楼"), "不是楼层"),
        ((*CLOSE, "--out", "阿无=2026-11-06T12:00"), "没有「阿无」"),
        ((*CLOSE, "--pace", "慢点"), "--pace"),
    ],
)
def test_wrong_options_record_nothing(noon: Console, options: tuple[str, ...], said: str) -> None:
    page = noon.file("a.html", stock(numbered([P("导演", later(0), "投票帖"), P("阿一", later(10), ballot("阿二"))])))
    before = noon.journal()
    assert said in noon("vote", "import", page, *options, code=2).err
    assert noon.journal() == before


def test_wrong_files_and_wrong_time(noon: Console) -> None:
    assert "没有读到帖子" in noon("vote", "import", noon.file("x.html", "<html><p>登录</p></html>"), *CLOSE, code=2).err
    assert "读不了" in noon("vote", "import", str(noon.folder / "没有.html"), *CLOSE, code=2).err
    other = stock(numbered([P("导演", later(0), "另一帖")])).replace("tid=77", "tid=78")
    files = [noon.file("a.html", stock(numbered([P("导演", later(0), "投票帖")]))), noon.file("b.html", other)]
    assert "2 个帖子" in noon("vote", "import", *files, *CLOSE, code=1).err
    noon.to("早夜")
    assert "不是投票的时候" in noon("vote", "import", files[0], *CLOSE, code=1).err


def test_from_a_pipe_in_gbk_and_a_theme(noon: Console) -> None:
    posts = numbered([P("导演", later(0), "投票帖"), P("阿一", later(10), ballot("阿二"))])
    said = noon("vote", "import", "-", *CLOSE, input=stock(posts).encode("gb18030"))
    assert "阿一 投票 阿二" in said.out
    themed = numbered(
        [P("导演", later(0), "投票帖"), P("阿一", later(10), ballot("阿二")), P("阿三", later(12), ballot("阿二"))]
    )
    said = noon("vote", "import", noon.file("skin.html", skinned(themed)))
    assert "阿三 投票 阿二 时间=2026-11-06T09:12:00+09" in said.out  # that page speaks GMT+9


# ── posts ──


def chat(counts: dict[str, int], start: int = 0) -> list[P]:
    posts = [P("导演", later(start), "讨论帖")]
    for name, number in counts.items():
        posts += [P(name, later(start + len(posts) + n), f"{name} 说第 {n} 句") for n in range(number)]
    return numbered(posts)


def test_posts_are_counted_and_recorded(noon: Console) -> None:
    posts = chat({"阿一": 6, "阿二": 3, "路人": 2})
    page = noon.file("t.html", stock(posts))
    said = noon("posts", "import", page, *CLOSE, "--json").json
    numbers = {s["name"]: s["posts"] for s in said["seats"]}
    assert (numbers["阿一"], numbers["阿二"], numbers["阿三"]) == (6, 3, 0)
    assert said["others"] == {"导演": 1, "路人": 2} and {y["seat"] for y in said["yellow"]} == set(NAMES) - {"阿一"}
    assert "导演 发言数 阿一 6" in noon.journal()
    every = noon.journal()
    noon("posts", "import", page)
    assert noon.journal() == every
    water = noon("posts", "import", page, "--water", "2,3", "--json").json
    assert {s["name"]: s["posts"] for s in water["seats"]}["阿一"] == 4
    assert not noon("posts", "import", page, "--pace", "加速", "--json").json["yellow"]


def test_posts_go_on_where_the_last_import_ended(noon: Console) -> None:
    posts = chat({"阿一": 6, "阿二": 13})
    first, second = (noon.file(f"{n}.html", stock(posts[n * 10 : n * 10 + 10], n + 1, 2)) for n in (0, 1))
    assert "前面的还没有数过" in noon("posts", "import", second, code=1).err
    noon("posts", "import", first)
    noon("posts", "import", second)
    assert noon("posts", "show", "--json").json["seats"][1]["posts"]["1"] == 13
    noon("posts", "import", second)
    assert noon("posts", "show", "--json").json["seats"][1]["posts"]["1"] == 13


def test_after_closing_and_after_out_do_not_count(noon: Console) -> None:
    noon("override", "out", "阿九", "--reason", "决斗", "--quiet")
    posts = numbered([P("导演", later(0), "讨论帖"), P("阿一", later(719), "一"), P("阿一", later(720), "二"),
                      P("阿九", later(10), "一"), P("阿九", later(30), "诈尸")])  # fmt: skip
    page = noon.file("t.html", stock(posts))
    said = noon("posts", "import", page, *CLOSE, "--out", "阿九=2026-11-06T09:20", "--json").json
    seats = {s["name"]: s for s in said["seats"]}
    assert seats["阿一"]["posts"] == 1 and said["late"] == [3]
    assert seats["阿九"]["posts"] == 1 and seats["阿九"]["while_out"] == [5]


def test_the_elevator_makes_a_roster(bansha: Console) -> None:  # noqa: F811
    joined = numbered([P("导演", later(0), "报名"), *(P(n, later(5 + i), f"马甲：{n}") for i, n in enumerate(NAMES))])
    said = bansha("posts", "import", "--roster", bansha.file("s.html", stock(joined)))
    assert said.out.split() == NAMES
    bansha("deal", "-r", "tubian", "--roster", bansha.file("r.txt", said.out), "--name", "局", "--seed", "s")


def test_another_account_speaks_for_the_director(noon: Console) -> None:
    posts = numbered([P("导演", later(0), "投票帖"), P("场务", later(10), "马甲：阿一<br />" + ballot("阿二"))])
    page = noon.file("a.html", stock(posts))
    assert "--director 场务" in noon("vote", "import", page, *CLOSE).out
    noon("--as", "雪风", "vote", "import", page, "--director", "场务")
    assert "阿一 投票 阿二 时间=2026-11-06T09:10:00+08 代投=是" in noon.journal()
    assert "--director" not in noon("vote", "import", page).out  # told once
    assert noon("log", "--json").json["entries"][-1]["who"] == "雪风"
