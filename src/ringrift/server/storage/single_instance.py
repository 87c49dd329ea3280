"""A SQLite file serves one server: a second one would take its games away, and could not reach it."""

from __future__ import annotations

import fcntl
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

from ringrift.server.errors import StorageError
from ringrift.server.storage.database import database_url

_SUFFIX: Final = "-server"  # beside the -wal and -shm of SQLite


class SingleInstance:
    """Held while a server runs. It ends with the process, however that ends; the file itself says nothing."""

    def __init__(self, file: IO[bytes] | None) -> None:
        self._file = file

    @classmethod
    def expect(cls, address: str) -> Self:
        """Refuse to begin where another server runs already; PostgreSQL serves many."""
        url = database_url(address)
        if not url.drivername.startswith("sqlite"):
            return cls(None)
        name = url.render_as_string()
        try:
            # Not the database itself: to close it here would give up the locks of SQLite.
            file = Path(f"{url.database}{_SUFFIX}").open("ab")  # noqa: SIM115 - held until the end
        except OSError as error:
            advice = "make its folder, and give both to the server's user"
            raise StorageError(
                f"the database {name} cannot be used: {error.strerror}: {advice}"
            ) from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.close()
            advice = "stop it first, or let several share a PostgreSQL"
            raise StorageError(f"another server plays the games of {name}: {advice}") from error
        return cls(file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let another server begin."""
        if self._file is not None:
            self._file.close()
