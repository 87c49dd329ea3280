"""Personal data of an account: export and erasure."""

from __future__ import annotations

import json
from typing import Any, Final

from sqlalchemy import Select, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.games.seeds import without_seeds
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import (
    accounts,
    analyses,
    chat,
    events,
    games,
    login_sessions,
    rating_changes,
    ratings,
    seats,
    seeks,
    tokens,
)

_JSON_COLUMNS: Final = ("settings", "body", "request", "result")
_HIDDEN_COLUMNS: Final = ("invite_code", "owner", "owner_term", "lease_until")
_EVENTS_WITH_NAMES: Final = ("started", "people_swapped", "substituted")


async def export_data(database: Database, account: str) -> dict[str, Any]:
    """Return all data of an account, except credentials."""
    found: dict[str, Any] = {}
    async with database.reading.connect() as connection:
        for part, query in _queries(account).items():
            rows = (await connection.execute(query)).mappings()
            found[part] = [_export_row(dict(row)) for row in rows]
    return found


def _queries(account: str) -> dict[str, Select[Any]]:
    played = select(seats.c.game_id).where(seats.c.account_id == account)
    shown = (
        accounts.c.id,
        accounts.c.name,
        accounts.c.kind,
        accounts.c.created_at,
        accounts.c.seen_at,
    )
    bots = select(accounts.c.id).where(accounts.c.made_by == account)
    of_bots = tokens.c.account_id.in_(bots)
    return {
        "account": select(*shown).where(accounts.c.id == account),
        "sessions": select(
            login_sessions.c.created_at, login_sessions.c.seen_at, login_sessions.c.expires_at
        ).where(login_sessions.c.account_id == account),
        "bots": select(*shown).where(
            accounts.c.made_by == account, accounts.c.deleted_at.is_(None)
        ),
        "tokens": select(
            tokens.c.account_id, tokens.c.label, tokens.c.created_at, tokens.c.revoked_at
        ).where(or_(tokens.c.account_id == account, of_bots)),
        "ratings": select(ratings).where(ratings.c.account_id == account),
        "rating_changes": select(rating_changes).where(rating_changes.c.account_id == account),
        "chat": select(chat.c.game_id, chat.c.at, chat.c.text).where(chat.c.account_id == account),
        "seeks": select(seeks.c.settings, seeks.c.rating, seeks.c.reach, seeks.c.created_at).where(
            seeks.c.account_id == account
        ),
        "analyses": select(analyses).where(analyses.c.account_id == account),
        "games": select(games).where(or_(games.c.id.in_(played), games.c.created_by == account)),
        "events": select(events)
        .where(events.c.game_id.in_(played))
        .order_by(events.c.game_id, events.c.sequence),
    }


def _export_row(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row with its JSON parsed and internal columns removed."""
    for name in _JSON_COLUMNS:
        if row.get(name) is not None:
            row[name] = without_seeds(json.loads(row[name]))
    return {name: value for name, value in row.items() if name not in _HIDDEN_COLUMNS}


async def erase(database: Database, account: str, now: float) -> None:
    """Erase an account. Its games stay without its name: they belong to the opponents too."""
    new_name = f"deleted {account[:8]}"
    async with database.engine.begin() as connection:
        for table in (login_sessions, tokens, ratings, rating_changes, analyses, seeks, chat):
            await connection.execute(table.delete().where(table.c.account_id == account))
        await _rename_in_events(connection, account, new_name)
        await connection.execute(
            update(accounts)
            .where(accounts.c.id == account)
            .values(
                name=new_name,
                name_key=f"deleted {account}",
                password_hash=None,
                made_by=None,
                seen_at=None,
                deleted_at=now,
            )
        )


async def _rename_in_events(connection: AsyncConnection, account: str, name: str) -> None:
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
