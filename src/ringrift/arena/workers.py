"""Processes that play games, one at a time each: a process that dies takes one game with it."""

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

Play = Callable[[ScheduledGame], str]  # plays a game, returns its record as a line
Lost = Callable[[ScheduledGame, str], str]  # the line for a game whose process died

_TRIES: Final = 2  # a process may have been ended for reasons that are none of its game's
_SPAWN: Final = get_context("spawn")  # a fork would inherit threads and locks of the kernel


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    pipe: Connection
    fixture: ScheduledGame | None = None
    since: float = 0.0

    def give(self, fixture: ScheduledGame) -> None:
        self.fixture, self.since = fixture, time.monotonic()
        self.pipe.send(fixture)


class Workers:
    """So many processes; they live until `close`."""

    def __init__(self, jobs: int, play: Play, lost: Lost, longest_game: float) -> None:
        self._jobs = jobs
        self._play = play
        self._lost = lost
        self._longest = longest_game  # in seconds; a process that takes longer is ended
        self._workers: list[_Worker] = []
        self._tries: dict[str, int] = {}

    def play(self, fixtures: Iterable[ScheduledGame], until: float | None = None) -> Iterator[str]:
        """The lines of the games as they end; none is begun after `until`, of `time.monotonic`."""
        waiting = deque(fixtures)
        while waiting or any(worker.fixture for worker in self._workers):
            late = until is not None and time.monotonic() >= until
            if late:
                waiting.clear()
            self._give(waiting)
            busy = [worker for worker in self._workers if worker.fixture]
            if not busy:
                return
            patience = min(worker.since for worker in busy) + self._longest - time.monotonic()
            ready = wait([worker.pipe for worker in busy], max(0.0, patience))
            for worker in busy:
                if worker.pipe in ready:
                    yield from self._take(worker, waiting)
                elif time.monotonic() - worker.since > self._longest:
                    worker.process.kill()

    def _give(self, waiting: deque[ScheduledGame]) -> None:
        for worker in self._workers:
            if waiting and worker.fixture is None:
                worker.give(waiting.popleft())
        while waiting and len(self._workers) < self._jobs:
            worker = self._hire()
            self._workers.append(worker)
            worker.give(waiting.popleft())

    def _hire(self) -> _Worker:
        ours, theirs = _SPAWN.Pipe()
        process = _SPAWN.Process(target=_work, args=(theirs, self._play), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours)

    def _take(self, worker: _Worker, waiting: deque[ScheduledGame]) -> Iterator[str]:
        fixture = worker.fixture
        assert fixture is not None
        worker.fixture = None
        try:
            line: str | BaseException = worker.pipe.recv()
        except (EOFError, OSError):
            self._dismiss(worker)
            tries = self._tries[fixture.key] = self._tries.get(fixture.key, 0) + 1
            if tries < _TRIES:
                waiting.appendleft(fixture)
            else:
                yield self._lost(fixture, f"the process ended with {worker.process.exitcode}")
            return
        if isinstance(line, BaseException):
            raise line
        yield line

    def _dismiss(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join()

    def close(self) -> None:
        """End all processes, whatever they do."""
        for worker in list(self._workers):
            worker.process.terminate()
            self._dismiss(worker)


def _work(pipe: Connection, play: Play) -> None:
    """What a process does: a game for each fixture that comes, until nobody sends any more."""
    while True:
        try:
            fixture: ScheduledGame = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            line: str | Exception = play(fixture)
        except KeyboardInterrupt:
            return
        except Exception as problem:  # noqa: BLE001 - it is raised again where the tournament is held
            line = problem
        pipe.send(line)
