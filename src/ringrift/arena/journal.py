"""A tournament's journal: the records of its games, one a line, each safe on disk before the next is begun.

The file is one of records (docs/reference/records-store.md), so that a store can import it as it is.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from ringrift.arena.results import Result, result_of
from ringrift.arena.schedule import refused
from ringrift.records.chain import FORMAT

_BEGINNING: Final = f'{{"format":"{FORMAT}"'.encode()  # of every line that a journal writes


class Journal:
    """The games of a tournament, on disk or, without a path, in memory alone."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.results: dict[str, Result] = {}  # by the key of the fixture
        self._file = None
        if path is not None:
            with _usable(path):
                if path.exists():
                    self.results = read_results(path)
                    _mend_end(path)
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
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def read_results(path: Path) -> dict[str, Result]:
    """The results of a journal, by the key of their fixture; games of other origin are passed over."""
    results: dict[str, Result] = {}
    with _usable(path), path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if _broken_off(line):
                break
            try:
                result = result_of(line.decode())
            except (ValueError, KeyError, TypeError, IndexError, AttributeError) as broken:
                message = f"line {number} of {path} is no game of an arena; name another file"
                raise refused("journal", message) from broken
            if result is not None:
                results[result.key] = result
    return results


@contextmanager
def _usable(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        message = (
            f"{path} cannot be used: {problem.strerror}; name a file that can be read and written"
        )
        raise refused("journal", message) from problem


def _broken_off(line: bytes) -> bool:
    """Whether this is a game that was being written when the power went; whatever else is left alone."""
    if line.endswith(b"\n") or not (line.startswith(_BEGINNING) or _BEGINNING.startswith(line)):
        return False
    try:
        json.loads(line)
    except ValueError:
        return True
    return False


def _mend_end(path: Path) -> None:
    """What comes next must begin a line."""
    with path.open("rb+") as file:
        whole, last = 0, b"\n"
        for line in file:
            if not _broken_off(line):
                whole, last = whole + len(line), line
        file.truncate(whole)
        if not last.endswith(b"\n"):
            file.seek(whole)
            file.write(b"\n")
