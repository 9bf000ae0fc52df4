from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banshā.game.errors import DamagedSave, NewerSave
from banshā.game.journal import Entry
from banshā.game.save import PhaseDigest, Save, SeatLine, Sent, _string, dump_save, parse_save, read_save, write_save

TIME = "2026-12-03T21:14+08"


def example(lines: int = 3) -> Save:
    journal = [Entry(n, TIME, "雪风", f"阿一 毒药 阿三 内容='{n}'\n完") for n in range(1, lines + 1)]
    return Save(
        "局", "0.1.0", TIME, "fake", "假规则", "ab" * 32, "7", "00", "cd" * 32, "roles", ["女巫", "守卫"], ["阿一", "阿 二"],
        [SeatLine(1, "阿一", "张 三", ["女巫", "狼人"], {"底牌": "女巫,守卫"}), SeatLine(2, "阿 二", "", ["守卫"])],
        journal, [Entry(4, TIME, "雪风", "阿一 问 阿二")], ["以前 \\ 的 'x'"],
        [Sent(TIME, "雪 风", "", "阿一", "夜1", "女巫.灵通", "12ab", "甲 | 乙\n丙"), Sent(TIME, "x", "开门2", "", "昼2", "", "1", "t", TIME)],
        [PhaseDigest(0, "发牌", "ee"), PhaseDigest(3, "夜1#2", "ff")],
    )  # fmt: skip


def data() -> bytes:
    return dump_save(example()).encode()


def test_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "局.toml"
    written = write_save(path, example())
    save, read = read_save(path)
    assert (save, read) == (example(), written)
    assert path.stat().st_mode & 0o777 == 0o600


def test_one_line_an_input() -> None:
    lines = dump_save(example()).split("\n")
    assert sum("毒药" in line for line in lines) == 3


@given(st.text())
def test_any_text_survives_toml(text: str) -> None:
    assert tomllib.loads(f"a = {_string(text)}") == {"a": text}


def test_truncation_is_refused_or_equal() -> None:
    whole = data()
    for cut in [*range(0, len(whole), 97), *range(len(whole) - 20, len(whole))]:
        try:
            save = parse_save(whole[:cut])
        except DamagedSave as error:
            assert error.exit_code == 3
            assert error.message
            assert error.hint
        else:
            assert save == example(), cut


def test_deleting_any_line_is_noticed() -> None:
    lines = data().decode().split("\n")
    for place, line in enumerate(lines):
        cut = "\n".join(lines[:place] + lines[place + 1 :]).encode()
        if line.startswith("#") or not line:
            assert parse_save(cut) == example()
        elif place < next(n for n, text in enumerate(lines) if text.startswith("undone")):
            try:
                assert parse_save(cut).name != "", line
            except DamagedSave:
                continue
            assert line.startswith(f"  {_string(str(example().journal[-1]))}"), line  # the last input leaves no gap


def damaged(old: str, new: str) -> DamagedSave:
    text = data().decode()
    assert old in text
    with pytest.raises(DamagedSave) as caught:
        parse_save(text.replace(old, new, 1).encode())
    return caught.value


def line_of(word: str) -> int:
    return data().decode()[: data().decode().index(word)].count("\n") + 1


def test_damage_names_its_line() -> None:
    assert damaged("0002 2026", "0005 2026").line == line_of("0002 2026")
    assert "应是 0002" in damaged("0002 2026", "0005 2026").message
    assert damaged("0003 2026-12-03", "0003 2026/12/03").line == line_of("0003 2026")
    assert damaged("seed = '7'", "seed = '7").line == line_of("seed =")
    assert damaged("seed = '7'", "seed = '8'").code == "check"
    assert damaged("seed = '7'", "seed = '8'").line == line_of("check =")
    assert damaged("seed = '7'\n", "").code == "bad_header"
    assert damaged("0003 夜1#2 ff", "0003").code == "bad_digest"
    assert damaged("  '1 阿一 女巫+狼人", "  '一 阿一 女巫+狼人").code == "bad_seat"
    assert damaged("complete = true\n", "").code == "cut_off"
    assert damaged("format = 1", "format = 'x'").code == "no_format"
    assert damaged("ruleset = 'fake'", "ruleset = 3").code == "bad_header"


def test_newer_format() -> None:
    text = data().decode().replace("format = 1", "format = 2\nnew_thing = 1")
    with pytest.raises(NewerSave, match="更新的 bansha"):
        parse_save(text.encode())


def test_codings() -> None:
    assert parse_save(b"\xef\xbb\xbf" + data().replace(b"\n", b"\r\n")) == example()
    with pytest.raises(DamagedSave) as caught:
        parse_save(data().decode().encode("gbk"))
    assert "GBK" in caught.value.hint
    assert caught.value.line == 1
    with pytest.raises(DamagedSave, match="不是 UTF-8"):
        parse_save(data()[:-4] + b"\xff\x00")


def test_damaged_file_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "局.toml"
    path.write_bytes(data()[:500])
    before = path.stat().st_mtime_ns
    with pytest.raises(DamagedSave):
        read_save(path)
    assert path.read_bytes() == data()[:500]
    assert path.stat().st_mtime_ns == before
