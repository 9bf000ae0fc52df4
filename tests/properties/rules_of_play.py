"""What must hold of any game, however it was played. Each function complains with an AssertionError."""

from __future__ import annotations

import json
import re
from collections import defaultdict

from banshā.engine.events import Event
from banshā.engine.rules import Ruleset
from banshā.engine.table import Table
from banshā.game import plain

# The engine's own wording, where no ruleset gives another.
FIXED = (
    "昨夜出局：", "昨夜平安，没有人出局", "投票出局：", "其他原因出局：", "平安日", "出局", "当选", "没有选出", "移交给", "已撕毁",
    "复活", "的遗言：", "已出局一次", "有人拒绝了好礼物！", "有人拒绝了坏礼物！", "有人打开了好礼物！", "有人打开了坏礼物！",
)  # fmt: skip
SAID = ("本日延长两小时", "随便说说")  # what the random director and the dying say


def out_once(log: list[Event]) -> None:
    """Nobody goes out twice without coming back in between."""
    gone: set[int] = set()
    for e in log:
        if e.kind == "out":
            assert e.seats[0] not in gone, f"{e.text}：第二次出局，其间没有回来"
            gone.add(e.seats[0])
        elif e.kind == "back":
            gone.discard(e.seats[0])


def fates(t: Table) -> None:
    """A use of a closed phase has a fate; one that came to nothing has a reason too."""
    closed = {(e.at.day, e.at.run, e.at.phase) for e in t.log if e.kind == "phase" and e.data.get("op") == "close"}
    for u in t.s.uses:
        if (u.sent.day, u.sent.run, u.phase) in closed:
            assert u.fate not in ("planned", "asking", ""), f"{u.name}（{u.phase}{u.sent.day}）没有下落：{u.fate}"
        assert u.fate in ("planned", "done", "blocked", "void", "deferred", "withdrawn"), u.fate
        if u.fate in ("blocked", "void", "deferred", "withdrawn"):
            assert u.reason, f"{u.name} {u.fate} 没有原因"


def filled(events: list[Event]) -> None:
    """No text has a place left unfilled."""
    for e in events:
        assert not re.search(r"\{[^{}\s]*\}", e.text), f"{e.kind}：{e.text}"


def secret(t: Table, events: list[Event], log: list[Event]) -> None:
    """Nothing public names what is hidden, or repeats what a seat was told alone."""
    posted = [e for e in events if e.kind == "public"]
    if not posted:
        return
    open_seats = {f for f, s in t.s.seats.items() if s.revealed}
    open_seats |= {e.seats[0] for e in log if e.kind == "reveal"}  # even if it was covered again
    known = {c for f in open_seats for c in t.seat(f).cards}
    hidden = names_of(t.rs) - known - set(t.rs.offices)
    notices = {e.text for e in log if e.kind == "notice" and not any(said in e.text for said in SAID)}
    phrases = fixed_phrases(t.rs)
    for e in posted:
        if any(x.kind in ("won", "override") and x.index in (e.cause, e.index - 1) for x in log):
            continue  # the result, or the director's own words
        if any(re.fullmatch(p, e.text) for p in disclosing(t.rs)):
            continue
        text = strip(e.text, [*phrases, *(s.name for s in t.s.seats.values()), *SAID, *known])
        found = [n for n in hidden if n in text]
        assert not found, f"公告泄漏 {found}：{e.text}"
        assert not [n for n in notices if n in e.text], f"公告里有私信：{e.text}"


def names_of(rs: Ruleset) -> set[str]:
    """Names of roles, camps and skills."""
    return {*rs.roles, *rs.camps, *(d["name"] for d in rs.skills.values())}


def fixed_phrases(rs: Ruleset) -> list[str]:
    """Pieces of text that a ruleset publishes as they stand."""
    found: dict[str, None] = dict.fromkeys(FIXED)
    for template in _templates(rs.data):
        for piece in re.split(r"\{[^{}]*\}", template):
            if piece.strip():
                found[piece] = None
    return sorted(found, key=len, reverse=True)


def disclosing(rs: Ruleset) -> list[str]:
    """Patterns of announcements by which a ruleset itself makes a camp or an identity known (a duel's outcome)."""
    return [
        ".*".join(re.escape(piece) for piece in re.split(r"\{[^{}]*\}", template))
        for template in _templates(rs.data)
        if re.search(r"\{[^{}]*(camp|role)[^{}]*\}", template)
    ]


def _templates(node: object) -> list[str]:
    out: list[str] = []
    if isinstance(node, dict):
        for key, value in node.items():
            if isinstance(value, str) and key in ("public", "refused_public", "opened_public"):
                out.append(value)
            elif key == "wording" and isinstance(value, dict):
                out += [v for v in value.values() if isinstance(v, str)]
            elif key == "with" and isinstance(value, dict):
                out += _strings(value)
            else:
                out += _templates(value)
    elif isinstance(node, list):
        for value in node:
            out += _templates(value)
    return out


def _strings(node: object) -> list[str]:
    if isinstance(node, str):
        return [node]
    if isinstance(node, dict):
        return [s for v in node.values() for s in _strings(v)]
    return [s for v in node for s in _strings(v)] if isinstance(node, list) else []


def strip(text: str, pieces: list[str]) -> str:
    for piece in pieces:
        text = text.replace(piece, "|")
    return text


def image(t: Table) -> str:
    """All of a table as one text: state and log."""
    return json.dumps([plain.dump(t.s), plain.dump(t.log, list[Event])], ensure_ascii=False)


def tale(log: list[Event]) -> list[object]:
    """What happened, without how the answers came in: no questions, no numbers of inputs or events."""
    kept = [e for e in log if e.kind not in ("question", "answer")]
    place = {e.index: i for i, e in enumerate(kept)}
    return [(e.kind, e.at, e.text, e.to, e.seats, place.get(e.cause, -1), e.rule, e.data) for e in kept]


def by_seat(log: list[Event]) -> dict[int, list[str]]:
    """What each seat was told, in order."""
    told: dict[int, list[str]] = defaultdict(list)
    for e in log:
        if e.kind == "notice":
            for f in e.to:
                told[f].append(e.text)
    return told
