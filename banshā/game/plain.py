"""Dataclasses to JSON-able data and back, driven by their type hints, and the digest of a state.

Two forms. `dump`/`load` (the checkpoint) write a record as the list of its fields: compact, quick, exact. `facts`
(digests) writes a record as a table without the fields that still have their default, so that a field added by a later
bansha leaves old digests as they are, and without wording, so that editing a text changes no digest.
"""

from __future__ import annotations

import binascii
import dataclasses
import hashlib
import json
import pickle
import sys
import types
import typing
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

from banshā.engine import state as records
from banshā.engine.state import Frozen, State

Convert = Callable[[Any], Any]

# Not rule-relevant: wording, places in the log or journal, and whoever sits behind the account.
WORDING = frozenset(
    {
        "State.facts", "State.snapshots", "State.paces", "State.times", "State.dismissed",
        "Seat.player", "Seat.substituted", "Seat.assistant", "Letter.text", "Letter.cause", "Letter.rule",
        "Question.text", "Answer.input", "Input.number", "Out.words",
        "Use.feedback", "Use.notes", "Use.trail", "Use.reason", "Use.event", "Hit.event",
        "Source.why", "Face.why", "TagGrant.why", "Thread.why", "Grant.why",
    }
)  # fmt: skip


def canonical(data: Any) -> str:
    """The one JSON text of some plain data."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def sha(data: Any) -> str:
    """SHA-256 of plain data in canonical form (a str is taken as it is)."""
    text = data if isinstance(data, str) else canonical(data)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def digest(state: State) -> str:
    """SHA-256 over the rule-relevant facts of a state."""
    return sha(_factor(State)(state))


def facts(value: Any) -> Any:
    """A record as a table of what differs from the defaults, without wording."""
    cls: Any = type(value)
    return _factor(cls)(value)


def dump(value: Any, hint: Any = None) -> Any:
    """Plain data for a value; `hint` is its type where that is no record (list[Event])."""
    kind: Any = type(value) if hint is None else hint
    return _dumper(kind)(value)


def load(hint: Any, data: Any) -> Any:
    """The value again. Consumes `data`: its lists are reused."""
    return _loader(hint)(data)


@cache
def shape(cls: type) -> str:
    """A fingerprint of a record's fields, with those of the records inside it."""
    seen: dict[str, list[str]] = {}

    def visit(hint: Any) -> None:
        record = isinstance(hint, type) and (dataclasses.is_dataclass(hint) or _named_tuple(hint))
        if record and hint.__name__ not in seen:
            hints = _hints(hint)
            seen[hint.__name__] = [f"{name}:{kind}" for name, kind in hints.items()]
            for kind in hints.values():
                visit(kind)
        for inner in typing.get_args(hint):
            visit(inner)

    visit(cls)
    return sha(seen)


# --- type hints -> converters -----------------------------------------------------------------------------------


def _same(value: Any) -> Any:
    return value


@cache
def _hints(cls: type) -> dict[str, Any]:
    if dataclasses.is_dataclass(cls):
        kinds = {field.name: field.type for field in dataclasses.fields(cls)}
        return {name: _meaning(cls.__module__, k) if isinstance(k, str) else k for name, k in kinds.items()}
    return typing.get_type_hints(cls)


@cache
def _meaning(module: str, hint: str) -> Any:
    """An annotation as what it stands for. The same few stand in all records: `get_type_hints` reads each anew."""
    return eval(hint, vars(sys.modules[module]))


def _named_tuple(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")


def _optional(hint: Any) -> Any:
    """The X of X | None; unions of several records are not told apart and not supported."""
    inner = [arg for arg in typing.get_args(hint) if arg is not type(None)]
    if len(inner) != 1:
        raise TypeError(f"cannot encode {hint}")
    return inner[0]


def _is_union(hint: Any) -> bool:
    return typing.get_origin(hint) in (typing.Union, types.UnionType)


@cache
def _dumper(hint: Any) -> Convert:
    return _record_dumper(hint) if _is_record(hint) else _of_parts(hint, _dumper)


def _is_record(hint: Any) -> bool:
    return isinstance(hint, type) and dataclasses.is_dataclass(hint)


def _of_parts(hint: Any, part: Callable[[Any], Convert]) -> Convert:
    """The converter to plain data for what is no record, made of the converters of its parts."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if _named_tuple(hint):
        return list
    if _is_union(hint):
        inner = part(_optional(hint))
        return inner if inner is _same else lambda value: None if value is None else inner(value)
    if origin in (list, tuple):
        inner = part(args[0])
        return (_same if origin is list else list) if inner is _same else lambda value: [inner(one) for one in value]
    if origin is dict:
        inner = part(args[1])
        return _same if inner is _same else lambda value: {key: inner(one) for key, one in value.items()}
    return _same


def _record_dumper(cls: Any) -> Convert:
    hints = _hints(cls)
    names = list(hints)
    deep = [(place, make) for place, name in enumerate(names) if (make := _field_dumper(cls, name, hints[name]))]
    get = attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)

    def write(value: Any) -> list[Any]:
        row = list(get(value))
        for place, make in deep:
            row[place] = make(row[place])
        return row

    return write


def _field_dumper(cls: Any, name: str, hint: Any) -> Convert | None:
    if cls is State and name == "snapshots":
        return _thaw_all
    make = _dumper(hint)
    return None if make is _same else make


@cache
def _loader(hint: Any) -> Convert:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if _is_record(hint):
        return _record_loader(hint)
    if _named_tuple(hint):
        return lambda row: hint(*row)
    if _is_union(hint):
        inner = _loader(_optional(hint))
        return inner if inner is _same else lambda value: None if value is None else inner(value)
    if origin is list:
        inner = _loader(args[0])
        return _same if inner is _same else lambda row: [inner(one) for one in row]
    if origin is tuple:
        inner = _loader(args[0])
        return tuple if inner is _same else lambda row: tuple(inner(one) for one in row)
    if origin is dict:
        key, inner = args[0] if args[0] is int else _same, _loader(args[1])
        return _same if key is inner is _same else lambda table: {key(k): inner(v) for k, v in table.items()}
    return _same


def _record_loader(cls: Any) -> Convert:
    hints = _hints(cls)
    deep = []
    for place, (name, hint) in enumerate(hints.items()):
        make = _freeze_all if cls is State and name == "snapshots" else _loader(hint)
        if make is not _same:
            deep.append((place, make))
    width = len(hints)

    def read(row: list[Any]) -> Any:
        if len(row) != width:
            raise ValueError(f"{cls.__name__}: {len(row)} fields")
        for place, make in deep:
            row[place] = make(row[place])
        return cls(*row)

    return read


def _thaw_all(snapshots: dict[str, Frozen]) -> dict[str, Any]:
    """Frozen states are pickles: never write those to a file that is read back, unpack them to plain data."""
    try:
        return {key: dump(text.thaw()) for key, text in snapshots.items()}
    except (pickle.UnpicklingError, binascii.Error, EOFError, AttributeError) as error:
        raise ValueError("snapshots are not frozen states") from error


def _freeze_all(table: dict[str, Any]) -> dict[str, Frozen]:
    return {key: Frozen.of(load(State, row)) for key, row in table.items()}


@cache
def _factor(hint: Any) -> Convert:
    """Like _dumper, for digests."""
    if hint is float:  # a weight of 1 and of 1.0 are the same fact
        return lambda value: int(value) if value == int(value) else value
    return _record_factor(hint) if _is_record(hint) else _of_parts(hint, _factor)


def _record_factor(cls: Any) -> Convert:
    hints = _hints(cls)
    rows = [
        (field.name, _factor(hints[field.name]), _default(field))
        for field in dataclasses.fields(cls)
        if f"{cls.__name__}.{field.name}" not in WORDING
    ]

    def read(value: Any) -> dict[str, Any]:
        return {
            name: made if make is _same else make(made)
            for name, make, default in rows
            if (made := getattr(value, name)) != default
        }

    return read


_NEVER = object()


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default is not dataclasses.MISSING:
        return field.default
    return field.default_factory() if field.default_factory is not dataclasses.MISSING else _NEVER


def check_wording() -> list[str]:
    """Names in WORDING that no record has (a renamed field would silently enter the digest)."""
    known = {
        f"{cls.__name__}.{field.name}"
        for cls in vars(records).values()
        if isinstance(cls, type) and dataclasses.is_dataclass(cls)
        for field in dataclasses.fields(cls)
    }
    return sorted(WORDING - known)
