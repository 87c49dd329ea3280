"""Personal data: every table that names an account is exported, and erased with the account."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Double,
    Float,
    Integer,
    LargeBinary,
    Table,
    create_engine,
    event,
    func,
    insert,
    select,
)

from ringrift.server.accounts.data_export import erase, export_data, export_queries
from ringrift.server.storage import game_index_tables, meeting_tables
from ringrift.server.storage.database import Database, run_upgrade
from ringrift.server.storage.tables import accounts
from tests.server.running_server import RunningServer, on_sqlite, running
from tests.server.test_tournaments import create, until

OWN: Final = "a" * 32
OTHER: Final = "b" * 32
TABLES: Final = accounts.metadata.sorted_tables
assert game_index_tables.openings in TABLES
assert meeting_tables.follows in TABLES

# Columns with the id of an account whose rows its export leaves out, and why.
NOT_EXPORTED: Final = {
    "blocks.other_id": "nobody learns who blocked them",
    "follows.other_id": "nobody learns who follows them",
    "reports.account_id": "nobody learns who reported them",
    "seats.account_id": "the export has the games of these seats, with their events",
    "game_index_players.account_id": "an index of the games, which the export has",
    "repeatable_responses.account_id": "answers that the account has received already",
    "opening_totals.pool": "sums of the openings, which the export has",
}
# Columns that keep the id of an account that is erased, and why.
NOT_ERASED: Final = {
    "accounts.made_by": "its bots are erased before it, each on its own",
    "games.created_by": "games belong to the other players, too; the account has no name",
    "seats.account_id": "games belong to the other players, too; the account has no name",
    "game_index_players.account_id": "an index of the games",
    "tournaments.created_by": "tournaments belong to all who play; the account has no name",
    "tournament_entrants.account_id": "the standings of the others depend on its games",
    "repeatable_responses.account_id": "deleted when its time to be repeated is over",
}


def naming_columns() -> list[Column[Any]]:
    """Return the columns that hold the id of an account."""
    keys = [
        column
        for table in TABLES
        for column in table.columns
        for key in column.foreign_keys
        if key.column.table is accounts
    ]
    return [*keys, *(table.c.pool for table in TABLES if "pool" in table.c)]


def name_of(column: Column[Any]) -> str:
    return f"{column.table.name}.{column.name}"


COLUMNS: Final = {name_of(column): column for column in naming_columns()}


def any_value(column: Column[Any], number: int) -> Any:
    if column.nullable:
        return None
    if isinstance(column.type, Boolean):
        return False
    if isinstance(column.type, Integer):
        return number
    if isinstance(column.type, Double | Float):
        return float(number)
    if isinstance(column.type, LargeBinary):
        return str(number).encode()
    return f'{{"n": {number}}}'  # JSON, as some columns hold


def add_row(connection: Connection, table: Table, number: int, own: Column[Any]) -> None:
    """Store a row that names the account in one column, and another account in the others."""
    values = {
        column.name: OTHER if name_of(column) in COLUMNS else any_value(column, number)
        for column in table.columns
    }
    connection.execute(insert(table), [values | {own.name: OWN}])


@pytest.fixture
def address(tmp_path: Path) -> str:
    """A database in which a row of each table names the account, by each of its columns."""
    path = tmp_path / "ringrift.db"
    run_upgrade(f"sqlite:///{path}")
    engine = create_engine(f"sqlite:///{path}")

    @event.listens_for(engine, "connect")
    def allow_any_values(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA ignore_check_constraints = 1")

    with engine.begin() as connection:
        row = {"name": "Ada", "name_key": "ada", "look_key": "ada", "kind": "person"}
        connection.execute(insert(accounts), [row | {"id": OWN, "created_at": 1.0}])
        for number, column in enumerate(COLUMNS.values(), 1):
            assert isinstance(column.table, Table)
            add_row(connection, column.table, number, column)
    engine.dispose()
    return f"sqlite:///{path}"


def test_the_export_has_the_rows_of_every_table_that_names_the_account(address: str) -> None:
    async def export() -> dict[str, list[dict[str, Any]]]:
        database = Database(address)
        try:
            text = "".join([piece async for piece in export_data(database, OWN)])
        finally:
            await database.close()
        found: dict[str, list[dict[str, Any]]] = json.loads(text)
        return found

    found = Counter[str]()
    queries = export_queries(OWN)
    for part, rows in asyncio.run(export()).items():
        [table] = queries[part].get_final_froms()
        assert isinstance(table, Table)
        found[table.name] += len(rows)
    wanted = Counter(
        column.table.name for name, column in COLUMNS.items() if name not in NOT_EXPORTED
    )
    wanted["accounts"] += 1  # the account itself
    named = {column.table.name for column in COLUMNS.values()}
    assert {table: found[table] for table in named} == {table: wanted[table] for table in named}


def test_erasing_an_account_leaves_its_id_only_where_there_is_a_reason(address: str) -> None:
    async def erase_and_find() -> set[str]:
        database = Database(address)
        try:
            await erase(database, OWN, 2.0)
            async with database.reading.connect() as connection:
                return {
                    name
                    for name, column in COLUMNS.items()
                    if await connection.scalar(
                        select(func.count()).select_from(column.table).where(column == OWN)
                    )
                }
        finally:
            await database.close()

    assert asyncio.run(erase_and_find()) == set(NOT_ERASED)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("personal"))) as started:
        yield started


def test_a_deleted_entrant_leaves_its_tournaments_and_loses_its_name(server: RunningServer) -> None:
    director = server.person("Director")
    leaving = server.person("Leaving Soon")
    upcoming = create(server, director)["id"]
    live = create(server, director, levels=[1, 1, 1])["id"]
    own = create(server, leaving)["id"]
    for tournament in (upcoming, live, own):
        leaving.post(f"/tournaments/{tournament}/join")
    director.post(f"/tournaments/{live}/start")
    until(director, live, lambda view: view["status"] == "running")
    exported = leaving.get("/accounts/me/export")
    assert [row["id"] for row in exported["tournaments"]] == [own]
    entries = {row["tournament_id"] for row in exported["tournament_entries"]}
    assert entries == {upcoming, live, own}

    leaving.post("/accounts/me/delete", {"password": "correct horse"}, status=204)
    views = {one: director.get(f"/tournaments/{one}") for one in (upcoming, live, own)}
    assert views[upcoming]["standings"] == []
    assert views[own]["standings"] == []
    statuses = {
        line["account"]["id"]: line["status"]
        for line in views[live]["standings"]
        if line["account"] is not None
    }
    assert statuses == {leaving.id: "withdrawn"}
    assert "Leaving Soon" not in json.dumps(views)


def test_a_tournament_shows_the_new_name_of_a_guest_who_registers(server: RunningServer) -> None:
    guest = server.guest()
    tournament = create(server, server.person("Cup Director"))["id"]
    guest.post(f"/tournaments/{tournament}/join")
    [before] = guest.get(f"/tournaments/{tournament}")["standings"]
    guest.post("/accounts", {"name": "Not A Guest", "password": "correct horse"}, status=201)
    [after] = server.visitor().get(f"/tournaments/{tournament}")["standings"]
    assert (before["account"]["id"], after["account"]["name"]) == (guest.id, "Not A Guest")
