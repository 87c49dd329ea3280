"""Moves as integers: how many there are on a board, and the columns of a mask (docs/reference/actions.md)."""

from __future__ import annotations

from functools import cache

from ringrift.rules.grid import BOARD_NAMES, BoardName


@cache
def _counts(board: BoardName) -> tuple[int, int, int]:
    from ringrift.kernel._native import action_counts

    return action_counts(BOARD_NAMES.index(board))


def action_count(board: BoardName) -> int:
    """Action numbers run from 0 to one less than this."""
    return _counts(board)[0]


def mask_width(board: BoardName) -> int:
    """The columns of a mask: one for each action, and of recovery slides one for each step of a marker."""
    return _counts(board)[1]


def column_of(board: BoardName, action: int) -> int:
    """The column that stands for an action."""
    _, width, slides = _counts(board)
    return action if action < slides else slides + (action - slides) % (width - slides)
