"""Balanced starts: short sequences of moves after which the seats have equal chances."""

from ringrift.starts.book import (
    START_NAMES,
    StartName,
    balanced_moves,
    balanced_state,
    default_start,
    load_book,
    parse_start_name,
)

__all__ = [
    "START_NAMES",
    "StartName",
    "balanced_moves",
    "balanced_state",
    "default_start",
    "load_book",
    "parse_start_name",
]
