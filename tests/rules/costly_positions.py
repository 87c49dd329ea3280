"""Legal positions with extreme numbers of moves, as somebody could send them to a server."""

from __future__ import annotations

from ringrift.rules import State, new_game
from ringrift.rules.grid import grid_named
from ringrift.rules.position_string import load_position


def position_with_slides(stacks: int = 96, spacing: int = 4) -> str:
    """Return a position on the largest board with markers of seat 1 on most of its cells.

    Every `spacing`-th cell is empty. Seat 1 controls nothing; each stack buries one of its rings.
    """
    grid = grid_named("hexagonal")
    hand = new_game("hexagonal", 2).seats[0].hand
    row_of = {cell: cell // grid.width for cell in grid.cells}
    rows: dict[int, list[str]] = {}
    for number, cell in enumerate(grid.cells):
        rows.setdefault(row_of[cell], []).append(_content(number, stacks, spacing))
    cells = "/".join(_compress(row) for row in rows.values())
    hands = f"0,{hand - stacks}"
    eliminated = f"{hand - stacks},0"
    return f"hexagonal standard {cells} 1 movement 9 - {hands} {eliminated} 7,8 -,- -/-/-/- off *"


def state_with_slides(stacks: int = 96, spacing: int = 4) -> State:
    return load_position(position_with_slides(stacks, spacing))


def _content(number: int, stacks: int, spacing: int) -> str:
    if number < stacks:
        return "(ba)"
    return "" if number % spacing == 0 else "a"


def _compress(row: list[str]) -> str:
    """Write runs of empty cells as numbers."""
    written, empty = "", 0
    for content in [*row, "|"]:
        if content:
            written += (str(empty) if empty else "") + content
            empty = 0
        else:
            empty += 1
    return written.removesuffix("|")
