"""Unfinished games of the terminal: saved after every move, offered at the next start.

Each game is a record in a folder of its own for this user. A lock marks the games that another
terminal is playing; the system releases it when that process ends, however it ends.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final
from uuid import uuid4

from ringrift.cli.output_files import write_atomically
from ringrift.file_lock import try_lock

if TYPE_CHECKING:
    from ringrift.host import GameSession
    from ringrift.records import Record

MAX_OFFERED_GAMES: Final = 9
_SUFFIX: Final = ".rrg"
_LOCK_SUFFIX: Final = ".lock"


def state_folder() -> Path:
    """Return the folder of this user for what the terminal game keeps between starts."""
    base = os.environ.get("XDG_STATE_HOME") or ""
    root = Path(base) if Path(base).is_absolute() else Path.home() / ".local" / "state"
    return root / "ringrift"


def games_folder() -> Path:
    """Return the folder of the unfinished games."""
    return state_folder() / "games"


@dataclass(frozen=True, slots=True)
class UnfinishedGame:
    """A saved game that nobody is playing now."""

    path: Path
    record: Record
    saved: datetime  # local time

    def delete(self) -> None:
        """Delete the file."""
        self.path.unlink(missing_ok=True)


def unfinished_games() -> list[UnfinishedGame]:
    """Return the most recent unfinished games, the newest first. Unreadable files are skipped."""
    found: list[UnfinishedGame] = []
    for path in _newest_files():
        if len(found) == MAX_OFFERED_GAMES:
            break
        found += _read_game(path)
    return found


def _newest_files() -> list[Path]:
    times: dict[Path, float] = {}
    with suppress(OSError):
        for path in games_folder().glob(f"*{_SUFFIX}"):
            with suppress(OSError):  # another terminal may delete it now
                times[path] = path.stat().st_mtime
    return sorted(times, key=times.__getitem__, reverse=True)


def _read_game(path: Path) -> Iterator[UnfinishedGame]:
    from ringrift.records import RecordError, read_file

    lock = _lock(path)
    if lock is None:
        return
    try:
        for record in read_file(path):
            if record.outcome is None:
                saved = datetime.fromtimestamp(path.stat().st_mtime, UTC).astimezone()
                yield UnfinishedGame(path, record, saved)
            break
    except (RecordError, OSError):
        return
    finally:
        _release(path, lock)


class Autosave:
    """Saves one game while it is played. A finished game needs no file: it is deleted."""

    def __init__(self, tags: Mapping[str, str], path: Path | None = None) -> None:
        folder = games_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        self.path = path or folder / f"{stamp}-{uuid4().hex[:8]}{_SUFFIX}"
        self._tags = dict(tags)
        self._saved = (0, 0)  # how many events and moves the file has
        self._lock = _lock(self.path)

    @property
    def is_open_elsewhere(self) -> bool:
        """Whether another terminal is playing this game."""
        return self._lock is None

    def save(self, session: GameSession, *, again: bool = False) -> None:
        """Write the game if it has changed, or `again` for its clocks."""
        from ringrift.cli.resume import resumption_tags
        from ringrift.host import record_of
        from ringrift.records import dump_text

        chosen = sum(not event.bookkeeping for event in session.moves[session.start_moves :])
        reached = (session.sequence, chosen)
        if session.over or not chosen or (reached == self._saved and not again):
            return
        record = record_of(session, self._tags | resumption_tags(session))
        write_atomically(self.path, [dump_text(record)])
        self._saved = reached

    def close(self, session: GameSession) -> bool:
        """Save an unfinished game and return whether there is one; delete a finished one."""
        try:
            self.save(session, again=True)
            if session.over or not self._saved[1]:
                self.path.unlink(missing_ok=True)
                return False
            return True
        finally:
            _release(self.path, self._lock)
            self._lock = None


def _lock(path: Path) -> IO[str] | None:
    """Lock a game for this process; None if another one holds it."""
    file = path.with_suffix(_LOCK_SUFFIX).open("a", encoding="ascii")
    if not try_lock(file):
        file.close()
        return None
    return file


def _release(path: Path, lock: IO[str] | None) -> None:
    if lock is not None:
        with suppress(OSError):
            path.with_suffix(_LOCK_SUFFIX).unlink(missing_ok=True)
        lock.close()
