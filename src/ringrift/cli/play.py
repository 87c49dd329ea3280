"""`ringrift play`: a game in the terminal, each seat taken by a person or a computer."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from ringrift.cli.arguments import some_seconds
from ringrift.cli.output_files import append_record, open_for_appending
from ringrift.cli.seats import (
    CLOCKS,
    FORMS,
    HERE,
    USUAL_LEVEL,
    clock,
    kernel_is_built,
    refuse_levels_without_kernel,
    seat_list,
    seeded,
)
from ringrift.cli.signals import signals_leave
from ringrift.rules import BOARD_NAMES, EDITION_NAMES, InvalidSetupError, Refusal

if TYPE_CHECKING:
    from ringrift.cli.terminal import Screen
    from ringrift.host import GameSession, Occupant

_SEEDS: Final = 2**32
_USUAL_SPEED: Final = 1.0  # seconds that a turn stands for those who watch


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "play",
        help="play a game in the terminal",
        description=f"Play a game in the terminal. Without --seats you have seat 1 and level {USUAL_LEVEL} "
        "plays the rest; where standard input is no terminal, chance plays every seat.",
    )
    parser.add_argument(
        "--board", choices=BOARD_NAMES, default="square8", help="default: %(default)s"
    )
    parser.add_argument(
        "--players", type=int, choices=(2, 3, 4), help="default: as many as --seats names, or 2"
    )
    parser.add_argument(
        "--edition", choices=EDITION_NAMES, default="standard", help="default: %(default)s"
    )
    parser.add_argument(
        "--level",
        type=int,
        choices=range(1, 11),
        metavar="N",
        help=f"play against this level, 1 to 10 (default: {USUAL_LEVEL})",
    )
    parser.add_argument(
        "--seats", type=seat_list, metavar="LIST", help=f"who plays, in turn order: {FORMS}"
    )
    parser.add_argument(
        "--seed", type=int, help="let the computers play as they did with this number before"
    )
    parser.add_argument(
        "--no-swap", action="store_true", help="seat 2 may not take over seat 1's position"
    )
    parser.add_argument("--clock", type=clock, help=f"{CLOCKS}; default: none")
    parser.add_argument(
        "--speed",
        type=some_seconds,
        metavar="SECONDS",
        help=f"how long a turn stands where only computers play (default: {_USUAL_SPEED:g})",
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="append the game, finished or not, to this file (.rrg)",
    )
    parser.add_argument(
        "--store", type=Path, metavar="FILE", help="put the game into this store of records"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play one game; a game that its player leaves is no failure."""
    from ringrift.cli.terminal import Screen
    from ringrift.cli.terminal_game import TerminalGame
    from ringrift.host import (
        ComputerSeats,
        GameSession,
        GameSettings,
        NoClock,
        Person,
        start_engines,
    )

    screen = Screen()
    seats = _seats(args, screen)
    refuse_levels_without_kernel(seats)
    seed = Random().randrange(_SEEDS) if args.seed is None else abs(args.seed)
    settings = GameSettings(
        args.board, len(seats), args.edition, not args.no_swap, args.clock or NoClock()
    )
    watched = not any(isinstance(who, Person) for who in seats) and sys.stdin.isatty()
    speed = _USUAL_SPEED if watched and args.speed is None else args.speed
    with signals_leave():
        ready = start_engines(seats)
        session = GameSession(settings, seeded(seats, seed), time=time.monotonic, hashes=False)
        with (
            ComputerSeats(session, ready=ready) as computers,
            _recorded(session, screen, args.record, args.store),
        ):
            TerminalGame(session, computers, screen, speed).play()
    session.close()
    if any(who.computer for who in seats):
        screen.say(f"--seed {seed} lets the computers play the same again.")
    return 0


def _seats(args: argparse.Namespace, screen: Screen) -> tuple[Occupant, ...]:
    """Those that are named, or the usual ones."""
    if args.seats is not None:
        named: tuple[Occupant, ...] = args.seats
        if args.level is not None:
            raise _refused(
                "--level is for games without --seats; write level:N among the seats", "--level"
            )
        if args.players not in (None, len(named)):
            message = f"{args.players} players, but {len(named)} seats are named; name one for each player"
            raise _refused(message, "--seats")
        return named
    return _usual_seats(args.players or 2, args.level, screen)


def _usual_seats(players: int, level: int | None, screen: Screen) -> tuple[Occupant, ...]:
    from ringrift.host import Level, Person, RandomComputer

    if not sys.stdin.isatty() and level is None:
        screen.say("Standard input is no terminal, so chance plays every seat.")
        return (RandomComputer(),) * players
    opponent: Occupant = Level(level or USUAL_LEVEL)
    if level is None and not kernel_is_built():
        screen.say(
            "The kernel is not built, so chance is your opponent; levels need gcc or clang (C++20)."
        )
        opponent = RandomComputer()
    return (Person("person", HERE), *[opponent] * (players - 1))


@contextmanager
def _recorded(
    session: GameSession, screen: Screen, file: Path | None, store: Path | None
) -> Iterator[None]:
    """Keeps the game however it ends, by Ctrl-C or a lost line too; a bad file is refused before the game."""
    if file is None and store is None:
        yield
        return
    from ringrift.host import record_of
    from ringrift.records import Store, format_timestamp

    if file is not None:
        open_for_appending(file)
    with nullcontext() if store is None else Store(store) as opened:
        try:
            yield
        finally:
            # An `Id` tells the game from others that go alike.
            record = record_of(session, {"Date": format_timestamp()[:10], "Id": uuid4().hex})
            kept = []
            if file is not None:
                append_record(file, record)
                kept.append(f"The game is recorded in {file}.")
            if opened is not None:
                kept.append(f"The game is game {opened.add(record).id} of {store}.")
            with suppress(
                Exception
            ):  # the terminal may be gone, and the command has its own error for that
                screen.say("\n".join(kept))


def _refused(message: str, option: str) -> InvalidSetupError:
    return InvalidSetupError(Refusal("MALFORMED", None, message, option))
