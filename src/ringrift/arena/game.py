"""One game between players, from an opening to its end: whatever a player does, there is a record of it."""

from __future__ import annotations

import gc
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Timer
from typing import Final

from ringrift.arena.watchdog import OverdueError, interrupted_after
from ringrift.host.game_session import GameSession
from ringrift.host.seat_occupants import Remote
from ringrift.host.settings import GameSettings
from ringrift.players.external.errors import EngineIllegalMoveError, EngineTimeoutError
from ringrift.players.player import Player
from ringrift.records.chain import heading_link, move_text, next_link, outcome_link
from ringrift.records.record import Entry, Heading, Record, tidy_comment
from ringrift.rules import state_hash
from ringrift.rules.errors import RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.setup import Setup
from ringrift.rules.state import State

GRACE: Final = 0.05  # seconds over the limit that are not yet an overrun
PATIENCE: Final = (
    5.0  # seconds over the limit after which the game is forfeited; as many more to heed `stop`
)
_LONGEST_FAULT: Final = 200  # characters of it that are kept


@dataclass(frozen=True, slots=True)
class Seated:
    """A player who sits down, and the time a decision may take; None: as long as it likes."""

    name: str
    player: Player
    seconds: float | None = None


@dataclass(slots=True)
class Clock:
    """What a player's decisions took, in seconds."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    overruns: int = 0
    worst_overrun: float = 0.0
    busy_overruns: int = 0  # the processor was at work all the time, so nobody else can be blamed

    def note(self, taken: float, busy: float, limit: float | None) -> None:
        """One more decision."""
        self.decisions += 1
        self.seconds += taken
        self.slowest = max(self.slowest, taken)
        if limit is not None and taken > limit + GRACE:
            self.overruns += 1
            self.worst_overrun = max(self.worst_overrun, taken - limit)
            self.busy_overruns += busy > limit + GRACE


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Why a person lost without being beaten."""

    person: int  # from 0, by the seat that was taken first
    fault: str  # "illegal: ...", "failed: ...", "late: ..."


class Course:
    """A game at a host's session, with what the arena notes down beside it."""

    def __init__(self, setup: Setup, names: Sequence[str]) -> None:
        settings = GameSettings(setup.board, setup.players, setup.edition)
        self.session = GameSession(settings, [Remote(name) for name in names], hashes=False)
        self.clocks = [Clock() for _ in names]
        self.milliseconds: dict[int, int] = {}  # by the number of the move
        self.forfeit: Forfeit | None = None

    @property
    def person(self) -> int:
        """Who has to choose, from 0, by the seat that was taken first."""
        return self.session.first_seats[self.session.state.player - 1] - 1

    def play(self, move: Move, milliseconds: int | None = None) -> None:
        """A choice, and the bookkeeping after it; an illegal one raises and changes nothing."""
        number = len(self.session.played)
        self.session.play(self.session.state.player, move)
        if milliseconds is not None:
            self.milliseconds[number] = milliseconds

    def give_up(self, fault: str) -> None:
        """Whoever has to choose has lost; of those who are left, the one who stands best wins."""
        self.forfeit = Forfeit(self.person, fault)
        self.session.abandon(self.session.state.player)

    def entries(self) -> list[Entry]:
        """The moves as they are written down."""
        return [
            Entry(played.move, think_time_ms=self.milliseconds.get(number))
            for number, played in enumerate(self.session.played)
        ]


def play_game(
    setup: Setup,
    players: Sequence[Seated],
    opening: Sequence[Move] = (),
    tags: Mapping[str, str] | None = None,
    patience: float = PATIENCE,
) -> Record:
    """The game that the players, listed by seats, play after the opening.

    A player who fails, chooses an illegal move or thinks `patience` longer than it may has lost; the tags say
    who and why, and how long everyone thought.
    """
    names = tuple(seated.name for seated in players)
    course = Course(setup, names)
    session = course.session
    for move in opening:
        if not move.bookkeeping:  # the session plays those itself
            course.play(move)
    try:
        while not session.over:
            gc.freeze()  # what the session holds is not looked through for garbage on a player's time
            _decide(course, players[course.person], patience)
    finally:
        gc.unfreeze()
    heading = Heading.of(session.settings.start, names, {**(tags or {}), **_told(course)})
    return written(heading, course.entries(), session.state)


def written(heading: Heading, entries: Sequence[Entry], last: State) -> Record:
    """The record of moves that were played already, so that no rule is asked again."""
    links = [heading_link(heading)]
    for entry in entries:
        links.append(next_link(links[-1], move_text(entry.move)))
    if last.outcome is not None:
        links.append(outcome_link(links[-1], last.outcome))
    return Record(heading, tuple(entries), last.outcome, state_hash(last), tuple(links))


def _decide(course: Course, seated: Seated, patience: float) -> None:
    """One decision of one player."""
    limit, clock = seated.seconds, course.clocks[course.person]
    began, busy = time.perf_counter(), time.process_time()
    fault, move = _answer(course.session.state, seated, patience)
    taken, busy = time.perf_counter() - began, time.process_time() - busy
    clock.note(taken, busy, limit)
    if move is None:
        course.give_up(fault)
    elif limit is not None and taken > limit + patience:
        course.give_up(f"late: {taken:.1f} s for a decision of {limit:g} s")
    else:
        try:
            course.play(move, round(taken * 1000))
        except RingRiftError as refusal:
            course.give_up(f"illegal: {refusal}")


def _answer(state: State, seated: Seated, patience: float) -> tuple[str, Move | None]:
    """What a player chooses, or what went wrong.

    One who is far too late is told to choose now, and is interrupted if it does not.
    """
    limit, bell = seated.seconds, None
    if limit is not None:
        bell = Timer(limit + patience, seated.player.stop)
        bell.daemon = True
        bell.start()
    try:
        if limit is None:
            return _read(seated.player.choose(state, limit))
        with interrupted_after(limit + 2 * patience + GRACE):
            return _read(seated.player.choose(state, limit))
    except OverdueError:
        return f"late: a decision of {limit:g} s had no end, and `stop` was not heeded", None
    except Exception as problem:  # noqa: BLE001 - however a player fails, the tournament goes on
        return f"{_kind(problem)}: {type(problem).__name__}: {problem}", None
    finally:
        if bell is not None:
            bell.cancel()


def _read(chosen: object) -> tuple[str, Move | None]:
    """A player of anybody's may return anything."""
    if isinstance(chosen, Move):
        return "", chosen
    return f"illegal: {type(chosen).__name__} is no move; return one of legal_moves(state)", None


def _kind(problem: Exception) -> str:
    """The kind of fault: an engine of anybody's is watched by its own player, which says it so."""
    match problem:
        case EngineTimeoutError():
            return "late"
        case EngineIllegalMoveError():
            return "illegal"
        case _:
            return "failed"


def _told(course: Course) -> dict[str, str]:
    """The tags that tell how the game went, beside its moves."""
    clocks = course.clocks
    told = {
        "Turns": str(course.session.state.turn_number),
        "Decisions": " ".join(str(clock.decisions) for clock in clocks),
        "Seconds": " ".join(f"{clock.seconds:.6f}" for clock in clocks),
        "Slowest": " ".join(f"{clock.slowest:.6f}" for clock in clocks),
        "Overruns": " ".join(str(clock.overruns) for clock in clocks),
        "WorstOverrun": f"{max(clock.worst_overrun for clock in clocks):.6f}",
        "BusyOverruns": str(sum(clock.busy_overruns for clock in clocks)),
    }
    if course.forfeit is not None:
        told["Forfeit"] = str(course.forfeit.person + 1)
        told["Fault"] = one_line(course.forfeit.fault)
    return told


def one_line(text: str) -> str:
    """The text as a tag can hold it."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return tidy_comment(printable)[:_LONGEST_FAULT]
