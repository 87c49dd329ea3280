"""Read access to a session: state, occupants, the current decision and its deadline."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ringrift.host.clocks import TimeLeft
from ringrift.host.events import Event, Moved
from ringrift.host.rules_guard.backend import RulesBackend
from ringrift.host.seat_occupants import Occupant, Person, Remote
from ringrift.host.session_state import SessionState, TakeBackOffer
from ringrift.host.settings import GameSettings
from ringrift.rules.decisions import Decision, DecisionKind, decision_kind
from ringrift.rules.stack import Seat
from ringrift.rules.state import Outcome, State

Events = tuple[Event, ...]


class SessionView:
    """The queries of a session. Only `GameSession` changes it."""

    _session_state: SessionState
    _events: list[Event]
    _time: Callable[[], float]
    _due: tuple[State, Decision | None] | None

    @property
    def settings(self) -> GameSettings:
        return self._session_state.settings

    @property
    def state(self) -> State:
        """The current state of the game."""
        return self._session_state.state

    @property
    def rules(self) -> RulesBackend:
        """The rules backend, with the rules mode of the settings."""
        return self._session_state.rules

    @property
    def sequence(self) -> int:
        """The sequence number of the last event."""
        return self._session_state.sequence

    @property
    def decision_sequence(self) -> int:
        """The sequence number of the last event that changed the decision: no warning, no offer."""
        return self._session_state.decision_sequence

    @property
    def events(self) -> Sequence[Event]:
        """All events."""
        return self._events

    def events_after(self, sequence: int) -> Events:
        """Return the events after `sequence`."""
        return tuple(self._events[max(0, sequence) :])

    @property
    def moves(self) -> Sequence[Moved]:
        """The moves that were not taken back, bookkeeping included."""
        return self._session_state.moves

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @property
    def paused(self) -> bool:
        return self._session_state.paused

    @property
    def take_back_offer(self) -> TakeBackOffer | None:
        """The pending take-back."""
        return self._session_state.take_back_offer

    @property
    def seats(self) -> tuple[Occupant, ...]:
        """The current occupants, seat 1 first."""
        return self._session_state.seats

    @property
    def first_seats(self) -> tuple[Seat, ...]:
        """The seats at the start of the current occupants: (2, 1) after a swap [R180]."""
        return self._session_state.first_seats

    def occupant(self, seat: Seat) -> Occupant:
        """Return the current occupant of the seat."""
        self.state.seat(seat)
        return self.seats[seat - 1]

    def seats_of(self, person: str) -> tuple[Seat, ...]:
        """Return the current seats of the person with this id."""
        return tuple(
            seat
            for seat, who in enumerate(self.seats, 1)
            if isinstance(who, Person | Remote) and who.id == person != ""
        )

    @property
    def seat_to_move(self) -> Seat | None:
        """The seat to move; None when the game is over."""
        return None if self.over else self.state.player

    def decision(self) -> Decision | None:
        """Return the current decision; None when the game is over."""
        if self._due is None or self._due[0] is not self.state:
            self._due = (self.state, self._decision())
        return self._due[1]

    def _decision(self) -> Decision | None:
        state = self.state
        if state.outcome is not None:
            return None
        moves = self.rules.legal_moves(state)
        if not moves and (due := self.rules.bookkeeping(state)) is not None:
            return Decision(state.player, DecisionKind.BOOKKEEPING, (due,))
        return Decision(state.player, decision_kind(state, moves), moves)

    def clock(self, now: float | None = None) -> TimeLeft | None:
        """Return the seconds left by seat; None in a game without clocks."""
        clock_state = self._session_state.clock_state
        return None if clock_state is None else clock_state.time_left_at(self._resolve_time(now))

    def deadline(self, lag: float = 0.0) -> float | None:
        """Return when `tick` must be called next, for a warning or a flag."""
        clock_state = self._session_state.clock_state
        if clock_state is None:
            return None
        moments = [
            at
            for at in (clock_state.warning_due_at(), clock_state.flag_falls_at(lag))
            if at is not None
        ]
        return min(moments, default=None)

    def time(self) -> float:
        """Return the current time of the session."""
        return self._resolve_time(None)

    def _resolve_time(self, now: float | None) -> float:
        """Return `now`, or the current time; it never goes back."""
        return max(self._session_state.at, self._time() if now is None else now)
