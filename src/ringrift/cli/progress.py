"""A progress bar for long work: on the terminal if there is one, else nothing is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

Item = TypeVar("Item")


class ProgressBar:
    """A bar that is being drawn."""

    __slots__ = ("_progress", "_task")

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task

    def advance(self, by: float = 1) -> None:
        """So much more is done."""
        self._progress.advance(self._task, by)

    def reach(self, done: float) -> None:
        """So much is done in all."""
        self._progress.update(self._task, completed=done)

    def name(self, what: str) -> None:
        """What is being done now."""
        self._progress.update(self._task, description=what)


@contextmanager
def progress_bar(what: str, total: float | None) -> Iterator[ProgressBar]:
    """A bar of that length; None: nobody knows how much there is to do."""
    from rich.console import Console
    from rich.progress import Progress

    screen = Console(stderr=True)  # what a command prints stays clean
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        yield ProgressBar(progress, progress.add_task(what, total=total))


def track_progress(items: Iterable[Item], what: str, total: float | None) -> Iterator[Item]:
    """The items, with a bar that moves on when the next one is asked for."""
    with progress_bar(what, total) as bar:
        for item in items:
            yield item
            bar.advance()
