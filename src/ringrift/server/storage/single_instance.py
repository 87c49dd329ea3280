"""Allows one server per SQLite file: a second one would take over its games."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

from ringrift.file_lock import try_lock
from ringrift.server.errors import StorageError
from ringrift.server.storage.database import create_private_file, database_url

_SUFFIX: Final = "-server"  # beside the -wal and -shm of SQLite


class SingleInstance:
    """A lock file that is held while the server runs; the kernel releases it with the process."""

    def __init__(self, file: IO[bytes] | None) -> None:
        self._file = file

    @classmethod
    def acquire(cls, address: str) -> Self:
        """Acquire the lock, or raise if another server holds it. PostgreSQL needs no lock."""
        url = database_url(address)
        if not url.drivername.startswith("sqlite"):
            return cls(None)
        name = url.render_as_string()
        try:
            # Not the database itself: closing it here would release the locks of SQLite.
            create_private_file(Path(f"{url.database}{_SUFFIX}"))
            file = Path(f"{url.database}{_SUFFIX}").open("ab")  # noqa: SIM115 - held while the server runs
        except OSError as error:
            advice = "create its folder and give both to the server's user"
            raise StorageError(
                f"the database {name} cannot be used: {error.strerror}: {advice}"
            ) from error
        if not try_lock(file):
            file.close()
            advice = "stop it first, or use PostgreSQL for several servers"
            raise StorageError(f"another server uses the database {name}: {advice}")
        return cls(file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Release the lock."""
        if self._file is not None:
            self._file.close()
