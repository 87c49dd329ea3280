"""Search on an opponent's time: what it finds stays in the searcher's memory."""

from __future__ import annotations

import weakref
from threading import Thread, current_thread
from typing import Final

from ringrift.players.search import Budget, Searcher
from ringrift.rules.state import State

_STOP_RETRY_SECONDS: Final = 0.002  # between stop requests, while the search may still be starting


class Pondering:
    """A search in a thread of its own, from its creation to `end`.

    It also ends when nothing refers to this object any more, and when the interpreter exits.
    """

    def __init__(self, searcher: Searcher, state: State, seconds: float) -> None:
        self._thread = Thread(
            target=searcher.search,
            args=(state, Budget(seconds=seconds)),
            name="pondering",
            daemon=True,
        )
        self._thread.start()
        self._end = weakref.finalize(self, _end_search, searcher, self._thread)

    def wait(self) -> None:
        """Block until its time is up, or until a win is proved."""
        self._thread.join()

    def end(self) -> None:
        """Stop the search and wait for its thread, which takes milliseconds."""
        self._end()


def _end_search(searcher: Searcher, thread: Thread) -> None:
    while thread.is_alive():
        searcher.stop()
        if thread is current_thread():  # which collected the garbage
            return
        thread.join(_STOP_RETRY_SECONDS)
