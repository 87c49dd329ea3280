"""`ringrift play`: a game in the terminal, each seat taken by a person or a computer."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from ringrift.cli.arguments import non_negative_seconds
from ringrift.cli.output_files import append_record, require_appendable
from ringrift.cli.seats import (
    CLOCK_FORMS,
    DEFAULT_LEVEL,
    DEFAULT_SUBSTITUTE_LEVEL,
    LOCAL_PERSON_ID,
    SEAT_FORMS,
    kernel_is_built,
    parse_clock,
    parse_seats,
    require_kernel_for_levels,
    with_seeds,
)
from ringrift.cli.signals import interrupt_on_signals
from ringrift.rules import BOARD_NAMES, EDITION_NAMES, InvalidSetupError, Refusal
from ringrift.rules.editions import DEFAULT_EDITION
from ringrift.rules.setup import DEFAULT_PLAYERS
from ringrift.starts.book import START_NAMES

if TYPE_CHECKING:
    from ringrift.cli.terminal import Terminal
    from ringrift.host import GameSession, GameSettings, Level, Occupant, RandomComputer

_SEEDS: Final = 2**32
_FIRST_TURN: Final = 86_400.0  # seconds: at a terminal nobody waits for the first turn
_DEFAULT_SPEED: Final = 1.0  # seconds a turn is shown when only computers play


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "play",
        help="play a game in the terminal",
        description="Play a game in the terminal. Without --seats, you play seat 1 and level "
        f"{DEFAULT_LEVEL} plays the other seats. If standard input is not a terminal, random "
        "players take every seat.",
    )
    parser.add_argument(
        "--board", choices=BOARD_NAMES, default="square8", help="default: %(default)s"
    )
    parser.add_argument(
        "--players",
        type=int,
        choices=(2, 3, 4),
        help=f"default: the number of --seats, or {DEFAULT_PLAYERS}",
    )
    parser.add_argument(
        "--edition", choices=EDITION_NAMES, default=DEFAULT_EDITION, help="default: %(default)s"
    )
    parser.add_argument(
        "--level",
        type=int,
        choices=range(1, 11),
        metavar="N",
        help=f"play against this level, 1 to 10 (default: {DEFAULT_LEVEL})",
    )
    parser.add_argument(
        "--seats", type=parse_seats, metavar="LIST", help=f"who plays, in turn order: {SEAT_FORMS}"
    )
    parser.add_argument(
        "--seed",
        type=int,
        help="seed for the computers and the balanced start; with the same seed, they are the same",
    )
    parser.add_argument(
        "--no-swap", action="store_true", help="seat 2 may not take over seat 1's position"
    )
    parser.add_argument(
        "--start",
        choices=START_NAMES,
        default="empty",
        help="empty: an empty board; balanced: a few moves from a book, after which all seats have "
        "equal chances, and no swap (default: %(default)s)",
    )
    parser.add_argument(
        "--clock", type=parse_clock, help=f"time control: {CLOCK_FORMS} (default: none)"
    )
    parser.add_argument(
        "--substitute",
        type=int,
        choices=range(1, 11),
        metavar="N",
        help="the level that takes over when a person leaves a game of three or four (default: "
        f"{DEFAULT_SUBSTITUTE_LEVEL})",
    )
    parser.add_argument(
        "--speed",
        type=non_negative_seconds,
        metavar="SECONDS",
        help=f"how long a turn is shown when only computers play (default: {_DEFAULT_SPEED:g})",
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="append the game, finished or not, to this file (.rrg)",
    )
    parser.add_argument(
        "--store", type=Path, metavar="FILE", help="add the game to this records store"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play one game. Quitting is not a failure."""
    from ringrift.cli.terminal import Terminal
    from ringrift.cli.terminal_game import TerminalGame
    from ringrift.host import (
        ComputerSeats,
        GameSession,
        GameSettings,
        NoClock,
        Person,
        start_engines,
    )

    terminal = Terminal()
    seats = _seats(args, terminal)
    require_kernel_for_levels(seats)
    seed = Random().randrange(_SEEDS) if args.seed is None else abs(args.seed)
    settings = GameSettings(
        *(args.board, len(seats), args.edition, not args.no_swap, args.clock or NoClock()),
        start=args.start,
        start_seed=seed if args.start == "balanced" else 0,
        first_turn=_FIRST_TURN if args.clock else None,
        substitute=args.substitute,
    )
    watched = not any(isinstance(who, Person) for who in seats) and sys.stdin.isatty()
    speed = _DEFAULT_SPEED if watched and args.speed is None else args.speed
    with interrupt_on_signals():
        ready = start_engines(seats)
        session = GameSession(
            settings,
            with_seeds(seats, seed),
            time=time.monotonic,
            hashes=False,
            choose_substitute=partial(_substitute, seed),
        )
        with (
            ComputerSeats(session, ready=ready) as computers,
            _record_at_end(session, terminal, args.record, args.store),
        ):
            TerminalGame(session, computers, terminal, speed).play()
    session.close()
    if any(who.computer for who in seats) or session.start_moves:
        terminal.print(f"Use --seed {seed} to make the computers play the same moves again.")
    return 0


def _substitute(seed: int, settings: GameSettings, leaver: Occupant) -> Level | RandomComputer:
    """Return who plays on for a person who leaves; without the kernel, the random player."""
    from ringrift.host import RandomComputer
    from ringrift.host.substitutes import default_substitute

    if not kernel_is_built():
        return RandomComputer(seed)
    return replace(default_substitute(settings, leaver), seed=seed)


def _seats(args: argparse.Namespace, terminal: Terminal) -> tuple[Occupant, ...]:
    """Return the named seats, or the default ones."""
    if args.seats is not None:
        named: tuple[Occupant, ...] = args.seats
        if args.level is not None:
            raise _invalid_option(
                "--level cannot be used with --seats; use level:N as one of the seats instead",
                "--level",
            )
        if args.players not in (None, len(named)):
            seats = f"{args.players} players, but {len(named)} seats"
            message = f"{seats}; give one seat per player"
            raise _invalid_option(message, "--seats")
        return named
    return _default_seats(args.players or DEFAULT_PLAYERS, args.level, terminal)


def _default_seats(players: int, level: int | None, terminal: Terminal) -> tuple[Occupant, ...]:
    from ringrift.host import Level, Person, RandomComputer

    if not sys.stdin.isatty() and level is None:
        terminal.print("Standard input is not a terminal, so random players take every seat.")
        return (RandomComputer(),) * players
    opponent: Occupant = Level(level or DEFAULT_LEVEL)
    if level is None and not kernel_is_built():
        terminal.print(
            "The kernel is not built, so your opponent plays at random. Levels need the kernel,"
            " which you build with gcc or clang (C++20)."
        )
        opponent = RandomComputer()
    return (Person("person", LOCAL_PERSON_ID), *[opponent] * (players - 1))


@contextmanager
def _record_at_end(
    session: GameSession, terminal: Terminal, file: Path | None, store: Path | None
) -> Iterator[None]:
    """Record the game however it ends; a bad file is rejected before the game."""
    if file is None and store is None:
        yield
        return
    from ringrift.host import record_of
    from ringrift.records import Store, format_timestamp

    if file is not None:
        require_appendable(file)
    with nullcontext() if store is None else Store(store) as opened:
        try:
            yield
        finally:
            # An `Id` distinguishes games with the same moves.
            record = record_of(session, {"Date": format_timestamp()[:10], "Id": uuid4().hex})
            kept = []
            if file is not None:
                append_record(file, record)
                kept.append(f"The game was recorded in {file}.")
            if opened is not None:
                kept.append(f"The game was added to {store} as game {opened.add(record).id}.")
            with suppress(
                Exception
            ):  # the terminal may be gone, and the command has its own error for that
                terminal.print("\n".join(kept))


def _invalid_option(message: str, option: str) -> InvalidSetupError:
    return InvalidSetupError(Refusal("MALFORMED", None, message, option))
