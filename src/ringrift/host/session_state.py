"""The state of a session after its events. Live play and `restore` share this code."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from ringrift.host.clocks import ClockState, NoClock, PerMove, TimeLeft
from ringrift.host.errors import END_OF_GAME, NO_RULE, InvalidEventError
from ringrift.host.events import (
    Aborted,
    ClockWarned,
    Ended,
    Event,
    Left,
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
from ringrift.host.seat_occupants import Occupant, renamed, without_name
from ringrift.host.settings import GameSettings
from ringrift.host.standing import Departure, rank_leavers_last
from ringrift.rules import conclude
from ringrift.rules.errors import Refusal, RingRiftError
from ringrift.rules.stack import Seat
from ringrift.rules.state import State

_CHECKPOINT_MOVES: Final = 32  # a take-back replays fewer moves than this
# Events after which there is another decision; `Substituted` only if its seat is to move.
_DECISION_EVENTS: Final = (Started, Moved, TakenBack, PeopleSwapped, Ended, Aborted)


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
        self.state = settings.first_state
        self.seats: tuple[Occupant, ...] = ()
        self.first_seats: tuple[Seat, ...] = ()  # the seats at the start of the current occupants
        self.moves: list[Moved] = []  # without those taken back
        self.start_moves = 0  # how many of them are the balanced start
        self.start_turns = 0  # the turns of the balanced start
        self._checkpoints: list[State] = []  # the state after every so many moves
        self.chosen_by: list[Seat] = []  # first seat of each move's player; 0: nobody
        self.take_back_offer: TakeBackOffer | None = None
        self.clock_state: ClockState | None = None
        self.paused = False
        self.departures: list[Departure] = []  # in the order of leaving
        self.begun = False  # whether a person has completed a turn
        self.turn_since = 0.0  # when the current turn began; only while nobody has begun
        self.ended: Ended | None = None
        self.aborted: Aborted | None = None

    def snapshot(self) -> tuple[object, ...]:
        """Return all values, for comparison."""
        return (
            *(self.settings, self.sequence, self.at, self.decision_sequence),
            *(self.state, tuple(self.state.history), self.seats, self.first_seats),
            *(self.start_moves, self.start_turns),
            *(
                tuple(self.moves),
                tuple(self.chosen_by),
                self.take_back_offer,
                self.clock_state,
                self.paused,
                tuple(self.departures),
                self.begun,
                self.turn_since,
                self.ended,
                self.aborted,
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
        if self.ended is not None or self.aborted is not None:
            raise _invalid_event("the game is over, so no more events can follow", "kind")
        self._change(event, after)
        self.sequence, self.at = event.sequence, event.at
        if isinstance(event, _DECISION_EVENTS) or (
            isinstance(event, Substituted) and event.seat == self.state.player
        ):
            self.decision_sequence = event.sequence

    def _change(self, event: Event, after: State | None) -> None:
        match event:
            case Moved():
                self._move(event, after)
            case Started(seats=seats, clock=clock, start_moves=start_moves):
                self.start_moves = start_moves
                self._start(seats, clock, event.at)
            case PeopleSwapped(seats=seats, clock=clock):
                self._swap(seats)
                self._begin_turn(event.at)
                self._set_clock(clock, event.at)
            case TakeBackOffered() | TakeBackAgreed() | TakeBackDeclined():
                self._offer(event)
            case TakenBack(keep=keep, clock=clock):
                self._take_back(keep, after)
                self._begin_turn(event.at)
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
                self.begun = self.begun or self._has_no_person()
                self._set_clock(clock, event.at)
            case Paused(clock=clock) | Resumed(clock=clock):
                self.paused = isinstance(event, Paused)
                self._begin_turn(event.at)
                warned = frozenset[Seat]() if self.clock_state is None else self.clock_state.warned
                self._set_clock(clock, event.at, warned)
            case Left():
                self._leave(event)
            case Aborted() | Ended():
                self._finish(event)
            case _:
                pass  # troubles: their consequences are separate events

    def _offer(self, event: TakeBackOffered | TakeBackAgreed | TakeBackDeclined) -> None:
        """Change the pending take-back."""
        offer = self.take_back_offer
        match event:
            case TakeBackOffered(seat=seat, keep=keep):
                self._check_keep(keep)
                self.take_back_offer = TakeBackOffer(seat, keep, frozenset({seat}))
            case TakeBackAgreed(seat=seat) if offer is not None:
                self.take_back_offer = replace(offer, agreed=offer.agreed | {seat})
            case TakeBackDeclined():
                self.take_back_offer = None
            case _:
                pass

    def _start(self, seats: tuple[Occupant, ...], clock: TimeLeft | None, at: float) -> None:
        players = len(self.state.board.seats)
        if len(seats) != players:
            raise _invalid_event(f"{len(seats)} occupants for {players} players", "seats")
        self.seats = seats
        self.first_seats = tuple(self.state.board.seats)
        self.begun = self._has_no_person()
        self._begin_turn(at)
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
        chosen = not event.bookkeeping and len(self.moves) > self.start_moves
        self.chosen_by.append(self.first_seats[event.seat - 1] if chosen else 0)
        self.state = after
        if len(self.moves) == self.start_moves:
            self.start_turns = after.turn_number - 1
        if len(self.moves) % _CHECKPOINT_MOVES == 0:
            self._checkpoints.append(after)
        if not self.begun and not same_turn(before, after):
            played = len(self.moves) > self.start_moves
            self.begun = played and not self.seats[event.seat - 1].computer
            self._begin_turn(event.at)
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
        exchanged = tuple(map(without_name, self.seats[::-1]))
        if len(self.seats) != 2 or tuple(map(without_name, seats)) != exchanged:
            raise _invalid_event(
                "only the occupants of a two-player game can exchange seats", "seats"
            )
        self.seats = seats
        self.first_seats = self.first_seats[::-1]
        self.departures = [replace(one, seat=3 - one.seat) for one in self.departures]

    def rename(self, person: str, name: str) -> None:
        """Give the person with this id another name."""
        self.seats = tuple(renamed(occupant, person, name) for occupant in self.seats)
        self.departures = [
            replace(one, occupant=renamed(one.occupant, person, name)) for one in self.departures
        ]

    def state_after(self, moves: int) -> State:
        """Replay an earlier state from a checkpoint; storing every state would cost more."""
        passed = moves // _CHECKPOINT_MOVES
        state = self._checkpoints[passed - 1] if passed else self.settings.first_state
        for event in self.moves[passed * _CHECKPOINT_MOVES : moves]:
            state = self.rules.apply(state, event.move)
        return state

    def _take_back(self, keep: int, after: State | None) -> None:
        self._check_keep(keep)
        self.state = self.state_after(keep) if after is None else after
        del self.moves[keep:], self.chosen_by[keep:]
        del self._checkpoints[keep // _CHECKPOINT_MOVES :]
        self.departures = [replace(one, moves=min(one.moves, keep)) for one in self.departures]
        self.take_back_offer = None

    @property
    def left_seats(self) -> tuple[Seat, ...]:
        """The seats that were left, in order."""
        return tuple(departure.seat for departure in self.departures)

    def _has_no_person(self) -> bool:
        return all(occupant.computer for occupant in self.seats)

    def _begin_turn(self, at: float) -> None:
        """Start the time for the first turn."""
        if not self.begun:
            self.turn_since = at

    def first_turn_due_at(self) -> float | None:
        """Return when the game is aborted unless the person to move completes the first turn."""
        limit = self.settings.first_turn_limit
        if (
            limit is None
            or self.begun
            or self.paused
            or self.aborted is not None
            or self.state.outcome is not None
            or self.seats[self.state.player - 1].computer
        ):
            return None
        return self.turn_since + limit

    def _leave(self, event: Left) -> None:
        self._seat(event.seat)
        occupant = self.seats[event.seat - 1]
        self.departures.append(
            Departure(event.seat, occupant, event.reason, event.at, len(self.moves))
        )
        self.take_back_offer = None

    def _finish(self, event: Aborted | Ended) -> None:
        """End or abort the game, and stop its clocks."""
        if isinstance(event, Ended):
            self._end(event)
        else:
            self._seat(event.seat)
            if self.begun and event.reason != "operator":
                raise _invalid_event("a game that has begun cannot be aborted", "kind")
            self.aborted = event
        self.take_back_offer = None
        if self.clock_state is not None:
            self._set_clock(self.clock_state.time_left_at(event.at), event.at)

    def _end(self, event: Ended) -> None:
        by_host = self.state.outcome is None
        if by_host:
            try:
                self.state = conclude(self.state, event.winner, event.reason)
            except RingRiftError as error:
                raise _invalid_event(error.message, "reason") from error
        outcome = self.state.outcome
        assert outcome is not None
        rankings = {outcome.ranking}  # of games that ended before version 0.4, too
        if by_host:
            rankings.add(rank_leavers_last(outcome.ranking, self.left_seats))
        if (outcome.winner, outcome.reason) != (event.winner, event.reason) or (
            event.ranking not in rankings
        ):
            message = f"seat {outcome.winner} wins by {outcome.reason}, with a different ranking"
            raise _invalid_event(message, "winner", END_OF_GAME)
        self.ended = event

    def _set_clock(
        self, left: TimeLeft | None, now: float, warned: frozenset[Seat] = frozenset()
    ) -> None:
        if (left is None) is not (self.clock_state is None) or (
            left and len(left) != len(self.seats)
        ):
            raise _invalid_event("the clocks do not match the settings", "clock")
        if self.clock_state is not None and left is not None:
            over = self.state.outcome is not None or self.aborted is not None
            still = self.paused or over or not self.begun
            self.clock_state = self.clock_state.with_time_left(
                left, None if still else self.state.player, now, warned
            )

    def credit(self, seconds: float) -> None:
        """Let the running clock and the time for the first turn start that much later."""
        clock_state = self.clock_state
        if clock_state is not None:
            self.clock_state = replace(clock_state, since=clock_state.since + seconds)
        self.turn_since += seconds

    def _seat(self, seat: Seat) -> None:
        if not 0 < seat <= len(self.seats):
            raise _invalid_event(f"seat {seat} is not in this game", "seat")

    def _check_keep(self, keep: int) -> None:
        if not self.start_moves <= keep < len(self.moves):
            raise _invalid_event(f"{keep} of {len(self.moves)} moves cannot be kept", "keep")


def same_turn(before: State, after: State) -> bool:
    """Return whether the same player continues the same turn."""
    return (before.turn_number, before.swap_used) == (after.turn_number, after.swap_used)


def _invalid_event(message: str, path: str, rule: str | None = NO_RULE) -> InvalidEventError:
    return InvalidEventError(Refusal("CONTRADICTION", rule, message, path))
