"""Quick match: whoever looks for the same kind of game at a like strength is put together."""

from __future__ import annotations

import json
from time import time
from typing import Any, Final

from pydantic import BaseModel, Field
from sqlalchemy import delete, insert, select

from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.types import Account, Sent
from ringrift.server.errors import ApiError
from ringrift.server.games.service import Games, read_settings
from ringrift.server.games.types import GameInfo, NewGame, WantedSeat
from ringrift.server.ratings.service import Ratings
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, seeks

_FORGOTTEN: Final = 120.0  # seconds after which a seek that was not renewed counts no more
_WIDENS: Final = 0.5  # points a second by which the range grows while one waits


class Wish(Sent):
    """What kind of game one looks for, and how far the others' ratings may lie from one's own."""

    settings: dict[str, Any] = Field(default_factory=dict)
    reach: float = Field(default=10.0, gt=0, le=1000)


class Found(BaseModel):
    """A game, or that one still waits: ask again every few seconds."""

    game: GameInfo | None
    waiting: float = Field(description="seconds since one began to look")


class QuickMatch:
    """Seeks live in the database, so that all workers match the same people."""

    def __init__(self, database: Database, games: Games, ratings: Ratings) -> None:
        self._database = database
        self._games = games
        self._ratings = ratings

    async def seek(self, account: Account, wish: Wish) -> tuple[Found, GameInfo | None]:
        """Look for opponents. Returns what to tell, and the game that is to be started, if it is full."""
        settings = read_settings(wish.settings)
        if settings.rated and account.kind == "guest":
            raise ApiError(403, "ACCOUNT_NEEDED", "rated games are between accounts: register first")
        if settings.position is not None:
            raise ApiError(
                422, "INVALID_SETUP", "a quick match begins at the start", path="settings.position"
            )
        wanted = json.dumps(settings.to_json(), sort_keys=True)
        now = time()
        rating = (await self._ratings.of(account.id, settings.players)).mu
        async with self._database.engine.begin() as connection:
            await connection.execute(delete(seeks).where(seeks.c.created_at < now - _FORGOTTEN))
            mine = await connection.scalar(select(seeks.c.created_at).where(seeks.c.account_id == account.id))
            others = (
                await connection.execute(
                    select(seeks, accounts.c.name, accounts.c.kind)
                    .join(accounts, accounts.c.id == seeks.c.account_id)
                    .where(seeks.c.settings == wanted, seeks.c.account_id != account.id)
                    .order_by(seeks.c.created_at)
                    .with_for_update()
                )
            ).all()
            near = [
                other
                for other in others
                if abs(other.rating - rating)
                <= min(
                    wish.reach + _WIDENS * (now - (mine or now)),
                    other.reach + _WIDENS * (now - other.created_at),
                )
            ][: settings.players - 1]
            await connection.execute(delete(seeks).where(seeks.c.account_id == account.id))
            if len(near) < settings.players - 1:
                row = {
                    "id": new_id(),
                    "account_id": account.id,
                    "settings": wanted,
                    "rating": rating,
                    "reach": wish.reach,
                    "created_at": mine or now,
                }
                await connection.execute(insert(seeks), [row])
                return Found(game=None, waiting=now - (mine or now)), None
            await connection.execute(delete(seeks).where(seeks.c.id.in_([other.id for other in near])))
        game = await self._seat(account, near, settings.to_json())
        return Found(game=game, waiting=0.0), game

    async def cancel(self, account: Account) -> None:
        """Look no longer."""
        async with self._database.engine.begin() as connection:
            await connection.execute(delete(seeks).where(seeks.c.account_id == account.id))

    async def _seat(self, account: Account, near: list[Any], settings: dict[str, Any]) -> GameInfo:
        """The one who waited longest begins."""
        first, *rest = near
        maker = Account(id=first.account_id, name=first.name, kind=first.kind)
        sent = NewGame(
            settings=settings,
            seats=[WantedSeat(kind="me"), *[WantedSeat() for _ in range(settings["players"] - 1)]],
        )
        game = await self._games.create(maker, sent)
        for other in (account, *(Account(id=row.account_id, name=row.name, kind=row.kind) for row in rest)):
            game = await self._games.join(game.id, other, seat=None, code=None)
        return game
