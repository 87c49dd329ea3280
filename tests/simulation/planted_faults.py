"""Faults to plant in the server, by name. The simulation must find each of them.

Each entry replaces one function of the server, and names the failures that bring it to light.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from unittest.mock import patch

from sqlalchemy import text

from ringrift.host.clocks import ClockState
from ringrift.host.game_session import GameSession
from ringrift.server import idempotency, request_key
from ringrift.server.accounts.credentials import new_id
from ringrift.server.bus.supervised import SupervisedBus
from ringrift.server.games import event_feed
from ringrift.server.games.event_feed import EventFeed
from ringrift.server.games.live_game import LiveGame
from ringrift.server.games.socket import Socket
from ringrift.server.lobby.service import Lobby
from ringrift.server.login_checks import LoginChecks
from ringrift.server.ratings.service import Ratings
from ringrift.server.storage import sqlite_writer
from ringrift.server.storage.journal import Journal, read_events
from ringrift.server.storage.journal_writer import Append
from ringrift.server.storage.lease import Leases

Replacement = tuple[Any, str, Any]  # of which object, attribute, new value


@dataclass(frozen=True, slots=True)
class PlantedFault:
    """A fault of the server, and the failures under which it shows."""

    replaces: Callable[[], Sequence[Replacement]]
    faults: tuple[str, ...] = ()
    seed: int = 1  # that finds it, as long as the order of random numbers stays
    workers: int | None = None

    @contextmanager
    def planted(self) -> Iterator[None]:
        with ExitStack() as stack:
            for owner, name, value in self.replaces():
                stack.enter_context(patch.object(owner, name, value))
            yield


def _acknowledge_before_commit() -> Sequence[Replacement]:
    async def append(self: Journal, game: str, rows: Any, *, term: int, result: Any = None) -> None:
        queued = Append(game, rows, term, result)
        queued.done.add_done_callback(lambda done: done.exception())
        self._queue.append(queued)
        self._wake.set()

    return [(Journal, "append", append)]


def _lose_wake_up() -> Sequence[Replacement]:
    async def append(self: Journal, game: str, rows: Any, *, term: int, result: Any = None) -> None:
        queued = Append(game, rows, term, result)
        self._queue.append(queued)
        if rows[-1].sequence % 5:
            self._wake.set()
        await queued.done

    return [(Journal, "append", append)]


def _accept_stale_term() -> Sequence[Replacement]:
    @cache
    def advance(appends: int) -> str:
        columns = "column1 AS game, column2 AS term, column3 AS before, column4 AS after"
        values = f"SELECT {columns} FROM (VALUES {sqlite_writer._placeholders(4, appends)})"
        return (
            f"UPDATE games SET sequence = wanted.after FROM ({values}) AS wanted "
            "WHERE id = wanted.game AND status = 'live'"
        )

    insert = sqlite_writer._insert_statement
    return [
        (sqlite_writer, "_advance_statement", advance),
        (
            sqlite_writer,
            "_insert_statement",
            lambda rows: insert(rows).replace("INSERT", "INSERT OR REPLACE", 1),
        ),
    ]


def _stay_deaf_after_reconnect() -> Sequence[Replacement]:
    received, connected = SupervisedBus._received, SupervisedBus._mark_connected

    def mark_connected(self: Any) -> None:
        self.was_reconnected = self._opened.done()
        connected(self)

    def receive(self: Any, frame: str) -> None:
        if not getattr(self, "was_reconnected", False) or frame.startswith(self._name):
            received(self, frame)

    return [
        (SupervisedBus, "_mark_connected", mark_connected),
        (SupervisedBus, "_received", receive),
    ]


def _rate_twice() -> Sequence[Replacement]:
    rate = Ratings.rate

    async def rate_twice(self: Ratings, game: str) -> None:
        await rate(self, game)
        async with self._database.engine.begin() as connection:
            await connection.execute(text("UPDATE ratings SET games = games + 1"))

    return [(Ratings, "rate", rate_twice)]


def _deliver_over_gaps() -> Sequence[Replacement]:
    deliver = event_feed._Subscription.deliver

    def deliver_all(self: Any, batch: Any) -> bool:
        new = batch.after(self.delivered)
        if new is not None:
            self.delivered = new.first - 1
        return deliver(self, batch)

    return [(event_feed._Subscription, "deliver", deliver_all)]


def _forget_accepted_commands() -> Sequence[Replacement]:
    return [(LiveGame, "load_accepted", lambda _self, _rows: None)]


def _charge_downtime() -> Sequence[Replacement]:
    resume = GameSession.resume

    def resume_charged(self: GameSession, *, stopped: Any = None, now: Any = None) -> Any:
        return resume(self, stopped=stopped and now, now=now)

    return [(GameSession, "resume", resume_charged)]


def _drop_flags_early() -> Sequence[Replacement]:
    falls = ClockState.flag_falls_at

    def falls_early(self: ClockState, lag: float = 0.0) -> float | None:
        at = falls(self, lag)
        return None if at is None else self.since + (at - self.since) / 8

    return [(ClockState, "flag_falls_at", falls_early)]


def _keep_leases() -> Sequence[Replacement]:
    async def release(_self: Leases, *_args: Any, **_options: Any) -> None:
        pass

    return [(Leases, "_release", release)]


def _ignore_idempotency_keys() -> Sequence[Replacement]:
    async def replay(*_args: Any) -> bool:
        return False

    async def store(*_args: Any) -> None:
        pass

    return [
        (idempotency, "_replay", replay),
        (idempotency, "_store", store),
        (request_key, "digest", lambda *_parts: new_id()),
    ]


def _forget_swapped_seats() -> Sequence[Replacement]:
    return [(Append, "swaps_people", False)]


def _catch_up_off_by_one() -> Sequence[Replacement]:
    read = read_events

    async def read_later(database: Any, game: str, *, since: int = 0, **options: Any) -> Any:
        return await read(database, game, since=since + (since > 0), **options)

    return [(event_feed, "read_events", read_later)]


def _reply_with_wrong_event() -> Sequence[Replacement]:
    run = LiveGame.run

    async def run_and_miscount(self: LiveGame, action: Any, **options: Any) -> int:
        return await run(self, action, **options) + 1

    return [(LiveGame, "run", run_and_miscount)]


def _forget_results() -> Sequence[Replacement]:
    return [(sqlite_writer, "_store_result", lambda _connection, _append: None)]


def _ignore_losses() -> Sequence[Replacement]:
    async def check(_self: EventFeed) -> None:
        pass

    return [
        (SupervisedBus, "_schedule_loss_report", lambda _self: None),
        (EventFeed, "_check_for_gaps", check),
    ]


def _leave_task() -> Sequence[Replacement]:
    async def close(_self: Lobby) -> None:
        pass

    return [(Lobby, "close", close)]


def _trust_the_connection() -> Sequence[Replacement]:
    async def expect(_self: SupervisedBus) -> None:
        pass

    return [(SupervisedBus, "_expect_heartbeat", expect)]


def _ignore_revocations() -> Sequence[Replacement]:
    return [(LoginChecks, "_receive", lambda _self, _message: None)]


def _keep_slow_readers() -> Sequence[Replacement]:
    async def drain(_self: Socket) -> None:
        pass

    return [(Socket, "_check_backlog", lambda _self: None), (Socket, "drain", drain)]


PLANTED_FAULTS: Final[dict[str, PlantedFault]] = {
    "a command is acknowledged before its commit": PlantedFault(
        _acknowledge_before_commit, ("database errors", "crash", "database errors")
    ),
    "the journal misses a wake-up": PlantedFault(_lose_wake_up),
    "a write with an old term is accepted": PlantedFault(
        _accept_stale_term, ("pause", "pause", "pause", "pause")
    ),
    "a worker stays deaf after it reconnected": PlantedFault(
        _stay_deaf_after_reconnect, ("partition of the bus",) * 4, seed=2
    ),
    "a game is rated twice": PlantedFault(_rate_twice, seed=2),
    "the event feed skips a gap": PlantedFault(
        _deliver_over_gaps, ("partition of the bus",) * 10, seed=2
    ),
    "a repeated command is new after a restart": PlantedFault(
        _forget_accepted_commands, ("crash", "ambiguous commits", "crash", "stop", "crash")
    ),
    "a take-over charges the downtime": PlantedFault(_charge_downtime, ("crash",) * 5, workers=1),
    "flags fall too early": PlantedFault(_drop_flags_early),
    "a stopped worker keeps its leases": PlantedFault(_keep_leases, ("stop", "stop", "stop")),
    "a repeated request is executed again": PlantedFault(
        _ignore_idempotency_keys, ("ambiguous commits",) * 5, seed=3
    ),
    "swapped seats are not stored": PlantedFault(_forget_swapped_seats, seed=3),
    "catching up skips one event": PlantedFault(
        _catch_up_off_by_one, ("disconnected players", "partition of the bus", "crash")
    ),
    "a reply names the wrong event": PlantedFault(_reply_with_wrong_event),
    "results are not stored": PlantedFault(_forget_results),
    "lost messages are not noticed": PlantedFault(_ignore_losses, ("partition of the bus",) * 4),
    "a closed worker leaves a task behind": PlantedFault(_leave_task),
    "a silent connection counts as healthy": PlantedFault(
        _trust_the_connection, ("partition of the bus",) * 4, seed=5
    ),
    "a revoked session keeps its socket": PlantedFault(_ignore_revocations),
    "a client that reads nothing is kept": PlantedFault(
        _keep_slow_readers, ("hostile client",) * 6, seed=3
    ),
}
