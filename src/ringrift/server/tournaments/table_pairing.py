"""Seats a round at tables of three and four: similar points, new opponents, rotating seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, permutations
from typing import Final

from ringrift.server.tournaments.model import Match, Tournament, bye, byes, meetings
from ringrift.server.tournaments.standings import rank_entrants

_MEETING_COST: Final = 400.0  # of a second meeting, in squared points; a third costs four times
_APART_COST: Final = 100_000.0
_MAX_PASSES: Final = 30  # over all exchanges; each improves the round, and few are needed


def table_sizes(entrants: int, preferred: int) -> tuple[list[int], int]:
    """Return the sizes of the tables and how many entrants have a bye, which are few.

    >>> table_sizes(10, 4), table_sizes(7, 3), table_sizes(5, 3)
    (([4, 3, 3], 0), ([4, 3], 0), ([4], 1))
    """
    for without in range(entrants + 1):
        seated = entrants - without
        fits = [
            (fours, (seated - 4 * fours) // 3)
            for fours in range(seated // 4 + 1)
            if (seated - 4 * fours) % 3 == 0
        ]
        if fits:
            fours, threes = max(fits) if preferred == 4 else min(fits)
            return [4] * fours + [3] * threes, without
    raise AssertionError("no entrants need no table")


def pair_tables_round(tournament: Tournament) -> list[Match]:
    """Return the tables of the next round: every active entrant has a seat or a bye."""
    wanted = {one.number for one in tournament.active}
    standings = [one for one in rank_entrants(tournament) if one.number in wanted]
    points = {one.number: one.points for one in standings}
    sizes, without = table_sizes(len(standings), tournament.players)
    had_bye = byes(tournament.matches)
    ranked = [one.number for one in standings]
    place = {number: index for index, number in enumerate(ranked)}
    resting = sorted(ranked, key=lambda one: (one in had_bye, points[one], -place[one]))[:without]
    seated = [number for number in ranked if number not in resting]
    tables: list[list[int]] = []
    for size in sizes:
        tables.append(seated[:size])
        seated = seated[size:]
    _exchange(tables, points, meetings(tournament.matches), tournament.apart)
    round_ = tournament.round + 1
    counts = _seat_counts(tournament.matches)
    return [
        *(Match(round_, _rotate(table, counts)) for table in tables),
        *(bye(round_, number) for number in resting),
    ]


def _exchange(
    tables: list[list[int]],
    points: Mapping[int, float],
    met: Mapping[frozenset[int], int],
    apart: frozenset[frozenset[int]],
) -> None:
    """Exchange entrants between tables while that lowers the cost of the round."""

    def cost(table: Sequence[int]) -> float:
        total = 0.0
        for one, other in combinations(table, 2):
            pair = frozenset((one, other))
            total += (points[one] - points[other]) ** 2
            total += _MEETING_COST * met.get(pair, 0) ** 2 + _APART_COST * (pair in apart)
        return total

    costs = [cost(table) for table in tables]
    for _ in range(_MAX_PASSES):
        improved = False
        for first, second in combinations(range(len(tables)), 2):
            if costs[first] + costs[second] == 0.0:
                continue
            for one in range(len(tables[first])):
                for other in range(len(tables[second])):
                    if _swap(tables, costs, (first, one), (second, other), cost):
                        improved = True
        if not improved:
            return


def _swap(
    tables: list[list[int]],
    costs: list[float],
    here: tuple[int, int],
    there: tuple[int, int],
    cost: Callable[[Sequence[int]], float],
) -> bool:
    """Exchange two entrants if that is an improvement."""
    (first, one), (second, other) = here, there
    left, right = tables[first].copy(), tables[second].copy()
    left[one], right[other] = right[other], left[one]
    after = cost(left), cost(right)
    if sum(after) >= costs[first] + costs[second] - 1e-9:
        return False
    tables[first], tables[second] = left, right
    costs[first], costs[second] = after
    return True


def _seat_counts(matches: Iterable[Match]) -> dict[tuple[int, int], int]:
    """Return how often each entrant had each seat."""
    counts: dict[tuple[int, int], int] = {}
    for match in matches:
        if not match.is_bye:
            for seat, number in enumerate(match.seats, 1):
                counts[number, seat] = counts.get((number, seat), 0) + 1
    return counts


def _rotate(table: Sequence[int], counts: Mapping[tuple[int, int], int]) -> tuple[int, ...]:
    """Return the entrants in the seats that they had least often.

    Those who had the same seat again most often before choose first.
    """
    seats = range(1, len(table) + 1)
    again = {
        number: sum(max(0, counts.get((number, seat), 0) - 1) for seat in seats) for number in table
    }

    def cost(order: Sequence[int]) -> int:
        had = [(number, counts.get((number, seat), 0)) for seat, number in enumerate(order, 1)]
        return sum((times + 1) ** 2 * (1 + 4 * again[number]) for number, times in had)

    return min(permutations(table), key=cost)
