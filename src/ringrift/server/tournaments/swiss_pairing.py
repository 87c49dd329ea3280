"""Pairs a round of a Swiss tournament by a maximum-weight matching.

The matching pairs everybody at the least cost. The costs are ordered by importance: a second bye,
a second meeting, a block, a third seat of one kind in a row or too many of one kind, a difference
in points, and within a score group, the distance from the pairing of its upper with its lower half.
Each cost outweighs all less important ones of the whole round together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ringrift.server.tournaments.model import Match, Tournament, bye, byes, meetings
from ringrift.server.tournaments.standings import Standing, rank_entrants

_BYE: Final = 0  # the opponent of the entrant without a game
_NEIGHBOURS: Final = 32  # in the standings, that are first considered as opponents
_MAX_SEAT_BALANCE: Final = 2  # how much more often an entrant has one seat than the other
_STEPS: Final = 1 << 20  # between two importances; exceeds the sum of the less important costs


@dataclass(slots=True)
class SeatRecord:
    """How often an entrant had the first seat more than the second, and the latest seats."""

    balance: int = 0
    latest: int = 0  # 1 or 2; 0: none
    in_a_row: int = 0

    def add(self, seat: int) -> None:
        self.balance += 1 if seat == 1 else -1
        self.in_a_row = self.in_a_row + 1 if seat == self.latest else 1
        self.latest = seat

    @property
    def needs(self) -> int:
        """The seat that the entrant must have next; 0: either."""
        if self.balance >= _MAX_SEAT_BALANCE or (self.latest == 1 and self.in_a_row > 1):
            return 2
        if self.balance <= -_MAX_SEAT_BALANCE or (self.latest == 2 and self.in_a_row > 1):
            return 1
        return 0


def pair_swiss_round(tournament: Tournament) -> list[Match]:
    """Return the matches of the next round: every active entrant is in one."""
    wanted = {one.number for one in tournament.active}
    ranked = [one for one in rank_entrants(tournament) if one.number in wanted]
    seats = seat_records(tournament.matches, wanted)
    pairs = _match(tournament, ranked, seats, _NEIGHBOURS)
    if pairs is None:
        pairs = _match(tournament, ranked, seats, len(ranked))
    assert pairs is not None, "a complete graph has a perfect matching"
    round_ = tournament.round + 1
    place = {standing.number: index for index, standing in enumerate(ranked)}
    matches = []
    for first, second in sorted(pairs, key=lambda pair: min(place.get(one, 9**9) for one in pair)):
        if _BYE in (first, second):
            matches.append(bye(round_, first or second))
        else:
            matches.append(Match(round_, seat_pair(first, second, seats, place)))
    return sorted(matches, key=lambda match: match.is_bye)


def seat_records(matches: Sequence[Match], numbers: set[int]) -> dict[int, SeatRecord]:
    """Return the seats that these entrants had so far."""
    records = {number: SeatRecord() for number in numbers}
    for match in matches:
        if not match.is_bye:
            for seat, number in enumerate(match.seats, 1):
                if number in records:
                    records[number].add(seat)
    return records


def seat_pair(
    first: int, second: int, seats: dict[int, SeatRecord], place: dict[int, int]
) -> tuple[int, int]:
    """Return the pair in seat order: who had the first seat less often gets it."""
    one, other = seats[first], seats[second]

    def claim(record: SeatRecord, number: int) -> tuple[int, int, int, int]:
        """Return what orders the two by their right to the first seat."""
        need = 0 if record.needs == 1 else 2 if record.needs == 2 else 1
        return (need, record.balance, record.latest == 1, place[number])

    return (
        (first, second)
        if claim(one, first) <= claim(other, second)
        else (
            second,
            first,
        )
    )


def _match(
    tournament: Tournament,
    ranked: Sequence[Standing],
    seats: dict[int, SeatRecord],
    neighbours: int,
) -> list[tuple[int, int]] | None:
    """Return the cheapest perfect matching; None if these neighbours allow none."""
    from networkx import Graph, max_weight_matching  # takes 0.2 s to import

    met, had_bye = meetings(tournament.matches), byes(tournament.matches)
    targets = _fold_targets(ranked)
    graph = Graph()
    graph.add_nodes_from(one.number for one in ranked)
    edges: list[tuple[int, int, int]] = []
    for index, one in enumerate(ranked):
        for distance, other in enumerate(ranked[index + 1 : index + 1 + neighbours], 1):
            pair = frozenset((one.number, other.number))
            both = seats[one.number].needs, seats[other.number].needs
            gap = round(2 * abs(one.points - other.points))
            cost = met.get(pair, 0)
            cost = cost * _STEPS + (pair in tournament.apart)
            cost = cost * _STEPS + (both[0] == both[1] != 0)
            cost = cost * _STEPS + gap * gap
            cost = cost * _STEPS + (0 if gap else abs(targets[one.number] - index - distance))
            edges.append((one.number, other.number, cost))
    if len(ranked) % 2:
        for index, one in enumerate(ranked):
            cost = int(one.number in had_bye)
            cost = cost * _STEPS**4 + round(4 * one.points * one.points)
            cost = cost * _STEPS + len(ranked) - index
            edges.append((_BYE, one.number, cost))
    most = max((cost for _, _, cost in edges), default=0) + 1
    graph.add_weighted_edges_from((one, other, most - cost) for one, other, cost in edges)
    pairs = list(max_weight_matching(graph, maxcardinality=True))
    return pairs if 2 * len(pairs) == len(ranked) + len(ranked) % 2 else None


def _fold_targets(ranked: Sequence[Standing]) -> dict[int, int]:
    """Return for each entrant of the upper half of a score group whom of the lower it meets."""
    targets: dict[int, int] = {}
    start = 0
    while start < len(ranked):
        end = start
        while end < len(ranked) and ranked[end].points == ranked[start].points:
            end += 1
        half = (end - start + 1) // 2
        for index in range(start, end):
            targets[ranked[index].number] = index + half if index - start < half else end
        start = end
    return targets
