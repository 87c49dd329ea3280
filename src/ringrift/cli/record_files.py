"""`ringrift records import`, `export`, `verify` and `convert`: games in files."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ringrift.cli.output_files import format_for, write_atomically
from ringrift.cli.progress import track_progress
from ringrift.cli.record_sources import (
    build_limits,
    build_query,
    is_game_id,
    open_store,
    read_key,
    read_sheets,
)

if TYPE_CHECKING:
    from ringrift.records import Limits, Record, Store

EXIT_INVALID_RECORD: Final = 1  # a record is rejected
EXIT_FAILED: Final = 2  # no such file, game or store
BATCH: Final = 50  # games written in one transaction


def import_files(args: argparse.Namespace) -> int:
    tally: Counter[str] = Counter()
    key = read_key(args)
    with open_store(args, create=True) as store:
        held: list[Record] = []
        try:
            for record in _read_records(args.files, tally, build_limits(args), key):
                held.append(record)
                if len(held) == BATCH:
                    _add(store, held, key, tally)
        finally:  # even after Ctrl-C
            _add(store, held, key, tally)
            print(
                f"{tally['added']} added, {tally['extended']} extended, "
                f"{tally['known']} already present, {tally['refused']} rejected"
            )
    return _exit_code(tally)


def _add(store: Store, held: list[Record], key: bytes | None, tally: Counter[str]) -> None:
    batch = held.copy()
    held.clear()  # a batch that fails is not tried again
    if batch:
        tally.update(added.status for added in store.add_all(batch, key))


def export_games(args: argparse.Namespace) -> int:
    from ringrift.records import dump_records, sign_record, verify

    form = args.format or (format_for(args.out) if args.out else "text")
    key = read_key(args)
    with open_store(args) as store:
        ids = args.ids or store.ids(build_query(args))

        def records() -> Iterator[Record]:
            for game in track_progress(ids, "export", len(ids)):
                record = store.get(game)
                if form == "jsonl":
                    verify(record)  # text is verified as it is written
                yield sign_record(record, key) if key else record

        pieces = dump_records(records(), form)
        if args.out is None:
            sys.stdout.writelines(pieces)
            return 0
        write_atomically(args.out, pieces)
    print(f"{args.out}: {len(ids)} games")
    return 0


def verify_games(args: argparse.Namespace) -> int:
    from ringrift.records import RecordError

    tally: Counter[str] = Counter()
    numbers = [int(game) for game in args.games if is_game_id(game)]
    files = [Path(game) for game in args.games if not is_game_id(game)]
    key = read_key(args)
    if numbers or not files:
        with open_store(args) as store:
            ids = numbers or store.ids()
            for game in track_progress(ids, "verify", len(ids)):
                try:
                    store.verify(game, key)
                    tally["verified"] += 1
                except RecordError as error:
                    if error.code == "NO_SUCH_GAME":
                        raise
                    _refuse(f"game {game}", error, tally)
    for _ in _read_records(files, tally, build_limits(args), key):
        tally["verified"] += 1
    print(f"{tally['verified']} verified, {tally['refused']} rejected")
    return _exit_code(tally)


def convert_file(args: argparse.Namespace) -> int:
    from ringrift.records import dump_records, sign_record

    form, limits, key = format_for(args.target), build_limits(args), read_key(args)
    count = 0

    def records() -> Iterator[Record]:
        nonlocal count
        for sheet in read_sheets(args.source, limits):
            record = sheet.read(limits)
            count += 1
            yield sign_record(record, key) if key else record

    write_atomically(args.target, dump_records(records(), form))
    print(f"{args.target}: {count} games")
    return 0


def _read_records(
    files: Iterable[Path], tally: Counter[str], limits: Limits, key: bytes | None
) -> Iterator[Record]:
    """Yield the readable records of the files; report and count the others."""
    from ringrift.records import RecordError

    for path in files:
        try:
            for sheet in read_sheets(path, limits):
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
        return EXIT_FAILED
    return EXIT_INVALID_RECORD if tally["refused"] else 0
