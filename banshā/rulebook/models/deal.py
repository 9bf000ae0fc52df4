"""[deal]: how a cast comes about where nobody names it, and what makes one fair."""

from __future__ import annotations

from banshā.rulebook.models.common import Name, Names, Table


class DealCard(Table):
    """One card of every seat, dealt independently of the others. Either shares or classes."""

    # So many of each for the number of seats they add up to; other tables get as many in proportion.
    shares: dict[str, int] | None = None
    # No more than so many of a card, however many seats there are.
    caps: dict[str, int] | None = None
    # Different roles of these classes are drawn; where they do not suffice, of the classes in `then`, then again.
    class_: Names | None = None
    then: Names | None = None
    # Roles that are never dealt twice.
    single: list[Name] | None = None


class DealBalance(Table):
    """A rule of balance over the cards dealt; `warn` only advises, the others are kept by drawing again."""

    name: Name
    trait: Name | None = None
    # Only cards of seats that also hold this one count.
    beside: Name | None = None
    # Cards with a skill that is used in this phase count.
    phase: Name | None = None
    at_most: int | None = None
    at_least: int | None = None
    # At most as many as there are cards of this role.
    at_most_cards: Name | None = None
    # The counts of these traits lie no further apart.
    traits: list[Name] | None = None
    spread: int | None = None
    warn: bool = False


class Deal(Table):
    # Whole casts by the number of seats they add up to.
    casts: list[dict[str, int]] | None = None
    card: list[DealCard] | None = None
    balance: list[DealBalance] | None = None
