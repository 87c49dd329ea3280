"""Pairs those who wait in an arena: neighbours in the standings, but not twice in a row."""

from __future__ import annotations

from ringrift.server.tournaments.model import Match, Tournament
from ringrift.server.tournaments.standings import rank_entrants
from ringrift.server.tournaments.swiss_pairing import seat_pair, seat_records

_REPEAT_COST = 1_000  # of meeting the same opponent again at once, in squared places
_MAX_REPEAT_WAITERS = 2  # so few entrants meet again rather than wait for the end


def pair_arena(tournament: Tournament) -> list[Match]:
    """Return new matches between entrants who have none; somebody may have to wait.

    Two who have just played each other are paired again only if nobody else is in the arena.
    """
    from networkx import Graph, max_weight_matching  # takes 0.2 s to import

    busy = tournament.playing
    waiting = {one.number for one in tournament.active if one.number not in busy}
    if len(waiting) < 2:
        return []
    ranked = [one.number for one in rank_entrants(tournament) if one.number in waiting]
    place = {number: index for index, number in enumerate(ranked)}
    latest = _latest_opponents(tournament)
    graph = Graph()
    graph.add_nodes_from(ranked)
    for index, one in enumerate(ranked):
        for other in ranked[index + 1 : index + 33]:
            again = latest.get(one) == other and latest.get(other) == one
            if frozenset((one, other)) in tournament.apart:
                continue
            if again and len(tournament.active) > _MAX_REPEAT_WAITERS:
                continue
            gap = place[other] - place[one]
            graph.add_edge(one, other, weight=_REPEAT_COST**2 - gap * gap)
    seats = seat_records(tournament.matches, waiting)
    pairs = [
        tuple(sorted(pair, key=place.__getitem__))
        for pair in max_weight_matching(graph, maxcardinality=True)
    ]
    number = max((match.round for match in tournament.matches), default=0)
    return [
        Match(number + offset, seat_pair(first, second, seats, place))
        for offset, (first, second) in enumerate(sorted(pairs, key=lambda pair: place[pair[0]]), 1)
    ]


def _latest_opponents(tournament: Tournament) -> dict[int, int]:
    latest: dict[int, int] = {}
    for match in tournament.matches:
        for number in match.seats:
            for other in match.opponents_of(number):
                latest[number] = other
    return latest
