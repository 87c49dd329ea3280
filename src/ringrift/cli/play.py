"""`ringrift play`: a game in the terminal, each seat taken by a person or a computer."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from ringrift.cli.arguments import non_negative_seconds
from ringrift.cli.output_files import append_record, require_appendable
from ringrift.cli.screen_option import OPTION, add_screen_option, require_room, require_screen
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
from ringrift.starts.book import START_NAMES, StartName

if TYPE_CHECKING:
    from ringrift.cli.terminal import Terminal
    from ringrift.host import (
        ComputerSeats,
        GameSession,
        GameSettings,
        Level,
        Occupant,
        RandomComputer,
    )
    from ringrift.records import Record

    Save = Callable[[], None]

_SEEDS: Final = 2**32
_FIRST_TURN: Final = 86_400.0  # seconds: at a terminal nobody waits for the first turn
_DEFAULT_BOARD: Final = "square8"
_DEFAULT_START: Final = "empty"
_NEWEST: Final = Path()  # `--resume` without a file
_SETUP_OPTIONS: Final = ("board", "players", "edition", "no_swap", "start")  # a record has them
_DEFAULT_SPEED: Final = 1.0  # seconds a turn is shown when only computers play


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "play",
        help="play a game in the terminal",
        description="Play a game in the terminal. Without --seats, you play seat 1 and level "
        f"{DEFAULT_LEVEL} plays the other seats. If standard input is not a terminal, random "
        "players take every seat.",
    )
    add_screen_option(parser, "play")
    parser.add_argument(
        "--resume",
        nargs="?",
        type=Path,
        const=_NEWEST,
        metavar="FILE",
        help="continue the last unfinished game of this file of records; without FILE, the game "
        "that you left last. The file itself is not changed",
    )
    parser.add_argument("--board", choices=BOARD_NAMES, help=f"default: {_DEFAULT_BOARD}")
    parser.add_argument(
        "--players",
        type=int,
        choices=(2, 3, 4),
        help=f"default: the number of --seats, or {DEFAULT_PLAYERS}",
    )
    parser.add_argument("--edition", choices=EDITION_NAMES, help=f"default: {DEFAULT_EDITION}")
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
        help="empty: an empty board; balanced: a few moves from a book, after which all seats have "
        f"equal chances, and no swap (default: {_DEFAULT_START})",
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
        help=f"how long a turn is shown when only computers play (default: {_DEFAULT_SPEED:g}); "
        f"with {OPTION}, also how long a computer's turn is shown to a person",
    )
    parser.add_argument(
        "--ponder", action="store_true", help="level 10 also thinks while a person chooses"
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
    from ringrift.host import ComputerSeats, start_engines

    play = _play_on_screen if args.screen else _play_in_lines
    if args.screen:
        require_screen()
    terminal = Terminal()
    with interrupt_on_signals():
        resumed = _resumed_game(args, terminal)
        plan = _plan_game(args, terminal) if resumed is None else _plan_resumed(args, resumed[0])
        require_kernel_for_levels(plan.seats)
        if args.screen:
            require_room(plan.settings.board)
        watched = not plan.has_people and sys.stdin.isatty()
        speed = _DEFAULT_SPEED if watched and args.speed is None else args.speed
        ready = start_engines(plan.seats)
        session = plan.start_session()
        with (
            ComputerSeats(session, ready=ready, ponder=args.ponder) as computers,
            _record_at_end(session, terminal, plan, args.record, args.store),
            _saved_while_played(session, terminal, plan, resumed, screen=args.screen) as save,
        ):
            code = play(session, computers, terminal, speed, save)
            terminal.show_end(session)
    session.close()
    if any(who.computer for who in plan.seats) or session.start_moves:
        terminal.print(f"Use --seed {plan.seed} to make the computers play the same moves again.")
    return code


def _play_in_lines(
    session: GameSession,
    computers: ComputerSeats,
    terminal: Terminal,
    speed: float | None,
    save: Save | None,
) -> int:
    from ringrift.cli.terminal_game import TerminalGame

    TerminalGame(session, computers, terminal, speed, save).play()
    return 0


def _play_on_screen(
    session: GameSession,
    computers: ComputerSeats,
    _terminal: Terminal,
    speed: float | None,
    save: Save | None,
) -> int:
    from ringrift.cli.screen.board_app import run_app
    from ringrift.cli.screen.game_app import GameApp

    return run_app(GameApp(session, computers, speed, save))


@dataclass(frozen=True)
class _GamePlan:
    """What is played: the settings, who plays, and the record that is continued."""

    settings: GameSettings
    seats: tuple[Occupant, ...]  # as at the start of the game
    seed: int
    record: Record | None = None
    game_id: str = field(default_factory=lambda: uuid4().hex)  # tells games with equal moves apart

    @property
    def has_people(self) -> bool:
        return any(not who.computer for who in self.seats)

    def tags(self) -> dict[str, str]:
        """Return the tags of the game's record."""
        from ringrift.cli.resume import RESUMPTION_TAGS, SEED_TAG
        from ringrift.records import format_timestamp

        before = {} if self.record is None else dict(self.record.heading.tags)
        for name in (*RESUMPTION_TAGS, "Left", "Substitutes", "StartMoves"):
            before.pop(name, None)
        return {
            "Date": format_timestamp()[:10],
            "Id": self.game_id,
            **before,
            SEED_TAG: str(self.seed),
        }

    def start_session(self) -> GameSession:
        """Start the game, or continue it."""
        from ringrift.cli.resume import continue_session
        from ringrift.host import GameSession

        substitute = partial(_substitute, self.seed)
        if self.record is not None:
            return continue_session(self.record, self.settings, self.seats, self.seed, substitute)
        return GameSession(
            self.settings,
            with_seeds(self.seats, self.seed),
            time=time.monotonic,
            hashes=False,
            choose_substitute=substitute,
        )


def _plan_game(args: argparse.Namespace, terminal: Terminal) -> _GamePlan:
    from ringrift.host import GameSettings, NoClock

    seats = _seats(args, terminal)
    seed = _seed(args)
    start: StartName = args.start or _DEFAULT_START
    settings = GameSettings(
        *(args.board or _DEFAULT_BOARD, len(seats), args.edition or DEFAULT_EDITION),
        *(not args.no_swap, args.clock or NoClock()),
        start=start,
        start_seed=seed if start == "balanced" else 0,
        first_turn=_FIRST_TURN if args.clock else None,
        substitute=args.substitute,
    )
    return _GamePlan(settings, seats, seed)


def _plan_resumed(args: argparse.Namespace, record: Record) -> _GamePlan:
    """Plan the rest of a recorded game. `--seats`, `--clock` and `--seed` replace what it says."""
    from ringrift.cli.resume import (
        recorded_clock,
        recorded_seats,
        recorded_seed,
        recorded_settings,
        recorded_substitute,
    )

    for name in (*_SETUP_OPTIONS, "level"):
        if getattr(args, name):
            option = f"--{name.replace('_', '-')}"
            raise _invalid_option(f"{option} cannot be used with --resume: leave it out", option)
    seats = recorded_seats(record) if args.seats is None else args.seats
    players = record.heading.players
    if len(seats) != players:
        message = f"the game has {players} players, but {len(seats)} seats are given"
        raise _invalid_option(message, "--seats")
    recorded = recorded_seed(record)
    seed = _seed(args) if args.seed is not None or recorded is None else recorded
    clock = args.clock or recorded_clock(record)
    substitute = args.substitute or recorded_substitute(record)
    settings = recorded_settings(record, seed, clock, substitute, _FIRST_TURN)
    game_id = record.heading.tags.get("Id")
    return _GamePlan(settings, seats, seed, record, game_id or uuid4().hex)


def _seed(args: argparse.Namespace) -> int:
    return Random().randrange(_SEEDS) if args.seed is None else abs(args.seed)


def _resumed_game(
    args: argparse.Namespace, terminal: Terminal
) -> tuple[Record, Path | None] | None:
    """Return the record to continue, and its file if the terminal saved it; None: a new game."""
    from ringrift.cli.resume import load_unfinished
    from ringrift.cli.unfinished_games import games_folder, unfinished_games
    from ringrift.records import StoreError

    if args.resume == _NEWEST:
        games = unfinished_games()
        if not games:
            message = "There is no unfinished game to resume. Name a file: --resume FILE"
            raise StoreError("NOT_FOUND", message)
        return games[0].record, games[0].path
    if args.resume is not None:
        own = args.resume.resolve().parent == games_folder().resolve()
        return load_unfinished(args.resume), args.resume if own else None
    asked = args.seats or args.level or any(getattr(args, name) for name in _SETUP_OPTIONS)
    if asked or not terminal.interactive:
        return None
    chosen = terminal.offer_unfinished_games(unfinished_games())
    return None if chosen is None else (chosen.record, chosen.path)


@contextmanager
def _saved_while_played(
    session: GameSession,
    terminal: Terminal,
    plan: _GamePlan,
    resumed: tuple[Record, Path | None] | None,
    *,
    screen: bool,
) -> Iterator[Save | None]:
    """Save the game of a person after every move, so that nothing is lost however it ends."""
    if not (plan.has_people and terminal.interactive):
        yield None
        return
    from ringrift.cli.unfinished_games import Autosave
    from ringrift.records import StoreError

    try:
        autosave = Autosave(plan.tags(), None if resumed is None else resumed[1])
    except OSError as error:
        terminal.print(f"The game cannot be saved while you play: {error}. Use --record.")
        yield None
        return
    if autosave.is_open_elsewhere:
        message = f"{autosave.path} is being played in another terminal. Continue it there."
        raise StoreError("IN_USE", message)
    try:
        yield partial(autosave.save, session)
    finally:
        unfinished = autosave.close(session)
        with suppress(Exception):  # the terminal may be gone
            if unfinished:
                option = f" {OPTION}" if screen else ""
                command = f"ringrift play --resume{option}"
                terminal.print(f"The game is saved. Continue it with: {command}")


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
    session: GameSession,
    terminal: Terminal,
    plan: _GamePlan,
    file: Path | None,
    store: Path | None,
) -> Iterator[None]:
    """Record the game however it ends; a bad file is rejected before the game."""
    if file is None and store is None:
        yield
        return
    from ringrift.cli.resume import resumption_tags
    from ringrift.host import record_of
    from ringrift.records import Store

    if file is not None:
        require_appendable(file)
    with nullcontext() if store is None else Store(store) as opened:
        try:
            yield
        finally:
            to_resume = {} if session.over else resumption_tags(session)
            record = record_of(session, plan.tags() | to_resume)
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
