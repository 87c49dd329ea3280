"""One live game in the worker that owns it: commands run one at a time and are durable first."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from time import time
from typing import Protocol, TypeVar

from ringrift.host.errors import StaleError
from ringrift.host.event_json import dump_event
from ringrift.host.events import Ended, Event, Moved
from ringrift.host.game_session import GameSession
from ringrift.rules.errors import RingRiftError
from ringrift.rules.stack import Seat
from ringrift.server.errors import ApiError, LeaseLostError, StorageError
from ringrift.server.games.seeds import without_seeds
from ringrift.server.storage.journal import EventRow, GameResult, Journal

Action = Callable[[GameSession, float], Sequence[Event]]
Result = TypeVar("Result")


class OnCommit(Protocol):
    """Called after each commit with the game and the events that are now durable."""

    async def __call__(self, game: LiveGame, rows: Sequence[EventRow]) -> None: ...


class GameLostError(Exception):
    """This worker no longer owns the game; its copy in memory is stale."""


class LiveGame:
    """A game session, its lease, and the commands that it already accepted."""

    def __init__(
        self, game_id: str, session: GameSession, term: int, journal: Journal, on_commit: OnCommit
    ) -> None:
        self.id = game_id
        self.session = session
        self.term = term
        self.lost = False
        self._journal = journal
        self._on_commit = on_commit
        self._lock = asyncio.Lock()
        self._accepted: dict[str, int] = {}  # the last event of each command, by its journal key
        self._lags: dict[str, float] = {}
        self._tasks: set[asyncio.Task[int]] = set()

    def set_lag(self, account: str, seconds: float) -> None:
        """Store the network lag of an account, as its sockets measure it."""
        self._lags[account] = seconds

    def lag_of(self, seat: Seat) -> float:
        """Return the lag to compensate on the seat's clock; the host caps it."""
        return self._lags.get(getattr(self.session.occupant(seat), "id", ""), 0.0)

    def load_accepted(self, rows: Sequence[EventRow]) -> None:
        """Load the accepted commands from the journal: a repeat is recognised after a restart."""
        for row in rows:
            if row.client_id is not None:
                self._accepted[row.client_id] = row.sequence

    async def run(self, action: Action, *, journal_key: str | None = None) -> int:
        """Run an action on the session and return the number of its last event, once durable.

        A repeated journal key returns the first result. The action completes even if the caller
        is cancelled.
        """
        task = asyncio.create_task(self._run(action, journal_key))
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    async def wait_idle(self) -> None:
        """Wait for the running commands."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self, action: Action, journal_key: str | None) -> int:
        async with self._lock:
            if journal_key is not None and journal_key in self._accepted:
                return self._accepted[journal_key]
            self._require_owned()
            before = self.session.sequence
            try:
                events = action(self.session, time())
            except StaleError as error:
                raise self._stale(error) from error
            except RingRiftError as error:
                raise ApiError.of(error.refusal) from error
            if not events:
                return before
            rows = [
                event_row(event, journal_key if event is events[-1] else None) for event in events
            ]
            await self._commit(rows, events)
            sequence = self.session.sequence
            if journal_key is not None:
                self._accepted[journal_key] = sequence
        await self._on_commit(self, rows)
        return sequence

    async def read(self, query: Callable[[GameSession, float], Result]) -> Result:
        """Query the session; events that are not durable yet are never visible."""
        async with self._lock:
            self._require_owned()
            return query(self.session, time())

    def seat_of(self, account: str) -> Seat:
        """Return the account's seat: of several, the one to move, else the first."""
        own = self.session.seats_of(account)
        if not own:
            raise ApiError(403, "NOT_YOUR_GAME", "you have no seat in this game: you may watch it")
        return self.session.state.player if self.session.state.player in own else own[0]

    def close(self) -> None:
        self.lost = True
        self.session.close()

    def _finished(self, task: asyncio.Task[int]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # the caller may be gone: mark the error as retrieved

    def _require_owned(self) -> None:
        if self.lost:
            raise GameLostError(self.id)

    async def _commit(self, rows: Sequence[EventRow], events: Sequence[Event]) -> None:
        end = next((event for event in events if isinstance(event, Ended)), None)
        result = None if end is None else GameResult(end.winner, end.reason, end.at)
        try:
            await self._journal.append(self.id, rows, term=self.term, result=result)
        except (LeaseLostError, StorageError) as error:
            self.close()  # the session is ahead of the journal: restore it from there
            if isinstance(error, StorageError):
                message = "the move was not stored: send it again"
                raise ApiError(503, "TRY_AGAIN", message) from error
            raise GameLostError(self.id) from error

    def _stale(self, error: StaleError) -> ApiError:
        missed = [
            without_seeds(dump_event(event)) for event in self.session.events_after(error.expected)
        ]
        refused = ApiError.of(error.refusal, 409)
        refused.more = {"sequence": error.sequence, "missed": missed}
        return refused


def event_row(event: Event, journal_key: str | None) -> EventRow:
    """Return the event as the journal stores it."""
    body = json.dumps(dump_event(event))
    return EventRow(event.sequence, event.at, event.kind, body, journal_key)


def count_moves(rows: Sequence[EventRow]) -> int:
    """Return how many of the events are moves."""
    return sum(row.kind == Moved.kind for row in rows)
