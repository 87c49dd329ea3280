"""The computers of a session: get their decisions, and replace those that fail.

`decide` is slow and changes nothing, so a server may run it in another thread; `apply` is quick. A
computer that fails, takes too long or chooses an illegal move gets a second try. After that a lower
level takes its seat, in the end the random player. Every fault is an event of the session.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final, Self

from ringrift.host.errors import session_error
from ringrift.host.events import Problem
from ringrift.host.game_session import GameSession
from ringrift.host.seat_occupants import Engine, Level, Occupant, RandomComputer
from ringrift.host.session_view import Events
from ringrift.host.time_management import thinking_time
from ringrift.players.player import Ponderer
from ringrift.rules.errors import RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.stack import Seat
from ringrift.rules.state import Outcome

if TYPE_CHECKING:
    from ringrift.players.player import Player

_log = logging.getLogger("ringrift.host")

GRACE: Final = 0.25  # seconds that a decision may be late
MAX_CONSECUTIVE_TROUBLES: Final = 2  # a computer loses its seat after so many
ENGINE_SUBSTITUTE_LEVEL: Final = 3  # replaces an engine


@dataclass(frozen=True, slots=True)
class ComputerDecision:
    """The move of a computer, or what went wrong."""

    seat: Seat
    decision_sequence: int  # `GameSession.decision_sequence` when it was asked
    move: Move | None
    seconds: float  # thinking time
    problem: Problem | None = None
    message: str = ""


def create_player(occupant: Occupant) -> Player:
    """Create the player of a computer's seat."""
    match occupant:
        case Level(number, seed, seconds):
            from ringrift.players.levels import level

            return level(number, seed=seed, seconds=seconds)
        case Engine(command, seconds):
            from ringrift.players.external.player import ExternalPlayer

            return ExternalPlayer(command, seconds=seconds)
        case RandomComputer(seed):
            from ringrift.players.random_player import RandomPlayer

            return RandomPlayer(seed=seed)
        case _:
            raise TypeError(f"{occupant.kind} is not a computer on this machine")


def start_engines(
    seats: Sequence[Occupant], make: Callable[[Occupant], Player] = create_player
) -> tuple[Player | None, ...]:
    """Start the players of engine seats; None for all other seats.

    Call this before you create the session, because its clocks run from the start. If one engine
    fails to start, all are closed.
    """
    ready: dict[int, Player] = {}
    try:
        for at, occupant in enumerate(seats):
            if isinstance(occupant, Engine):
                ready[at] = _started(occupant, make)
    except BaseException:
        for player in ready.values():
            player.close()
        raise
    return tuple(map(ready.get, range(len(seats))))


def _started(occupant: Engine, make: Callable[[Occupant], Player]) -> Player:
    try:
        return make(occupant)
    except Exception as error:
        message = f"{occupant.name} cannot start; fix it or choose another engine. {error}"
        raise session_error("ENGINE_START", message, "seats") from error


def substitute_for(occupant: Occupant) -> Occupant | None:
    """Return who replaces a failing computer; None for the random player itself."""
    match occupant:
        case Level(1, seed, _):
            return RandomComputer(seed)
        case Level(number, seed, _):
            return Level(number - 1, seed)
        case RandomComputer():
            return None
        case _:
            return Level(ENGINE_SUBSTITUTE_LEVEL)


class ComputerSeats:
    """Plays the computer seats of a session.

    `players` supplies players by first seat (None for other seats); they stay the caller's. All
    others are created from their occupants when they first move. `ready` are such players that were
    started before; they are closed with this object. With `forfeit` a failing computer loses the
    game instead of its seat. With `ponder` the next computer in turn order may think while a person
    chooses.
    """

    def __init__(
        self,
        session: GameSession,
        players: Sequence[Player | None] = (),
        *,
        ready: Sequence[Player | None] = (),
        make: Callable[[Occupant], Player] = create_player,
        forfeit: bool = False,
        ponder: bool = False,
        grace: float = GRACE,
        timer: Callable[[], float] = perf_counter,
    ) -> None:
        self.session = session
        self.troubles: Counter[Seat] = Counter()  # by first seat
        self._make = make
        self._forfeit = forfeit
        self._ponders = ponder
        self._grace = grace
        self._timer = timer
        self._consecutive_troubles: Counter[Seat] = Counter()  # troubles in a row, by first seat
        self._failed_to_ponder: set[Seat] = set()  # first seats; they do not try again
        self._supplied = self._by_first_seat(players)
        self._created = self._by_first_seat(ready)

    def seat_to_move(self) -> Seat | None:
        """Return the seat to move, if it is a computer of this object."""
        seat = self.session.seat_to_move
        return seat if seat is not None and self._is_ours(seat) else None

    def decide(self) -> ComputerDecision:
        """Let the computer think that must choose now. Nothing changes; `apply` the decision."""
        session = self.session
        seat = self.seat_to_move()
        if seat is None:
            raise RuntimeError("no computer is to move; check `seat_to_move` first")
        state, decision_sequence = (
            session.state,
            session.decision_sequence,
        )  # people may take back meanwhile
        move: object = None
        problem: Problem | None = None
        message = ""
        allowed: float | None = None
        started: float | None = None
        try:
            player = self._player(seat)
            allowed = thinking_time(session, seat)
            started = self._timer()  # without the time to start an engine
            move = player.choose(state, allowed)
        except Exception as error:  # noqa: BLE001 - the game survives any error of a player
            problem, message = _classify_error(error), f"{type(error).__name__}: {error}"
        seconds = 0.0 if started is None else self._timer() - started
        if problem is None and not isinstance(move, Move):
            problem, message = (
                "illegal",
                f"it returned {type(move).__name__}, which is not a move",
            )
        elif problem is None and allowed is not None and seconds > allowed + self._grace:
            problem, message = "overran", f"{seconds:.2f} s instead of {allowed:.2f} s"
        chosen = move if isinstance(move, Move) else None
        return ComputerDecision(seat, decision_sequence, chosen, seconds, problem, message)

    def apply(self, decision: ComputerDecision, *, now: float | None = None) -> Events:
        """Play the decision, or handle its fault. An outdated decision changes nothing."""
        session, seat = self.session, decision.seat
        started = session.sequence
        if session.over or decision.decision_sequence != session.decision_sequence:
            return ()
        first = session.first_seats[seat - 1]
        asked = self._occupant(first)
        problem, message = decision.problem, decision.message
        if decision.move is not None:
            try:
                # A late but legal move still counts.
                session.play(seat, decision.move, now=now)
            except RingRiftError as error:
                problem, message = "illegal", f"{error}"
        if problem is None:
            self._consecutive_troubles[first] = 0
        elif self._kept_its_seat(first, asked):
            if session.decision_sequence == decision.decision_sequence:
                self._close_player(first)  # nothing was played: restart the player
            self._handle_trouble(first, problem, message, now)
        if self._ponders:
            self._ponder()
        return session.events_after(started)

    def step(self, *, now: float | None = None) -> Events:
        """Let the computer to move decide, and apply its decision."""
        return self.apply(self.decide(), now=now)

    def stop(self) -> None:
        """Make a thinking player choose now. Thread-safe."""
        for _, player in (*self._supplied.values(), *self._created.values()):
            player.stop()

    def close(self) -> None:
        """Close the players that were created here."""
        for _, player in self._created.values():
            player.close()
        self._created.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ponder(self) -> None:
        """Let the next computer in turn order ponder if a person is to choose."""
        session = self.session
        due = session.decision()
        if due is None or self._is_ours(due.seat):
            return
        count = len(session.seats)
        others = ((due.seat + steps - 1) % count + 1 for steps in range(1, count))
        following = next(filter(self._is_ours, others), due.seat)
        first = session.first_seats[following - 1]
        for players in (self._supplied, self._created):
            if first not in players:  # it may not have moved yet
                continue
            occupant, player = players[first]
            if (
                occupant != session.seats[following - 1]
                or first in self._failed_to_ponder
                or not isinstance(player, Ponderer)
            ):
                continue
            try:
                player.ponder(session.state)
            except Exception:  # noqa: BLE001 - the game goes on without pondering
                _log.exception("%s cannot ponder; it plays on without", occupant.name)
                self._failed_to_ponder.add(first)

    def _is_ours(self, seat: Seat) -> bool:
        session = self.session
        occupant = session.seats[seat - 1]
        return occupant.computer or self._is_supplied(session.first_seats[seat - 1], occupant)

    def _is_supplied(self, first: Seat, occupant: Occupant) -> bool:
        return first in self._supplied and self._supplied[first][0] == occupant

    def _player(self, seat: Seat) -> Player:
        first, occupant = self.session.first_seats[seat - 1], self.session.seats[seat - 1]
        if self._is_supplied(first, occupant):
            return self._supplied[first][1]
        made = self._created.get(first)
        if made is None or made[0] != occupant:
            if made is not None:
                made[1].close()
            made = self._created[first] = (occupant, self._make(occupant))
        return made[1]

    def _by_first_seat(
        self, players: Sequence[Player | None]
    ) -> dict[Seat, tuple[Occupant, Player]]:
        """Map first seats to players with their occupants."""
        return {
            first: (self._occupant(first), player)
            for first, player in enumerate(players, 1)
            if player is not None
        }

    def _occupant(self, first: Seat) -> Occupant:
        """Return the current occupant of the player with this first seat."""
        return self.session.seats[self.session.first_seats.index(first)]

    def _kept_its_seat(self, first: Seat, occupant: Occupant) -> bool:
        """Return whether the computer still has its seat: its flag may have fallen."""
        return not self.session.over and self._occupant(first) == occupant

    def _close_player(self, first: Seat) -> None:
        """Close the player that was created for this first seat."""
        if first in self._created:
            self._created.pop(first)[1].close()

    def _handle_trouble(
        self, first: Seat, problem: Problem, message: str, now: float | None
    ) -> None:
        """Report the fault; the second in a row costs the computer its seat."""
        session = self.session
        seat = session.first_seats.index(first) + 1
        self.troubles[first] += 1
        self._consecutive_troubles[first] += 1
        session.report_trouble(seat, problem, message, now=now)
        if self._consecutive_troubles[first] < MAX_CONSECUTIVE_TROUBLES:
            return
        self._consecutive_troubles[first] = 0
        self._close_player(first)
        if self._forfeit:
            session.forfeit(seat, now=now)
            return
        substitute = substitute_for(session.seats[seat - 1])
        if substitute is not None:
            session.substitute(seat, substitute, "trouble", now=now)
            return
        due = session.decision()
        if due is not None and due.seat == seat:
            session.play(seat, Random(f"dice/{session.sequence}").choice(due.moves), now=now)


def run_computers(
    session: GameSession,
    players: Sequence[Player | None] = (),
    *,
    forfeit: bool = False,
    grace: float = GRACE,
) -> Outcome:
    """Play a game of computers to its end and return the outcome."""
    with ComputerSeats(session, players, forfeit=forfeit, grace=grace) as seats:
        while session.outcome is None:
            seats.step()
    return session.outcome


def _classify_error(error: Exception) -> Problem:
    from ringrift.players.external.errors import EngineIllegalMoveError, EngineTimeoutError

    match error:
        case EngineTimeoutError():
            return "overran"
        case EngineIllegalMoveError():
            return "illegal"
        case _:
            return "failed"
