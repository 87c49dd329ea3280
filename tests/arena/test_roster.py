"""Entrants are parsed by name."""

from __future__ import annotations

import pytest

from ringrift.arena.roster import level_name, parse_entrant
from ringrift.arena.schedule import ArenaError
from ringrift.rules import legal_moves, new_game
from tests.arena.misbehaving_players import FirstMove


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
def test_a_name_gives_player_and_time_limit(name: str, shown: str, seconds: float | None) -> None:
    parsed = parse_entrant(name)
    assert (parsed.name, parsed.seconds) == (shown, seconds)
    assert parse_entrant(parsed.name) == parsed


def test_a_python_factory_creates_a_player_from_a_seed() -> None:
    seated = parse_entrant("python:tests.arena.misbehaving_players:FirstMove@1").create_player(7)
    assert isinstance(seated.player, FirstMove)
    assert (seated.player.seed, seated.seconds) == (7, 1.0)


def test_levels_and_the_random_player_can_be_created() -> None:
    state = new_game("square8", 2)
    for name in ("random", "level:1", level_name(10, 0.01)):
        player = parse_entrant(name).create_player(3).player
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
def test_an_unknown_player_is_refused(name: str) -> None:
    with pytest.raises(ArenaError, match="there is no player"):
        parse_entrant(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("random@0", "'0' is not a time limit; write seconds above 0 after @"),
        ("random@soon", "'soon' is not a time limit"),
        ("random@", "'' is not a time limit"),
        ("level:4@-1", "'-1' is not a time limit"),
        ("4@inf", "'inf' is not a time limit"),
        ("python:tests.arena.misbehaving_players:FirstMove@abc", "'abc' is not a time limit"),
        ("engine:./bot@0", "'0' is not a time limit"),
        ("level:10:0", "0.0 seconds: use more than 0"),
        ("level:4:1", "only level 10 accepts seconds"),
    ],
)
def test_an_invalid_time_limit_is_refused(name: str, why: str) -> None:
    with pytest.raises(ArenaError) as refusal:
        parse_entrant(name)
    assert str(refusal.value).startswith(f"entrants: {name!r}: ")
    assert why in str(refusal.value)
