"""Choose which of a deciding kernel's results the reference engine checks."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ringrift.host.errors import invalid_config

Sampler = Callable[[], bool]  # called once for each result: check this one?


def sample_every(nth: int) -> Sampler:
    """Check the first result and every `nth` after it."""
    if nth < 1:
        raise invalid_config("sampler", "use a whole number of at least 1")
    count = 0

    def sample() -> bool:
        nonlocal count
        count += 1
        return (count - 1) % nth == 0

    return sample


def sample_fraction(fraction: float, rng: Random) -> Sampler:
    """Check each result with this probability."""
    if not 0 <= fraction <= 1:
        raise invalid_config("sampler", f"{fraction!r} is not a fraction; use a number from 0 to 1")
    return lambda: rng.random() < fraction
