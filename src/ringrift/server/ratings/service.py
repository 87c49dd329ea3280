"""Rates finished games, each exactly once even if workers crash."""

from __future__ import annotations

from time import time
from typing import Any, Final

from openskill.models import PlackettLuce
from sqlalchemy import Row, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.game_session import GameSession
from ringrift.server.accounts.types import Account
from ringrift.server.errors import ApiError
from ringrift.server.games.service import Games
from ringrift.server.ratings.types import LeaderboardEntry, Profile, Rating, RatingChange
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, games, rating_changes, ratings, seats

_MODEL: Final = PlackettLuce()
_MAX_LISTED: Final = 100
_MIN_GAMES: Final = 5  # for the leaderboard


class Ratings:
    """All ratings of a server."""

    def __init__(self, database: Database, games_: Games) -> None:
        self._database = database
        self._games = games_

    async def rate(self, game: str) -> None:
        """Rate a finished game, unless it is rated already."""
        session = await self._games.session(game)
        standings = _standings(session)
        session.close()
        if len(standings) < 2:
            return
        try:
            async with self._database.engine.begin() as connection:
                await self._apply(connection, game, standings)
        except IntegrityError:
            return  # another worker was faster

    async def rate_missing(self) -> None:
        """Rate the finished games that a crashed worker did not rate."""
        counted = select(rating_changes.c.game_id)
        known = (
            select(seats.c.game_id)
            .join(accounts, accounts.c.id == seats.c.account_id)
            .where(accounts.c.deleted_at.is_(None))
        )
        wanted = select(games.c.id).where(
            games.c.rated.is_(True),
            games.c.status == "over",
            games.c.id.not_in(counted),
            games.c.id.in_(known),
        )
        async with self._database.reading.connect() as connection:
            missing = list(await connection.scalars(wanted))
        for game in missing:
            await self.rate(game)

    async def get(self, account: str, players: int) -> Rating:
        """Return the rating of an account; a new one has the default."""
        async with self._database.reading.connect() as connection:
            row = await _stored(connection, account, players)
        return _rating(players, row)

    async def leaderboard(self, players: int) -> list[LeaderboardEntry]:
        """Return the best players by ordinal."""
        ordinal = ratings.c.mu - 3 * ratings.c.sigma
        wanted = (
            select(ratings, accounts.c.name, accounts.c.kind)
            .join(accounts, accounts.c.id == ratings.c.account_id)
            .where(
                ratings.c.players == players,
                ratings.c.games >= _MIN_GAMES,
                accounts.c.deleted_at.is_(None),
            )
            .order_by(ordinal.desc(), accounts.c.name)
            .limit(_MAX_LISTED)
        )
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [
            LeaderboardEntry(
                rank=rank,
                account=Account(id=row.account_id, name=row.name, kind=row.kind),
                rating=_rating(players, row),
            )
            for rank, row in enumerate(rows, 1)
        ]

    async def profile(self, account: Account) -> Profile:
        """Return ratings, their changes and the number of games."""
        sat = (
            select(
                func.count(), func.sum((games.c.winner == seats.c.seat).cast(ratings.c.games.type))
            )
            .join(games, games.c.id == seats.c.game_id)
            .where(seats.c.account_id == account.id, games.c.status == "over")
        )
        async with self._database.reading.connect() as connection:
            since = await connection.scalar(
                select(accounts.c.created_at).where(accounts.c.id == account.id)
            )
            if since is None:
                raise ApiError(404, "NOT_FOUND", "there is no such player")
            rows = (
                await connection.execute(select(ratings).where(ratings.c.account_id == account.id))
            ).all()
            changed = (
                select(rating_changes)
                .where(rating_changes.c.account_id == account.id)
                .order_by(rating_changes.c.at.desc())
                .limit(_MAX_LISTED)
            )
            changes = (await connection.execute(changed)).all()
            played, won = (await connection.execute(sat)).one()
        return Profile(
            account=account,
            since=since,
            ratings=[_rating(row.players, row) for row in rows],
            changes=[
                RatingChange(
                    game=row.game_id,
                    players=row.players,
                    at=row.at,
                    before=row.mu_before - 3 * row.sigma_before,
                    after=row.mu_after - 3 * row.sigma_after,
                )
                for row in changes
            ],
            played=played,
            won=won or 0,
        )

    async def _apply(
        self, connection: AsyncConnection, game: str, standings: dict[str, int]
    ) -> None:
        """Update both tables; the primary key of the changes prevents rating a game twice."""
        players = len(standings)
        present = await self._lock(connection, list(standings))
        now = time()
        before = {
            account: await _stored(connection, account, players) for account in sorted(standings)
        }
        teams = [
            [_MODEL.rating() if row is None else _MODEL.rating(mu=row.mu, sigma=row.sigma)]
            for row in before.values()
        ]
        after = _MODEL.rate(teams, ranks=[float(standings[account]) for account in before])
        for (account, row), [old], [new] in zip(before.items(), teams, after, strict=True):
            if account not in present:
                continue  # deleted accounts get no rating; their opponents do
            change = {
                "game_id": game,
                "account_id": account,
                "players": players,
                "at": now,
                "mu_before": old.mu,
                "sigma_before": old.sigma,
                "mu_after": new.mu,
                "sigma_after": new.sigma,
            }
            await connection.execute(insert(rating_changes), [change])
            values: dict[str, Any] = {"mu": new.mu, "sigma": new.sigma, "updated_at": now}
            if row is None:
                start = {"account_id": account, "players": players, "games": 1}
                await connection.execute(insert(ratings), [start | values])
            else:
                await connection.execute(
                    update(ratings)
                    .where(ratings.c.account_id == account, ratings.c.players == players)
                    .values(games=ratings.c.games + 1, **values)
                )

    async def _lock(self, connection: AsyncConnection, players: list[str]) -> set[str]:
        """Lock these accounts until the transaction ends; return those that are not deleted."""
        if self._database.is_sqlite:
            await connection.exec_driver_sql("BEGIN IMMEDIATE")  # before the first write
        wanted = (
            select(accounts.c.id, accounts.c.deleted_at)
            .where(accounts.c.id.in_(players))
            .order_by(accounts.c.id)
            .with_for_update()
        )
        return {row.id for row in await connection.execute(wanted) if row.deleted_at is None}


def _standings(session: GameSession) -> dict[str, int]:
    """Return the rank of each account, by its seat at the end: people may have swapped [R180]."""
    outcome = session.outcome
    assert outcome is not None
    ranks = {placing.seat: placing.rank for placing in outcome.ranking}
    return {
        account: ranks[seat]
        for seat, occupant in enumerate(session.seats, 1)
        if (account := getattr(occupant, "id", ""))
    }


async def _stored(connection: AsyncConnection, account: str, players: int) -> Row[Any] | None:
    wanted = select(ratings).where(ratings.c.account_id == account, ratings.c.players == players)
    return (await connection.execute(wanted)).one_or_none()


def _rating(players: int, row: Row[Any] | None) -> Rating:
    fresh = _MODEL.rating()
    mu, sigma = (fresh.mu, fresh.sigma) if row is None else (row.mu, row.sigma)
    played = 0 if row is None else row.games
    return Rating(players=players, mu=mu, sigma=sigma, ordinal=mu - 3 * sigma, games=played)
