"""Work on a Ray cluster: tasks that survive the loss of a worker.

Ray is optional (extra `ray`). The nodes of the cluster need the same version of RingRift.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ringrift.extras import missing_extra
from ringrift.rules.errors import Refusal, RingRiftError

if TYPE_CHECKING:
    from ringrift.arena.schedule import ScheduledGame

Task = TypeVar("Task")
Result = TypeVar("Result")

MAX_RETRIES: Final = 4  # of a task whose worker or node was lost
_POLL_SECONDS: Final = 1.0


class ClusterError(RingRiftError):
    """A cluster that cannot be used."""


def connect(address: str) -> Any:
    """Connect to a cluster (`auto`, or `HOST:PORT`); return the module `ray`."""
    try:
        ray: Any = import_module("ray")
    except ModuleNotFoundError as error:
        message = missing_extra("a cluster", "ray", error)
        raise ClusterError(Refusal("PACKAGE_MISSING", None, message)) from error
    if not ray.is_initialized():
        try:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, RuntimeError, ValueError) as error:
            message = f"no Ray cluster answers at {address!r} ({error}); start one with `ray start`"
            raise ClusterError(Refusal("NO_CLUSTER", None, message, "ray")) from error
    return ray


def count_processors(ray: Any) -> int:
    """Return how many processors the cluster has now."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def run_tasks(
    ray: Any,
    run: Callable[[Task], Result],
    tasks: Iterable[Task],
    until: float | None = None,
    *,
    at_once: int | None = None,
) -> Iterator[tuple[int, Result | Exception]]:
    """Yield the results with the index of their task, in any order; start none after `until`.

    A task is repeated when its worker dies. One that still fails yields its error.
    """
    remote = ray.remote(num_cpus=1, max_retries=MAX_RETRIES)(run)
    waiting = iter(enumerate(tasks))
    running: dict[Any, int] = {}
    while True:
        room = 2 * count_processors(ray) if at_once is None else at_once
        late = until is not None and time.monotonic() >= until
        while not late and len(running) < room:
            following = next(waiting, None)
            if following is None:
                break
            running[remote.remote(following[1])] = following[0]
        if not running:
            return
        ready, _ = ray.wait(list(running), num_returns=1, timeout=_POLL_SECONDS)
        for reference in ready:
            at = running.pop(reference)
            try:
                yield at, ray.get(reference)
            except ray.exceptions.RayError as error:
                yield at, error


class RayPool:
    """Plays the games of an arena on a cluster, like `WorkerPool` in local processes."""

    def __init__(
        self,
        address: str,
        play: Callable[[ScheduledGame], str],
        record_loss: Callable[[ScheduledGame, str], str],
    ) -> None:
        self._ray = connect(address)
        self._play = play
        self._record_loss = record_loss

    def play(self, games: Iterable[ScheduledGame], until: float | None = None) -> Iterator[str]:
        """Yield the JSON lines of the games as they end; none starts after `until`."""
        scheduled: Sequence[ScheduledGame] = list(games)
        for at, line in run_tasks(self._ray, self._play, scheduled, until):
            yield (
                self._record_loss(scheduled[at], str(line)) if isinstance(line, Exception) else line
            )

    def close(self) -> None:
        """Leave the cluster."""
        self._ray.shutdown()
