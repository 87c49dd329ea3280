"""The search for finished games, and saved searches."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, or_, select
from sqlalchemy.exc import IntegrityError

from ringrift.server.accounts.service import Accounts
from ringrift.server.accounts.types import Account
from ringrift.server.clock import Clock
from ringrift.server.errors import ApiError
from ringrift.server.explorer.openings import KeyedPosition, Openings
from ringrift.server.explorer.types import (
    MAX_SEARCHES,
    GameQuery,
    NewSavedSearch,
    SavedSearch,
)
from ringrift.server.fair_queue import Requester
from ringrift.server.games.fair_play import BoardKey
from ringrift.server.request_key import id_for
from ringrift.server.storage.database import Database
from ringrift.server.storage.game_index_tables import (
    game_index,
    game_index_players,
    opening_games,
    saved_searches,
)
from ringrift.server.storage.tables import (
    accounts,
)

PAGE: Final = 30  # games
_SCALARS: Final = ("board", "players", "edition", "rated", "winner", "reason")
Found = tuple[str, int, float]  # a game, its turns, and when it ended


class GameSearches:
    """One per worker."""

    def __init__(
        self, database: Database, accounts_: Accounts, openings: Openings, clock: Clock
    ) -> None:
        self._database = database
        self._accounts = accounts_
        self._openings = openings
        self._clock = clock

    async def find(
        self,
        query: GameQuery,
        viewer: str | None,
        requester: Requester,
        boards_in_play: Collection[BoardKey],
        *,
        before: float | None = None,
        limit: int = PAGE,
    ) -> list[Found]:
        """Return matching games that the viewer may see, those that ended last first."""
        if query.result is not None and query.player is None:
            message = "a result is that of a player: name the player, or use winner"
            raise ApiError(422, "MALFORMED", message, path="player")
        keyed = None
        if query.position is not None:
            keyed = await self._openings.key_of(query.position, requester, boards_in_play)
        wanted = await self._statement(query, viewer, keyed, before)
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(wanted.limit(limit))).all()
        return [(row.game_id, row.turns, row.ended_at) for row in rows]

    async def _statement(
        self,
        query: GameQuery,
        viewer: str | None,
        keyed: KeyedPosition | None,
        before: float | None,
    ) -> Any:
        """Return the statement, in the order of the index of the most selective condition."""
        index, played, visited = game_index.c, game_index_players.c, opening_games.c
        wanted = select(index.game_id, index.turns, index.ended_at).select_from(game_index)
        ended: ColumnElement[float] = index.ended_at
        conditions: list[ColumnElement[bool]] = []
        if keyed is not None:
            wanted = wanted.join(opening_games, visited.game_id == index.game_id)
            conditions.append(visited.position == keyed.key)
            ended = visited.ended_at
        if query.player is not None:
            player = await self._account(query.player, "player")
            wanted = wanted.join(game_index_players, played.game_id == index.game_id)
            conditions.append(played.account_id == player)
            ended = ended if keyed is not None else played.ended_at
            if query.result is not None:
                conditions.append(played.rank == 1 if query.result == "won" else played.rank > 1)
        others = game_index_players.alias()
        sat = others.c.game_id == index.game_id
        if query.opponent is not None:
            opponent = await self._account(query.opponent, "opponent")
            conditions.append(exists().where(sat, others.c.account_id == opponent))
        if query.level is not None:
            conditions.append(exists().where(sat, others.c.level == query.level))
        conditions += _conditions(query, index, ended, before)
        mine = exists().where(sat, others.c.account_id == (viewer or ""))
        visible = or_(index.public, mine) if viewer else and_(index.public)
        return wanted.where(visible, *conditions).order_by(ended.desc())

    async def saved(self, account: str) -> list[SavedSearch]:
        """Return the searches that an account kept, by name."""
        wanted = (
            select(saved_searches)
            .where(saved_searches.c.account_id == account)
            .order_by(saved_searches.c.name)
        )
        async with self._database.reading.connect() as connection:
            return [_saved(row) for row in await connection.execute(wanted)]

    async def save(self, owner: Account, sent: NewSavedSearch) -> SavedSearch:
        """Keep a search."""
        row = {
            "id": id_for("search"),
            "account_id": owner.id,
            "name": sent.name,
            "query": sent.query.model_dump_json(exclude_none=True),
            "created_at": self._clock.now(),
        }
        try:
            async with self._database.engine.begin() as connection:
                if self._database.is_sqlite:
                    await connection.exec_driver_sql("BEGIN IMMEDIATE")
                lock = select(accounts.c.id).where(accounts.c.id == owner.id)
                await connection.execute(lock.with_for_update(key_share=True))
                count = select(func.count()).where(saved_searches.c.account_id == owner.id)
                if (await connection.scalar(count) or 0) >= MAX_SEARCHES:
                    message = f"you keep {MAX_SEARCHES} searches already: delete one first"
                    raise ApiError(409, "TOO_MANY_SEARCHES", message)
                await connection.execute(insert(saved_searches), [row])
        except IntegrityError:  # a repeat of the request was faster
            pass
        wanted = select(saved_searches).where(saved_searches.c.id == row["id"])
        async with self._database.reading.connect() as connection:
            return _saved((await connection.execute(wanted)).one())

    async def remove(self, account: str, search: str) -> None:
        """Delete a search that the account kept."""
        gone = delete(saved_searches).where(
            saved_searches.c.id == search, saved_searches.c.account_id == account
        )
        async with self._database.engine.begin() as connection:
            if not (await connection.execute(gone)).rowcount:
                raise ApiError(404, "NOT_FOUND", "you keep no such search", path="search")

    async def _account(self, name: str, path: str) -> str:
        try:
            return (await self._accounts.by_name(name)).id
        except ApiError as error:
            message = f"there is no player with the name {name}: check the spelling"
            raise ApiError(404, "NOT_FOUND", message, path=path) from error


def _conditions(
    query: GameQuery, index: Any, ended: ColumnElement[float], before: float | None
) -> list[ColumnElement[bool]]:
    """Return the conditions on the game itself."""
    wanted = {name: getattr(query, name) for name in _SCALARS}
    found = [index[name] == value for name, value in wanted.items() if value is not None]
    bounds = (
        (query.min_turns, index.turns.__ge__),
        (query.max_turns, index.turns.__le__),
        (query.since, ended.__ge__),
        (query.until, ended.__lt__),
        (before, ended.__lt__),
    )
    return found + [compare(bound) for bound, compare in bounds if bound is not None]


def _saved(row: Any) -> SavedSearch:
    return SavedSearch(
        id=row.id,
        name=row.name,
        query=GameQuery.model_validate_json(row.query),
        created_at=row.created_at,
    )
