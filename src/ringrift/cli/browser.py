"""Open the page in a browser."""

from __future__ import annotations

import sys
import threading
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Mapping
from time import monotonic, sleep
from typing import Final

_TIMEOUT: Final = 30.0  # seconds for a server to answer
_POLL_INTERVAL: Final = 0.1


def can_open_browser(environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Return whether a graphical browser can open; a text browser would occupy the terminal."""
    if platform in ("darwin", "win32"):
        return True
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def open_when_ready(address: str) -> threading.Thread:
    """Open the address in a background thread as soon as its server is ready."""
    thread = threading.Thread(target=_open, args=(address,), daemon=True, name="browser")
    thread.start()
    return thread


def _open(address: str) -> None:
    until = monotonic() + _TIMEOUT
    while monotonic() < until:
        try:
            with urllib.request.urlopen(f"{address}/readyz", timeout=1):
                break
        except (OSError, urllib.error.URLError):
            sleep(_POLL_INTERVAL)
    else:
        return
    webbrowser.open(address)
