"""Fixtures: every opening with every rotation of the seats, and one name for each game."""

from __future__ import annotations

import pytest

from ringrift.arena.schedule import ArenaError, Openings, cycle, cycles, gauntlet, round_robin
from ringrift.rules.setup import Setup

THREE = Setup("square8", 3, "standard")


def test_everyone_sits_everywhere_once_in_a_cycle() -> None:
    games = list(cycle("test", THREE, ("a", "b", "c"), 0, Openings()))
    assert [game.seated for game in games] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert len({game.cycle for game in games}) == 1
    assert len({game.key for game in games}) == 3


def test_games_and_seats_have_seeds_of_their_own() -> None:
    games = list(cycles("test", THREE, [("a", "a", "a")], 3, Openings()))
    seeds = [game.seed_of(seat) for game in games for seat in (1, 2, 3)]
    assert len(set(seeds)) == 27
    again = list(cycles("test", THREE, [("a", "a", "a")], 3, Openings()))
    assert [game.seed_of(1) for game in games] == [game.seed_of(1) for game in again]


def test_what_makes_another_game_makes_another_name() -> None:
    names = {
        next(cycle(event, setup, ("a",) * setup.players, 0, openings)).key
        for event in ("x", "y")
        for setup in (THREE, Setup("square8", 3, "classic"), Setup("hex8", 2, "standard"))
        for openings in (Openings(), Openings(2), Openings(turns=1), Openings(balanced=False))
    }
    assert len(names) == 24


def test_in_a_round_robin_everyone_meets_everyone() -> None:
    assert round_robin(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert round_robin(["a", "b", "c"], 3) == [("a", "b", "c")]


def test_in_a_gauntlet_one_meets_each_of_the_others_alone() -> None:
    assert gauntlet(["hero", "b", "c"], 3) == [("hero", "b", "b"), ("hero", "c", "c")]


def test_senseless_tournaments_are_refused() -> None:
    with pytest.raises(ArenaError, match="too few for 3 seats"):
        round_robin(["a", "b"], 3)
    with pytest.raises(ArenaError, match="named twice"):
        round_robin(["a", "b", "a"], 2)
    with pytest.raises(ArenaError, match="cannot play"):
        gauntlet(["a"], 2)
    with pytest.raises(ArenaError, match="2 entrants cannot take 3 seats"):
        list(cycle("test", THREE, ("a", "b"), 0, Openings()))
