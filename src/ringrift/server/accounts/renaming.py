"""Names of accounts in the events of their games and in tournaments: they follow the account.

Events contain names, because a host knows no accounts. When a guest registers or an account is
deleted, the stored events are changed, and the workers that own live games change their sessions.
"""

from __future__ import annotations

import json
from typing import Final

from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.storage.meeting_tables import tournament_entrants, tournaments
from ringrift.server.storage.tables import events, seats

_EVENTS_WITH_NAMES: Final = ("started", "people_swapped", "substituted")


async def rename_in_events(connection: AsyncConnection, account: str, name: str) -> None:
    """Replace the account's name in the events of its games."""
    played = select(seats.c.game_id).where(seats.c.account_id == account)
    named = select(events.c.game_id, events.c.sequence, events.c.body).where(
        events.c.game_id.in_(played),
        events.c.kind.in_(_EVENTS_WITH_NAMES),
        events.c.body.contains(account),
    )
    for row in (await connection.execute(named)).all():
        body = json.loads(row.body)
        for occupant in [*body.get("seats", ()), *filter(None, [body.get("occupant")])]:
            if occupant.get("id") == account:
                occupant["name"] = name
        at = (events.c.game_id == row.game_id, events.c.sequence == row.sequence)
        await connection.execute(update(events).where(*at).values(body=json.dumps(body)))


async def outdate_tournaments(connection: AsyncConnection, account: str) -> None:
    """Give the account's tournaments a new revision: workers keep views, with names, by revision.

    Comes before the change of the account, because who joins locks the tournament first, too.
    """
    entered = select(tournament_entrants.c.tournament_id).where(
        tournament_entrants.c.account_id == account
    )
    named = select(tournaments.c.id).where(
        or_(tournaments.c.id.in_(entered), tournaments.c.created_by == account)
    )
    for tournament in sorted(await connection.scalars(named)):
        renewed = update(tournaments).where(tournaments.c.id == tournament)
        await connection.execute(renewed.values(revision=tournaments.c.revision + 1))
