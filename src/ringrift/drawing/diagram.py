"""Text diagrams: positions as text that people can write and read (docs/reference/diagram.md).

    player: 2  phase: movement

    8  .   .   .   .   .   .  #2  #2
    7  .  *3   .   .   .  221  .  #2
    6  .  *3   .   .  *2   .   .   .
    5  3   .   .  112  .  *2  *4   .
    4  .   .  *1   .   .  *2   .   .
    3  .   .  *1  *1   .   .  44   .
    2 #1  #1  #1   .   .   .   .   .
    1 #1  #1   .  111  .   .   .   .
       a   b   c   d   e   f   g   h

A stack is its rings, top first; `*1` is a marker and `#1` a collapsed cell of seat 1. A tall stack
may be drawn as `2+` and given in full below the board: `f7: 2221`. Everything else has a default,
so a board alone is a valid diagram.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ringrift.drawing.diagram_parser import parse_diagram, row_cells
from ringrift.rules.board import Board
from ringrift.rules.grid import BOARD_NAMES, SMALL_BOARDS, Cell, Grid
from ringrift.rules.stack import Seat
from ringrift.rules.state import State

__all__ = ["format_board", "format_diagram", "parse_diagram"]

_WIDTH: Final = 80  # terminal columns
_MIN_PITCH: Final = 3  # characters from one cell to the next
# Taller stacks are listed below the diagram.
_MAX_DRAWN_HEIGHT: Final = {name: 4 if name in SMALL_BOARDS else 2 for name in BOARD_NAMES}


def format_diagram(state: State) -> str:
    """Return the state without its history as a text diagram."""
    blocks = [
        "\n".join(_header_lines(state)),
        "\n".join(_board_lines(state.board)),
        "\n".join(_tall_stack_lines(state.board)),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def format_board(board: Board) -> str:
    """Return the board without the header; abbreviated stacks are listed below it."""
    return "\n".join([*_board_lines(board), *_tall_stack_lines(board)])


def _header_lines(state: State) -> Iterator[str]:
    grid, seats, turn, rounds = state.board.grid, state.seats, state.turn, state.rounds
    swap = "used" if state.swap_used else "on" if state.swap_enabled else "off"
    yield _format_fields(board=grid.name, edition=state.edition.name, players=len(seats), swap=swap)
    yield _format_fields(
        player=state.player,
        phase=state.phase.value,
        turn=state.turn_number,
        must_move=_cell_name(grid, turn.must_move_from),
        capture_from=_cell_name(grid, turn.capture_from),
        due=turn.pending,
        recovery=turn.recovery_mode,
    )
    yield _format_fields(
        acted=_yes_or_no(turn.acted),
        had_action=_yes_or_no(turn.had_real_action),
        took_action=_yes_or_no(turn.took_real_action),
    )
    yield _format_fields(
        hand=" ".join(str(seat.hand) for seat in seats),
        eliminated=" ".join(str(seat.eliminated) for seat in seats),
        last_action=" ".join(_number_or_dash(seat.last_action_turn) for seat in seats),
        out=" ".join(_number_or_dash(seat.eliminated_at_turn) for seat in seats),
    )
    yield _format_fields(
        round_had=_format_seats(rounds.had_action),
        round_took=_format_seats(rounds.took_action),
        round_partial=_yes_or_no(rounds.partial),
        exclusive=f"{_number_or_dash(rounds.exclusive_seat)} {rounds.exclusive_rounds}",
    )
    if state.outcome is not None:
        ranks = {placing.seat: placing.rank for placing in state.outcome.ranking}
        yield _format_fields(
            winner=state.outcome.winner,
            reason=state.outcome.reason,
            ranks=" ".join(str(ranks[seat]) for seat in sorted(ranks)),
        )


def _format_fields(**fields: str | int | None) -> str:
    """Return the fields as text; fields that are None are omitted."""
    present = (
        (name.replace("_", "-"), value) for name, value in fields.items() if value is not None
    )
    return "  ".join(f"{name}: {value}" for name, value in present)


def _cell_name(grid: Grid, cell: Cell | None) -> str | None:
    return None if cell is None else grid.cell_name(cell)


def _yes_or_no(flag: bool) -> str:
    return "yes" if flag else "no"


def _number_or_dash(number: int | None) -> str:
    return "-" if number is None else str(number)


def _format_seats(seats: tuple[Seat, ...]) -> str:
    return " ".join(map(str, seats)) or "-"


def _board_lines(board: Board) -> Iterator[str]:
    """Yield the rows from the far side to the near one, indented on hexagonal boards."""
    grid = board.grid
    tokens = {cell: _cell_token(board, cell) for cell in grid.cells}
    pitch = max(_MIN_PITCH, 1 + max(map(len, tokens.values())))
    if grid.hexagonal and grid.name in SMALL_BOARDS:
        pitch += pitch % 2  # each row is shifted by half a cell
    for row in reversed(range(grid.width - 1)):
        cells = row_cells(grid, row)
        drawn = "".join(tokens[cell].rjust(pitch) for cell in cells)
        if not grid.hexagonal:
            yield f"{row + 1:>2}{drawn}"
            continue
        indent = " " * (abs(row - grid.radius) * pitch // 2)
        yield f"{indent}{grid.cell_name(cells[0]):>3}{drawn}"
    if not grid.hexagonal:
        yield "  " + "".join(chr(97 + column).rjust(pitch) for column in range(grid.side))


def _cell_token(board: Board, cell: Cell) -> str:
    """Return the contents of a cell as a short token."""
    if rings := board.rings[cell]:
        if len(rings) > _MAX_DRAWN_HEIGHT[board.grid.name]:
            return f"{rings[0]}+"
        return "".join(map(str, rings))
    if (seat := board.marker_owner(cell)) is not None:
        return f"*{seat}"
    if (seat := board.territory_owner(cell)) is not None:
        return f"#{seat}"
    return "."


def _tall_stack_lines(board: Board) -> Iterator[str]:
    """Yield the abbreviated stacks in full, as many per line as fit."""
    line = ""
    for cell in board.grid.cells:
        rings = board.rings[cell]
        if len(rings) <= _MAX_DRAWN_HEIGHT[board.grid.name]:
            continue
        entry = f"{board.grid.cell_name(cell)}: {''.join(map(str, rings))}"
        if line and len(line) + len(entry) + 2 > _WIDTH:
            yield line
            line = ""
        line += f"  {entry}" if line else entry
    if line:
        yield line
