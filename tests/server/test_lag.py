"""The lag of a client, measured by the server."""

from __future__ import annotations

from ringrift.server.games.lag import LagTracker


def test_without_a_measurement_there_is_no_lag() -> None:
    way = LagTracker()
    way.probe(1.0)
    assert way.lag == 0.0


def test_the_shortest_of_the_last_five_round_trips_counts() -> None:
    way = LagTracker()
    for number, took in enumerate((0.05, 0.4, 0.3, 0.2, 0.5, 0.6)):
        way.echo(way.probe(float(number)), number + took)
    assert round(way.lag, 6) == 0.2


def test_an_echo_counts_once_and_only_of_the_last_probe() -> None:
    way = LagTracker()
    first = way.probe(0.0)
    second = way.probe(1.0)
    way.echo(first, 9.0)
    way.echo(7, 9.0)
    assert way.lag == 0.0
    way.echo(second, 1.25)
    way.echo(second, 1.0)
    assert way.lag == 0.25
