"""Correcting an old input: the journal with the correction, and what that would change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from banshā.engine.errors import Refusal
from banshā.engine.table import Table

from . import ledger
from .errors import LineError, ReplayStopped
from .grammar import format_line, parse_line
from .journal import Entry, make_entry
from .ledger import Item
from .replay import label_of
from .save import Save, Sent


@dataclass(slots=True)
class Difference:
    """What a correction changes. Texts in gone_* no longer stand, those in new_* are due; *_out are like 阿三（深夜1）.

    sent, posted: those of the gone texts that had already left the machine. stopped: the input at which the corrected
    journal cannot go on (taking the correction is then refused, unless the journal was stopped earlier already).
    """

    gone_outs: list[str] = field(default_factory=list)
    new_outs: list[str] = field(default_factory=list)
    gone_notices: list[Item] = field(default_factory=list)
    new_notices: list[Item] = field(default_factory=list)
    gone_posts: list[Item] = field(default_factory=list)
    new_posts: list[Item] = field(default_factory=list)
    sent: list[Item] = field(default_factory=list)
    posted: list[Item] = field(default_factory=list)
    stopped: ReplayStopped | None = None

    @property
    def empty(self) -> bool:
        """Does it change nothing that anybody sees?"""
        lists = (self.gone_outs, self.new_outs, self.gone_notices, self.new_notices, self.gone_posts, self.new_posts)
        return not any(lists) and self.stopped is None


def amended(save: Save, number: int, line: str | None, insert: bool, now: str, who: str) -> tuple[Save, str]:
    """The save with input `number` replaced, dropped (line None) or preceded by a new one; a word for the history."""
    if not 1 <= number <= len(save.journal):
        hint = f"编号从 1 到 {len(save.journal)}，用 bansha log 看" if save.journal else "日志还是空的"
        raise Refusal("no_input", f"没有第 {number} 条输入", hint=hint)
    if insert and line is None:
        raise LineError("no_line", "没有写要插入的那一行", '写成 bansha amend 编号 --insert "一行"')
    old = save.journal[number - 1]
    middle: list[Entry] = []
    if line is not None:
        middle.append(make_entry(number, now, who, format_line(parse_line(line))))
    if insert:
        middle.append(old)
    entries = [*save.journal[: number - 1], *middle, *save.journal[number:]]
    journal = [entry if entry.number == n else replace(entry, number=n) for n, entry in enumerate(entries, 1)]
    word = "插入" if insert else "更改" if line is not None else "去掉"
    digests = [one for one in save.digests if one.number < number]
    return replace(save, journal=journal, digests=digests), word


def compare(old: Table, new: Table, sent: Sequence[Sent]) -> Difference:
    """What differs between two tables for those who sit at them."""
    gone_outs, new_outs = _changes(_outs(old), _outs(new))
    gone_notices, new_notices = _item_changes(ledger.notices(old), ledger.notices(new))
    gone_posts, new_posts = _item_changes(ledger.posts(old), ledger.posts(new))
    left = {item.event for item in ledger.split(ledger.posts(old), sent)[0]}
    told = {(item.event, item.seat) for item in ledger.split(ledger.notices(old), sent)[0]}
    return Difference(
        gone_outs, new_outs, gone_notices, new_notices, gone_posts, new_posts,
        [item for item in gone_notices if (item.event, item.seat) in told],
        [item for item in gone_posts if item.event in left],
    )  # fmt: skip


def _outs(t: Table) -> list[str]:
    return [f"{t.name(out.seat)}（{label_of(out.at)}）" for out in t.s.outs if out.back is None]


def _changes(old: Sequence[str], new: Sequence[str]) -> tuple[list[str], list[str]]:
    return list((Counter(old) - Counter(new)).elements()), list((Counter(new) - Counter(old)).elements())


def _item_changes(old: Sequence[Item], new: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    return _without(old, new), _without(new, old)


def _without(items: Sequence[Item], others: Sequence[Item]) -> list[Item]:
    left = Counter(item.key for item in others)
    out = []
    for item in items:
        if left[item.key] > 0:
            left[item.key] -= 1
        else:
            out.append(item)
    return out
