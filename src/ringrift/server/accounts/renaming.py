"""Names of accounts in the events of their games: they follow the account.

Events contain names, because a host knows no accounts. When a guest registers or an account is
deleted, the stored events are changed, and the workers that own live games change their sessions.
"""

from __future__ import annotations

import json
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

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
