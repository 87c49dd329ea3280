"""Interrupt a player that neither returns nor reacts to `stop`."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import NoReturn


class DecisionTimeoutError(BaseException):
    """A decision took too long. No `Exception`, so that `except Exception` does not hide it."""


@contextmanager
def interrupt_after(seconds: float) -> Iterator[None]:
    """Raise `DecisionTimeoutError` in the body after so many seconds.

    This works in the main thread on Unix, and not inside native code. Elsewhere it does nothing.
    """
    if current_thread() is not main_thread() or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _raise_timeout)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _raise_timeout(*_: object) -> NoReturn:
    raise DecisionTimeoutError
