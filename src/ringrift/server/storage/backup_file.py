"""A backup as a file: lines of JSON under gzip, the same from either database, with a checksum at the end.

The first line says what it is and the revision of its schema, each further line is a row, the last one counts
the rows of every table and has the SHA-256 of all lines before it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from ringrift.server.errors import StorageError

FORMAT: Final = "ringrift-backup"
VERSION: Final = 1
_PRIVATE: Final = 0o600  # a backup holds hashes of passwords and sessions
_QUICK: Final = 5  # gzip's level: events shrink to a tenth, and the disk is the slower part

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Contents:
    """What a whole and unspoilt backup holds."""

    revision: str
    made_at: float
    rows: Mapping[str, int]


class BackupWriter:
    """Writes beside the target and moves it there at the end: a backup is whole or not there."""

    def __init__(self, path: Path, revision: str, made_at: float) -> None:
        if path.exists():
            raise StorageError(
                f"{path} is there already: choose another name, a backup replaces nothing"
            )
        self._path = path
        self._part = path.with_name(f"{path.name}.part")
        self._hash = hashlib.sha256()
        self._rows: Counter[str] = Counter()
        try:
            number = os.open(self._part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _PRIVATE)
        except OSError as error:
            raise StorageError(f"{path} cannot be written: {error.strerror}") from error
        self._file = os.fdopen(number, "wb")
        self._zip = gzip.GzipFile(
            fileobj=self._file, mode="wb", compresslevel=_QUICK, mtime=0, filename=""
        )
        self._contents = Contents(revision, made_at, self._rows)
        self._line({"format": FORMAT, "version": VERSION, "revision": revision, "made_at": made_at})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                self._finish()
        finally:
            self._zip.close()
            self._file.close()
            self._part.unlink(missing_ok=True)

    def table(self, name: str) -> None:
        """A table may be empty: it is counted all the same."""
        self._rows[name] += 0

    def row(self, table: str, row: Mapping[str, Any]) -> None:
        self._rows[table] += 1
        self._line([table, dict(row)])

    @property
    def contents(self) -> Contents:
        return self._contents

    def _line(self, value: object) -> None:
        line = json.dumps(value, separators=(",", ":")).encode() + b"\n"
        self._hash.update(line)
        self._zip.write(line)

    def _finish(self) -> None:
        self._zip.write(
            json.dumps({"rows": self._rows, "sha256": self._hash.hexdigest()}).encode() + b"\n"
        )
        self._zip.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._part.rename(self._path)
        folder = os.open(self._path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # the name too is on the disk
        finally:
            os.close(folder)


def check_backup(path: Path) -> Contents:
    """Read it whole; one that is cut off or changed is refused before anything is done with it."""
    lines = _lines(path)
    digest = hashlib.sha256()
    first = next(lines, b"")
    head = _head(path, first)
    digest.update(first)
    rows: Counter[str] = Counter()
    held = next(lines, None)
    for line in lines:  # `held` is a row as long as another line follows
        assert held is not None
        digest.update(held)
        rows[_row(path, held)[0]] += 1
        held = line
    end = _json(path, held or b"null")
    if not isinstance(end, dict) or "sha256" not in end:
        raise _spoilt(path, "it is cut off: its last line is missing")
    if end["sha256"] != digest.hexdigest():
        raise _spoilt(path, "its checksum is wrong")
    if rows != Counter(end["rows"]):
        raise _spoilt(path, "it does not hold as many rows as it says")
    return Contents(head["revision"], head["made_at"], end["rows"])


def backup_rows(path: Path) -> Iterator[tuple[str, Row]]:
    """The rows of a backup that was checked, table by table."""
    lines = _lines(path)
    next(lines)
    held = next(lines)
    for line in lines:
        yield _row(path, held)
        held = line


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path) as file:
            yield from file
    except FileNotFoundError as error:
        raise StorageError(f"there is no file {path}") from error
    except (OSError, EOFError, zlib.error) as error:
        raise _spoilt(path, str(error)) from error


def _head(path: Path, line: bytes) -> dict[str, Any]:
    head = _json(path, line)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise StorageError(f"{path} is no backup of RingRift")
    if head["version"] != VERSION:
        raise StorageError(
            f"{path} has version {head['version']}: restore it with the ringrift that made it"
        )
    return head


def _row(path: Path, line: bytes) -> tuple[str, Row]:
    read = _json(path, line)
    if not isinstance(read, list) or len(read) != 2:
        raise _spoilt(path, "a line is no row")
    table, row = read
    return table, row


def _json(path: Path, line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise _spoilt(path, "a line is no JSON") from error


def _spoilt(path: Path, why: str) -> StorageError:
    return StorageError(f"{path} is spoilt ({why}): take another backup")
