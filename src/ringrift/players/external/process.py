"""A line-based child process: every wait has a timeout, output is bounded, no orphans remain."""

from __future__ import annotations

import os
import select
import selectors
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Condition, Lock, Thread
from typing import IO, Final

from ringrift.players.engine_protocol.protocol import MAX_LINE_LENGTH
from ringrift.players.external.errors import (
    EngineClosedError,
    EngineCrashedError,
    EngineError,
    EngineFloodedError,
    EngineStartError,
    EngineTimeoutError,
)

MAX_UNREAD_BYTES: Final = 16 << 20  # output between two commands
MAX_UNREAD_LINES: Final = 100_000
_STDERR_TAIL: Final = 4096  # bytes of standard error to keep
_CHUNK: Final = 1 << 16
_EXIT_SECONDS: Final = 0.5  # time to exit after closing its output
_REAP_SECONDS: Final = 5.0  # time for the system to reap a killed process


class EngineProcess:
    """One run of a program in its own process group. POSIX only."""

    def __init__(self, command: Sequence[str], folder: Path | None = None) -> None:
        self.command: Final = tuple(command)
        if os.name == "nt":  # pipes cannot be polled there
            raise EngineStartError("engines as programs need Linux or macOS, or WSL on Windows")
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=folder,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            shown = " ".join(self.command) or "the command is empty"
            raise EngineStartError(f"{shown} cannot be started: {error}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        self._stderr = self._process.stderr
        # wakes the reader on kill: a surviving child may keep the other pipes open
        self._wake_reader, self._wake_writer = os.pipe()
        self._lines: deque[str] = deque()
        self._changed = Condition()  # guards everything that the reader thread changes
        self._count = self._bytes = 0  # since the last command
        self._stderr_tail = b""  # the end of standard error
        self._ended = False  # standard output has ended
        self._failure: str | None = None  # why the output was too much
        self._writing = Lock()
        self._killing = Lock()
        self._closed = self._killed = False
        os.set_blocking(self._stdin.fileno(), False)
        self._reader = Thread(
            target=self._read_outputs, name=f"engine {self._process.pid}", daemon=True
        )
        self._reader.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Return whether it can still answer: its output is open and it was not killed."""
        return not (self._ended or self._killed)

    @property
    def stderr(self) -> str:
        """Return the end of its standard error output."""
        with self._changed:
            return self._stderr_tail.decode("utf-8", "replace")

    def send(self, line: str, deadline: float) -> None:
        """Write a line before the deadline (`time.monotonic`) and reset the output limits."""
        with self._changed:
            self._count = self._bytes = 0
        data = memoryview(f"{line}\n".encode())
        # Handling a failure takes other locks, so release this one first.
        with self._writing:
            left = 1.0
            while data and left > 0 and not self._stdin.closed:
                try:
                    data = data[os.write(self._stdin.fileno(), data) :]
                except BlockingIOError:
                    left = deadline - time.monotonic()
                    _wait_until_ready(self._stdin, select.POLLOUT, left)
                except OSError:
                    break
        if data and left <= 0:
            raise self.kill_as_overdue("it does not read its input")
        if data:
            raise self._ended_error()

    def line(self, deadline: float) -> str | None:
        """Return the next line of output; None if none arrives before the deadline."""
        with self._changed:
            while not self._lines:
                if self._failure is not None or self._ended:
                    break
                left = deadline - time.monotonic()
                if left <= 0 or not self._changed.wait(left):
                    return self._lines.popleft() if self._lines else None
            if self._lines and self._failure is None:
                return self._lines.popleft()
        raise self._ended_error()

    def kill_as_overdue(self, what: str) -> EngineTimeoutError:
        """Kill the process because it is late, and return the error to raise."""
        self.kill()
        return EngineTimeoutError(f"{self._command_text} was killed: {what}", self.stderr)

    def close(self, grace: float) -> int | None:
        """Wait for the process to exit, then kill it; return its exit status if it exited."""
        self._closed = True
        return self._wait_for_exit(grace)

    def _wait_for_exit(self, grace: float) -> int | None:
        deadline = time.monotonic() + grace
        if self._writing.acquire(timeout=grace):
            self._stdin.close()
            self._writing.release()
        self._reader.join(max(0.0, deadline - time.monotonic()))
        leaves = not self._reader.is_alive() and not self._killed and self._exits_before(deadline)
        self.kill()
        return self._process.returncode if leaves else None

    def kill(self) -> None:
        """Kill the process and its children immediately, and reap it."""
        with self._killing:
            if self._killed:
                return
            self._killed = True
            # The process has not been reaped, so its pid still names its own group.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_REAP_SECONDS)
            os.close(self._wake_writer)
            self._reader.join()
            os.close(self._wake_reader)
            with self._writing:
                for pipe in (self._stdin, self._stdout, self._stderr):
                    pipe.close()

    def _exits_before(self, deadline: float) -> bool:
        """Return whether the process exits in time. Only `kill` reaps it, so its pid is valid."""
        if sys.platform != "linux":
            return True
        pidfd = os.pidfd_open(self._process.pid)
        try:
            return _wait_until_ready(pidfd, select.POLLIN, deadline - time.monotonic())
        finally:
            os.close(pidfd)

    @property
    def _command_text(self) -> str:
        return Path(self.command[0]).name if len(self.command) == 1 else " ".join(self.command)

    def _ended_error(self) -> EngineError:
        """Return the error that explains why the conversation is over."""
        if self._closed or self._killed:
            return EngineClosedError(f"{self._command_text} was closed", self.stderr)
        status = self._wait_for_exit(_EXIT_SECONDS)
        if self._failure is not None:
            return EngineFloodedError(self._failure, self.stderr)
        if status is None:
            how = "it closed its output but did not exit"
        else:
            how = f"signal {-status}" if status < 0 else f"exit status {status}"
        return EngineCrashedError(f"{self._command_text} ended unexpectedly: {how}", self.stderr)

    def _read_outputs(self) -> None:
        """Read both outputs until they end, exceed the limit, or the process is killed."""
        begun = b""  # an incomplete line
        reading = True
        with selectors.DefaultSelector() as selector:
            for source in (self._stdout, self._stderr, self._wake_reader):
                selector.register(source, selectors.EVENT_READ)
            while reading and self._failure is None:
                for key, _ in selector.select():
                    data = os.read(key.fd, _CHUNK)
                    if key.fileobj is self._stderr:
                        self._store_stderr(data)
                        if not data:
                            selector.unregister(self._stderr)
                    elif data:
                        begun = self._store_lines(begun + data, len(data))
                    else:
                        reading = False
        # The last standard error output of a crashing process often explains the crash.
        while _wait_until_ready(self._stderr, select.POLLIN, 0) and (
            data := os.read(self._stderr.fileno(), _CHUNK)
        ):
            self._store_stderr(data)
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _store_stderr(self, data: bytes) -> None:
        with self._changed:
            self._stderr_tail = (self._stderr_tail + data)[-_STDERR_TAIL:]

    def _store_lines(self, data: bytes, new: int) -> bytes:
        """Store the complete lines and return the incomplete rest."""
        *lines, begun = data.split(b"\n")
        kept = [text for line in lines if (text := line.decode("utf-8", "replace").strip())]
        with self._changed:
            self._count += len(lines)
            self._bytes += new
            flooded = self._count > MAX_UNREAD_LINES or self._bytes > MAX_UNREAD_BYTES
            if flooded or len(begun) > MAX_LINE_LENGTH:
                what = (
                    f"more than {MAX_UNREAD_BYTES >> 20} MiB or {MAX_UNREAD_LINES} lines"
                    if flooded
                    else "an endless line"
                )
                self._failure = f"{self._command_text} was killed: it writes {what}"
                self._lines.clear()
            else:
                self._lines.extend(kept)
            self._changed.notify_all()
        return begun


def _wait_until_ready(source: IO[bytes] | int, event: int, seconds: float) -> bool:
    """Return whether the source becomes ready or ends within the time."""
    poll = select.poll()
    poll.register(source, event)
    return bool(poll.poll(max(0.0, seconds) * 1000))
