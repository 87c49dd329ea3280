"""The computers of a session: they are asked for their moves, and one that cannot be relied on is replaced.

Asking is slow and changes nothing, so a server may do it elsewhere; settling the answer is quick. A computer
that fails, takes too long or chooses what is not legal is asked once more; after that a substitute_for level takes its
seat, and in the end chance. Every trouble is an event of the session.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final, Self

from ringrift.host.errors import SETUP, refused
from ringrift.host.events import Problem
from ringrift.host.game_session import GameSession
from ringrift.host.seat_occupants import Engine, Level, Occupant, RandomComputer
from ringrift.host.session_view import Events
from ringrift.host.time_management import thinking_time
from ringrift.rules.errors import RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.stack import Seat
from ringrift.rules.state import Outcome

if TYPE_CHECKING:
    from ringrift.players.player import Player

GRACE: Final = 0.25  # seconds by which an answer may be late before it is a trouble
MAX_CONSECUTIVE_TROUBLES: Final = 2  # troubles in a row that cost a computer its seat
ENGINE_SUBSTITUTE_LEVEL: Final = 3  # the level that stands in for a program


@dataclass(frozen=True, slots=True)
class ComputerDecision:
    """What a computer chose, or what went wrong."""

    seat: Seat
    decision_sequence: int  # `GameSession.decision_sequence` when it was asked
    move: Move | None
    seconds: float  # that it thought
    problem: Problem | None = None
    message: str = ""


def create_player(occupant: Occupant) -> Player:
    """The player that sits down for a computer's seat."""
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
            raise TypeError(
                f"{occupant.kind} is asked elsewhere: it is no computer of this machine"
            )


def start_engines(
    seats: Sequence[Occupant], make: Callable[[Occupant], Player] = create_player
) -> tuple[Player | None, ...]:
    """The players of the seats that programs take, started; None for all other seats.

    They are started before there is a session, because its clocks run from its first moment on. Where one does
    not start, none is left running.
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
        message = f"{occupant.name} cannot take a seat; mend it or name another. {error}"
        raise refused("ENGINE_START", message, SETUP, "seats") from error


def substitute_for(occupant: Occupant) -> Occupant | None:
    """Who takes over from a computer that is in trouble; None where only a roll of the dice is left."""
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
    """Plays the computers' part at a session.

    `players` may hand in the players themselves, in the order in which they sat down (None for a seat that is
    none of ours); else they are made as the occupants say, when they are first asked. Those of `ready` were
    made so before; they belong to it from now on. With `forfeit` a computer in trouble loses its game instead
    of its seat.
    """

    def __init__(
        self,
        session: GameSession,
        players: Sequence[Player | None] = (),
        *,
        ready: Sequence[Player | None] = (),
        make: Callable[[Occupant], Player] = create_player,
        forfeit: bool = False,
        grace: float = GRACE,
        timer: Callable[[], float] = perf_counter,
    ) -> None:
        self.session = session
        self.troubles: Counter[Seat] = Counter()  # by first seat
        self._make = make
        self._forfeit = forfeit
        self._grace = grace
        self._timer = timer
        self._consecutive_troubles: Counter[Seat] = Counter()  # troubles in a row, by first seat
        self._supplied = self._by_first_seat(players)
        self._created = self._by_first_seat(ready)

    def seat_to_move(self) -> Seat | None:
        """The seat that must choose now, if a computer has it."""
        session = self.session
        seat = session.seat_to_move
        if seat is None:
            return None
        occupant = session.seats[seat - 1]
        ours = occupant.computer or self._is_supplied(session.first_seats[seat - 1], occupant)
        return seat if ours else None

    def decide(self) -> ComputerDecision:
        """Let the computer think that must choose now. Nothing changes; `settle` the decision."""
        session = self.session
        seat = self.seat_to_move()
        if seat is None:
            raise RuntimeError("no computer of this machine has to choose now: ask `due` first")
        state, decision_sequence = (
            session.state,
            session.decision_sequence,
        )  # as they are now: people may take back meanwhile
        move: object = None
        problem: Problem | None = None
        message = ""
        allowed: float | None = None
        begun: float | None = None
        try:
            player = self._player(seat)
            allowed = thinking_time(session, seat)
            begun = self._timer()  # a program that had to be started first was not thinking yet
            move = player.choose(state, allowed)
        except Exception as error:  # noqa: BLE001 - however a player fails, the game goes on
            problem, message = _classify_error(error), f"{type(error).__name__}: {error}"
        seconds = 0.0 if begun is None else self._timer() - begun
        if problem is None and not isinstance(move, Move):
            problem, message = (
                "illegal",
                f"it answered with {type(move).__name__}, which is no Move",
            )
        elif problem is None and allowed is not None and seconds > allowed + self._grace:
            problem, message = "overran", f"{seconds:.2f} s instead of {allowed:.2f} s"
        chosen = move if isinstance(move, Move) else None
        return ComputerDecision(seat, decision_sequence, chosen, seconds, problem, message)

    def apply(self, decision: ComputerDecision, *, now: float | None = None) -> Events:
        """Play the answer, or draw the consequences. One to a question of the past changes nothing."""
        session, seat = self.session, decision.seat
        begun = session.sequence
        if session.over or decision.decision_sequence != session.decision_sequence:
            return ()
        first = session.first_seats[seat - 1]
        asked = self._occupant(first)
        problem, message = decision.problem, decision.message
        if decision.move is not None:
            try:
                # An answer that is late, but legal, is still the choice of the seat.
                session.play(seat, decision.move, now=now)
            except RingRiftError as error:
                problem, message = "illegal", f"{error}"
        if problem is None:
            self._consecutive_troubles[first] = 0
        elif self._kept_its_seat(first, asked):
            if session.decision_sequence == decision.decision_sequence:
                self._close_player(first)  # nothing was played: it is started anew
            self._handle_trouble(first, problem, message, now)
        return session.events_after(begun)

    def step(self, *, now: float | None = None) -> Events:
        """Ask and settle: one choice of the computer that must make it."""
        return self.apply(self.decide(), now=now)

    def stop(self) -> None:
        """From any thread: whoever thinks shall choose now."""
        for _, player in (*self._supplied.values(), *self._created.values()):
            player.stop()

    def close(self) -> None:
        """Close the players that were made here; those handed in belong to whoever made them."""
        for _, player in self._created.values():
            player.close()
        self._created.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

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
        """The players by first seat, each with the occupant that it plays for."""
        return {
            first: (self._occupant(first), player)
            for first, player in enumerate(players, 1)
            if player is not None
        }

    def _occupant(self, first: Seat) -> Occupant:
        """Who plays now for whoever sat down there."""
        return self.session.seats[self.session.first_seats.index(first)]

    def _kept_its_seat(self, first: Seat, occupant: Occupant) -> bool:
        """Whether it has kept its seat: its flag may have cost it that, or the game."""
        return not self.session.over and self._occupant(first) == occupant

    def _close_player(self, first: Seat) -> None:
        """Close the player that was made for it."""
        if first in self._created:
            self._created.pop(first)[1].close()

    def _handle_trouble(
        self, first: Seat, problem: Problem, message: str, now: float | None
    ) -> None:
        """Count the trouble; the second in a row costs the computer its seat."""
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
            session.abandon(seat, now=now)
            return
        successor = substitute_for(session.seats[seat - 1])
        if successor is not None:
            session.substitute(seat, successor, "trouble", now=now)
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
    """Play a game of computers alone to its end. `players` are handed in, or made as the occupants say."""
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
