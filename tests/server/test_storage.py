"""Storage: the schema of both databases, the journal and the leases."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import ColumnElement, Connection, insert, select, text, update

from ringrift.server.errors import LeaseLostError, StorageError
from ringrift.server.storage import sqlite_writer
from ringrift.server.storage.database import Database, alembic_config
from ringrift.server.storage.database import database_url as parsed
from ringrift.server.storage.journal import EventRow, GameResult, Journal, read_events
from ringrift.server.storage.lease import LEASE_SECONDS, Lease, Leases, release_all
from ringrift.server.storage.tables import events, games, metadata, seats, workers
from tests.server.running_server import TIMEOUT

GAME = "0" * 32


def own_clock(now: ColumnElement[float]) -> ColumnElement[float]:
    """Compare leases by the time that the test gives, also on PostgreSQL."""
    return now


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    database = Database(url)
    try:
        await database.start()
        yield database
    finally:
        await database.close()


async def add_game(database: Database, game: str = GAME, **changes: object) -> None:
    row = {
        "id": game,
        "settings": "{}",
        "status": "live",
        "visibility": "public",
        "rated": False,
        "invite_code": game,
        "created_at": 0.0,
        "sequence": 0,
        "owner_term": 1,
    }
    async with database.engine.begin() as connection:
        await connection.execute(insert(games), [row | changes])


def test_an_append_waits_for_the_lock_of_a_sqlite_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts: list[float] = []
    monkeypatch.setattr(sqlite_writer, "sleep", attempts.append)  # it tries again at once

    async def scenario(database: Database) -> None:
        await add_game(database)
        journal = Journal(database)
        other = sqlite3.connect(tmp_path / "ringrift.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        appending = asyncio.ensure_future(journal.append(GAME, [row(1)], term=1))
        while len(attempts) < 100:
            await asyncio.sleep(0)
        assert not appending.done()
        other.execute("ROLLBACK")
        await appending
        assert [found.sequence for found in await read_events(database, GAME)] == [1]
        assert max(attempts) <= 0.001
        other.close()
        await journal.close()

    run(f"sqlite:///{tmp_path}/ringrift.db", scenario)


def test_a_heartbeat_does_not_hold_the_lock_of_a_sqlite_file(tmp_path: Path) -> None:
    """Until its commit, moves would wait for the turn of the event loop."""

    async def scenario(database: Database) -> None:
        await Leases(database, "worker").renew(1.0)
        async with database.heartbeat.connect() as connection:
            await connection.execute(update(workers).values(alive_at=2.0))
            other = sqlite3.connect(tmp_path / "ringrift.db", timeout=0)
            other.execute("BEGIN IMMEDIATE")
            assert other.execute("SELECT alive_at FROM workers").fetchall() == [(2.0,)]
            other.close()

    run(f"sqlite:///{tmp_path}/ringrift.db", scenario)


def row(sequence: int, client_id: str | None = None) -> EventRow:
    return EventRow(sequence, 1.0, "move", "{}", client_id)


def run(url: str, scenario: Callable[[Database], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with opened(url) as database:
            await scenario(database)

    asyncio.run(whole())


def test_the_migrations_produce_the_schema_of_the_code(database_url: str) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection)
        return list(compare_metadata(context, metadata))

    async def scenario(database: Database) -> None:
        async with database.engine.connect() as connection:
            assert await connection.run_sync(differences) == []

    run(database_url, scenario)


def test_every_earlier_revision_is_migrated(database_url: str) -> None:
    revisions = [
        script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()
    ]
    for revision in reversed(revisions):

        async def scenario(database: Database, revision: str = revision) -> None:
            await database.upgrade(revision)
            await database.start()
            async with database.engine.connect() as connection:
                version = await connection.scalar(text("SELECT version_num FROM alembic_version"))
            assert version == revisions[0]

        asyncio.run(_unstarted(database_url, scenario))


async def _unstarted(url: str, scenario: Callable[[Database], Awaitable[None]]) -> None:
    database = Database(url)
    try:
        await scenario(database)
    finally:
        await database.close()


def test_sqlite_flushes_every_commit_to_the_disk(tmp_path: Path) -> None:
    async def scenario(database: Database) -> None:
        async with database.engine.connect() as connection:
            found = [
                await connection.scalar(text(f"PRAGMA {name}"))
                for name in ("journal_mode", "synchronous")
            ]
        assert found == ["wal", 2]

    run(f"sqlite:///{tmp_path}/x.db", scenario)


@pytest.mark.parametrize(
    "address",
    ["", "nonsense", "mysql://localhost/x", "sqlite://", "sqlite:///:memory:", "postgres"],
)
def test_an_invalid_database_address_is_refused_with_advice(address: str) -> None:
    with pytest.raises(StorageError, match="sqlite:///FILE"):
        parsed(address)


def test_a_password_is_never_shown() -> None:
    assert "secret" not in Database("postgresql://me:secret@localhost/x").name


def test_an_unreachable_database_is_one_clear_sentence() -> None:
    with pytest.raises(StorageError, match="cannot be used"):
        asyncio.run(
            _unstarted("postgresql://root@127.0.0.1:1/x", lambda database: database.start())
        )


def test_queued_appends_share_a_commit(database_url: str) -> None:
    commits: list[int] = []

    async def scenario(database: Database) -> None:
        names = [f"{number:032x}" for number in range(50)]
        for name in names:
            await add_game(database, name)
        journal = Journal(database, lambda appends, _seconds: commits.append(appends))
        await asyncio.gather(*(journal.append(name, [row(1), row(2)], term=1) for name in names))
        await journal.close()
        for name in names:
            assert [event.sequence for event in await read_events(database, name)] == [1, 2]

    run(database_url, scenario)
    assert sum(commits) == 50
    assert len(commits) <= 3


def test_appends_soon_after_a_commit_share_the_next_one(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ringrift.server.storage.journal._COMMIT_INTERVAL", 2.0)
    commits: list[int] = []

    async def scenario(database: Database) -> None:
        names = [f"{number:032x}" for number in range(3)]
        for name in names:
            await add_game(database, name)
        journal = Journal(database, lambda appends, _seconds: commits.append(appends))
        await journal.append(names[0], [row(1)], term=1)
        early = asyncio.create_task(journal.append(names[1], [row(1)], term=1))
        await asyncio.sleep(0.01)  # the journal is awake, but waits
        await asyncio.gather(early, journal.append(names[2], [row(1)], term=1))
        await journal.close()

    run(database_url, scenario)
    assert commits == [1, 2]


def test_a_former_owner_cannot_write(database_url: str) -> None:
    async def scenario(database: Database) -> None:
        await add_game(database, owner_term=2)
        journal = Journal(database)
        with pytest.raises(LeaseLostError):
            await journal.append(GAME, [row(1)], term=1)
        await journal.append(GAME, [row(1)], term=2)
        with pytest.raises(LeaseLostError):
            await journal.append(GAME, [row(1)], term=2)
        await journal.close()
        assert len(await read_events(database, GAME)) == 1

    run(database_url, scenario)


def test_a_failing_append_does_not_affect_the_others(database_url: str) -> None:
    async def scenario(database: Database) -> None:
        other = "1" * 32
        await add_game(database)
        await add_game(database, other)
        journal = Journal(database)
        await journal.append(GAME, [row(1, "same")], term=1)
        results = await asyncio.gather(
            journal.append(GAME, [row(2, "same")], term=1),
            journal.append(other, [row(1)], term=1),
            return_exceptions=True,
        )
        await journal.close()
        assert isinstance(results[0], LeaseLostError)
        assert results[1] is None
        assert len(await read_events(database, GAME)) == 1
        assert len(await read_events(database, other)) == 1

    run(database_url, scenario)


def test_concurrent_appends_of_one_game_are_written_in_order(database_url: str) -> None:
    async def scenario(database: Database) -> None:
        await add_game(database)
        journal = Journal(database)
        await asyncio.gather(*(journal.append(GAME, [row(number)], term=1) for number in (1, 2, 3)))
        await journal.close()
        assert [event.sequence for event in await read_events(database, GAME)] == [1, 2, 3]

    run(database_url, scenario)


def test_of_a_former_and_a_new_owner_only_the_new_one_can_write(
    database_url: str,
) -> None:
    async def scenario(database: Database) -> None:
        others = [f"{number:032x}" for number in range(1, 4)]
        for name in (GAME, *others):
            await add_game(database, name, owner_term=2)
        journal = Journal(database)
        old, new, *rest = await asyncio.gather(
            journal.append(GAME, [row(1, "old")], term=1),
            journal.append(GAME, [row(1, "new")], term=2),
            *(journal.append(name, [row(1)], term=2) for name in others),
            return_exceptions=True,
        )
        await journal.close()
        assert isinstance(old, LeaseLostError)
        assert [new, *rest] == [None] * 4
        assert [event.client_id for event in await read_events(database, GAME)] == ["new"]

    run(database_url, scenario)


def test_swapped_people_are_swapped_in_the_seats_table(database_url: str) -> None:
    """R180."""

    async def scenario(database: Database) -> None:
        await add_game(database)
        sat = [{"game_id": GAME, "seat": 1, "kind": "level", "level": 7}]
        sat += [{"game_id": GAME, "seat": 2, "kind": "level", "level": 3}]
        async with database.engine.begin() as connection:
            await connection.execute(insert(seats), sat)
        journal = Journal(database)
        await journal.append(GAME, [EventRow(1, 1.0, "people_swapped", "{}")], term=1)
        await journal.close()
        async with database.engine.connect() as connection:
            found = await connection.execute(
                select(seats.c.seat, seats.c.level).order_by(seats.c.seat)
            )
            assert found.all() == [(1, 3), (2, 7)]

    run(database_url, scenario)


def test_requests_on_all_connections_delay_no_move_and_no_lease(
    database_url: str,
) -> None:
    async def scenario(database: Database) -> None:
        await add_game(database, owner="w" * 32, lease_until=5.0)
        journal = Journal(database)
        async with AsyncExitStack() as stack, asyncio.timeout(TIMEOUT):
            for _ in range(10):
                await stack.enter_async_context(database.engine.connect())
            await journal.append(GAME, [row(1)], term=1)
            assert await Leases(database, "w" * 32, time=own_clock).renew(6.0) == {GAME}
        await journal.close()

    run(database_url, scenario)


def test_the_result_of_a_game_is_stored_with_its_last_event(database_url: str) -> None:
    async def scenario(database: Database) -> None:
        await add_game(database, owner="w", lease_until=5.0)
        journal = Journal(database)
        await journal.append(GAME, [row(1)], term=1, result=GameResult(2, "timeout", 7.0))
        await journal.close()
        async with database.engine.connect() as connection:
            found = (await connection.execute(select(games))).one()
        assert (found.status, found.winner, found.reason, found.ended_at) == (
            "over",
            2,
            "timeout",
            7.0,
        )
        assert found.owner is None

    run(database_url, scenario)


def test_a_game_has_one_owner_until_its_lease_expires(database_url: str) -> None:
    async def scenario(database: Database) -> None:
        await add_game(database, owner_term=0)
        one, other = (
            Leases(database, "a" * 32, time=own_clock),
            Leases(database, "b" * 32, time=own_clock),
        )
        first = await one.take(GAME, 100.0)
        assert first is not None
        assert await other.take(GAME, 100.0 + LEASE_SECONDS / 2) is None
        assert await other.find_owner(GAME, 100.0) == "a" * 32
        assert await one.renew(101.0) == {GAME}
        assert await other.take_orphans(101.0) == []
        assert await other.is_alive("a" * 32, 101.0)
        late = 101.0 + LEASE_SECONDS + 0.1
        assert not await other.is_alive("a" * 32, late)
        assert await other.take_orphans(late) == [Lease(GAME, first.term + 1, 101.0)]
        assert await one.renew(late) == set()
        await other.release(late)
        assert await one.take(GAME, late) is not None

    run(database_url, scenario)


def test_a_lease_knows_when_the_previous_owner_was_last_alive(database_url: str) -> None:
    async def scenario(database: Database) -> None:
        await add_game(database, owner_term=0)
        one, other = (
            Leases(database, "a" * 32, time=own_clock),
            Leases(database, "b" * 32, time=own_clock),
        )
        first = await one.take(GAME, 100.0)
        await one.renew(107.0)
        second = await other.take(GAME, 150.0)  # the first worker was killed
        await other.release(180.0)  # the second worker stopped cleanly
        third = await one.take(GAME, 181.0)
        assert first is not None
        assert second is not None
        assert third is not None
        assert [lease.stopped_at for lease in (first, second, third)] == [None, 107.0, 180.0]

    run(database_url, scenario)


def test_releasing_an_old_term_keeps_the_lease_of_a_new_one(database_url: str) -> None:
    """A request restores a game while the renewal is about to release its broken predecessor."""

    async def scenario(database: Database) -> None:
        await add_game(database, owner_term=0)
        one = Leases(database, "a" * 32, time=own_clock)
        broken, restored = await one.take(GAME, 100.0), await one.take(GAME, 100.0)
        assert broken is not None
        assert restored is not None
        await one.release_term(GAME, broken.term, 100.0, stopped_at=100.0)
        assert await one.find_owner(GAME, 100.0) == "a" * 32
        await one.release_term(GAME, restored.term, 100.0, stopped_at=90.0)
        assert await one.find_owner(GAME, 100.0) is None
        again = await one.take(GAME, 100.0)
        assert again is not None
        assert again.stopped_at == 90.0

    run(database_url, scenario)


def test_a_worker_takes_its_own_game_again_with_a_new_term(database_url: str) -> None:
    async def scenario(database: Database) -> None:
        await add_game(database, owner_term=0)
        leases = Leases(database, "a" * 32, time=own_clock)
        terms = [
            lease.term
            for lease in (await leases.take(GAME, 1.0), await leases.take(GAME, 1.0))
            if lease
        ]
        assert terms == [1, 2]

    run(database_url, scenario)


def test_a_starting_game_is_left_to_its_worker(database_url: str) -> None:
    async def scenario(database: Database) -> None:
        await add_game(database, owner_term=0, lease_until=100.0 + LEASE_SECONDS)
        leases = Leases(database, "a" * 32, time=own_clock)
        assert await leases.take_orphans(100.0 + LEASE_SECONDS / 2) == []
        assert [lease.game for lease in await leases.take_orphans(100.1 + LEASE_SECONDS)] == [GAME]

    run(database_url, scenario)


def test_a_single_worker_does_not_wait_for_its_predecessor(tmp_path: Path) -> None:
    async def scenario(database: Database) -> None:
        await add_game(database, owner="a" * 32, lease_until=100.0)
        leases = Leases(database, "b" * 32, time=own_clock)
        assert await leases.take(GAME, 99.0) is None
        await release_all(database)
        assert await leases.take(GAME, 99.0) is not None

    run(f"sqlite:///{tmp_path}/x.db", scenario)


def test_concurrent_workers_share_the_orphans(database_url: str) -> None:
    async def scenario(database: Database) -> None:
        ids = {f"{number:032x}" for number in range(40)}
        for game in ids:
            await add_game(database, game, owner="f" * 32, lease_until=100.0)
        workers = [Leases(database, str(number) * 32, time=own_clock) for number in range(4)]
        shares = await asyncio.gather(*(worker.take_orphans(200.0, 15) for worker in workers))
        taken = [lease.game for share in shares for lease in share]
        assert len(taken) == len(set(taken))
        rest = [lease.game for lease in await workers[0].take_orphans(200.0)]
        assert sorted(taken + rest) == sorted(ids)

    run(database_url, scenario)


def test_two_workers_cannot_both_take_a_game(database_url: str) -> None:
    async def scenario(database: Database) -> None:
        await add_game(database, owner_term=0)
        taken = await asyncio.gather(
            *(
                Leases(database, str(number) * 32, time=own_clock).take(GAME, 1.0)
                for number in range(5)
            )
        )
        assert sum(lease is not None for lease in taken) == 1

    run(database_url, scenario)


def test_an_owner_that_dies_before_it_has_resumed_a_game_does_not_start_its_clocks(
    database_url: str,
) -> None:
    async def scenario(database: Database) -> None:
        await add_game(database, owner_term=0)
        workers_ = [Leases(database, name * 32, time=own_clock) for name in "abc"]
        await workers_[0].take(GAME, 100.0)
        await store_event(database, 1, at=101.0)
        await workers_[0].renew(107.0)  # its last sign of life
        await workers_[1].take(GAME, 150.0)  # it stores nothing: its players wait
        await workers_[1].renew(160.0)
        third = await workers_[2].take(GAME, 200.0)
        assert third is not None
        assert third.stopped_at == 107.0
        await store_event(database, 2, at=201.0)  # it has resumed the game
        await workers_[2].renew(230.0)
        await release_all(database)
        fourth = await workers_[0].take(GAME, 300.0)
        assert fourth is not None
        assert fourth.stopped_at == 230.0

    run(database_url, scenario)


async def store_event(database: Database, sequence: int, *, at: float) -> None:
    """Store an event as the journal does."""
    stored = {"game_id": GAME, "sequence": sequence, "at": at, "kind": "resumed", "body": "{}"}
    async with database.engine.begin() as connection:
        await connection.execute(insert(events), [stored])
        await connection.execute(update(games).values(sequence=sequence))


def test_one_row_renews_the_leases_of_all_games_of_a_worker(database_url: str) -> None:
    async def scenario(database: Database) -> None:
        leases = Leases(database, "a" * 32, time=own_clock)
        ids = [str(number) * 32 for number in range(3)]
        for game in ids:
            await add_game(database, game, owner_term=0)
            assert await leases.take(game, 100.0)
        for now in (101.0, 102.0, 103.0, 104.0):
            assert await leases.renew(now) == set(ids)
        async with database.reading.connect() as connection:
            stored = (await connection.execute(select(games.c.lease_until))).scalars().all()
            [worker] = (await connection.execute(select(workers))).all()
        assert set(stored) == {100.0 + LEASE_SECONDS}
        assert (worker.lease_until, worker.alive_at) == (104.0 + LEASE_SECONDS, 104.0)
        assert await leases.find_owner(ids[0], 105.0) == "a" * 32
        other = Leases(database, "b" * 32, time=own_clock)
        assert await other.take(ids[0], 105.0) is None
        taken = await other.take_orphans(104.1 + LEASE_SECONDS)
        assert {(lease.game, lease.stopped_at) for lease in taken} == {
            (game, 104.0) for game in ids
        }

    run(database_url, scenario)


def test_a_single_worker_releases_the_games_of_its_predecessor_as_of_the_last_renewal(
    database_url: str,
) -> None:
    """Clocks resume from there: the time since is charged to nobody."""

    async def scenario(database: Database) -> None:
        before = Leases(database, "a" * 32, time=own_clock)
        await add_game(database, owner_term=0)
        await before.take(GAME, 100.0)
        await before.renew(150.0)
        await release_all(database)
        lease = await Leases(database, "b" * 32, time=own_clock).take(GAME, 151.0)
        assert lease is not None
        assert lease.stopped_at == 150.0

    run(database_url, scenario)
