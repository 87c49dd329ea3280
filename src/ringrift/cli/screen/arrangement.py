"""How a terminal is divided between the board and the panels around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ringrift.cli.screen.board_layout import BoardLayout, best_layout, smallest_layout
from ringrift.rules import BoardName

_FOOTER: Final = 1  # row


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How the terminal is divided."""

    layout: BoardLayout
    side_width: int
    prompt_height: int


# The least columns of the panels at the right and rows of the prompt: comfortable, then tight.
_LEAST: Final = ((34, 5), (28, 4), (28, 3))
_LEAST_ABOVE: Final = 13  # rows above the prompt: a title and four seats
_MAX_SIDE: Final = 60
_MAX_PROMPT: Final = 7


def arrange(board: BoardName, width: int, height: int) -> Arrangement | None:
    """Divide a terminal of this size; None: it is too small."""
    for side, prompt in _LEAST:
        above = height - prompt - _FOOTER
        layout = best_layout(board, width - side, above)
        if layout is not None and above >= _LEAST_ABOVE:
            needed = max(layout.height, _LEAST_ABOVE)
            return Arrangement(
                layout,
                min(_MAX_SIDE, width - layout.width),
                min(_MAX_PROMPT, height - needed - _FOOTER),
            )
    return None


def least_size(board: BoardName) -> tuple[int, int]:
    """Return the columns and rows of the smallest terminal for a board."""
    layout = smallest_layout(board)
    side, prompt = _LEAST[-1]
    return layout.width + side, max(layout.height, _LEAST_ABOVE) + prompt + _FOOTER


def too_small(board: BoardName, width: int, height: int) -> str | None:
    """Say that a terminal is too small for the board; None: it is not."""
    if arrange(board, width, height) is not None:
        return None
    columns, rows = least_size(board)
    return (
        f"The board {board} needs a terminal of at least {columns} columns and {rows} rows, but"
        f" this one has {width} columns and {height} rows. Enlarge it, or make its text smaller."
    )
