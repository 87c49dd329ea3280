"""Search on an opponent's time: what it finds stays in the searcher's memory."""

from __future__ import annotations

from threading import Thread
from typing import Final

from ringrift.players.search import Budget, Searcher
from ringrift.rules.state import State

_STOP_RETRY_SECONDS: Final = 0.002  # between stop requests, while the search may still be starting


class Pondering:
    """A search in a thread of its own, from its creation to `end`."""

    def __init__(self, searcher: Searcher, state: State, seconds: float) -> None:
        self._searcher = searcher
        self._thread = Thread(
            target=searcher.search,
            args=(state, Budget(seconds=seconds)),
            name="pondering",
            daemon=True,
        )
        self._thread.start()

    def wait(self) -> None:
        """Block until its time is up, or until a win is proved."""
        self._thread.join()

    def end(self) -> None:
        """Stop the search and wait for its thread, which takes milliseconds."""
        while self._thread.is_alive():
            self._searcher.stop()
            self._thread.join(_STOP_RETRY_SECONDS)
