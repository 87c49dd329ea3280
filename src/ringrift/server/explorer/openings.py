"""The opening explorer: what was played from a position, how often, and who won."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from sqlalchemy import select

from ringrift.rules.position_string import load_position
from ringrift.rules.state import State
from ringrift.server.errors import ApiError
from ringrift.server.explorer.positions import (
    needs_rules,
    position_key,
    turn_on_own_board,
)
from ringrift.server.explorer.types import Opening, OpeningRequest, OpeningTurn
from ringrift.server.fair_queue import Requester
from ringrift.server.games.fair_play import BoardKey, require_not_in_play
from ringrift.server.games.service import Games
from ringrift.server.storage.database import Database
from ringrift.server.storage.game_index_tables import (
    game_index,
    opening_games,
    opening_totals,
    openings,
)
from ringrift.server.work_pools import WorkPool

_MAX_TURNS: Final = 50
_RECENT: Final = 6  # games


@dataclass(frozen=True, slots=True)
class KeyedPosition:
    """A position with its key."""

    key: str
    symmetry: int
    state: State
    players: int


class Openings:
    """One per worker."""

    def __init__(self, database: Database, games: Games, pool: WorkPool) -> None:
        self._database = database
        self._games = games
        self._pool = pool

    async def key_of(
        self, position: str, requester: Requester, boards_in_play: Collection[BoardKey]
    ) -> KeyedPosition:
        """Return a position string with its key; refuse the board of a rated game of the caller."""
        return await self._pool.run(
            partial(read_position, position, boards_in_play),
            share=requester.share,
            priority=requester.priority,
        )

    async def find(
        self,
        request: OpeningRequest,
        account: str | None,
        requester: Requester,
        boards_in_play: Collection[BoardKey],
    ) -> Opening:
        """Return what was played from a position, in the order of frequency."""
        if request.of == "own" and account is None:
            message = "log in to explore your own games: POST /sessions"
            raise ApiError(401, "NOT_LOGGED_IN", message)
        keyed = await self.key_of(request.position, requester, boards_in_play)
        pool = account if request.of == "own" else request.of
        here = (openings.c.pool == pool, openings.c.position == keyed.key)
        order = (openings.c.games.desc(), openings.c.next.desc())  # that of the index
        most = select(openings).where(*here).order_by(*order)
        totals = select(opening_totals).where(
            opening_totals.c.pool == pool, opening_totals.c.position == keyed.key
        )
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(most.limit(_MAX_TURNS))).all()
            total = (await connection.execute(totals)).one_or_none()
            recent = list(await connection.scalars(_recent(keyed.key)))
        shown = [row.turn for row in rows]
        if any(map(needs_rules, shown)):
            turns = await self._pool.run(
                partial(write_turns, keyed, shown),
                share=requester.share,
                priority=requester.priority,
            )
        else:  # takes less than a millisecond
            turns = write_turns(keyed, shown)
        infos = {info.id: info for info in await self._games.infos(recent)} if recent else {}
        return Opening(
            games=0 if total is None else total.games,
            wins=[0] * keyed.players if total is None else _wins(total)[: keyed.players],
            turns=[
                OpeningTurn(moves=moves, games=row.games, wins=_wins(row)[: keyed.players])
                for moves, row in zip(turns, rows, strict=True)
            ],
            recent=[
                infos[game].model_copy(update={"invite": None}) for game in recent if game in infos
            ],
        )


def _recent(position: str) -> Any:
    return (
        select(opening_games.c.game_id)
        .join(game_index, game_index.c.game_id == opening_games.c.game_id)
        .where(opening_games.c.position == position, game_index.c.public)
        .order_by(opening_games.c.ended_at.desc())
        .limit(_RECENT)
    )


def _wins(row: Any) -> list[int]:
    return [int(row.wins1), int(row.wins2), int(row.wins3), int(row.wins4)]


def read_position(position: str, boards_in_play: Collection[BoardKey]) -> KeyedPosition:
    """Return a position string with its key; refuse the board of a rated game of the caller."""
    state = load_position(position)
    require_not_in_play(state, boards_in_play)
    key, symmetry = position_key(state)
    return KeyedPosition(key, symmetry, state, len(state.seats))


def write_turns(keyed: KeyedPosition, turns: list[str]) -> list[list[str]]:
    """Return the turns in notation for the board of the position."""
    return [turn_on_own_board(keyed.state, turn, keyed.symmetry) for turn in turns]
