"""The schedule: every opening with every rotation of the seats, and one key for each game."""

from __future__ import annotations

import pytest

from ringrift.arena.schedule import (
    ArenaError,
    Openings,
    gauntlet_lineups,
    round_robin_lineups,
    schedule_cycle,
    schedule_cycles,
)
from ringrift.rules.setup import Setup

THREE = Setup("square8", 3, "standard")


def test_every_entrant_takes_every_seat_once_in_a_cycle() -> None:
    games = list(schedule_cycle("test", THREE, ("a", "b", "c"), 0, Openings()))
    assert [game.entrants_by_seat for game in games] == [
        ("a", "b", "c"),
        ("b", "c", "a"),
        ("c", "a", "b"),
    ]
    assert len({game.cycle_key for game in games}) == 1
    assert len({game.key for game in games}) == 3


def test_every_seat_of_every_game_has_its_own_seed() -> None:
    games = list(schedule_cycles("test", THREE, [("a", "a", "a")], 3, Openings()))
    seeds = [game.player_seed(seat) for game in games for seat in (1, 2, 3)]
    assert len(set(seeds)) == 27
    again = list(schedule_cycles("test", THREE, [("a", "a", "a")], 3, Openings()))
    assert [game.player_seed(1) for game in games] == [game.player_seed(1) for game in again]


def test_different_games_have_different_keys() -> None:
    names = {
        next(schedule_cycle(event, setup, ("a",) * setup.players, 0, openings)).key
        for event in ("x", "y")
        for setup in (THREE, Setup("square8", 3, "classic"), Setup("hex8", 2, "standard"))
        for openings in (Openings(), Openings(2), Openings(turns=1), Openings(balanced=False))
    }
    assert len(names) == 24


def test_round_robin_lineups_combine_all_entrants() -> None:
    assert round_robin_lineups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert round_robin_lineups(["a", "b", "c"], 3) == [("a", "b", "c")]


def test_gauntlet_lineups_pair_the_first_entrant_with_each_other() -> None:
    assert gauntlet_lineups(["hero", "b", "c"], 3) == [("hero", "b", "b"), ("hero", "c", "c")]


def test_invalid_tournaments_are_refused() -> None:
    with pytest.raises(ArenaError, match="too few for 3 seats"):
        round_robin_lineups(["a", "b"], 3)
    with pytest.raises(ArenaError, match="appears twice"):
        round_robin_lineups(["a", "b", "a"], 2)
    with pytest.raises(ArenaError, match="cannot play"):
        gauntlet_lineups(["a"], 2)
    with pytest.raises(ArenaError, match="2 entrants cannot take 3 seats"):
        list(schedule_cycle("test", THREE, ("a", "b"), 0, Openings()))
