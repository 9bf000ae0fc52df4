from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from banshā.game import deal, drawing, rosters
from banshā.game.errors import FileError

NAMES = "阿一 甲\n阿二\n阿三 # 新手\n阿四\n"


def test_shuffle_is_the_documented_algorithm() -> None:
    """Written again from the module's description alone."""
    key = hmac.new(b"7", b"deal", hashlib.sha256).digest()
    out = list("abcdef")
    for n, i in enumerate(range(5, 0, -1)):
        number = int.from_bytes(hmac.new(key, f"cards:{n}".encode(), hashlib.sha256).digest()[:8], "big")
        out[i], out[number % (i + 1)] = out[number % (i + 1)], out[i]
    assert deal.shuffled("abcdef", deal.derive("7", "deal"), "cards") == out


def test_vectors() -> None:
    """Frozen: a save dealt today must verify for ever, and players may compute a deal with other tools."""
    assert deal.derive("7", "deal") == "6f1984cbcfe06dc9248290814dc073b32d83ff25dae7f48125fc7bdb6368f35b"
    assert deal.derive("7", "dice") == "c98dba83f74bf58c6cc6125c0a475e47614286053e1b4dafdb02cedb877415c8"
    assert "".join(deal.shuffled("abcdef", deal.derive("7", "deal"), "cards")) == "fbadce"
    numbers = deal.Numbers(deal.derive("bansha", "deal"), "floors")
    assert [numbers.below(30) for _ in range(5)] == [18, 18, 14, 16, 24]


def test_shuffle_is_fair() -> None:
    counts = Counter("".join(deal.shuffled("abc", deal.derive(str(n), "deal"), "x")) for n in range(3000))
    assert len(counts) == 6
    assert all(400 < count < 600 for count in counts.values())


def roster(rules: dict[str, Any], text: str = NAMES) -> list[rosters.Player]:
    return rosters.parse_roster(text, rules)


def dealt(rules: dict[str, Any], **about: Any) -> deal.Dealt:
    return deal.deal(rules, roster(rules), **about)


def test_a_deal_repeats_and_checks(rules: dict[str, Any]) -> None:
    pool = ["女巫", "守卫", "猎人", "村民"]
    for about in ({}, {"pool": pool}, {"shuffle": True}, {"pool": pool, "shuffle": True}):
        one = dealt(rules, seed="7", salt="aa", **about)
        assert one == dealt(rules, seed="7", salt="aa", **about)
        assert deal.check_deal(rules, one) == []
        assert [seat.floor for seat in one.seats] == [1, 2, 3, 4]
        assert {seat.name: seat.player for seat in one.seats}["阿一"] == "甲"
        first = one.seats[0]
        first.cards, one.seats[1].cards = one.seats[1].cards, first.cards
        assert len(deal.check_deal(rules, one)) == 2


def test_seeds_and_salts_are_fresh(rules: dict[str, Any]) -> None:
    one, other = dealt(rules), dealt(rules)
    assert one.seed != other.seed
    same, again = dealt(rules, seed="1"), dealt(rules, seed="1")
    assert same.seats == again.seats
    assert same.commitment != again.commitment  # a short seed must not be guessed from the commitment


def test_commitment_is_the_hash_of_the_text(rules: dict[str, Any]) -> None:
    one = dealt(rules)
    text = deal.commitment_text(rules["id"], rules["digest"], one.seed, one.salt, one.seats)
    assert hashlib.sha256(text.encode()).hexdigest() == one.commitment
    assert "甲" not in text  # nobody learns who plays behind an account


def test_draw_takes_different_dealt_roles(rules: dict[str, Any]) -> None:
    rules["roles"]["守卫"]["dealt"] = False
    for seed in range(20):
        cards = [seat.cards[0] for seat in dealt(rules, seed=str(seed)).seats]
        assert len(set(cards)) == 4
        assert not {"守卫", "狼群"} & set(cards)
    rules["roles"]["女巫"]["dealt"] = rules["roles"]["猎人"]["dealt"] = False
    with pytest.raises(FileError, match="只发 3 种身份"):
        dealt(rules)


def test_identities_dealt_beside_others_come_with_them_or_not() -> None:
    roles = {"兄": {"pairs": ["弟"]}, "弟": {"pairs": ["兄"]}, "养": {"pairs": ["猪"]}, "猪": {}, "甲": {}, "乙": {}}
    rules = {"roles": roles}
    assert drawing.together(rules, ["甲", "兄", "养", "乙", "弟", "猪"], 4) == ["甲", "兄", "弟", "乙"]
    assert drawing.together(rules, ["养", "甲", "兄", "猪", "乙", "弟"], 4) == ["养", "猪", "甲", "乙"]
    assert drawing.together(rules, ["猪", "养", "甲", "乙", "兄", "弟"], 3) == ["猪", "养", "甲"]
    with pytest.raises(FileError, match="凑不满"):
        drawing.together(rules, ["兄", "弟"], 1)
    assert drawing.advice(rules, [["兄"], ["甲"]]) == ["兄 要和 弟 一起发"]


def test_cast(rules: dict[str, Any]) -> None:
    cast = rosters.parse_cast("阿二 女巫＋守卫 底牌=女巫，守卫\n阿一 巫\n阿三 猎人\n阿四 村民", rules)
    one = dealt(rules, cast=cast)
    assert [(seat.name, seat.cards) for seat in one.seats][:2] == [("阿一", ["女巫"]), ("阿二", ["女巫", "守卫"])]
    assert one.seats[1].extra == {"底牌": "女巫,守卫"}
    assert deal.check_deal(rules, one) == []
    with pytest.raises(FileError, match="没有 阿四"):
        dealt(rules, cast=cast[:3])
    cast[0].name = "阿二二"
    with pytest.raises(FileError, match="不在名单里") as caught:
        dealt(rules, cast=cast)
    assert "阿二" in caught.value.hint


def test_roles_list(rules: dict[str, Any]) -> None:
    assert rosters.parse_roles("女巫，守卫、村民×2", rules) == ["女巫", "守卫", "村民", "村民"]
    assert rosters.parse_roles("巫+守卫", rules) == ["女巫+守卫"]
    with pytest.raises(FileError) as caught:
        rosters.parse_roles("黑狼", rules)
    assert caught.value.hint == "是不是 黑狼王？"
    with pytest.raises(FileError, match="身份 狼群"):
        rosters.parse_roles("狼群", rules)
    with pytest.raises(FileError, match="身份有 1 个，名单有 4 人"):
        dealt(rules, pool=["女巫"])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("阿一\n# x\n阿二\n阿一", "第 1 行和第 4 行都是 阿一"), ("Ａ\nA\nB", "第 1 行和第 2 行都是 A"), ("阿一\n阿二", "至少要 3 人"),
        ("1\n2\n3\n4\n5\n6", "最多 5 人"), ("导演\n阿一\n阿二", "第 1 行：导演 不能"), ("阿一\n狼群\n阿二", "第 2 行：狼群 不能"),
    ],
)  # fmt: skip
def test_bad_rosters(rules: dict[str, Any], text: str, says: str) -> None:
    with pytest.raises(FileError, match=says) as caught:
        roster(rules, text)
    assert caught.value.exit_code == 2


def test_roster_file_of_any_coding(rules: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "名单.txt"
    for coding in ("utf-8", "gbk", "utf-8-sig"):
        path.write_bytes("阿一\u3000张 三\r\n\r\n#注\r\n阿#二\r\n阿三\r\n".encode(coding))
        found = rosters.read_roster(path, rules)
        assert [(one.name, one.player, one.line) for one in found] == [
            ("阿一", "张 三", 1),
            ("阿#二", "", 4),
            ("阿三", "", 5),
        ]


def test_bad_cast(rules: dict[str, Any]) -> None:
    with pytest.raises(FileError, match="第 2 行"):
        rosters.parse_cast("阿一 女巫\n阿二", rules)
    with pytest.raises(FileError, match=r"第 1 行：.*没有身份 女无"):
        rosters.parse_cast("阿一 女无", rules)
