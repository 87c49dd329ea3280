"""`ringrift arena`: tournaments between computer players."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from ringrift.cli import arena_books, arena_measurements, arena_tournaments
from ringrift.cli.arguments import add_setup_filters, non_negative_seconds, positive_int
from ringrift.rules.editions import DEFAULT_EDITION, EDITION_NAMES
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.setup import DEFAULT_PLAYERS

_ENTRANTS: Final = (
    "random, level:1 to level:10, level:10:SECONDS, reference-0.1, uct, engine:COMMAND, "
    "python:MODULE:NAME"
)


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "arena",
        help="play tournaments between computer players",
        description="Play tournaments between computer players, in parallel. With --journal, "
        f"repeating the command resumes the tournament. Players: {_ENTRANTS}. Append @SECONDS to a "
        "player to limit its time per decision.",
    )
    commands = parser.add_subparsers(title="tournaments", metavar="COMMAND", required=True)
    _register_tournaments(commands)
    _register_measurements(commands)
    _register_books(commands)


def _register_books(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    books = commands.add_parser(
        "books",
        help="make and check the books of balanced starts",
        description="Make and check the books of balanced starts.",
    )
    actions = books.add_subparsers(title="commands", metavar="COMMAND", required=True)
    make = actions.add_parser(
        "make",
        help="make books",
        description="Make books: draw short, sensible starts, play games between equals from each, "
        "and keep those after which no seat's share of the wins differs clearly from fair. The "
        "same seed makes the same books. Exit code 3: the time limit ended the command.",
    )
    add_setup_filters(make)
    make.add_argument(
        "--out",
        type=_folder,
        required=True,
        metavar="FOLDER",
        help="write the books to this folder (the shipped ones are in src/ringrift/starts/data)",
    )
    make.add_argument(
        "--entries",
        type=positive_int,
        metavar="N",
        help="entries of each book (default: 64 on small boards, 16 on big ones)",
    )
    make.add_argument(
        "--spare",
        type=_at_least_one,
        default=1.1,
        metavar="X",
        help="starts to keep per entry; the book takes those that together are closest to fair "
        "(default: %(default)s)",
    )
    make.add_argument(
        "--seed", type=int, default=1, metavar="S", help="seed of the starts (default: %(default)s)"
    )
    make.add_argument(
        "--jobs", type=positive_int, default=1, metavar="N", help="processes (default: %(default)s)"
    )
    make.add_argument(
        "--minutes", type=non_negative_seconds, metavar="M", help="stop after M minutes"
    )
    make.set_defaults(run=arena_books.make)
    check = actions.add_parser(
        "check",
        help="check the shipped books",
        description="Check that every entry of the shipped books is legal, gives each seat the "
        "same number of turns and differs from all others, and play games between equals from "
        "them. Exit code 0: no seat's share differs from fair by more than --tolerance; 1: one "
        "does, or an entry is wrong; 3: the time limit ended the command.",
    )
    add_setup_filters(check)
    check.add_argument(
        "--level",
        type=int,
        choices=range(1, 10),
        default=8,
        metavar="1-9",
        help="level of the players (default: %(default)s)",
    )
    check.add_argument(
        "--games",
        type=_non_negative,
        default=0,
        metavar="N",
        help="games per book, from consecutive entries (default: none)",
    )
    check.add_argument(
        "--tolerance",
        type=non_negative_seconds,
        default=8.0,
        metavar="POINTS",
        help="allowed difference of a seat's share from fair, in percentage points (default: "
        "%(default)s)",
    )
    check.add_argument(
        "--seed",
        type=int,
        default=1000,
        metavar="S",
        help="seed of the games; choose another one than for `make` (default: %(default)s)",
    )
    _add_runner_options(check)
    check.add_argument(
        "--out", type=_writable_file, metavar="FILE", help="write the results as Markdown"
    )
    check.set_defaults(run=arena_books.check)


def _register_tournaments(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    for name, run, help_text in (
        (
            "match",
            arena_tournaments.play_single_match,
            "play one match, with one player per seat",
        ),
        (
            "round-robin",
            arena_tournaments.play_round_robin,
            "play a round-robin, everyone against everyone",
        ),
        (
            "gauntlet",
            arena_tournaments.play_gauntlet,
            "play the first player against each of the others",
        ),
    ):
        command = commands.add_parser(
            name, help=help_text, description=f"{help_text.capitalize()}."
        )
        command.add_argument("entrants", nargs="+", metavar="PLAYER")
        command.add_argument(
            "--players",
            type=int,
            choices=(2, 3, 4),
            help=f"seats per game (default: {DEFAULT_PLAYERS}; for a match, the number of players "
            "given)",
        )
        _add_setup_options(command)
        command.add_argument(
            "--cycles",
            type=positive_int,
            default=10,
            metavar="N",
            help="openings, each played once per rotation of the seats (default: %(default)s)",
        )
        _add_opening_options(command)
        _add_runner_options(command)
        _add_report_options(command)
        command.set_defaults(run=run)
    sprt = commands.add_parser(
        "sprt",
        help="test whether the first player is better than the second",
        description="Play pairs of two-player games until it is clear whether the first player is "
        "better by --elo1 (accepted) or only by --elo0 (rejected). Exit code 0: accepted; "
        "1: rejected; 2: a player failed or broke the rules; 3: --pairs or --minutes ended the "
        "test before it was decided.",
    )
    sprt.add_argument(
        "entrants", nargs=2, metavar="PLAYER", help="the changed player, then the original"
    )
    _add_setup_options(sprt)
    for option, usual in (("--elo0", 0.0), ("--elo1", 20.0), ("--alpha", 0.05), ("--beta", 0.05)):
        sprt.add_argument(
            option, type=float, default=usual, metavar="X", help="default: %(default)s"
        )
    sprt.add_argument(
        "--pairs",
        type=positive_int,
        default=5000,
        metavar="N",
        help="stop after N pairs (default: %(default)s)",
    )
    _add_opening_options(sprt)
    _add_runner_options(sprt)
    sprt.set_defaults(run=arena_tournaments.play_sprt)
    report = commands.add_parser(
        "report",
        help="show the standings from journals",
        description="Show the standings from the games in one or more journals.",
    )
    report.add_argument("journals", nargs="+", type=Path, metavar="JOURNAL")
    _add_report_options(report)
    report.set_defaults(run=arena_tournaments.report)


def _register_measurements(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    ladder = commands.add_parser(
        "ladder",
        help="test each level against the one below",
        description="Play each level against the one below it, and level 1 against random play. "
        "Exit code 0: every level is ahead, and not too far; 1: at least one is not; 3: the time "
        "limit ended the command.",
    )
    note = "may be repeated (default: all)"
    ladder.add_argument("--board", action="append", choices=BOARD_NAMES, help=note)
    ladder.add_argument("--players", action="append", type=int, choices=(2, 3, 4), help=note)
    ladder.add_argument(
        "--level", action="append", type=int, choices=range(1, 11), metavar="1-10", help=note
    )
    ladder.add_argument(
        "--seconds",
        type=non_negative_seconds,
        default=0.5,
        metavar="T",
        help="time per level 10 decision; half with three or four players (default: %(default)s)",
    )
    ladder.add_argument(
        "--cycles",
        type=positive_int,
        metavar="N",
        help="cycles per rung (default: 3 to 150, fewer on big boards and for level 10)",
    )
    ladder.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="S",
        help="seed for the openings (default: %(default)s)",
    )
    _add_runner_options(ladder)
    ladder.add_argument(
        "--out",
        type=_writable_file,
        metavar="FILE",
        help="write the table as Markdown; rows for other rungs in the file are kept",
    )
    ladder.set_defaults(run=arena_measurements.run_ladder)

    acceptance = commands.add_parser(
        "acceptance",
        help="test strength, seat balance and faultless play",
        description="Run the players' acceptance tests. Exit code 0: all tests pass; 1: at least "
        "one fails; 3: the time limit ended the command.",
    )
    acceptance.add_argument(
        "--part",
        action="append",
        choices=arena_measurements.ACCEPTANCE_TESTS,
        help="run only this test; may be repeated (default: all)",
    )
    acceptance.add_argument(
        "--games",
        type=positive_int,
        default=1000,
        metavar="N",
        help="number of games in the faultless test (default: %(default)s)",
    )
    acceptance.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="S",
        help="seed for the openings (default: %(default)s)",
    )
    _add_runner_options(acceptance)
    acceptance.add_argument(
        "--out", type=_writable_file, metavar="FILE", help="write the report as Markdown"
    )
    acceptance.set_defaults(run=arena_measurements.run_acceptance)

    node_count = commands.add_parser(
        "node-count",
        help="count the nodes in fixed searches",
        description="Count the nodes in searches to a fixed depth, one number per board. A change "
        "that must not affect the search leaves the counts unchanged. With --compare, exit code 1: "
        "at least one count differs.",
    )
    node_count.add_argument("--board", action="append", choices=BOARD_NAMES, help=note)
    file = node_count.add_mutually_exclusive_group()
    file.add_argument(
        "--compare", type=Path, metavar="FILE", help="compare with the counts in this file"
    )
    file.add_argument(
        "--write", type=_writable_file, metavar="FILE", help="write the counts to this file"
    )
    node_count.set_defaults(run=arena_measurements.run_node_count)


def _add_setup_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--board", choices=BOARD_NAMES, default="square8", help="default: %(default)s"
    )
    command.add_argument(
        "--edition", choices=EDITION_NAMES, default=DEFAULT_EDITION, help="default: %(default)s"
    )


def _add_opening_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="S",
        help="seed for the openings (default: %(default)s)",
    )
    command.add_argument(
        "--turns",
        type=_non_negative,
        metavar="N",
        help="number of random turns in an opening (default: 4 with two players, otherwise one per "
        "seat)",
    )
    command.add_argument(
        "--start",
        choices=("random", "balanced"),
        default="random",
        help="random: random turns; balanced: a start from the book, without a swap (default: "
        "%(default)s)",
    )
    command.add_argument(
        "--unbalanced",
        action="store_true",
        help="accept openings in which one side is winning",
    )


def _add_runner_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--jobs",
        type=positive_int,
        default=1,
        metavar="N",
        help="games to play in parallel (default: 1)",
    )
    command.add_argument(
        "--ray", metavar="ADDRESS", help="play on this Ray cluster (auto, or HOST:PORT)"
    )
    command.add_argument(
        "--journal",
        type=Path,
        metavar="FILE",
        help="save the games to this file, and resume from it",
    )
    command.add_argument(
        "--minutes",
        type=non_negative_seconds,
        metavar="M",
        help="start no new game after M minutes",
    )


def _add_report_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--out", type=_writable_file, metavar="FILE", help="write the standings as Markdown"
    )
    command.add_argument(
        "--html",
        type=_writable_file,
        metavar="FILE",
        help="write the standings as an HTML page with plots",
    )


def _non_negative(text: str) -> int:
    """Parse a whole number of at least 0."""
    return 0 if text == "0" else positive_int(text)


def _at_least_one(text: str) -> float:
    """Parse a number of at least 1."""
    number = non_negative_seconds(text)
    if number < 1:
        raise argparse.ArgumentTypeError("expected a number of at least 1")
    return number


def _folder(text: str) -> Path:
    """Parse the path of a folder that exists."""
    path = Path(text)
    if not path.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {text}; create it first")
    return path


def _writable_file(text: str) -> Path:
    """Parse the path of a file to write; reject it before any game if it cannot be written."""
    path = Path(text)
    if path.is_dir() or not path.parent.is_dir():
        raise argparse.ArgumentTypeError(
            f"{text} cannot be written: choose a file in a folder that exists"
        )
    return path
