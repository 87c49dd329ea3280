"""Worker processes that play one game at a time: a process that dies loses only that game."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Final

from ringrift.arena.schedule import ScheduledGame

PlayGame = Callable[[ScheduledGame], str]  # returns the record as a JSON line
RecordLoss = Callable[[ScheduledGame, str], str]  # returns the line for a game whose process died

_MAX_ATTEMPTS: Final = 2  # a process may be killed for reasons unrelated to its game
_SPAWN: Final = get_context("spawn")  # a fork would inherit the kernel's threads and locks


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    pipe: Connection
    game: ScheduledGame | None = None
    since: float = 0.0

    def start(self, game: ScheduledGame) -> None:
        self.game, self.since = game, time.monotonic()
        self.pipe.send(game)


class WorkerPool:
    """A pool of `jobs` processes, which live until `close`."""

    def __init__(
        self, jobs: int, play: PlayGame, record_loss: RecordLoss, max_game_seconds: float
    ) -> None:
        self._jobs = jobs
        self._play = play
        self._record_loss = record_loss
        self._max_game_seconds = max_game_seconds  # a process that takes longer is killed
        self._workers: list[_Worker] = []
        self._attempts: dict[str, int] = {}

    def play(self, games: Iterable[ScheduledGame], until: float | None = None) -> Iterator[str]:
        """Yield the JSON lines of the games as they end; none starts after `until` (monotonic)."""
        pending = deque(games)
        while pending or any(worker.game for worker in self._workers):
            late = until is not None and time.monotonic() >= until
            if late:
                pending.clear()
            self._assign(pending)
            busy = [worker for worker in self._workers if worker.game]
            if not busy:
                return
            timeout = (
                min(worker.since for worker in busy) + self._max_game_seconds - time.monotonic()
            )
            ready = wait([worker.pipe for worker in busy], max(0.0, timeout))
            for worker in busy:
                if worker.pipe in ready:
                    yield from self._receive(worker, pending)
                elif time.monotonic() - worker.since > self._max_game_seconds:
                    worker.process.kill()

    def _assign(self, pending: deque[ScheduledGame]) -> None:
        for worker in self._workers:
            if pending and worker.game is None:
                worker.start(pending.popleft())
        while pending and len(self._workers) < self._jobs:
            worker = self._start_worker()
            self._workers.append(worker)
            worker.start(pending.popleft())

    def _start_worker(self) -> _Worker:
        ours, theirs = _SPAWN.Pipe()
        process = _SPAWN.Process(target=_run_worker, args=(theirs, self._play), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours)

    def _receive(self, worker: _Worker, pending: deque[ScheduledGame]) -> Iterator[str]:
        game = worker.game
        assert game is not None
        worker.game = None
        try:
            line: str | BaseException = worker.pipe.recv()
        except (EOFError, OSError):
            self._stop_worker(worker)
            attempts = self._attempts[game.key] = self._attempts.get(game.key, 0) + 1
            if attempts < _MAX_ATTEMPTS:
                pending.appendleft(game)
            else:
                yield self._record_loss(game, f"the process ended with {worker.process.exitcode}")
            return
        if isinstance(line, BaseException):
            raise line
        yield line

    def _stop_worker(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join()

    def close(self) -> None:
        """Terminate all processes, busy or not."""
        for worker in list(self._workers):
            worker.process.terminate()
            self._stop_worker(worker)


def _run_worker(pipe: Connection, play: PlayGame) -> None:
    """Play each game that arrives, until the pipe is closed."""
    while True:
        try:
            game: ScheduledGame = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            line: str | Exception = play(game)
        except KeyboardInterrupt:
            return
        except Exception as error:  # noqa: BLE001 - the parent process raises it again
            line = error
        pipe.send(line)
