"""Personal data of an account: export and erasure."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any, Final

from sqlalchemy import Select, Table, or_, select, tuple_, update

from ringrift.server.accounts.renaming import rename_in_events
from ringrift.server.games.seeds import without_seeds
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import (
    accounts,
    analyses,
    chat,
    events,
    games,
    known_devices,
    login_sessions,
    rating_changes,
    ratings,
    seats,
    seeks,
    tokens,
)

_JSON_COLUMNS: Final = ("settings", "body", "request", "result")
_HIDDEN_COLUMNS: Final = ("invite_code", "owner", "owner_term", "lease_until")
_KEY: Final = "key of "  # begins the names of columns that only order the rows
_PAGE_ROWS: Final = 100
_OWN_TABLES: Final = (
    *(login_sessions, known_devices, tokens),
    *(ratings, rating_changes, analyses, seeks, chat),
)


async def export_data(database: Database, account: str) -> AsyncIterator[str]:
    """Yield all data of an account, except credentials, as pieces of one JSON object.

    A piece is a page of rows. Between two pages no connection is held: the client may read slowly.
    """
    for number, (part, query) in enumerate(_queries(account).items()):
        yield f"{',' if number else '{'}{json.dumps(part)}:["
        separator = ""
        async for page in _pages(database, query):
            yield separator + ",".join(json.dumps(_export_row(row)) for row in page)
            separator = ","
        yield "]"
    yield "}"


async def _pages(database: Database, query: Select[Any]) -> AsyncIterator[list[dict[str, Any]]]:
    """Yield the rows of a query in the order of the primary key of its table."""
    [table] = query.get_final_froms()
    assert isinstance(table, Table)
    keys = [column.label(f"{_KEY}{column.name}") for column in table.primary_key]
    ordered = query.add_columns(*keys).order_by(*table.primary_key).limit(_PAGE_ROWS)
    last: list[Any] | None = None
    while True:
        following = (
            ordered if last is None else ordered.where(tuple_(*table.primary_key) > tuple_(*last))
        )
        async with database.reading.connect() as connection:
            rows = [dict(row) for row in (await connection.execute(following)).mappings()]
        if rows:
            last = [rows[-1][key.name] for key in keys]
            yield rows
        if len(rows) < _PAGE_ROWS:
            return


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
            login_sessions.c.created_at,
            login_sessions.c.seen_at,
            login_sessions.c.expires_at,
            login_sessions.c.browser,
            login_sessions.c.system,
            login_sessions.c.address,
        ).where(login_sessions.c.account_id == account),
        "devices": select(known_devices.c.created_at, known_devices.c.seen_at).where(
            known_devices.c.account_id == account
        ),
        "bots": select(*shown).where(
            accounts.c.made_by == account, accounts.c.deleted_at.is_(None)
        ),
        "tokens": select(
            tokens.c.account_id,
            tokens.c.label,
            tokens.c.scope,
            tokens.c.created_at,
            tokens.c.expires_at,
            tokens.c.last_used_at,
            tokens.c.revoked_at,
        ).where(or_(tokens.c.account_id == account, of_bots)),
        "ratings": select(ratings).where(ratings.c.account_id == account),
        "rating_changes": select(rating_changes).where(rating_changes.c.account_id == account),
        "chat": select(chat.c.game_id, chat.c.at, chat.c.text).where(chat.c.account_id == account),
        "seeks": select(seeks.c.settings, seeks.c.rating, seeks.c.reach, seeks.c.created_at).where(
            seeks.c.account_id == account
        ),
        "analyses": select(analyses).where(analyses.c.account_id == account),
        "games": select(games).where(or_(games.c.id.in_(played), games.c.created_by == account)),
        "events": select(events).where(events.c.game_id.in_(played)),
    }


def _export_row(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row with its JSON parsed and internal columns removed."""
    for name in _JSON_COLUMNS:
        if row.get(name) is not None:
            row[name] = without_seeds(json.loads(row[name]))
    return {
        name: value
        for name, value in row.items()
        if name not in _HIDDEN_COLUMNS and not name.startswith(_KEY)
    }


async def erase(database: Database, account: str, now: float) -> str:
    """Erase an account and return the name that replaces its own.

    Its games stay without its name: they belong to the opponents too.
    """
    new_name = f"deleted {account[:8]}"
    async with database.engine.begin() as connection:
        for table in _OWN_TABLES:
            await connection.execute(table.delete().where(table.c.account_id == account))
        await rename_in_events(connection, account, new_name)
        await connection.execute(
            update(accounts)
            .where(accounts.c.id == account)
            .values(
                name=new_name,
                name_key=f"deleted {account}",
                look_key=f"deleted {account}",
                password_hash=None,
                made_by=None,
                seen_at=None,
                deleted_at=now,
            )
        )
    return new_name
