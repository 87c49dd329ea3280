"""`ringrift records`: list, search, show, replay, verify and convert stored games."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from ringrift.cli.arguments import positive_int
from ringrift.cli.record_files import (
    EXIT_FAILED,
    EXIT_INVALID_RECORD,
    convert_file,
    export_games,
    import_files,
    verify_games,
)
from ringrift.cli.record_games import list_games, replay_game, show_game, show_stats
from ringrift.cli.record_sources import DEFAULT_STORE, STORE_VARIABLE
from ringrift.cli.screen_option import OPTION, add_screen_option
from ringrift.rules.editions import EDITION_NAMES
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.state import VictoryReason

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

Command = Callable[[argparse.Namespace], int]


def register(subparsers: Commands) -> None:
    parser = subparsers.add_parser(
        "records",
        help="store, search, verify and convert game records",
        description="Manage the games in a records store, a SQLite file. Exit code 0: done; 1: a "
        "record was rejected (the message names its line and move); 2: the command could not be "
        "carried out.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _register_queries(commands)
    _register_files(commands)


def _register_queries(commands: Commands) -> None:
    listing = _command(commands, "list", list_games, "list the games in the store")
    _add_page(listing)
    search = _command(commands, "search", list_games, "list the games that match the filters")
    _add_filters(search)
    _add_page(search)
    show = _command(commands, "show", show_game, "print a game as text")
    show.add_argument("id", type=positive_int, metavar="ID", help="a game's id, as shown by `list`")
    show.add_argument("--json", action="store_true", help="print the game as one line of JSON")
    show.add_argument("--links", action="store_true", help="include the links of the hash chain")
    replay = _command(commands, "replay", replay_game, "print a game board by board")
    replay.add_argument("game", metavar="ID|FILE", help="a game in the store, or a file of records")
    replay.add_argument(
        "--game",
        type=positive_int,
        default=1,
        dest="which",
        metavar="K",
        help="for a file: replay the Kth game (default: 1)",
    )
    replay.add_argument(
        "--at",
        type=_number,
        metavar="N",
        help=f"print only the board after N moves (0: the start); with {OPTION}, begin there",
    )
    add_screen_option(replay, "step through the game")
    stats = _command(commands, "stats", show_stats, "count games, boards, results and lengths")
    stats.add_argument("--json", action="store_true", help="print the counts as JSON")


def _register_files(commands: Commands) -> None:
    importing = _command(commands, "import", import_files, "import games from files into the store")
    importing.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="text or JSONL, plain or gzipped"
    )
    export = _command(commands, "export", export_games, "write games from the store to a file")
    export.add_argument(
        "ids",
        nargs="*",
        type=positive_int,
        metavar="ID",
        help="default: all that match the filters",
    )
    export.add_argument("-o", "--out", type=Path, metavar="FILE", help="default: standard output")
    export.add_argument(
        "--format", choices=("text", "jsonl"), help="default: by the name of FILE, otherwise text"
    )
    _add_filters(export)
    verify = _command(
        commands, "verify", verify_games, "replay games and check results, hashes and chains"
    )
    verify.add_argument("games", nargs="*", metavar="ID|FILE", help="default: the whole store")
    convert = _command(commands, "convert", convert_file, "convert between text and JSONL")
    convert.add_argument("source", type=Path, metavar="IN")
    convert.add_argument(
        "target", type=Path, metavar="OUT", help=".rrg or .txt: text; .jsonl: JSONL; .gz may follow"
    )
    for parser in (importing, verify, convert):
        for what in ("moves", "bytes"):
            parser.add_argument(
                f"--max-{what}",
                type=positive_int,
                metavar="N",
                help=f"maximum number of {what} in one game",
            )
    for parser, what in (
        (importing, "accept only games signed with the key in this file"),
        (verify, "require games to be signed with the key in this file"),
        (export, "sign the games with the key in this file"),
        (convert, "sign the games with the key in this file"),
    ):
        parser.add_argument("--key-file", type=Path, metavar="FILE", help=what)


def _command(commands: Commands, name: str, run: Command, what: str) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=what, description=what[0].upper() + what[1:] + ".")
    if run is not convert_file:
        parser.add_argument(
            "--store",
            type=Path,
            metavar="FILE",
            help=f"default: ${STORE_VARIABLE}, otherwise ./{DEFAULT_STORE}",
        )
    parser.set_defaults(run=_with_exit_codes(run))
    return parser


def _add_filters(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--board", choices=BOARD_NAMES)
    parser.add_argument("--players", type=int, choices=(2, 3, 4))
    parser.add_argument("--edition", choices=EDITION_NAMES)
    parser.add_argument("--result", choices=("finished", "unfinished"))
    parser.add_argument("--winner", type=int, choices=(1, 2, 3, 4), help="the seat that won")
    parser.add_argument("--reason", choices=get_args(VictoryReason), help="how the game was won")
    parser.add_argument("--name", metavar="TEXT", help="part of a player's name")
    parser.add_argument("--opening", metavar="MOVES", help="the first moves, such as '@d4x2 d4-d6'")


def _add_page(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--limit",
        type=positive_int,
        default=50,
        metavar="N",
        help="list at most N games (default: %(default)s)",
    )
    parser.add_argument("--offset", type=_number, default=0, metavar="N", help="skip the first N")
    parser.add_argument("--json", action="store_true", help="print one JSON object per line")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError("expected a whole number of at least 0")
    return int(text)


def _with_exit_codes(run: Command) -> Command:
    """Return the command with its errors turned into exit codes."""

    def guarded(args: argparse.Namespace) -> int:
        from ringrift.records import RecordError, StoreError

        try:
            return run(args)
        except StoreError as error:
            code = EXIT_INVALID_RECORD if error.code == "DAMAGED" else EXIT_FAILED
            said = str(error)
        except RecordError as error:
            code, said = EXIT_INVALID_RECORD, str(error)
        except BrokenPipeError:
            raise
        except OSError as error:
            code, said = EXIT_FAILED, f"{error.filename}: {error.strerror}"
        print(f"ringrift records: {said}", file=sys.stderr)
        return code

    return guarded
