"""The engine's search thread: one search at a time while the engine reads commands."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Final, Protocol

_STOP_RETRY_SECONDS: Final = 0.02  # between stop requests, while the search may still be starting


class Stoppable(Protocol):
    """A search or a player that can be stopped."""

    def stop(self) -> None: ...


class SearchThread:
    """A search in its own thread that can be stopped from outside."""

    def __init__(
        self, work: Callable[[SearchThread], None], thinker: Stoppable | None = None
    ) -> None:
        self.after_answer: Callable[[], None] | None = None  # called when the answer was sent
        self._stopped = Event()
        self._thinker = thinker
        self._thread = Thread(target=work, args=(self,), name="thought", daemon=True)

    def begin(self) -> None:
        self._thread.start()

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set()

    def wait(self) -> None:
        """Block until `end` is called."""
        self._stopped.wait()

    def end(self) -> None:
        """Stop the search and wait for its thread to finish."""
        self._stopped.set()
        while self._thread.is_alive():
            if self._thinker is not None:
                self._thinker.stop()  # repeated, because a starting search resets its stop flag
            self._thread.join(_STOP_RETRY_SECONDS)
