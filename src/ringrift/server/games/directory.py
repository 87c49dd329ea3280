"""Which worker plays which game: commands find the owner, and games whose owner is gone find a new one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from time import monotonic, time
from typing import Any, Final
from weakref import WeakValueDictionary

from sqlalchemy import select

from ringrift.host.rules_guard.guard import RulesGuard
from ringrift.server.bus.bus import Bus
from ringrift.server.bus.rpc import RpcTimeoutError, WorkerRpc
from ringrift.server.errors import ApiError
from ringrift.server.games.bus_topics import game_topic
from ringrift.server.games.live_game import GameLostError, LiveGame, client_name, moves_in
from ringrift.server.games.restore import restore_games
from ringrift.server.operations.metrics import Metrics
from ringrift.server.storage.database import Database
from ringrift.server.storage.journal import EventRow, Journal
from ringrift.server.storage.lease import LEASE_SECONDS, RENEW_SECONDS, Lease, Leases
from ringrift.server.storage.tables import events, games

_PATIENCE: Final = 8.0  # seconds in which a command must find the owner of its game
_RETRY: Final = 0.1
_LOOK_AGAIN: Final = 0.5  # seconds of silence, then one looks whether the worker is still there
_TRY_SPOILT: Final = 30.0  # seconds after which a game that could not be restored is tried again
_AT_ONCE: Final = 50  # games that are restored together
_MOST_HOLDERS: Final = 10_000
_MOVED: Final = "MOVED"
_FIRST_TERM: Final = 1
_log = logging.getLogger("ringrift.server.games")

Command = Callable[[LiveGame, Any], Awaitable[Any]]


class GameDirectory:
    """The live games of this worker, and the way to those of the others."""

    def __init__(
        self,
        database: Database,
        journal: Journal,
        bus: Bus,
        worker: str,
        metrics: Metrics,
        rules_guard: RulesGuard,
        after: Callable[[LiveGame], None],
    ) -> None:
        self._database = database
        self._journal = journal
        self._bus = bus
        self._worker = worker
        self._metrics = metrics
        self._rules_guard = rules_guard
        self._after = after  # clocks and computers look at a game whenever it has changed
        self._leases = Leases(database, worker)
        self._calls = WorkerRpc(bus, worker, self._answer)
        self._live: dict[str, LiveGame] = {}
        self._holders: dict[str, str] = {}  # who answered for games of other workers
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._adoption: asyncio.Task[None] | None = None
        self._takings: set[asyncio.Task[LiveGame | None]] = set()
        self._spoilt: dict[str, float] = {}  # ours, but not restored: when they are tried again
        self._looks: dict[
            str, tuple[float, asyncio.Task[bool]]
        ] = {}  # at other workers, and what was seen
        self._commands: dict[str, Command] = {}
        self._closing = asyncio.Event()
        self._tasks = (
            asyncio.create_task(self._keep(), name="leases"),
            asyncio.create_task(self._take_orphans(), name="orphans"),
        )

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
            except (GameLostError, RpcTimeoutError):
                if time() > until:
                    raise ApiError(
                        503, "TRY_AGAIN", "the game changes its worker: send it again"
                    ) from None
                await asyncio.sleep(_RETRY)

    async def take(self, game: str) -> LiveGame | None:
        """Play the game here, if nobody else does. Whoever asked may go away meanwhile."""
        task = asyncio.create_task(self._take(game))
        self._takings.add(task)
        task.add_done_callback(self._takings.discard)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Give all games back, so that others can go on with them at once."""
        self._closing.set()  # and no task is cancelled: a statement cut off could keep its locks
        begun = [*self._takings, *filter(None, [self._adoption])]
        await asyncio.gather(*self._tasks, *begun, return_exceptions=True)
        await self._calls.close()
        for game in self.live:
            await game.settled()
            self._drop(game.id)
        await self._leases.release(time())

    async def _run_once(self, game: str, name: str, arguments: Any) -> Any:
        here = self._held(game)
        if here is None:
            holder = self._holders.get(game) or await self._leases.holder(game, time())
            if holder is not None and holder != self._worker:
                return await self._ask(holder, name, {"game": game, "arguments": arguments})
            here = await self._find(game)
        if here is None:
            answered = await self._answered(game, arguments)
            if answered is not None:
                return answered
            await self._expect_live(game)
            raise GameLostError(game)
        return await self._commands[name](here, arguments)

    def _held(self, game: str) -> LiveGame | None:
        here = self._live.get(game)
        return None if here is None or here.lost else here

    async def _find(self, game: str) -> LiveGame | None:
        """The game, if it can be played here. Where its worker died many ask at once: one looks for all."""
        await self._adopt()
        return self._held(game) or await self.take(game)

    async def _ask(self, holder: str, name: str, question: Any) -> Any:
        """The holder's answer; whoever is silent is waited for only while they are there."""
        game = question["game"]
        asked = asyncio.ensure_future(self._calls.ask(holder, name, question))
        try:
            while not (await asyncio.wait({asked}, timeout=_LOOK_AGAIN))[0]:
                if self._held(game) is not None or not await self._is_alive(holder):
                    raise GameLostError(game)
            answer = await asked
        except ApiError as error:
            self._holders.pop(game, None)
            if error.refusal.code == _MOVED:
                raise GameLostError(game) from error
            raise
        except BaseException:
            self._holders.pop(game, None)
            raise
        finally:
            asked.cancel()
        if len(self._holders) < _MOST_HOLDERS:
            self._holders[game] = holder
        return answer

    async def _is_alive(self, worker: str) -> bool:
        """One look serves all who wait for that worker."""
        at, look = self._looks.get(worker, (0.0, None))
        if look is None or monotonic() - at > _LOOK_AGAIN / 2:
            look = asyncio.create_task(self._leases.alive(worker, time()))
            self._looks[worker] = (monotonic(), look)
        return await asyncio.shield(look)

    async def _answer(self, name: str, question: Any) -> Any:
        """For another worker, which looks again if the game is no longer here."""
        try:
            here = self._held(question["game"]) or await self._find(question["game"])
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
        known = select(events.c.sequence).where(
            events.c.game_id == game, events.c.client_id == named
        )
        async with self._database.reading.connect() as connection:
            sequence = await connection.scalar(known)
        return None if sequence is None else {"sequence": sequence}

    async def _expect_live(self, game: str) -> None:
        async with self._database.reading.connect() as connection:
            status = await connection.scalar(select(games.c.status).where(games.c.id == game))
        if status is None:
            raise ApiError(404, "NOT_FOUND", "there is no such game")
        if status == "open":
            raise ApiError(
                409, "NOT_STARTED", "the game has not begun: wait for everybody to sit down"
            )
        if status != "live":
            raise ApiError(
                409, "GAME_OVER", "the game is over: its record is at /games/{id}/record"
            )

    async def _take(self, game: str) -> LiveGame | None:
        async with self._opening.setdefault(game, asyncio.Lock()):
            held = self._held(game)
            if held is not None:
                return held
            lease = await self._leases.take(game, time())
            if lease is None:
                return None
            await self._restore([lease])
            if game in self._spoilt:
                raise ApiError(500, "INTERNAL", "this game cannot be restored: the log says why")
            return self._live.get(game)

    async def _restore(self, leases: Sequence[Lease]) -> None:
        """Make the tables of these games, and let their clocks go on; the log says which cannot be made."""
        try:
            found = await restore_games(
                self._database, [lease.game for lease in leases], self._rules_guard
            )
        except BaseException:
            self._spoilt |= {lease.game: monotonic() + _LOOK_AGAIN for lease in leases}
            raise
        opened = []
        for lease in leases:
            table, rows = found[lease.game]
            if isinstance(table, Exception):
                self._spoilt[lease.game] = monotonic() + _TRY_SPOILT
                _log.error(
                    "a live game cannot be restored", exc_info=table, extra={"game": lease.game}
                )
                continue
            self._spoilt.pop(lease.game, None)
            self._drop(lease.game)
            game = LiveGame(lease.game, table, lease.term, self._journal, self._announce)
            game.remember(rows)
            self._live[lease.game] = game
            opened.append(self._go_on(game, lease))
        self._metrics.games_live.set(len(self._live))
        await asyncio.gather(*opened)

    async def _go_on(self, game: LiveGame, lease: Lease) -> None:
        if lease.term == _FIRST_TERM and time() - (lease.alive_at or 0.0) < LEASE_SECONDS:
            self._after(game)
            return
        self._metrics.taken_over.inc()
        with suppress(
            ApiError, GameLostError
        ):  # the journal failed, or another was quicker: it is lost
            await game.run(lambda table, now: table.resume(stopped=lease.alive_at, now=now))

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
        """Renew what is ours, drop what is not any more."""
        while await self._pause():
            try:
                await self._renew()
            except Exception:  # noqa: BLE001 - without leases all games would stand still: try again
                _log.exception("leases could not be renewed")

    async def _pause(self) -> bool:
        """A while; False when the end has come."""
        try:
            await asyncio.wait_for(self._closing.wait(), RENEW_SECONDS)
        except TimeoutError:
            return True
        return False

    async def _take_orphans(self) -> None:
        """Take what nobody has; beside the renewing, because there may be many."""
        while await self._pause():
            try:
                await self._adopt()
                for game in [game for game, at in self._spoilt.items() if at < monotonic()]:
                    await self._try_again(game)
            except Exception:  # noqa: BLE001 - their players would wait for ever: try again
                _log.exception("games without a worker could not be taken")

    async def _adopt(self) -> None:
        """Play all games here that nobody plays; whoever asks meanwhile waits for the same."""
        if self._adoption is None or self._adoption.done():
            self._adoption = asyncio.create_task(self._adopt_all(), name="adoption")
        await asyncio.shield(self._adoption)

    async def _adopt_all(self) -> None:
        leases = await self._leases.take_orphans(time())
        self._spoilt |= {
            lease.game: monotonic() + _LOOK_AGAIN for lease in leases
        }  # until they are restored
        for first in range(0, len(leases), _AT_ONCE):
            async with AsyncExitStack() as opening:
                some = leases[first : first + _AT_ONCE]
                for lease in some:
                    lock = self._opening.setdefault(lease.game, asyncio.Lock())
                    await opening.enter_async_context(lock)
                await self._restore([lease for lease in some if self._held(lease.game) is None])

    async def _try_again(self, game: str) -> None:
        """A game that is ours and could not be restored; if it cannot be taken it is another's, or over."""
        self._spoilt[game] = monotonic() + _LOOK_AGAIN
        with suppress(ApiError):  # it is logged, and tried again
            await self.take(game)
            self._spoilt.pop(game, None)

    async def _renew(self) -> None:
        """Drop what another worker has by now, and give back what is spoilt, so that it is restored."""
        before = self.live
        held = await self._leases.renew(time())
        for game in before:
            if self._live.get(game.id) is game and (game.lost or game.id not in held):
                self._drop(game.id)
                if game.id in held:
                    await self._leases.release(time(), [game.id])
