"""A worker whose lease expired gives no answer from its own copy of a game."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from ringrift.host import GameSession, GameSettings, Person
from ringrift.host.events import Event
from ringrift.rules.notation import parse_move
from ringrift.server.errors import ApiError
from ringrift.server.games.live_game import GameLostError, LiveGame
from ringrift.server.storage.database import Database
from ringrift.server.storage.journal import EventRow, Journal

EXPIRY = 10.0


class ManualClock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds

    def monotonic(self) -> float:
        return self.seconds


async def ignore(game: LiveGame, rows: Sequence[EventRow]) -> None:
    """There is no one to inform."""


def refused(session: GameSession, now: float) -> Sequence[Event]:
    return session.play(2, parse_move(session.state, "@d4"), now=now)


def sequence_of(session: GameSession, _now: float) -> int:
    return session.sequence


def with_game(folder: Path, test: Callable[[LiveGame, ManualClock], Awaitable[None]]) -> None:
    async def run() -> None:
        database = Database(f"sqlite:///{folder}/ringrift.db")
        await database.start()
        clock, journal = ManualClock(), Journal(database)
        session = GameSession(
            GameSettings(players=2), [Person("Ann", "1"), Person("Ben", "2")], now=0.0
        )
        try:
            await test(
                LiveGame("0" * 32, session, 1, journal, clock, ignore, owned_until=EXPIRY), clock
            )
        finally:
            await journal.close()
            await database.close()

    asyncio.run(run())


def test_a_command_is_refused_while_the_lease_is_valid(tmp_path: Path) -> None:
    async def test(game: LiveGame, _clock: ManualClock) -> None:
        with pytest.raises(ApiError, match="NOT_YOUR_TURN"):
            await game.run(refused)
        assert await game.read(sequence_of) == 1

    with_game(tmp_path, test)


def test_a_command_goes_to_the_new_owner_instead_of_being_refused(tmp_path: Path) -> None:
    """The other worker may have played on: here the command only looks wrong."""

    async def test(game: LiveGame, clock: ManualClock) -> None:
        clock.seconds = EXPIRY
        with pytest.raises(GameLostError):
            await game.run(refused)
        with pytest.raises(GameLostError):
            await game.read(sequence_of)

    with_game(tmp_path, test)


def test_a_renewed_lease_makes_the_answers_valid_again(tmp_path: Path) -> None:
    async def test(game: LiveGame, clock: ManualClock) -> None:
        clock.seconds = EXPIRY
        game.owned_until = EXPIRY + 2
        assert await game.read(sequence_of) == 1

    with_game(tmp_path, test)
