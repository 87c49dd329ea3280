"""An alarm clock for players that neither come to an end nor heed `stop`."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import NoReturn


class OverdueError(BaseException):
    """The time is up; no `Exception`, so that a player who forgives itself all errors hears it too."""


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Raise `OverdueError` in what is done here after so long.

    Python can be interrupted in the main thread only, by Unix only, and not within native code: elsewhere
    nothing happens.
    """
    if current_thread() is not main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(*_: object) -> NoReturn:
    raise OverdueError
