"""Game settings and occupants to and from JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ringrift.host import (
    Clock,
    Correspondence,
    Engine,
    Fischer,
    GameSession,
    GameSettings,
    InvalidSettingsError,
    Level,
    Occupant,
    PerMove,
    Person,
    RandomComputer,
    Remote,
    SessionError,
    dump_occupant,
    load_occupant,
    load_settings,
)
from ringrift.rules import apply, conclude, legal_moves, new_game
from ringrift.rules.position_string import dump_position

START = new_game("square8", 2)
POSITION = dump_position(apply(START, legal_moves(START)[0]))
OVER = dump_position(conclude(START, 1, "resignation"))


@pytest.mark.parametrize(
    "settings",
    [
        GameSettings(),
        GameSettings("hexagonal", 4, "classic", clock=PerMove(30), substitute=2),
        GameSettings("hex8", 3, clock=Fischer(300, 5.5), rated=True, first_turn=30.0),
        GameSettings(
            players=2, swap=False, clock=Correspondence(3), take_backs=False, rules="shadow"
        ),
        GameSettings(players=2, position=POSITION),
        GameSettings("hex8", 2, start="balanced", start_seed=7),
    ],
    ids=str,
)
def test_settings_are_loaded_as_dumped(settings: GameSettings) -> None:
    assert load_settings(json.loads(json.dumps(settings.to_json()))) == settings


def test_missing_settings_have_their_defaults() -> None:
    assert load_settings({}) == GameSettings()
    assert load_settings({}).players == 3  # R010
    assert load_settings({"players": 3, "board": "hex8"}) == GameSettings("hex8", 3)


def test_a_rated_game_has_no_take_backs() -> None:
    assert GameSettings().take_backs
    assert not GameSettings(rated=True).take_backs
    with pytest.raises(InvalidSettingsError) as refused:
        GameSettings(rated=True, take_backs=True)
    assert refused.value.path == "takeBacks"


def test_a_game_can_start_from_a_position() -> None:
    assert GameSettings(players=2, position=POSITION).first_state.phase == "movement"


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        ({"board": "square9"}, "board"),
        ({"players": 5}, "players"),
        ({"players": "2"}, "players"),
        ({"edition": None}, "edition"),
        ({"swap": 1}, "swap"),
        ({"colour": "red"}, "colour"),
        ({"clock": "fast"}, "clock"),
        ({"clock": {"kind": "sand"}}, "clock.kind"),
        ({"clock": {"kind": "per_move"}}, "clock.seconds"),
        ({"clock": {"kind": "per_move", "seconds": 0}}, "clock.seconds"),
        ({"clock": {"kind": "per_move", "seconds": float("nan")}}, "clock.seconds"),
        ({"clock": {"kind": "per_move", "seconds": True}}, "clock.seconds"),
        ({"clock": {"kind": "fischer", "initial": 60, "increment": -1}}, "clock.increment"),
        ({"clock": {"kind": "correspondence", "days": 1e9}}, "clock.days"),
        ({"clock": {"kind": "none", "seconds": 3}}, "clock.seconds"),
        ({"onTimeout": "lose"}, "onTimeout"),
        ({"substitute": 11}, "substitute"),
        ({"substitute": {"kind": "level", "number": 6}}, "substitute"),
        ({"firstTurn": 0}, "firstTurn"),
        ({"firstTurn": "soon"}, "firstTurn"),
        ({"rules": "guess"}, "rules"),
        ({"position": "nowhere"}, "position"),
        ({"position": 7}, "position"),
        ({"position": OVER, "players": 2}, "position"),
        ({"position": POSITION, "players": 2, "board": "hex8"}, "position"),
        ({"position": POSITION}, "position"),
        ([], ""),
    ],
    ids=str,
)
def test_invalid_settings_are_refused_with_their_field(settings: Any, path: str) -> None:
    with pytest.raises(InvalidSettingsError) as refused:
        load_settings(settings)
    assert refused.value.path == path
    assert refused.value.message


@pytest.mark.parametrize(
    "clock", [PerMove(-1), Fischer(0, 0), Correspondence(float("inf"))], ids=str
)
def test_settings_created_in_code_pass_the_same_checks(clock: Clock) -> None:
    with pytest.raises(InvalidSettingsError, match="clock"):
        GameSettings(players=2, clock=clock)


OCCUPANTS: tuple[Occupant, ...] = (
    Person("Ann", "1"),
    Remote("bot", "2"),
    Level(7, seed=3),
    Level(10, seconds=0.5),
    Engine(("./engine", "-x"), 2.0),
    RandomComputer(9),
)


@pytest.mark.parametrize("occupant", OCCUPANTS, ids=str)
def test_an_occupant_is_loaded_as_dumped(occupant: Occupant) -> None:
    assert load_occupant(json.loads(json.dumps(dump_occupant(occupant)))) == occupant
    assert occupant.name


@pytest.mark.parametrize(
    ("occupant", "path"),
    [
        ({}, "kind"),
        ({"kind": "ghost"}, "kind"),
        ({"kind": "person", "name": ""}, "name"),
        ({"kind": "person", "name": "two\nlines"}, "name"),
        ({"kind": "person", "name": "x" * 1001}, "name"),
        ({"kind": "level"}, "number"),
        ({"kind": "level", "number": 0}, "number"),
        ({"kind": "level", "number": 3, "seconds": 1}, "seconds"),
        ({"kind": "level", "number": 3, "seed": -1}, "seed"),
        ({"kind": "engine", "command": []}, "command"),
        ({"kind": "engine", "command": [7]}, "command[0]"),
        ({"kind": "random", "name": "rng"}, "name"),
        (None, ""),
    ],
    ids=str,
)
def test_an_invalid_occupant_is_refused_with_its_field(occupant: Any, path: str) -> None:
    with pytest.raises(InvalidSettingsError) as refused:
        load_occupant(occupant)
    assert refused.value.path == path


def test_every_seat_needs_an_occupant() -> None:
    with pytest.raises(SessionError, match="3 occupants for 2 players"):
        GameSession(GameSettings(players=2), [RandomComputer()] * 3)
    with pytest.raises(InvalidSettingsError, match="number"):
        GameSession(GameSettings(players=2), [RandomComputer(), Level(12)])


def test_a_balanced_start_has_no_swap() -> None:
    assert GameSettings("hex8", 2).swap
    assert not GameSettings("hex8", 2, start="balanced").swap
    assert not load_settings({"board": "hex8", "players": 2, "start": "balanced"}).swap


@pytest.mark.parametrize(
    ("sent", "path"),
    [
        ({"start": "fair"}, "start"),
        ({"start": None}, "start"),
        ({"startSeed": -1}, "startSeed"),
        ({"startSeed": "1"}, "startSeed"),
        ({"players": 2, "position": POSITION, "start": "balanced"}, "start"),
    ],
)
def test_an_invalid_start_names_its_field(sent: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidSettingsError) as refused:
        load_settings(sent)
    assert refused.value.path == path
