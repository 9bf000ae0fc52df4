"""Drawing a cast by a ruleset's [deal] table: several cards a seat, each drawn for itself, under rules of balance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from .errors import FileError
from .rosters import Compiled

Shuffle = Callable[[Sequence[str], str], list[str]]  # items, label -> the same in an order of the deal's seed
TRIES = 400


def pool(rules: Compiled, count: int, shuffle: Shuffle) -> list[str] | None:
    """The identities for so many seats (two of a seat are written a+b); None where [deal] has no cards."""
    cards = (rules.get("deal") or {}).get("card")
    return _by_cards(rules, cards, count, shuffle) if cards else None


def together(rules: Compiled, names: Sequence[str], count: int) -> list[str]:
    """The first identities of a drawn order; one that is dealt beside others (狼兄 and 狼弟) comes with them or not."""
    taken: list[str] = []
    for name in names:
        group = [name, *(rules["roles"][name].get("pairs") or ())]
        more = [other for other in group if other not in taken] if len(set(group)) > 1 else group
        if name not in taken and len(taken) + len(more) <= count:
            taken += more
    if len(taken) < count:
        raise FileError("too_few_roles", f"规则里的身份凑不满 {count} 人", "用 --roles 或 --cast 指定身份")
    return taken


def _by_cards(rules: Compiled, cards: list[dict[str, Any]], count: int, shuffle: Shuffle) -> list[str]:
    """Card by card, until the hard rules of balance hold; among the tries one that keeps the advice, too, is better."""
    fair: list[str] | None = None
    for n in range(TRIES):
        hands = [shuffle(_stack(rules, card, count, shuffle, f"stack{i}:{n}"), f"hand{i}:{n}")
                 for i, card in enumerate(cards)]  # fmt: skip
        cast = ["+".join(hand) for hand in zip(*hands, strict=True)]
        broken = _broken(rules, cast)
        if not broken:
            return cast
        if fair is None and all(rule.get("warn") for rule in broken):
            fair = cast
    if fair is None:
        raise FileError("no_fair_cast", f"{count} 人抽不出合规的身份", "用 --roles 或 --cast 指定身份")
    return fair


def _stack(rules: Compiled, card: dict[str, Any], count: int, shuffle: Shuffle, label: str) -> list[str]:
    if "shares" in card:
        return scaled(card["shares"], card.get("caps") or {}, count)
    first, then = (_of_classes(rules, card.get(key)) for key in ("class", "then"))
    again = [name for name in first if name not in (card.get("single") or ())]
    stack: list[str] = []
    for n in range(count + 1):
        more = shuffle(again, f"{label}:again{n}") if n else [*shuffle(first, label), *shuffle(then, f"{label}:then")]
        for name in more:
            if len(stack) < count and not _too_many(rules, [*stack, name]):
                stack.append(name)
    if len(stack) < count:
        raise FileError("too_few_roles", f"规则里的身份不够 {count} 人分", "用 --roles 或 --cast 指定身份")
    return stack


def _too_many(rules: Compiled, stack: list[str]) -> bool:
    """Whether the cards alone, whoever holds them, already go beyond a hard bound."""
    hands = [[name] for name in stack]
    return any(
        "at_most" in rule and not rule.get("warn") and "beside" not in rule and not _keeps(rules, hands, rule)
        for rule in (rules.get("deal") or {}).get("balance") or []
    )


def _of_classes(rules: Compiled, classes: str | list[str] | None) -> list[str]:
    wanted = [classes] if isinstance(classes, str) else classes or []
    found = [(role["order"], name) for name, role in rules["roles"].items() if role.get("class") in wanted]
    return [name for _, name in sorted(found)]


def scaled(shares: dict[str, int], caps: dict[str, int], count: int) -> list[str]:
    """As many of each as the shares give for so many seats: whole parts first, then by the largest rest."""
    total = sum(shares.values())
    number = {name: min(n * count // total, caps.get(name, count)) for name, n in shares.items()}
    rest = sorted(shares, key=lambda name: -(shares[name] * count % total))
    while sum(number.values()) < count:
        open_ = [name for name in rest if number[name] < caps.get(name, count)]
        for name in open_[: count - sum(number.values())]:
            number[name] += 1
    return [name for name in shares for _ in range(number[name])]


# ── balance ──


def advice(rules: Compiled, cast: Sequence[Sequence[str]]) -> list[str]:
    """What a director should know of a cast: rules of balance it breaks, seats with the wrong number of cards."""
    broken = _broken(rules, ["+".join(c) for c in cast])
    lines = [f"平衡：{rule['name']}，现在 {_shown(rules, cast, rule)}" for rule in broken]
    dealt = {name for hand in cast for name in hand}
    for name in sorted(dealt):
        lacking = set(rules["roles"].get(name, {}).get("pairs") or ()) - dealt
        lines += [f"{name} 要和 {'、'.join(sorted(lacking))} 一起发"] if lacking else []
    cards = len((rules.get("deal") or {}).get("card") or ())
    odd = [n for n, c in enumerate(cast, 1) if cards and len(c) != cards]
    if odd:
        lines.append(f"每人应有 {cards} 张身份，不对的楼层：{'、'.join(map(str, odd))}")
    lost = [n for n, c in enumerate(cast, 1) if cards and not rules["roles"].get(c[0], {}).get("camp")]
    if lost:
        lines.append(f"第一张身份要定阵营，没有阵营的楼层：{'、'.join(map(str, lost))}")
    return lines


def _broken(rules: Compiled, cast: Sequence[str]) -> list[dict[str, Any]]:
    hands = [c.split("+") for c in cast]
    rules_of_balance = (rules.get("deal") or {}).get("balance") or []
    return [rule for rule in rules_of_balance if not _keeps(rules, hands, rule)]


def _keeps(rules: Compiled, hands: Sequence[Sequence[str]], rule: dict[str, Any]) -> bool:
    if "traits" in rule:
        counts = [_count(rules, hands, {"trait": trait}) for trait in rule["traits"]]
        return bool(max(counts) - min(counts) <= rule["spread"])
    n = _count(rules, hands, rule)
    most = rule.get("at_most", n)
    if "at_most_cards" in rule:
        most = Counter(card for hand in hands for card in hand)[rule["at_most_cards"]]
    return bool(rule.get("at_least", 0) <= n <= most)


def _count(rules: Compiled, hands: Sequence[Sequence[str]], rule: dict[str, Any]) -> int:
    """Cards that the rule is about."""
    beside = rule.get("beside")
    return sum(_fits(rules, card, rule) for hand in hands if beside in (None, *hand) for card in hand)


def _fits(rules: Compiled, card: str, rule: dict[str, Any]) -> bool:
    role = rules["roles"].get(card, {})
    if "trait" in rule:
        return rule["trait"] in (role.get("traits") or ())
    return any(rule["phase"] in rules["skills"][key]["phase"] for key in role.get("skills", ()))


def _shown(rules: Compiled, cast: Sequence[Sequence[str]], rule: dict[str, Any]) -> str:
    if "traits" in rule:
        return "、".join(f"{trait}{_count(rules, cast, {'trait': trait})}" for trait in rule["traits"])
    return f"{_count(rules, cast, rule)} 个"
