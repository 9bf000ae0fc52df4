"""Putting a ruleset's files together, and a ruleset on top of the one it extends."""

from __future__ import annotations

import copy
from typing import Any

from banshā.rulebook.findings import Finding
from banshā.rulebook.names import near
from banshā.rulebook.source import KEYED, NAMED, OF_ROLE, Path_, Source

Doc = dict[str, Any]


def _name_of(item: Any) -> str | None:
    name = item.get("name") if isinstance(item, dict) else None
    return name if isinstance(name, str) else None


# ── files of one ruleset ──


def add_file(source: Source, doc: Doc, shown: str) -> None:
    """Add a file's tables to the document; what stands there already is a problem that names both files."""
    for key, value in doc.items():
        if isinstance(value, list) and all(isinstance(item, dict) for item in value) and value:
            _add_array(source, key, value, shown)
        elif isinstance(value, dict):
            _add_table(source, source.doc.setdefault(key, {}), value, (key,), shown)
        elif key in source.doc:
            _twice(source, (key,), shown)
        else:
            source.doc[key] = value
            source.origins[(key,)] = shown


def _add_array(source: Source, key: str, items: list[Doc], shown: str) -> None:
    target = source.doc.setdefault(key, [])
    if not isinstance(target, list):
        _twice(source, (key,), shown)
        return
    source.origins.setdefault((key,), shown)
    for item in items:
        name = _name_of(item)
        if name is None:
            source.origins[(key, f"#{len(target)}")] = shown
        elif (key, name) in source.origins:
            _twice(source, (key, name), shown)
            continue
        else:
            source.origins[(key, name)] = shown
            _note_skills(source, item, (key, name), shown)
        target.append(item)


def _note_skills(source: Source, role: Doc, where: Path_, shown: str) -> None:
    """Remember the file of a role's skills; two of one name in a role are a problem."""
    seen: set[str] = set()
    for kind in OF_ROLE:
        for skill in role.get(kind, []) if isinstance(role.get(kind), list) else []:
            name = _name_of(skill)
            if name is None:
                continue
            if name in seen:
                _twice(source, (*where, kind, name), shown)
            seen.add(name)
            source.origins[(*where, kind, name)] = shown


def _add_table(source: Source, target: Any, value: Doc, where: Path_, shown: str) -> None:
    if not isinstance(target, dict):
        _twice(source, where, shown)
        return
    source.origins.setdefault(where, shown)
    for key, item in value.items():
        inner = (*where, key)
        if key not in target:
            target[key] = item
            source.origins[inner] = shown
            if isinstance(item, dict):
                for deeper in item:
                    source.origins[(*inner, deeper)] = shown
        elif where == ("aliases",) and isinstance(item, dict):
            _add_table(source, target[key], item, inner, shown)
        else:
            _twice(source, inner, shown)


def _twice(source: Source, where: Path_, shown: str) -> None:
    first = source.origin(where)
    kinds = [NAMED.get(part) or OF_ROLE.get(part) or part for part in where[0::2]] if where[0] in NAMED else []
    if kinds:
        name = ".".join(where[1::2])
        what = f"{kinds[-1]} {name}"
    else:
        what = ".".join(where)
    both = f"{first} 和 {shown} 里" if first != shown else f"{shown} 里"
    line = source.line(where)[1] if first == shown else 0
    source.problems.append(Finding("R002", "error", shown, what, "", f"写了两次，在 {both}；留下一处", line=line))


# ── a ruleset on top of another ──


def extend(parent: Source, child: Source) -> None:
    """Lay the child's document over the parent's: tables by name, lists replaced, `remove` taken away first."""
    base: Doc = copy.deepcopy(parent.doc)
    origins = dict(parent.origins)
    for wanted in _removals(child.doc):
        if not _remove(base, wanted):
            known = [*_removable(base)]
            message = f"要去掉的 {wanted} 在上一本规则书里没有"
            file = child.origin(("ruleset",))
            child.problems.append(
                Finding(
                    "R003",
                    "error",
                    file,
                    "ruleset",
                    "remove",
                    message,
                    near(wanted, known),
                    child.line(("ruleset",), "remove")[1],
                )
            )
    _outspoken(base, child.doc)
    child.doc = _over(base, child.doc)
    child.origins = {**origins, **child.origins}
    child.files = {**parent.files, **child.files}
    child.folders = [*parent.folders, *child.folders]
    child.stamps = {**parent.stamps, **child.stamps}
    child.problems = [*parent.problems, *child.problems]


def _outspoken(base: Doc, top: Doc) -> None:
    """A wording the child writes anew for all stages (title) outdoes what the parent wrote for one (title.开门)."""
    own = top.get("wording")
    theirs = base.get("wording")
    if isinstance(own, dict) and isinstance(theirs, dict):
        base["wording"] = {key: text for key, text in theirs.items() if key.partition(".")[0] not in own or key in own}


def _removals(doc: Doc) -> list[str]:
    head = doc.get("ruleset")
    listed = head.get("remove", []) if isinstance(head, dict) else []
    return [item for item in listed if isinstance(item, str)] if isinstance(listed, list) else []


def _items(doc: Doc, kind: str) -> list[Doc]:
    value = doc.get(kind)
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _removable(doc: Doc) -> list[str]:
    names = [
        f"{label}.{_name_of(item)}" for kind, label in NAMED.items() for item in _items(doc, kind) if _name_of(item)
    ]
    for role in _items(doc, "role"):
        name = _name_of(role)
        names.append(str(name))
        names += [f"{name}.{_name_of(skill)}" for kind in OF_ROLE for skill in _items(role, kind)]
    names += [f"{label}.{key}" for kind, label in KEYED.items() for key in doc.get(kind, {})]
    return names


def _remove(base: Doc, wanted: str) -> bool:
    """Take away 身份, 身份.技能, or 种类.名字 (状态.冻结, 身份.女巫, 胜负.狼人灭); says whether anything was there."""
    first, _, rest = wanted.partition(".")
    if not rest:
        return _drop_role(base, first)
    for role in _items(base, "role"):
        if _name_of(role) == first:
            return _drop_skill(base, role, rest)
    if first in ("身份", "role"):
        head, _, skill = rest.partition(".")
        found = next((role for role in _items(base, "role") if _name_of(role) == head), None)
        if found is not None and skill:
            return _drop_skill(base, found, skill)
        return _drop_role(base, rest)
    for kind, label in NAMED.items():
        if first in (kind, label):
            return _drop_named(base, kind, rest)
    for kind, label in KEYED.items():
        if first in (kind, label) and isinstance(base.get(kind), dict) and rest in base[kind]:
            del base[kind][rest]
            return True
    return False


def _drop_named(holder: Doc, kind: str, name: str) -> bool:
    kept = [item for item in holder.get(kind, []) if _name_of(item) != name]
    gone = len(kept) < len(holder.get(kind, []))
    if gone:
        holder[kind] = kept
    return gone


def _drop_role(base: Doc, name: str) -> bool:
    if not _drop_named(base, "role", name):
        return False
    _drop_slots(base, lambda slot: slot.partition(".")[0] == name)
    return True


def _drop_skill(base: Doc, role: Doc, skill: str) -> bool:
    gone = any(_drop_named(role, kind, skill) for kind in OF_ROLE)
    if gone:
        _drop_slots(base, lambda slot: slot == f"{_name_of(role)}.{skill}")
    return gone


def _drop_slots(base: Doc, gone: Any) -> None:
    """Slots of what was removed leave the inherited steps too, or every theme would have to write all phases anew."""
    for phase in _items(base, "phase"):
        steps = []
        for step in phase.get("steps", []):
            slots = step.get("slots", []) if isinstance(step, dict) else step
            kept = [slot for slot in slots if not (isinstance(slot, str) and gone(slot))]
            if kept or not slots:
                steps.append({**step, "slots": kept} if isinstance(step, dict) else kept)
        phase["steps"] = steps


def _over(base: Any, top: Any) -> Any:
    """`top` laid over `base`."""
    if isinstance(base, dict) and isinstance(top, dict):
        merged = dict(base)
        for key, value in top.items():
            merged[key] = _over(base[key], value) if key in base else value
        return merged
    if _is_named(base) and _is_named(top):
        return _over_named(base, top)
    return top


def _is_named(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(_name_of(item) is not None for item in value)


def _over_named(base: list[Doc], top: list[Doc]) -> list[Doc]:
    """By name: the parent's keep their place, what is new comes after."""
    theirs = {_name_of(item): item for item in top}
    known = {_name_of(item) for item in base}
    merged = [_over(item, theirs[_name_of(item)]) if _name_of(item) in theirs else item for item in base]
    return merged + [item for item in top if _name_of(item) not in known]
