"""A session: one game being played, without network or screen.

What can be done at it are methods; each checks whether it may be done now, adds events, and returns them. The
events are all that a session is: `GameSession.restore` makes the very same one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ringrift.host.clocks import Fischer, TimeLeft, replace_time_left
from ringrift.host.errors import CHOICE, RECORDED, SETUP, InvalidEventError, StaleError, refused
from ringrift.host.events import (
    Abandoned,
    ClockWarned,
    ComputerTrouble,
    Ended,
    Event,
    FlagFell,
    Moved,
    Paused,
    PeopleSwapped,
    Problem,
    Resigned,
    Resumed,
    Started,
    Substituted,
    SubstitutionReason,
    TakeBackAgreed,
    TakeBackDeclined,
    TakeBackOffered,
    TakenBack,
)
from ringrift.host.results import best_opponent, best_seat
from ringrift.host.rules_guard.backend import RulesBackend
from ringrift.host.rules_guard.guard import RulesGuard
from ringrift.host.seat_occupants import Level, Occupant, Person, dump_occupant, load_occupant
from ringrift.host.session_state import SessionState, same_turn
from ringrift.host.session_view import Events, SessionView
from ringrift.host.settings import GameSettings
from ringrift.rules import conclude, state_hash
from ringrift.rules.decisions import Decision
from ringrift.rules.errors import Refusal
from ringrift.rules.moves import Move, SwapSides
from ringrift.rules.notation import format_move
from ringrift.rules.stack import Seat
from ringrift.rules.state import State, VictoryReason

MAX_TAKE_BACK_OFFERS: Final = (
    3  # take-backs that a person may ask for before one and the same choice
)
_MAX_MESSAGE_LENGTH: Final = 300  # characters of a computer's complaint that are kept


def _zero_time() -> float:
    return 0.0


class GameSession(SessionView):
    """One game and those who play it.

    `time` tells the moment where a method is not given one (`now`): seconds of any clock that never goes
    back; without it every moment is 0. `hashes=False` leaves the hash of each state out, which saves time.
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
    ) -> None:
        occupants = tuple(seats)
        if len(occupants) != settings.players:
            message = (
                f"{len(occupants)} sit down for {settings.players} players; name one for each seat"
            )
            raise refused("INVALID_SETUP", message, SETUP, "seats")
        for occupant in occupants:
            load_occupant(dump_occupant(occupant))
        self._initialise(settings, time, hashes, rules_guard)
        now = self._moment(now)
        left = self._initial_time_left()
        self._add(Started(1, now, occupants, self._hash(self.state), left))
        self._play_bookkeeping(now)

    def _initialise(
        self,
        settings: GameSettings,
        time: Callable[[], float],
        hashes: bool,
        rules_guard: RulesGuard | None,
    ) -> None:
        self._time = time
        self._hashes = hashes
        self._session_state = SessionState(
            settings, RulesBackend(settings.rules, rules_guard=rules_guard)
        )
        self._events: list[Event] = []
        self._due: tuple[State, Decision | None] | None = None

    @classmethod
    def restore(
        cls,
        settings: GameSettings,
        events: Iterable[Event],
        *,
        time: Callable[[], float] = _zero_time,
        hashes: bool = True,
        rules_guard: RulesGuard | None = None,
    ) -> GameSession:
        """The session that these events came from; its clocks stand as the last one left them: `resume` it."""
        session = cls.__new__(cls)
        session._initialise(settings, time, hashes, rules_guard)
        hashed: str | None = None
        for event in events:
            session._session_state.add(event)
            session._events.append(event)
            if isinstance(event, Started | Moved | TakenBack):
                hashed = event.hash
        if not session._events:
            raise InvalidEventError(
                Refusal("MALFORMED", RECORDED, "no event: a game begins with started")
            )
        if hashed is not None and session.over is False and state_hash(session.state) != hashed:
            message = f"the state has the hash {state_hash(session.state)}, not {hashed}: events are lost or changed"
            raise InvalidEventError(Refusal("WRONG_HASH", RECORDED, message, "hash"))
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
    ) -> Events:
        """A seat's choice, and the bookkeeping moves after it.

        `expected_sequence` is the last event that the chooser has seen: if there is something else to decide
        by now, a `StaleError` says so. `lag` seconds are given back to its clock, within bounds. If its flag
        fell before, the events say that and hold no move.
        """
        now = self._moment(now)
        if expected_sequence is not None:
            self.require_current(expected_sequence)
        self._require_running()
        before = self.state
        if seat != before.player:
            message = f"seat {before.player} is to move; wait for your turn"
            raise refused("NOT_YOUR_TURN", message, "R070", "seat")
        after = self.rules.apply(before, move)
        begun = self.sequence
        clock_state = self._session_state.clock_state
        falls = None if clock_state is None else clock_state.flag_falls_at(lag)
        if falls is not None and now >= falls:
            self._end_by_timeout(now)
            return self.events_after(begun)
        if self.take_back_offer is not None:
            self._add(TakeBackDeclined(begun + 1, now, seat))
        self._move(move, after, now, lag)
        if isinstance(move, SwapSides):
            self._swap_occupants(now)
        self._play_bookkeeping(now)
        return self.events_after(begun)

    def tick(self, now: float | None = None, lag: float = 0.0) -> Events:
        """Look at the clocks: warn once, and let the flag fall of a seat whose time (and `lag`) is up."""
        now = self._moment(now)
        begun = self.sequence
        clock_state = self._session_state.clock_state
        if clock_state is None or self.over or clock_state.running is None:
            return ()
        falls, warns = clock_state.flag_falls_at(lag), clock_state.warning_due_at()
        if falls is not None and now >= falls:
            self._end_by_timeout(now)
        elif warns is not None and now >= warns:
            left = clock_state.time_left_at(now)[clock_state.running - 1]
            assert left is not None
            self._add(ClockWarned(begun + 1, now, clock_state.running, left))
        return self.events_after(begun)

    def resign(self, seat: Seat, *, now: float | None = None) -> Events:
        """The seat gives up, in its turn or not. Of several opponents the one that stands best wins."""
        self._require_seat(seat)
        now = self._moment(now)
        begun = self.sequence
        self._add(Resigned(begun + 1, now, seat))
        self._conclude(best_opponent(self.state, seat), "resignation", now)
        return self.events_after(begun)

    def abandon(self, seat: Seat | None = None, *, now: float | None = None) -> Events:
        """The seat has left for good: as resignation. None: all have, and whoever stands best wins."""
        if seat is None:
            self._require_running()
        else:
            self._require_seat(seat)
        now = self._moment(now)
        begun = self.sequence
        self._add(Abandoned(begun + 1, now, seat))
        winner = best_seat(self.state) if seat is None else best_opponent(self.state, seat)
        self._conclude(winner, "abandonment", now)
        return self.events_after(begun)

    def offer_take_back(
        self, seat: Seat, keep: int | None = None, *, now: float | None = None
    ) -> Events:
        """A person asks to go back: to their own last choice, or to any choice, with `keep` moves before it.

        All people must agree; computers do. It is done at once where nobody else has to be asked.
        """
        self._require_seat(seat)
        if not self.settings.take_backs:
            raise refused(
                "NO_TAKE_BACKS", "no move is taken back in this game; play on or resign", RECORDED
            )
        if not isinstance(self.occupant(seat), Person):
            raise refused("NOT_A_PERSON", "only people ask for a take-back", RECORDED, "seat")
        if self.take_back_offer is not None:
            message = f"seat {self.take_back_offer.seat} has asked already; agree or decline first"
            raise refused("OFFER_OPEN", message, RECORDED)
        if self._take_back_offers_of(seat) >= MAX_TAKE_BACK_OFFERS:
            message = (
                f"you have asked {MAX_TAKE_BACK_OFFERS} times before this choice; play on or resign"
            )
            raise refused("TOO_MANY_OFFERS", message, RECORDED)
        kept = self._last_choice_of(seat) if keep is None else keep
        if kept is None or not 0 <= kept < len(self.moves) or self.moves[kept].bookkeeping:
            raise refused(
                "NO_MOVE_TO_TAKE_BACK", "there is no such choice to take back", RECORDED, "keep"
            )
        now = self._moment(now)
        begun = self.sequence
        self._add(TakeBackOffered(begun + 1, now, seat, kept))
        self._take_back_if_agreed(now)
        return self.events_after(begun)

    def agree_take_back(self, seat: Seat, *, now: float | None = None) -> Events:
        """A person agrees to the take-back that is asked for."""
        self._require_take_back_offer(seat)
        now = self._moment(now)
        begun = self.sequence
        self._add(TakeBackAgreed(begun + 1, now, seat))
        self._take_back_if_agreed(now)
        return self.events_after(begun)

    def decline_take_back(self, seat: Seat, *, now: float | None = None) -> Events:
        """A person declines the take-back, or no longer asks for it."""
        self._require_take_back_offer(seat)
        begun = self.sequence
        self._add(TakeBackDeclined(begun + 1, self._moment(now), seat))
        return self.events_after(begun)

    def substitute(
        self,
        seat: Seat,
        occupant: Occupant,
        reason: SubstitutionReason = "left",
        *,
        now: float | None = None,
    ) -> Events:
        """Somebody else takes the seat, or comes back to it."""
        self._require_seat(seat)
        load_occupant(dump_occupant(occupant))
        now = self._moment(now)
        begun = self.sequence
        left = self.clock(now)
        if left is not None and left[seat - 1] is None and not occupant.computer:
            assert self._session_state.clock_state is not None
            left = replace_time_left(left, seat, self._session_state.clock_state.clock.restart_time)
        self._add(Substituted(begun + 1, now, seat, occupant, reason, left))
        return self.events_after(begun)

    def report_trouble(
        self, seat: Seat, problem: Problem, message: str = "", *, now: float | None = None
    ) -> Events:
        """A computer could not be relied on; what follows from it is for its driver to decide."""
        self._require_seat(seat)
        begun = self.sequence
        line = "".join(sign if sign.isprintable() else " " for sign in message)[
            :_MAX_MESSAGE_LENGTH
        ]
        self._add(ComputerTrouble(begun + 1, self._moment(now), seat, problem, line))
        return self.events_after(begun)

    def pause(self, *, now: float | None = None) -> Events:
        """Stop the clocks. Moves can still be played; they take no time."""
        self._require_running()
        if self.paused:
            return ()
        now = self._moment(now)
        begun = self.sequence
        self._add(Paused(begun + 1, now, self.clock(now)))
        return self.events_after(begun)

    def resume(self, *, stopped: float | None = None, now: float | None = None) -> Events:
        """Let the clocks go on, after a pause or a restart: since `stopped` the time was nobody's.

        Until then the seat to move was thinking. Without it the clocks stand as the last event left them.
        """
        begun = self.sequence
        if not self.over:
            now = self._moment(now)
            clock_state = self._session_state.clock_state
            until = min(max(self._session_state.at, stopped or 0.0), now)
            self._add(
                Resumed(
                    begun + 1, now, None if clock_state is None else clock_state.time_left_at(until)
                )
            )
            self._play_bookkeeping(now)
        return self.events_after(begun)

    def close(self) -> None:
        """Give back what the rules backend holds."""
        self.rules.close()

    def _add(self, event: Event, after: State | None = None) -> None:
        self._session_state.add(event, after)
        self._events.append(event)

    def _hash(self, state: State) -> str | None:
        return state_hash(state) if self._hashes else None

    def _initial_time_left(self) -> TimeLeft | None:
        initial = getattr(self.settings.clock, "initial", None)
        return None if initial is None else (initial,) * self.settings.players

    def _move(self, move: Move, after: State, now: float, lag: float = 0.0) -> None:
        before, clock_state = self.state, self._session_state.clock_state
        left = None
        if clock_state is not None:
            left = clock_state.time_left_after_move(
                now, lag, turn_over=not same_turn(before, after)
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

    def _play_bookkeeping(self, now: float) -> None:
        """R075: the moves that must be made where nothing can be chosen; and the end, when it is reached."""
        while (due := self.decision()) is not None and not due.interactive:
            move = due.moves[0]
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

    def _end_by_timeout(self, now: float) -> None:
        """Time is up: the settings say what follows. Nothing is ever decided in the seat's place."""
        seat = self.state.player
        self._add(FlagFell(self.sequence + 1, now, seat))
        substitute = self.settings.on_timeout
        if isinstance(substitute, Level):
            left = self.clock(now)
            assert left is not None
            left = replace_time_left(left, seat, None)
            self._add(Substituted(self.sequence + 1, now, seat, substitute, "timeout", left))
        else:
            self._conclude(best_opponent(self.state, seat), "timeout", now)

    def _conclude(self, winner: Seat, reason: VictoryReason, now: float) -> None:
        outcome = conclude(self.state, winner, reason).outcome
        assert outcome is not None
        self._add(Ended(self.sequence + 1, now, winner, reason, outcome.ranking))

    def _last_choice_of(self, seat: Seat) -> int | None:
        """How many moves there were before the last choice of the person who has the seat."""
        own = {self.first_seats[place - 1] for place in self._same_person(seat)}
        chosen_by = self._session_state.chosen_by
        return next((at for at in reversed(range(len(chosen_by))) if chosen_by[at] in own), None)

    def _take_back_offers_of(self, seat: Seat) -> int:
        """How often the person who has the seat has asked since there is this to decide."""
        own = self._same_person(seat)
        since = self.events_after(self.decision_sequence)
        return sum(isinstance(event, TakeBackOffered) and event.seat in own for event in since)

    def _same_person(self, seat: Seat) -> set[Seat]:
        """The seat and all others of the same person."""
        return {seat, *self.seats_of(getattr(self.occupant(seat), "id", ""))}

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
        """Time is not given back, but a choice or a turn that is made again has its own time again."""
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
            raise refused("GAME_OVER", "the game is over; its result stands")

    def _require_seat(self, seat: Seat) -> None:
        self._require_running()
        self.state.seat(seat)

    def _require_take_back_offer(self, seat: Seat) -> None:
        self._require_seat(seat)
        if self.take_back_offer is None:
            raise refused("NO_OFFER", "nobody asks for a take-back", CHOICE)
        if not isinstance(self.occupant(seat), Person):
            raise refused("NOT_A_PERSON", "only people are asked", CHOICE, "seat")

    def require_current(self, expected: int) -> None:
        """Refuse whoever has not seen the last event that changed what is to be decided."""
        if not self.decision_sequence <= expected <= self.sequence:
            raise StaleError(expected, self.sequence)
