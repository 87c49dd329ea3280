"""A progress bar on standard error, if that is a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

Item = TypeVar("Item")


class ProgressBar:
    """A visible progress bar."""

    __slots__ = ("_progress", "_task")

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task

    def advance(self, by: float = 1) -> None:
        """Advance by so much."""
        self._progress.advance(self._task, by)

    def reach(self, done: float) -> None:
        """Set the completed amount."""
        self._progress.update(self._task, completed=done)

    def name(self, what: str) -> None:
        """Set the description."""
        self._progress.update(self._task, description=what)


@contextmanager
def progress_bar(what: str, total: float | None) -> Iterator[ProgressBar]:
    """Show a progress bar; `total` is None if the amount of work is unknown."""
    from rich.console import Console
    from rich.progress import Progress

    screen = Console(stderr=True)  # standard output stays clean
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        yield ProgressBar(progress, progress.add_task(what, total=total))


def track_progress(items: Iterable[Item], what: str, total: float | None) -> Iterator[Item]:
    """Yield the items and advance a progress bar after each."""
    with progress_bar(what, total) as bar:
        for item in items:
            yield item
            bar.advance()
