"""Concurrent joins, leaves and starts: no seat is taken twice and none stays open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from time import time
from typing import Any

import pytest
from sqlalchemy import func, select, update

from ringrift.server.accounts.types import Account
from ringrift.server.errors import ApiError
from ringrift.server.games.types import GameInfo, NewGame
from ringrift.server.lobby.quick_match import MatchResult, SeekRequest
from ringrift.server.storage.tables import events, games, seats, seeks
from ringrift.server.worker import Worker
from tests.server.running_server import HIGH_LIMITS

Scenario = Callable[[Worker, Worker], Awaitable[None]]


@asynccontextmanager
async def two_workers(url: str) -> AsyncIterator[tuple[Worker, Worker]]:
    """Run a scenario with two workers, on SQLite too, although it supports only one."""
    settings = replace(HIGH_LIMITS, database=url)
    one = await Worker.open(settings)
    other = await Worker.open(settings)
    try:
        yield one, other
    finally:
        await one.close()
        await other.close()


def run(url: str, scenario: Scenario) -> None:
    async def whole() -> None:
        async with two_workers(url) as (one, other):
            await scenario(one, other)

    asyncio.run(whole())


async def guests(worker: Worker, number: int) -> list[Account]:
    return [await worker.accounts.create_guest(time()) for _ in range(number)]


async def outcomes(*asked: Coroutine[Any, Any, Any]) -> list[Any]:
    """Return the results; a refusal as its code."""
    answers = await asyncio.gather(*asked, return_exceptions=True)
    for answer in answers:
        if isinstance(answer, BaseException) and not isinstance(answer, ApiError):
            raise answer
    return [answer.refusal.code if isinstance(answer, ApiError) else answer for answer in answers]


async def taken_twice_or_open(worker: Worker, game: str) -> list[str | None]:
    async with worker.database.engine.connect() as connection:
        return list(
            await connection.scalars(select(seats.c.account_id).where(seats.c.game_id == game))
        )


def test_the_last_seat_goes_to_one_of_many_players(database_url: str) -> None:
    async def scenario(one: Worker, other: Worker) -> None:
        maker, *many = await guests(one, 7)
        info = await one.games.create(maker, NewGame(settings={"players": 2}))
        got = await outcomes(
            *(
                worker.seats.join(info.id, guest, seat=None, code=None)
                for worker, guest in zip((one, other) * 3, many, strict=True)
            )
        )
        assert got.count("SEAT_TAKEN") == 5
        assert len(set(await taken_twice_or_open(one, info.id))) == 2

    run(database_url, scenario)


def test_a_player_who_joins_twice_at_once_has_one_seat(database_url: str) -> None:
    async def scenario(one: Worker, other: Worker) -> None:
        maker, guest = await guests(one, 2)
        info = await one.games.create(maker, NewGame(settings={"players": 4}))
        await outcomes(
            *(
                worker.seats.join(info.id, guest, seat=None, code=None)
                for worker in (one, other, one)
            )
        )
        assert (await taken_twice_or_open(one, info.id)).count(guest.id) == 1

    run(database_url, scenario)


def test_a_game_that_starts_while_a_player_leaves_has_no_open_seat(database_url: str) -> None:
    async def scenario(one: Worker, other: Worker) -> None:
        for _ in range(8):
            maker, guest = await guests(one, 2)
            info = await one.games.create(maker, NewGame(settings={"players": 2}))
            await one.seats.join(info.id, guest, seat=None, code=None)
            left, started = await outcomes(
                other.seats.leave(info.id, guest), one.seats.start(info.id, maker)
            )
            places = await taken_twice_or_open(one, info.id)
            if isinstance(started, GameInfo):
                assert left == "ALREADY_STARTED"
                assert None not in places
            else:
                assert started == "SEATS_OPEN"
                assert places.count(None) == 1

    run(database_url, scenario)


def test_a_game_starts_once(database_url: str) -> None:
    async def scenario(one: Worker, other: Worker) -> None:
        maker, guest = await guests(one, 2)
        info = await one.games.create(maker, NewGame(settings={"players": 2}))
        await one.seats.join(info.id, guest, seat=None, code=None)
        got = await outcomes(
            *(worker.seats.start(info.id, maker) for worker in (one, other, one, other))
        )
        assert got.count("ALREADY_STARTED") == 3
        async with one.database.engine.connect() as connection:
            begun = select(func.count()).where(
                events.c.game_id == info.id, events.c.kind == "started"
            )
            assert await connection.scalar(begun) == 1

    run(database_url, scenario)


async def over(worker: Worker, *players: Account) -> GameInfo:
    """Return a finished game of these players."""
    maker, *rest = players
    sent = NewGame(settings={"players": len(players)})
    info = await worker.games.create(maker, sent)
    for guest in rest:
        await worker.seats.join(info.id, guest, seat=None, code=info.invite)
    await worker.seats.start(info.id, maker)
    ended = (
        update(games).where(games.c.id == info.id).values(status="over", ended_at=time(), winner=1)
    )
    async with worker.database.engine.begin() as connection:
        await connection.execute(ended)
        ranked = update(seats).where(seats.c.game_id == info.id)
        await connection.execute(ranked.values(rank=seats.c.seat))
    return await worker.games.info(info.id)


def test_concurrent_rematch_requests_lead_to_one_game(database_url: str) -> None:
    async def scenario(one: Worker, other: Worker) -> None:
        for _ in range(4):
            first, second = await guests(one, 2)
            played = await over(one, first, second)
            mine, theirs = await outcomes(
                one.seats.rematch(played, first), other.seats.rematch(played, second)
            )
            assert mine.id == theirs.id
            again = await one.games.info(mine.id)
            assert [place.account.id for place in again.seats if place.account] == [
                second.id,
                first.id,
            ]

    run(database_url, scenario)


def test_the_seats_of_a_rematch_are_reserved_for_its_players(database_url: str) -> None:
    async def scenario(one: Worker, _other: Worker) -> None:
        first, second, third, stranger = await guests(one, 4)
        played = await over(one, first, second, third)
        again = await one.seats.rematch(played, first)
        assert again.id not in {info.id for info in await one.games.open_games()}
        assert await outcomes(one.seats.join(again.id, stranger, seat=None, code=again.invite)) == [
            "SEAT_TAKEN"
        ]
        assert await outcomes(one.seats.join(again.id, third, seat=1, code=None)) == ["SEAT_TAKEN"]
        await one.seats.rematch(played, third)
        full = await one.seats.join(again.id, second, seat=None, code=None)
        assert [place.account.id for place in full.seats if place.account] == [
            second.id,
            third.id,
            first.id,
        ]

    run(database_url, scenario)


def test_concurrent_seeks_are_matched_once(database_url: str) -> None:
    async def scenario(one: Worker, other: Worker) -> None:
        for _ in range(5):
            first, second = await guests(one, 2)
            found: dict[str, str] = {}
            while len(found) < 2:
                answers: list[MatchResult] = await outcomes(
                    *(
                        worker.quick_match.seek(guest, SeekRequest(settings={"players": 2}))
                        for worker, guest in ((one, first), (other, second))
                        if guest.id not in found
                    )
                )
                looking = [guest for guest in (first, second) if guest.id not in found]
                for guest, answer in zip(looking, answers, strict=True):
                    if answer.game is not None:
                        found[guest.id] = answer.game.id
            assert len(set(found.values())) == 1
            info = await one.games.info(found[first.id])
            assert {place.account.id for place in info.seats if place.account} == {
                first.id,
                second.id,
            }

    run(database_url, scenario)


def test_the_game_of_a_quick_match_has_no_open_seat_at_any_time(database_url: str) -> None:
    async def scenario(one: Worker, other: Worker) -> None:
        first, second, stranger = await guests(one, 3)
        assert (
            await one.quick_match.seek(first, SeekRequest(settings={"players": 2}))
        ).game is None
        found = await other.quick_match.seek(second, SeekRequest(settings={"players": 2}))
        assert found.game is not None
        assert found.game.status == "open"
        assert await outcomes(one.seats.join(found.game.id, stranger, seat=None, code=None)) == [
            "SEAT_TAKEN"
        ]

    run(database_url, scenario)


def test_a_cancelled_seek_is_not_matched(database_url: str) -> None:
    async def scenario(one: Worker, _other: Worker) -> None:
        gone, patient = await guests(one, 2)
        await one.quick_match.seek(gone, SeekRequest(settings={"players": 2}))
        silent = update(seeks).where(seeks.c.account_id == gone.id).values(seen_at=time() - 60)
        async with one.database.engine.begin() as connection:
            await connection.execute(silent)
        assert (
            await one.quick_match.seek(patient, SeekRequest(settings={"players": 2}))
        ).game is None

    run(database_url, scenario)


def test_repeating_a_seek_keeps_its_place_in_the_queue(database_url: str) -> None:
    async def scenario(one: Worker, _other: Worker) -> None:
        [patient] = await guests(one, 1)
        await one.quick_match.seek(patient, SeekRequest(settings={"players": 2}))
        began = update(seeks).values(created_at=time() - 500)
        async with one.database.engine.begin() as connection:
            await connection.execute(began)
        await one.quick_match.seek(patient, SeekRequest(settings={"players": 2}))
        assert (
            await one.quick_match.seek(patient, SeekRequest(settings={"players": 2}))
        ).waiting == pytest.approx(500, abs=30)

    run(database_url, scenario)
