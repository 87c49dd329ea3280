"""Engines as a bot: accepts challenges by its rules and plays several games at once.

Each game has an engine process of its own, because an engine keeps its tables for one game. A
process whose game is over serves the next one.
"""

from __future__ import annotations

import asyncio
import logging
import shlex
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field, replace
from random import choice
from typing import Any, Final

from ringrift.client.async_client import AsyncClient
from ringrift.client.errors import ServerRefusalError
from ringrift.client.events import (
    ChallengeReceived,
    ClientEvent,
    GameOver,
    GameStarted,
    RematchOffered,
    TakeBackOffered,
    YourTurn,
)
from ringrift.client.live_game import LiveGame
from ringrift.client.types import ChallengeRules, GameInfo
from ringrift.host.time_management import share_of_clock
from ringrift.players.external.errors import EngineError
from ringrift.players.external.player import ExternalPlayer
from ringrift.rules.moves import Move

LAG_SECONDS: Final = 0.2  # of the clock, for the way to the server
MIN_SECONDS: Final = 0.05
_ATTEMPTS: Final = 2  # of an engine to choose a move
_log = logging.getLogger("ringrift.bot")


@dataclass(frozen=True, slots=True)
class BotSettings:
    """How a bot plays, and which challenges it accepts."""

    engine: str  # a command line
    rules: ChallengeRules = field(default_factory=ChallengeRules)
    seconds: float = 5.0  # the longest time for one choice
    nodes: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)  # of the engine
    rematches: bool = True

    @property
    def games(self) -> int:
        """How many games it plays at once."""
        return self.rules.games or 1


class EngineBot:
    """Runs until it is cancelled, or until it has drained."""

    def __init__(self, client: AsyncClient, settings: BotSettings) -> None:
        self._client = client
        self._settings = settings
        self._idle: list[ExternalPlayer] = []
        self._engines: dict[str, ExternalPlayer] = {}  # by game
        self._turns: dict[str, asyncio.Task[None]] = {}  # by game
        self._tasks: set[asyncio.Task[None]] = set()
        self._draining = False
        self._drained = asyncio.Event()

    async def run(self) -> None:
        """Play. Raises what ends the connection, or an engine that cannot be started."""
        self._idle.append(await self._start_engine())  # a wrong command shows at once
        rules = replace(self._settings.rules, games=self._settings.games)
        try:
            await self._client.set_challenge_rules(rules)
            name = (await self._client.account()).name
            _log.info("%s plays at most %d games at once", name, self._settings.games)
            events = self._start(self._follow())
            drained = asyncio.create_task(self._drained.wait())
            await asyncio.wait({events, drained}, return_when="FIRST_COMPLETED")
            drained.cancel()
            if events.done():
                events.result()
        finally:
            await self._stop()

    def drain(self) -> None:
        """Accept nothing more, finish the games, then end; `run` returns."""
        if self._draining:
            return
        self._draining = True
        _log.info("draining: %d games are in progress", len(self._engines))
        self._start(self._refuse_all())
        self._end_if_drained()

    async def _refuse_all(self) -> None:
        """Let the server refuse all challenges."""
        try:
            await self._client.set_challenge_rules(replace(self._settings.rules, accepts="nobody"))
        except ServerRefusalError:
            _log.exception("the rules could not be changed")

    async def _follow(self) -> None:
        async for event in self._client.events():
            await self._handle(event)

    async def _handle(self, event: ClientEvent) -> None:
        match event:
            case ChallengeReceived(challenge):
                await self._answer(challenge.id, challenge.challenger.name)
            case RematchOffered(game):
                await self._consider_rematch(game)
            case GameStarted(game):
                _log.info("game %s starts: %s", game.id, _players(game))
                await self._assign_engine(game.id)
            case YourTurn(game):
                self._interrupt(game.id)
                self._turns[game.id] = self._start(self._take_turn(game))
            case TakeBackOffered(game):
                await self._refuse_take_back(game)
            case GameOver(game):
                self._interrupt(game.id)
                _log.info("game %s is over: %s", game.id, _result(game))
                self._release_engine(game.id)
            case _:
                return

    async def _answer(self, challenge: str, challenger: str) -> None:
        """Accept a challenge, or decline it while there is no free engine."""
        try:
            if self._draining or self._is_busy:
                await self._client.decline(challenge, "later" if self._draining else "busy")
                return
            accepted = await self._client.accept(challenge)
        except ServerRefusalError as error:  # it was withdrawn, or has expired
            _log.info("a challenge of %s could not be answered: %s", challenger, error)
            return
        _log.info("accepted a challenge of %s", challenger)
        if accepted.game is not None:
            await self._assign_engine(accepted.game)

    async def _consider_rematch(self, finished: str) -> None:
        if self._draining or self._is_busy or not self._settings.rematches:
            return
        try:
            if self._accepts(await self._client.game(finished)):
                new = await self._client.rematch(finished)
                await self._assign_engine(new.id)
        except ServerRefusalError as error:
            _log.info("a rematch was not possible: %s", error)

    def _accepts(self, info: GameInfo) -> bool:
        """Return whether a rematch of the game fits the rules, which may have changed since."""
        rules = self._settings.rules
        return (
            (rules.boards is None or info.settings["board"] in rules.boards)
            and (rules.players is None or info.settings["players"] in rules.players)
            and (rules.speeds is None or info.speed in rules.speeds)
            and (rules.rated == "any" or info.rated is (rules.rated == "rated"))
        )

    @property
    def _is_busy(self) -> bool:
        return len(self._engines) >= self._settings.games

    async def _assign_engine(self, game: str) -> None:
        if game not in self._engines:
            self._engines[game] = self._idle.pop() if self._idle else await self._start_engine()

    def _release_engine(self, game: str) -> None:
        engine = self._engines.pop(game, None)
        if engine is not None:
            self._idle.append(engine)
        self._end_if_drained()

    def _end_if_drained(self) -> None:
        if self._draining and not self._engines:
            self._drained.set()

    async def _start_engine(self) -> ExternalPlayer:
        settings = self._settings

        def start() -> ExternalPlayer:
            return ExternalPlayer(
                shlex.split(settings.engine),
                seconds=settings.seconds,
                nodes=settings.nodes,
                options=settings.options,
            )

        return await asyncio.to_thread(start)

    async def _take_turn(self, game: LiveGame) -> None:
        """Choose and play; a choice that arrives too late is not played."""
        await self._assign_engine(game.id)
        move = await self._choose(game)
        try:
            await self._client.play(game, move)
        except ServerRefusalError:
            _log.exception("the server refused a move of %s", game.id)

    async def _choose(self, game: LiveGame) -> Move:
        """Return the engine's move. One that fails is started again and asked once more."""
        seconds = self._seconds(game)
        for _ in range(_ATTEMPTS):
            engine = self._engines[game.id]
            try:
                return await asyncio.to_thread(engine.choose, game.state, seconds)
            except EngineError:
                _log.exception("the engine failed in game %s", game.id)
                await asyncio.to_thread(engine.close)
                self._engines[game.id] = await self._start_engine()
        _log.error("a random move is played in game %s", game.id)
        return choice(list(game.position.legal_moves))

    def _seconds(self, game: LiveGame) -> float | None:
        """Return the time for a choice; None lets the engine's own limit count."""
        seat = game.to_choose
        left = None if game.clock is None or seat is None else game.clock[seat - 1]
        share = share_of_clock(game.settings.clock, left)
        if share is None:
            return None
        return max(MIN_SECONDS, min(share - LAG_SECONDS, self._settings.seconds))

    def _interrupt(self, game: str) -> None:
        """Stop a search whose move is no longer wanted."""
        task = self._turns.pop(game, None)
        if task is not None and not task.done():
            task.cancel()
            if game in self._engines:
                self._engines[game].stop()

    async def _refuse_take_back(self, game: LiveGame) -> None:
        try:
            await self._client.take_back(game, "decline")
        except ServerRefusalError:
            return  # it was withdrawn

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _stop(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        for engine in (*self._idle, *self._engines.values()):
            engine.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        engines = (*self._idle, *self._engines.values())
        await asyncio.gather(*(asyncio.to_thread(engine.close) for engine in engines))


def _players(game: LiveGame) -> str:
    return ", ".join(getattr(occupant, "name", occupant.kind) for occupant in game.seats)


def _result(game: LiveGame) -> str:
    if game.aborted:
        return "aborted"
    return "won" if game.winner in game.your_seats else f"seat {game.winner} won"
