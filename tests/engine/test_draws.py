"""Draws that the director settles beforehand: what is typed must be a draw that can come, or it is refused."""

from __future__ import annotations

import pytest

from banshā.engine import draws
from banshā.engine.errors import Refusal

from .test_rewind import play, table, to

KEY = "1.1.深夜|0|狼群.杀人@狼群#0|来源|0"


def fixed(value: str) -> str:
    t = to(table(), "深夜")
    play(t, f'导演 裁定 抽签 "{KEY}" {value} 理由=定下', "狼群 杀人 丙", "导演 结算 超时=是")
    return t.s.draws[KEY]


def test_a_draw_comes_to_what_the_director_said() -> None:
    assert [fixed("丁"), fixed("己")] == ["丁", "己"]


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("来源", "日.轮.阶段"),
        (KEY.replace("深夜", "身夜"), "深夜"),
        (KEY.replace("来源", "來源"), "来源"),
        (KEY.replace("狼群.杀人", "狼群.沙人"), "狼群.杀人"),
        (KEY.replace("@狼群", "@狼裙"), "狼群"),
        (KEY.replace("|0|狼", "|9|狼"), "没有 9 楼"),
        (KEY.replace("深夜", "早夜"), "过去"),
    ],
)
def test_a_key_that_nothing_draws_is_refused(key: str, says: str) -> None:
    t = to(table(), "深夜")
    with pytest.raises(Refusal, match="抽不到") as refused:
        play(t, f'导演 裁定 抽签 "{key}" 丁 理由=试')
    assert says in refused.value.message and KEY[:6] in refused.value.hint
    assert not t.s.fixed


def test_what_was_drawn_already_is_refused_and_says_what_it_was() -> None:
    t = to(table(), "深夜")
    play(t, "狼群 杀人 丙", "导演 结算 超时=是")
    with pytest.raises(Refusal, match=f"已经抽过：{t.s.draws[KEY]}"):
        play(t, f'导演 裁定 抽签 "{KEY}" 丁 理由=试')


def test_a_value_that_is_no_candidate_is_noted() -> None:
    t = to(table(), "深夜")
    play(t, f'导演 裁定 抽签 "{KEY}" 甲 理由=定下', "狼群 杀人 丙", "导演 结算 超时=是")
    assert t.s.draws[KEY] in ("丁", "己")
    assert any("甲 不在候选里" in e.text for e in t.log if e.kind == "note")


def test_every_draw_has_a_purpose_that_the_ruleset_knows() -> None:
    t = to(table(), "深夜")
    play(t, "狼群 杀人 丙", "导演 结算 超时=是")
    assert {key.split("|")[3] for key in t.s.draws} <= set(draws.purposes(t))
