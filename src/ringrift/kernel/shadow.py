"""Work behind the game's back: one thread, a bounded queue, and never a wait for who plays."""

from __future__ import annotations

import logging
from collections.abc import Callable
from queue import Full, Queue
from threading import Lock, Thread

from ringrift.kernel.modes import invalid_setting

Job = Callable[[], None]
_log = logging.getLogger("ringrift.kernel.shadow")


class Shadow:
    """Runs jobs in order. The thread starts with the first job and ends with `close`."""

    def __init__(self, size: int) -> None:
        if size < 1:
            raise invalid_setting("queue_size", "give a whole number of at least 1")
        self._jobs: Queue[Job | None] = Queue(size)
        self._thread: Thread | None = None
        self._closed = False
        self._lock = Lock()

    def offer(self, job: Job) -> bool:
        """Queue a job; False if there is no room, or it is closed."""
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

    def settle(self) -> None:
        """Wait until every job that is queued has run."""
        self._jobs.join()

    def close(self) -> None:
        """Run what is queued, then end."""
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
            except Exception:  # noqa: BLE001 - one comparison must not end all others
                _log.exception(
                    "A comparison of law and kernel was not made; the game is not affected."
                )
            finally:
                self._jobs.task_done()
        self._jobs.task_done()
