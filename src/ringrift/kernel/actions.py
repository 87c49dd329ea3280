"""Actions and choices, the numbers of moves (docs/reference/actions.md).

An action is the number of a move. A choice is a column of a mask: an action, or one half of a
recovery slide, which is chosen as a marker step and a settlement.
"""

from __future__ import annotations

from functools import cache

from ringrift.rules.grid import BOARD_NAMES, BoardName


@cache
def _counts(board: BoardName) -> tuple[int, int, int, int]:
    from ringrift.kernel._native import action_counts

    return action_counts(BOARD_NAMES.index(board))


def action_count(board: BoardName) -> int:
    """Return the number of actions of a board."""
    return _counts(board)[0]


def choice_count(board: BoardName) -> int:
    """Return the number of choices of a board: the width of a mask."""
    return _counts(board)[1]


def choices_of(board: BoardName, action: int) -> tuple[int] | tuple[int, int]:
    """Return the choices that make an action: one, or the step and the settlement of a slide.

    If a step has one settlement only, the step alone makes the move.
    """
    _, _, slides, settlements = _counts(board)
    if action < slides:
        return (action,)
    settlement, step = divmod(action - slides, settlements - slides)
    return slides + step, settlements + settlement
