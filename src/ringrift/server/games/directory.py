"""Which worker owns which game: routes requests to the owner and adopts orphaned games."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from typing import Any, Final, cast
from weakref import WeakValueDictionary

from sqlalchemy import select

from ringrift.host.rules_guard.guard import RulesGuard
from ringrift.server.bus.bus import Bus
from ringrift.server.bus.rpc import RpcTimeoutError, WorkerRpc
from ringrift.server.clock import Clock
from ringrift.server.errors import ApiError
from ringrift.server.games.bus_topics import game_topic
from ringrift.server.games.commands import (
    Accepted,
    CheckedPlan,
    CheckPlan,
    Command,
    GameCommand,
    GameSnapshot,
    GetSnapshot,
    PlayMove,
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
from ringrift.server.request_key import id_for
from ringrift.server.storage.database import Database
from ringrift.server.storage.failures import FAILURES
from ringrift.server.storage.journal import EventRow, Journal
from ringrift.server.storage.lease import (
    LEASE_SECONDS,
    ORPHAN_BATCH,
    RENEW_SECONDS,
    Lease,
    Leases,
)
from ringrift.server.storage.tables import events, games
from ringrift.server.work_pools import WorkPool

_ROUTE_TIMEOUT: Final = 8.0  # seconds in which a request must reach the owner of its game
_RETRY_SECONDS: Final = 0.1
_LIVENESS_SECONDS: Final = 0.5  # of silence, after which the lease of a called worker is checked
_RESTORE_RETRY_SECONDS: Final = 30.0  # after which a failed restore is repeated
_RESTORE_BATCH: Final = 50  # games
_MAX_DEAF_SECONDS: Final = 3.0  # without a bus, after which this worker gives its games up
_DEAF_TAKE_SECONDS: Final = 5.0  # without an owner: no worker with a bus wants the game
_DEAF_RETRY_SECONDS: Final = (
    30.0  # after which a worker that is still deaf gives its games up again
)
_MAX_CACHED_OWNERS: Final = 10_000
_MOVED: Final = "MOVED"
_RELEASED: Final = "games.released"  # the topic on which a worker announces that it gave games up
_HAND_OVER_SECONDS: Final = 2.0  # for running commands
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
        clock: Clock,
        rules_guard: RulesGuard,
        restore_pool: WorkPool,
        *,
        level_seconds: float,
        handler: Handler,
        on_change: Callable[[LiveGame], None],
        on_stored: Callable[[], None],
        on_isolated: Callable[[], None],
    ) -> None:
        self._database = database
        self._journal = journal
        self._bus = bus
        self._worker = worker
        self._metrics = metrics
        self._clock = clock
        self._rules_guard = rules_guard
        self._restore_pool = restore_pool
        self._level_seconds = level_seconds
        self._handler = handler
        self._on_change = on_change  # schedules clocks and computers after every change
        self._on_stored = on_stored  # called whenever the database has stored something
        self._on_isolated = on_isolated  # called when only other workers reach the database
        self._leases = Leases(database, worker)
        self._rpc = WorkerRpc(bus, worker, self._handle_call)
        self._live: dict[str, LiveGame] = {}
        self._owners: dict[str, str] = {}  # cached: the other worker that last replied for a game
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._adoption: asyncio.Task[None] | None = None
        self._takes: set[asyncio.Task[LiveGame | None]] = set()
        self._restore_due: dict[str, float] = {}  # owned but not restored: when to try next
        self._stopped: dict[str, float] = {}  # since when failed commits have held games up
        self._liveness: dict[str, tuple[float, asyncio.Task[bool]]] = {}  # of other workers
        self._gave_up_at: float | None = None  # while the bus is away
        self._handing_over = False
        self._giving_up = False
        self._orphans_due = asyncio.Event()
        bus.subscribe(_RELEASED, self._games_released)
        self._closing = asyncio.Event()
        self._renewal_timer = asyncio.get_running_loop().call_later(
            LEASE_SECONDS, self._leases_expired
        )
        self._tasks = (
            asyncio.create_task(self._renew_leases(), name="leases"),
            asyncio.create_task(self._take_orphans(), name="orphans"),
        )

    @property
    def live(self) -> Sequence[LiveGame]:
        return tuple(self._live.values())

    async def run(self, game: str, command: Command) -> Accepted:
        """Execute a command in the worker that owns the game."""
        if isinstance(command, GameCommand) and command.client_id is None:
            command = replace(command, client_id=id_for("command"))  # a repeated call has no effect
        return cast(Accepted, await self._route(game, command))

    async def check_plan(self, game: str, plan: CheckPlan) -> CheckedPlan:
        """Check conditional moves in the worker that owns the game."""
        return cast(CheckedPlan, await self._route(game, plan))

    async def snapshot(self, game: str, account: str | None) -> GameSnapshot:
        """Return the live game as it stands, from the view of the account."""
        return cast(GameSnapshot, await self._route(game, GetSnapshot(account=account)))

    async def take(self, game: str) -> LiveGame | None:
        """Own the game here if no other worker does; completes even if the caller is cancelled."""
        task = asyncio.create_task(self._take(game))
        self._takes.add(task)
        task.add_done_callback(self._takes.discard)
        return await asyncio.shield(task)

    async def hand_over(self) -> None:
        """Release all games and announce it: the other workers take them over at once.

        Commands that arrive meanwhile wait until another worker has the game.
        """
        self._handing_over = True
        await self._drop_all()
        try:
            await self._leases.release(self._clock.now())
        except FAILURES:
            _log.exception("the leases could not be released: they expire")
        await self._bus.publish(_RELEASED, None)

    async def _drop_all(self) -> None:
        """Drop all games after what runs on them, or would add to them."""
        running: set[asyncio.Future[Any]] = {*self._takes, *filter(None, [self._adoption])}
        running |= {asyncio.create_task(game.wait_idle()) for game in self.live}
        if running:
            await asyncio.wait(running, timeout=_HAND_OVER_SECONDS)
        for game in self.live:
            self._drop(game.id)

    async def close(self) -> None:
        """Release all games; other workers can take them over at once."""
        self._bus.unsubscribe(_RELEASED, self._games_released)
        self._renewal_timer.cancel()
        self._closing.set()  # tasks are not cancelled: an interrupted statement could keep locks
        self._orphans_due.set()
        running = [*self._takes, *filter(None, [self._adoption])]
        await asyncio.gather(*self._tasks, *running, return_exceptions=True)
        await self._rpc.close()
        for game in self.live:
            await game.wait_idle()
            self._drop(game.id)
        try:
            await self._leases.release(self._clock.now())
        except FAILURES:
            _log.exception("the leases could not be released: they expire")
        await self._bus.publish(_RELEASED, None)

    async def _route(self, game: str, request: Request) -> Reply:
        started, sent = self._clock.monotonic(), request
        while True:
            try:
                return await self._route_once(game, sent)
            except (GameLostError, RpcTimeoutError):
                waited = self._clock.monotonic() - started
                if waited > _ROUTE_TIMEOUT:
                    message = "the game is moving to another worker: send it again"
                    raise ApiError(503, "TRY_AGAIN", message) from None
                await asyncio.sleep(_RETRY_SECONDS)
            if isinstance(request, PlayMove):  # the player does not pay for the retries
                waited = self._clock.monotonic() - started
                sent = replace(request, waited=request.waited + waited)

    async def _route_once(self, game: str, request: Request) -> Reply:
        here = self.owned(game)
        if here is None:
            owner = self._owners.get(game) or await self._leases.find_owner(game, self._clock.now())
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

    @property
    def _releasing(self) -> bool:
        """Whether this worker takes no games, because it gives its own away."""
        return self._handing_over or self._giving_up

    def owned(self, game: str) -> LiveGame | None:
        """Return the game if this worker owns it."""
        here = None if self._releasing else self._live.get(game)
        return None if here is None or here.lost else here

    def _games_released(self, _message: Any) -> None:
        self._orphans_due.set()

    async def _find(self, game: str) -> LiveGame | None:
        """Return the game if this worker owns it or can take it.

        After a worker died many requests arrive at once: they share one adoption.
        """
        if self._releasing:
            return None
        await self._adopt()
        return self.owned(game) or await self.take(game)

    async def _call(self, owner: str, game: str, request: Request) -> Reply:
        """Return the owner's reply; give up when the owner's leases expire."""
        params = {"game": game, "request": dump_request(request)}
        call = asyncio.ensure_future(self._rpc.call(owner, request.name, params))
        try:
            while not (await asyncio.wait({call}, timeout=_LIVENESS_SECONDS))[0]:
                if self.owned(game) is not None or not await self._is_alive(owner):
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
        if query is None or self._clock.monotonic() - at > _LIVENESS_SECONDS / 2:
            query = asyncio.create_task(self._leases.is_alive(worker, self._clock.now()))
            self._liveness[worker] = (self._clock.monotonic(), query)
        return await asyncio.shield(query)

    async def _handle_call(self, name: str, params: Any) -> Any:
        """Handle a call of another worker, which retries if the game is no longer here."""
        game = params["game"]
        try:
            here = self.owned(game) or await self._find(game)
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
            message = f"the game is {status}: you may watch it or read its record"
            raise ApiError(409, "GAME_OVER", message)

    async def _take(self, game: str) -> LiveGame | None:
        async with self._locks.setdefault(game, asyncio.Lock()):
            owned = self.owned(game)
            if owned is not None or self._releasing:
                return owned
            owned_until = self._owned_until
            lease = await self._leases.take(
                game, self._clock.now(), free_for=self._required_freedom
            )
            if lease is None:
                return None
            await self._restore([lease], owned_until)
            if game in self._restore_due and self.owned(game) is None:
                message = "this game cannot be restored: the server's log has the reason"
                raise ApiError(500, "INTERNAL", message)
            return self._live.get(game)

    @property
    def _owned_until(self) -> float:
        """Until when a lease that is requested now is valid; SQLite has no other workers."""
        return math.inf if self._database.is_sqlite else self._clock.monotonic() + LEASE_SECONDS

    async def _restore(self, leases: Sequence[Lease], owned_until: float) -> None:
        """Restore these games from the journal and resume their clocks; log those that fail."""
        try:
            restored = await restore_games(
                self._database,
                [lease.game for lease in leases],
                self._rules_guard,
                self._clock,
                self._restore_pool,
                self._level_seconds,
            )
        except BaseException:
            self._restore_due |= {
                lease.game: self._clock.monotonic() + _LIVENESS_SECONDS for lease in leases
            }
            raise
        resumes = []
        for lease in leases:
            session = restored[lease.game].session
            if isinstance(session, Exception):
                self._restore_due[lease.game] = self._clock.monotonic() + _RESTORE_RETRY_SECONDS
                _log.error(
                    "a live game cannot be restored", exc_info=session, extra={"game": lease.game}
                )
                continue
            self._restore_due.pop(lease.game, None)
            self._drop(lease.game)
            game = LiveGame(
                lease.game,
                session,
                lease.term,
                self._journal,
                self._clock,
                self._committed,
                creator=restored[lease.game].creator,
                owned_until=owned_until,
            )
            game.load_accepted(restored[lease.game].rows)
            self._live[lease.game] = game
            resumes.append(self._resume(game, lease, restored[lease.game].rows))
        self._metrics.live_games.set(len(self._live))
        await asyncio.gather(*resumes)

    async def _resume(self, game: LiveGame, lease: Lease, rows: Sequence[EventRow]) -> None:
        if (
            lease.term == _FIRST_TERM
            and self._clock.now() - (lease.stopped_at or 0.0) < LEASE_SECONDS
        ):
            self._on_change(game)
            await self._publish(game.id, rows)  # the players wait for the start
            return
        self._metrics.takeovers.inc()
        stopped = min(lease.stopped_at or 0.0, self._stopped.get(game.id, math.inf))
        with suppress(ApiError, GameLostError):  # the journal failed or another worker was faster
            await game.run(lambda session, now: session.resume(stopped=stopped, now=now))
            self._stopped.pop(game.id, None)

    async def _committed(self, game: LiveGame, rows: Sequence[EventRow]) -> None:
        self._on_stored()
        self._metrics.moves.inc(count_moves(rows))
        if game.session.over:
            outcome = game.session.outcome
            self._metrics.games_ended.labels(outcome.reason if outcome else "aborted").inc()
            self._drop(game.id)
        else:
            self._on_change(game)
        await self._publish(game.id, rows)

    async def _publish(self, game: str, rows: Sequence[EventRow]) -> None:
        await self._bus.publish(game_topic(game), [(row.sequence, row.body) for row in rows])

    def _drop(self, game: str) -> None:
        dropped = self._live.pop(game, None)
        if dropped is not None:
            if dropped.stopped_at is not None:
                before = self._stopped.get(game, math.inf)
                self._stopped[game] = min(before, dropped.stopped_at)
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

    async def _wait_for_orphans(self) -> bool:
        """Wait until games may be without an owner; return False when the directory closes."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._orphans_due.wait(), RENEW_SECONDS)
        self._orphans_due.clear()
        return not self._closing.is_set() and not self._handing_over

    async def _take_orphans(self) -> None:
        """Take games without an owner; apart from the renewal, because there may be many."""
        while await self._wait_for_orphans():
            try:
                await self._adopt()
                for game in [
                    game for game, at in self._restore_due.items() if at < self._clock.monotonic()
                ]:
                    await self._retry_restore(game)
            except Exception:  # noqa: BLE001 - the players wait: try again
                _log.exception("games without an owner could not be taken")

    async def _adopt(self) -> None:
        """Take all games without an owner; concurrent callers share one adoption."""
        if self._releasing:
            return
        if self._adoption is None or self._adoption.done():
            self._adoption = asyncio.create_task(self._adopt_all(), name="adoption")
        await asyncio.shield(self._adoption)

    async def _adopt_all(self) -> None:
        owned_until = self._owned_until
        leases = await self._leases.take_orphans(self._clock.now(), free_for=self._required_freedom)
        if len(leases) == ORPHAN_BATCH:
            self._orphans_due.set()  # there are more
        due = self._clock.monotonic() + _LIVENESS_SECONDS
        self._restore_due |= {lease.game: due for lease in leases}
        for first in range(0, len(leases), _RESTORE_BATCH):
            async with AsyncExitStack() as locks:
                batch = leases[first : first + _RESTORE_BATCH]
                for lease in batch:
                    lock = self._locks.setdefault(lease.game, asyncio.Lock())
                    await locks.enter_async_context(lock)
                taken = [lease for lease in batch if not self._has_term(lease)]
                await self._restore(taken, owned_until)

    def _has_term(self, lease: Lease) -> bool:
        """Return whether a concurrent request has restored the game with this term or a later."""
        owned = self.owned(lease.game)
        return owned is not None and owned.term >= lease.term

    async def _retry_restore(self, game: str) -> None:
        """Restore a game that failed before, unless another worker has it or it is over."""
        self._restore_due[game] = self._clock.monotonic() + _LIVENESS_SECONDS
        with suppress(ApiError):  # logged, and tried again
            await self.take(game)
            self._restore_due.pop(game, None)

    def _leases_expired(self) -> None:
        """Send the clients to a worker that reaches the database: this one has no games left."""
        self._bus.can_store = False
        if self._bus.peer_can_store:
            self._on_isolated()
        else:
            self._renewal_timer = asyncio.get_running_loop().call_later(
                RENEW_SECONDS, self._leases_expired
            )

    @property
    def _deaf(self) -> bool:
        """Whether the bus has been away for too long to own games: other workers are cut off."""
        return self._bus.seconds_disconnected > _MAX_DEAF_SECONDS

    @property
    def _required_freedom(self) -> float:
        """For how long a game must have been free before this worker may take it."""
        return _DEAF_TAKE_SECONDS if self._deaf else 0.0

    async def _give_up_if_deaf(self) -> None:
        """Leave the games to workers that have a bus; if there are none, take them back later."""
        now = self._clock.monotonic()
        if not self._deaf:
            self._gave_up_at = None
        elif self._gave_up_at is None or now - self._gave_up_at > _DEAF_RETRY_SECONDS:
            self._gave_up_at = now
            _log.warning("the bus is away: giving %d games up", len(self._live))
            self._giving_up = True  # a game that is taken meanwhile would be released, too
            try:
                await self._drop_all()
                await self._leases.release(self._clock.now())
            finally:
                self._giving_up = False

    async def _renew(self) -> None:
        """Renew the leases, drop games of other workers, release broken ones for a new restore."""
        await self._give_up_if_deaf()
        before, owned_until = self.live, self._owned_until
        held = await self._leases.renew(self._clock.now())
        self._on_stored()
        self._bus.can_store = True
        self._renewal_timer.cancel()
        if not self._closing.is_set():
            self._renewal_timer = asyncio.get_running_loop().call_later(
                LEASE_SECONDS, self._leases_expired
            )
        for game in before:
            if self._live.get(game.id) is game and (game.lost or game.id not in held):
                self._drop(game.id)
                now = self._clock.now()
                if game.id in held:
                    stopped = self._stopped.get(game.id, now)
                    await self._leases.release_term(game.id, game.term, now, stopped_at=stopped)
                self._stopped.pop(game.id, None)
            else:
                game.owned_until = owned_until
        due = self._clock.monotonic() + _LIVENESS_SECONDS
        for game_id in sorted(held - {game.id for game in before}):
            if game_id not in self._live:  # a release or a restore failed
                self._restore_due.setdefault(game_id, due)
