"""Open the stores and files of `ringrift records`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ringrift.cli.progress import progress_bar

if TYPE_CHECKING:
    from ringrift.records import Limits, Query, RawRecord, Store

STORE_VARIABLE: Final = "RINGRIFT_STORE"
DEFAULT_STORE: Final = "ringrift.sqlite3"


def open_store(args: argparse.Namespace, *, create: bool = False) -> Store:
    from ringrift.records import Store

    path = args.store or os.environ.get(STORE_VARIABLE) or DEFAULT_STORE
    return Store(path, create=create)


def build_query(args: argparse.Namespace) -> Query:
    from ringrift.records import Query

    if "opening" not in args:
        return Query()
    return Query(
        board=args.board,
        players=args.players,
        edition=args.edition,
        finished=None if args.result is None else args.result == "finished",
        winner=args.winner,
        reason=args.reason,
        name=args.name,
        opening=args.opening,
    )


def build_limits(args: argparse.Namespace) -> Limits:
    from ringrift.records import Limits

    usual = Limits()
    return Limits(moves=args.max_moves or usual.moves, bytes=args.max_bytes or usual.bytes)


def read_key(args: argparse.Namespace) -> bytes | None:
    from ringrift.records import StoreError

    if args.key_file is None:
        return None
    key: bytes = args.key_file.read_bytes().rstrip(b"\r\n")
    if not key:
        raise StoreError(
            "NO_KEY", f"{args.key_file} is empty. Choose a file that contains the key."
        )
    return key


def is_game_id(text: str) -> bool:
    """Return whether the text is the number of a game; name a file 17 as ./17."""
    return text.isascii() and text.isdecimal() and len(text) < 19


def read_sheets(path: Path, limits: Limits) -> Iterator[RawRecord]:
    """Yield the games of a file with a progress bar."""
    from ringrift.records import RecordFile

    with RecordFile(path, limits) as file, progress_bar(path.name, file.size) as bar:
        for sheet in file:
            yield sheet
            bar.reach(file.position)
