"""The journal of a tournament: one record a line, each on disk before the next game starts.

The file is a record file (docs/reference/records-store.md) that a store can import.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from ringrift.arena.results import Result, parse_result
from ringrift.arena.schedule import arena_error
from ringrift.records.chain import FORMAT

_LINE_PREFIX: Final = f'{{"format":"{FORMAT}"'.encode()  # of every journal line


class Journal:
    """The results of a tournament, on disk or, without a path, in memory only."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.results: dict[str, Result] = {}  # by `ScheduledGame.key`
        self._file = None
        if path is not None:
            with _explain_os_errors(path):
                if path.exists():
                    self.results = read_results(path)
                    _repair_end(path)
                path.parent.mkdir(parents=True, exist_ok=True)
                self._file = path.open("ab")

    def add(self, line: str) -> Result:
        """Append the record of a finished game and sync it to disk."""
        if self._file is not None:
            self._file.write(line.encode())
            self._file.flush()
            os.fsync(self._file.fileno())
        result = parse_result(line)
        assert result is not None
        self.results[result.key] = result
        return result

    def close(self) -> None:
        """Close the file."""
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
    """Read the results of a journal by key; records of other origin are skipped."""
    results: dict[str, Result] = {}
    with _explain_os_errors(path), path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if _is_truncated(line):
                break
            try:
                result = parse_result(line.decode())
            except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
                message = f"line {number} of {path} is not an arena game; choose another file"
                raise arena_error("journal", message) from error
            if result is not None:
                results[result.key] = result
    return results


@contextmanager
def _explain_os_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        message = (
            f"{path} cannot be used: {error.strerror}; choose a file that can be read and written"
        )
        raise arena_error("journal", message) from error


def _is_truncated(line: bytes) -> bool:
    """Return whether this is a record that was only partly written."""
    if line.endswith(b"\n") or not (line.startswith(_LINE_PREFIX) or _LINE_PREFIX.startswith(line)):
        return False
    try:
        json.loads(line)
    except ValueError:
        return True
    return False


def _repair_end(path: Path) -> None:
    """Drop a truncated last record and end the file with a line feed."""
    with path.open("rb+") as file:
        whole, last = 0, b"\n"
        for line in file:
            if not _is_truncated(line):
                whole, last = whole + len(line), line
        file.truncate(whole)
        if not last.endswith(b"\n"):
            file.seek(whole)
            file.write(b"\n")
