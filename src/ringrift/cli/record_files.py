"""`ringrift records import`, `export`, `verify` and `convert`: games in files."""

from __future__ import annotations

import argparse
import gzip
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, cast

from ringrift.cli.record_sources import (
    key_of,
    limits_of,
    names_a_game,
    query_of,
    sheets_of,
    store_of,
    tracked,
)

if TYPE_CHECKING:
    from ringrift.records import Added, Record, RecordError, Store

WRONG: Final = 1  # a record is refused
BATCH: Final = 50  # games written in one transaction


def import_files(args: argparse.Namespace) -> int:
    tally: Counter[str] = Counter()
    with store_of(args, create=True) as store:
        held: list[Record] = []
        for record in _readable(args, args.files, tally):
            held.append(record)
            if len(held) == BATCH:
                _add(store, held, tally)
        _add(store, held, tally)
    print(
        f"{tally['added']} added, {tally['extended']} extended, {tally['known']} known already,"
        f" {tally['refused']} refused"
    )
    return WRONG if tally["refused"] else 0


def _add(store: Store, held: list[Record], tally: Counter[str]) -> None:
    added: Sequence[Added] = store.add_all(held)
    tally.update(one.status for one in added)
    held.clear()


def export_games(args: argparse.Namespace) -> int:
    from ringrift.records import form_of, signed, verify, written

    form = args.format or (form_of(args.out) if args.out else "text")
    key = key_of(args)
    with store_of(args) as store:
        ids = args.ids or store.ids(query_of(args))

        def records() -> Iterator[Record]:
            for game in tracked(ids, "export"):
                record = store.get(game)
                if form == "jsonl":
                    verify(record)  # text is verified as it is written
                yield signed(record, key) if key else record

        pieces = written(records(), form)
        if args.out is None:
            sys.stdout.writelines(pieces)
            return 0
        _write(args.out, pieces)
    print(f"{args.out}: {len(ids)} games")
    return 0


def verify_games(args: argparse.Namespace) -> int:
    from ringrift.records import RecordError

    tally: Counter[str] = Counter()
    numbers = [int(game) for game in args.games if names_a_game(game)]
    files = [Path(game) for game in args.games if not names_a_game(game)]
    key = key_of(args)
    if numbers or not files:
        with store_of(args) as store:
            for game in tracked(numbers or store.ids(), "verify"):
                try:
                    store.verify(game, key)
                    tally["verified"] += 1
                except RecordError as error:
                    if error.code == "NO_SUCH_GAME":
                        raise
                    _refuse(f"game {game}", error, tally)
    for _ in _readable(args, files, tally):
        tally["verified"] += 1
    print(f"{tally['verified']} verified, {tally['refused']} refused")
    return WRONG if tally["refused"] else 0


def convert_file(args: argparse.Namespace) -> int:
    from ringrift.records import form_of, signed, written

    form, limits, key = form_of(args.target), limits_of(args), key_of(args)
    count = 0

    def records() -> Iterator[Record]:
        nonlocal count
        for sheet in sheets_of(args.source, limits):
            record = sheet.read(limits)
            count += 1
            yield signed(record, key) if key else record

    _write(args.target, written(records(), form))
    print(f"{args.target}: {count} games")
    return 0


def _readable(args: argparse.Namespace, files: Iterable[Path], tally: Counter[str]) -> Iterator[Record]:
    """The records of the files that can be read; the others are named and counted."""
    from ringrift.records import RecordError

    limits, key = limits_of(args), key_of(args)
    for path in files:
        try:
            for sheet in sheets_of(path, limits):
                try:
                    record = sheet.read(limits, key)
                except RecordError as error:
                    _refuse(str(path), error, tally)
                else:
                    yield record
        except RecordError as error:
            _refuse(str(path), error, tally)


def _refuse(where: str, error: RecordError, tally: Counter[str]) -> None:
    tally["refused"] += 1
    print(f"{where}: {error}", file=sys.stderr)


def _write(path: Path, pieces: Iterable[str]) -> None:
    """Write the file whole or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        with _opened(part, compressed=path.suffix == ".gz") as out:
            out.writelines(pieces)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _opened(path: Path, *, compressed: bool) -> IO[str]:
    if compressed:
        return cast(IO[str], gzip.open(path, "wt", encoding="utf-8", newline="\n"))
    return path.open("w", encoding="utf-8", newline="\n")
