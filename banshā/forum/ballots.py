"""Ballots in the text of a post, by the format of the rules.

    投票对象：饺子          改票对象：包子
    投票理由：饺子好吃      改票理由：包子也好吃

Signs of either width; the reason may stand on the same line. Everything that only resembles this is put to the
director, with what it seems to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from banshā.game.grammar import normalise

from .markup import NOTHING
from .names import ASK, match, simple

ABSTAIN = "弃权"
_COLONS = str.maketrans({"︰": ":", "﹕": ":", "∶": ":", "ː": ":", "︓": ":", "꞉": ":"})
_KEY = re.compile(r"(投票|改票)(对象|理由)[ \t]*:")
_SEAT = re.compile(r"马甲[ \t]*:[ \t]*(\S[^\n]*)")
_LOOSE = re.compile(
    r"(投|改)[ \t]*票[ \t]*(?:对[ \t]*[象像]|目标|对方|给|人|改为|改投)?[ \t】\]]*[:;,]?[ \t]*([^\n]{0,20})"
)
_KEYED = re.compile(r"(投|改)[ \t]*票[ \t]*(?:对[ \t]*[象像]|目标)")
_LABELLED = re.compile(r"[ \t【\[]*(?:[投改标偷头]?[ \t]*票?[ \t]*对\S|[投改]?票)[ \t】\]]*[:;][ \t]*([^\n]{1,20})")
_SPOKEN = re.compile(
    r"[ \t]*(?:我|本人)?[ \t]*(?:这票|今天)?(投|改投|改|票给|票投)(?:给|了)?[ \t]*:?[ \t]*"
    r"([^\n,.!?:;，。！？]{1,12})[ \t。.!！]*"
)
_GIVEN_UP = re.compile(
    r"[ \t]*(?:我|本人)?[ \t]*(?:今天)?(?:我)?(弃权|弃票|弃)(?:了|吧)?(?:[ \t。.!！]*|[,。.!:;][^\n]*)"
)
_REVOKED = re.compile(
    r"(?:本|此|这|那|上|下|前)[^\n]{0,6}(?:作废|撤回|撤销|不算|取消|无效)|测试[^\n]{0,6}不算"
    r"|^\W*(?:作废|撤回|撤销)\W*$"
)
_PROXY = re.compile(r"代投|代为投票|委托投票")
_FORM = re.compile(r"格式|示例|例如|样例|范例|模板|举例")


@dataclass(slots=True)
class Draft:
    """A ballot as written. doubts: why it is not plainly in the format of the rules (codes of judging.WORDS)."""

    kind: str  # 投票 | 改票
    target: str
    seat: str = ""  # 马甲 named above it (the director votes for somebody)
    doubts: list[str] = field(default_factory=list)


def norm(text: str) -> str:
    """Half-width signs, one kind of colon; the same length as the text."""
    return normalise(text).translate(_COLONS)


def read(text: str) -> list[Draft]:
    """The ballots of a post, first to last; those in doubt too."""
    flat = norm(text)
    keys = list(_KEY.finditer(simple(flat)))
    drafts: list[Draft] = []
    for n, key in enumerate(keys):
        if key[2] != "对象":
            continue
        after = keys[n + 1] if n + 1 < len(keys) else None
        fits = after is not None and after[2] == "理由"
        before = flat[flat.rfind("\n", 0, key.start()) + 1 : key.start()].strip(" \t【[")
        if before and drafts and not fits:
            continue  # a ballot mentioned inside a reason
        last = keys[n - 1].end() if n else 0
        draft = Draft(key[1], _target(text, flat, key.end(), after), _seat(text, flat, last, key.start()))
        draft.doubts += _doubts(flat, before, key, after)
        if not draft.target:
            draft.target = _next_line(text, flat, key.end(), after)
            draft.doubts.append("target-on-next-line" if draft.target else "empty-target")
        drafts.append(draft)
    if drafts and _revoked(flat, keys[0].start()):
        drafts[0].doubts.append("revoked")
    return drafts


def _doubts(flat: str, before: str, key: re.Match[str], after: re.Match[str] | None) -> Iterator[str]:
    """What of a ballot's two lines is not as the rules have it."""
    if any(k is not None and flat[k.start() : k.end()] != k[0] for k in (key, after)):
        yield "traditional-keywords"
    if before and not _SEAT.search(before):
        yield "not-at-line-start"
    if after is None or after[2] != "理由":
        yield "no-reason"
    elif after[1] != key[1]:
        yield "mixed-keywords"


def _revoked(flat: str, start: int) -> bool:
    """Whether a short line above the ballot, or the post's last, says that it is not meant."""
    lines = [*flat[:start].split("\n"), *flat[start:].split("\n")[2:][-1:]]
    return any(len(line) <= 14 and _REVOKED.search(line) for line in lines)


def _target(text: str, flat: str, start: int, after: re.Match[str] | None) -> str:
    end = flat.find("\n", start)
    end = len(flat) if end < 0 else end
    if after is not None:
        end = min(end, after.start())
    return text[start:end].strip(" \t\u3000")


def _next_line(text: str, flat: str, start: int, after: re.Match[str] | None) -> str:
    end = after.start() if after is not None else len(flat)
    rest = text[start:end].strip()
    return rest.split("\n")[0].strip() if rest else ""


def _seat(text: str, flat: str, start: int, stop: int) -> str:
    """The last 马甲：X between the ballot before and this one."""
    found = list(_SEAT.finditer(simple(flat), start, stop))
    return text[found[-1].start(1) : found[-1].end(1)].rstrip("】]) \t") if found else ""


def meant_for_another(text: str, draft: Draft) -> bool:
    """Whether a director casts a ballot for somebody, although he names nobody: he says so, or shows no mere form."""
    flat = simple(norm(text))
    return _PROXY.search(flat) is not None or not draft.doubts and _FORM.search(flat) is None


def resembles(text: str, seats: Sequence[str]) -> Draft | None:
    """Something a voter may have meant for a ballot, though it is not in the format; None: ordinary talk."""
    flat = simple(norm(text))
    for found in _LOOSE.finditer(flat):
        keyed = _KEYED.match(found[0]) is not None
        lone = flat[flat.rfind("\n", 0, found.start()) + 1 : found.start()].strip(" \t【[") == ""
        target = _known(text[found.start(2) : found.end(2)], seats)
        if keyed or lone and target:
            kind = "改票" if found[1] == "改" else "投票"
            return Draft(kind, target or text[found.start(2) : found.end(2)].strip(), "", ["malformed"])
    lines = [line for line in flat.split("\n") if line.strip()]
    for line in lines:
        if _GIVEN_UP.fullmatch(line):
            return Draft("投票", ABSTAIN, "", ["malformed"])
        named = _LABELLED.match(line)
        if named and (target := _known(named[1], seats)):
            return Draft("改票" if "改" in line[: named.start(1)] else "投票", target, "", ["malformed"])
        said = _SPOKEN.fullmatch(line)
        if said and len(lines) <= 2 and (target := _known(said[2], seats)):
            return Draft("改票" if "改" in said[1] else "投票", target, "", ["malformed"])
    return None


def _known(word: str, seats: Sequence[str]) -> str:
    """The seat or 弃权 that a piece of loose text begins with."""
    word = re.split(r"[\s,，。;；!！?？、:：)）(（]|理由|吧|因为|投票|改票", word.strip())[0]
    if not word:
        return ""
    found = match(word, seats)
    if word in (ABSTAIN, "弃票", "弃") and not found.sure:
        return ABSTAIN
    return found.name if found.sure or found.verdict == ASK and len(word) <= len(found.name) + 1 else ""


def like_a_vote(text: str) -> bool:
    """Whether text outside of posts (点评, signature) looks like a ballot."""
    flat = simple(norm(text))
    return _KEY.search(flat) is not None or _KEYED.search(flat) is not None


def unclear_picture(target: str) -> bool:
    return NOTHING in target
