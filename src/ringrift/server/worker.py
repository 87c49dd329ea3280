"""A worker: the services of one server process, opened and closed in order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, Self, cast

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection

from ringrift.host.rules_guard.guard import RulesGuard
from ringrift.server.accounts.bot_tokens import BotTokens
from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.email_addresses import EmailAddresses
from ringrift.server.accounts.known_devices import KnownDevices
from ringrift.server.accounts.login_challenges import LoginChallenges
from ringrift.server.accounts.login_guard import LoginGuard
from ringrift.server.accounts.login_sessions import LoginSessions
from ringrift.server.accounts.passkeys import Passkeys
from ringrift.server.accounts.password_reset import PasswordReset
from ringrift.server.accounts.recovery_codes import RecoveryCodes
from ringrift.server.accounts.second_factors import SecondFactors
from ringrift.server.accounts.secret_key import SecretKey
from ringrift.server.accounts.service import Accounts
from ringrift.server.accounts.totp import AuthenticatorApps
from ringrift.server.accounts.types import Account
from ringrift.server.administration.accounts import AccountSearch
from ringrift.server.administration.audit_log import AuditLog
from ringrift.server.administration.follower import AuditLogFollower, Effects
from ringrift.server.administration.report_queue import ReportQueue
from ringrift.server.administration.rules import RulesControl, RulesControlFollower
from ringrift.server.administration.service import Administration
from ringrift.server.analysis.service import Analyses
from ringrift.server.bus import Bus, LocalBus, open_bus
from ringrift.server.clock import Clock, SystemClock
from ringrift.server.community.blocks import Blocks
from ringrift.server.community.challenge_rules import ChallengeRuleBook
from ringrift.server.community.challenges import Challenges
from ringrift.server.community.clubs import Clubs
from ringrift.server.community.follows import Follows
from ringrift.server.community.online import OnlineAccounts
from ringrift.server.community.private_messages import PrivateMessages
from ringrift.server.community.reports import Reports
from ringrift.server.connections import Connections
from ringrift.server.correspondence.conditional_moves import ConditionalMoves
from ringrift.server.correspondence.turn_mails import TurnMails
from ringrift.server.correspondence.vacations import Vacations
from ringrift.server.errors import ApiError
from ringrift.server.explorer.game_index import GameIndex
from ringrift.server.explorer.openings import Openings
from ringrift.server.explorer.search import GameSearches
from ringrift.server.games.bus_topics import account_topic
from ringrift.server.games.chat import GameChat
from ringrift.server.games.cluster_presence import ClusterPresence
from ringrift.server.games.command_handlers import CommandHandlers
from ringrift.server.games.commands import AbandonGame, CloseGame, Resign
from ringrift.server.games.directory import GameDirectory
from ringrift.server.games.event_feed import EventFeed
from ringrift.server.games.fair_play import FairPlay
from ringrift.server.games.final_positions import FinalPositions
from ringrift.server.games.flag_guard import FlagGuard
from ringrift.server.games.listing import GameListing
from ringrift.server.games.live_game import LiveGame
from ringrift.server.games.live_status import LiveStatuses
from ringrift.server.games.name_changes import NameChanges
from ringrift.server.games.presence import Presence
from ringrift.server.games.presence_feed import PresenceFeed, accounts_of
from ringrift.server.games.scheduler import Scheduler
from ringrift.server.games.seats import Seats
from ringrift.server.games.service import Games
from ringrift.server.games.spectators import SpectatorCounts
from ringrift.server.games.waiting import WaitingGames
from ringrift.server.games.waiting_feed import WaitingFeed
from ringrift.server.limits.service import RateLimits
from ringrift.server.link_previews.service import LinkPictures
from ringrift.server.lobby.featured import FeaturedGames
from ringrift.server.lobby.quick_match import QuickMatch
from ringrift.server.lobby.service import Lobby
from ringrift.server.login_checks import LoginChecks
from ringrift.server.mail.service import MailService
from ringrift.server.operations.metrics import Metrics
from ringrift.server.operations.retention import Retention
from ringrift.server.puzzles.service import PuzzleResults
from ringrift.server.ratings.service import Ratings
from ringrift.server.ratings.statistics import PlayerStatistics
from ringrift.server.rules.service import start_game
from ringrift.server.rules.types import Setup
from ringrift.server.settings import Settings
from ringrift.server.stalls import StallMonitor
from ringrift.server.storage.database import Database
from ringrift.server.storage.failures import FAILURES
from ringrift.server.storage.journal import Journal
from ringrift.server.storage.journal_writer import JournalWriter
from ringrift.server.storage.lease import current_time, release_all
from ringrift.server.storage.write_check import WriteCheck
from ringrift.server.studies.service import Studies
from ringrift.server.tournaments.feed import TournamentFeed
from ringrift.server.tournaments.runner import TournamentRunner
from ringrift.server.tournaments.service import Tournaments
from ringrift.server.work_pools import WorkPools

if TYPE_CHECKING:
    from ringrift.server.games.bot_stream import BotStream
    from ringrift.server.games.socket import Socket

_log = logging.getLogger("ringrift.server")
_RATE_SECONDS: Final = 3.0  # between looks for games that are not rated yet
SERVICE_RESTART: Final = 1012  # WebSocket close code


class Worker:
    """Opened by `Worker.open`. `close` flushes the journal and releases the games."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        bus: Bus,
        clock: Clock,
        *,
        journal_writer: JournalWriter | None = None,
        pools: WorkPools | None = None,
    ) -> None:
        self.clock = clock
        self.pools = pools or WorkPools.start(settings)
        self.id = new_id()
        self.settings = settings
        self.database = database
        self.bus = bus
        self.metrics = Metrics()
        self.stalls = StallMonitor(clock, self._credit_stall)
        self.write_check = WriteCheck(database, self.id, clock)
        self.limits = RateLimits(settings, database, clock)
        self.rules_guard = RulesGuard()
        self.accounts = Accounts(database, self.pools.passwords)
        self.login_sessions = LoginSessions(
            database, days=settings.session_days, idle_days=settings.session_idle_days
        )
        self.recovery_codes = RecoveryCodes(database)
        self.password_reset = PasswordReset(database, self.pools.passwords, self.recovery_codes)
        self.authenticator_apps = AuthenticatorApps(database, SecretKey.of(settings))
        self.passkeys = Passkeys(database)
        self.login_challenges = LoginChallenges(database)
        self.second_factors = SecondFactors(self.authenticator_apps, self.passkeys)
        self.mail = MailService(database, settings, clock, self.metrics)
        self.email_addresses = EmailAddresses(database, settings, self.mail, self.password_reset)
        self.bot_tokens = BotTokens(database)
        self.known_devices = KnownDevices(database)
        self.login_guard = LoginGuard(self.limits, self.known_devices)
        self.blocks = Blocks(database, bus, clock, lambda: self.sockets)
        self.reports = Reports(database, clock)
        self.puzzle_results = PuzzleResults(database, clock)
        self.administration = Administration(database, settings, clock)
        self.account_search = AccountSearch(database)
        self.report_queue = ReportQueue(database, clock)
        self.audit_log = AuditLog(database)
        self.rules_control = RulesControl(database, clock)
        self._rules_control_follower = RulesControlFollower(
            self.rules_control, database, self.rules_guard
        )
        self.games = Games(database, settings, clock, self.pools.rules)
        self.seats = Seats(database, self.games, settings, clock)
        self.journal = Journal(database, self._committed, writer=journal_writer)
        self.event_feed = EventFeed(database, bus)
        self.flag_guard = FlagGuard(bus, self.stalls.elapsed, self._credit_outage)
        self.scheduler = Scheduler(self.metrics, clock, self.pools.search, self.flag_guard)
        self.cluster_presence = ClusterPresence(bus, self.id, settings.absence_seconds, clock)
        self.presence_feed = PresenceFeed(self.cluster_presence)
        self.presence = Presence(database, settings.absence_seconds, self.cluster_presence, clock)
        handlers = CommandHandlers(self.presence, self._follow_plans)
        self.conditional_moves = ConditionalMoves(database, handlers.handle)
        self.directory = GameDirectory(
            database,
            self.journal,
            bus,
            self.id,
            self.metrics,
            clock,
            self.rules_guard,
            self.pools.restore,
            level_seconds=settings.level_seconds,
            handler=handlers.handle,
            on_change=self._game_changed,
            on_stored=self.flag_guard.record_stored,
            on_isolated=self._disconnect_isolated,
        )
        self.follows = Follows(database, self.cluster_presence, clock)
        self.private_messages = PrivateMessages(database, bus, self.limits, self.blocks, clock)
        self.clubs = Clubs(database, clock)
        self.statistics = PlayerStatistics(database)
        self.vacations = Vacations(database, bus, clock, lambda: self.directory.live)
        self.turn_mails = TurnMails(
            database, self.mail, self.cluster_presence.is_connected, settings.address
        )
        self.tournament_runner = TournamentRunner(
            database,
            bus,
            clock,
            self.pools.rules,
            self.directory.take,
            level_seconds=settings.level_seconds,
            on_start=self.metrics.games_started.inc,
        )
        self.tournaments = Tournaments(
            database, bus, clock, self.clubs, self.tournament_runner.wake
        )
        self.tournament_feed = TournamentFeed(self.tournaments, bus)
        self.spectators = SpectatorCounts(bus, self.id, clock)
        self.live_statuses = LiveStatuses(database, bus, self.id, clock, self.directory.owned)
        self.final_positions = FinalPositions(database, self.games)
        self.listing = GameListing(self.live_statuses, self.spectators, self.final_positions)
        self.fair_play = FairPlay(database, self.live_statuses)
        self.name_changes = NameChanges(database, bus, lambda: self.directory.live)
        self.waiting = WaitingGames(database, self.games, self.listing, clock)
        self.challenges = Challenges(database, self.games, bus, clock)
        self.challenge_rules = ChallengeRuleBook(database, clock)
        self.online = OnlineAccounts(database, self.cluster_presence)
        self.waiting_feed = WaitingFeed(
            self.waiting, self.challenges, self.private_messages, self.live_statuses, bus
        )
        self.chat = GameChat(database, self.games, bus, self.limits, clock)
        self.ratings = Ratings(database, self.games, clock)
        self.quick_match = QuickMatch(database, self.games, self.ratings, clock)
        self.lobby = Lobby(self.games, self.quick_match, bus)
        self.featured = FeaturedGames(self.games, self.listing, clock)
        self.analyses = Analyses(database, bus, self.metrics, settings, clock, self.pools)
        self.openings = Openings(database, self.games, self.pools.rules)
        self.game_searches = GameSearches(database, self.accounts, self.openings, clock)
        self.game_index = GameIndex(database, self.games)
        self.studies = Studies(database, clock, self.pools.rules)
        self.link_pictures = LinkPictures(self.pools.rules, self.limits)
        self.retention = Retention(database, settings, self._abandon, clock=clock.now)
        self.connections = Connections.of(
            settings, clock.monotonic, self.metrics.refusals.labels("FLOOD").inc
        )
        self.sockets: set[Socket] = set()
        self.streams: set[BotStream] = set()
        self.closing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._rating: asyncio.Task[None] | None = None
        self.login_checks = LoginChecks(
            self.login_sessions, bus, clock, lambda: (*self.sockets, *self.streams)
        )
        self.audit_log_follower = AuditLogFollower(database, clock, self._administrative_effects())

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
        worker = cls(settings, database, bus, SystemClock(await current_time(database)))
        await worker.start()
        worker.stalls.start()
        return worker

    async def start(self) -> None:
        """Finish what crashed workers left, and start the regular tasks."""
        await self.ratings.rate_missing()
        await self.analyses.stop_orphaned()
        self.retention.start()
        self.game_index.start()
        self.mail.start()
        await self.audit_log_follower.catch_up()  # the rules mode, before the first game
        self.audit_log_follower.start()
        self.tournament_runner.start()
        self.vacations.start()
        self._rating = asyncio.create_task(self._rate_missing(), name="ratings")
        self.metrics.start_following(self.rules_guard.counters, self.pools.queue_lengths)
        _log.info("worker ready", extra={"worker": self.id, "database": self.database.name})

    def warm_up(self) -> None:
        """Start the process for rules and let it import them, without waiting for it."""
        work = self.pools.rules.run(partial(start_game, Setup()), share=self.id)
        task = asyncio.create_task(_ignore_result(work), name="warm-up")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Finish the running commands, make them durable, and release everything."""
        self.disconnect_clients()
        if self._rating is not None:
            self._rating.cancel()
        await asyncio.gather(*self._tasks, *filter(None, [self._rating]), return_exceptions=True)
        parts = (
            *(self.audit_log_follower,),
            *(self.tournament_runner, self.tournament_feed),
            *(self.vacations, self.conditional_moves, self.turn_mails),
            *(self.scheduler, self.directory, self.presence, self.cluster_presence),
            *(self.event_feed, self.lobby, self.chat, self.login_checks, self.analyses),
            *(
                self.blocks,
                self.name_changes,
                self.waiting_feed,
                self.spectators,
                self.live_statuses,
                self.final_positions,
                self.link_pictures,
                self.game_index,
            ),
            *(self.mail, self.pools, self.retention, self.metrics, self.journal, self.write_check),
        )
        for part in parts:
            try:
                await part.close()
            except FAILURES:  # the database may be the reason for the stop: close the others
                _log.exception("a part of the worker could not be closed")
            if part is self.directory:  # a game that ended by its last commands is being rated
                await asyncio.gather(*self._tasks, return_exceptions=True)
        self.stalls.close()
        self.rules_guard.close()
        await self.bus.close()
        await self.database.close()
        _log.info("worker closed", extra={"worker": self.id})

    def begin_shutdown(self) -> None:
        """Hand the games to the other workers, and ask all clients to reconnect there."""
        if self.closing:
            return
        self.disconnect_clients()
        if not isinstance(self.bus, LocalBus):
            task = asyncio.create_task(self.directory.hand_over(), name="hand-over")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def disconnect_clients(self) -> None:
        """Ask all clients to reconnect, and accept no new ones."""
        self.closing = True
        self._close_connections("the server is restarting: reconnect in a moment")

    def _disconnect_isolated(self) -> None:
        """Ask all clients to reconnect to a worker that reaches the database."""
        _log.warning("only other workers reach the database: disconnecting all clients")
        self._close_connections("this part of the server has lost its database: reconnect")

    def _close_connections(self, reason: str) -> None:
        for socket in tuple(self.sockets):
            socket.close(reason, SERVICE_RESTART)
        for stream in tuple(self.streams):
            stream.close()

    async def readiness(self) -> dict[str, bool]:
        """Return the readiness checks and their results."""
        return {
            "database": await self._database_responds(),
            "storage": await self.write_check.is_writable(),
            "bus": self.bus.connected,
            "accepting": not self.closing,
        }

    def exposition(self) -> bytes:
        """Return the metrics in the text format of Prometheus."""
        return self.metrics.exposition(self.rules_guard.counters)

    async def close_sessions(
        self, account: str, *, only: str | None = None, but: str | None = None
    ) -> bool:
        """Close login sessions and their sockets, in every worker; return whether there were any.

        With `only`, a session of another account is left alone.
        """
        if only is not None:
            if not await self.login_sessions.close(account, only):
                return False
        else:
            await self.login_sessions.close_all(account, but=but)
        await self.close_connections(account, only=only, but=but)
        return True

    async def close_connections(
        self, account: str, *, only: str | None = None, but: str | None = None
    ) -> None:
        """Close the sockets and streams of sessions or tokens, in every worker."""
        await self.login_checks.announce(account, only=only, but=but)

    async def leave_all_games(self, account: Account) -> None:
        """Withdraw from tournaments, leave the open games and resign the live ones."""
        await self.tournaments.withdraw_everywhere(account.id)
        for game in await self.games.active_games_of(account.id):
            try:
                await self.seats.leave(game, account)
            except ApiError:
                await self._resign(game, account)

    def _administrative_effects(self) -> Effects:
        return Effects(
            log_out=self.login_checks.log_out,
            leave_games=self.leave_all_games,
            rename=self.name_changes.rename,
            hide_chat=self.chat.hide,
            close_game=lambda game: self.directory.run(game, CloseGame()),
            game_closed=self._announce_closed,
            follow_rules_control=self._rules_control_follower.follow,
        )

    async def _announce_closed(self, game: str) -> None:
        """Tell the players of a closed game, and the lobby."""
        with suppress(ApiError):  # its players were deleted with it
            for account in accounts_of(await self.games.info(game)):
                await self.bus.publish(account_topic(account), {"game": game})
        await self.lobby.publish_change()

    async def _abandon(self, game: str) -> None:
        await self.directory.run(game, AbandonGame())

    async def _resign(self, game: str, account: Account) -> None:
        try:
            await self.directory.run(game, Resign(account=account.id))
        except ApiError as error:
            if error.refusal.code != "GAME_OVER":  # it ended meanwhile
                raise

    def _follow_plans(self, game: LiveGame) -> None:
        self.conditional_moves.update(game)

    def _game_changed(self, game: LiveGame) -> None:
        self.scheduler.update(game)
        self.vacations.update(game)
        self.conditional_moves.update(game)
        self.turn_mails.update(game)
        if game.session.outcome is not None:
            self.game_index.request(game.id)
        if game.session.over:
            self.tournament_runner.wake()
        if game.session.outcome is not None and game.session.settings.rated:
            task = asyncio.create_task(self._rate(game.id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _rate(self, game: str) -> None:
        try:
            await self.ratings.rate(game)
        except (*FAILURES, ApiError):  # the pools may be closed already
            _log.exception("a game could not be rated: it is tried again", extra={"game": game})

    async def _rate_missing(self) -> None:
        """Rate regularly what failed, and games whose end was stored by an interrupted commit."""
        while True:
            await asyncio.sleep(_RATE_SECONDS)
            with suppress(*FAILURES, ApiError):
                await self.ratings.rate_missing()

    def _credit_stall(self, seconds: float) -> None:
        self.metrics.stall_seconds.inc(seconds)
        for game in self.directory.live:
            game.credit_stall(seconds)

    def _credit_outage(self, seconds: float) -> None:
        """Give the players the time back in which the database stored nothing."""
        _log.warning("the database stored nothing for %.1f s", seconds)
        for game in self.directory.live:
            game.credit_outage(seconds)

    def _committed(self, appends: int, seconds: float) -> None:
        self.metrics.commit_seconds.observe(seconds)
        self.metrics.commit_batch_size.observe(appends)

    async def _database_responds(self) -> bool:
        try:
            async with asyncio.timeout(2), self.database.engine.connect() as connection:
                return bool(await connection.scalar(text("SELECT 1")))
        except (SQLAlchemyError, OSError, TimeoutError):
            return False


async def _ignore_result(work: Awaitable[object]) -> None:
    with suppress(ApiError):  # the server closes already
        await work


def worker_of(connection: HTTPConnection) -> Worker:
    """Return the worker of this request or socket."""
    return cast(Worker, connection.app.state.worker)
