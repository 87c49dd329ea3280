"""Leaving by a signal: a line that drops and a polite request to end leave as Ctrl-C does."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_LEAVING: Final = (signal.SIGHUP, signal.SIGTERM)


@contextmanager
def signals_leave() -> Iterator[None]:
    """Inside, SIGHUP and SIGTERM raise KeyboardInterrupt; whoever ignores one, as nohup does, goes on so.

    Only the first one counts: a terminal that goes away often says so twice, and what is written on the way
    out is written whole.
    """
    heard = {name: before for name in _LEAVING if (before := signal.getsignal(name)) != signal.SIG_IGN}

    def leave(_number: int, _frame: object) -> None:
        for name in heard:
            signal.signal(name, signal.SIG_IGN)
        raise KeyboardInterrupt

    for name in heard:
        signal.signal(name, leave)
    try:
        yield
    finally:
        for name, before in heard.items():
            signal.signal(name, before)
