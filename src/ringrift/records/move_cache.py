"""A bounded cache for parsed moves: a few thousand moves make up most games."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, TypeVar

from ringrift.rules.moves import (
    ContinueCaptureSegment,
    MoveStack,
    OvertakingCapture,
    PlaceRing,
)

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

MAX_ENTRIES: Final = 16_384  # entries per cache
MAX_KEY_LENGTH: Final = 300  # characters; longer moves are rare, and would fill the memory
PLAIN_MOVES: Final = (PlaceRing, MoveStack, OvertakingCapture, ContinueCaptureSegment)


class BoundedCache(dict[Key, Value]):
    """A dictionary that stops growing when it is full."""

    def remember(self, key: Key, value: Value) -> Value:
        """Store the value if there is room, and return it."""
        if len(self) < MAX_ENTRIES:
            self[key] = value
        return value
