"""`ringrift vectors`: generate test vectors and perft counts."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from ringrift.cli.arguments import add_setup_filters, positive_int, selected_setups
from ringrift.cli.progress import track_progress
from ringrift.rules.editions import DEFAULT_EDITION, EDITION_NAMES
from ringrift.rules.errors import InvalidSetupError, Refusal
from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.setup import DEFAULT_PLAYERS

if TYPE_CHECKING:
    from ringrift.conformance.vectors import Json, VectorKind
    from ringrift.rules import State

MADE: Final = ("games", "positions", "perft", "scenarios")


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "vectors",
        help="generate test vectors with this engine",
        description="Generate test vectors in the format of docs/reference/vectors.md.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _register_generate(commands)
    _register_perft(commands)


def _register_generate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("generate", help="write a file of vectors")
    parser.add_argument(
        "--kind",
        choices=MADE,
        required=True,
        help="kind of vectors; positions: games from mid-game positions",
    )
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help="output file; gzipped if the name ends in .gz",
    )
    add_setup_filters(parser)
    parser.add_argument(
        "--count",
        type=positive_int,
        default=1,
        metavar="N",
        help="vectors per setup (default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="S",
        help="the same seed always writes the same file (default: 1)",
    )
    parser.add_argument(
        "--depth",
        type=positive_int,
        default=2,
        metavar="D",
        help="for perft: search depth (default: %(default)s)",
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="for scenarios: a file of game records; one scenario per record",
    )
    parser.set_defaults(run=run_generate)


def _register_perft(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("perft", help="count the move sequences from a position")
    parser.add_argument(
        "--board", choices=BOARD_NAMES, default="square8", help="default: %(default)s"
    )
    parser.add_argument(
        "--players",
        type=int,
        choices=(2, 3, 4),
        default=DEFAULT_PLAYERS,
        help="default: %(default)s",
    )
    parser.add_argument(
        "--edition", choices=EDITION_NAMES, default=DEFAULT_EDITION, help="default: %(default)s"
    )
    parser.add_argument(
        "--position", metavar="TEXT", help="a position string instead of a new game"
    )
    parser.add_argument(
        "--depth",
        type=positive_int,
        default=2,
        metavar="D",
        help="search depth (default: %(default)s)",
    )
    parser.add_argument(
        "--divide", action="store_true", help="also print the count for each first move"
    )
    parser.set_defaults(run=run_perft)


def run_generate(args: argparse.Namespace) -> int:
    """Write a file of vectors."""
    from ringrift.conformance.vector_generator import write_rows

    setups = selected_setups(args)
    total = None if args.kind == "scenarios" else args.count * len(setups)
    kind: VectorKind = "games" if args.kind == "positions" else args.kind
    rows = track_progress(_rows(args), args.kind, total)
    print(f"{args.out}: {write_rows(args.out, kind, rows)} vectors")
    return 0


def _rows(args: argparse.Namespace) -> Iterator[Json]:
    from ringrift.conformance.vector_generator import (
        generate_games,
        generate_perft,
        generate_position_games,
    )

    if args.kind == "scenarios":
        yield from _scenarios(args.record)
        return
    for setup in selected_setups(args):
        # Each setup has its own random numbers: leaving one out does not change the others.
        rng = Random(f"{args.seed} {setup.board} {setup.players} {setup.edition}")
        match args.kind:
            case "games":
                yield from generate_games(setup, args.count, rng)
            case "positions":
                yield from generate_position_games(setup, args.count, rng)
            case "perft":
                yield from generate_perft(setup, args.count, args.depth, rng)


def _scenarios(record: Path | None) -> Iterator[Json]:
    """Write a skeleton for each record; a person adds its rules, tags and title."""
    from ringrift.conformance.vector_generator import make_scenario
    from ringrift.records import read_file

    if record is None or not record.is_file():
        message = "A scenario is made from a game: give a file of game records."
        raise InvalidSetupError(Refusal("MALFORMED", None, message, "--record"))
    for number, game in enumerate(read_file(record), 1):
        yield make_scenario(
            f"{record.name.split('.')[0]}-{number}", game.heading.start(), game.moves
        )


def run_perft(args: argparse.Namespace) -> int:
    """Count move sequences."""
    from ringrift.conformance.perft import perft_by_move, perft_counts
    from ringrift.rules.notation import format_move

    state = _start(args)
    for depth, count in enumerate(perft_counts(state, args.depth), 1):
        print(f"{depth} {count}")
    if args.divide:
        for move, count in perft_by_move(state, args.depth).items():
            print(f"{format_move(state, move)} {count}")
    return 0


def _start(args: argparse.Namespace) -> State:
    from ringrift.rules import new_game
    from ringrift.rules.position_string import load_position

    if args.position is not None:
        return load_position(args.position)
    return new_game(args.board, args.players, args.edition)
