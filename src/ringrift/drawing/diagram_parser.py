"""Parses a text diagram into the JSON object of wire.md, which `load_state` validates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ringrift.drawing.diagram_fields import FIELDS, DiagramCells, DiagramFieldReader, refuse_diagram
from ringrift.rules.grid import BOARD_NAMES, BoardName, Cell, Grid, grid_named
from ringrift.rules.stack import Seat
from ringrift.rules.state import State
from ringrift.rules.wire import load_state

_BOARD_OF_ROWS: Final[Mapping[int, BoardName]] = {
    grid_named(name).width - 1: name for name in BOARD_NAMES
}
_KEY: Final = re.compile(r"([a-z][a-z-]*|[a-y][0-9]{1,2})[ \t]*:")
_TOKEN: Final = re.compile(r"\.|[^\s.]+")
_LETTERS: Final = re.compile(r"\s*[a-y](\s+[a-y])*\s*")
_CELL_NAME: Final = re.compile(r"[a-y][0-9]{1,2}")
_STACK: Final = re.compile(r"[1-4]+")
_MAX_LENGTH: Final = 100_000  # characters: ten times the longest diagram of the largest board


@dataclass(slots=True)
class _DiagramText:
    """The parsed text: its fields and rows."""

    values: dict[str, tuple[str, str]] = field(
        default_factory=dict
    )  # by name: the text and its location
    stacks: dict[str, tuple[str, str]] = field(default_factory=dict)  # rings by cell name
    rows: list[tuple[int, list[str]]] = field(
        default_factory=list
    )  # line number and tokens, far side first


def parse_diagram(text: str) -> State:
    """Return the state that a diagram shows.

    Defaults of omitted fields: edition `standard`; as many players as the board shows, at least
    two; player 1; phase `ring_placement`; a turn of the first round on an empty board, else of
    the second; all rings that are not on the board in their owners' hands; the rest as wire.md
    derives it. Raises `InvalidStateError` with the line and the cell.
    """
    if len(text) > _MAX_LENGTH:
        refuse_diagram(
            "", f"The diagram is longer than {_MAX_LENGTH} characters; give one position.", "R021"
        )
    page = _split_diagram(text)
    grid = _find_grid(page)
    return load_state(DiagramFieldReader(page.values, grid, _read_cells(page, grid)).to_wire())


def row_cells(grid: Grid, row: int) -> tuple[Cell, ...]:
    """Return the cells of one row, from left to right."""
    return tuple(cell for cell in grid.cells if cell // grid.width == row)


def _split_diagram(text: str) -> _DiagramText:
    page = _DiagramText()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or _LETTERS.fullmatch(line):
            continue
        if _KEY.match(line.strip()):
            _read_fields(page, line.strip(), f"line {number}")
        elif ":" in line:
            refuse_diagram(
                f"line {number}",
                f"'{line.strip()[:40]}' is neither a row nor `name: value`; write one of them.",
            )
        else:
            page.rows.append((number, _TOKEN.findall(line)))
    return page


def _read_fields(page: _DiagramText, line: str, where: str) -> None:
    keys = list(_KEY.finditer(line))
    ends = [key.start() for key in keys[1:]] + [len(line)]
    for key, end in zip(keys, ends, strict=True):
        name, value = key[1], line[key.end() : end].strip(" \t,;")
        into = page.stacks if _CELL_NAME.fullmatch(name) else page.values
        if into is page.values and name not in FIELDS:
            refuse_diagram(
                where, f"There is no field '{name}'; the fields are {', '.join(FIELDS)}."
            )
        if name in into:
            refuse_diagram(where, f"'{name}' is given twice; give it once.", code="CONTRADICTION")
        into[name] = value, f"{where}, {name}"


def _find_grid(page: _DiagramText) -> Grid:
    """Return the grid with this number of rows; a `board` field must agree."""
    by_rows = _BOARD_OF_ROWS.get(len(page.rows))
    if by_rows is None:
        sizes = ", ".join(f"{rows} ({name})" for rows, name in sorted(_BOARD_OF_ROWS.items()))
        refuse_diagram("", f"The diagram has {len(page.rows)} rows; a board has {sizes}.", "R001")
    named, where = page.values.get("board", (by_rows, ""))
    if named not in BOARD_NAMES:
        refuse_diagram(
            where, f"There is no board '{named}'; the boards are {', '.join(BOARD_NAMES)}.", "R001"
        )
    if named != by_rows:
        refuse_diagram(
            where, f"{len(page.rows)} rows make {by_rows}, not {named}.", "R001", "CONTRADICTION"
        )
    return grid_named(by_rows)


def _read_cells(page: _DiagramText, grid: Grid) -> DiagramCells:
    cells = DiagramCells()
    short: dict[Cell, Seat] = {}  # drawn as `2+`
    last = len(page.rows) - 1
    labelled = page.rows[0][1][0] in _row_labels(
        grid, last
    )  # a stack token cannot be the label of the far row
    for row, (number, tokens) in zip(reversed(range(last + 1)), page.rows, strict=True):
        drawn = _strip_row_label(tokens, _row_labels(grid, row), number) if labelled else tokens
        own = row_cells(grid, row)
        if len(drawn) != len(own):
            size = f"Row {row + 1} of {grid.name} has {len(own)} cells, not {len(drawn)}"
            refuse_diagram(f"line {number}", f"{size}; write `.` for an empty one.")
        for cell, token in zip(own, drawn, strict=True):
            _read_cell(cells, short, cell, token, f"line {number}, cell {grid.cell_name(cell)}")
    _read_tall_stacks(page, grid, cells, short)
    return cells


def _row_labels(grid: Grid, row: int) -> tuple[str, str]:
    """Return the labels that a row may begin with: its number or the name of its first cell."""
    return str(row + 1), grid.cell_name(row_cells(grid, row)[0])


def _strip_row_label(tokens: list[str], labels: tuple[str, str], number: int) -> list[str]:
    if tokens[0] not in labels:
        expected = f"The first row has a label, so this one begins with {' or '.join(labels)}"
        refuse_diagram(f"line {number}", f"{expected}, not with '{tokens[0][:20]}'.")
    return tokens[1:]


def _read_cell(
    cells: DiagramCells, short: dict[Cell, Seat], cell: Cell, token: str, where: str
) -> None:
    if token == ".":
        return
    kind, rest = token[0], token[1:]
    if kind in "*#" and rest in ("1", "2", "3", "4"):
        (cells.markers if kind == "*" else cells.collapsed)[cell] = int(rest)
    elif _STACK.fullmatch(token):
        cells.stacks[cell] = tuple(map(int, token))
    elif kind in "1234" and rest == "+":
        short[cell] = int(kind)
    else:
        refuse_diagram(
            where,
            f"'{token[:20]}' is no cell; write `.`, rings top first as `112`, "
            "a marker `*1`, territory `#1`.",
        )


def _read_tall_stacks(
    page: _DiagramText, grid: Grid, cells: DiagramCells, short: dict[Cell, Seat]
) -> None:
    """Read the stacks listed below the board, for the cells drawn as `2+`."""
    for name, (rings, where) in page.stacks.items():
        cell = grid.cell_named(name)
        if cell is None:
            refuse_diagram(where, f"{grid.name} has no cell {name}.", "R003")
        if not _STACK.fullmatch(rings):
            refuse_diagram(
                where, f"'{rings[:40]}' is not a stack; write its rings top first, as 2211."
            )
        top = short.pop(cell, None)
        if top != int(rings[0]):
            refuse_diagram(
                where,
                f"Draw the cell {name} as `{rings[0]}+` to give its stack below the board.",
                code="CONTRADICTION",
            )
        cells.stacks[cell] = tuple(map(int, rings))
    for cell in short:
        name = grid.cell_name(cell)
        refuse_diagram(
            f"cell {name}",
            f"The cell is drawn as a tall stack; give its rings below the board: `{name}: 2211`.",
        )
