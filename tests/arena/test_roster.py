"""Entrants are invited by name."""

from __future__ import annotations

import pytest

from ringrift.arena.roster import entrant, level_name
from ringrift.arena.schedule import ArenaError
from ringrift.rules import legal_moves, new_game
from tests.arena.odd_players import First


@pytest.mark.parametrize(
    ("name", "shown", "seconds"),
    [
        ("random", "random", None),
        ("4", "level:4", None),
        ("level:4", "level:4", None),
        ("4@0.5", "level:4@0.5", 0.5),
        ("level:10", "level:10", 1.0),
        ("level:10:0.2", "level:10:0.2", 0.2),
        ("engine:./bot --name me@home", "engine:./bot --name me@home", 1.0),
        ("engine:./bot@2", "engine:./bot@2", 2.0),
    ],
)
def test_a_name_says_who_and_how_long(name: str, shown: str, seconds: float | None) -> None:
    invited = entrant(name)
    assert (invited.name, invited.seconds) == (shown, seconds)
    assert entrant(invited.name) == invited


def test_whatever_makes_a_player_out_of_a_seed_can_be_invited() -> None:
    seated = entrant("python:tests.arena.odd_players:First@1").seat(7)
    assert isinstance(seated.player, First)
    assert (seated.player.seed, seated.seconds) == (7, 1.0)


def test_levels_and_chance_take_their_seats() -> None:
    state = new_game("square8", 2)
    for name in ("random", "level:1", level_name(10, 0.01)):
        player = entrant(name).seat(3).player
        assert player.choose(state) in legal_moves(state)
        player.close()


@pytest.mark.parametrize(
    "name",
    [
        "",
        "@1",
        "level:11",
        "0",
        "grandmaster",
        "grandmaster@0",
        "engine:",
        "engine:@1",
        "python:module",
    ],
)
def test_who_is_nobody_is_refused(name: str) -> None:
    with pytest.raises(ArenaError, match="nobody we know"):
        entrant(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("random@0", "'0' is no time for a decision; write seconds above 0 behind the @"),
        ("random@soon", "'soon' is no time"),
        ("random@", "'' is no time"),
        ("level:4@-1", "'-1' is no time"),
        ("4@inf", "'inf' is no time"),
        ("python:tests.arena.odd_players:First@abc", "'abc' is no time"),
        ("engine:./bot@0", "'0' is no time"),
        ("level:10:0", "0.0 seconds: give more than 0"),
        ("level:4:1", "only level 10 takes seconds"),
    ],
)
def test_a_time_that_is_none_is_named(name: str, why: str) -> None:
    with pytest.raises(ArenaError) as refusal:
        entrant(name)
    assert str(refusal.value).startswith(f"entrants: {name!r}: ")
    assert why in str(refusal.value)
