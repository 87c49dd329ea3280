"""The search thread of our engine: one search at a time, while the engine reads commands."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Final, Protocol

_STOP_RETRY_SECONDS: Final = (
    0.02  # seconds between two words to a search that is only about to begin
)


class Stoppable(Protocol):
    """A search or a player."""

    def stop(self) -> None: ...


class SearchThread:
    """Work that can be ended at once from outside."""

    def __init__(
        self, work: Callable[[SearchThread], None], thinker: Stoppable | None = None
    ) -> None:
        self._stopped = Event()
        self._thinker = thinker
        self._thread = Thread(target=work, args=(self,), name="thought", daemon=True)

    def begin(self) -> None:
        self._thread.start()

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set()

    def wait(self) -> None:
        """Until it is stopped."""
        self._stopped.wait()

    def end(self) -> None:
        """Stop it, and wait for what it has to say."""
        self._stopped.set()
        while self._thread.is_alive():
            if self._thinker is not None:
                self._thinker.stop()  # said again, because a search forgets it when it begins
            self._thread.join(_STOP_RETRY_SECONDS)
