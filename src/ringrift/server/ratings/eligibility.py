"""Which finished games count for ratings, and with which weight.

Three rules stop farming: no game between accounts of one owner counts; a game counts only if each
seat completed a turn; and of the games that the same two accounts play against each other within
a day, the k-th counts with weight 1/k, up to the fifth.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from ringrift.server.games.types import RatingOutcome

PAIRING_SECONDS: Final = 86_400.0
MAX_PAIRINGS: Final = 5  # of the same two accounts within that time
UNRATED: Final[frozenset[RatingOutcome]] = frozenset(
    {"own_bot", "no_turn", "repeated", "no_players"}
)


def judge(
    standings: Mapping[str, int],
    *,
    completed: bool,
    owners: Mapping[str, str],
    earlier: int,
) -> RatingOutcome:
    """Return whether the game counts.

    `completed` says whether each seat completed a turn, `owners` who owns the bots, and
    `earlier` is the largest number of games of two of its accounts within a day before.
    """
    if len(standings) < 2:
        return "no_players"
    if len({owners.get(account, account) for account in standings}) < len(standings):
        return "own_bot"
    if not completed:
        return "no_turn"
    if earlier >= MAX_PAIRINGS:
        return "repeated"
    return "damped" if earlier else "counted"


def count_pairings(played: Iterable[tuple[str, str]], accounts: Sequence[str]) -> int:
    """Return the largest number of games in which two of the accounts met.

    `played` has a game and an account for each seat of the recent games.
    """
    seats: defaultdict[str, set[str]] = defaultdict(set)
    for game, account in played:
        seats[game].add(account)
    wanted = set(accounts)
    pairs = Counter(
        pair for found in seats.values() for pair in combinations(sorted(found & wanted), 2)
    )
    return max(pairs.values(), default=0)
