"""Run comparisons in the background, on one thread with a bounded queue."""

from __future__ import annotations

import logging
from collections.abc import Callable
from queue import Full, Queue
from threading import Lock, Thread

from ringrift.host.errors import invalid_config

Job = Callable[[], None]
_log = logging.getLogger("ringrift.host.rules_guard")


class ComparisonThread:
    """Runs jobs in order. The thread starts with the first job and ends with `close`."""

    def __init__(self, queue_size: int) -> None:
        if queue_size < 1:
            raise invalid_config("queue_size", "use a whole number of at least 1")
        self._jobs: Queue[Job | None] = Queue(queue_size)
        self._thread: Thread | None = None
        self._closed = False
        self._lock = Lock()

    def submit(self, job: Job) -> bool:
        """Queue a job without blocking; return False if the queue is full or closed."""
        with self._lock:
            if self._closed:
                return False
            if self._thread is None:
                self._thread = Thread(target=self._run, name="ringrift-rules-shadow", daemon=True)
                self._thread.start()
            try:
                self._jobs.put_nowait(job)
            except Full:
                return False
            return True

    def join(self) -> None:
        """Wait until every queued job has run."""
        self._jobs.join()

    def close(self) -> None:
        """Run the queued jobs, then end the thread."""
        with self._lock:
            thread, self._thread = self._thread, None
            self._closed = True
        if thread is not None:
            self._jobs.put(None)
            thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except Exception:  # noqa: BLE001 - one failed comparison must not stop the others
                _log.exception("A comparison of the two engines failed; the game is not affected.")
            finally:
                self._jobs.task_done()
        self._jobs.task_done()
