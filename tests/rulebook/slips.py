"""Seeded slips of the kinds people make in a ruleset, injected into the shipped ones to measure the linter."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

Files = dict[str, str]


@dataclass(frozen=True)
class Slip:
    kind: str
    file: str
    start: int
    end: int
    new: str

    def apply(self, files: Files) -> Files:
        text = files[self.file]
        return {**files, self.file: text[: self.start] + self.new + text[self.end :]}

    def shown(self, files: Files) -> str:
        text = files[self.file]
        line = text.count("\n", 0, self.start) + 1
        return f"{self.kind} {self.file}:{line} {text[self.start : self.end]!r} → {self.new!r}"


def read(folder: Path) -> Files:
    return {p.relative_to(folder).as_posix(): p.read_text("utf-8") for p in sorted(folder.rglob("*.toml"))}


def code(text: str) -> Iterator[re.Match[str]]:
    """Lines that are neither comments nor texts for people."""
    yield from re.finditer(r"^(?!\s*(?:#|text\b|title\b)).+$", text, re.M)


def _misspell(word: str, rng: random.Random) -> str:
    i = rng.randrange(len(word))
    how = rng.randrange(3)
    if how == 0 and len(word) > 2:
        return word[:i] + word[i + 1 :]
    if how == 1:
        return word[:i] + word[i] + word[i:]
    return word[:i] + ("某" if ord(word[i]) > 127 else "q") + word[i + 1 :]


def keys(files: Files, rng: random.Random) -> Iterator[Slip]:
    """A key misspelt."""
    for name, text in files.items():
        for line in code(text):
            for m in re.finditer(r'(?<!["\w\u4e00-\u9fff])([a-z_]{3,})(?=\s*=[^=])', line[0]):
                yield Slip("错键", name, line.start() + m.start(1), line.start() + m.end(1), _misspell(m[1], rng))


REFERENCES = (
    "give|until|hit|lift|turn|join|camp|vs|extra|not_state|target_camp|target_not_camp|self_camp|state|mark|skill|"
    "who|during|phase|marks|excludes|informs|tags|tag|period|landing|kind|do|limit|by_camp|from|to|unless_camp|sort|"
    "target_face_camp|target_class|class|stops|blocks|pack|later|judged|if_camp|party|slot|again|silent"
)


def names(files: Files, rng: random.Random) -> Iterator[Slip]:
    """A name misspelt where something else is named."""
    for name, text in files.items():
        for line in code(text):
            for m in re.finditer(rf'(?<![\w"])(?:{REFERENCES}) = (\[[^\]]*\]|"[^"]*")', line[0]):
                for s in re.finditer(r'"([^"{{}}]+)"', m[1]):
                    at = line.start() + m.start(1)
                    if len(s[1]) > 1:
                        yield Slip("错名", name, at + s.start(1), at + s.end(1), _misspell(s[1], rng))


def slots(files: Files, rng: random.Random) -> Iterator[Slip]:
    """A slot misspelt in the order of a phase, the settlement, the links."""
    for name, text in files.items():
        for m in re.finditer(r'^\s+\[?"(?=[^\n]*"\]?,?$)([^\n]+)$', text, re.M):
            for s in re.finditer(r'"([^"]{2,})"', m[0]):
                yield Slip("错步骤", name, m.start() + s.start(1), m.start() + s.end(1), _misspell(s[1], rng))


def numbers(files: Files, rng: random.Random) -> Iterator[Slip]:
    """A number out of its range."""
    for name, text in files.items():
        for m in re.finditer(r"\b(uses|per_run|from_day|charges|dice|exactly|blue|yellow|elect_day) = (\d+)", text):
            yield Slip("错数", name, m.start(2), m.end(2), str(-1 - rng.randrange(5)))
        for m in re.finditer(r"count = \[(\d+), (\d+)\]", text):
            yield Slip("错数", name, m.start(1), m.end(2), f"{int(m[2]) + 1 + rng.randrange(3)}, {m[1]}")
        for m in re.finditer(r"share = \[(\d+), (\d+)\]", text):
            yield Slip("错数", name, m.start(2), m.end(2), "0")


def _blocks(text: str, header: str) -> Iterator[re.Match[str]]:
    yield from re.finditer(rf'^\[\[{header}\]\]\nname = "([^"]+)"\n(?:(?!\n\[\[).|\n(?!\[))*', text, re.M)


def missing(files: Files, rng: random.Random) -> Iterator[Slip]:
    """A state, or a camp, that others name is gone."""
    everything = "\n".join(files.values())
    for name, text in files.items():
        for header in ("state", "camp", "office", "party", "link"):
            for m in _blocks(text, header):
                if len(re.findall(rf'"{re.escape(m[1])}"', everything)) > 1:
                    yield Slip("缺引用", name, m.start(), m.end(), "")


def unsettled(files: Files, rng: random.Random) -> Iterator[Slip]:
    """A night hit whose slot is no longer in the settlement list."""
    for name, text in files.items():
        listed = re.search(r"^\[landing\]\norder = \[(.*?)\]", text, re.M | re.S)
        if listed:
            for s in re.finditer(r'"([^"]+)",? ?', listed[1]):
                everything = "\n".join(files.values())
                if re.search(rf'name = "{re.escape(s[1])}"|slot = "{re.escape(s[1])}"', everything):
                    yield Slip("缺结算项", name, listed.start(1) + s.start(), listed.start(1) + s.end(), "")


KINDS: list[Callable[[Files, random.Random], Iterator[Slip]]] = [keys, names, slots, numbers, missing, unsettled]


def draw(files: Files, n: int, seed: str) -> list[Slip]:
    """`n` slips, the kinds mixed."""
    rng = random.Random(seed)
    pools = [p for p in (list(k(files, rng)) for k in KINDS) if p]
    return [rng.choice(pools[i % len(pools)]) for i in range(n)]
