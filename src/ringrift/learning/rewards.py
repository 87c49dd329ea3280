"""The reward of a finished game."""

from __future__ import annotations

from ringrift.rules.state import Outcome


def rewards_of(outcome: Outcome) -> list[float]:
    """Return the reward of each seat, from 1 for the winner to -1 for the last.

    It is how many more seats rank behind it than ahead, divided by the number of the others.
    """
    ranks = [one.rank for one in sorted(outcome.ranking, key=lambda one: one.seat)]
    return [
        (sum(other > rank for other in ranks) - sum(other < rank for other in ranks))
        / (len(ranks) - 1)
        for rank in ranks
    ]
