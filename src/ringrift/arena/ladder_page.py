"""The table of a ladder's page, read back: what was played earlier stays when a part is played again."""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path
from typing import Final

from ringrift.arena.ladder import Rung, rungs
from ringrift.arena.schedule import refused

Row = tuple[str, ...]  # the cells, as they are written
Place = tuple[str, ...]  # the first three of them: board, players, level

SIGNED: Final = ("commit", "date")  # who played a rung, and when
HEAD: Final = (
    *("board", "players", "level", "games", "score", "95% interval", "verdict"),
    *("ms a decision", "median turns", "wins by seat"),
    *SIGNED,
)
UNSIGNED: Final = HEAD[
    : -len(SIGNED)
]  # the head of older pages, which told both for the whole page
NOT_PLAYED: Final = "not played"
VERDICTS: Final = ("stronger", "leads", "even", "trails", "weaker", "open", NOT_PLAYED)
_GAMES: Final = HEAD.index("games")
_VERDICT: Final = HEAD.index("verdict")


def place_of(rung: Rung) -> Place:
    """Where a rung stands in the table."""
    return (rung.setup.board, str(rung.setup.players), f"{rung.upper} over {rung.upper - 1}")


PLACES: Final = tuple(
    place_of(rung) for rung in rungs()
)  # all of the ladder, in the order of the table


def games_of(row: Row) -> int:
    return int(row[_GAMES])


def verdict_of(row: Row | None) -> str:
    return NOT_PLAYED if row is None else row[_VERDICT]


def kept_rows(path: Path, seed: int) -> dict[Place, Row]:
    """The rows of the page that is there already, none if there is no page. Openings must be of that seed."""
    if not path.is_file() or path.stat().st_size == 0:
        return {}
    try:
        text = path.read_text(encoding="utf-8")
        rows, its_seed = _rows(text), int(_told(text, "openings: seed ", r"-?\d+"))
    except (OSError, ValueError) as why:
        message = f"{path} cannot be kept as a page of the ladder: {why}; name another file, or move it away"
        raise refused("--out", message) from why
    if its_seed != seed:
        message = f"the games on {path} began with openings of seed {its_seed}, which do not mix with others"
        raise refused("--out", f"{message}; give --seed {its_seed}, or name another file")
    return rows


def _rows(text: str) -> dict[Place, Row]:
    """The rows of a page; of an older one, with the commits and the day that its first lines tell."""
    head, *rows = _table(text)
    if head == UNSIGNED:
        day, played_by = _told(text, "date: ", r"\S+"), _told(text, "commits that played: ", ".+")
        rows = [(*row, played_by, day) for row in rows]
    found: dict[Place, Row] = {}
    for row in rows:
        place = _checked(row)[:3]
        if place in found:
            raise ValueError(f"{_spoken(row)} is there twice")
        found[place] = row
    return found


def _table(text: str) -> list[Row]:
    """The table from its head to the next empty line, without the line of dashes."""
    lines = [_cells(line) for line in text.splitlines()]
    for at, line in enumerate(lines):
        if line in (HEAD, UNSIGNED):
            return [row for row in takewhile(any, lines[at:]) if set("".join(row)) != {"-"}]
    raise ValueError("it has no table of rungs")


def _cells(line: str) -> Row:
    return tuple(cell.strip() for cell in line.strip()[1:-1].split("|"))


def _checked(row: Row) -> Row:
    if len(row) != len(HEAD) or row[:3] not in PLACES:
        raise ValueError(f"{_spoken(row)} is no row of its table")
    if not row[_GAMES].isdecimal() or row[_VERDICT] not in VERDICTS:
        raise ValueError(f"the row {_spoken(row)} lacks a number of games or a verdict")
    return row


def _spoken(row: Row) -> str:
    return repr(" | ".join(row[:3]))


def _told(text: str, beginning: str, what: str) -> str:
    """What a line of the lists at the top tells."""
    found = re.search(f"^- {beginning}({what})", text, re.MULTILINE)
    if found is None:
        raise ValueError(f"it does not tell '- {beginning}...'")
    return found[1]
