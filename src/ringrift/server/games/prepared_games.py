"""Games that start at once with known players, as a tournament creates them.

They are prepared before the transaction, which then only inserts rows.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import ColumnElement, insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.game_session import GameSession
from ringrift.host.seat_occupants import Level, Occupant, Person, Remote
from ringrift.host.settings import GameSettings
from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.types import Account
from ringrift.server.games.live_game import event_row
from ringrift.server.games.seeds import new_seed, with_new_seeds
from ringrift.server.games.service import TIMED_LEVEL
from ringrift.server.storage.tables import events, games, seats


@dataclass(slots=True)
class PreparedGame:
    """The rows of a game with its first events, and the accounts that play it."""

    id: str
    accounts: list[str]
    game: dict[str, Any]
    seats: list[dict[str, Any]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)


def prepare_game(
    settings: GameSettings,
    players: Sequence[Account | int],
    *,
    visibility: str,
    now: float,
    level_seconds: float,
) -> PreparedGame:
    """Return a game that starts now with these accounts and levels in seat order."""
    settings = with_new_seeds(settings)
    occupants = [_occupant(player, level_seconds) for player in players]
    session = GameSession(settings, occupants, now=now)
    rows = [event_row(event, None) for event in session.events]
    session.close()
    game = new_id()
    accounts = [player.id for player in players if isinstance(player, Account)]
    prepared = PreparedGame(
        game,
        accounts,
        {
            "id": game,
            "settings": json.dumps(settings.to_json()),
            "status": "live",
            "visibility": visibility,
            "unlisted": False,
            "rated": settings.rated,
            "invite_code": token_urlsafe(12),
            "created_by": None,
            "created_at": now,
            "started_at": now,
            "sequence": rows[-1].sequence,
            "alive_at": now,
            "owner_term": 0,
        },
    )
    prepared.seats = [_seat_row(game, seat, player) for seat, player in enumerate(players, 1)]
    prepared.events = [
        {
            "game_id": game,
            "sequence": row.sequence,
            "at": row.at,
            "kind": row.kind,
            "body": row.body,
        }
        for row in rows
    ]
    return prepared


async def insert_games(
    connection: AsyncConnection,
    prepared: Sequence[PreparedGame],
    lease_until: ColumnElement[float],
) -> None:
    """Insert the games; they are live when the transaction commits.

    The worker that starts them takes them before `lease_until`; then every worker may.
    """
    if not prepared:
        return
    await connection.execute(insert(games), [one.game for one in prepared])
    await connection.execute(insert(seats), [row for one in prepared for row in one.seats])
    await connection.execute(insert(events), [row for one in prepared for row in one.events])
    inserted = update(games).where(games.c.id.in_([one.id for one in prepared]))
    await connection.execute(inserted.values(lease_until=lease_until))


def _occupant(player: Account | int, level_seconds: float) -> Occupant:
    if isinstance(player, int):
        seconds = level_seconds if player == TIMED_LEVEL else None
        return Level(player, seed=new_seed(), seconds=seconds)
    kind = Remote if player.kind == "bot" else Person
    return kind(name=player.name, id=player.id)


def _seat_row(game: str, seat: int, player: Account | int) -> dict[str, Any]:
    row: dict[str, Any] = {"game_id": game, "seat": seat, "account_id": None, "level": None}
    if isinstance(player, int):
        return row | {"kind": "level", "level": player}
    return row | {"kind": "bot" if player.kind == "bot" else "person", "account_id": player.id}
