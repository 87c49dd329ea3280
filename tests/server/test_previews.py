"""Lists of games show where each game stands and how many people watch it."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from sqlalchemy import select, update

from ringrift import Game
from ringrift.server.bus.bus import LocalBus
from ringrift.server.clock import SystemClock
from ringrift.server.games.spectators import SpectatorCounts
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import games
from tests.server.running_server import (
    HIGH_LIMITS,
    TIMEOUT,
    Client,
    RunningServer,
    begin,
    on_sqlite,
    running,
    start_two_player_game,
)


def listed(client: Client, path: str, game: str) -> dict[str, Any]:
    [found] = [one for one in client.get(path) if one["id"] == game]
    return dict(found)


def test_a_live_game_is_listed_with_its_position(database_url: str) -> None:
    with running(replace(HIGH_LIMITS, database=database_url)) as server:
        first, second, game = start_two_player_game(server)
        before = listed(second, "/live", game)["preview"]
        assert (before["turn"], before["to_move"]) == (1, 1)
        begin(first, game)
        view = second.get(f"/games/{game}")
        assert view["preview"] == {"position": view["position"], "turn": 2, "to_move": 2}
        assert listed(second, "/live", game)["preview"] == view["preview"]
        name = first.account["name"] if first.account else ""
        assert listed(second, f"/players/{name}/games", game)["preview"] == view["preview"]


def test_a_finished_game_keeps_its_final_position(database_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=database_url)
    with running(settings) as server:
        first, _second, game = start_two_player_game(server)
        begin(first, game)
        position = first.get(f"/games/{game}")["position"]
        first.post(f"/games/{game}/resign", status=201)
        assert first.account is not None
        path = f"/players/{first.account['name']}/games"
        preview = listed(first, path, game)["preview"]
        assert preview["to_move"] is None
        cells = position.split(" ")[2]
        assert preview["position"].split(" ")[2] == cells
        assert Game.from_position(preview["position"]).state.turn_number == preview["turn"] == 2
    with running(settings) as server:  # not from memory
        assert listed(server.visitor(), path, game)["preview"] == preview


def test_an_old_game_gets_its_preview_when_it_is_first_listed(database_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=database_url)
    with running(settings) as server:
        first, _second, game = start_two_player_game(server)
        begin(first, game)
        first.post(f"/games/{game}/resign", status=201)
        assert first.account is not None
        path = f"/players/{first.account['name']}/games"
        expected = listed(first, path, game)["preview"]
    asyncio.run(forget_final_positions(database_url))
    with running(settings) as server:
        assert listed(server.visitor(), path, game)["preview"] is None
        until = monotonic() + TIMEOUT
        while (preview := listed(server.visitor(), path, game)["preview"]) is None:
            assert monotonic() < until, "the preview was not stored"
        assert preview == expected


async def forget_final_positions(url: str) -> None:
    database = Database(url)
    async with database.engine.begin() as connection:
        await connection.execute(update(games).values(final_position=None))
    await database.close()


def test_an_open_game_has_no_preview(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        game = server.guest().post("/games", {"settings": {"players": 2}}, status=201)
        assert game["preview"] is None
        assert game["speed"] == "untimed"
        assert server.visitor().get("/lobby")[0]["preview"] is None


def test_workers_ask_each_other_where_their_games_stand(postgres_url: str) -> None:
    settings = replace(HIGH_LIMITS, database=postgres_url)
    with running(settings) as owner, running(settings) as other:
        first, _second, game = start_two_player_game(owner)
        begin(first, game)
        assert owner.worker.directory.owned(game) is not None
        assert other.worker.directory.owned(game) is None
        preview = listed(other.visitor(), "/live", game)["preview"]
        assert preview == first.get(f"/games/{game}")["preview"]


def test_the_preview_needs_no_write_per_move(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        first, _second, game = start_two_player_game(server)
        begin(first, game)
        assert listed(first, "/live", game)["preview"]["turn"] == 2
        with sqlite3.connect(tmp_path / "ringrift.db") as database:
            stored = database.execute("SELECT final_position FROM games").fetchall()
    assert stored == [(None,)]


def spectators(server: RunningServer, game: str) -> int:
    return int(listed(server.visitor(), "/live", game)["spectators"])


def wait_for_spectators(server: RunningServer, game: str, number: int) -> None:
    until = monotonic() + TIMEOUT
    while spectators(server, game) != number:
        assert monotonic() < until, "the number of spectators is wrong"


def test_spectators_are_counted_without_the_players(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        first, _second, game = start_two_player_game(server)
        watching, stranger = server.guest(), server.visitor()
        assert spectators(server, game) == 0
        with first.socket() as playing, watching.socket() as one, watching.socket() as two:
            for socket in (playing, one, two):
                socket.send(type="watch", game=game)
                socket.until("watching")
            assert spectators(server, game) == 1  # one account with two pages
            with stranger.socket() as third:
                third.send(type="watch", game=game)
                third.until("watching")
                assert spectators(server, game) == 2
                third.send(type="unwatch", game=game)
                third.send(type="ping", t=1)
                third.until("pong")
                assert spectators(server, game) == 1
        wait_for_spectators(server, game, 0)


def test_a_spectator_who_takes_a_seat_no_longer_counts(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        first, second = server.guest(), server.guest()
        game = first.post("/games", {"settings": {"players": 2}}, status=201)["id"]
        with second.socket() as socket:
            socket.send(type="watch", game=game)
            socket.until("watching")
            second.post(f"/games/{game}/join")
            socket.until_event("started")
            assert spectators(server, game) == 0


def test_spectators_of_all_workers_are_counted() -> None:
    async def scenario() -> None:
        bus, clock = LocalBus(), SystemClock()
        one, other = (
            SpectatorCounts(bus, name, clock, update_seconds=0.01) for name in ("one", "other")
        )
        try:
            one.enter("game", "ada")
            other.enter("game", "bob")
            other.enter("game", "cyd")
            async with asyncio.timeout(TIMEOUT):
                while (one.count("game"), other.count("game")) != (3, 3):
                    await asyncio.sleep(0.01)
                other.leave("game", "cyd")
                while one.count("game") != 2:
                    await asyncio.sleep(0.01)
                await other.close()  # its heartbeats stop
                while one.count("game") != 1:
                    await asyncio.sleep(0.01)
        finally:
            await one.close()

    asyncio.run(scenario())


def test_the_final_position_is_stored_by_the_commit_that_ends_the_game(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        first, _second, game = start_two_player_game(server)
        begin(first, game)
        first.post(f"/games/{game}/resign", status=201)  # answered once durable

        async def read() -> str | None:
            async with server.worker.database.reading.connect() as connection:
                wanted = select(games.c.final_position).where(games.c.id == game)
                found: str | None = await connection.scalar(wanted)
                return found

        assert asyncio.run_coroutine_threadsafe(read(), server.loop).result(TIMEOUT)
