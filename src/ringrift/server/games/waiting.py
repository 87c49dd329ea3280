"""The games that wait for an account: its turns, the games that it waits for, rematch offers."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from sqlalchemy import select

from ringrift.server.clock import Clock
from ringrift.server.games.listing import GameListing
from ringrift.server.games.live_status import LiveStatus
from ringrift.server.games.service import Games, visible_to
from ringrift.server.games.types import GameInfo, WaitingGame
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import games, seats

_OFFER_SECONDS: Final = 3600.0  # for which a rematch offer is listed
_MAX_OFFERS: Final = 20


class WaitingGames:
    """Reads the lists. `WaitingFeed` sends them to sockets."""

    def __init__(
        self, database: Database, games_: Games, listing: GameListing, clock: Clock
    ) -> None:
        self._database = database
        self._games = games_
        self._listing = listing
        self._clock = clock

    async def find(self, account: str) -> list[WaitingGame]:
        """Return the open and live games of the account, and rematches that it is offered.

        Its turns come first, the soonest deadline before the others; then the offers, the games
        in which others are to move, and those that wait for players.
        """
        infos = [visible_to(info, account) for info in await self.games_of(account)]
        statuses = await self._listing.complete(infos)
        return arrange(infos, statuses, account)

    async def games_of(self, account: str) -> list[GameInfo]:
        """Return the games of the list in no particular order, without live positions."""
        found = await self._games.of_account(account, viewer=account, status=("live", "open"))
        playing = [info for info in found if _own_seats(info, account)]
        own = {info.id for info in found}
        offers = await self._offers(account)
        return playing + [info for info in offers if info.id not in own]

    async def _offers(self, account: str) -> list[GameInfo]:
        """Return the rematches of the account's games that others wait in."""
        played = select(seats.c.game_id).where(
            seats.c.game_id == games.c.rematch_of, seats.c.account_id == account
        )
        offered = (
            select(games.c.id)
            .where(
                games.c.status == "open",
                games.c.created_at > self._clock.now() - _OFFER_SECONDS,
                played.exists(),
            )
            .order_by(games.c.created_at.desc())
            .limit(_MAX_OFFERS)
        )
        async with self._database.reading.connect() as connection:
            ids = list(await connection.scalars(offered))
        return await self._games.infos(ids) if ids else []


def arrange(
    infos: list[GameInfo], statuses: Mapping[str, LiveStatus], account: str
) -> list[WaitingGame]:
    """Return the games as the account sees them, the most urgent first."""
    waiting = [_waiting_game(info, statuses.get(info.id), account) for info in infos]
    return sorted(waiting, key=_urgency)


def _waiting_game(info: GameInfo, status: LiveStatus | None, account: str) -> WaitingGame:
    own = _own_seats(info, account)
    your_turn = status is not None and status.to_move in own
    deadline = None if status is None else status.deadline
    return WaitingGame(game=info, your_turn=your_turn, deadline=deadline, rematch_offer=not own)


def _own_seats(info: GameInfo, account: str) -> list[int]:
    """Return the seats of the account that it has not left."""
    return [
        seat.seat
        for seat in info.seats
        if seat.account is not None and seat.account.id == account and seat.left is None
    ]


def _urgency(waiting: WaitingGame) -> tuple[int, float, float]:
    kind = (
        0
        if waiting.your_turn
        else 1
        if waiting.rematch_offer
        else 2
        if waiting.game.status == "live"
        else 3
    )
    deadline = math.inf if waiting.deadline is None else waiting.deadline
    return kind, deadline, -waiting.game.created_at
