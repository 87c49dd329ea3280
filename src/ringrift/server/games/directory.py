"""Which worker plays which game: commands find the owner, and games whose owner is gone find a new one."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from time import time
from typing import Any, Final

from sqlalchemy import select

from ringrift.host.event_json import load_event
from ringrift.host.settings import load_settings
from ringrift.host.table import Table
from ringrift.kernel.oversight import Oversight
from ringrift.server.bus.bus import Bus
from ringrift.server.bus.calls import Calls, NoAnswerError
from ringrift.server.errors import ApiError
from ringrift.server.games.live import GameLostError, LiveGame, client_name, moves_in
from ringrift.server.games.topics import game_topic
from ringrift.server.operations.metrics import Metrics
from ringrift.server.storage.database import Database
from ringrift.server.storage.journal import EventRow, Journal, read_events
from ringrift.server.storage.lease import RENEW_SECONDS, Lease, Leases
from ringrift.server.storage.tables import events, games

_PATIENCE: Final = 8.0  # seconds in which a command must find the owner of its game
_RETRY: Final = 0.1
_MOVED: Final = "MOVED"
_FIRST_TERM: Final = 1
_log = logging.getLogger("ringrift.server.games")

Command = Callable[[LiveGame, Any], Awaitable[Any]]


class Directory:
    """The live games of this worker, and the way to those of the others."""

    def __init__(
        self,
        database: Database,
        journal: Journal,
        bus: Bus,
        worker: str,
        metrics: Metrics,
        oversight: Oversight,
        after: Callable[[LiveGame], None],
    ) -> None:
        self._database = database
        self._journal = journal
        self._bus = bus
        self._worker = worker
        self._metrics = metrics
        self._oversight = oversight
        self._after = after  # clocks and computers look at a game whenever it has changed
        self._leases = Leases(database, worker)
        self._calls = Calls(bus, worker, self._answer)
        self._live: dict[str, LiveGame] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self._commands: dict[str, Command] = {}
        self._task = asyncio.create_task(self._keep(), name="leases")

    def command(self, name: str, command: Command) -> None:
        """What can be asked of a live game, by name: it may come from another worker."""
        self._commands[name] = command

    @property
    def live(self) -> Sequence[LiveGame]:
        return tuple(self._live.values())

    async def run(self, game: str, name: str, arguments: Any) -> Any:
        """Let the owner of the game do it, whoever that is."""
        until = time() + _PATIENCE
        while True:
            try:
                return await self._run_once(game, name, arguments)
            except (GameLostError, NoAnswerError):
                if time() > until:
                    raise ApiError(503, "TRY_AGAIN", "the game changes its worker: send it again") from None
                await asyncio.sleep(_RETRY)

    async def take(self, game: str) -> LiveGame | None:
        """Play the game here, if nobody else does."""
        lock = self._opening.setdefault(game, asyncio.Lock())
        async with lock:
            held = self._live.get(game)
            if held is not None and not held.lost:
                return held
            lease = await self._leases.take(game, time())
            opened = None if lease is None else await self._restore(lease)
        self._opening.pop(game, None)
        return opened

    async def close(self) -> None:
        """Give all games back, so that others can go on with them at once."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._calls.close()
        for game in self.live:
            await game.settled()
            self._drop(game.id)
        await self._leases.release()

    async def _run_once(self, game: str, name: str, arguments: Any) -> Any:
        here = self._live.get(game)
        if here is None or here.lost:
            holder = await self._leases.holder(game, time())
            if holder is not None and holder != self._worker:
                return await self._ask(holder, name, {"game": game, "arguments": arguments})
            if holder == self._worker:  # it was ours and its memory is spoilt: a new term for a new table
                await self._leases.release([game])
            here = await self.take(game)
        if here is None:
            answered = await self._answered(game, arguments)
            if answered is not None:
                return answered
            await self._expect_live(game)
            raise GameLostError(game)
        return await self._commands[name](here, arguments)

    async def _ask(self, holder: str, name: str, question: Any) -> Any:
        try:
            return await self._calls.ask(holder, name, question)
        except ApiError as error:
            if error.refusal.code == _MOVED:
                raise GameLostError(question["game"]) from error
            raise

    async def _answer(self, name: str, question: Any) -> Any:
        """For another worker, which looks again if the game is no longer here."""
        here = self._live.get(question["game"])
        try:
            if here is None:
                raise GameLostError(question["game"])
            return await self._commands[name](here, question["arguments"])
        except GameLostError as error:
            raise ApiError(503, _MOVED, "the game has another worker") from error

    async def _answered(self, game: str, arguments: Any) -> Any:
        """The first answer to a command that is sent again when the game is over."""
        named = client_name(arguments)
        if named is None:
            return None
        known = select(events.c.sequence).where(events.c.game_id == game, events.c.client_id == named)
        async with self._database.engine.connect() as connection:
            sequence = await connection.scalar(known)
        return None if sequence is None else {"sequence": sequence}

    async def _expect_live(self, game: str) -> None:
        async with self._database.engine.connect() as connection:
            status = await connection.scalar(select(games.c.status).where(games.c.id == game))
        if status is None:
            raise ApiError(404, "NOT_FOUND", "there is no such game")
        if status == "open":
            raise ApiError(409, "NOT_STARTED", "the game has not begun: wait for everybody to sit down")
        if status != "live":
            raise ApiError(409, "GAME_OVER", "the game is over: its record is at /games/{id}/record")

    async def _restore(self, lease: Lease) -> LiveGame:
        async with self._database.engine.connect() as connection:
            settings = await connection.scalar(select(games.c.settings).where(games.c.id == lease.game))
        rows = await read_events(self._database, lease.game)
        table = Table.restore(
            load_settings(json.loads(settings or "{}")),
            (load_event(json.loads(row.body)) for row in rows),
            time=time,
            oversight=self._oversight,
        )
        game = LiveGame(lease.game, table, lease.term, self._journal, self._announce)
        game.remember(rows)
        self._live[lease.game] = game
        self._metrics.games_live.set(len(self._live))
        if lease.term == _FIRST_TERM:
            self._after(game)
        else:
            self._metrics.taken_over.inc()
            await game.run(lambda table, now: table.resume(now=now))
        return game

    async def _announce(self, game: LiveGame, rows: Sequence[EventRow]) -> None:
        self._metrics.moves.labels("all").inc(moves_in(rows))
        if game.table.over:
            outcome = game.table.outcome
            self._metrics.games_ended.labels(outcome.reason if outcome else "none").inc()
            self._drop(game.id)
        self._after(game)
        try:
            await self._bus.publish(game_topic(game.id), [(row.sequence, row.body) for row in rows])
        except Exception:  # noqa: BLE001 - the move is durable: whoever did not hear of it reads it from the journal
            _log.exception("events could not be announced", extra={"game": game.id})

    def _drop(self, game: str) -> None:
        dropped = self._live.pop(game, None)
        if dropped is not None:
            dropped.close()
            self._after(dropped)
        self._metrics.games_live.set(len(self._live))

    async def _keep(self) -> None:
        """Renew what is ours, drop what is not any more, take what nobody has."""
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                await self._renew()
                for orphan in await self._leases.orphans(time()):
                    await self._adopt(orphan)
            except Exception:  # noqa: BLE001 - without leases all games would stand still: try again
                _log.exception("leases could not be renewed")

    async def _renew(self) -> None:
        """Drop what another worker has by now, and give back what is spoilt, so that it is restored."""
        before = self.live
        held = await self._leases.renew(time())
        for game in before:
            if self._live.get(game.id) is game and (game.lost or game.id not in held):
                self._drop(game.id)
                if game.id in held:
                    await self._leases.release([game.id])

    async def _adopt(self, orphan: str) -> None:
        """A game that cannot be restored must not keep the others waiting; the log says which it is."""
        try:
            await self.take(orphan)
        except Exception:  # noqa: BLE001 - it is logged, and the rest goes on
            _log.exception("a live game cannot be restored", extra={"game": orphan})
