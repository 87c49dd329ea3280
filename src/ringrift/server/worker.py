"""A worker: the services of one server process, opened and closed in order."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final, Self, cast

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection

from ringrift.host.rules_guard.guard import RulesGuard
from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.login_sessions import LoginSessions
from ringrift.server.accounts.service import Accounts
from ringrift.server.accounts.types import Account
from ringrift.server.analysis.service import Analyses
from ringrift.server.bus import Bus, open_bus
from ringrift.server.errors import ApiError
from ringrift.server.games.chat import GameChat
from ringrift.server.games.cluster_presence import ClusterPresence
from ringrift.server.games.command_handlers import CommandHandlers
from ringrift.server.games.commands import AbandonGame, Resign
from ringrift.server.games.directory import GameDirectory
from ringrift.server.games.event_feed import EventFeed
from ringrift.server.games.live_game import LiveGame
from ringrift.server.games.presence import Presence
from ringrift.server.games.presence_feed import PresenceFeed
from ringrift.server.games.scheduler import Scheduler
from ringrift.server.games.seats import Seats
from ringrift.server.games.service import Games
from ringrift.server.limits.service import RateLimits
from ringrift.server.lobby.quick_match import QuickMatch
from ringrift.server.lobby.service import Lobby
from ringrift.server.operations.metrics import Metrics
from ringrift.server.operations.retention import Retention
from ringrift.server.ratings.service import Ratings
from ringrift.server.rules.executor import RulesExecutor
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.journal import Journal
from ringrift.server.storage.lease import release_all

if TYPE_CHECKING:
    from ringrift.server.games.bot_stream import BotStream
    from ringrift.server.games.socket import Socket

_log = logging.getLogger("ringrift.server")
SESSIONS_CLOSED: Final = "sessions.closed"
SERVICE_RESTART: Final = 1012  # WebSocket close code


class Worker:
    """Opened by `Worker.open`. `close` flushes the journal and releases the games."""

    def __init__(self, settings: Settings, database: Database, bus: Bus) -> None:
        self.id = new_id()
        self.settings = settings
        self.database = database
        self.bus = bus
        self.metrics = Metrics()
        self.limits = RateLimits(settings, database)
        self.rules_guard = RulesGuard()
        self.accounts = Accounts(database)
        self.login_sessions = LoginSessions(database, settings.session_days)
        self.games = Games(database, settings)
        self.seats = Seats(database, self.games, settings)
        self.journal = Journal(database, self._committed)
        self.event_feed = EventFeed(database, bus)
        self.scheduler = Scheduler(self.metrics, settings.level_threads)
        self.cluster_presence = ClusterPresence(bus, self.id, settings.absence_seconds)
        self.presence_feed = PresenceFeed(self.cluster_presence)
        self.presence = Presence(database, settings.absence_seconds, self.cluster_presence)
        self.directory = GameDirectory(
            database,
            self.journal,
            bus,
            self.id,
            self.metrics,
            self.rules_guard,
            handler=CommandHandlers(self.presence).handle,
            on_change=self._game_changed,
        )
        self.lobby = Lobby(self.games, bus)
        self.chat = GameChat(database, self.games, bus, self.limits)
        self.ratings = Ratings(database, self.games)
        self.quick_match = QuickMatch(database, self.games, self.ratings)
        self.analyses = Analyses(database, bus, self.metrics, settings)
        self.rules_executor = RulesExecutor(self.metrics, settings)
        self.retention = Retention(database, settings, self._abandon)
        self.sockets: set[Socket] = set()
        self.streams: set[BotStream] = set()
        self.closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        bus.subscribe(SESSIONS_CLOSED, self._close_connections)

    @classmethod
    async def open(cls, settings: Settings) -> Self:
        """Migrate the database, check that commits are durable, connect the bus and start."""
        database = Database(settings.database)
        try:
            await database.start()
            if database.is_sqlite:
                await release_all(database)
            bus = await open_bus(settings.bus_address)
        except BaseException:
            await database.close()
            raise
        worker = cls(settings, database, bus)
        await worker.ratings.rate_missing()
        await worker.analyses.stop_orphaned()
        worker.retention.start()
        worker.metrics.start_following(worker.rules_guard.counters)
        _log.info("worker ready", extra={"worker": worker.id, "database": database.name})
        return worker

    async def close(self) -> None:
        """Finish the running commands, make them durable, and release everything."""
        self.disconnect_clients()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.scheduler.close()
        await self.directory.close()
        await self.presence.close()
        await self.cluster_presence.close()
        await self.event_feed.close()
        await self.lobby.close()
        await self.analyses.close()
        await self.rules_executor.close()
        await self.retention.close()
        await self.metrics.close()
        await self.journal.close()
        self.rules_guard.close()
        await self.bus.close()
        await self.database.close()
        _log.info("worker closed", extra={"worker": self.id})

    def disconnect_clients(self) -> None:
        """Ask all clients to reconnect, and accept no new ones."""
        self.closing = True
        for socket in tuple(self.sockets):
            socket.close("the server is restarting: reconnect in a moment", SERVICE_RESTART)
        for stream in tuple(self.streams):
            stream.close()

    async def readiness(self) -> dict[str, bool]:
        """Return the readiness checks and their results."""
        return {
            "database": await self._database_responds(),
            "bus": await self.bus.healthy(),
            "accepting": not self.closing,
        }

    def exposition(self) -> bytes:
        """Return the metrics in the text format of Prometheus."""
        return self.metrics.exposition(self.rules_guard.counters)

    async def close_sessions(
        self, account: str, *, only: str | None = None, but: str | None = None
    ) -> None:
        """Close login sessions and their sockets, in every worker."""
        if only is not None:
            await self.login_sessions.close(only)
        else:
            await self.login_sessions.close_all(account, but=but)
        await self.bus.publish(SESSIONS_CLOSED, {"account": account, "only": only, "but": but})

    async def leave_all_games(self, account: Account) -> None:
        """Leave the open games of an account and resign its live ones."""
        for game in await self.games.active_games_of(account.id):
            try:
                await self.seats.leave(game, account)
            except ApiError:
                await self._resign(game, account)

    async def _abandon(self, game: str) -> None:
        await self.directory.run(game, AbandonGame())

    async def _resign(self, game: str, account: Account) -> None:
        try:
            await self.directory.run(game, Resign(account=account.id))
        except ApiError as error:
            if error.refusal.code != "GAME_OVER":  # it ended meanwhile
                raise

    def _game_changed(self, game: LiveGame) -> None:
        self.scheduler.update(game)
        if game.session.over and game.session.settings.rated:
            task = asyncio.create_task(self.ratings.rate(game.id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _close_connections(self, message: Any) -> None:
        for socket in tuple(self.sockets):
            if socket.belongs_to(message["account"], only=message["only"], but=message["but"]):
                socket.close("you are logged out: log in again")
        for stream in tuple(self.streams):
            if stream.belongs_to(message["account"], only=message["only"], but=message["but"]):
                stream.close()

    def _committed(self, appends: int, seconds: float) -> None:
        self.metrics.commit_seconds.observe(seconds)
        self.metrics.commit_batch_size.observe(appends)

    async def _database_responds(self) -> bool:
        try:
            async with asyncio.timeout(2), self.database.engine.connect() as connection:
                return bool(await connection.scalar(text("SELECT 1")))
        except (SQLAlchemyError, OSError, TimeoutError):
            return False


def worker_of(connection: HTTPConnection) -> Worker:
    """Return the worker of this request or socket."""
    return cast(Worker, connection.app.state.worker)
