"""`ringrift play`: a game in the terminal, each seat taken by a person or by chance."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from ringrift.cli.record_files import append_record, open_for_appending
from ringrift.cli.table import SeatKind, Table
from ringrift.rules import BOARD_NAMES, EDITION_NAMES, InvalidSetupError, Refusal, new_game

if TYPE_CHECKING:
    from ringrift.records import Record

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
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="append the game, finished or not, to this file (.rrg)"
    )
    parser.add_argument("--store", type=Path, metavar="FILE", help="put the game into this store of records")
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
    table = Table(start, seats, Random(seed), screen)
    with _recorded(table, args.record, args.store):
        table.play()
    if SeatKind.RANDOM in seats:
        screen.say(f"--seed {seed} lets chance play the same again.")
    return 0


@contextmanager
def _recorded(table: Table, file: Path | None, store: Path | None) -> Iterator[None]:
    """Keeps the game however it ends, Ctrl-C too; what cannot be written to is refused before the game."""
    if file is None and store is None:
        yield
        return
    from ringrift.records import Store

    if file is not None:
        open_for_appending(file)
    with nullcontext() if store is None else Store(store) as opened:
        try:
            yield
        finally:
            record = _record(table)
            if file is not None:
                append_record(file, record)
                table.screen.say(f"The game is recorded in {file}.")
            if opened is not None:
                table.screen.say(f"The game is game {opened.add(record).id} of {store}.")


def _record(table: Table) -> Record:
    """What was played and not taken back. An `Id` tells the game from others that go alike."""
    from ringrift.records import Recorder, timestamp

    tags = {"Date": timestamp()[:10], "Id": uuid4().hex}
    recorder = Recorder.of(table.states[0], tuple(table.seats), tags)
    for move in table.state.history:
        recorder.append(move)
    outcome = table.state.outcome
    if outcome is not None and recorder.state.outcome is None:
        recorder.conclude(outcome.winner, outcome.reason)
    return recorder.record()


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
