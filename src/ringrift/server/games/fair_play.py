"""No hints and no analysis of a rated game for those who play it.

The server compares positions, so it recognises the position on the board and no other: a player
who changes a cell, asks without logging in or uses another program is not recognised.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import select, true

from ringrift.rules.position_string import FIELDS, dump_position
from ringrift.rules.state import State
from ringrift.server.errors import ApiError
from ringrift.server.games.live_status import LiveStatuses
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import games, seats

BoardKey = tuple[str, ...]  # the board, its edition and the contents of its cells
_KEY_FIELDS: Final = tuple(map(FIELDS.index, ("board", "edition", "cells")))


class FairPlay:
    """One per worker."""

    def __init__(self, database: Database, statuses: LiveStatuses) -> None:
        self._database = database
        self._statuses = statuses

    async def boards_in_play(self, account: str | None) -> frozenset[BoardKey]:
        """Return the boards of the rated games that the account plays now."""
        if account is None:
            return frozenset()
        rated = (
            select(games.c.id)
            .join(seats, seats.c.game_id == games.c.id)
            .where(
                seats.c.account_id == account,
                seats.c.left_reason.is_(None),
                games.c.status == "live",
                games.c.rated == true(),
            )
        )
        async with self._database.reading.connect() as connection:
            ids = list(await connection.scalars(rated))
        if not ids:
            return frozenset()
        found = await self._statuses.find(ids)
        return frozenset(board_key(status.position) for status in found.values())


def board_key(position: str) -> BoardKey:
    """Return what two positions with the same rings, markers and territories share."""
    fields = position.split(" ")
    return tuple(fields[index] for index in _KEY_FIELDS)


def require_not_in_play(state: State, boards: Collection[BoardKey]) -> None:
    """Refuse to judge a position that is on the board of a rated game of the caller."""
    if boards and board_key(dump_position(state)) in boards:
        message = (
            "you are playing this position in a rated game: there are no hints and no analysis"
            " until the game is over"
        )
        raise ApiError(403, "RATED_GAME", message)
