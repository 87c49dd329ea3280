"""Which worker owns which game: routes requests to the owner and adopts orphaned games."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from time import monotonic, time
from typing import Any, Final, cast
from weakref import WeakValueDictionary

from sqlalchemy import select

from ringrift.host.rules_guard.guard import RulesGuard
from ringrift.server.bus.bus import Bus
from ringrift.server.bus.rpc import RpcTimeoutError, WorkerRpc
from ringrift.server.errors import ApiError
from ringrift.server.games.bus_topics import game_topic
from ringrift.server.games.commands import (
    Accepted,
    Command,
    GameSnapshot,
    GetSnapshot,
    Reply,
    Request,
    dump_reply,
    dump_request,
    load_reply,
    load_request,
)
from ringrift.server.games.live_game import GameLostError, LiveGame, count_moves
from ringrift.server.games.restore import restore_games
from ringrift.server.operations.metrics import Metrics
from ringrift.server.storage.database import Database
from ringrift.server.storage.journal import EventRow, Journal
from ringrift.server.storage.lease import LEASE_SECONDS, RENEW_SECONDS, Lease, Leases
from ringrift.server.storage.tables import events, games

_ROUTE_TIMEOUT: Final = 8.0  # seconds in which a request must reach the owner of its game
_RETRY_SECONDS: Final = 0.1
_LIVENESS_SECONDS: Final = 0.5  # of silence, after which the lease of a called worker is checked
_RESTORE_RETRY_SECONDS: Final = 30.0  # after which a failed restore is repeated
_RESTORE_BATCH: Final = 50  # games
_MAX_CACHED_OWNERS: Final = 10_000
_MOVED: Final = "MOVED"
_FIRST_TERM: Final = 1
_log = logging.getLogger("ringrift.server.games")

Handler = Callable[[LiveGame, Request], Awaitable[Reply]]


class GameDirectory:
    """The live games of this worker, and the route to those of other workers."""

    def __init__(
        self,
        database: Database,
        journal: Journal,
        bus: Bus,
        worker: str,
        metrics: Metrics,
        rules_guard: RulesGuard,
        *,
        handler: Handler,
        on_change: Callable[[LiveGame], None],
    ) -> None:
        self._database = database
        self._journal = journal
        self._bus = bus
        self._worker = worker
        self._metrics = metrics
        self._rules_guard = rules_guard
        self._handler = handler
        self._on_change = on_change  # schedules clocks and computers after every change
        self._leases = Leases(database, worker)
        self._rpc = WorkerRpc(bus, worker, self._handle_call)
        self._live: dict[str, LiveGame] = {}
        self._owners: dict[str, str] = {}  # cached: the other worker that last replied for a game
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._adoption: asyncio.Task[None] | None = None
        self._takes: set[asyncio.Task[LiveGame | None]] = set()
        self._restore_due: dict[str, float] = {}  # owned but not restored: when to try next
        self._liveness: dict[str, tuple[float, asyncio.Task[bool]]] = {}  # of other workers
        self._closing = asyncio.Event()
        self._tasks = (
            asyncio.create_task(self._renew_leases(), name="leases"),
            asyncio.create_task(self._take_orphans(), name="orphans"),
        )

    @property
    def live(self) -> Sequence[LiveGame]:
        return tuple(self._live.values())

    async def run(self, game: str, command: Command) -> Accepted:
        """Execute a command in the worker that owns the game."""
        return cast(Accepted, await self._route(game, command))

    async def snapshot(self, game: str, account: str | None) -> GameSnapshot:
        """Return the live game as it stands, from the view of the account."""
        return cast(GameSnapshot, await self._route(game, GetSnapshot(account=account)))

    async def take(self, game: str) -> LiveGame | None:
        """Own the game here if no other worker does; completes even if the caller is cancelled."""
        task = asyncio.create_task(self._take(game))
        self._takes.add(task)
        task.add_done_callback(self._takes.discard)
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Release all games; other workers can take them over at once."""
        self._closing.set()  # tasks are not cancelled: an interrupted statement could keep locks
        running = [*self._takes, *filter(None, [self._adoption])]
        await asyncio.gather(*self._tasks, *running, return_exceptions=True)
        await self._rpc.close()
        for game in self.live:
            await game.wait_idle()
            self._drop(game.id)
        await self._leases.release(time())

    async def _route(self, game: str, request: Request) -> Reply:
        deadline = time() + _ROUTE_TIMEOUT
        while True:
            try:
                return await self._route_once(game, request)
            except (GameLostError, RpcTimeoutError):
                if time() > deadline:
                    message = "the game is moving to another worker: send it again"
                    raise ApiError(503, "TRY_AGAIN", message) from None
                await asyncio.sleep(_RETRY_SECONDS)

    async def _route_once(self, game: str, request: Request) -> Reply:
        here = self._owned(game)
        if here is None:
            owner = self._owners.get(game) or await self._leases.find_owner(game, time())
            if owner is not None and owner != self._worker:
                return await self._call(owner, game, request)
            here = await self._find(game)
        if here is None:
            accepted = await self._stored_reply(game, request)
            if accepted is not None:
                return accepted
            await self._require_live(game)
            raise GameLostError(game)
        return await self._handler(here, request)

    def _owned(self, game: str) -> LiveGame | None:
        here = self._live.get(game)
        return None if here is None or here.lost else here

    async def _find(self, game: str) -> LiveGame | None:
        """Return the game if this worker owns it or can take it.

        After a worker died many requests arrive at once: they share one adoption.
        """
        await self._adopt()
        return self._owned(game) or await self.take(game)

    async def _call(self, owner: str, game: str, request: Request) -> Reply:
        """Return the owner's reply; give up when the owner's leases expire."""
        params = {"game": game, "request": dump_request(request)}
        call = asyncio.ensure_future(self._rpc.call(owner, request.name, params))
        try:
            while not (await asyncio.wait({call}, timeout=_LIVENESS_SECONDS))[0]:
                if self._owned(game) is not None or not await self._is_alive(owner):
                    raise GameLostError(game)
            reply = load_reply(request, await call)
        except ApiError as error:
            self._owners.pop(game, None)
            if error.refusal.code == _MOVED:
                raise GameLostError(game) from error
            raise
        except BaseException:
            self._owners.pop(game, None)
            raise
        finally:
            call.cancel()
        if len(self._owners) < _MAX_CACHED_OWNERS:
            self._owners[game] = owner
        return reply

    async def _is_alive(self, worker: str) -> bool:
        """Return whether the worker holds a valid lease; one query serves all waiting callers."""
        at, query = self._liveness.get(worker, (0.0, None))
        if query is None or monotonic() - at > _LIVENESS_SECONDS / 2:
            query = asyncio.create_task(self._leases.is_alive(worker, time()))
            self._liveness[worker] = (monotonic(), query)
        return await asyncio.shield(query)

    async def _handle_call(self, name: str, params: Any) -> Any:
        """Handle a call of another worker, which retries if the game is no longer here."""
        game = params["game"]
        try:
            here = self._owned(game) or await self._find(game)
            if here is None:
                raise GameLostError(game)
            return dump_reply(await self._handler(here, load_request(name, params["request"])))
        except GameLostError as error:
            raise ApiError(503, _MOVED, "another worker owns the game") from error

    async def _stored_reply(self, game: str, request: Request) -> Accepted | None:
        """Return the first reply to a command that is repeated after the game ended."""
        if request.journal_key is None:
            return None
        stored = select(events.c.sequence).where(
            events.c.game_id == game, events.c.client_id == request.journal_key
        )
        async with self._database.reading.connect() as connection:
            sequence = await connection.scalar(stored)
        return None if sequence is None else Accepted(sequence)

    async def _require_live(self, game: str) -> None:
        async with self._database.reading.connect() as connection:
            status = await connection.scalar(select(games.c.status).where(games.c.id == game))
        if status is None:
            raise ApiError(404, "NOT_FOUND", "there is no such game")
        if status == "open":
            message = "the game has not started: wait until all seats are taken"
            raise ApiError(409, "NOT_STARTED", message)
        if status != "live":
            message = "the game is over: its record is at /games/{id}/record"
            raise ApiError(409, "GAME_OVER", message)

    async def _take(self, game: str) -> LiveGame | None:
        async with self._locks.setdefault(game, asyncio.Lock()):
            owned = self._owned(game)
            if owned is not None:
                return owned
            lease = await self._leases.take(game, time())
            if lease is None:
                return None
            await self._restore([lease])
            if game in self._restore_due:
                message = "this game cannot be restored: the server's log has the reason"
                raise ApiError(500, "INTERNAL", message)
            return self._live.get(game)

    async def _restore(self, leases: Sequence[Lease]) -> None:
        """Restore these games from the journal and resume their clocks; log those that fail."""
        try:
            restored = await restore_games(
                self._database, [lease.game for lease in leases], self._rules_guard
            )
        except BaseException:
            self._restore_due |= {lease.game: monotonic() + _LIVENESS_SECONDS for lease in leases}
            raise
        resumes = []
        for lease in leases:
            session, rows = restored[lease.game]
            if isinstance(session, Exception):
                self._restore_due[lease.game] = monotonic() + _RESTORE_RETRY_SECONDS
                _log.error(
                    "a live game cannot be restored", exc_info=session, extra={"game": lease.game}
                )
                continue
            self._restore_due.pop(lease.game, None)
            self._drop(lease.game)
            game = LiveGame(lease.game, session, lease.term, self._journal, self._committed)
            game.load_accepted(rows)
            self._live[lease.game] = game
            resumes.append(self._resume(game, lease))
        self._metrics.live_games.set(len(self._live))
        await asyncio.gather(*resumes)

    async def _resume(self, game: LiveGame, lease: Lease) -> None:
        if lease.term == _FIRST_TERM and time() - (lease.alive_at or 0.0) < LEASE_SECONDS:
            self._on_change(game)
            return
        self._metrics.takeovers.inc()
        with suppress(ApiError, GameLostError):  # the journal failed or another worker was faster
            await game.run(lambda session, now: session.resume(stopped=lease.alive_at, now=now))

    async def _committed(self, game: LiveGame, rows: Sequence[EventRow]) -> None:
        self._metrics.moves.inc(count_moves(rows))
        if game.session.over:
            outcome = game.session.outcome
            self._metrics.games_ended.labels(outcome.reason if outcome else "none").inc()
            self._drop(game.id)
        self._on_change(game)
        try:
            await self._bus.publish(game_topic(game.id), [(row.sequence, row.body) for row in rows])
        except Exception:  # noqa: BLE001 - the events are durable: subscribers read the journal
            _log.exception("events could not be published", extra={"game": game.id})

    def _drop(self, game: str) -> None:
        dropped = self._live.pop(game, None)
        if dropped is not None:
            dropped.close()
            self._on_change(dropped)
        self._metrics.live_games.set(len(self._live))

    async def _renew_leases(self) -> None:
        while await self._pause():
            try:
                await self._renew()
            except Exception:  # noqa: BLE001 - without leases all games stop: try again
                _log.exception("leases could not be renewed")

    async def _pause(self) -> bool:
        """Sleep until the next renewal; return False when the directory closes."""
        try:
            await asyncio.wait_for(self._closing.wait(), RENEW_SECONDS)
        except TimeoutError:
            return True
        return False

    async def _take_orphans(self) -> None:
        """Take games without an owner; apart from the renewal, because there may be many."""
        while await self._pause():
            try:
                await self._adopt()
                for game in [game for game, at in self._restore_due.items() if at < monotonic()]:
                    await self._retry_restore(game)
            except Exception:  # noqa: BLE001 - the players wait: try again
                _log.exception("games without an owner could not be taken")

    async def _adopt(self) -> None:
        """Take all games without an owner; concurrent callers share one adoption."""
        if self._adoption is None or self._adoption.done():
            self._adoption = asyncio.create_task(self._adopt_all(), name="adoption")
        await asyncio.shield(self._adoption)

    async def _adopt_all(self) -> None:
        leases = await self._leases.take_orphans(time())
        due = monotonic() + _LIVENESS_SECONDS
        self._restore_due |= {lease.game: due for lease in leases}
        for first in range(0, len(leases), _RESTORE_BATCH):
            async with AsyncExitStack() as locks:
                batch = leases[first : first + _RESTORE_BATCH]
                for lease in batch:
                    lock = self._locks.setdefault(lease.game, asyncio.Lock())
                    await locks.enter_async_context(lock)
                await self._restore([lease for lease in batch if self._owned(lease.game) is None])

    async def _retry_restore(self, game: str) -> None:
        """Restore a game that failed before, unless another worker has it or it is over."""
        self._restore_due[game] = monotonic() + _LIVENESS_SECONDS
        with suppress(ApiError):  # logged, and tried again
            await self.take(game)
            self._restore_due.pop(game, None)

    async def _renew(self) -> None:
        """Renew the leases, drop games of other workers, release broken ones for a new restore."""
        before = self.live
        held = await self._leases.renew(time())
        for game in before:
            if self._live.get(game.id) is game and (game.lost or game.id not in held):
                self._drop(game.id)
                if game.id in held:
                    await self._leases.release(time(), [game.id])
