"""Which answers of a deciding kernel the law compares. Chance is given in, with its seed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ringrift.kernel.modes import invalid_setting

Sampler = Callable[[], bool]  # asked once for each answer: compare this one?


def every(nth: int) -> Sampler:
    """The first answer, and every `nth` after it."""
    if nth < 1:
        raise invalid_setting("sampler", "give a whole number of at least 1")
    asked = 0

    def sample() -> bool:
        nonlocal asked
        asked += 1
        return (asked - 1) % nth == 0

    return sample


def share(part: float, rng: Random) -> Sampler:
    """Each answer with this probability, by the dice given."""
    if not 0 <= part <= 1:
        raise invalid_setting("sampler", f"{part!r} is no share; give a number from 0 to 1")
    return lambda: rng.random() < part
