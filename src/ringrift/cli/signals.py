"""SIGHUP (where it exists) and SIGTERM end a command as Ctrl-C does."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

# Windows has no SIGHUP.
END_SIGNALS: Final = tuple(one for one in signal.Signals if one.name in ("SIGHUP", "SIGTERM"))
_SIGNAL_EXIT_CODE: Final = 128  # plus the signal number: the exit code of a shell


class _SignalInterrupt(KeyboardInterrupt):
    """A termination signal arrived."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


@contextmanager
def interrupt_on_signals() -> Iterator[None]:
    """Raise KeyboardInterrupt on SIGHUP and SIGTERM, unless they are ignored, as under nohup.

    The context ends with SystemExit and the exit code that a shell expects after the signal. Only
    the first signal counts: a closing terminal often sends two, and files must be complete.
    """
    handlers = {
        name: before for name in END_SIGNALS if (before := signal.getsignal(name)) != signal.SIG_IGN
    }

    def interrupt_once(number: int, _frame: object) -> None:
        for name in handlers:
            signal.signal(name, signal.SIG_IGN)
        raise _SignalInterrupt(number)

    for name in handlers:
        signal.signal(name, interrupt_once)
    try:
        yield
    except _SignalInterrupt as interrupt:
        with suppress(OSError):  # the terminal may be gone
            print("\nInterrupted.", file=sys.stderr)
        raise SystemExit(_SIGNAL_EXIT_CODE + interrupt.number) from None
    finally:
        for name, before in handlers.items():
            signal.signal(name, before)
