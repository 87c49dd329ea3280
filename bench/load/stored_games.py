"""Fills a database with finished games: real games, stored many times under other names."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Protocol
from uuid import uuid4

import asyncpg

from bench.load.game_scripts import random_scripts
from ringrift.host.game_session import GameSession
from ringrift.host.seat_occupants import Person
from ringrift.host.settings import GameSettings
from ringrift.rules.notation import parse_move
from ringrift.server.games.live_game import event_row
from ringrift.server.storage.database import Database

FOLLOWED: Final = "Followed"  # the account whose profile and games are read
FOLLOWED_GAMES: Final = 50  # its games, as many in every database
_SAMPLES: Final = 8  # different games
_CHUNK: Final = 1000  # games per insert
_FIRST_AT: Final = 1_700_000_000.0
_ACCOUNT: Final = (
    *("id", "name", "name_key", "look_key", "kind", "created_at"),
    *("password_hash",),
)
_GAME: Final = (
    *("id", "settings", "status", "visibility", "rated", "invite_code", "created_by"),
    *("created_at", "started_at", "ended_at", "sequence", "winner", "reason", "owner_term"),
)
_SEAT: Final = ("game_id", "seat", "kind", "account_id")
_EVENT: Final = ("game_id", "sequence", "at", "kind", "body", "client_id")
_CHANGE: Final = (
    *("game_id", "account_id", "players", "at"),
    *("mu_before", "sigma_before", "mu_after", "sigma_after"),
)
Row = tuple[Any, ...]


class BulkInsert(Protocol):
    """Inserts many rows into a table."""

    def __call__(self, table: str, columns: Sequence[str], rows: Iterable[Row]) -> None: ...


@dataclass(frozen=True, slots=True)
class _Sample:
    """A finished game as the journal stores it."""

    events: tuple[tuple[int, str, str], ...]  # number, kind and body
    winner: int
    reason: str


def migrate(address: str) -> None:
    """Create the schema."""

    async def start() -> None:
        database = Database(address)
        try:
            await database.start()
        finally:
            await database.close()

    asyncio.run(start())


def add_followed_account(address: str) -> str:
    """Add the account that is read, with its own games; return one of them."""
    with bulk_insert(address) as insert:
        account = uuid4().hex
        insert("accounts", _ACCOUNT, [_account(account, FOLLOWED)])
        return _add_games(insert, FOLLOWED_GAMES, lambda _: (account, account))[0]


def add_finished_games(address: str, count: int) -> None:
    """Add that many games of strangers: a new account per ten games."""
    with bulk_insert(address) as insert:
        accounts = [uuid4().hex for _ in range(max(2, count // 10))]
        insert("accounts", _ACCOUNT, [_account(one, one) for one in accounts])
        _add_games(
            insert,
            count,
            lambda at: (accounts[at % len(accounts)], accounts[at * 7 % len(accounts)]),
        )


def events_per_game() -> float:
    """Return the mean number of events of a stored game."""
    samples = _samples()
    return sum(len(sample.events) for sample in samples) / len(samples)


def _account(account: str, name: str) -> Row:
    return account, name, name.lower(), name.lower(), "person", _FIRST_AT, None


def _add_games(insert: BulkInsert, count: int, players: Any) -> list[str]:
    """Add games of these players, in order of their ids: an index grows at its end."""
    ids = sorted(uuid4().hex for _ in range(count))
    settings = json.dumps(GameSettings("square8", players=2, rated=True).to_json())
    samples = _samples()
    for first in range(0, count, _CHUNK):
        games: list[Row] = []
        seats: list[Row] = []
        events: list[Row] = []
        changes: list[Row] = []
        for at in range(first, min(count, first + _CHUNK)):
            game, sample, (one, other) = ids[at], samples[at % len(samples)], players(at)
            began, ended = _FIRST_AT + at, _FIRST_AT + at + 600
            result = (len(sample.events), sample.winner, sample.reason, 1)
            times = (began, began, ended)
            games.append((game, settings, "over", "public", True, game, one, *times, *result))
            seats += [(game, 1, "person", one), (game, 2, "person", other)]
            changes += [(game, player, 2, ended, 25.0, 8.0, 25.5, 7.9) for player in {one, other}]
            events += [
                (game, number, began + number, kind, body, f"{one[:8]}.{number}")
                for number, kind, body in sample.events
            ]
        insert("games", _GAME, games)
        insert("seats", _SEAT, seats)
        insert("events", _EVENT, events)
        insert("rating_changes", _CHANGE, changes)
    return ids


def _samples() -> list[_Sample]:
    return [_play(script.choices) for script in random_scripts("square8", _SAMPLES, 20)]


def _play(choices: Sequence[tuple[int, str]]) -> _Sample:
    session = GameSession(
        GameSettings("square8", players=2, swap=False), [Person("a", "a"), Person("b", "b")]
    )
    for seat, text in choices:
        session.play(seat, parse_move(session.state, text))
    session.close()
    outcome = session.outcome
    assert outcome is not None
    rows = [event_row(event, None) for event in session.events]
    numbered = tuple((row.sequence, row.kind, row.body) for row in rows)
    return _Sample(numbered, outcome.winner, outcome.reason)


@contextmanager
def bulk_insert(address: str) -> Iterator[BulkInsert]:
    """Open a database to insert many rows at once."""
    if address.startswith("sqlite"):
        with _sqlite_insert(address.removeprefix("sqlite:///")) as insert:
            yield insert
    else:
        with _postgres_insert(address) as insert:
            yield insert


@contextmanager
def _sqlite_insert(path: str) -> Iterator[BulkInsert]:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -500000")

    def insert(table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
        values = ",".join("?" * len(columns))
        connection.executemany(f"INSERT INTO {table} ({','.join(columns)}) VALUES ({values})", rows)

    try:
        yield insert
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()


@contextmanager
def _postgres_insert(address: str) -> Iterator[BulkInsert]:
    with asyncio.Runner() as runner:
        connection = runner.run(asyncpg.connect(address))

        def insert(table: str, columns: Sequence[str], rows: Iterable[Row]) -> None:
            runner.run(
                connection.copy_records_to_table(table, records=list(rows), columns=list(columns))
            )

        try:
            yield insert
            runner.run(connection.execute("VACUUM ANALYZE"))
        finally:
            runner.run(connection.close())
