"""The board as coloured text with marks on cells, and the counts of every seat beside it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from rich.text import Span, Text

from ringrift.drawing.diagram import format_board
from ringrift.drawing.diagram_parser import row_cells
from ringrift.drawing.look import load_look
from ringrift.rules import Board, Grid, Seat, State
from ringrift.rules.grid import Cell

WIDTH: Final = 80  # of a terminal, in columns
_GAP: Final = 3  # columns between the board and the sidebar
_MIN_SIDEBAR_WIDTH: Final = 17  # columns
_MARKED: Final = "bold black on yellow"
_TOUCHED: Final = "underline"
_PIECES: Final = re.compile(
    r"(?<= )(?:(?P<empty>\.)|\*(?P<marker>\d)|#(?P<collapsed>\d)|(?P<rings>[1-4]+)\+?)(?!\S)"
)


def seat_style(seat: Seat) -> str:
    """Return the colour of a seat."""
    return load_look().themes["slate"].seat(seat).body


def colour_pieces(rows: str, *, square: bool) -> Text:
    """Colour the pieces of a board by seat."""
    text = Text(rows)
    labels = 2 if square else 0  # row numbers look like stacks
    at = 0
    for line in rows.splitlines(keepends=True):
        for piece in _PIECES.finditer(line, labels):
            begin, end = at + piece.start(), at + piece.end()
            if piece["empty"]:
                text.stylize("dim", begin, end)
            elif piece["marker"]:
                text.stylize(seat_style(int(piece["marker"])), begin, end)
            elif piece["collapsed"]:
                text.stylize(f"{seat_style(int(piece['collapsed']))} reverse", begin, end)
            else:
                for place, ring in enumerate(piece["rings"], start=begin):
                    text.stylize(f"bold {seat_style(int(ring))}", place, place + 1)
        at += len(line)
    return text


def board_text(
    board: Board, marks: Mapping[Cell, str] | None = None, touched: Collection[Cell] = ()
) -> Text:
    """Return the board; a mark replaces the dot of an empty cell and precedes any piece."""
    rows = format_board(board)
    text = colour_pieces(rows, square=not board.grid.hexagonal)
    spans = _cell_spans(board.grid, rows)
    signs = list(rows)
    for cell, mark in (marks or {}).items():
        begin, end = spans[cell]
        at = begin if rows[begin:end] == "." else begin - 1
        signs[at] = mark
        text.stylize(_MARKED, at, end)
    for cell in touched:
        text.stylize(_TOUCHED, *spans[cell])
    marked = Text("".join(signs), spans=text.spans)
    return _with_hexagon_labels(board.grid, marked, spans) if board.grid.hexagonal else marked


def _with_hexagon_labels(grid: Grid, text: Text, spans: Mapping[Cell, tuple[int, int]]) -> Text:
    """Add the names of the last cells to the right of the rows, and letters above and below.

    A letter continues its column, which runs diagonally.
    """
    lines = list(text.split("\n", allow_blank=True))
    rows = [row_cells(grid, row) for row in reversed(range(grid.width - 1))]
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    columns = [
        {grid.cell_name(cell)[0]: spans[cell][1] - 1 - starts[at] for cell in cells}
        for at, cells in enumerate(rows)
    ]
    for line, cells in zip(lines, rows, strict=False):
        name = grid.cell_name(cells[-1])
        line.append(f" {name if len(line) + 1 + len(name) <= WIDTH else name[0]}")
    above = _letter_line(columns[0], columns[1])
    below = _letter_line(columns[-1], columns[-2])
    return Text("\n").join([above, *lines[: len(rows)], below, *lines[len(rows) :]])


def _letter_line(edge: Mapping[str, int], inner: Mapping[str, int]) -> Text:
    """Return the letters of the columns beyond a row at the edge."""
    shift = next(edge[letter] - inner[letter] for letter in edge if letter in inner)
    line = ""
    for letter, column in edge.items():
        line = line.ljust(column + shift) + letter
    return Text(line)


def _cell_spans(grid: Grid, rows: str) -> dict[Cell, tuple[int, int]]:
    """Return the span of each cell's contents in the text."""
    lines = rows.split("\n")
    across = 2 * grid.radius + 1 if grid.hexagonal else grid.side
    label = 3 if grid.hexagonal else 2
    middle = lines[grid.radius] if grid.hexagonal else lines[0]
    pitch = (len(middle) - label) // across
    found: dict[Cell, tuple[int, int]] = {}
    at = 0
    for line, row in zip(lines, reversed(range(grid.width - 1)), strict=False):
        cells = row_cells(grid, row)
        first = len(line) - pitch * len(cells)
        for place, cell in enumerate(cells, start=1):
            end = first + pitch * place
            held = line[end - pitch : end].split()[-1]
            found[cell] = (at + end - len(held), at + end)
        at += len(line) + 1
    return found


def position_text(
    state: State,
    names: Sequence[str],
    marks: Mapping[Cell, str] | None = None,
    touched: Collection[Cell] = (),
    width: int = WIDTH,
) -> Iterator[Text]:
    """Yield the lines of the board with the seats beside it, or above it on a narrow terminal."""
    lines = board_text(state.board, marks, touched).split("\n")
    grid = state.board.grid
    rows = grid.width + 1 if grid.hexagonal else grid.width  # with rows of letters
    board, tall_stacks = lines[:rows], lines[rows:]
    across = max(len(line) for line in board)
    room = width - across - _GAP
    if room < _MIN_SIDEBAR_WIDTH:
        yield from (_seat_line(state, seat, name, width) for seat, name in enumerate(names, 1))
        yield from lines
        return
    beside = [
        line for seat, name in enumerate(names, 1) for line in _seat_lines(state, seat, name, room)
    ]
    for row in range(max(rows, len(beside))):
        line = board[row] if row < rows else Text()
        if row < len(beside):
            line.append(" " * (across + _GAP - len(line)))
            line.append_text(beside[row])
        yield line
    yield from tall_stacks


def _pieces(state: State, seat: Seat) -> tuple[str, ...]:
    board = state.board
    stacks, markers = board.controlled[seat].bit_count(), board.markers[seat].bit_count()
    return f"hand {state.seat(seat).hand}", f"stacks {stacks}", f"markers {markers}"


def _victory_counts(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the counts towards a victory."""
    territory, eliminated = state.board.territory(seat), state.seat(seat).eliminated
    return (
        f"territory {territory}/{state.territory_threshold}",
        f"eliminated {eliminated}/{state.ring_threshold}",
    )


def _seat_line(state: State, seat: Seat, name: str, width: int) -> Text:
    counts = "  ".join((*_pieces(state, seat), *_victory_counts(state, seat)))
    counts = counts.replace("territory", "terr.").replace("eliminated", "elim.")
    name = name[: width - len(counts) - 2]
    return Text(f"{name}  {counts}", spans=[Span(0, len(name), seat_style(seat))])


def _seat_lines(state: State, seat: Seat, name: str, room: int) -> Iterator[Text]:
    yield Text(name[:room], seat_style(seat))
    for counts in (_pieces(state, seat), _victory_counts(state, seat)):
        line = ""
        for count in counts:
            if line and len(line) + 2 + len(count) > room:
                yield Text(line)
                line = ""
            line += f"  {count}" if line else f" {count}"
        yield Text(line)
