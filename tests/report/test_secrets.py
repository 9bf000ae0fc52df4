"""Nothing leaves the desk but what is addressed: announcements hold public events, mail holds a seat's own notices."""

from __future__ import annotations

from banshā.engine.events import Event
from banshā.engine.reducer import SeatSpec, new_table
from banshā.engine.rules import Ruleset
from banshā.engine.table import Table
from banshā.game import ledger
from banshā.report import announcement, notices, stages, timeline, why
from banshā.rulebook.compile import compile_folder

ROLES = ["女巫", "黑狼王", "预言家", "猎人", "乌鸦"]


def table() -> Table:
    rs = Ruleset(compile_folder("tubian"))
    return new_table(rs, [SeatSpec(i + 1, f"座{i + 1}", "", [role]) for i, role in enumerate(ROLES)], "s")


def test_announcements_hold_only_public_events() -> None:
    t = table()
    for kind in ("out", "notice", "todo", "use", "override", "note", "public"):
        t.emit(kind, f"秘密{kind}", [1], [1] if kind == "notice" else [])
    found = announcement.announcement(t)
    assert [x.text for x in found.lines] == ["秘密public"]
    assert found.label == stages.label(t, t.at)


def test_mail_holds_only_the_seats_own() -> None:
    t = table()
    t.tell([2, 3], "给二三", "立刻")
    items = ledger.notices(t)
    mails = notices.mails(t, items, {(i.event, i.seat) for i in items})
    assert [m.seat for m in mails] == ["座1", "座2", "座3", "座4", "座5"]
    told = {m.seat: [n.text for n in m.notices] for m in mails}
    assert "给二三" in told["座2"] and "给二三" in told["座3"] and "给二三" not in told["座1"]
    for m in mails:
        others = [r for r in ROLES if f"你的身份是{r}" in notices.text(m)]
        assert len(others) == 1


def test_causes_are_walked_back_and_never_in_a_circle() -> None:
    t = table()
    a = t.emit("use", "甲", [1], rule="女巫.毒药")
    b = t.emit("hit", "乙", [2])
    c = t.emit("out", "丙", [2])
    b.cause, c.cause, a.cause = a.index, b.index, c.index
    assert [e.text for e in why.chain(t, c)] == ["乙", "甲"]
    lines = why.line(t, why.step(t, c))
    assert "女巫.毒药" in lines[-1] and why.rule_text(t, "女巫.毒药")


def test_a_timeline_names_addressee_and_rule() -> None:
    t = table()
    with t.under("女巫.灵通"):
        t.tell([1], "今晚没有人被指杀", "立刻")
    e: Event = t.log[-1]
    assert timeline.line(timeline.row(t, e)) == "告知 → 座1：今晚没有人被指杀［女巫.灵通］"
