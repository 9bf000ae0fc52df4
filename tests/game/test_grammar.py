from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from banshā.engine.inputs import Input
from banshā.game.errors import LineError
from banshā.game.grammar import format_line, normalise, parse_line, split_line

TEXT = st.text(max_size=12) | st.text("阿一=,、，“”「」『』\"\\ \n\t＝＂　a1１：内容理由静默|'#", max_size=12)
KEY = st.text("阿ab1名单选项内容理由静默", min_size=1, max_size=4) | st.sampled_from(["内容", "理由", "静默", "名单"])


@given(TEXT, TEXT, st.lists(TEXT, max_size=4), st.dictionaries(KEY, TEXT, max_size=4))
@example("导演", "裁定", ["出局"], {"理由": "看错了 静默=是", "静默": "是"})
@example("a", "b", [], {"内容": "＂"})
@example("a", "b", [], {"名单": "x,"})
def test_round_trip(actor: str, verb: str, args: list[str], params: dict[str, str]) -> None:
    inp = Input(actor, verb, args, params)
    line = format_line(inp)
    assert "\n" not in line
    assert parse_line(line) == inp
    assert format_line(parse_line(line)) == line


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        inp = parse_line(text)
    except LineError as error:
        assert error.exit_code == 2
        assert error.message
    else:
        assert parse_line(format_line(inp)) == inp


@pytest.mark.parametrize(
    ("line", "words", "params"),
    [
        ("阿一 毒药 阿三", ["阿一", "毒药", "阿三"], {}),
        ("阿一\u3000丘比特之箭 阿三、阿四，阿五", ["阿一", "丘比特之箭", "阿三", "阿四", "阿五"], {}),
        ("阿一 赌博 骰点＝２", ["阿一", "赌博"], {"骰点": "2"}),
        ("导演 发言数 ５楼 １２", ["导演", "发言数", "5楼", "12"], {}),
        ("阿一 牺牲 名单=阿二，阿三、阿四 选项=1,3", ["阿一", "牺牲"], {"名单": "阿二,阿三,阿四", "选项": "1,3"}),
        ("阿一 牺牲 名单=阿二, 阿三 选项=1", ["阿一", "牺牲"], {"名单": "阿二,阿三", "选项": "1"}),
        ("阿一 牺牲 名单=阿二, 选项=1", ["阿一", "牺牲"], {"名单": "阿二", "选项": "1"}),
        ("阿一 招魂 内容=我 不是，狼！身份=狼", ["阿一", "招魂"], {"内容": "我 不是，狼！身份=狼"}),
        (
            "导演 裁定 出局 阿二 理由=记错了 一票 静默=是",
            ["导演", "裁定", "出局", "阿二"],
            {"理由": "记错了 一票", "静默": "是"},
        ),
        ("导演 裁定 公告 内容=天亮 了 理由=补发", ["导演", "裁定", "公告"], {"内容": "天亮 了", "理由": "补发"}),
        ('导演 备注 内容="一 \\"二\\"" ', ["导演", "备注"], {"内容": '一 "二"'}),
        ("导演 备注 内容=“他说「好」”", ["导演", "备注"], {"内容": "他说「好」"}),
        ("导演 备注 内容=＂一 二＂", ["导演", "备注"], {"内容": "一 二"}),
        ("「小 一」 投票 『阿,二』", ["小 一", "投票", "阿,二"], {}),
        ("阿一 投票 阿二 时间 = 21:14", ["阿一", "投票", "阿二"], {"时间": "21:14"}),
        ("阿一 X 时间：１", ["阿一", "X", "时间:1"], {}),
        ("导演 结算 到=深夜 超时=是", ["导演", "结算"], {"到": "深夜", "超时": "是"}),
        ("阿一 遗言 内容=", ["阿一", "遗言"], {"内容": ""}),
    ],
)
def test_spellings(line: str, words: list[str], params: dict[str, str]) -> None:
    assert split_line(line) == (words, params)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("", "empty_line"), ("  ， ", "empty_line"), ("阿一", "no_verb"), ("阿一 选项=1", "no_verb"),
        ('阿一 遗言 内容="没关上', "open_quote"), ("阿一 遗言 “没“关”上", "open_quote"), ("=1 阿一 毒药", "bad_key"),
        ("阿一 毒药 选项=1 选项=2", "double_key"), ('阿一 毒药 "阿三"楼', "after_quote"),
    ],
)  # fmt: skip
def test_what_is_refused(line: str, code: str) -> None:
    with pytest.raises(LineError) as caught:
        parse_line(line)
    assert caught.value.code == code
    assert caught.value.hint


def test_normalise_keeps_positions() -> None:
    assert normalise("Ａ１＝（，）　：") == "A1=(,) :"
