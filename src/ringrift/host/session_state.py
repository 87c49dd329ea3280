"""The state of a session after its events. Live play and `restore` share this code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ringrift.host.clocks import ClockState, NoClock, PerMove, TimeLeft
from ringrift.host.errors import END_OF_GAME, NO_RULE, InvalidEventError
from ringrift.host.events import (
    ClockWarned,
    Ended,
    Event,
    Moved,
    Paused,
    PeopleSwapped,
    Resumed,
    Started,
    Substituted,
    TakeBackAgreed,
    TakeBackDeclined,
    TakeBackOffered,
    TakenBack,
)
from ringrift.host.rules_guard.backend import RulesBackend
from ringrift.host.seat_occupants import Occupant
from ringrift.host.settings import GameSettings
from ringrift.rules import conclude
from ringrift.rules.errors import Refusal, RingRiftError
from ringrift.rules.stack import Seat
from ringrift.rules.state import State

# Events after which there is another decision.
_DECISION_EVENTS: Final = (Started, Moved, TakenBack, Substituted, PeopleSwapped, Ended)


@dataclass(frozen=True, slots=True)
class TakeBackOffer:
    """A pending take-back: who asks, how many moves stay, and who has agreed."""

    seat: Seat
    keep: int
    agreed: frozenset[Seat]


class SessionState:
    """Changed by events only."""

    def __init__(self, settings: GameSettings, rules: RulesBackend) -> None:
        self.settings = settings
        self.rules = rules
        self.sequence = 0
        self.at = 0.0
        self.decision_sequence = 0  # of the last event that changed the decision
        self.state = settings.start
        self.seats: tuple[Occupant, ...] = ()
        self.first_seats: tuple[Seat, ...] = ()  # the seats at the start of the current occupants
        self.moves: list[Moved] = []  # without those taken back
        self.chosen_by: list[Seat] = []  # first seat of the player of each move; 0: bookkeeping
        self.take_back_offer: TakeBackOffer | None = None
        self.clock_state: ClockState | None = None
        self.paused = False
        self.ended: Ended | None = None

    def snapshot(self) -> tuple[object, ...]:
        """Return all values, for comparison."""
        return (
            *(self.settings, self.sequence, self.at, self.decision_sequence),
            *(self.state, tuple(self.state.history), self.seats, self.first_seats),
            *(
                tuple(self.moves),
                tuple(self.chosen_by),
                self.take_back_offer,
                self.clock_state,
                self.paused,
                self.ended,
            ),
        )

    def apply(self, event: Event, after: State | None = None) -> None:
        """Apply the next event; `after` is the state after it, if it is known already."""
        if event.sequence != self.sequence + 1 or (self.sequence == 0) is not isinstance(
            event, Started
        ):
            raise _invalid_event(
                f"event {event.sequence} cannot follow event {self.sequence}", "sequence"
            )
        if self.ended is not None:
            raise _invalid_event("the game is over, so no more events can follow", "kind")
        self._change(event, after)
        self.sequence, self.at = event.sequence, event.at
        if isinstance(event, _DECISION_EVENTS):
            self.decision_sequence = event.sequence

    def _change(self, event: Event, after: State | None) -> None:
        match event:
            case Moved():
                self._move(event, after)
            case Started(seats=seats, clock=clock):
                self._start(seats, clock, event.at)
            case PeopleSwapped(seats=seats, clock=clock):
                self._swap(seats)
                self._set_clock(clock, event.at)
            case TakeBackOffered(seat=seat, keep=keep):
                self._check_keep(keep)
                self.take_back_offer = TakeBackOffer(seat, keep, frozenset({seat}))
            case TakeBackAgreed(seat=seat) if self.take_back_offer is not None:
                self.take_back_offer = TakeBackOffer(
                    self.take_back_offer.seat,
                    self.take_back_offer.keep,
                    self.take_back_offer.agreed | {seat},
                )
            case TakeBackDeclined():
                self.take_back_offer = None
            case TakenBack(keep=keep, clock=clock):
                self._take_back(keep, after)
                self._set_clock(clock, event.at)
            case ClockWarned(seat=seat) if self.clock_state is not None:
                clock_state = self.clock_state
                self.clock_state = clock_state.with_time_left(
                    clock_state.left,
                    clock_state.running,
                    clock_state.since,
                    clock_state.warned | {seat},
                )
            case Substituted(seat=seat, occupant=occupant, clock=clock):
                self._seat(seat)
                self.seats = (*self.seats[: seat - 1], occupant, *self.seats[seat:])
                self._set_clock(clock, event.at)
            case Paused(clock=clock) | Resumed(clock=clock):
                self.paused = isinstance(event, Paused)
                warned = frozenset[Seat]() if self.clock_state is None else self.clock_state.warned
                self._set_clock(clock, event.at, warned)
            case Ended():
                self._end(event)
            case _:
                pass  # flags, resignations, troubles: their consequences are separate events

    def _start(self, seats: tuple[Occupant, ...], clock: TimeLeft | None, at: float) -> None:
        players = len(self.state.board.seats)
        if len(seats) != players:
            raise _invalid_event(f"{len(seats)} occupants for {players} players", "seats")
        self.seats = seats
        self.first_seats = tuple(self.state.board.seats)
        if not isinstance(self.settings.clock, NoClock):
            first = (self.settings.clock.initial,) * players
            self.clock_state = ClockState(self.settings.clock, first, None, at)
        self._set_clock(clock, at)

    def _move(self, event: Moved, after: State | None) -> None:
        before = self.state
        if event.seat != before.player:
            raise _invalid_event(f"seat {before.player} is to move, not seat {event.seat}", "seat")
        if after is None:
            try:
                after = self.rules.apply(before, event.move)
            except RingRiftError as error:
                raise _invalid_event(f"{event.notation}: {error.message}", "move") from error
        self.moves.append(event)
        self.chosen_by.append(0 if event.bookkeeping else self.first_seats[event.seat - 1])
        self.state = after
        warned = frozenset[Seat]()
        if (
            self.clock_state is not None
            and not isinstance(self.clock_state.clock, PerMove)
            and same_turn(before, after)
        ):
            warned = self.clock_state.warned
        self._set_clock(event.clock, event.at, warned)

    def _swap(self, seats: tuple[Occupant, ...]) -> None:
        """R180: the occupants exchange seats."""
        if len(self.seats) != 2 or seats != self.seats[::-1]:
            raise _invalid_event(
                "only the occupants of a two-player game can exchange seats", "seats"
            )
        self.seats = seats
        self.first_seats = self.first_seats[::-1]

    def state_after(self, moves: int) -> State:
        """Return an earlier state by replaying the moves: storing every state would cost more."""
        state = self.settings.start
        for event in self.moves[:moves]:
            state = self.rules.apply(state, event.move)
        return state

    def _take_back(self, keep: int, after: State | None) -> None:
        self._check_keep(keep)
        self.state = self.state_after(keep) if after is None else after
        del self.moves[keep:], self.chosen_by[keep:]
        self.take_back_offer = None

    def _end(self, event: Ended) -> None:
        if self.state.outcome is None:
            try:
                self.state = conclude(self.state, event.winner, event.reason)
            except RingRiftError as error:
                raise _invalid_event(error.message, "reason") from error
        outcome = self.state.outcome
        assert outcome is not None
        if (outcome.winner, outcome.reason, outcome.ranking) != (
            event.winner,
            event.reason,
            event.ranking,
        ):
            message = f"seat {outcome.winner} wins by {outcome.reason}, with a different ranking"
            raise _invalid_event(message, "winner", END_OF_GAME)
        self.ended = event
        self.take_back_offer = None
        if self.clock_state is not None:
            self._set_clock(self.clock_state.time_left_at(event.at), event.at)

    def _set_clock(
        self, left: TimeLeft | None, now: float, warned: frozenset[Seat] = frozenset()
    ) -> None:
        if (left is None) is not (self.clock_state is None) or (
            left and len(left) != len(self.seats)
        ):
            raise _invalid_event("the clocks do not match the settings", "clock")
        if self.clock_state is not None and left is not None:
            still = self.paused or self.state.outcome is not None
            self.clock_state = self.clock_state.with_time_left(
                left, None if still else self.state.player, now, warned
            )

    def _seat(self, seat: Seat) -> None:
        if not 0 < seat <= len(self.seats):
            raise _invalid_event(f"seat {seat} is not in this game", "seat")

    def _check_keep(self, keep: int) -> None:
        if not 0 <= keep < len(self.moves):
            raise _invalid_event(f"{keep} of {len(self.moves)} moves cannot be kept", "keep")


def same_turn(before: State, after: State) -> bool:
    """Return whether the same player continues the same turn."""
    return (before.turn_number, before.swap_used) == (after.turn_number, after.swap_used)


def _invalid_event(message: str, path: str, rule: str | None = NO_RULE) -> InvalidEventError:
    return InvalidEventError(Refusal("CONTRADICTION", rule, message, path))
