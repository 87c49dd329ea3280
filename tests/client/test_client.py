"""`ringrift.client` at a real server, which is restarted in the middle of games."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, TypeVar

import pytest

from ringrift.client import (
    AsyncClient,
    ChallengeChanged,
    ChallengeReceived,
    ChallengeRules,
    Client,
    ClientEvent,
    ConnectionLostError,
    GameChanged,
    GameOver,
    GameStarted,
    LiveGame,
    RematchOffered,
    ServerRefusalError,
    TakeBackOffered,
    YourTurn,
)
from ringrift.rules.errors import InvalidSetupError
from tests.client.server_process import ServerProcess, create_bot, server_process
from tests.server.running_server import TIMEOUT, RunningServer, on_sqlite, running

Kind = TypeVar("Kind")
pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("client"))) as started:
        yield started


@pytest.fixture
def process(tmp_path: Path) -> Iterator[ServerProcess]:
    with server_process(tmp_path) as started:
        yield started


async def until(events: AsyncIterator[ClientEvent], kind: type[Kind]) -> Kind:
    """Return the next event of this kind."""
    async with asyncio.timeout(TIMEOUT):
        async for event in events:
            if isinstance(event, kind):
                return event
    raise AssertionError("the events ended")


def any_move(game: LiveGame) -> Any:
    return Random(game.sequence).choice(list(game.position.legal_moves))


async def play_randomly(client: AsyncClient, turns: int = 10_000) -> LiveGame:
    """Play in every game until one is over or has that many turns."""
    async with asyncio.timeout(TIMEOUT):
        async for event in client.events():
            match event:
                case GameOver(game):
                    return game
                case GameChanged(game) if game.state.turn_number > turns:
                    return game
                case YourTurn(game):
                    await client.play(game, any_move(game))
    raise AssertionError("the events ended")


async def pair(base: str) -> tuple[AsyncClient, AsyncClient, str]:
    """Return two clients in a game that they have just started."""
    one, two = AsyncClient(base), AsyncClient(base)
    await one.log_in_as_guest()
    other = await two.log_in_as_guest()
    challenge = await one.challenge(other.name, seat=1, swap=False)
    accepted = await two.accept(challenge)
    assert accepted.game is not None
    return one, two, accepted.game


async def test_two_clients_play_a_game_to_its_end(server: RunningServer) -> None:
    one, two, game = await pair(server.base)
    async with one, two:
        ends = await asyncio.gather(play_randomly(one), play_randomly(two))
        assert {end.id for end in ends} == {game}
        assert ends[0].winner == ends[1].winner
        assert ends[0].ranking == ends[1].ranking
        assert (await one.game(game)).winner == ends[0].winner
        assert "square8" in await one.record(game)


async def test_a_challenge_is_received_answered_and_played(server: RunningServer) -> None:
    async with AsyncClient(server.base) as one, AsyncClient(server.base) as two:
        first, second = await one.log_in_as_guest(), await two.log_in_as_guest()
        asking, asked = one.events(), two.events()
        sent = await one.challenge(second.name, board="hex8")
        received = (await until(asked, ChallengeReceived)).challenge
        assert received.challenger == first
        assert received.settings["board"] == "hex8"
        declined = await two.decline(received, "busy")
        assert declined.opponents[0].reason == "busy"
        assert (await until(asking, ChallengeChanged)).challenge.status == "declined"
        again = await one.challenge(second.name)
        assert again.id != sent.id
        await two.accept((await until(asked, ChallengeReceived)).challenge)
        started = await asyncio.gather(until(asking, GameStarted), until(asked, GameStarted))
        assert started[0].game.id == started[1].game.id
        assert {one.game.your_seats for one in started} == {(1,), (2,)}
        assert len(await one.games()) == 1


async def test_a_move_for_an_older_position_is_not_played(server: RunningServer) -> None:
    one, two, _ = await pair(server.base)
    async with one, two:
        turn = await until(one.events(), YourTurn)
        move = any_move(turn.game)
        assert await one.play(turn.game, move)
        assert not await one.play(turn.game, move)
        with pytest.raises(ServerRefusalError) as refused:
            await one.play((await until(one.events(), YourTurn)).game, "z99")
        assert refused.value.code == "MALFORMED"


async def test_a_take_back_is_offered_and_agreed(server: RunningServer) -> None:
    one, two, _ = await pair(server.base)
    async with one, two:
        mine, others = one.events(), two.events()
        before = await until(mine, YourTurn)
        await one.play(before.game, any_move(before.game))
        await one.take_back(before.game, "offer")
        offered = await until(others, TakeBackOffered)
        assert offered.seat == 1
        await two.take_back(offered.game, "agree")
        turn = await until(mine, YourTurn)
        while turn.game.state != before.game.state:
            turn = await until(mine, YourTurn)


async def test_a_rematch_is_offered_and_accepted(server: RunningServer) -> None:
    one, two, game = await pair(server.base)
    async with one, two:
        await asyncio.gather(play_randomly(one, 2), play_randomly(two, 2))
        events = one.events()
        await one.resign(game)
        await until(events, GameOver)
        offered = await two.rematch(game)
        offer = await until(events, RematchOffered)
        assert offer.rematch_of == game
        assert (await one.rematch(game)).id == offered.id
        assert (await until(events, GameStarted)).game.id == offered.id


async def test_what_is_accepted_is_published(server: RunningServer) -> None:
    token = create_bot(server.base, "Owner Rules", "Ruler")
    async with AsyncClient(server.base, token) as bot, AsyncClient(server.base) as guest:
        await bot.account()
        rules = ChallengeRules(boards=["hex8"], speeds=["rapid"], games=2)
        await bot.set_challenge_rules(rules)
        assert await bot.challenge_rules() == rules
        await guest.log_in_as_guest()
        [listed] = [one for one in await guest.online("bot") if one.account.name == "Ruler"]
        assert listed.rules == rules
        assert listed.owner == "Owner Rules"
        with pytest.raises(ServerRefusalError) as refused:
            await guest.challenge("Ruler", board="square8")
        assert (refused.value.code, refused.value.path) == ("NOT_ACCEPTED", "settings.board")


async def test_a_game_goes_on_after_a_crash_of_the_server(process: ServerProcess) -> None:
    one, two, _ = await pair(process.base)
    async with one, two:
        await asyncio.gather(play_randomly(one, 3), play_randomly(two, 3))
        before = await one.games()
        await asyncio.to_thread(process.stop, signal.SIGKILL)
        # While the server is away, a command waits and a request is repeated.
        command = asyncio.create_task(one.play(before[0], any_move(before[0])))
        request = asyncio.create_task(two.open_games())
        await asyncio.to_thread(process.start)
        await asyncio.gather(command, request)
        ends = await asyncio.gather(play_randomly(one), play_randomly(two))
        assert ends[0].winner == ends[1].winner is not None


async def test_a_server_that_stays_away_ends_the_events(tmp_path: Path) -> None:
    server = RunningServer(on_sqlite(tmp_path)).start()
    async with AsyncClient(server.base, patience=1) as client:
        await client.log_in_as_guest()
        waiting = asyncio.create_task(until(client.events(), YourTurn))
        await client.account()
        await asyncio.to_thread(server.stop)
        with pytest.raises(ConnectionLostError):
            await waiting
        with pytest.raises(ConnectionLostError):
            await client.open_games()


async def test_a_wrong_token_is_refused_at_once(server: RunningServer) -> None:
    async with AsyncClient(server.base, "rrb_wrong") as client:
        with pytest.raises(ServerRefusalError) as refused:
            await client.account()
        assert refused.value.code == "BAD_TOKEN"


async def test_events_need_an_account(server: RunningServer) -> None:
    async with AsyncClient(server.base) as client:
        assert await client.open_games() is not None
        with pytest.raises(ServerRefusalError) as refused:
            await client.account()
        assert refused.value.code == "NOT_LOGGED_IN"


def test_an_address_without_a_scheme_is_refused() -> None:
    with pytest.raises(InvalidSetupError, match="http://"):
        AsyncClient("127.0.0.1:8080")


def test_the_client_without_asyncio_plays_a_game(server: RunningServer) -> None:
    with Client(server.base) as one, Client(server.base) as two:
        one.log_in_as_guest()
        other = two.log_in_as_guest()
        two.accept(one.challenge(other.name))
        ended: list[LiveGame] = []
        threads = [Thread(target=_play, args=(client, ended.append)) for client in (one, two)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(TIMEOUT)
        assert len({game.winner for game in ended}) == 1
        assert len(ended) == 2


def _play(client: Client, on_end: Callable[[LiveGame], object]) -> None:
    for event in client.events():
        match event:
            case YourTurn(game):
                client.play(game, any_move(game))
            case GameOver(game):
                on_end(game)
                return
