"""Actions, the numbers of moves: their count and mask columns (docs/reference/actions.md)."""

from __future__ import annotations

from functools import cache

from ringrift.rules.grid import BOARD_NAMES, BoardName


@cache
def _counts(board: BoardName) -> tuple[int, int, int]:
    from ringrift.kernel._native import action_counts

    return action_counts(BOARD_NAMES.index(board))


def action_count(board: BoardName) -> int:
    """Return the number of actions of a board."""
    return _counts(board)[0]


def mask_width(board: BoardName) -> int:
    """Return the width of a mask: a column for each action, recovery slides by step alone."""
    return _counts(board)[1]


def column_of(board: BoardName, action: int) -> int:
    """Return the mask column of an action."""
    _, width, slides = _counts(board)
    return action if action < slides else slides + (action - slides) % (width - slides)
