"""The backup file: JSON lines under gzip, the same from SQLite and PostgreSQL.

The first line has the format and the schema revision, each further line is a row, and the last line
has the number of rows per table and the SHA-256 of all lines before it.
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
from typing import Any, BinaryIO, Final, Self

from ringrift.server.errors import StorageError

FORMAT: Final = "ringrift-backup"
VERSION: Final = 1
_FILE_MODE: Final = 0o600  # a backup contains password hashes
_GZIP_LEVEL: Final = 5  # shrinks events to a tenth, faster than the disk

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BackupContents:
    """The contents of a complete and intact backup."""

    revision: str
    made_at: float
    rows: Mapping[str, int]


class BackupWriter:
    """Writes a backup to a file, or to a stream such as standard output.

    A file is written under a temporary name and renamed at the end: it is complete or absent. A
    stream that ends early lacks its last line, so that `restore` refuses it.
    """

    def __init__(self, target: Path | BinaryIO, revision: str, made_at: float) -> None:
        self._path = target if isinstance(target, Path) else None
        self._file = _create_part(target) if isinstance(target, Path) else target
        self._hash = hashlib.sha256()
        self._rows: Counter[str] = Counter()
        self._zip = gzip.GzipFile(
            fileobj=self._file, mode="wb", compresslevel=_GZIP_LEVEL, mtime=0, filename=""
        )
        self._contents = BackupContents(revision, made_at, self._rows)
        self._line({"format": FORMAT, "version": VERSION, "revision": revision, "made_at": made_at})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                self._finish()
        finally:
            self._zip.close()
            if self._path is not None:
                self._file.close()
                _part_of(self._path).unlink(missing_ok=True)

    def table(self, name: str) -> None:
        """Register a table, which may be empty."""
        self._rows[name] += 0

    def row(self, table: str, row: Mapping[str, Any]) -> None:
        self._rows[table] += 1
        self._line([table, dict(row)])

    @property
    def contents(self) -> BackupContents:
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
        if self._path is None:
            return
        os.fsync(self._file.fileno())
        self._file.close()
        _part_of(self._path).rename(self._path)
        if os.name == "nt":  # Windows cannot open a folder
            return
        folder = os.open(self._path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # make the rename durable
        finally:
            os.close(folder)


def _part_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.part")


def _create_part(path: Path) -> BinaryIO:
    """Open the temporary file of a backup that only its owner can read."""
    if path.exists():
        raise StorageError(
            f"{path} already exists: use another name, because a backup never overwrites a file"
        )
    part = _part_of(path)
    try:
        part.unlink(missing_ok=True)  # an interrupted backup may have left a file
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        return os.fdopen(os.open(part, flags, _FILE_MODE), "wb")
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}") from error


def check_backup(path: Path) -> BackupContents:
    """Read the whole backup; raise if it is truncated or damaged."""
    lines = _lines(path)
    digest = hashlib.sha256()
    first = next(lines, b"")
    head = _head(path, first)
    digest.update(first)
    rows: Counter[str] = Counter()
    held = next(lines, None)
    for line in lines:  # `held` is a row if another line follows
        assert held is not None
        digest.update(held)
        rows[_row(path, held)[0]] += 1
        held = line
    end = _json(path, held or b"null")
    if not isinstance(end, dict) or "sha256" not in end:
        raise _damaged(path, "it is truncated: its last line is missing")
    if end["sha256"] != digest.hexdigest():
        raise _damaged(path, "its checksum is wrong")
    if rows != Counter(end["rows"]):
        raise _damaged(path, "its number of rows is wrong")
    return BackupContents(head["revision"], head["made_at"], end["rows"])


def backup_rows(path: Path) -> Iterator[tuple[str, Row]]:
    """Yield the rows of a checked backup, table by table."""
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
        raise _damaged(path, str(error)) from error


def _head(path: Path, line: bytes) -> dict[str, Any]:
    head = _json(path, line)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise StorageError(f"{path} is not a RingRift backup")
    if head["version"] != VERSION:
        version = head["version"]
        raise StorageError(
            f"{path} has version {version}: restore it with the version of ringrift that wrote it"
        )
    return head


def _row(path: Path, line: bytes) -> tuple[str, Row]:
    read = _json(path, line)
    if not isinstance(read, list) or len(read) != 2:
        raise _damaged(path, "a line is not a row")
    table, row = read
    return table, row


def _json(path: Path, line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise _damaged(path, "a line is not JSON") from error


def _damaged(path: Path, why: str) -> StorageError:
    return StorageError(f"{path} is damaged ({why}): use another backup")
