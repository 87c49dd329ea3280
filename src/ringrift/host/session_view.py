"""Read access to a session: state, occupants, the current decision and its deadline."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ringrift.host.clocks import TimeLeft
from ringrift.host.events import Aborted, Event, Moved, TakeBackOffered
from ringrift.host.rules_guard.backend import RulesBackend
from ringrift.host.seat_occupants import Occupant, Person, Remote
from ringrift.host.session_state import SessionState, TakeBackOffer
from ringrift.host.settings import GameSettings
from ringrift.host.standing import Departure, RankedPerson, rank_people
from ringrift.rules.decisions import Decision, DecisionKind, decision_kind
from ringrift.rules.stack import Seat
from ringrift.rules.state import Outcome, State

Events = tuple[Event, ...]


class SessionView:
    """The queries of a session. Only `GameSession` changes it."""

    _session_state: SessionState
    _events: list[Event]
    _time: Callable[[], float]
    _due: tuple[State, Decision] | None

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
    def start_moves(self) -> int:
        """How many of the moves are the balanced start. Nobody chose them, and they stay."""
        return self._session_state.start_moves

    @property
    def turns_played(self) -> int:
        """How many turns the occupants have completed: those of a balanced start do not count."""
        return self.state.turn_number - 1 - self._session_state.start_turns

    @property
    def over(self) -> bool:
        """Whether the game has ended or was aborted."""
        return self.state.outcome is not None or self.aborted is not None

    @property
    def outcome(self) -> Outcome | None:
        """The result for the seats; None while the game goes on and if it was aborted.

        If the host ended the game, the seats that were left rank behind the others. The outcome of
        `state` ranks them by the board.
        """
        ended = self._session_state.ended
        return (
            self.state.outcome
            if ended is None
            else Outcome(ended.winner, ended.reason, ended.ranking)
        )

    @property
    def aborted(self) -> Aborted | None:
        """The event that ended the game without a result."""
        return self._session_state.aborted

    @property
    def begun(self) -> bool:
        """Whether a person has completed a turn. Before that, any of them may abort the game."""
        return self._session_state.begun

    @property
    def departures(self) -> Sequence[Departure]:
        """Who left, in the order of leaving."""
        return tuple(self._session_state.departures)

    @property
    def people(self) -> dict[Seat, Person | Remote]:
        """The people of the game by seat, those who left included."""
        found: dict[Seat, Person | Remote] = {}
        departed = {departure.seat: departure.occupant for departure in self.departures}
        for seat, occupant in enumerate(self.seats, 1):
            who = departed.get(seat, occupant)
            if isinstance(who, Person | Remote):
                found[seat] = who
        return found

    @property
    def standing(self) -> tuple[RankedPerson, ...]:
        """The people by rank at the end: leavers behind all others, the first to leave last."""
        outcome = self.outcome
        if outcome is None:
            return ()
        left = {departure.seat: departure for departure in self.departures}
        people = self.people
        ranks = rank_people(
            {placing.seat: placing.rank for placing in outcome.ranking}, tuple(left), people
        )
        return tuple(
            RankedPerson(seat, people[seat], ranks[seat], left.get(seat))
            for seat in sorted(ranks, key=lambda seat: (ranks[seat], seat))
        )

    @property
    def people_winner(self) -> Seat | None:
        """The seat of the best ranked person who stayed; None if nobody did."""
        return next((one.seat for one in self.standing if one.departure is None), None)

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

    def _last_choice_of(self, seat: Seat) -> int | None:
        """Return the number of moves before the last choice of the person in this seat."""
        own = {self.first_seats[place - 1] for place in self._same_person(seat)}
        chosen_by = self._session_state.chosen_by
        return next((at for at in reversed(range(len(chosen_by))) if chosen_by[at] in own), None)

    def _take_back_offers_of(self, seat: Seat) -> int:
        """Return how often the person in this seat has asked before the current decision."""
        own = self._same_person(seat)
        since = self.events_after(self.decision_sequence)
        return sum(isinstance(event, TakeBackOffered) and event.seat in own for event in since)

    def _same_person(self, seat: Seat) -> set[Seat]:
        """Return this seat and all other seats of the same person."""
        return {seat, *self.seats_of(getattr(self.occupant(seat), "id", ""))}

    @property
    def seat_to_move(self) -> Seat | None:
        """The seat to move; None when the game is over."""
        return None if self.over else self.state.player

    def decision(self) -> Decision | None:
        """Return the current decision; None when the game is over."""
        if self.over:
            return None
        if self._due is None or self._due[0] is not self.state:
            self._due = (self.state, self._decision())
        return self._due[1]

    def _decision(self) -> Decision:
        state = self.state
        moves = self.rules.legal_moves(state)
        if not moves and (due := self.rules.bookkeeping(state)) is not None:
            return Decision(state.player, DecisionKind.BOOKKEEPING, (due,))
        return Decision(state.player, decision_kind(state, moves), moves)

    def clock(self, now: float | None = None) -> TimeLeft | None:
        """Return the seconds left by seat; None in a game without clocks."""
        clock_state = self._session_state.clock_state
        return None if clock_state is None else clock_state.time_left_at(self._resolve_time(now))

    def deadline(self, lag: float = 0.0) -> float | None:
        """Return when `tick` must be called next: for a warning, a flag or the first turn."""
        clock_state = self._session_state.clock_state
        moments = [self._session_state.first_turn_due_at()]
        if clock_state is not None:
            moments += [clock_state.warning_due_at(), clock_state.flag_falls_at(lag)]
        return min((at for at in moments if at is not None), default=None)

    @property
    def flag_falls_at(self) -> float | None:
        """When the time of the seat to move is up; None: no clock runs."""
        clock_state = self._session_state.clock_state
        return None if clock_state is None else clock_state.flag_falls_at()

    @property
    def first_turn_due_at(self) -> float | None:
        """When the game is aborted unless the first turn is complete; None: it does not apply."""
        return self._session_state.first_turn_due_at()

    def time(self) -> float:
        """Return the current time of the session."""
        return self._resolve_time(None)

    def _resolve_time(self, now: float | None) -> float:
        """Return `now`, or the current time; it never goes back."""
        return max(self._session_state.at, self._time() if now is None else now)
