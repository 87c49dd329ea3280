"""Which of the waiting players play together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_MAX_CANDIDATES: Final = 40  # the longest waiting ones; the search grows with their number


@dataclass(frozen=True, slots=True)
class Seeker:
    """A player who looks for a game."""

    account: str
    owner: str  # of the account; the person themselves, or who made the bot
    rating: float
    reach: float  # the largest rating difference to each of the others
    avoided: frozenset[str] = frozenset()  # accounts that blocked this one, or that it blocked

    def fits(self, other: Seeker, *, rated: bool) -> bool:
        """Return whether both may play together; a rated game has no two accounts of one owner."""
        near = abs(self.rating - other.rating) <= min(self.reach, other.reach)
        same_owner = rated and self.owner == other.owner
        return near and not same_owner and other.account not in self.avoided


def find_group(
    seeker: Seeker, waiting: Sequence[Seeker], players: int, *, rated: bool
) -> list[Seeker] | None:
    """Return the others of a full group in which everybody fits everybody, or None.

    `waiting` begins with the longest waiting player. Of two possible groups, the one whose first
    different member has waited longer is returned.
    """
    near = [other for other in waiting if seeker.fits(other, rated=rated)]
    return _choose(near[:_MAX_CANDIDATES], players - 1, rated)


def _choose(candidates: Sequence[Seeker], number: int, rated: bool) -> list[Seeker] | None:
    if number == 0:
        return []
    for index, first in enumerate(candidates):
        near = [one for one in candidates[index + 1 :] if first.fits(one, rated=rated)]
        rest = _choose(near, number - 1, rated)
        if rest is not None:
            return [first, *rest]
    return None
