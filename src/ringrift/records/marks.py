"""Marks on the board in annotated games: highlighted cells, and arrows between cells.

They are written `green:d4` and `red:d4-d7`, in text (`{%marks green:d4 red:d4-d7}`) and in JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, cast, get_args

from ringrift.records.errors import RecordSyntaxError
from ringrift.rules.grid import Grid
from ringrift.rules.wire_fields import describe_value

MarkColour = Literal["green", "red", "blue", "yellow"]
COLOURS: Final[tuple[MarkColour, ...]] = get_args(MarkColour)
MAX_MARKS: Final = 200  # after one move
_MARK: Final = re.compile(r"([a-z]{1,10}):([a-z][0-9]{1,2})(?:-([a-z][0-9]{1,2}))?")


@dataclass(frozen=True, slots=True)
class Mark:
    """A highlighted cell, or an arrow if it has a second cell. Cells have their names: `d4`."""

    colour: MarkColour
    cell: str
    to: str | None = None

    def __str__(self) -> str:
        return f"{self.colour}:{self.cell}" + ("" if self.to is None else f"-{self.to}")


def parse_mark(text: str) -> Mark:
    """Return the mark of a word such as `green:d4` or `red:d4-d7`."""
    found = _MARK.fullmatch(text)
    if found is None or found[1] not in COLOURS:
        message = (
            f"{describe_value(text)} is not a mark. Write green:d4 for a cell and red:d4-d7 for an"
            f" arrow; the colours are {', '.join(COLOURS)}."
        )
        raise RecordSyntaxError("MALFORMED", message)
    return Mark(cast(MarkColour, found[1]), found[2], found[3])


def check_marks(grid: Grid, marks: Iterable[Mark]) -> None:
    """Raise an error for a cell that is not on the board, or for too many or repeated marks."""
    known: set[tuple[str, str | None]] = set()
    for mark in marks:
        for name in (mark.cell, mark.to):
            if name is not None and grid.cell_named(name) is None:
                message = f"The mark {mark} names {name}, which is not a cell of {grid.name}."
                raise RecordSyntaxError("MALFORMED", message)
        if mark.cell == mark.to:
            message = f"The arrow {mark} ends where it begins. Write {mark.colour}:{mark.cell}."
            raise RecordSyntaxError("MALFORMED", message)
        if (mark.cell, mark.to) in known:
            message = f"The mark {mark} repeats another one. Mark each cell and arrow once."
            raise RecordSyntaxError("MALFORMED", message)
        known.add((mark.cell, mark.to))
    if len(known) > MAX_MARKS:
        message = f"There are {len(known)} marks after one move, and at most {MAX_MARKS} may be."
        raise RecordSyntaxError("MALFORMED", message)
