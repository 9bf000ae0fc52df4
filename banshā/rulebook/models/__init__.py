"""Pydantic models of the ruleset language: one class a table, unknown keys refused.

Adding a key to the language is one line in the class of its table; `compile` carries it over untouched.
"""

from banshā.rulebook.models.ruleset import Ruleset

__all__ = ["Ruleset"]
