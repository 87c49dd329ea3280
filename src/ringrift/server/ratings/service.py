"""Rates finished games, each exactly once even if workers crash."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, and_, case, func, insert, select, true, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.accounts.types import Account
from ringrift.server.clock import Clock
from ringrift.server.errors import ApiError
from ringrift.server.fair_queue import Priority
from ringrift.server.games.service import Games, find_owners, number_of_players
from ringrift.server.games.speed import stored_speed
from ringrift.server.ratings.calculation import (
    DEFAULT_RATING,
    GameOutcome,
    RatingCalculation,
    rate_game,
    read_result,
)
from ringrift.server.ratings.eligibility import (
    PAIRING_SECONDS,
    UNRATED,
    count_pairings,
    judge,
)
from ringrift.server.ratings.scale import SETTLED_SIGMA, shown_rating, shown_value
from ringrift.server.ratings.types import LeaderboardEntry, Profile, Rating, RatingChange, Results
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, games, rating_changes, ratings, seats

_MAX_LISTED: Final = 100
_TICK: Final = 1e-6  # seconds between two changes of a rating, however close the games end


class Ratings:
    """All ratings of a server."""

    def __init__(self, database: Database, games_: Games, clock: Clock) -> None:
        self._clock = clock
        self._database = database
        self._games = games_

    async def rate(self, game: str) -> None:
        """Rate a finished game, unless it is rated already or its end could not be stored."""
        async with self._database.reading.connect() as connection:
            status = await connection.scalar(select(games.c.status).where(games.c.id == game))
        if status != "over":
            return
        await self._rate(game)
        done = update(games).where(games.c.id == game).values(rating_due=False)
        async with self._database.engine.begin() as connection:
            await connection.execute(done)

    async def rate_missing(self) -> None:
        """Rate the finished games that a crashed worker did not rate."""
        due = select(games.c.id).where(games.c.rating_due == true())
        async with self._database.reading.connect() as connection:
            missing = list(await connection.scalars(due))
        for game in missing:
            await self.rate(game)

    async def _rate(self, game: str) -> None:
        result = await self._games.replay(
            game, read_result, share="ratings", priority=Priority.LIVE_GAME
        )
        try:
            async with self._database.engine.begin() as connection:
                await self._apply(connection, game, result)
        except IntegrityError:
            return  # another worker was faster

    async def recompute(self) -> dict[tuple[str, int], tuple[float, float]]:
        """Return the ratings that follow from the results of the rated games, in their order.

        The key is an account and a number of players, the value `mu` and `sigma`. Games that were
        rated before version 0.3 had no weights, so ratings that include them differ.
        """
        order = (
            select(rating_changes.c.game_id, func.min(rating_changes.c.at).label("at"))
            .group_by(rating_changes.c.game_id)
            .order_by("at", rating_changes.c.game_id)
        )
        async with self._database.reading.connect() as connection:
            rated = (await connection.execute(order)).all()
        calculation = RatingCalculation()
        for game, at in rated:
            result = await self._games.replay(game, read_result, share="ratings")
            calculation.add(game, result.standings, at)
        return calculation.ratings

    async def value(self, account: str, players: int) -> int:
        """Return the rating of an account as it is shown; a new one has the default."""
        async with self._database.reading.connect() as connection:
            row = await _stored(connection, account, players)
        return shown_value(DEFAULT_RATING[0] if row is None else row.mu)

    async def leaderboard(self, players: int) -> list[LeaderboardEntry]:
        """Return all rated players, the best first; those with an uncertain rating follow."""
        uncertain = case((ratings.c.sigma > SETTLED_SIGMA, 1), else_=0)
        wanted = (
            select(ratings, accounts.c.name, accounts.c.kind)
            .join(accounts, accounts.c.id == ratings.c.account_id)
            .where(
                ratings.c.players == players,
                accounts.c.deleted_at.is_(None),
            )
            .order_by(uncertain, ratings.c.mu.desc(), accounts.c.name)
            .limit(_MAX_LISTED)
        )
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [
            LeaderboardEntry(
                rank=None if row.sigma > SETTLED_SIGMA else rank,
                account=Account(id=row.account_id, name=row.name, kind=row.kind),
                rating=_rating(players, row),
            )
            for rank, row in enumerate(rows, 1)
        ]

    async def profile(self, account: Account) -> Profile:
        """Return ratings, their changes and the number of games."""
        mine, others = seats.alias(), seats.alias()
        best = (  # a seat whose person left counts for nobody
            select(func.min(others.c.rank))
            .where(others.c.game_id == mine.c.game_id, others.c.left_reason.is_(None))
            .scalar_subquery()
        )
        stayed_best = and_(mine.c.left_reason.is_(None), mine.c.rank == best)
        finished = (
            select(
                number_of_players().label("players"),
                case((stayed_best, 1), else_=0).label("won"),
            )
            .select_from(mine)
            .join(games, games.c.id == mine.c.game_id)
            .where(mine.c.account_id == account.id, games.c.status == "over")
            .subquery()
        )
        by_number = (
            select(
                finished.c.players,
                func.count().label("played"),
                func.coalesce(func.sum(finished.c.won), 0).label("won"),
            )
            .group_by(finished.c.players)
            .order_by(finished.c.players)
        )
        async with self._database.reading.connect() as connection:
            since = await connection.scalar(
                select(accounts.c.created_at).where(accounts.c.id == account.id)
            )
            if since is None:
                raise ApiError(404, "NOT_FOUND", "there is no such player")
            rows = (
                await connection.execute(
                    select(ratings)
                    .where(ratings.c.account_id == account.id)
                    .order_by(ratings.c.players)
                )
            ).all()
            changes = await _select_changes(connection, rating_changes.c.account_id == account.id)
            results = [
                Results(players=row.players, played=row.played, won=row.won)
                for row in await connection.execute(by_number)
            ]
        return Profile(
            account=account,
            since=since,
            ratings=[_rating(row.players, row) for row in rows],
            changes=changes,
            results=results,
            played=sum(result.played for result in results),
            won=sum(result.won for result in results),
        )

    async def history(
        self,
        account: Account,
        *,
        players: int | None = None,
        board: str | None = None,
        speed: str | None = None,
        before: float | None = None,
    ) -> list[RatingChange]:
        """Return changes of the account's ratings, newest first."""
        wanted: list[ColumnElement[bool]] = [rating_changes.c.account_id == account.id]
        for column, value in (("players", players), ("board", board), ("speed", speed)):
            if value is not None:
                wanted.append(rating_changes.c[column] == value)
        if before is not None:
            wanted.append(rating_changes.c.at < before)
        async with self._database.reading.connect() as connection:
            return await _select_changes(connection, *wanted)

    async def _apply(self, connection: AsyncConnection, game: str, result: GameOutcome) -> None:
        """Judge the game and update the tables, once."""
        standings = result.standings
        present = await self._lock(connection, list(standings))
        if await _is_decided(connection, game):
            return
        before = {
            account: await _stored(connection, account, len(standings))
            for account in sorted(standings)
        }
        at = self._next_time(before.values())
        earlier = await _count_earlier(connection, list(standings), at)
        outcome = judge(
            standings,
            completed=result.completed,
            owners=await find_owners(connection, list(standings)),
            earlier=earlier,
        )
        if outcome != "counted":
            log_security_event(
                "rating_damped" if outcome == "damped" else "rating_refused",
                account=min(standings, key=standings.__getitem__, default=None),
                about=f"{outcome} {game}",
            )
        noted = update(games).where(games.c.id == game).values(rating_outcome=outcome)
        await connection.execute(noted)
        if outcome not in UNRATED:
            kind = await _kind_of(connection, game)
            await _store(connection, game, standings, before, present, at, 1 / (earlier + 1), kind)

    def _next_time(self, before: Iterable[Row[Any] | None]) -> float:
        """Return the time of the change: after all earlier changes of these ratings."""
        latest = max((row.updated_at for row in before if row is not None), default=0.0)
        return max(self._clock.now(), latest + _TICK)

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


async def _store(
    connection: AsyncConnection,
    game: str,
    standings: Mapping[str, int],
    before: Mapping[str, Row[Any] | None],
    present: set[str],
    at: float,
    weight: float,
    kind: dict[str, str],
) -> None:
    """Update both tables; the primary key of the changes prevents rating a game twice."""
    players = len(standings)
    old = {
        account: DEFAULT_RATING if row is None else (row.mu, row.sigma)
        for account, row in before.items()
    }
    new = rate_game(old, standings, weight)
    for account, row in before.items():
        if account not in present:
            continue  # deleted accounts get no rating; their opponents do
        (mu_before, sigma_before), (mu, sigma) = old[account], new[account]
        change = {
            "game_id": game,
            "account_id": account,
            "players": players,
            "at": at,
            "mu_before": mu_before,
            "sigma_before": sigma_before,
            "mu_after": mu,
            "sigma_after": sigma,
            "weight": weight,
            **kind,
        }
        await connection.execute(insert(rating_changes), [change])
        values: dict[str, Any] = {"mu": mu, "sigma": sigma, "updated_at": at}
        if row is None:
            start = {"account_id": account, "players": players, "games": 1}
            await connection.execute(insert(ratings), [start | values])
        else:
            await connection.execute(
                update(ratings)
                .where(ratings.c.account_id == account, ratings.c.players == players)
                .values(games=ratings.c.games + 1, **values)
            )


async def _is_decided(connection: AsyncConnection, game: str) -> bool:
    """Return whether the game is rated, or is known not to count."""
    counted = select(rating_changes.c.game_id).where(rating_changes.c.game_id == game).limit(1)
    outcome = await connection.scalar(select(games.c.rating_outcome).where(games.c.id == game))
    return outcome in UNRATED or await connection.scalar(counted) is not None


async def _count_earlier(connection: AsyncConnection, players: Sequence[str], at: float) -> int:
    """Return how often two of the accounts met in rated games of a day, at most."""
    recent = select(rating_changes.c.game_id, rating_changes.c.account_id).where(
        rating_changes.c.account_id.in_(players),
        rating_changes.c.players == len(players),
        rating_changes.c.at > at - PAIRING_SECONDS,
    )
    rows = (await connection.execute(recent)).all()
    return count_pairings(((row.game_id, row.account_id) for row in rows), players)


async def _stored(connection: AsyncConnection, account: str, players: int) -> Row[Any] | None:
    wanted = select(ratings).where(ratings.c.account_id == account, ratings.c.players == players)
    return (await connection.execute(wanted)).one_or_none()


async def _kind_of(connection: AsyncConnection, game: str) -> dict[str, str]:
    """Return board and speed of a game, by which the history of ratings can be filtered."""
    stored = await connection.scalar(select(games.c.settings).where(games.c.id == game))
    settings = json.loads(stored or "{}")
    return {"board": settings["board"], "speed": stored_speed(settings)}


async def _select_changes(
    connection: AsyncConnection, *wanted: ColumnElement[bool]
) -> list[RatingChange]:
    """Return the newest of these changes."""
    changed = (
        select(rating_changes)
        .where(*wanted)
        .order_by(rating_changes.c.at.desc())
        .limit(_MAX_LISTED)
    )
    return [
        RatingChange(
            game=row.game_id,
            players=row.players,
            board=row.board,
            speed=row.speed,
            at=row.at,
            before=shown_rating(row.mu_before, row.sigma_before),
            after=shown_rating(row.mu_after, row.sigma_after),
            weight=row.weight,
        )
        for row in await connection.execute(changed)
    ]


def _rating(players: int, row: Row[Any]) -> Rating:
    shown = shown_rating(row.mu, row.sigma)
    return Rating(players=players, value=shown.value, uncertain=shown.uncertain, games=row.games)
