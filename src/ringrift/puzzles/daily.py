"""The puzzle of the day: the same for everyone, without a schedule to store."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from typing import Final

from ringrift.puzzles.puzzle import Puzzle

MIN_DAILY_RATING: Final = 700
MAX_DAILY_RATING: Final = 1700


def daily_puzzle(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """Return the puzzle of a day: the suitable ones in an order that depends on their ids alone.

    Each comes once before the first one comes again.
    """
    suitable = [
        puzzle for puzzle in puzzles if MIN_DAILY_RATING <= puzzle.rating <= MAX_DAILY_RATING
    ] or list(puzzles)
    order = sorted(suitable, key=lambda one: hashlib.sha256(one.id.encode()).hexdigest())
    return order[day.toordinal() % len(order)]
