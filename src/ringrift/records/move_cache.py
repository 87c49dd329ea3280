"""What was read once is remembered: a few thousand moves make up most games."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

MOST_SEEN: Final = 16_384  # things that one memory holds


class Seen(dict[Key, Value]):
    """A memory that stops growing when it is full."""

    def keep(self, key: Key, value: Value) -> Value:
        """Remember the value, if there is room; gives it back."""
        if len(self) < MOST_SEEN:
            self[key] = value
        return value
