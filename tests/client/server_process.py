"""A `ringrift serve` process that can be killed and started again at the same address."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

import httpx

from tests.server.backing_services import find_free_port
from tests.server.running_server import TIMEOUT

_CONFIG: Final = """
requests-per-minute = 100000
logins-per-minute = 100000
"""


class ServerProcess:
    """One server on SQLite."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = find_free_port()
        self.base = f"http://127.0.0.1:{self._port}"
        (folder / "server.toml").write_text(_CONFIG, encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until it is ready."""
        command = [sys.executable, "-m", "ringrift", "serve", "--config", "server.toml"]
        command += ["--port", str(self._port), "--log-level", "error"]
        self._process = subprocess.Popen(
            command, cwd=self._folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = monotonic() + TIMEOUT
        while True:
            assert self._process.poll() is None, "the server ended"
            assert monotonic() < until, "the server did not start"
            try:
                if httpx.get(f"{self.base}/readyz").is_success:
                    return
            except httpx.TransportError:
                continue

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        assert self._process is not None
        self._process.send_signal(number)
        self._process.wait(TIMEOUT)


@contextmanager
def server_process(folder: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop(signal.SIGKILL)


def create_bot(base: str, owner: str, name: str) -> str:
    """Register a person with a bot; return the bot's token."""
    with httpx.Client(base_url=base) as http:
        person = {"name": owner, "password": "correct horse"}
        csrf = http.post("/accounts", json=person).json()["csrf"]
        created = http.post("/bots", json={"name": name}, headers={"X-CSRF-Token": csrf})
        token: str = created.json()["token"]
        return token
