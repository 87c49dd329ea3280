"""Advances live games without a request: clock deadlines and computer moves."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from ringrift.host.computers import ComputerDecision, ComputerSeats
from ringrift.host.game_session import GameSession
from ringrift.host.seat_occupants import Level, Person, Remote
from ringrift.server.clock import Clock
from ringrift.server.errors import ApiError
from ringrift.server.fair_queue import Priority
from ringrift.server.games.flag_guard import FlagGuard
from ringrift.server.games.live_game import GameLostError, LiveGame
from ringrift.server.operations.metrics import Metrics
from ringrift.server.work_pools import WorkPool

_WAITING_SECONDS: Final = 0.05  # after which a flag is checked again that may not fall yet


@dataclass(slots=True)
class _ScheduledGame:
    """The timer and the computer task of one game."""

    computers: ComputerSeats
    timer: asyncio.TimerHandle | None = None
    computer_task: asyncio.Task[None] | None = None
    computer_sequence: int = -1  # the event after which the computer is choosing


class Scheduler:
    """One per worker. A search releases the GIL, therefore computers run in threads."""

    def __init__(
        self, metrics: Metrics, clock: Clock, pool: WorkPool, flag_guard: FlagGuard
    ) -> None:
        self._clock = clock
        self._flag_guard = flag_guard
        self._metrics = metrics
        self._pool = pool
        self._games: dict[LiveGame, _ScheduledGame] = {}
        self._ticks: set[asyncio.Task[None]] = set()

    def update(self, game: LiveGame) -> None:
        """Set the timer and start the computer of a game that advanced or was taken over."""
        if game.lost or game.session.over:
            self.drop(game)
            return
        scheduled = self._games.get(game)
        if scheduled is None:
            scheduled = self._games[game] = _ScheduledGame(
                ComputerSeats(game.session, timer=self._clock.monotonic)
            )
        self._set_timer(game, scheduled)
        due = scheduled.computers.seat_to_move()
        if due is None or scheduled.computer_sequence == game.session.sequence:
            return
        if scheduled.computer_task is None or scheduled.computer_task.done():
            scheduled.computer_task = asyncio.create_task(self._run_computers(game, scheduled))

    def drop(self, game: LiveGame) -> None:
        """Stop scheduling a game that is over or has another owner."""
        scheduled = self._games.pop(game, None)
        if scheduled is None:
            return
        if scheduled.timer is not None:
            scheduled.timer.cancel()
        scheduled.computers.stop()
        if scheduled.computer_task is None or scheduled.computer_task.done():
            scheduled.computers.close()

    async def close(self) -> None:
        for game in tuple(self._games):
            self.drop(game)
        for task in tuple(self._ticks):
            task.cancel()
        await asyncio.gather(*self._ticks, return_exceptions=True)

    def _set_timer(self, game: LiveGame, scheduled: _ScheduledGame) -> None:
        if scheduled.timer is not None:
            scheduled.timer.cancel()
            scheduled.timer = None
        deadline = game.session.deadline(game.lag_of(game.session.state.player))
        if deadline is not None:
            wait = deadline - game.now()
            if wait <= 0.0 and self._must_wait(game, -wait):
                wait = _WAITING_SECONDS
            wait = max(0.0, wait) + 0.001
            scheduled.timer = asyncio.get_running_loop().call_later(wait, self._on_timer, game)

    def _on_timer(self, game: LiveGame) -> None:
        task = asyncio.create_task(self._tick(game))
        self._ticks.add(task)
        task.add_done_callback(self._ticks.discard)

    async def _tick(self, game: LiveGame) -> None:
        try:
            lag = game.lag_of(game.session.state.player)
            deadline = game.session.deadline(lag)
            if deadline is not None and not self._must_wait(game, game.now() - deadline):
                await game.run(lambda session, now: session.tick(now=now, lag=lag))
        except (ApiError, GameLostError):
            return
        scheduled = self._games.get(game)
        if scheduled is not None:
            self._set_timer(game, scheduled)

    def _must_wait(self, game: LiveGame, late: float) -> bool:
        """Return whether a move may be on its way that arrived before the deadline."""
        return game.has_waiting_move or not self._flag_guard.may_fall(max(0.0, late))

    async def _run_computers(self, game: LiveGame, scheduled: _ScheduledGame) -> None:
        """Choose and play until a person is to move. A choice that became stale is not played."""
        computers = scheduled.computers
        try:
            while (
                game in self._games
                and not game.lost
                and not game.session.over
                and (seat := computers.seat_to_move()) is not None
            ):
                scheduled.computer_sequence = game.session.sequence
                occupant = game.session.occupant(seat)
                with self._metrics.computer_searches.track_inprogress():
                    share, priority = share_of(game.session, game.creator)
                    decision = await self._pool.run(
                        lambda: self._decide(game, computers), share=share, priority=priority
                    )
                if isinstance(occupant, Level):
                    seconds = self._metrics.computer_move_seconds.labels(str(occupant.number))
                    seconds.observe(decision.seconds)
                await self._play(game, computers, decision)
        except (ApiError, GameLostError, RuntimeError):
            return  # the game left this worker, or a person was faster
        finally:
            scheduled.computer_sequence = -1
            if game not in self._games:
                computers.close()

    def _decide(self, game: LiveGame, computers: ComputerSeats) -> ComputerDecision:
        """Let the computer think, unless the game was dropped while it waited for a thread.

        A level 10 has up to 256 MB: only those that think may have them, so none continues its
        search in the next decision or saves time for it.
        """
        if game not in self._games:
            raise GameLostError(game.id)
        try:
            return computers.decide()
        finally:
            computers.close()

    async def _play(
        self, game: LiveGame, computers: ComputerSeats, decision: ComputerDecision
    ) -> None:
        before = computers.troubles.total()
        await game.run(lambda _session, now: computers.apply(decision, now=now))
        if computers.troubles.total() > before:
            self._metrics.computer_failures.labels(decision.problem or "illegal").inc()


def share_of(session: GameSession, creator: str) -> tuple[str, Priority]:
    """Return whose turn in the queue a search uses: games of levels alone come last."""
    for occupant in session.seats:
        if isinstance(occupant, Person | Remote):
            return occupant.id, Priority.LIVE_GAME
    return creator, Priority.BACKGROUND
