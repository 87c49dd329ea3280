"""What can be asked of a session: where the game stands, who sits there, what is to be decided, until when."""

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
    """A session that is looked at. Only `GameSession` changes it."""

    _session_state: SessionState
    _events: list[Event]
    _time: Callable[[], float]
    _due: tuple[State, Decision | None] | None

    @property
    def settings(self) -> GameSettings:
        return self._session_state.settings

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self._session_state.state

    @property
    def rules(self) -> RulesBackend:
        """The engine that decides, by the rules mode of the settings."""
        return self._session_state.rules

    @property
    def sequence(self) -> int:
        """The number of the last event."""
        return self._session_state.sequence

    @property
    def decision_sequence(self) -> int:
        """The number of the last event that changed what is to be decided: no warning, no offer."""
        return self._session_state.decision_sequence

    @property
    def events(self) -> Sequence[Event]:
        """All events so far."""
        return self._events

    def events_after(self, sequence: int) -> Events:
        """The events that somebody who has seen it up to `sequence` has missed."""
        return tuple(self._events[max(0, sequence) :])

    @property
    def moves(self) -> Sequence[Moved]:
        """The moves that stand, bookkeeping included."""
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
        """The take-back that is asked for."""
        return self._session_state.take_back_offer

    @property
    def seats(self) -> tuple[Occupant, ...]:
        """Who sits where now, seat 1 first."""
        return self._session_state.seats

    @property
    def first_seats(self) -> tuple[Seat, ...]:
        """Where those who have the seats now sat down at the start: after a swap (2, 1) [R180]."""
        return self._session_state.first_seats

    def occupant(self, seat: Seat) -> Occupant:
        """Who has the seat now."""
        self.state.seat(seat)
        return self.seats[seat - 1]

    def seats_of(self, person: str) -> tuple[Seat, ...]:
        """The seats that somebody with this id has now."""
        return tuple(
            seat
            for seat, who in enumerate(self.seats, 1)
            if isinstance(who, Person | Remote) and who.id == person != ""
        )

    @property
    def seat_to_move(self) -> Seat | None:
        """The seat that must choose; None when the game is over."""
        return None if self.over else self.state.player

    def decision(self) -> Decision | None:
        """What that seat must choose out of; None when the game is over."""
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
        """The seconds that every seat has left; None in a game without clocks."""
        clock_state = self._session_state.clock_state
        return None if clock_state is None else clock_state.time_left_at(self._moment(now))

    def deadline(self, lag: float = 0.0) -> float | None:
        """When `tick` will have something to do next: a warning or a flag."""
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
        """The moment, as the session is told."""
        return self._moment(None)

    def _moment(self, now: float | None) -> float:
        """Time never goes back at a session."""
        return max(self._session_state.at, self._time() if now is None else now)
