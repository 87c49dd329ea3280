"""R001-R003, R020, R061, R062, R120: boards, editions, the first state."""

from __future__ import annotations

import copy
import pickle
from typing import Any, cast

import pytest

from ringrift.rules import (
    BOARD_NAMES,
    EDITION_NAMES,
    InvalidSetupError,
    Phase,
    grid_named,
    new_game,
)
from ringrift.rules.grid import BIG_BOARDS, SMALL_BOARDS


@pytest.mark.parametrize(
    ("board", "cells", "directions", "tallest"),
    [
        ("square8", 64, 8, 8),
        ("hex8", 61, 6, 9),
        ("square19", 361, 8, 19),
        ("hexagonal", 469, 6, 25),
    ],
)
def test_boards_have_their_cells_and_directions(
    board: str, cells: int, directions: int, tallest: int
) -> None:
    """R001, R002, R003."""
    grid = new_game(board).board.grid
    assert (len(grid), len(grid.steps), grid.max_stack_height) == (cells, directions, tallest)


def test_boards_with_more_than_128_cells_are_big() -> None:
    assert set(BIG_BOARDS) == {name for name in BOARD_NAMES if len(grid_named(name)) > 128}
    assert set(SMALL_BOARDS) == set(BOARD_NAMES) - set(BIG_BOARDS)


@pytest.mark.parametrize("board", BOARD_NAMES)
def test_cells_have_one_name_and_one_place(board: str) -> None:
    """R003: names and coordinates are inverse to cells, in canonical order."""
    grid = new_game(board).board.grid
    assert [grid.cell_named(grid.cell_name(cell)) for cell in grid.cells] == list(grid.cells)
    assert [grid.cell_of[grid.positions[cell]] for cell in grid.cells] == list(grid.cells)
    order = [(position[1], position[0]) for position in grid.cell_of]
    assert order == sorted(order)


def test_names_are_those_of_the_wire_format() -> None:
    assert grid_named("square8").cell_name(grid_named("square8").cell_of[3, 3]) == "d4"
    assert grid_named("hex8").cell_name(grid_named("hex8").cell_of[0, 0, 0]) == "e5"
    assert grid_named("hexagonal").cell_name(grid_named("hexagonal").cell_of[0, 0, 0]) == "m13"
    assert repr(grid_named("hex8")) == "<Grid hex8>"


@pytest.mark.parametrize(
    "name", ["", "a", "a0", "a9", "i1", "d04", "A1", "a-1", "a1x", "1a", "a²", "zzzz"]
)
def test_what_is_no_cell_has_no_cell(name: str) -> None:
    assert grid_named("square8").cell_named(name) is None


@pytest.mark.parametrize("name", ["a1", "a4", "i9", "f10"])
def test_corners_that_a_hexagon_lacks_are_no_cells(name: str) -> None:
    assert grid_named("hex8").cell_named(name) is None


RINGS = {"square8": (18, 18), "hex8": (18, 18), "square19": (36, 72), "hexagonal": (48, 96)}


def test_a_game_without_a_number_of_players_is_for_three() -> None:
    """R010: three is the recommended number."""
    assert len(new_game("square8").seats) == 3


@pytest.mark.parametrize("board", BOARD_NAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", EDITION_NAMES)
def test_every_game_starts_with_its_rings_and_thresholds(
    board: str, players: int, edition: str
) -> None:
    """R020, R061, R062, R120."""
    state = new_game(board, players, edition)
    rings = RINGS[board][EDITION_NAMES.index(cast(Any, edition))]
    cells = len(state.board.grid)
    assert [seat.hand for seat in state.seats] == [rings] * players
    assert (state.player, state.turn_number, state.phase) == (1, 1, Phase.RING_PLACEMENT)
    assert state.swap_enabled == (players == 2)
    if edition == "classic":
        assert state.ring_threshold == rings * players // 2 + 1
        assert state.territory_threshold == cells // 2 + 1
    else:
        assert state.ring_threshold * 3 == rings * (players + 1)
        assert state.territory_threshold == cells // players + 1
    assert state.line_length == (3 if players > 2 and board in ("square8", "hex8") else 4)


@pytest.mark.parametrize(
    ("arguments", "path", "advice"),
    [
        ({"board": "square9"}, "board", "Choose one of square8"),
        ({"board": None}, "board", "Choose one of square8"),
        ({"board": "hex8", "players": 5}, "players", "Choose 2, 3 or 4"),
        ({"board": "hex8", "players": 1}, "players", "Choose 2, 3 or 4"),
        ({"board": "hex8", "players": True}, "players", "Choose 2, 3 or 4"),
        ({"board": "hex8", "players": "2"}, "players", "Choose 2, 3 or 4"),
        ({"board": "hex8", "edition": "modern"}, "edition", "Choose one of classic, standard"),
    ],
)
def test_an_impossible_game_is_refused_with_advice(
    arguments: dict[str, Any], path: str, advice: str
) -> None:
    with pytest.raises(InvalidSetupError) as refused:
        new_game(**arguments)
    assert refused.value.path == path
    assert advice in refused.value.message
    assert refused.value.to_json()["error"]["code"] == "INVALID_SETUP"
    assert refused.value.code == "INVALID_SETUP"
    assert str(refused.value.rule) in str(refused.value)


def test_states_are_pickled_and_copied_with_their_grid_and_edition() -> None:
    state = new_game("hex8", 2)
    for again in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):  # noqa: S301 (our own bytes)
        assert again == state
        assert again.board.grid is state.board.grid
        assert again.edition is state.edition


@pytest.mark.parametrize(
    ("board", "says"),
    [
        ("squar8", "There is no board 'squar8'. Did you mean square8? Choose one of square8, "),
        ("chess", "There is no board 'chess'. Choose one of square8, "),
        (8, "There is no board 8. Choose one of square8, "),
    ],
)
def test_an_unknown_board_is_refused_with_the_nearest_name(board: str, says: str) -> None:
    with pytest.raises(InvalidSetupError) as refused:
        new_game(board)
    assert refused.value.message.startswith(says)
