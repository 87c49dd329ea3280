"""Moves as integers: stable, unique in a position, there and back."""

from __future__ import annotations

import pytest

from ringrift.kernel import Position, action_count, choice_count, choices_of
from ringrift.rules import InvalidMoveError, PlaceRing, new_game
from ringrift.rules.grid import BOARD_NAMES, BoardName, grid_named


@pytest.mark.parametrize(
    ("board", "choices", "actions"),
    [
        ("square8", 3_577, 264_697),
        ("hex8", 2_760, 135_984),
        ("square19", 33_354, 8_368_122),
        ("hexagonal", 38_640, 7_951_608),
    ],
)
def test_the_numbering_is_the_documented_one(board: BoardName, choices: int, actions: int) -> None:
    """Masks, trained networks and records rely on it: a change here breaks them."""
    assert (choice_count(board), action_count(board)) == (choices, actions)
    grid = grid_named(board)
    cells, axes = len(grid), len(grid.axes)
    ways = sum(len(ray) for cell in grid.cells for ray in grid.rays[cell])
    slides = 3 * cells + ways + cells + 2 * axes * cells + 5 * cells + 9
    assert choices == slides + cells * 2 * axes + 2 * axes * cells
    assert actions == slides + 2 * axes * cells * cells * 2 * axes


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", BOARD_NAMES)
def test_a_number_names_one_legal_move(board: BoardName, players: int) -> None:
    position = Position.from_state(new_game(board, players))
    for move in position.playout_moves(players)[:300]:
        actions = position.actions()
        assert len(actions) == len(set(actions))
        due = position.bookkeeping()
        assert {position.decode(action) for action in actions} == {
            *position.legal_moves(),
            *([due] if due else []),
        }
        assert position.decode(position.encode(move)) == move
        choices = [choices_of(board, action) for action in actions]
        assert len(choices) == len(set(choices))
        assert all(0 <= one < choice_count(board) for made in choices for one in made)
        position.apply(move)


def test_the_first_numbers_are_placements_by_count_and_cell() -> None:
    position = Position.from_state(new_game("square8", 2))
    assert position.decode(0) == PlaceRing(1, (0, 0), 1)
    assert position.decode(64 + 9) == PlaceRing(1, (1, 1), 2)


@pytest.mark.parametrize("action", [-1, 192, 10**9, 2**70, "0"])
def test_a_number_that_names_no_legal_move_is_refused(action: int) -> None:
    with pytest.raises(InvalidMoveError):
        Position.from_state(new_game("square8", 2)).decode(action)
