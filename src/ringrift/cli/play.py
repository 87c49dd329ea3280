"""`ringrift play`: a game in the terminal, each seat taken by a person or by chance."""

from __future__ import annotations

import argparse
import sys
from random import Random
from typing import Final

from ringrift.cli.table import SeatKind, Table
from ringrift.rules import BOARD_NAMES, EDITION_NAMES, InvalidSetupError, Refusal, new_game

_SEEDS: Final = 2**32


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "play",
        help="play a game in the terminal",
        description="Play a game in the terminal. Without --seats you have seat 1 and chance plays the rest, "
        "or all of them where standard input is no terminal.",
    )
    parser.add_argument("--board", choices=BOARD_NAMES, default="square8", help="default: %(default)s")
    parser.add_argument(
        "--players", type=int, choices=(2, 3, 4), help="default: as many as --seats names, or 2"
    )
    parser.add_argument("--edition", choices=EDITION_NAMES, default="standard", help="default: %(default)s")
    parser.add_argument(
        "--seats", type=_seats, metavar="LIST", help="who plays, in turn order, such as person,random"
    )
    parser.add_argument("--seed", type=int, help="let chance play as it did with this number before")
    parser.add_argument("--no-swap", action="store_true", help="seat 2 may not take over seat 1's position")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play one game; a game that its player leaves is no failure."""
    from ringrift.cli.screen import Screen

    screen = Screen()
    seats: tuple[SeatKind, ...] = args.seats or _default_seats(args.players or 2)
    players: int = args.players or len(seats)
    if players != len(seats):
        message = f"{players} players, but {len(seats)} seats are named; name one kind for each player"
        raise InvalidSetupError(Refusal("MALFORMED", "R001", message, "--seats"))
    start = new_game(args.board, players, args.edition, swap=not args.no_swap)
    seed = Random().randrange(_SEEDS) if args.seed is None else args.seed
    if args.seats is None and SeatKind.PERSON not in seats:
        screen.say("Standard input is no terminal, so chance plays every seat.")
    Table(start, seats, Random(seed), screen).play()
    if SeatKind.RANDOM in seats:
        screen.say(f"--seed {seed} lets chance play the same again.")
    return 0


def _default_seats(players: int) -> tuple[SeatKind, ...]:
    first = SeatKind.PERSON if sys.stdin.isatty() else SeatKind.RANDOM
    return first, *[SeatKind.RANDOM] * (players - 1)


def _seats(text: str) -> tuple[SeatKind, ...]:
    """The seats that a list such as `person,random` names."""
    kinds = text.split(",")
    if not 2 <= len(kinds) <= 4 or not set(kinds) <= set(SeatKind):
        raise argparse.ArgumentTypeError(
            f"name two to four seats, each {' or '.join(SeatKind)}, with commas between them"
        )
    return tuple(map(SeatKind, kinds))
