"""A cache of the last closed phase, so that opening a long game need not replay it from the deal.

Plain JSON in a file of its own. Anything odd about it — damaged, of another version, of another journal — and it is as
if it were not there; deleting it is harmless.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import banshā
from banshā.engine.events import Event
from banshā.engine.state import State

from .errors import GameError
from .files import write_atomic
from .plain import canonical, dump, load, sha, shape
from .save import Save


@dataclass(slots=True)
class Checkpoint:
    """State and log right after input `number`, with the digest of that state."""

    number: int
    digest: str
    state: State
    log: list[Event]


def prefix_key(save: Save, number: int) -> str:
    """What a checkpoint after input `number` depends on: the deal, the lines up to it, ruleset, version and records."""
    lines = "\n".join(entry.line for entry in save.journal[:number])
    return sha([save.check(), sha(lines), save.ruleset_digest, banshā.__version__, shape(State), shape(Event)])


def read(path: Path, save: Save) -> Checkpoint | None:
    """The checkpoint, if it fits a prefix of the save's journal."""
    try:
        head_line, body = path.read_bytes().split(b"\n", 1)
        head = json.loads(head_line)
        number = head["number"]
        if not 0 <= number <= len(save.journal) or head["key"] != prefix_key(save, number):
            return None
        text = body.decode("utf-8")
        if head["sum"] != sha(text):
            return None
        row = json.loads(text)
        return Checkpoint(number, head["digest"], load(State, row[0]), load(list[Event], row[1]))
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        return None


def write(path: Path, save: Save, point: Checkpoint) -> None:
    """Store a checkpoint. That it cannot be written is nobody's concern: it only saves time."""
    with contextlib.suppress(GameError, ValueError, TypeError):
        row: list[Any] = [dump(point.state), dump(point.log, list[Event])]
        body = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
        head = {"key": prefix_key(save, point.number), "number": point.number, "digest": point.digest, "sum": sha(body)}
        write_atomic(path, f"{canonical(head)}\n{body}".encode())
