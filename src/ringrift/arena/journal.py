"""A tournament's journal: the records of its games, one a line, each safe on disk before the next is begun.

The file is one of records (docs/reference/records-store.md), so that a store can import it as it is.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Self

from ringrift.arena.fixtures import refused
from ringrift.arena.results import Result, result_of


class Journal:
    """The games of a tournament, on disk or, without a path, in memory alone."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.results: dict[str, Result] = {}  # by the key of the fixture
        self._file = None
        if path is not None:
            if path.exists():
                self.results = read_results(path)
                _drop_broken_end(path)
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("ab")

    def add(self, line: str) -> Result:
        """Keep a finished game."""
        if self._file is not None:
            self._file.write(line.encode())
            self._file.flush()
            os.fsync(self._file.fileno())
        result = result_of(line)
        assert result is not None
        self.results[result.key] = result
        return result

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read_results(path: Path) -> dict[str, Result]:
    """The results of a journal, by the key of their fixture; games of other origin are passed over."""
    results: dict[str, Result] = {}
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break  # a game that was being written when the power went
            try:
                result = result_of(line.decode())
            except (ValueError, KeyError, TypeError, IndexError, AttributeError) as broken:
                message = f"line {number} of {path} is no game of an arena; name another file"
                raise refused("journal", message) from broken
            if result is not None:
                results[result.key] = result
    return results


def _drop_broken_end(path: Path) -> None:
    """What comes next must begin a line."""
    with path.open("rb+") as file:
        whole = 0
        for line in file:
            if line.endswith(b"\n"):
                whole += len(line)
        file.truncate(whole)
