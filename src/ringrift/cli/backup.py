"""`ringrift backup` and `ringrift restore`: a server's whole database in one file, and back."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ringrift.extras import missing_extra

if TYPE_CHECKING:
    from ringrift.server.storage.backup_file import BackupContents


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "backup",
        help="write a server's database to one file",
        description="Write a consistent snapshot of a server's database to one file; the server "
        "can keep running. The file can be restored into SQLite or PostgreSQL. It contains "
        "password hashes: keep it safe.",
    )
    parser.add_argument(
        "file",
        type=Path,
        metavar="OUT",
        help="a new file, such as ringrift.backup; - writes to standard output",
    )
    _add_source(parser)
    parser.set_defaults(run=lambda args: _run_storage_command(_back_up, args))
    parser = subparsers.add_parser(
        "restore",
        help="fill an empty database from a backup",
        description="Fill an empty database from a backup, migrate its schema, and replay every "
        "game to verify it. If anything is wrong, nothing is restored.",
    )
    parser.add_argument("file", type=Path, metavar="IN", help="a file written by `ringrift backup`")
    parser.add_argument("--quick", action="store_true", help="do not replay the games")
    _add_source(parser)
    parser.set_defaults(run=lambda args: _run_storage_command(_restore, args))


def _add_source(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database", help="database URL (default: from the settings)")
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file with settings")


def _run_storage_command(
    action: Callable[[str, argparse.Namespace], str], args: argparse.Namespace
) -> int:
    try:
        from ringrift.server.errors import StorageError
        from ringrift.server.settings import Settings
    except ImportError as error:
        print(f"ringrift: {missing_extra('a backup', 'server', error)}", file=sys.stderr)
        return 1
    settings = Settings.read({"database": args.database}, os.environ, args.config)
    try:
        message = action(settings.database, args)
    except StorageError as error:
        print(f"ringrift: {error}", file=sys.stderr)
        return 1
    print(message, file=sys.stderr)  # standard output may be the backup
    return 0


def _back_up(address: str, args: argparse.Namespace) -> str:
    from ringrift.server.errors import StorageError
    from ringrift.server.storage.backup import back_up

    if str(args.file) != "-":
        return f"{args.file}: {_summary(asyncio.run(back_up(address, args.file)))}"
    if sys.stdout.isatty():
        raise StorageError("a terminal cannot show a backup: redirect the output to a file")
    contents = asyncio.run(back_up(address, sys.stdout.buffer))
    sys.stdout.flush()
    return _summary(contents)


def _restore(address: str, args: argparse.Namespace) -> str:
    from ringrift.server.storage.backup import restore

    done = asyncio.run(restore(address, args.file, replay=not args.quick))
    proof = "games not replayed" if args.quick else f"games replayed: {done.replayed}, all valid"
    return f"restored: {_summary(done.contents)}; {proof}"


def _summary(contents: BackupContents) -> str:
    rows = contents.rows
    return f"{rows['accounts']} accounts, {rows['games']} games, {rows['events']} events"
