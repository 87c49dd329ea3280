"""Counts with their nouns, for text that people read."""

from __future__ import annotations


def format_count(number: float, noun: str) -> str:
    """Return the number with its noun in singular or plural.

    >>> format_count(1, "move"), format_count(1200, "game"), format_count(2, "crash")
    ('1 move', '1,200 games', '2 crashes')
    """
    return f"{number:,g} {noun if number == 1 else plural_of(noun)}"


def plural_of(noun: str) -> str:
    """Return the regular plural of a noun."""
    return f"{noun}{'es' if noun.endswith('sh') else 's'}"
