"""Output files: checked before the work, written completely or not at all."""

from __future__ import annotations

import gzip
import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal, cast

if TYPE_CHECKING:
    from ringrift.records import RawRecord, Record
    from ringrift.records.files import Form


def format_for(path: Path) -> Form:
    """Return the format of a file to write, by its name."""
    from ringrift.records import RecordSyntaxError, StoreError, form_for_path

    try:
        return form_for_path(path)
    except RecordSyntaxError as refused:
        raise StoreError(refused.code, refused.message) from refused


def require_writable(option: str, path: Path) -> None:
    """Refuse, before the long work, a file that cannot be written."""
    from ringrift.records import StoreError

    if path.is_dir() or not path.parent.is_dir():
        advice = "Choose a file in a folder that exists."
    elif any(there.exists() and not os.access(there, os.W_OK) for there in (path, path.parent)):
        advice = "Choose a file in a folder that you can write to."
    else:
        return
    raise StoreError("CANNOT_WRITE", f"{option} {path} cannot be written. {advice}")


def require_new_file(option: str, path: Path) -> None:
    """Refuse to overwrite a file that has contents."""
    from ringrift.records import StoreError

    if path.exists() and path.stat().st_size:
        message = (
            f"{option} {path} would overwrite an existing file. Choose a new file; to change a game"
            " in place, give the file that it is read from."
        )
        raise StoreError("FILE_EXISTS", message)


def require_readable_games(option: str, path: Path) -> None:
    """Refuse a file with a game that could not be written back unchanged."""
    from ringrift.records import RecordFile, StoreError

    with RecordFile(path) as file:
        for sheet in file:
            if sheet.refusal is not None:
                message = f"{option} {path} would lose a game: {sheet.refusal} Choose another file."
                raise StoreError("CANNOT_WRITE", message)


def replace_game(path: Path, number: int, old: RawRecord, new: Record) -> Iterator[str]:
    """Yield the games of a file unchanged, except the Nth, which is replaced by `new`."""
    from ringrift.records import RecordFile, StoreError, dump_records

    replaced = False
    with RecordFile(path) as file:
        for count, sheet in enumerate(file, start=1):
            if sheet.refusal is not None:
                raise sheet.refusal
            if count == number and sheet.text == old.text:
                replaced = True
                space_behind = old.text[len(old.text.rstrip()) :] or "\n"
                yield "".join(dump_records([new], old.form)).rstrip() + space_behind
            else:
                yield sheet.text
    if not replaced:
        message = (
            f"Game {number} in {path} has changed in the meantime. "
            "Try again, or choose another file."
        )
        raise StoreError("FILE_CHANGED", message)


def require_appendable(path: Path) -> None:
    """Refuse, before a game is played, a file to which its record cannot be appended."""
    from ringrift.records import RecordFile, StoreError

    if not _is_named_as_text(path):
        advice = "Use a file name that ends in .rrg or .txt (.gz may follow)."
        raise StoreError("UNKNOWN_FORM", f"--record {path}: the game is written as text. {advice}")
    try:
        path.open("ab").close()
        if path.stat().st_size:
            with RecordFile(path) as file:
                if next(iter(file)).form != "text":
                    raise StoreError(
                        "UNKNOWN_FORM", f"{path} already contains JSON. Choose another file."
                    )
    except OSError as error:
        raise StoreError(
            "CANNOT_WRITE", f"{path}: {error.strerror}. Choose another file."
        ) from error


def _is_named_as_text(path: Path) -> bool:
    from ringrift.records import RecordSyntaxError, form_for_path

    try:
        return form_for_path(path) == "text"
    except RecordSyntaxError:
        return False


def append_record(path: Path, record: Record) -> None:
    """Append a game to a text file."""
    from ringrift.records import StoreError, dump_text

    try:
        between = "\n" if path.stat().st_size else ""
        with _opened(path, "a", compressed=path.suffix == ".gz") as out:
            out.write(between + dump_text(record))
    except OSError as error:
        raise StoreError(
            "CANNOT_WRITE", f"{path}: {error.strerror}. The game was not recorded."
        ) from error


def write_atomically(path: Path, pieces: Iterable[str]) -> None:
    """Write the file completely or not at all; permissions and links are kept."""
    path = path.resolve()
    part = path.with_name(path.name + ".part")
    try:
        with _opened(part, "w", compressed=path.suffix == ".gz") as out:
            out.writelines(pieces)
        if path.exists():
            shutil.copymode(path, part)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _opened(path: Path, mode: Literal["w", "a"], *, compressed: bool) -> IO[str]:
    if compressed:
        return cast(IO[str], gzip.open(path, f"{mode}t", encoding="utf-8", newline="\n"))
    return path.open(mode, encoding="utf-8", newline="\n")
