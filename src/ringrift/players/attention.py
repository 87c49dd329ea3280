"""What a weak level notices: a few moves, most of them in one part of the board.

The draws are specified in docs/reference/levels.md; web/src/engine/attention.ts mirrors them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ringrift.players.random_player import SeededRng, sort_legal_moves
from ringrift.rules.grid import Position, cells_in
from ringrift.rules.moves import Move
from ringrift.rules.state import State

NEAR_STEPS: Final = 2  # the distance from the focus up to which a move is near
NEAR_WEIGHT: Final = 6  # a near move is noticed as easily as six far ones


def draw_attention(attention: float, rng: SeededRng) -> int:
    """Return how many moves the level notices: 2.25 means two, and three every fourth time."""
    return (round(100 * attention) + rng.next_below(100)) // 100


def draw_moves(state: State, rng: SeededRng) -> Iterator[Move]:
    """Yield all legal moves in the order in which the level notices them.

    It looks at a random stack, its focus, and notices moves near it more easily.
    """
    focus = _draw_focus(state, rng)
    left = sort_legal_moves(state)
    weights = [NEAR_WEIGHT if _is_near(move, focus) else 1 for move in left]
    while left:
        drawn = rng.choose_weighted(range(len(left)), weights)
        del weights[drawn]
        yield left.pop(drawn)


def _draw_focus(state: State, rng: SeededRng) -> Position | None:
    """Return the cell of a random stack, or None on an empty board."""
    stacks = cells_in(state.board.stacks)
    return state.board.grid.positions[stacks[rng.next_below(len(stacks))]] if stacks else None


def _is_near(move: Move, focus: Position | None) -> bool:
    """Whether the move ends near the focus; a move that ends in no cell counts as near."""
    to: Position | None = getattr(move, "to", None)
    if focus is None or to is None:
        return True
    return max(abs(one - other) for one, other in zip(focus, to, strict=True)) <= NEAR_STEPS
