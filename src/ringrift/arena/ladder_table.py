"""Read the table of a ladder page: rows of rungs that are not played again stay."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path
from typing import Final

from ringrift.arena.ladder import Rung, ladder_rungs
from ringrift.arena.schedule import arena_error

Row = tuple[str, ...]  # the cells of a row
RungCells = tuple[str, ...]  # its first three cells: board, players, level

PROVENANCE_COLUMNS: Final = ("commit", "date")  # of the games of a rung
COLUMNS: Final = (
    *("board", "players", "level", "games", "score", "95% interval", "verdict"),
    *("ms a decision", "median turns", "wins by seat"),
    *PROVENANCE_COLUMNS,
)
# Older pages name commits and date once for the whole page.
COLUMNS_WITHOUT_PROVENANCE: Final = COLUMNS[: -len(PROVENANCE_COLUMNS)]
NOT_PLAYED: Final = "not played"
VERDICTS: Final = ("stronger", "leads", "even", "trails", "weaker", "open", NOT_PLAYED)
_GAMES: Final = COLUMNS.index("games")
_SCORE: Final = COLUMNS.index("score")
_VERDICT: Final = COLUMNS.index("verdict")


def rung_cells(rung: Rung) -> RungCells:
    """Return the cells that identify a rung."""
    below = rung.upper - 1 or "random"
    return (rung.setup.board, str(rung.setup.players), f"{rung.upper} over {below}")


ALL_RUNG_CELLS: Final = tuple(rung_cells(rung) for rung in ladder_rungs())  # in table order


def game_count(row: Row) -> int:
    return int(row[_GAMES])


def score_in(row: Row) -> float | None:
    """Return the score of a row, or None if it has none."""
    return float(row[_SCORE].removesuffix("%")) / 100 if row[_SCORE] else None


def verdict_in(row: Row | None) -> str:
    return NOT_PLAYED if row is None else row[_VERDICT]


def read_rows(path: Path, seed: int) -> dict[RungCells, Row]:
    """Return the rows of an existing page, or none. Its openings must have the same seed."""
    if not path.is_file() or path.stat().st_size == 0:
        return {}
    try:
        text = path.read_text(encoding="utf-8")
        rows, page_seed = _rows(text), int(_header_value(text, "openings: seed ", r"-?\d+"))
    except (OSError, ValueError) as error:
        message = f"{path} is not a ladder report: {error}; choose another file, or move it away"
        raise arena_error("--out", message) from error
    if page_seed != seed:
        message = f"the games in {path} have openings from seed {page_seed}, which cannot be mixed"
        raise arena_error("--out", f"{message}; use --seed {page_seed}, or choose another file")
    return rows


def _rows(text: str) -> dict[RungCells, Row]:
    """Return the rows of a page; an older page has commits and date in its first lines."""
    head, *rows = _table_rows(text)
    if head == COLUMNS_WITHOUT_PROVENANCE:
        day = _header_value(text, "date: ", r"\S+")
        commits = _header_value(text, "commits that played: ", ".+")
        rows = [(*row, commits, day) for row in rows]
    found: dict[RungCells, Row] = {}
    for row in rows:
        cells = _check_row(row)[:3]
        if cells in found:
            raise ValueError(f"{_describe(row)} appears twice")
        found[cells] = row
    return found


def _table_rows(text: str) -> list[Row]:
    """Return the table from its header to the next empty line, without the line of dashes."""
    lines = [_cells(line) for line in text.splitlines()]
    for at, line in enumerate(lines):
        if line in (COLUMNS, COLUMNS_WITHOUT_PROVENANCE):
            return [row for row in takewhile(any, lines[at:]) if set("".join(row)) != {"-"}]
    raise ValueError("it has no table of rungs")


def _cells(line: str) -> Row:
    return tuple(cell.strip() for cell in line.strip()[1:-1].split("|"))


def _check_row(row: Row) -> Row:
    if len(row) != len(COLUMNS) or row[:3] not in ALL_RUNG_CELLS:
        raise ValueError(f"{_describe(row)} is not a row of its table")
    if not row[_GAMES].isdecimal() or row[_VERDICT] not in VERDICTS:
        raise ValueError(f"the row {_describe(row)} lacks a number of games or a verdict")
    return row


def _describe(row: Row) -> str:
    return repr(" | ".join(row[:3]))


def _header_value(text: str, prefix: str, pattern: str) -> str:
    """Return a value of the lists at the top of a page."""
    found = re.search(f"^- {prefix}({pattern})", text, re.MULTILINE)
    if found is None:
        raise ValueError(f"it has no line '- {prefix}...'")
    return found[1]
