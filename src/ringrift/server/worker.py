"""A worker: all that lives in one process of the server, put together and taken apart in order."""

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
from ringrift.server.games.commands import add_commands
from ringrift.server.games.directory import GameDirectory
from ringrift.server.games.event_feed import EventFeed
from ringrift.server.games.live_game import LiveGame
from ringrift.server.games.presence import Presence
from ringrift.server.games.presence_feed import PresenceFeed
from ringrift.server.games.scheduler import Scheduler
from ringrift.server.games.seats import Seats
from ringrift.server.games.service import Games
from ringrift.server.limits.service import Limits
from ringrift.server.lobby.quick_match import QuickMatch
from ringrift.server.lobby.service import Lobby
from ringrift.server.operations.metrics import Metrics
from ringrift.server.operations.retention import Retention
from ringrift.server.ratings.service import Ratings
from ringrift.server.rules.executor import RulesExecutor
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.journal import Journal
from ringrift.server.storage.lease import forget_owners

if TYPE_CHECKING:
    from ringrift.server.games.bot_stream import BotStream
    from ringrift.server.games.socket import Socket

_log = logging.getLogger("ringrift.server")
SESSIONS_ENDED: Final = "sessions.ended"
RESTARTING: Final = 1012  # the code with which sockets are closed then


class Worker:
    """Opened by `Worker.open`, closed by `close`: games are given back, what waits is written."""

    def __init__(self, settings: Settings, database: Database, bus: Bus) -> None:
        self.id = new_id()
        self.settings = settings
        self.database = database
        self.bus = bus
        self.metrics = Metrics()
        self.limits = Limits(settings, database)
        self.rules_guard = RulesGuard()
        self.accounts = Accounts(database)
        self.login_sessions = LoginSessions(database, settings.session_days)
        self.games = Games(database, settings)
        self.seats = Seats(database, self.games, settings)
        self.journal = Journal(database, self._committed)
        self.event_feed = EventFeed(database, bus)
        self.scheduler = Scheduler(self.metrics, settings.level_threads)
        self.directory = GameDirectory(
            database, self.journal, bus, self.id, self.metrics, self.rules_guard, self._game_changed
        )
        self.cluster_presence = ClusterPresence(bus, self.id, settings.absence_seconds)
        self.presence_feed = PresenceFeed(self.cluster_presence)
        self.presence = Presence(database, settings.absence_seconds, self.cluster_presence)
        add_commands(self.directory, self.presence)
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
        bus.listen(SESSIONS_ENDED, self._sessions_ended)

    @classmethod
    async def open(cls, settings: Settings) -> Self:
        """Connect, bring the schema up to date, check that commits are durable, and begin."""
        database = Database(settings.database)
        try:
            await database.start()
            if database.is_sqlite:
                await forget_owners(database)
            bus = await open_bus(settings.bus_address)
        except BaseException:
            await database.close()
            raise
        worker = cls(settings, database, bus)
        await worker.ratings.rate_missing()
        await worker.analyses.forget_old()
        worker.retention.start()
        worker.metrics.follow(worker.rules_guard.counters)
        _log.info("the worker is ready", extra={"worker": worker.id, "database": database.name})
        return worker

    async def close(self) -> None:
        """No new commands; those under way are finished and durable; then everything is let go."""
        self.say_goodbye()
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
        _log.info("the worker is closed", extra={"worker": self.id})

    def say_goodbye(self) -> None:
        """The end is near: whoever is connected is told to come back, and nobody new is let in."""
        self.closing = True
        for socket in tuple(self.sockets):
            socket.end("the server restarts: connect again", RESTARTING)
        for stream in tuple(self.streams):
            stream.end()

    async def checks(self) -> dict[str, bool]:
        """What must be well for games to be played."""
        return {
            "database": await self._database_answers(),
            "bus": await self.bus.healthy(),
            "open": not self.closing,
        }

    def exposition(self) -> bytes:
        """The figures, with the counters of the rules modes beside them."""
        return self.metrics.exposition(self.rules_guard.counters)

    async def end_sessions(
        self, account: str, *, only: str | None = None, but: str | None = None
    ) -> None:
        """Log out: sessions end and their sockets are closed, in every worker."""
        if only is not None:
            await self.login_sessions.close(only)
        else:
            await self.login_sessions.close_all(account, but=but)
        await self.bus.publish(SESSIONS_ENDED, {"account": account, "only": only, "but": but})

    async def leave_all_games(self, account: Account) -> None:
        """Before an account goes: what has not begun is left, what is under way is resigned."""
        for game in await self.games.live_of(account.id):
            try:
                await self.seats.leave(game, account)
            except ApiError:
                await self._resign(game, account)

    async def _abandon(self, game: str) -> None:
        await self.directory.run(game, "abandon", {})

    async def _resign(self, game: str, account: Account) -> None:
        try:
            await self.directory.run(game, "resign", {"account": account.id, "client_id": None})
        except ApiError as error:
            if error.refusal.code != "GAME_OVER":  # else it has ended meanwhile, which is as well
                raise

    def _game_changed(self, game: LiveGame) -> None:
        self.scheduler.changed(game)
        if game.table.over and game.table.settings.rated:
            task = asyncio.create_task(self.ratings.rate(game.id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _sessions_ended(self, message: Any) -> None:
        for socket in tuple(self.sockets):
            if socket.belongs_to(message["account"], only=message["only"], but=message["but"]):
                socket.end("you are logged out")
        for stream in tuple(self.streams):
            if stream.belongs_to(message["account"], only=message["only"], but=message["but"]):
                stream.end()

    def _committed(self, appends: int, seconds: float) -> None:
        self.metrics.commit_seconds.observe(seconds)
        self.metrics.commit_appends.observe(appends)

    async def _database_answers(self) -> bool:
        try:
            async with asyncio.timeout(2), self.database.engine.connect() as connection:
                return bool(await connection.scalar(text("SELECT 1")))
        except (SQLAlchemyError, OSError, TimeoutError):
            return False


def worker_of(connection: HTTPConnection) -> Worker:
    """The worker that answers this request or socket."""
    return cast(Worker, connection.app.state.worker)
