"""Fair dealing: everything follows from one seed that is committed before the game and shown after it.

* deal seed = HMAC-SHA256(key = seed, "deal"), dice seed = HMAC-SHA256(key = seed, "dice"), both as hex.
* The n-th number of a deal is the first 8 bytes, big-endian, of HMAC-SHA256(key = the 32 bytes of the deal seed,
  "LABEL:n"), n = 0, 1, 2 …; numbers at or above the largest multiple of k below 2**64 are thrown away, the others give
  number mod k.
* Shuffle is Fisher–Yates from the end: for i = n-1 … 1 swap i with a number below i+1.
* The commitment is SHA-256 of `commitment_text`: rules, seed, salt and the cast in elevator order.

The salt is random even when the seed is given, for a short seed could be guessed from the commitment.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from . import drawing
from .errors import FileError
from .grammar import join_line
from .rosters import CastLine, Compiled, Player, near
from .save import SeatLine

T = TypeVar("T")

CAST, POOL, DRAW, FORMULA = "cast", "roles", "draw", "formula"


@dataclass(slots=True)
class Dealt:
    """The outcome of a deal and all that is needed to check it. pool: the identities before the shuffle."""

    seats: list[SeatLine]
    seed: str
    salt: str
    commitment: str
    method: str
    pool: list[str]
    roster: list[str]


def new_seed() -> str:
    """A fresh secret of 256 bits."""
    return os.urandom(32).hex()


def derive(seed: str, purpose: str) -> str:
    """A seed for one purpose (``deal``, ``dice``) that tells nothing of the others."""
    return hmac.new(seed.encode(), purpose.encode(), hashlib.sha256).hexdigest()


class Numbers:
    """Numbers below k, each equally likely, that any player can compute again."""

    def __init__(self, deal_seed: str, label: str) -> None:
        self._key, self._label, self._counter = bytes.fromhex(deal_seed), label, 0

    def below(self, k: int) -> int:
        limit = (1 << 64) - (1 << 64) % k
        while True:
            text = f"{self._label}:{self._counter}".encode()
            self._counter += 1
            number = int.from_bytes(hmac.new(self._key, text, hashlib.sha256).digest()[:8], "big")
            if number < limit:
                return number % k


def shuffled(items: Sequence[T], deal_seed: str, label: str) -> list[T]:
    """The items in an order drawn from the deal's seed."""
    out, numbers = list(items), Numbers(deal_seed, label)
    for i in range(len(out) - 1, 0, -1):
        j = numbers.below(i + 1)
        out[i], out[j] = out[j], out[i]
    return out


def commitment_text(rules_id: str, rules_digest: str, seed: str, salt: str, seats: Sequence[SeatLine]) -> str:
    """What the commitment is the SHA-256 of; printed at the reveal so that everybody can hash it again."""
    lines = ["bansha deal 1", f"rules {rules_id} {rules_digest}", f"seed {seed}", f"salt {salt}"]
    for seat in seats:
        extra = dict(sorted(seat.extra.items()))
        lines.append(join_line([str(seat.floor), seat.name, "+".join(seat.cards)], extra))
    return "\n".join(lines) + "\n"


def commit(rules_id: str, rules_digest: str, seed: str, salt: str, seats: Sequence[SeatLine]) -> str:
    """The fairness commitment, hex."""
    return hashlib.sha256(commitment_text(rules_id, rules_digest, seed, salt, seats).encode()).hexdigest()


def deal(
    rules: Compiled,
    roster: Sequence[Player],
    *,
    seed: str | None = None,
    salt: str | None = None,
    pool: Sequence[str] | None = None,
    cast: Sequence[CastLine] | None = None,
    shuffle: bool = False,
) -> Dealt:
    """Deal identities to a roster: a fixed cast, a given pool, or one drawn from the roles the ruleset deals.

    shuffle: the elevator order is drawn too, else it is the roster's.
    """
    seed, salt = seed or new_seed(), salt or os.urandom(16).hex()
    names = [one.name for one in roster]
    if cast is not None:
        method, drawn = CAST, _fixed(names, cast)
    elif pool is not None:
        method, drawn = POOL, _pooled(names, pool)
    else:
        method, drawn = DRAW, draw_pool(rules, len(names), seed)
    extras = {one.name: one.extra for one in cast or ()}
    players = {one.name: one.player for one in roster}
    seats = [
        SeatLine(floor, name, players[name], cards, dict(extras.get(name, {})))
        for floor, name, cards in arrange(method, names, drawn, seed, shuffle)
    ]
    return seal(rules, seats, seed, salt, method if not shuffle else f"{method}+shuffle", drawn, names)


def seal(
    rules: Compiled,
    seats: list[SeatLine],
    seed: str,
    salt: str,
    method: str = FORMULA,
    pool: Sequence[str] = (),
    roster: Sequence[str] = (),
) -> Dealt:
    """Commit to seats that were dealt, here or by a ruleset's formula."""
    promise = commit(rules["id"], rules["digest"], seed, salt, seats)
    return Dealt(seats, seed, salt, promise, method, list(pool), list(roster))


def arrange(
    method: str, names: Sequence[str], pool: Sequence[str], seed: str, shuffle: bool
) -> Iterator[tuple[int, str, list[str]]]:
    """Floors, names and identities: the one step from pool to cast, in dealing and in checking."""
    deal_seed = derive(seed, "deal")
    cards = list(pool) if method == CAST else shuffled(pool, deal_seed, "cards")
    pairs = list(zip(names, cards, strict=True))
    if shuffle:
        pairs = shuffled(pairs, deal_seed, "floors")
    for floor, (name, card) in enumerate(pairs, 1):
        yield floor, name, card.split("+")


def draw_pool(rules: Compiled, count: int, seed: str) -> list[str]:
    """What [deal] says for so many seats; else as many different roles as there are seats, drawn from those dealt."""
    deal_seed = derive(seed, "deal")
    made = drawing.pool(rules, count, lambda items, label: shuffled(items, deal_seed, label))
    if made is not None:
        return made
    casts: list[dict[str, int]] = rules.get("deal", {}).get("casts", [])
    if casts:
        return _fixed_pool(casts, count)
    roles = [name for name, role in sorted(rules["roles"].items(), key=lambda item: item[1].get("order", 0))
             if role.get("dealt", not role.get("pack")) and not role.get("pack")]  # fmt: skip
    if len(roles) < count:
        hint = "用 --roles 或 --cast 指定身份"
        raise FileError("too_few_roles", f"规则只发 {len(roles)} 种身份，不够 {count} 人", hint)
    return drawing.together(rules, shuffled(roles, deal_seed, "pool"), count)


def _fixed_pool(casts: list[dict[str, int]], count: int) -> list[str]:
    """The printed cast of that size, role by role."""
    for cast in casts:
        if sum(cast.values()) == count:
            return [role for role, n in cast.items() for _ in range(n)]
    sizes = "、".join(str(sum(cast.values())) for cast in casts)
    hint = "用 --roles 或 --cast 指定身份"
    raise FileError("no_cast", f"规则的身份表是 {sizes} 人的，名单有 {count} 人", hint)


def check_deal(rules: Compiled, dealt: Dealt) -> list[str]:
    """What does not hold of commitment and shuffle. Of a formula deal only the commitment can be checked here."""
    problems = []
    if commit(rules["id"], rules["digest"], dealt.seed, dealt.salt, dealt.seats) != dealt.commitment:
        problems.append("身份表、种子和盐算出的承诺与公布的不同")
    method, _, shuffle = dealt.method.partition("+")
    if method in (CAST, POOL, DRAW):
        if method == DRAW and draw_pool(rules, len(dealt.roster), dealt.seed) != dealt.pool:
            problems.append("身份池不是从种子抽出来的")
        again = list(arrange(method, dealt.roster, dealt.pool, dealt.seed, bool(shuffle)))
        if again != [(seat.floor, seat.name, seat.cards) for seat in dealt.seats]:
            problems.append("座位和身份不是从种子排出来的")
    return problems


def _pooled(names: Sequence[str], pool: Sequence[str]) -> list[str]:
    if len(pool) != len(names):
        raise FileError("roles_count", f"身份有 {len(pool)} 个，名单有 {len(names)} 人", "两边要一样多")
    return list(pool)


def _fixed(names: Sequence[str], cast: Sequence[CastLine]) -> list[str]:
    cards = {one.name: "+".join(one.cards) for one in cast}
    for one in cast:
        if one.name not in names:
            guess = near(one.name, names)
            raise FileError(
                "cast_name",
                f"身份表第 {one.line} 行的 {one.name} 不在名单里",
                f"是不是 {guess}？" if guess else "补进名单",
            )
    missing = [name for name in names if name not in cards]
    if missing:
        raise FileError("cast_missing", f"身份表里没有 {'、'.join(missing)}", "每个马甲都要有身份")
    return [cards[name] for name in names]
