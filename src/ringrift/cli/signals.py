"""Leaving by a signal: a line that drops and a polite request to end leave as Ctrl-C does."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

_LEAVING: Final = (signal.SIGHUP, signal.SIGTERM)
_BY_SIGNAL: Final = 128  # and its number: so a shell says that a command was ended by it


class _SignalInterrupt(KeyboardInterrupt):
    """Somebody has asked with this signal that we leave."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


@contextmanager
def interrupt_on_signals() -> Iterator[None]:
    """Inside, SIGHUP and SIGTERM raise KeyboardInterrupt; whoever ignores one, as nohup does, goes on so.

    What comes out of it is SystemExit with the code that a shell expects after that signal.
    Only the first one counts: a terminal that goes away often says so twice, and what is written on the way
    out is written whole.
    """
    heard = {
        name: before for name in _LEAVING if (before := signal.getsignal(name)) != signal.SIG_IGN
    }

    def leave(number: int, _frame: object) -> None:
        for name in heard:
            signal.signal(name, signal.SIG_IGN)
        raise _SignalInterrupt(number)

    for name in heard:
        signal.signal(name, leave)
    try:
        yield
    except _SignalInterrupt as asked:
        with suppress(OSError):  # the terminal may be gone
            print("\nInterrupted.", file=sys.stderr)
        raise SystemExit(_BY_SIGNAL + asked.number) from None
    finally:
        for name, before in heard.items():
            signal.signal(name, before)
