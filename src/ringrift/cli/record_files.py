"""`ringrift records import`, `export`, `verify` and `convert`: games in files."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ringrift.cli.output_files import form_for, write_whole
from ringrift.cli.progress import tracked
from ringrift.cli.record_sources import (
    key_of,
    limits_of,
    names_a_game,
    query_of,
    sheets_of,
    store_of,
)

if TYPE_CHECKING:
    from ringrift.records import Limits, Record, Store

WRONG: Final = 1  # a record is refused
CANNOT: Final = 2  # what was asked for cannot be done: no such file, game or store
BATCH: Final = 50  # games written in one transaction


def import_files(args: argparse.Namespace) -> int:
    tally: Counter[str] = Counter()
    key = key_of(args)
    with store_of(args, create=True) as store:
        held: list[Record] = []
        try:
            for record in _readable(args.files, tally, limits_of(args), key):
                held.append(record)
                if len(held) == BATCH:
                    _add(store, held, key, tally)
        finally:  # whatever ends it, Ctrl-C too: what has been read is kept and counted
            _add(store, held, key, tally)
            print(
                f"{tally['added']} added, {tally['extended']} extended, {tally['known']} known already,"
                f" {tally['refused']} refused"
            )
    return _exit_code(tally)


def _add(store: Store, held: list[Record], key: bytes | None, tally: Counter[str]) -> None:
    batch = held.copy()
    held.clear()  # a batch that fails is not tried again
    if batch:
        tally.update(added.status for added in store.add_all(batch, key))


def export_games(args: argparse.Namespace) -> int:
    from ringrift.records import dump_records, sign_record, verify

    form = args.format or (form_for(args.out) if args.out else "text")
    key = key_of(args)
    with store_of(args) as store:
        ids = args.ids or store.ids(query_of(args))

        def records() -> Iterator[Record]:
            for game in tracked(ids, "export", len(ids)):
                record = store.get(game)
                if form == "jsonl":
                    verify(record)  # text is verified as it is written
                yield sign_record(record, key) if key else record

        pieces = dump_records(records(), form)
        if args.out is None:
            sys.stdout.writelines(pieces)
            return 0
        write_whole(args.out, pieces)
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
            ids = numbers or store.ids()
            for game in tracked(ids, "verify", len(ids)):
                try:
                    store.verify(game, key)
                    tally["verified"] += 1
                except RecordError as error:
                    if error.code == "NO_SUCH_GAME":
                        raise
                    _refuse(f"game {game}", error, tally)
    for _ in _readable(files, tally, limits_of(args), key):
        tally["verified"] += 1
    print(f"{tally['verified']} verified, {tally['refused']} refused")
    return _exit_code(tally)


def convert_file(args: argparse.Namespace) -> int:
    from ringrift.records import dump_records, sign_record

    form, limits, key = form_for(args.target), limits_of(args), key_of(args)
    count = 0

    def records() -> Iterator[Record]:
        nonlocal count
        for sheet in sheets_of(args.source, limits):
            record = sheet.read(limits)
            count += 1
            yield sign_record(record, key) if key else record

    write_whole(args.target, dump_records(records(), form))
    print(f"{args.target}: {count} games")
    return 0


def _readable(
    files: Iterable[Path], tally: Counter[str], limits: Limits, key: bytes | None
) -> Iterator[Record]:
    """The records of the files that can be read; the others are named and counted."""
    from ringrift.records import RecordError

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
        except OSError as error:
            tally["unreadable"] += 1
            _refuse(f"ringrift records: {path}", error.strerror or error, tally)


def _refuse(where: str, error: object, tally: Counter[str]) -> None:
    tally["refused"] += 1
    print(f"{where}: {error}", file=sys.stderr)


def _exit_code(tally: Counter[str]) -> int:
    if tally["unreadable"]:
        return CANNOT
    return WRONG if tally["refused"] else 0
