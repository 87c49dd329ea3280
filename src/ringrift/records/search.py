"""Queries on a store and the rows they return."""

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

OPENING_MOVES: Final = 40  # interactive moves per game that can be searched
_SWAP: Final = "swap"  # in notation; it belongs to the second turn, so the opening contains it

COLUMNS: Final = (
    "g.id, board, players, edition, length, winner, winner_name, reason, opening, tip, final_hash,"
    " tags, created, finished,"
    " (SELECT json_group_array(name)"
    " FROM (SELECT name FROM seats WHERE game = g.id ORDER BY seat)) AS names"
)


@dataclass(frozen=True, slots=True)
class Query:
    """A query for games; fields that are None match everything."""

    board: str | None = None
    players: int | None = None
    edition: str | None = None
    finished: bool | None = None
    winner: Seat | None = None
    reason: str | None = None
    name: str | None = None  # part of any player's name, case-insensitive
    opening: str | None = None  # the first moves in notation; bookkeeping moves may be omitted

    def to_sql(self) -> tuple[str, list[object]]:
        """Return the condition in SQL and its values."""
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
    """A game in a list of results."""

    id: int
    board: str
    players: int
    edition: str
    names: tuple[str, ...]  # the player who holds each seat at the end
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
        """Create a row from a result with `COLUMNS`."""
        fields: dict[str, Any] = dict(row)
        names = tuple(json.loads(fields["names"]))
        fields["names"] = names[::-1] if _SWAP in fields["opening"].split() else names
        fields["tags"] = json.loads(fields["tags"])
        return cls(**fields)


@dataclass(frozen=True, slots=True)
class StoreStats:
    """Totals over a store."""

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
            # formatting needs only the board, so the first state serves for every move
            words.append(format_move(start, entry.move) + " ")
    return "".join(words)


def _prefix_range(opening: str, board: str | None) -> tuple[str, str]:
    """Return the bounds, upper one exclusive, of all texts that begin with these moves."""
    words = [word for word in opening.split() if word != "-" and not word.rstrip(".").isdecimal()]
    if not 1 <= len(words) <= OPENING_MOVES:
        message = f"An opening is 1 to {OPENING_MOVES} moves in notation, such as '@d4x2 d4-d6'."
        raise StoreError("BAD_OPENING", message)
    for word in words:
        if not _is_notation(word, board):
            where = board or "any board"
            message = (
                f"{describe_value(word)} is not a move on {where}. Write moves like '@d4x2 d4-d6'."
            )
            raise StoreError("BAD_OPENING", message)
    begin = " ".join(words)
    return begin + " ", begin + "!"


def _is_notation(word: str, board: str | None) -> bool:
    """Return whether the word is a move on the board, or on any board, legal or not."""
    for name in BOARD_NAMES:
        if board in (None, name):
            try:
                parse_move(new_game(name, 2), word)
            except InvalidMoveError:
                continue
            except RingRiftError:
                pass  # a move, though not legal in the first position
            return True
    return False
