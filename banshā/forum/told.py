"""What a director says on the command line of an import: names exact, floors, times, his own decisions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import tzinfo

from banshā.game.errors import LineError

from .ballots import ABSTAIN
from .names import account, match
from .posts import Thread


@dataclass(slots=True)
class Said:
    """What the command line adds: names may be any way of writing a seat that is exact."""

    close: str = ""
    tz: tzinfo | None = None
    directors: Sequence[str] = ()
    outs: Sequence[str] = ()  # 马甲=TIME
    accounts: Sequence[str] = ()  # account=马甲
    overrides: Sequence[str] = ()  # FLOOR=TARGET or FLOOR=马甲:TARGET
    ignores: Sequence[str] = ()
    fast: bool = False


def pairs(words: Sequence[str], names: Sequence[str], option: str, form: str) -> Iterable[tuple[str, str]]:
    """Options SEAT=VALUE with the seat's exact name."""
    for word in words:
        left, sign, right = word.replace("＝", "=").partition("=")
        found = match(left, names)
        if not sign or not right:
            raise LineError("bad_option", f"{option} {word} 看不懂", f"写成 {option} {form}")
        if not found.sure:
            raise LineError("no_seat", f"{option}：{found.why}", f"写成 {option} {form}")
        yield found.name, right


def accounts(words: Sequence[str], names: Sequence[str]) -> Iterable[tuple[str, str]]:
    for word in words:
        account, sign, name = word.replace("＝", "=").partition("=")
        found = match(name, names)
        if not sign or not account or not found.sure:
            raise LineError("bad_option", f"--account {word} 看不懂，{found.why}", "写成 --account 账号=马甲")
        yield account, found.name


def places(words: Sequence[str], option: str) -> Iterable[int]:
    """Floors (or numbers of posts), 23 or 23,25 or 23楼."""
    for word in re.split(r"[,，、\s]+", " ".join(words)):
        digits = re.fullmatch(r"(\d+)\s*(?:楼|#)?", word)
        if word and not digits:
            raise LineError("bad_floor", f"{option} {word} 不是楼层", f"写成 {option} 23，几楼用逗号隔开")
        if digits:
            yield int(digits[1])


def overrides(words: Sequence[str], names: Sequence[str], thread: Thread, known: dict[str, str]) -> dict[int, str]:
    """Decisions FLOOR=TARGET; of a post whose author is no seat, FLOOR=马甲:TARGET."""
    found = {}
    for word in words:
        place, sign, rest = word.replace("＝", "=").replace("：", ":").partition("=")
        floors = list(places([place], "--override"))
        who, colon, target = rest.partition(":")
        voted = match(target if colon else rest, [*names, ABSTAIN])
        voter = match(who, names) if colon else None
        if not sign or len(floors) != 1:
            raise LineError("bad_option", f"--override {word} 看不懂", "写成 --override 23=豆浆")
        if not voted.sure or voter is not None and not voter.sure:
            raise LineError(
                "no_seat", f"--override {word}：{voted.why or (voter.why if voter else '')}", "马甲要写全名"
            )
        post = next((p for p in thread.turns if floors[0] in p.keys), None)
        if post is None:
            raise LineError("no_floor", f"--override：没有读到 {floors[0]} 楼", "看看页面给全了没有")
        if voter is None and not account(known.get(post.author, post.author), names).sure:
            raise LineError(
                "whose", f"{floors[0]} 楼是 {post.author or '不知道谁'} 发的，不知道算谁的票",
                f"写成 --override {floors[0]}=马甲:{voted.name}",
            )  # fmt: skip
        found[floors[0]] = f"{voter.name}:{voted.name}" if voter else voted.name
    return found
