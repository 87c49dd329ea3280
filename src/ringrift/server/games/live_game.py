"""One live game in the worker that owns it: commands one after the other, each durable before it is told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import time
from typing import Any, Protocol

from ringrift.host.errors import StaleError
from ringrift.host.event_json import dump_event
from ringrift.host.events import Ended, Event, Moved
from ringrift.host.game_session import GameSession
from ringrift.rules.errors import RingRiftError
from ringrift.rules.stack import Seat
from ringrift.server.errors import ApiError, LeaseLostError, StorageError
from ringrift.server.games.seeds import without_seeds
from ringrift.server.storage.journal import Ending, EventRow, Journal

Action = Callable[[GameSession, float], Sequence[Event]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command came to: the last event that it made."""

    sequence: int


class Announce(Protocol):
    """Told after each commit: the game, and the events that are now durable, as JSON texts."""

    async def __call__(self, game: LiveGame, rows: Sequence[EventRow]) -> None: ...


class GameLostError(Exception):
    """This worker no longer owns the game: whatever it had in memory is worth nothing."""


class LiveGame:
    """The table, its lease, and the commands that were answered."""

    def __init__(
        self, game_id: str, table: GameSession, term: int, journal: Journal, announce: Announce
    ) -> None:
        self.id = game_id
        self.table = table
        self.term = term
        self.lost = False
        self._journal = journal
        self._announce = announce
        self._turn = asyncio.Lock()
        self._answers: dict[str, Answer] = {}
        self._lags: dict[str, float] = {}
        self._under_way: set[asyncio.Task[Answer]] = set()

    def note_lag(self, account: str, seconds: float) -> None:
        """How long a message of this account takes, as its sockets measure it."""
        self._lags[account] = seconds

    def lag_of(self, seat: Seat) -> float:
        """What is given back to the clock of the seat for one move; the host caps it."""
        return self._lags.get(getattr(self.table.occupant(seat), "id", ""), 0.0)

    def remember(self, rows: Sequence[EventRow]) -> None:
        """The commands of the past, from the journal, so that a repeat is known after a restart too."""
        for row in rows:
            if row.client_id is not None:
                self._answers[row.client_id] = Answer(row.sequence)

    async def run(self, action: Action, *, client_id: str | None = None) -> Answer:
        """Do something at the table; returns when it is durable. A repeat gets the first answer.

        Whoever asked may go away meanwhile: what has begun is finished and told.
        """
        task = asyncio.create_task(self._run(action, client_id))
        self._under_way.add(task)
        task.add_done_callback(self._finished)
        return await asyncio.shield(task)

    async def settled(self) -> None:
        """Wait for what has begun."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def _run(self, action: Action, client_id: str | None) -> Answer:
        async with self._turn:
            if client_id is not None and client_id in self._answers:
                return self._answers[client_id]
            self._expect_owned()
            begun = self.table.sequence
            try:
                events = action(self.table, time())
            except StaleError as error:
                raise self._stale(error) from error
            except RingRiftError as error:
                raise ApiError.of(error.refusal) from error
            if not events:
                return Answer(begun)
            rows = [row_of(event, client_id if event is events[-1] else None) for event in events]
            await self._commit(rows, events)
            answer = Answer(self.table.sequence)
            if client_id is not None:
                self._answers[client_id] = answer
        await self._announce(self, rows)
        return answer

    async def look(self, question: Callable[[GameSession, float], Any]) -> Any:
        """Ask the table something; what is not yet durable is never shown."""
        async with self._turn:
            self._expect_owned()
            return question(self.table, time())

    def seat_of(self, account: str) -> Seat:
        """The seat of an account; where it has several, the one that must choose or else the first."""
        own = self.table.seats_of(account)
        if not own:
            raise ApiError(403, "NOT_YOUR_GAME", "you have no seat in this game: you may watch it")
        return self.table.state.player if self.table.state.player in own else own[0]

    def close(self) -> None:
        self.lost = True
        self.table.close()

    def _finished(self, task: asyncio.Task[Answer]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked has it, if they are still there

    def _expect_owned(self) -> None:
        if self.lost:
            raise GameLostError(self.id)

    async def _commit(self, rows: Sequence[EventRow], events: Sequence[Event]) -> None:
        end = next((event for event in events if isinstance(event, Ended)), None)
        ending = None if end is None else Ending(end.winner, end.reason, end.at)
        try:
            await self._journal.append(self.id, rows, term=self.term, ending=ending)
        except (LeaseLostError, StorageError) as error:
            self.close()  # the table has gone on without the journal: it is made anew from there
            if isinstance(error, StorageError):
                raise ApiError(
                    503, "TRY_AGAIN", "the move was not stored: send it again"
                ) from error
            raise GameLostError(self.id) from error

    def _stale(self, error: StaleError) -> ApiError:
        missed = [
            without_seeds(dump_event(event)) for event in self.table.events_after(error.expected)
        ]
        refused = ApiError.of(error.refusal, 409)
        refused.more = {"sequence": error.sequence, "missed": missed}
        return refused


def client_name(arguments: Any) -> str | None:
    """What a command is called in the journal; names of different accounts never meet."""
    client_id = arguments.get("client_id")
    return None if client_id is None else f"{arguments['account'][:8]}.{client_id}"


def row_of(event: Event, client_id: str | None) -> EventRow:
    return EventRow(event.sequence, event.at, event.kind, json.dumps(dump_event(event)), client_id)


def moves_in(rows: Sequence[EventRow]) -> int:
    return sum(row.kind == Moved.kind for row in rows)
