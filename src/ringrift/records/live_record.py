"""A stored game in progress."""

from __future__ import annotations

from collections.abc import Callable

from ringrift.records.errors import StoreError
from ringrift.records.record import Record
from ringrift.records.recorder import Recorder
from ringrift.rules.moves import Move
from ringrift.rules.stack import Seat
from ringrift.rules.state import State, VictoryReason


class LiveRecord:
    """A stored game in progress. Every move is on disk before `append` returns."""

    def __init__(self, game: int, recorder: Recorder, save: Callable[[Record, int], None]) -> None:
        self.id = game
        self._recorder = recorder
        self._save = save  # stores the moves after the first `length` ones
        self._stored = len(recorder)  # number of stored moves
        self._current = True

    @property
    def state(self) -> State:
        """The state after the last move."""
        return self._recorder.state

    def record(self, key: bytes | None = None) -> Record:
        """Return the record so far."""
        return self._recorder.record(key)

    def append(
        self,
        move: Move,
        *,
        timestamp: str | None = None,
        think_time_ms: int | None = None,
        comment: str = "",
    ) -> State:
        """Play, record and store a move; an illegal move raises and changes nothing."""
        self._check_not_superseded()
        self._recorder.append(
            move, timestamp=timestamp, think_time_ms=think_time_ms, comment=comment
        )
        return self._save_game()

    def conclude(self, winner: Seat, reason: VictoryReason) -> State:
        """End the game by resignation, timeout or abandonment."""
        self._check_not_superseded()
        self._recorder.conclude(winner, reason)
        return self._save_game()

    def _save_game(self) -> State:
        # Until the write succeeds, memory is ahead of the disk and must not be extended.
        self._current = False
        self._save(self._recorder.record(), self._stored)
        self._current, self._stored = True, len(self._recorder)
        return self._recorder.state

    def _check_not_superseded(self) -> None:
        if not self._current:
            raise StoreError(
                "OVERTAKEN", "The last move could not be stored. Resume the game from the store."
            )
