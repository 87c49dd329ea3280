"""A game of a store while it is played."""

from __future__ import annotations

from collections.abc import Callable

from ringrift.records.errors import StoreError
from ringrift.records.record import Record
from ringrift.records.recorder import Recorder
from ringrift.rules.moves import Move
from ringrift.rules.stack import Seat
from ringrift.rules.state import State, VictoryReason


class LiveRecord:
    """A game of a store that is being played. Every move is on disk before `append` returns."""

    def __init__(self, game: int, recorder: Recorder, save: Callable[[Record, int], None]) -> None:
        self.id = game
        self._recorder = recorder
        self._save = save  # puts the moves after the first so many on disk
        self._stored = len(recorder)  # moves on disk
        self._current = True

    @property
    def state(self) -> State:
        return self._recorder.state

    def record(self, key: bytes | None = None) -> Record:
        """The record as it stands."""
        return self._recorder.record(key)

    def append(
        self,
        move: Move,
        *,
        timestamp: str | None = None,
        think_time_ms: int | None = None,
        comment: str = "",
    ) -> State:
        """Play, record and store a move; an illegal one raises and changes nothing."""
        self._check_not_superseded()
        self._recorder.append(
            move, timestamp=timestamp, think_time_ms=think_time_ms, comment=comment
        )
        return self._save_game()

    def conclude(self, winner: Seat, reason: VictoryReason) -> State:
        """End the game from outside: resignation, timeout or abandonment."""
        self._check_not_superseded()
        self._recorder.conclude(winner, reason)
        return self._save_game()

    def _save_game(self) -> State:
        # Until the write is through, what we hold is ahead of the disk and must not be added to.
        self._current = False
        self._save(self._recorder.record(), self._stored)
        self._current, self._stored = True, len(self._recorder)
        return self._recorder.state

    def _check_not_superseded(self) -> None:
        if not self._current:
            raise StoreError(
                "OVERTAKEN", "The last move could not be stored. Resume the game from the store."
            )
