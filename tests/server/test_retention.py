"""Retention: old guests, sessions and analyses are deleted, and nothing else."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import time
from typing import Any, Final

from sqlalchemy import insert, select, update

from ringrift.rules import new_game
from ringrift.rules.position_string import dump_position
from ringrift.server.accounts.login_challenges import LoginChallenges
from ringrift.server.accounts.service import Accounts
from ringrift.server.mail.outbox import Outbox
from ringrift.server.operations.retention import DAY, Retention
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, analyses, email_addresses, games, totp_secrets
from ringrift.server.work_pools import InlineWorkPool
from tests.server.running_server import (
    HIGH_LIMITS,
    TWO_PLAYERS,
    begin,
    running,
    start_two_player_game,
)

LATER: Final = 31 * DAY


async def stay(_game: str) -> None:
    """Fail: no game may be ended."""


def test_guests_who_never_played_and_old_analyses_are_deleted(database_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=database_url, session_days=30, session_idle_days=30)
    with running(settings) as server:
        first, second, _ = start_two_player_game(server)
        idle, person = server.guest(), server.person("Person")
        asked = person.post(
            "/analyses",
            {"position": dump_position(new_game("square8", 2)), "seconds": 0.1},
            status=202,
        )
        with person.http.stream("GET", f"/analyses/{asked['id']}/stream") as stream:
            stream.read()

    async def clean() -> tuple[dict[str, int], dict[str, int], set[str]]:
        database = Database(database_url)
        try:
            early = await Retention(
                database, settings, stay, clock=lambda: time() + 29 * DAY
            ).delete_expired()
            late = await Retention(
                database, settings, stay, clock=lambda: time() + LATER
            ).delete_expired()
            async with database.engine.connect() as connection:
                return early, late, set(await connection.scalars(select(accounts.c.id)))
        finally:
            await database.close()

    early, late, left = asyncio.run(clean())
    assert set((early | {"rate_limits": 0}).values()) == {0}
    assert late["known_devices"] == 0
    assert (late["login_sessions"], late["analyses"], late["accounts"]) == (4, 1, 1)
    assert left == {first.id, second.id, person.id}
    assert idle.id not in left


def test_a_guest_who_waits_for_a_tournament_is_kept(database_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=database_url, session_days=30, session_idle_days=30)
    with running(settings) as server:
        director, entrant, idle = server.person("Director"), server.guest(), server.guest()
        sent = {
            "name": "Summer Cup",
            "format": "swiss",
            "settings": {"clock": {"kind": "fischer", "initial": 60, "increment": 1}},
            "starts_at": time() + 80 * DAY,
            "rounds": 3,
        }
        tournament = director.post("/tournaments", sent, status=201)["id"]
        entrant.post(f"/tournaments/{tournament}/join")

    async def clean() -> set[str]:
        database = Database(database_url)
        try:
            await Retention(database, settings, stay, clock=lambda: time() + LATER).delete_expired()
            async with database.engine.connect() as connection:
                return set(await connection.scalars(select(accounts.c.id)))
        finally:
            await database.close()

    left = asyncio.run(clean())
    assert entrant.id in left
    assert idle.id not in left


def test_addresses_mails_and_logins_that_nobody_finished_are_deleted(database_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=database_url)

    async def clean() -> list[dict[str, int]]:
        database = Database(database_url)
        try:
            await database.start()
            ada = await Accounts(database, InlineWorkPool()).register(
                "Ada", "correct horse", 0.0, address="x"
            )
            mine: dict[str, Any] = {"id": ada.id, "account_id": ada.id, "created_at": 0.0}
            address = {"address": "a@example.org", "address_key": "a@example.org", "language": "en"}
            verified = mine | address | {"id": "verified", "verified_at": 0.0}
            secret = {"account_id": ada.id, "secret": "x", "created_at": 0.0}
            async with database.engine.begin() as connection:
                await connection.execute(insert(email_addresses), [mine | address])
                await connection.execute(insert(email_addresses), [verified])
                await connection.execute(insert(totp_secrets), [secret])
            await Outbox(database).add("new_login", {}, 0.0, account=ada.id)
            await LoginChallenges(database).create("second_factor", 0.0, account=ada.id)
            times = iter((299.0, 301.0, 1.01 * DAY, 3.01 * DAY, 7.01 * DAY))
            retention = Retention(database, settings, stay, clock=lambda: next(times))
            return [await retention.delete_expired() for _ in range(5)]
        finally:
            await database.close()

    tables = ("login_challenges", "totp_secrets", "outgoing_mails", "email_addresses")
    deleted = [[run[table] for table in tables] for run in asyncio.run(clean())]
    assert deleted == [
        [0, 0, 0, 0],
        [1, 0, 0, 0],
        [0, 1, 0, 0],
        [0, 0, 1, 0],
        [0, 0, 0, 1],
    ]


def test_rows_are_deleted_in_batches_by_one_worker(postgres_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=postgres_url, session_days=1)
    with running(settings) as server:
        for _ in range(5):
            server.guest()

    async def clean() -> None:
        database, other = Database(postgres_url), Database(postgres_url)
        try:
            cleanings = [
                Retention(each, settings, stay, clock=lambda: time() + LATER, batch=2)
                for each in (database, other)
            ]
            async with database.engine.begin() as connection:
                assert await cleanings[0]._acquire_lock(connection)
                assert await cleanings[1].delete_expired() == {}
            assert [
                (await cleaning.delete_expired())["accounts"] for cleaning in cleanings * 2
            ] == [
                2,
                2,
                1,
                0,
            ]
        finally:
            await database.close()
            await other.close()

    asyncio.run(clean())


def test_a_recent_analysis_is_kept(database_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=database_url)
    with running(settings) as server:
        person = server.person("Person")
        wanted = {"position": dump_position(new_game("hex8", 2)), "seconds": 0.1}
        ids = [person.post("/analyses", wanted, status=202)["id"] for _ in range(2)]

    async def clean() -> list[str]:
        database = Database(database_url)
        try:
            old = update(analyses).where(analyses.c.id == ids[0]).values(created_at=time() - LATER)
            async with database.engine.begin() as connection:
                await connection.execute(old)
            await Retention(database, settings, stay, clock=time).delete_expired()
            async with database.engine.connect() as connection:
                return list(await connection.scalars(select(analyses.c.id)))
        finally:
            await database.close()

    assert asyncio.run(clean()) == [ids[1]]


def test_a_game_that_never_started_is_aborted(database_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=database_url, open_days=7)
    with running(settings) as server:
        maker = server.guest()
        old, young = (maker.post("/games", TWO_PLAYERS, status=201)["id"] for _ in range(2))

        async def clean() -> int:
            database = Database(database_url)
            try:
                made = update(games).where(games.c.id == old).values(created_at=time() - 8 * DAY)
                async with database.engine.begin() as connection:
                    await connection.execute(made)
                return (await Retention(database, settings, stay, clock=time).delete_expired())[
                    "games"
                ]
            finally:
                await database.close()

        assert asyncio.run(clean()) == 1
        assert [maker.get(f"/games/{game}")["status"] for game in (old, young)] == [
            "aborted",
            "open",
        ]


def test_an_abandoned_game_ends_unless_it_has_a_clock(database_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=database_url, abandoned_days=30)
    with running(settings) as server:
        slow = {"clock": {"kind": "correspondence", "days": 365}}
        left, timed, played = (start_two_player_game(server, clock) for clock in ({}, slow, {}))
        begin(left[0], left[2])

    async def pass_by() -> None:
        database = Database(database_url)
        gone = [visitor.id for visitor in (*left[:2], *timed[:2], played[0])]
        long_ago = time() - LATER
        try:
            async with database.engine.begin() as connection:
                await connection.execute(update(games).values(started_at=long_ago))
                await connection.execute(
                    update(accounts)
                    .where(accounts.c.id.in_(gone))
                    .values(seen_at=long_ago, created_at=long_ago)
                )
                last = update(accounts).where(accounts.c.id == left[1].id)
                await connection.execute(last.values(seen_at=long_ago + 60))
        finally:
            await database.close()

    asyncio.run(pass_by())
    with running(settings) as server:
        anybody = server.visitor()
        while (found := anybody.get(f"/games/{left[2]}"))["status"] == "live":
            pass  # retention runs at the start
        assert found["reason"] == "abandonment"
        assert found["winner"] == 2  # the one who was seen last
        assert [anybody.get(f"/games/{game}")["status"] for _, _, game in (timed, played)] == [
            "live",
            "live",
        ]
