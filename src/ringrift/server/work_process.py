"""A process that runs work for a worker, one piece at a time.

`python -m ringrift.server.work_process LOG_LEVEL LOG_FORMAT` reads pickled functions without
arguments from its standard input, calls them and writes what they return or raise. It ends with its
input, so it never outlives its worker.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO, Final, TypeVar, cast

from ringrift.server.errors import ApiError

Result = TypeVar("Result")

_LENGTH_BYTES: Final = 8
_MAX_SECONDS: Final = 60.0  # for one piece of work
_CLOSE_SECONDS: Final = 5.0
_NICENESS: Final = 10  # the event loop comes first
_LOST: Final = (OSError, EOFError, asyncio.IncompleteReadError)
_log = logging.getLogger("ringrift.server")


class WorkProcess:
    """Starts with its first piece of work, and again after it died."""

    def __init__(
        self,
        *,
        log_level: str = "warning",
        log_format: str = "json",
        max_seconds: float = _MAX_SECONDS,
    ) -> None:
        self._arguments = (log_level, log_format)
        self._max_seconds = max_seconds
        self._process: Process | None = None

    @property
    def id(self) -> int | None:
        """The id of the running process."""
        return None if self._process is None else self._process.pid

    async def run(self, work: Callable[[], Result]) -> Result:
        """Return the result of picklable work. Call it again only when it has returned."""
        sent = _frame(pickle.dumps(work, pickle.HIGHEST_PROTOCOL))
        try:
            async with asyncio.timeout(self._max_seconds):
                received = await self._exchange(sent)
        except (*_LOST, TimeoutError) as error:
            _log.error("the process for rules was lost: %r", error)
            await self._kill()
            message = "the server could not finish this in time: try again"
            raise ApiError(503, "TRY_AGAIN", message, more={"retryAfter": 1}) from error
        except BaseException:
            await self._kill()  # it would answer to the next piece of work
            raise
        succeeded, result = pickle.loads(received)  # noqa: S301 - from our own process
        if succeeded:
            return cast(Result, result)
        raise result

    async def close(self) -> None:
        """End the process."""
        process = self._process
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), _CLOSE_SECONDS)
            self._process = None
        except TimeoutError:
            await self._kill()

    async def _exchange(self, sent: bytes) -> bytes:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "ringrift.server.work_process", *self._arguments),
                stdin=PIPE,
                stdout=PIPE,
                start_new_session=True,  # Ctrl-C is for the worker, which then ends it
            )
        writer, reader = self._process.stdin, self._process.stdout
        assert writer is not None
        assert reader is not None
        writer.write(sent)
        await writer.drain()
        length = int.from_bytes(await reader.readexactly(_LENGTH_BYTES))
        return await reader.readexactly(length)

    async def _kill(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Run the work that arrives until the input ends."""
    while head := source.read(_LENGTH_BYTES):
        work = pickle.loads(source.read(int.from_bytes(head)))  # noqa: S301 - from our worker
        target.write(_frame(_dump(_run(work))))
        target.flush()


def _run(work: Callable[[], object]) -> tuple[bool, object]:
    try:
        return True, work()
    except Exception as error:  # noqa: BLE001 - the worker raises it
        return False, error


def _dump(outcome: tuple[bool, object]) -> bytes:
    """Return the outcome as bytes that the worker can load; some errors cannot be."""
    try:
        dumped = pickle.dumps(outcome, pickle.HIGHEST_PROTOCOL)
        if not outcome[0]:
            pickle.loads(dumped)  # noqa: S301 - our own
    except Exception as error:  # noqa: BLE001 - describe what cannot be sent
        return pickle.dumps((False, RuntimeError(f"{outcome[1]!r}: {error!r}")))
    return dumped


def _frame(body: bytes) -> bytes:
    return len(body).to_bytes(_LENGTH_BYTES) + body


def main() -> None:
    """Serve over standard input and output; what the work prints goes to standard error."""
    from ringrift.server.operations.logs import start_logging

    start_logging(*sys.argv[1:3])
    with suppress(OSError, AttributeError):  # AttributeError: Windows
        os.nice(_NICENESS)
    with os.fdopen(os.dup(1), "wb") as target, suppress(BrokenPipeError):
        os.dup2(2, 1)
        serve(sys.stdin.buffer, target)


if __name__ == "__main__":
    main()
