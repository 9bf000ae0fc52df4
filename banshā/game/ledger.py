"""What left the machine: which notices were sent, which announcements posted, and what of that no longer stands.

The ledger never changes with undo or amend. A text is known by seat, moment and digest, so a journal that is undone
and entered again finds its notices sent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from banshā.engine.events import Event
from banshā.engine.table import Table

from .plain import sha
from .replay import label_of
from .save import Sent

Key = tuple[str, str, str]


@dataclass(slots=True, frozen=True)
class Item:
    """One text for one reader (seat "": everyone), with the event it comes from."""

    seat: str
    label: str
    rule: str
    text: str
    event: int
    input: int

    @property
    def digest(self) -> str:
        return sha(self.text)[:16]

    @property
    def key(self) -> Key:
        return self.seat, self.label, self.digest


@dataclass(slots=True, frozen=True)
class Correction:
    """Something to put right with a reader: `sent` no longer stands, `now` is due in its place; one may be missing."""

    seat: str
    sent: Sent | None
    now: Item | None


def notices(t: Table) -> list[Item]:
    """Every private notice so far, one item a seat, in order."""
    return [
        Item(t.name(floor), label_of(event.at), event.rule, event.text, event.index, event.input)
        for event in t.log
        if event.kind == "notice"
        for floor in event.to
    ]


def posts(t: Table, events: Iterable[Event] | None = None) -> list[Item]:
    """Every line announced to everyone so far."""
    return [
        Item("", label_of(event.at), event.rule, event.text, event.index, event.input)
        for event in (t.log if events is None else events)
        if event.kind == "public"
    ]


def items(t: Table) -> list[Item]:
    """All that a ledger can speak of."""
    return notices(t) + posts(t)


def split(every: Sequence[Item], ledger: Sequence[Sent]) -> tuple[list[Item], list[Item], list[int]]:
    """Items that were sent, items that were not, and the places in the ledger of what no longer stands."""
    left: Counter[Key] = Counter(_key(sent) for sent in ledger if _live(sent))
    sent, unsent = [], []
    for item in every:
        if left[item.key] > 0:
            left[item.key] -= 1
            sent.append(item)
        else:
            unsent.append(item)
    stale = []
    for place in range(len(ledger) - 1, -1, -1):  # of twins, the later ones are the ones too many
        key = _key(ledger[place])
        if _live(ledger[place]) and left[key] > 0:
            left[key] -= 1
            stale.append(place)
    return sent, unsent, stale[::-1]


def corrections(t: Table, ledger: Sequence[Sent]) -> list[Correction]:
    """What was told and no longer stands, each with what stands in its place; then texts overtaken by later ones."""
    sent, unsent, stale = split(items(t), ledger)
    free = list(unsent)
    out = []
    for place in stale:
        old = ledger[place]
        same = [item for item in free if (item.seat, item.label) == (old.seat, old.label)]
        now = next((item for item in same if item.rule == old.rule), None)
        if now is not None:
            free.remove(now)
        out.append(Correction(old.seat, old, now))
    last: dict[str, int] = {}
    for item in sent:
        last[item.seat] = max(last.get(item.seat, -1), item.event)
    return out + [Correction(item.seat, None, item) for item in free if item.event < last.get(item.seat, -1)]


def record(found: Iterable[Item], time: str, who: str, post: str = "") -> list[Sent]:
    """Ledger lines for items that went out now."""
    return [Sent(time, who, post, item.seat, item.label, item.rule, item.digest, item.text) for item in found]


def withdraw(ledger: Sequence[Sent], places: Iterable[int], time: str) -> list[Sent]:
    """The ledger after the reader was told that these texts do not stand."""
    gone = set(places)
    return [replace(sent, corrected=time) if place in gone else sent for place, sent in enumerate(ledger)]


def _live(sent: Sent) -> bool:
    return not sent.corrected and bool(sent.label)


def _key(sent: Sent) -> Key:
    return sent.seat, sent.label, sent.digest
