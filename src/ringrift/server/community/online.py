"""Who is connected, and what they accept."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import ColumnElement, Row, and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.types import Account, AccountKind
from ringrift.server.community.blocks import find_blocks
from ringrift.server.community.challenge_rules import EVERYTHING, rules_of
from ringrift.server.community.challenge_types import OnlineAccount
from ringrift.server.games.cluster_presence import ClusterPresence
from ringrift.server.ratings.scale import NEW_RATING, shown_rating
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, games, ratings, seats

_MAX_LISTED: Final = 200
_MAX_LOOKED_UP: Final = 1000  # of the connected accounts: a statement has a limited size
_PLAYERS: Final = 2  # the number of players whose rating is shown


class OnlineAccounts:
    """Reads the list. It contains nobody who takes no challenges."""

    def __init__(self, database: Database, presence: ClusterPresence) -> None:
        self._database = database
        self._presence = presence

    async def find(self, viewer: str | None, kinds: Collection[AccountKind]) -> list[OnlineAccount]:
        """Return who is connected, the strongest first, without the viewer and blocked accounts."""
        ids = sorted(self._presence.connected() - {viewer})[:_MAX_LOOKED_UP]
        if not ids:
            return []
        owners = accounts.alias()
        rating = and_(ratings.c.account_id == accounts.c.id, ratings.c.players == _PLAYERS)
        wanted = (
            select(accounts.c.id, accounts.c.name, accounts.c.kind, ratings.c.mu, ratings.c.sigma)
            .add_columns(owners.c.name.label("owner"))
            .outerjoin(ratings, rating)
            .outerjoin(owners, owners.c.id == accounts.c.made_by)
            .where(
                accounts.c.id.in_(ids),
                accounts.c.kind.in_(list(kinds)),
                accounts.c.deleted_at.is_(None),
            )
        )
        async with self._database.reading.connect() as connection:
            rules = await rules_of(connection, ids)
            rows = [
                row
                for row in await connection.execute(wanted)
                if rules.get(row.id, EVERYTHING).accepts != "nobody"
            ]
            if viewer is not None and rows:
                found = await find_blocks(connection, [viewer, *(row.id for row in rows)])
                blocked = {one for pair in found if viewer in pair for one in pair}
                rows = [row for row in rows if row.id not in blocked]
            rows.sort(key=_order)
            listed = rows[:_MAX_LISTED]
            playing = await _count_games(connection, seats.c.account_id.in_([r.id for r in listed]))
        return [
            OnlineAccount(
                account=Account(id=row.id, name=row.name, kind=row.kind),
                rating=None
                if row.kind == "guest"
                else NEW_RATING
                if row.mu is None
                else shown_rating(row.mu, row.sigma),
                owner=row.owner,
                playing=playing.get(row.id, 0),
                rules=rules.get(row.id, EVERYTHING),
            )
            for row in listed
        ]


def _order(row: Row[tuple[object, ...]]) -> tuple[bool, float, str]:
    """Return the key that sorts guests last, and the others by their rating."""
    strength = 0.0 if row.mu is None else shown_rating(row.mu, row.sigma).value
    return row.kind == "guest", -strength, row.name


async def _count_games(connection: AsyncConnection, whose: ColumnElement[bool]) -> dict[str, int]:
    """Return the number of live games of each account."""
    count = (
        select(seats.c.account_id, func.count(games.c.id.distinct()).label("number"))
        .join(games, games.c.id == seats.c.game_id)
        .where(whose, games.c.status == "live", seats.c.left_reason.is_(None))
        .group_by(seats.c.account_id)
    )
    return {row.account_id: row.number for row in await connection.execute(count)}
