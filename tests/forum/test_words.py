"""Names, times, codings and counts by themselves."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from banshā.forum import names, times
from banshā.forum.coding import decode
from banshā.forum.posts import Span
from banshā.game.errors import FileError, LineError

SEATS = ["饺子", "饺子皮", "湯包", "汤圆", "7喜", "Tom_2", "豆浆", "喵~", "[3]", "8"]


@pytest.mark.parametrize(
    ("word", "verdict", "name"),
    [
        ("饺子皮", "take", "饺子皮"), (" 饺子 ", "take", "饺子"), ("ＴＯＭ＿２", "take", "Tom_2"), ("喵~", "take", "喵~"),
        ("「豆浆」！", "take", "豆浆"), ("豆​浆", "take", "豆浆"), ("[3]", "take", "[3]"), ("&#56;", "take", "8"),
        ("豆桨", "ask", "豆浆"), ("豆漿", "ask", "豆浆"), ("汤包", "ask", "湯包"), ("tom2", "ask", "Tom_2"),
        ("饺 子", "ask", "饺子"), ("8号", "ask", "8"), ("豆浆（狼）", "ask", "豆浆"), ("披萨", "reject", ""), ("", "reject", ""),
    ],
)  # fmt: skip
def test_names(word: str, verdict: str, name: str) -> None:
    found = names.match(word, SEATS)
    assert (found.verdict, found.name) == (verdict, name), found


def test_names_that_could_be_two() -> None:
    """A seat may end in a sign that others strip, or differ from another only in width or case."""
    seats = ["喵~", "喵", "Ａ", "A", "饺子", "包子", "油条"]
    for word, verdict, name in (
        ("喵~", "take", "喵~"), ("喵！", "take", "喵"), ("喵~~", "ask", "喵~"), ("「喵~」", "ask", "喵~"), ("Ａ", "take", "Ａ"),
        ("A", "take", "A"), ("a", "ask", "Ａ"), ("@包子！", "take", "包子"), ("6号", "ask", "包子"), ("5", "ask", "饺子"),
        ("8楼", "reject", ""),
    ):  # fmt: skip
        found = names.match(word, seats)
        assert (found.verdict, found.name) == (verdict, name), found
    assert "第 6 位是包子" in names.match("6号", seats).why


def test_zones_and_moments() -> None:
    for text in ("+8", "+08:00", "GMT+8", "8", "Asia/Shanghai"):
        assert datetime(2026, 11, 8, tzinfo=times.zone(text)).utcoffset() == times.BEIJING.utcoffset(None)
    assert times.zone("GMT-3.5").utcoffset(None) == -times.zone("+3:30").utcoffset(None)  # type: ignore[operator]
    for text in ("东八区", "+99", "Mars/Base"):
        with pytest.raises(LineError, match="时区"):
            times.zone(text)
    close = datetime(2026, 11, 8, 21, tzinfo=times.BEIJING)
    for text in (
        "2026-11-08T21:00",
        "2026-11-8 21:00",
        "2026年11月8日21:00",
        "2026-11-08T13:00Z",
        "11-8 21:00",
        "21：00",
    ):
        assert times.moment(text, times.BEIJING, close) == close, text
    for text in ("今晚九点", "2026-13-01 21:00", "25:00"):
        with pytest.raises(LineError, match="时间"):
            times.moment(text, times.BEIJING, close)
    with pytest.raises(LineError, match="时间"):
        times.moment("21:00", times.BEIJING)


def test_spans_go_into_the_journal_and_back() -> None:
    start = datetime(2026, 11, 8, 20, 15, 7, tzinfo=times.BEIJING)
    for span in (
        Span(start, start),
        Span(start.replace(second=0), start.replace(second=59)),
        Span(start, start.replace(hour=21)),
    ):
        assert times.read_span(times.write_span(span)) == span
    assert times.write_span(Span(start, start)) == "2026-11-08T20:15:07+08"
    assert times.read_span("21:14") is None


def test_relative_words_mean_what_discuz_means() -> None:
    now = Span(*[datetime(2026, 11, 8, 21, 31, 20, tzinfo=times.BEIJING)] * 2)
    for words, first, last in (
        ("1 小时前", "19:31:21", "20:31:19"), ("半小时前", "20:31:20", "21:01:19"), ("5 分钟前", "21:25:21", "21:26:20"),
        ("30 秒前", "21:30:50", "21:30:50"), ("21 小时前", "00:00:00", "00:31:20"),
    ):  # fmt: skip
        found = times.span(words, times.BEIJING, now)
        assert found is not None and (f"{found.start:%H:%M:%S}", f"{found.end:%H:%M:%S}") == (first, last), words
    for words in ("99999999999 天前", "41423 天前", "61 分钟前"):  # no forum says so
        assert times.span(words, times.BEIJING, now) is None
    # The viewer's midnight rules 昨天, not ours.
    abroad = times.span("昨天 23:30", UTC, now)
    assert abroad is not None and abroad.start.isoformat() == "2026-11-07T23:30:00+00:00"


def test_codings() -> None:
    assert decode("投票".encode("gb18030"), "a").text == "投票"
    assert decode(b"\xef\xbb\xbf" + "投票".encode(), "a").text == "投票"
    broken = decode(b'<meta charset="utf-8">' + ("投票对象" * 200).encode() + b"\xe6", "a")
    assert "投票对象" in broken.text and "字节坏了" in broken.notes[0]
    with pytest.raises(FileError, match="UTF-8"):
        decode(bytes(range(128, 256)) * 50, "a")
    mht = b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n<p>\xcd\xb6\xc6\xb1</p>\r\n--x--\r\n"
    assert "投票" in decode(mht, "a.mht").text
