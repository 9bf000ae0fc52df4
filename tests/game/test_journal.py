from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banshā.game.errors import JournalError
from banshā.game.journal import Entry, make_entry, parse_entry, parse_journal, stamp

GOOD = "0231 2026-12-03T21:14+08 雪风 | 阿一 毒药 阿三"
LINES = st.text(min_size=1, max_size=30).filter(lambda text: text.strip())


def test_form() -> None:
    entry = Entry(231, "2026-12-03T21:14+08", "雪风", "阿一 毒药 阿三")
    assert str(entry) == GOOD
    assert parse_entry(GOOD) == entry


@given(st.integers(1, 99999), st.text(max_size=10), LINES, st.integers(-14 * 60, 14 * 60))
def test_round_trip(number: int, who: str, line: str, zone: int) -> None:
    now = datetime(2026, 12, 3, 21, 14, 55, tzinfo=timezone(timedelta(minutes=zone)))
    entry = make_entry(number, now, who, line)
    assert parse_entry(str(entry)) == entry


def test_stamp() -> None:
    assert stamp(datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)) == "2026-01-02T03:04+00"
    assert stamp("2026-01-02T03:04+05:30") == "2026-01-02T03:04+05:30"
    assert stamp(datetime(2026, 1, 2, 3, 4))[16] in "+-"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "少了隔开"), (GOOD.replace(" | ", " "), "少了隔开"), ("0231 2026-12-03T21:14+08 雪风 | ", "没有内容"),
        ("x231 2026-12-03T21:14+08 雪风 | a b", "x231 不是"), ("0231 昨天 雪风 | a b", "昨天 不是"),
        ("0231 2026-12-03T21:14+08  | a b", "名字"), ("0231 2026-13-03T21:14+08 雪 | a b", "不存在"),
    ],
)  # fmt: skip
def test_damage_is_named(text: str, says: str) -> None:
    with pytest.raises(JournalError, match=says) as caught:
        parse_entry(text, 7)
    assert "第 7 条" in caught.value.message
    assert caught.value.exit_code == 3


def test_numbers_must_run_on() -> None:
    first = "0001 2026-12-03T21:14+08 雪风 | 阿一 毒药 阿三"
    with pytest.raises(JournalError, match="第 2 条的编号应是 0002，写的是 0231") as caught:
        parse_journal([first, GOOD])
    assert caught.value.where == 2
