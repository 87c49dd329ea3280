"""`ringrift serve --open` opens a browser where a graphical one can run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from ringrift.cli.browser import can_open_browser
from tests.cli.test_serve import free_port

_PATIENCE = 60.0


@pytest.mark.parametrize(
    ("environment", "platform", "shown"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({}, "darwin", True),
        ({}, "win32", True),
    ],
)
def test_a_browser_needs_a_screen(environment: dict[str, str], platform: str, shown: bool) -> None:
    assert can_open_browser(environment, platform) is shown


def test_the_browser_opens_when_the_server_answers(tmp_path: Path) -> None:
    note = tmp_path / "opened.txt"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {note}.part && mv {note}.part {note}\n')
    browser.chmod(0o755)
    port = free_port()
    command = [sys.executable, "-m", "ringrift.cli.main", "serve", "--open", "--port", str(port)]
    command += ["--database", f"sqlite:///{tmp_path}/ringrift.db", "--log-level", "error"]
    environment = os.environ | {"DISPLAY": ":99", "BROWSER": str(browser)}
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        until = monotonic() + _PATIENCE
        while not note.exists() and monotonic() < until:
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.05)
                raise AssertionError("the server has ended")
        process.send_signal(signal.SIGTERM)
    assert note.read_text().strip() == f"http://127.0.0.1:{port}"
