"""Continue an unfinished record: who plays, the clocks and the moves so far.

The record of an unfinished terminal game has the tags `RESUMPTION_TAGS`. Any other record can
be continued too; what it does not say has a default.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from ringrift.cli.seats import LOCAL_PERSON_ID, format_clock, parse_clock, parse_seats, with_seeds
from ringrift.rules.errors import InvalidSetupError, Refusal

if TYPE_CHECKING:
    from ringrift.host import Clock, GameSession, GameSettings, Occupant
    from ringrift.host.clocks import TimeLeft
    from ringrift.host.substitutes import ChooseSubstitute
    from ringrift.records import Record

SEATS_TAG: Final = "Seats"
CLOCK_TAG: Final = "Clock"
TIME_LEFT_TAG: Final = "TimeLeft"
SEED_TAG: Final = "Seed"
SUBSTITUTE_TAG: Final = "SubstituteLevel"
RESUMPTION_TAGS: Final = (SEATS_TAG, CLOCK_TAG, TIME_LEFT_TAG, SEED_TAG, SUBSTITUTE_TAG)
_MAX_SEED_DIGITS: Final = 14  # the computers' own seeds are four times larger
_ENGINE: Final = "engine"  # a record never names a command: files come from strangers too


def resumption_tags(session: GameSession) -> dict[str, str]:
    """Return the tags with which the game can be continued as it is."""
    from ringrift.host import NoClock, Started

    started = session.events[0]
    assert isinstance(started, Started)
    tags = {SEATS_TAG: ",".join(map(_format_occupant, started.seats))}
    if session.settings.substitute is not None:
        tags[SUBSTITUTE_TAG] = str(session.settings.substitute)
    if not isinstance(session.settings.clock, NoClock):
        tags[CLOCK_TAG] = format_clock(session.settings.clock)
        left = session.clock() or ()
        tags[TIME_LEFT_TAG] = " ".join(
            "-" if seconds is None else f"{max(0.0, seconds):.3f}" for seconds in left
        )
    return tags


def load_unfinished(path: Path) -> Record:
    """Return the last unfinished game of a file."""
    from ringrift.records import StoreError, read_file

    found = None
    try:
        for record in read_file(path):
            if record.outcome is None:
                found = record
    except OSError as error:
        message = f"--resume {path}: {error.strerror}. Choose a file of records."
        raise StoreError("CANNOT_READ", message) from error
    if found is None:
        message = f"--resume {path}: every game in this file is finished. Choose another file."
        raise StoreError("GAME_OVER", message)
    return found


def recorded_seats(record: Record) -> tuple[Occupant, ...]:
    """Return who plays by the tag `Seats`; without it, by the names of the seats."""
    from ringrift.host import Person

    named = record.heading.tags.get(SEATS_TAG)
    if named is not None:
        if any(seat.startswith(_ENGINE) for seat in named.split(",")):
            _refuse("an engine played in this game, and the record does not say how to start it")
        try:
            seats = parse_seats(named)
        except argparse.ArgumentTypeError as error:
            _refuse(f"the record's tag {SEATS_TAG} is wrong: {error}")
        if len(seats) != record.heading.players:
            _refuse(f"the record's tag {SEATS_TAG} names {len(seats)} seats")
        return seats
    person = Person("person", LOCAL_PERSON_ID)
    return tuple(_computer_named(name) or person for name in record.heading.names)


def recorded_seed(record: Record) -> int | None:
    """Return the seed of the computers and the balanced start, if the record says so."""
    text = record.heading.tags.get(SEED_TAG, "")
    if text.isascii() and text.isdecimal() and len(text) <= _MAX_SEED_DIGITS:
        return int(text)
    return None


def recorded_substitute(record: Record) -> int | None:
    """Return the level that plays on for a person who leaves, if the record says so."""
    text = record.heading.tags.get(SUBSTITUTE_TAG, "")
    return int(text) if text in map(str, range(1, 11)) else None


def recorded_clock(record: Record) -> Clock | None:
    """Return the time control, if the record says so."""
    text = record.heading.tags.get(CLOCK_TAG)
    if text is None:
        return None
    try:
        return parse_clock(text)
    except argparse.ArgumentTypeError:
        return None  # a server's record may describe its clock in other words


def recorded_settings(
    record: Record, seed: int, clock: Clock | None, substitute: int | None, first_turn: float
) -> GameSettings:
    """Return the settings of the recorded game."""
    from ringrift.host import GameSettings, NoClock
    from ringrift.rules.position_string import dump_position

    heading = record.heading
    position = None if heading.position is None else dump_position(heading.position)
    plain = GameSettings(
        *(heading.board, heading.players, heading.edition, heading.swap, clock or NoClock()),
        position=position,
        first_turn=first_turn if clock else None,
        substitute=substitute,
    )
    start = _balanced_seed(record, seed)
    if start is None:
        return plain
    return GameSettings(
        *(heading.board, heading.players, heading.edition, False, clock or NoClock()),
        first_turn=first_turn if clock else None,
        substitute=substitute,
        start="balanced",
        start_seed=start,
    )


def _balanced_seed(record: Record, seed: int) -> int | None:
    """Return a seed that selects the balanced start of the record; None if it has none."""
    from ringrift.rules.setup import Setup
    from ringrift.starts.book import balanced_moves, load_book

    heading = record.heading
    if not heading.start_moves:
        return None
    played = tuple(entry.move for entry in record.entries[: heading.start_moves])
    setup = Setup(heading.board, heading.players, heading.edition)
    candidates: list[int] = [seed, *range(len(load_book(setup)))]
    for candidate in candidates:
        if balanced_moves(setup, candidate) == played:
            return candidate
    return None


def continue_session(
    record: Record,
    settings: GameSettings,
    seats: tuple[Occupant, ...],
    seed: int,
    choose_substitute: ChooseSubstitute,
) -> GameSession:
    """Return a session in which the recorded moves have been played; its clocks run from now."""
    from ringrift.host import GameSession, Resumed

    now = time.monotonic()
    session = GameSession(
        settings,
        with_seeds(seats, seed),
        now=now,
        hashes=False,
        choose_substitute=choose_substitute,
    )
    departures = list(record.heading.departures)
    while len(session.moves) < len(record) or departures:
        if departures and len(session.moves) >= departures[0].moves:
            left = departures.pop(0)
            if not session.occupant(left.seat).computer:
                session.leave(left.seat, left.reason, now)
            continue
        move = record.entries[len(session.moves)].move
        session.play(session.state.player, move, now=now)
    resumed = Resumed(session.sequence + 1, now, _time_left(record, session))
    events = session.events if session.over else (*session.events, resumed)
    return GameSession.restore(
        settings, events, time=time.monotonic, hashes=False, choose_substitute=choose_substitute
    )


def _time_left(record: Record, session: GameSession) -> TimeLeft | None:
    """Return the time left by the tag, or else by the time control."""
    left = session.clock()
    words = record.heading.tags.get(TIME_LEFT_TAG, "").split()
    if left is None or len(words) != len(left):
        return left
    try:
        return tuple(None if word == "-" else max(0.0, float(word)) for word in words)
    except ValueError:
        return left


def _format_occupant(occupant: Occupant) -> str:
    from ringrift.host import Engine, Level, RandomComputer

    match occupant:
        case Level(number, _, seconds):
            return f"level:{number}" if seconds is None else f"level:{number}:{seconds:g}"
        case RandomComputer():
            return "random"
        case Engine():
            return _ENGINE
        case _:
            return "person"


def _computer_named(name: str) -> Occupant | None:
    """Return the computer that a record names so, such as `level 3`."""
    from ringrift.host import Level, RandomComputer

    kind, _, number = name.partition(" ")
    if name == "random":
        return RandomComputer()
    if kind == "level" and number in map(str, range(1, 11)):
        return Level(int(number))
    return None


def _refuse(problem: str) -> NoReturn:
    message = f"{problem}. Say who plays, such as --seats person,level:3"
    raise InvalidSetupError(Refusal("MALFORMED", None, message, "--seats"))
