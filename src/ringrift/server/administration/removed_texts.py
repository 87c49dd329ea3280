"""Removes what people wrote outside of chat: messages, and the texts of studies and clubs."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.community.report_types import TextKind
from ringrift.server.storage.meeting_tables import clubs, private_messages, tournaments
from ringrift.server.storage.tables import studies

_NAME_DIGITS: Final = 8  # of the id, in the name that replaces a removed one


async def remove_text(
    connection: AsyncConnection, kind: TextKind, text: str, now: float
) -> str | None:
    """Remove a text; return the account that wrote it, if one did, or raise `LookupError`.

    A message is deleted. A study becomes private and stays so. A club or a tournament, with those
    that repeat it, goes on under a neutral name and without a description.
    """
    author: str | None = None
    match kind:
        case "message":
            message = private_messages.c.id == text
            author = await _find(connection, select(private_messages.c.account_id).where(message))
            await connection.execute(delete(private_messages).where(message))
        case "study":
            study = studies.c.id == text
            author = await _find(connection, select(studies.c.account_id).where(study))
            values: dict[str, Any] = {"visibility": "private", "removed_at": now}
            await connection.execute(update(studies).where(study).values(values))
        case "club":
            club = clubs.c.id == text
            await _find(connection, select(clubs.c.id).where(club))  # it belongs to its leaders
            values = {
                "name": f"Club {text[:_NAME_DIGITS]}",
                "name_key": f"Removed {text}",  # upper case: no name that people choose has it
                "description": "",
            }
            await connection.execute(update(clubs).where(club).values(values))
        case "tournament":
            wanted = select(tournaments.c.created_by).where(tournaments.c.id == text)
            author = await _find(connection, wanted)
            series = select(tournaments.c.series_id).where(tournaments.c.id == text)
            repeated = or_(
                tournaments.c.id == text, tournaments.c.series_id == series.scalar_subquery()
            )
            values = {
                "name": f"Tournament {text[:_NAME_DIGITS]}",
                "description": "",
                "revision": tournaments.c.revision + 1,
            }
            await connection.execute(update(tournaments).where(repeated).values(values))
    return author


async def _find(connection: AsyncConnection, wanted: Any) -> str | None:
    """Return the only column of the row."""
    row = (await connection.execute(wanted)).one_or_none()
    if row is None:
        raise LookupError
    found: str | None = row[0]
    return found
