"""One live game in the worker that owns it: commands run one at a time and are durable first."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol, TypeVar

from pydantic_core import to_json

from ringrift.host.errors import StaleError
from ringrift.host.event_json import dump_event
from ringrift.host.events import Aborted, Ended, Event, Moved
from ringrift.host.game_session import GameSession
from ringrift.rules.errors import RingRiftError
from ringrift.rules.position_string import dump_position
from ringrift.rules.stack import Seat
from ringrift.rules.state import State
from ringrift.server.clock import Clock
from ringrift.server.errors import ApiError, LeaseLostError, StorageError
from ringrift.server.games.seeds import without_seeds
from ringrift.server.storage.failures import storage_refusal
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
        self,
        game_id: str,
        session: GameSession,
        term: int,
        journal: Journal,
        clock: Clock,
        on_commit: OnCommit,
        *,
        owned_until: float,
        creator: str = "",
    ) -> None:
        self._clock = clock
        self.owned_until = owned_until  # by the monotonic clock, unless the lease is renewed
        self.creator = creator  # the account that created it
        self.id = game_id
        self.session = session
        self.term = term
        self.lost = False
        self.stopped_at: float | None = None  # since when a failed commit has held the game up
        self._journal = journal
        self._on_commit = on_commit
        # The previous owner's clock may have been ahead: time continues from the last event.
        self._ahead = max(0.0, session.events[-1].at - clock.now())
        self._lock = asyncio.Lock()
        self._accepted: dict[str, int] = {}  # the last event of each command, by its journal key
        self._lags: dict[str, float] = {}
        self._stalled = 0.0  # seconds for which this worker was late
        self._waiting: Counter[str] = Counter()  # moves that arrived, by account
        self._tasks: set[asyncio.Task[int]] = set()
        self.durable_state = session.state  # the session may be ahead of the journal
        self._dumped: tuple[State, str] | None = None

    @property
    def durable_position(self) -> str:
        """The position string of the durable state; computed once for each state."""
        if self._dumped is None or self._dumped[0] is not self.durable_state:
            self._dumped = (self.durable_state, dump_position(self.durable_state))
        return self._dumped[1]

    def now(self) -> float:
        """Return the time of this game, which never goes back and never stands still."""
        return self._clock.now() + self._ahead

    def elapsed(self) -> float:
        """Return the seconds since any fixed moment for which this worker was not late."""
        return self._clock.monotonic() - self._stalled

    def credit_stall(self, seconds: float) -> None:
        """Give the player to move the time back for which this worker was late."""
        self._stalled += seconds
        self.session.credit(seconds)

    def credit_outage(self, seconds: float) -> None:
        """Give the player to move the time back in which nothing could be stored."""
        running = max(0.0, self.now() - self.session.events[-1].at)
        self.credit_stall(min(seconds, running))

    @contextmanager
    def move_waiting(self, account: str) -> Iterator[None]:
        """Let no flag of the account fall while its move waits to be played."""
        self._waiting[account] += 1
        try:
            yield
        finally:
            self._waiting[account] -= 1
            if not self._waiting[account]:
                del self._waiting[account]

    @property
    def has_waiting_move(self) -> bool:
        """Whether a move of the player to move has arrived."""
        occupant = self.session.occupant(self.session.state.player)
        return getattr(occupant, "id", "") in self._waiting

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

    async def run(
        self, action: Action, *, journal_key: str | None = None, waited: float = 0.0
    ) -> int:
        """Run an action on the session and return the number of its last event, once durable.

        A repeated journal key returns the first result. The action completes even if the caller
        is cancelled. `waited` is for how long the command has been on its way.
        """
        task = asyncio.create_task(self._run(action, journal_key, self.now() - waited))
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    async def wait_idle(self) -> None:
        """Wait for the running commands."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self, action: Action, journal_key: str | None, arrived: float) -> int:
        async with self._lock:
            if journal_key is not None and journal_key in self._accepted:
                return self._accepted[journal_key]
            self._require_owned()
            before = self.session.sequence
            try:
                events = action(self.session, self.now())
            except StaleError as error:
                self._require_current()
                raise self._stale(error) from error
            except RingRiftError as error:
                self._require_current()
                raise ApiError.of(error.refusal) from error
            except ApiError:
                self._require_current()
                raise
            if not events:
                self._require_current()
                return before
            rows = [
                event_row(event, journal_key if event is events[-1] else None) for event in events
            ]
            committing = self.elapsed()
            await self._commit(rows, events, arrived)
            self.session.credit(self.elapsed() - committing)  # the next player sees it only now
            self.durable_state = self.session.state
            sequence = self.session.sequence
            if journal_key is not None:
                self._accepted[journal_key] = sequence
        await self._on_commit(self, rows)
        return sequence

    async def read(self, query: Callable[[GameSession, float], Result]) -> Result:
        """Query the session; events that are not durable yet are never visible."""
        async with self._lock:
            self._require_current()
            return query(self.session, self.now())

    def seat_of(self, account: str) -> Seat:
        """Return the account's seat: of several, the one to move, else the first."""
        own = self.session.seats_of(account)
        if not own:
            people = {person.id for person in self.session.people.values()}
            why = (
                "you have left this game" if account in people else "you have no seat in this game"
            )
            raise ApiError(403, "NOT_YOUR_GAME", f"{why}: you may watch it")
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

    def _require_current(self) -> None:
        """Raise if another worker may have advanced the game: this session may be out of date.

        The journal checks that for events. An answer without events needs a valid lease.
        """
        if self.lost or self._clock.monotonic() >= self.owned_until:
            raise GameLostError(self.id)

    async def _commit(
        self, rows: Sequence[EventRow], events: Sequence[Event], arrived: float
    ) -> None:
        try:
            result = _find_result(events[-1], self.session.state)
            await self._journal.append(self.id, rows, term=self.term, result=result)
        except (LeaseLostError, StorageError) as error:
            self.close()  # the session is ahead of the journal: restore it from there
            if isinstance(error, StorageError):
                self.stopped_at = arrived
                raise storage_refusal(error) from error
            raise GameLostError(self.id) from error

    def _stale(self, error: StaleError) -> ApiError:
        missed = [
            without_seeds(dump_event(event)) for event in self.session.events_after(error.expected)
        ]
        refused = ApiError.of(error.refusal, 409)
        refused.more = {"sequence": error.sequence, "missed": missed}
        return refused


def _find_result(last: Event, state: State) -> GameResult | None:
    """Return the result of a game whose last event this is; None if the game goes on."""
    match last:
        case Ended(at=at, winner=winner, reason=reason, ranking=ranking):
            ranks = [(placing.seat, placing.rank) for placing in ranking]
            return GameResult(winner, reason, at, "over", ranks, dump_position(state))
        case Aborted(at=at, reason=reason):
            return GameResult(None, reason, at, "aborted", (), dump_position(state))
        case _:
            return None


def event_row(event: Event, journal_key: str | None) -> EventRow:
    """Return the event as the journal stores it."""
    body = to_json(dump_event(event)).decode()
    return EventRow(event.sequence, event.at, event.kind, body, journal_key)


def count_moves(rows: Sequence[EventRow]) -> int:
    """Return how many of the events are moves."""
    return sum(row.kind == Moved.kind for row in rows)
