"""A lock on a file, which the system releases when the process ends, however it ends."""

from __future__ import annotations

from typing import IO, Any

try:
    import fcntl
except ImportError:  # Windows
    import msvcrt

    def try_lock(file: IO[Any]) -> bool:
        """Lock an open file until it is closed; return False if another process holds the lock."""
        file.seek(0)  # the lock is on the first byte
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True
else:

    def try_lock(file: IO[Any]) -> bool:
        """Lock an open file until it is closed; return False if another process holds the lock."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
