"""Growing, randomised waits between attempts."""

from __future__ import annotations

from collections.abc import Iterator
from random import uniform
from typing import Final

FIRST_SECONDS: Final = 0.25
MAX_SECONDS: Final = 15.0


def waits() -> Iterator[float]:
    """Yield the seconds to wait before each attempt. Clients that lost a server spread out."""
    longest = FIRST_SECONDS
    while True:
        yield uniform(longest / 2, longest)
        longest = min(2 * longest, MAX_SECONDS)
