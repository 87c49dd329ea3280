"""A game session: one game in progress, without network or screen.

Every action is a method that checks whether it is allowed now, adds events and returns them. The
events are the whole state: `GameSession.restore` rebuilds an equal session from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ringrift.host.clocks import Fischer, TimeLeft, replace_time_left
from ringrift.host.errors import END_OF_GAME, NO_RULE, InvalidEventError, StaleError, session_error
from ringrift.host.events import (
    Aborted,
    AbortReason,
    ClockWarned,
    ComputerTrouble,
    Ended,
    Event,
    Left,
    Moved,
    Paused,
    PeopleSwapped,
    Problem,
    Resumed,
    Started,
    Substituted,
    SubstitutionReason,
    TakeBackAgreed,
    TakeBackDeclined,
    TakeBackOffered,
    TakenBack,
    rename_in_event,
)
from ringrift.host.rules_guard.backend import RulesBackend
from ringrift.host.rules_guard.guard import RulesGuard
from ringrift.host.seat_occupants import Occupant, Person, dump_occupant, load_occupant
from ringrift.host.session_state import SessionState, same_turn
from ringrift.host.session_view import Events, SessionView
from ringrift.host.settings import GameSettings
from ringrift.host.standing import rank_leavers_last
from ringrift.host.substitutes import ChooseSubstitute, default_substitute, keep_without_clock
from ringrift.records.departures import LeaveReason
from ringrift.rules import conclude, state_hash
from ringrift.rules.decisions import Decision
from ringrift.rules.errors import Refusal
from ringrift.rules.moves import Move, SwapSides
from ringrift.rules.notation import format_move
from ringrift.rules.stack import Seat
from ringrift.rules.state import State, VictoryReason
from ringrift.rules.victory import rank_seats, stalemate_winner

MAX_TAKE_BACK_OFFERS: Final = 3  # by one person before the same choice
_MAX_MESSAGE_LENGTH: Final = 300  # of a computer's error, in characters
_RESULTS: Final[dict[LeaveReason, VictoryReason]] = {
    "resigned": "resignation",
    "flag_fell": "timeout",
    "abandoned": "abandonment",
}


def _zero_time() -> float:
    return 0.0


class GameSession(SessionView):
    """One game and its occupants.

    `time` returns the current time where a method gets no `now`: seconds of any monotonic clock.
    Without it the time is always 0. `hashes=False` omits the hash of each state, which is faster.
    `choose_substitute` returns who plays on for a person who leaves a game of three or four.

    >>> session = GameSession(GameSettings(players=2), [Person("Ann"), Person("Ben")])
    >>> session.seat_to_move
    1
    """

    def __init__(
        self,
        settings: GameSettings,
        seats: Sequence[Occupant],
        *,
        now: float | None = None,
        time: Callable[[], float] = _zero_time,
        hashes: bool = True,
        rules_guard: RulesGuard | None = None,
        choose_substitute: ChooseSubstitute = default_substitute,
    ) -> None:
        occupants = tuple(seats)
        if len(occupants) != settings.players:
            message = (
                f"{len(occupants)} occupants for {settings.players} players; give one per seat"
            )
            raise session_error("INVALID_SETUP", message, "seats")
        for occupant in occupants:
            load_occupant(dump_occupant(occupant))
        self._initialise(settings, time, hashes, rules_guard, choose_substitute)
        now = self._resolve_time(now)
        left = self._initial_time_left()
        start = settings.start_moves()
        self._add(Started(1, now, occupants, self._hash(self.state), left, len(start)))
        self._play_start(start, now, left)
        self._play_bookkeeping(now)

    def _initialise(
        self,
        settings: GameSettings,
        time: Callable[[], float],
        hashes: bool,
        rules_guard: RulesGuard | None,
        choose_substitute: ChooseSubstitute,
        game: str = "",
    ) -> None:
        self.choose_substitute = choose_substitute
        self._time = time
        self._hashes = hashes
        rules = RulesBackend(
            settings.rules, rules_guard=rules_guard, game=game, rated=settings.rated
        )
        self._session_state = SessionState(settings, rules)
        self._events: list[Event] = []
        self._due: tuple[State, Decision] | None = None

    @classmethod
    def restore(
        cls,
        settings: GameSettings,
        events: Iterable[Event],
        *,
        time: Callable[[], float] = _zero_time,
        hashes: bool = True,
        rules_guard: RulesGuard | None = None,
        choose_substitute: ChooseSubstitute = default_substitute,
        game: str = "",
    ) -> GameSession:
        """Rebuild a session from its events. Its clocks stand still until `resume`."""
        session = cls.__new__(cls)
        session._initialise(settings, time, hashes, rules_guard, choose_substitute, game)
        hashed: str | None = None
        for event in events:
            session._session_state.apply(event)
            session._events.append(event)
            if isinstance(event, Started | Moved | TakenBack):
                hashed = event.hash
        if not session._events:
            raise InvalidEventError(
                Refusal(
                    "MALFORMED",
                    NO_RULE,
                    "there are no events; a game starts with the event `started`",
                )
            )
        if hashed is not None and session.over is False and state_hash(session.state) != hashed:
            found = state_hash(session.state)
            message = f"the state has the hash {found}, not {hashed}: events were lost or changed"
            raise InvalidEventError(Refusal("WRONG_HASH", NO_RULE, message, "hash"))
        return session

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameSession):
            return NotImplemented
        return (
            self._events == other._events
            and self._session_state.snapshot() == other._session_state.snapshot()
        )

    __hash__ = None  # type: ignore[assignment]

    def play(
        self,
        seat: Seat,
        move: Move,
        expected_sequence: int | None = None,
        *,
        now: float | None = None,
        lag: float = 0.0,
        waited: float = 0.0,
    ) -> Events:
        """Play a move and the bookkeeping moves after it.

        `expected_sequence` is the last event that the player has seen; if the decision has changed
        since, `StaleError` is raised. The clock gets up to `lag` seconds back, and all of `waited`:
        for so long the move has been waiting to be played. If the flag fell before, or the time for
        the first turn was up, the events say so and contain no move.
        """
        now = self._resolve_time(now)
        if expected_sequence is not None:
            self.require_current(expected_sequence)
        self._require_running()
        before = self.state
        if seat != before.player:
            message = f"seat {before.player} is to move; wait for your turn"
            raise session_error("NOT_YOUR_TURN", message, "seat", "R070")
        after = self.rules.apply(before, move)
        before_sequence = self.sequence
        clock_state = self._session_state.clock_state
        falls = None if clock_state is None else clock_state.flag_falls_at(lag)
        if self._first_turn_is_late(now - waited):
            self._abort(seat, "first_turn", now)
            return self.events_after(before_sequence)
        if falls is not None and now - waited >= falls:
            self._end_time(now)
            return self.events_after(before_sequence)
        if self.take_back_offer is not None:
            self._add(TakeBackDeclined(before_sequence + 1, now, seat))
        self._move(move, after, now, lag, waited)
        if isinstance(move, SwapSides):
            self._swap_occupants(now)
        self._play_bookkeeping(now)
        return self.events_after(before_sequence)

    def tick(self, now: float | None = None, lag: float = 0.0) -> Events:
        """Check the clocks: warn a seat once, and end its time when that and `lag` are used up.

        Abort the game if the first turn is late.
        """
        now = self._resolve_time(now)
        before_sequence = self.sequence
        if self._first_turn_is_late(now):
            self._abort(self.state.player, "first_turn", now)
            return self.events_after(before_sequence)
        clock_state = self._session_state.clock_state
        if clock_state is None or self.over or clock_state.running is None:
            return ()
        falls, warns = clock_state.flag_falls_at(lag), clock_state.warning_due_at()
        if falls is not None and now >= falls:
            self._end_time(now)
        elif warns is not None and now >= warns:
            left = clock_state.time_left_at(now)[clock_state.running - 1]
            assert left is not None
            self._add(ClockWarned(before_sequence + 1, now, clock_state.running, left))
        return self.events_after(before_sequence)

    def resign(self, seat: Seat, *, now: float | None = None) -> Events:
        """Resign, in turn or not. In a game that nobody has begun, this aborts it.

        With two players the other seat wins. With three or four a substitute takes the seat and the
        game goes on, unless only one seat has not been left, or no person is left.
        """
        return self.leave(seat, "resigned", now)

    def abandon(self, seat: Seat, *, now: float | None = None) -> Events:
        """Let the person in the seat leave because they are absent, as if they resigned."""
        return self.leave(seat, "abandoned", now)

    def abandon_all(self, seats: Sequence[Seat] = (), *, now: float | None = None) -> Events:
        """Let all people leave because they are absent, those in `seats` first and in this order.

        Without any people the best placed seat wins.
        """
        self._require_running()
        now = self._resolve_time(now)
        before_sequence = self.sequence
        for seat in dict.fromkeys((*seats, *self.state.board.seats)):
            if not self.over and not self.occupant(seat).computer:
                self.leave(seat, "abandoned", now)
        if not self.over:
            self._conclude(stalemate_winner(self.state), "abandonment", now)
        return self.events_after(before_sequence)

    def forfeit(self, seat: Seat, *, now: float | None = None) -> Events:
        """End the game because a computer failed in a tournament: the best placed opponent wins."""
        self._require_seat(seat)
        before_sequence = self.sequence
        winner = rank_seats(self.state, seat)[1].seat
        self._conclude(winner, "abandonment", self._resolve_time(now))
        return self.events_after(before_sequence)

    def abort(
        self, seat: Seat, reason: AbortReason = "request", *, now: float | None = None
    ) -> Events:
        """End the game without a result: people may in their first turn, the operator always."""
        self._require_seat(seat) if reason == "operator" else self._require_person(seat)
        if self.begun and reason != "operator":
            raise session_error("GAME_BEGUN", "the game has begun; play on or resign")
        before_sequence = self.sequence
        self._abort(seat, reason, self._resolve_time(now))
        return self.events_after(before_sequence)

    def offer_take_back(
        self, seat: Seat, keep: int | None = None, *, now: float | None = None
    ) -> Events:
        """Ask for a take-back: to the person's last choice, or to the choice after `keep` moves.

        All other people must agree; computers always do. Without other people it happens at once.
        """
        self._require_seat(seat)
        if not self.settings.take_backs:
            raise session_error(
                "NO_TAKE_BACKS", "this game does not allow take-backs; play on or resign"
            )
        if not isinstance(self.occupant(seat), Person):
            raise session_error("NOT_A_PERSON", "only people can ask for a take-back", "seat")
        if self.take_back_offer is not None:
            asking = self.take_back_offer.seat
            message = f"seat {asking} has already asked for a take-back; agree or decline first"
            raise session_error("OFFER_OPEN", message)
        if self._take_back_offers_of(seat) >= MAX_TAKE_BACK_OFFERS:
            message = (
                f"you have asked {MAX_TAKE_BACK_OFFERS} times before this choice; play on or resign"
            )
            raise session_error("TOO_MANY_OFFERS", message)
        kept = self._last_choice_of(seat) if keep is None else keep
        if (
            kept is None
            or not self.start_moves <= kept < len(self.moves)
            or self.moves[kept].bookkeeping
        ):
            raise session_error(
                "NO_MOVE_TO_TAKE_BACK", "there is no such choice to take back", "keep"
            )
        now = self._resolve_time(now)
        before_sequence = self.sequence
        self._add(TakeBackOffered(before_sequence + 1, now, seat, kept))
        self._take_back_if_agreed(now)
        return self.events_after(before_sequence)

    def agree_take_back(self, seat: Seat, *, now: float | None = None) -> Events:
        """Agree to the take-back."""
        self._require_take_back_offer(seat)
        now = self._resolve_time(now)
        before_sequence = self.sequence
        self._add(TakeBackAgreed(before_sequence + 1, now, seat))
        self._take_back_if_agreed(now)
        return self.events_after(before_sequence)

    def decline_take_back(self, seat: Seat, *, now: float | None = None) -> Events:
        """Decline the take-back, or withdraw it."""
        self._require_take_back_offer(seat)
        before_sequence = self.sequence
        self._add(TakeBackDeclined(before_sequence + 1, self._resolve_time(now), seat))
        return self.events_after(before_sequence)

    def substitute(
        self,
        seat: Seat,
        occupant: Occupant,
        reason: SubstitutionReason = "left",
        *,
        now: float | None = None,
    ) -> Events:
        """Give the seat to another occupant, or back to its owner. A person who left stays away."""
        self._require_seat(seat)
        if seat in self._session_state.left_seats and not occupant.computer:
            message = f"the person in seat {seat} has left the game and may only watch"
            raise session_error("SEAT_LEFT", message, "seat")
        load_occupant(dump_occupant(occupant))
        now = self._resolve_time(now)
        before_sequence = self.sequence
        left = self.clock(now)
        if left is not None and left[seat - 1] is None and not occupant.computer:
            assert self._session_state.clock_state is not None
            left = replace_time_left(left, seat, self._session_state.clock_state.clock.restart_time)
        self._add(Substituted(before_sequence + 1, now, seat, occupant, reason, left))
        return self.events_after(before_sequence)

    def report_trouble(
        self, seat: Seat, problem: Problem, message: str = "", *, now: float | None = None
    ) -> Events:
        """Report a fault of a computer; `ComputerSeats` decides what follows."""
        self._require_seat(seat)
        before_sequence = self.sequence
        line = "".join(letter if letter.isprintable() else " " for letter in message)[
            :_MAX_MESSAGE_LENGTH
        ]
        self._add(
            ComputerTrouble(before_sequence + 1, self._resolve_time(now), seat, problem, line)
        )
        return self.events_after(before_sequence)

    def pause(self, *, now: float | None = None) -> Events:
        """Stop the clocks. Moves can still be played and take no time."""
        self._require_running()
        if self.paused:
            return ()
        now = self._resolve_time(now)
        before_sequence = self.sequence
        self._add(Paused(before_sequence + 1, now, self.clock(now)))
        return self.events_after(before_sequence)

    def resume(self, *, stopped: float | None = None, now: float | None = None) -> Events:
        """Start the clocks after a pause or a restart. Time since `stopped` is charged to nobody.

        Time before it is charged to the seat to move. Without `stopped` the clocks start from the
        last event.
        """
        before_sequence = self.sequence
        if not self.over:
            now = self._resolve_time(now)
            clock_state = self._session_state.clock_state
            until = min(max(self._session_state.at, stopped or 0.0), now)
            self._add(
                Resumed(
                    before_sequence + 1,
                    now,
                    None if clock_state is None else clock_state.time_left_at(until),
                )
            )
            self._play_bookkeeping(now)
        return self.events_after(before_sequence)

    def rename(self, person: str, name: str) -> None:
        """Give the person with this id another name, in the events as well."""
        if all(who.id != person for who in self.people.values()):
            return
        self._session_state.rename(person, name)
        self._events[:] = [rename_in_event(event, person, name) for event in self._events]

    def credit(self, seconds: float) -> None:
        """Give time back to the running clock, because the host was late.

        No event records it; the next event states the time left.
        """
        self._session_state.credit(seconds)

    def close(self) -> None:
        """Release the rules backend."""
        self.rules.close()

    def _add(self, event: Event, after: State | None = None) -> None:
        self._session_state.apply(event, after)
        self._events.append(event)

    def _hash(self, state: State) -> str | None:
        return state_hash(state) if self._hashes else None

    def _initial_time_left(self) -> TimeLeft | None:
        initial = getattr(self.settings.clock, "initial", None)
        return None if initial is None else (initial,) * self.settings.players

    def _move(
        self, move: Move, after: State, now: float, lag: float = 0.0, waited: float = 0.0
    ) -> None:
        before, clock_state = self.state, self._session_state.clock_state
        left = None
        if clock_state is not None:
            left = clock_state.time_left_after_move(
                now - waited, lag, turn_over=not same_turn(before, after)
            )
        self._add(
            Moved(
                self.sequence + 1,
                now,
                before.player,
                move,
                format_move(before, move),
                self._hash(after),
                move.bookkeeping,
                left,
            ),
            after,
        )

    def _play_start(self, moves: Sequence[Move], now: float, left: TimeLeft | None) -> None:
        """Play the balanced start. It takes no time of anybody."""
        for move in moves:
            before, after = self.state, self.rules.apply(self.state, move)
            notation = format_move(before, move)
            hashed = self._hash(after)
            self._add(
                Moved(
                    *(self.sequence + 1, now, before.player, move, notation, hashed),
                    *(move.bookkeeping, left),
                ),
                after,
            )

    def _play_bookkeeping(self, now: float) -> None:
        """R075: play the moves without a choice, and end the game when it is decided."""
        while not self.over and (move := self.rules.bookkeeping(self.state)) is not None:
            self._move(move, self.rules.apply(self.state, move), now)
        outcome = self.outcome
        if outcome is not None:
            self._add(
                Ended(self.sequence + 1, now, outcome.winner, outcome.reason, outcome.ranking)
            )

    def _swap_occupants(self, now: float) -> None:
        """R180."""
        left = self.clock(now)
        self._add(
            PeopleSwapped(
                self.sequence + 1, now, self.seats[::-1], None if left is None else left[::-1]
            )
        )

    def _end_time(self, now: float) -> None:
        """End the time of the seat to move: a person leaves. A computer plays on without a clock.

        With two players the seat loses, person or computer.
        """
        seat = self.state.player
        occupant = self.occupant(seat)
        if occupant.computer and self.settings.players > 2:
            self._take_seat(seat, keep_without_clock(occupant), "timeout", now)
        else:
            self._add_departure(seat, "flag_fell", now)

    def leave(self, seat: Seat, reason: LeaveReason, now: float | None) -> Events:
        """Let a person leave; before the game has begun, abort it."""
        self._require_person(seat)
        now = self._resolve_time(now)
        before_sequence = self.sequence
        if self.begun:
            self._add_departure(seat, reason, now)
        else:
            self._abort(seat, "request" if reason == "resigned" else "absence", now)
        return self.events_after(before_sequence)

    def _add_departure(self, seat: Seat, reason: LeaveReason, now: float) -> None:
        """Let a substitute play on, or end the game [§9 Leaving]."""
        leaver = self.occupant(seat)
        self._add(Left(self.sequence + 1, now, seat, reason))
        left = self._session_state.left_seats
        others = [placing.seat for placing in rank_seats(self.state, seat)[1:]]
        stayed = [other for other in others if other not in left]
        if len(stayed) > 1 and any(not self.occupant(other).computer for other in stayed):
            self._take_seat(seat, self.choose_substitute(self.settings, leaver), "left", now)
        else:
            self._conclude((stayed or others)[0], _RESULTS[reason], now)

    def _take_seat(
        self, seat: Seat, occupant: Occupant, reason: SubstitutionReason, now: float
    ) -> None:
        """Let a computer take the seat, without a clock."""
        left = self.clock(now)
        if left is not None:
            left = replace_time_left(left, seat, None)
        self._add(Substituted(self.sequence + 1, now, seat, occupant, reason, left))

    def _first_turn_is_late(self, now: float) -> bool:
        due = self.first_turn_due_at
        return due is not None and now >= due

    def _abort(self, seat: Seat, reason: AbortReason, now: float) -> None:
        self._add(Aborted(self.sequence + 1, now, seat, reason))

    def _conclude(self, winner: Seat, reason: VictoryReason, now: float) -> None:
        outcome = conclude(self.state, winner, reason).outcome
        assert outcome is not None
        ranking = rank_leavers_last(outcome.ranking, self._session_state.left_seats)
        self._add(Ended(self.sequence + 1, now, winner, reason, ranking))

    def _take_back_if_agreed(self, now: float) -> None:
        offer = self.take_back_offer
        assert offer is not None
        agreed = {seat for one in offer.agreed for seat in self._same_person(one)}
        if any(
            isinstance(who, Person) and seat not in agreed for seat, who in enumerate(self.seats, 1)
        ):
            return
        state = self._session_state.state_after(offer.keep)
        swapped = self.state.swap_used and not state.swap_used
        left = self._time_left_after_take_back(state.player, now)
        self._add(TakenBack(self.sequence + 1, now, offer.keep, self._hash(state), left), state)
        if swapped:
            self._swap_occupants(now)

    def _time_left_after_take_back(self, seat: Seat, now: float) -> TimeLeft | None:
        """Return the time left after a take-back: a repeated choice or turn gets its full time."""
        left, clock_state = self.clock(now), self._session_state.clock_state
        if (
            left is None
            or clock_state is None
            or left[seat - 1] is None
            or isinstance(clock_state.clock, Fischer)
        ):
            return left
        return replace_time_left(left, seat, clock_state.clock.restart_time)

    def _require_running(self) -> None:
        if self.over:
            raise session_error(
                "GAME_OVER", "the game is over; its result is final", rule=END_OF_GAME
            )

    def _require_seat(self, seat: Seat) -> None:
        self._require_running()
        self.state.seat(seat)

    def _require_person(self, seat: Seat) -> None:
        """Refuse to let a computer leave."""
        self._require_seat(seat)
        if self.occupant(seat).computer:
            message = f"a computer plays seat {seat}; only a person can leave"
            raise session_error("NOT_A_PERSON", message, "seat")

    def _require_take_back_offer(self, seat: Seat) -> None:
        self._require_seat(seat)
        if self.take_back_offer is None:
            raise session_error("NO_OFFER", "there is no take-back to agree to or decline")
        if not isinstance(self.occupant(seat), Person):
            raise session_error("NOT_A_PERSON", "only people can agree to a take-back", "seat")

    def require_current(self, expected: int) -> None:
        """Raise `StaleError` unless the caller has seen the current decision."""
        if not self.decision_sequence <= expected <= self.sequence:
            raise StaleError(expected, self.sequence)
