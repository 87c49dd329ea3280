"""The tournaments of listed games."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.games.types import TournamentLink
from ringrift.server.storage.meeting_tables import tournament_matches, tournaments


async def tournament_links(
    connection: AsyncConnection, ids: Sequence[str]
) -> dict[str, TournamentLink]:
    """Return the tournament of each of these games that belongs to one."""
    wanted = (
        select(tournament_matches.c.game_id, tournaments.c.id, tournaments.c.name)
        .join(tournaments, tournaments.c.id == tournament_matches.c.tournament_id)
        .where(tournament_matches.c.game_id.in_(ids))
    )
    return {
        row.game_id: TournamentLink(id=row.id, name=row.name)
        for row in await connection.execute(wanted)
    }
