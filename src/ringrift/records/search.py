"""What can be asked of a store, and the rows that answer."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from ringrift.records.errors import StoreError
from ringrift.records.record import Record
from ringrift.rules import new_game
from ringrift.rules.errors import InvalidMoveError, RingRiftError
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.notation import format_move, parse_move
from ringrift.rules.stack import Seat
from ringrift.rules.wire_fields import describe_value

OPENING_MOVES: Final = 40  # interactive moves of each game that can be searched for

COLUMNS: Final = (
    "g.id, board, players, edition, length, winner, winner_name, reason, opening, tip, final_hash,"
    " tags, created, finished,"
    " (SELECT json_group_array(name)"
    " FROM (SELECT name FROM seats WHERE game = g.id ORDER BY seat)) AS names"
)


@dataclass(frozen=True, slots=True)
class Query:
    """Which games; what is None does not matter."""

    board: str | None = None
    players: int | None = None
    edition: str | None = None
    finished: bool | None = None
    winner: Seat | None = None
    reason: str | None = None
    name: str | None = None  # a part of any player's name, case aside
    opening: str | None = None  # the first moves in notation; bookkeeping moves may be left out

    def to_sql(self) -> tuple[str, list[object]]:
        """The condition in SQL, and its values."""
        terms: list[str] = []
        values: list[object] = []
        for column in ("board", "players", "edition", "winner", "reason"):
            if (value := getattr(self, column)) is not None:
                terms.append(f"{column} = ?")
                values.append(value)
        if self.finished is not None:
            terms.append(f"winner IS {'NOT ' if self.finished else ''}NULL")
        if self.name is not None:
            terms.append("EXISTS (SELECT 1 FROM seats WHERE game = g.id AND instr(folded, ?))")
            values.append(self.name.casefold())
        if self.opening is not None:
            terms.append("opening >= ? AND opening < ?")
            values += _prefix_range(self.opening, self.board)
        return " AND ".join(terms) or "TRUE", values


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in a list."""

    id: int
    board: str
    players: int
    edition: str
    names: tuple[str, ...]  # who sat down in each seat
    tags: Mapping[str, str]
    length: int
    winner: Seat | None
    winner_name: str | None
    reason: str | None
    opening: str
    tip: str
    final_hash: str
    created: str
    finished: str | None

    @classmethod
    def of(cls, row: sqlite3.Row) -> GameRow:
        """From a row of `COLUMNS`."""
        fields: dict[str, Any] = dict(row)
        fields["names"] = tuple(json.loads(fields["names"]))
        fields["tags"] = json.loads(fields["tags"])
        return cls(**fields)


@dataclass(frozen=True, slots=True)
class StoreStats:
    """Sums over a store."""

    games: int
    unfinished: int
    moves: int
    shortest: int | None
    longest: int | None
    boards: Mapping[str, int]
    editions: Mapping[str, int]
    players: Mapping[str, int]
    reasons: Mapping[str, int]
    winners: Mapping[str, int]  # by seat


def opening_text(record: Record) -> str:
    """Return the first interactive moves, each followed by a space."""
    start = record.heading.start()
    words: list[str] = []
    for entry in record.entries:
        if len(words) == OPENING_MOVES:
            break
        if not entry.move.bookkeeping:
            words.append(
                format_move(start, entry.move) + " "
            )  # the board alone matters for printing
    return "".join(words)


def _prefix_range(opening: str, board: str | None) -> tuple[str, str]:
    """All texts that begin with these moves lie from the first, up to but without the second."""
    words = [word for word in opening.split() if word != "-" and not word.rstrip(".").isdecimal()]
    if not 1 <= len(words) <= OPENING_MOVES:
        message = f"An opening is 1 to {OPENING_MOVES} moves in notation, such as '@d4x2 d4-d6'."
        raise StoreError("BAD_OPENING", message)
    for word in words:
        if not _is_notation(word, board):
            where = board or "any board"
            message = (
                f"{describe_value(word)} is no move on {where}. Write moves like '@d4x2 d4-d6'."
            )
            raise StoreError("BAD_OPENING", message)
    begin = " ".join(words)
    return begin + " ", begin + "!"


def _is_notation(word: str, board: str | None) -> bool:
    """Whether the word names a move on the board (on any), be it legal or not."""
    for name in BOARD_NAMES:
        if board in (None, name):
            try:
                parse_move(new_game(name, 2), word)
            except InvalidMoveError:
                continue
            except RingRiftError:
                pass  # not legal in the first position, but a move
            return True
    return False
