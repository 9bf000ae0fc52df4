"""The ruleset's own words, and how a theme changes them."""

from __future__ import annotations

from banshā.report import announcement, notices, rulepages
from banshā.report.markup import Block, render
from banshā.report.voice import DEFAULTS, Voice


def test_templates_fall_back_and_fill_in() -> None:
    voice = Voice({"title.黄昏": "黄昏 {day}", "signature": "{director}"}, director="雪风")
    assert voice.say("title", of="黄昏", day=2, stage="黄昏", run="") == "黄昏 2"
    assert voice.say("title", of="开门", day=2, stage="开门", run="") == "第 2 天 开门"
    assert voice.say("signature") == "雪风" and voice.say("morning") == DEFAULTS["morning"]


def test_what_a_name_holds_is_not_filled_in_again() -> None:
    voice = Voice({"reveal_winner": "{camp}{game}"}, game="{camp}")
    assert voice.say("reveal_winner", camp="{game}") == "{game}{camp}"


def test_an_empty_template_leaves_the_thing_out() -> None:
    a = announcement.Announcement("开门2", "第 2 天", [announcement.Line("news", "甲出局")], [], True)
    assert [b.kind for b in announcement.blocks(a, Voice({"morning": ""}))] == ["title", "news"]
    assert [b.kind for b in announcement.blocks(a, Voice({}))] == ["title", "place", "news"]


def test_rules_thread_and_mail_take_the_themes_words() -> None:
    voice = Voice({"rules_title": "{game}守则", "feedback_foot": "别声张，{name}"}, game="灯塔")
    data = {"title": "灯塔", "roles": {}, "states": {}, "phases": [], "id": "x"}
    assert render(rulepages.post(data, voice), "plain").startswith("【灯塔守则】")
    mail = notices.Mail("阿一", 1, "")
    assert notices.blocks(mail, voice)[-1] == Block("text", "别声张，阿一")
