"""`ringrift serve` as a process: what it refuses, how it starts, how it ends."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic

import httpx
import pytest

from ringrift.cli.main import main

_PATIENCE = 60.0


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
    return port


@contextmanager
def served(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running server process and its address; its output goes to log.txt."""
    port = free_port()
    command = [sys.executable, "-m", "ringrift.cli.main", "serve", "--port", str(port)]
    command += ["--database", f"sqlite:///{folder}/ringrift.db", *arguments]
    with (
        (folder / "log.txt").open("w") as log,
        subprocess.Popen(command, stderr=log, text=True) as process,
    ):
        try:
            await_answer(process, f"http://127.0.0.1:{port}")
            yield process, f"http://127.0.0.1:{port}"
        finally:
            if process.poll() is None:
                process.kill()


def await_answer(process: subprocess.Popen[str], base: str) -> None:
    until = monotonic() + _PATIENCE
    with httpx.Client(base_url=base) as client:
        while monotonic() < until:
            with suppress(httpx.TransportError):
                assert client.get("/healthz").json()["status"] == "ok"
                return
            with suppress(subprocess.TimeoutExpired):
                process.wait(0.05)
                raise AssertionError("the server has ended")
    raise AssertionError("the server does not answer")


def test_the_help_names_every_flag(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        main(["serve", "--help"])
    assert done.value.code == 0
    shown = capsys.readouterr().out
    for flag in (
        "--config",
        "--host",
        "--port",
        "--workers",
        "--database",
        "--bus",
        "--rules-mode",
    ):
        assert flag in shown


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (
            ["--database", "mysql://somewhere"],
            1,
            "write sqlite:///FILE or postgresql://USER@HOST:PORT/NAME",
        ),
        (["--database", "sqlite://"], 1, "an in-memory database loses everything"),
        (
            ["--database", "sqlite:////nowhere/at/all.db"],
            1,
            "cannot be used: No such file or directory: create its folder",
        ),
        (["--bus", "redis://127.0.0.1:1"], 1, "Redis at redis://127.0.0.1:1 cannot be reached"),
        (["--workers", "2"], 2, "workers: SQLite supports one worker"),
        (["--rules-mode", "guess"], 2, "rules-mode: use python, shadow or kernel"),
        (["--config", "/nowhere.toml"], 2, "config: /nowhere.toml cannot be read as TOML"),
    ],
)
def test_what_cannot_be_served_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, told: str
) -> None:
    own = f"sqlite:///{tmp_path}/ringrift.db"
    assert main(["serve", "--port", "0", "--database", own, *arguments]) == code
    shown = capsys.readouterr().err
    assert told in shown
    assert "Traceback" not in shown


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_answers_and_ends_in_order_on_request(tmp_path: Path, how: signal.Signals) -> None:
    with served(tmp_path) as (process, base):
        assert httpx.get(f"{base}/readyz").json()["checks"] == {
            "database": True,
            "bus": True,
            "accepting": True,
            "storage": True,
        }
        assert "ringrift_games_live 0.0" in httpx.get(f"{base}/metrics").text
        process.send_signal(how)
        assert process.wait(_PATIENCE) == 0
    log = (tmp_path / "log.txt").read_text()
    assert "worker closed" in log
    assert "Traceback" not in log
