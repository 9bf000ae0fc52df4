"""Pydantic's complaints as findings: in Chinese, with file, line, table, key and the nearest right name."""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from banshā.rulebook.findings import Finding
from banshā.rulebook.models import Ruleset
from banshā.rulebook.models.common import TAG
from banshā.rulebook.models.effects import VERBS
from banshā.rulebook.names import near
from banshā.rulebook.source import NAMED, OF_ROLE, Path_, Source

Loc = tuple[int | str, ...]


def findings_of(error: ValidationError, source: Source) -> list[Finding]:
    """One finding for each place; when several forms of a value were tried, the first complaint stands for them."""
    found: dict[Loc, Finding] = {}
    for detail in error.errors(include_url=False):
        loc = in_file(detail["loc"], source.doc)
        found.setdefault(loc, _finding(detail, loc, source))
    return list(found.values())


def in_file(loc: Loc, doc: Any) -> Loc:
    """The path of an error as it stands in the file: without the tags of unions."""
    kept: list[int | str] = []
    here: Any = doc
    for number, part in enumerate(loc):
        if isinstance(part, str) and part.startswith(TAG):
            continue
        if isinstance(here, Mapping) and part in here:
            here = here[str(part)]
        elif isinstance(here, list) and isinstance(part, int) and part < len(here):
            here = here[part]
        elif number < len(loc) - 1 or not isinstance(here, Mapping):
            continue
        kept.append(part)
    return tuple(kept)


def _finding(detail: ErrorDetails, loc: Loc, source: Source) -> Finding:
    code, message, guess = _words(detail)
    where, rest = split(loc, source.doc)
    key = show_key(rest)
    file, line = source.line(where, key)
    if not file and source.files:
        file = next(reversed(source.files))
    return Finding(code, "error", file, show_table(where), key, message, guess, line)


def split(loc: Loc, doc: Any) -> tuple[Path_, Loc]:
    """The table a path leads to, by names, and the path inside it."""
    where: list[str] = []
    rest = list(loc)
    here: Any = doc
    while rest and isinstance(rest[0], str) and isinstance(here, Mapping):
        kind = rest[0]
        inner = here.get(kind)
        is_table = kind in NAMED if not where else kind in OF_ROLE
        if is_table and len(rest) > 1 and isinstance(rest[1], int) and isinstance(inner, list):
            item = inner[rest[1]]
            name = item.get("name") if isinstance(item, Mapping) else None
            where += [kind, name if isinstance(name, str) else f"#{rest[1]}"]
            here, rest = item, rest[2:]
        elif not where:
            where, here, rest = [kind], inner, rest[1:]
            if len(rest) > 1 and isinstance(rest[0], str) and isinstance(here, Mapping):
                where.append(rest[0])
                rest = rest[1:]
            break
        else:
            break
    return tuple(where), tuple(rest)


def show_table(where: Path_) -> str:
    """身份 女巫 · 技能 毒药, or the table's own name where it has none."""
    if not where:
        return ""
    if where[0] not in NAMED or len(where) < 2:
        return ".".join(where)
    words = {**NAMED, **OF_ROLE}
    named = zip(where[0::2], where[1::2], strict=False)
    return " · ".join(f"{words[kind]} {_ordinal(name)}" for kind, name in named)


def _ordinal(name: str) -> str:
    return f"第{int(name[1:]) + 1}条" if re.fullmatch(r"#\d+", name) else name


def show_key(rest: Iterable[int | str]) -> str:
    text = ""
    for part in rest:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


# ── the words ──

_KINDS = {
    "string_type": "文字（加引号）", "int_type": "整数", "int_from_float": "整数", "float_type": "数",
    "finite_number": "数", "bool_type": "true 或 false", "list_type": "一串东西（方括号）", "dict_type": "一个表",
    "model_type": "一个表", "model_attributes_type": "一个表",
}  # fmt: skip


def _words(detail: ErrorDetails) -> tuple[str, str, str | None]:
    """Code, message and near name of one complaint."""
    kind, last, value = detail["type"], str(detail["loc"][-1]) if detail["loc"] else "", detail["input"]
    if kind == "missing":
        return "R004", f"缺 {last}", None
    if kind == "extra_forbidden":
        return "R005", f"不认识的键 {last}", near(last, keys_at(detail["loc"][:-1]))
    if kind == "literal_error":
        allowed = re.findall(r"'([^']*)'", str(detail.get("ctx", {}).get("expected", "")))
        if not allowed:
            return "R006", f"只能写 {str(detail.get('ctx', {}).get('expected', '')).lower()}", None
        guess = near(value, allowed) if isinstance(value, str) else None
        return "R007", f"不认识 {_brief(value)}，只能是 {'、'.join(allowed)}", guess
    if kind == "banshā":
        code = "R008" if "动词" in detail["msg"] or detail["msg"].startswith("效果") else "R006"
        return code, detail["msg"], None
    if kind in _KINDS:
        return "R006", f"这里要写{_KINDS[kind]}，写的是 {_brief(value)}", None
    return "R006", f"写法不对：{_brief(value)}", None


def _brief(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    text = "、".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= 30 else text[:29] + "…"


# ── which keys a table may hold, found by walking the models along the error's path ──


def keys_at(loc: Loc) -> list[str]:
    """The keys that the table at `loc` takes."""
    spots: list[Any] = [Ruleset]
    for part in loc:
        spots = [inner for spot in spots for inner in _step(spot, part)] or spots
    models = [item for spot in spots for item in _models(spot)]
    return [name.rstrip("_") for model in models for name in model.model_fields]


def _step(spot: Any, part: int | str) -> list[Any]:
    if isinstance(part, str) and part.startswith(TAG):
        verb = VERBS.get(part[len(TAG) :])
        return [verb] if verb else [spot]
    if isinstance(part, int):
        return [get_args(form)[0] for form in _forms(spot) if get_origin(form) is list]
    found: list[Any] = []
    for form in _forms(spot):
        if isinstance(form, type) and issubclass(form, BaseModel):
            for name, info in form.model_fields.items():
                if name.rstrip("_") == part:
                    found.append(info.annotation)
        elif get_origin(form) is dict:
            found.append(get_args(form)[1])
    return found


def _forms(spot: Any) -> list[Any]:
    """The plain types inside unions and annotations."""
    origin = get_origin(spot)
    if origin is Annotated:
        return _forms(get_args(spot)[0])
    if origin in (Union, types.UnionType):
        return [form for inner in get_args(spot) for form in _forms(inner)]
    return [] if origin is Literal else [spot]


def _models(spot: Any) -> list[type[BaseModel]]:
    return [form for form in _forms(spot) if isinstance(form, type) and issubclass(form, BaseModel)]
