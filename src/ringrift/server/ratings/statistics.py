"""What a player's finished games have in common: boards, seats, reasons, openings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from pydantic import BaseModel, Field
from sqlalchemy import func, select

from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import events, games, seats

_MAX_GAMES: Final = 1000  # the latest
_MAX_OPENING_GAMES: Final = 200
_FIRST_EVENTS: Final = 24  # among which each player's first choice is
_MAX_OPENINGS: Final = 8
_all_seats = seats.alias()


class Tally(BaseModel):
    """Games and wins of one kind."""

    kind: str
    played: int
    won: int


class Opening(BaseModel):
    """A first choice on a board, in notation."""

    board: str
    move: str
    played: int
    won: int


class Statistics(BaseModel):
    """Of the latest 1,000 public games that the player finished."""

    games: int
    boards: list[Tally]
    players: list[Tally] = Field(description="by number of players")
    seats: list[Tally]
    wins: list[Tally] = Field(description="by the reason of the victory")
    openings: list[Opening] = Field(description="the most frequent first choices, of 200 games")


class PlayerStatistics:
    """Reads the statistics of accounts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_account(self, account: str) -> Statistics:
        """Return the statistics of an account."""
        number = (
            select(func.max(_all_seats.c.seat))
            .where(_all_seats.c.game_id == games.c.id)
            .scalar_subquery()
        )
        finished = (
            select(games.c.id, games.c.settings, games.c.reason, seats.c.seat, seats.c.rank)
            .add_columns(seats.c.left_at, number.label("players"))
            .join(seats, seats.c.game_id == games.c.id)
            .where(
                seats.c.account_id == account,
                games.c.status.concat("") == "over",  # SQLite: by the index of the seats
                games.c.visibility == "public",
            )
            .order_by(games.c.ended_at.desc())
            .limit(_MAX_GAMES)
        )
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(finished)).all()
            first = (
                select(events.c.game_id, events.c.body)
                .where(
                    events.c.game_id.in_([row.id for row in rows[:_MAX_OPENING_GAMES]]),
                    events.c.kind == "move",
                    events.c.sequence <= _FIRST_EVENTS,
                )
                .order_by(events.c.game_id, events.c.sequence)
            )
            bodies = (await connection.execute(first)).all()
        played = [
            {
                "id": row.id,
                "board": json.loads(row.settings).get("board", "square8"),
                "players": str(row.players),
                "seat": str(row.seat),
                "won": row.rank == 1 and row.left_at is None,
                "reason": row.reason,
            }
            for row in rows
        ]
        wins = Counter(one["reason"] for one in played if one["won"])
        return Statistics(
            games=len(played),
            boards=_tally(played, "board"),
            players=_tally(played, "players"),
            seats=_tally(played, "seat"),
            wins=[Tally(kind=kind, played=n, won=n) for kind, n in wins.most_common()],
            openings=_openings(played, bodies),
        )


def _tally(played: Iterable[dict[str, Any]], field: str) -> list[Tally]:
    counts: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    for one in played:
        counts[one[field]] += 1
        wins[one[field]] += one["won"]
    return [Tally(kind=kind, played=counts[kind], won=wins[kind]) for kind in sorted(counts)]


def _openings(played: Iterable[dict[str, Any]], bodies: Iterable[Any]) -> list[Opening]:
    own = {one["id"]: one for one in played}
    seen: set[str] = set()
    counts: Counter[tuple[str, str]] = Counter()
    wins: Counter[tuple[str, str]] = Counter()
    for game, body in bodies:
        event = json.loads(body)
        one = own[game]
        if game in seen or event["bookkeeping"] or str(event["seat"]) != one["seat"]:
            continue
        seen.add(game)
        opening = (one["board"], event["notation"])
        counts[opening] += 1
        wins[opening] += one["won"]
    return [
        Opening(board=board, move=move, played=count, won=wins[board, move])
        for (board, move), count in counts.most_common(_MAX_OPENINGS)
    ]
