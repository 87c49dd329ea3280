"""What each command does to a live game, in the worker that owns the game."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final, assert_never

from ringrift.host.events import Event
from ringrift.host.game_session import GameSession
from ringrift.host.seat_occupants import Person, Remote
from ringrift.rules.notation import parse_move
from ringrift.rules.position_string import dump_position
from ringrift.rules.stack import Seat
from ringrift.rules.wire import dump_state_without_history
from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.correspondence.conditional_moves import check_lines
from ringrift.server.errors import ApiError
from ringrift.server.games.commands import (
    AbandonGame,
    AbortGame,
    Accepted,
    AgreeTakeBack,
    CheckedPlan,
    CheckPlan,
    ClaimAbandoned,
    CloseGame,
    Command,
    DeclineTakeBack,
    GameCommand,
    GameSnapshot,
    GetSnapshot,
    OfferTakeBack,
    PlayMove,
    Reply,
    Request,
    Resign,
)
from ringrift.server.games.live_game import Action, LiveGame
from ringrift.server.games.presence import Presence

_MAX_LAG: Final = 0.5  # seconds
_MAX_WAIT: Final = 30.0  # seconds


class CommandHandlers:
    """Executes requests. Claims need to know who is connected."""

    def __init__(self, presence: Presence, follow_plans: Callable[[LiveGame], None]) -> None:
        self._presence = presence
        self._follow_plans = follow_plans  # plays the conditional moves that are due

    async def handle(self, game: LiveGame, request: Request) -> Reply:
        """Execute the request; returns when its events are durable."""
        if isinstance(request, GetSnapshot):
            return await game.read(lambda session, now: _snapshot(session, now, request.account))
        if isinstance(request, CheckPlan):
            if request.follow:
                self._follow_plans(game)
            return CheckedPlan(
                *await game.read(
                    lambda session, _now: check_lines(session, request.account, request.lines)
                )
            )
        action = await self._action(game, request)
        if isinstance(request, PlayMove):
            with game.move_waiting(request.account):
                sequence = await game.run(
                    action, journal_key=request.journal_key, waited=min(request.waited, _MAX_WAIT)
                )
        else:
            sequence = await game.run(action, journal_key=request.journal_key)
        return Accepted(sequence)

    async def _action(self, game: LiveGame, command: Command) -> Action:
        match command:
            case PlayMove():
                arrived = game.elapsed() - min(command.waited, _MAX_WAIT)
                return lambda session, now: _play(game, session, command, now, arrived)
            case Resign():
                return lambda session, now: session.resign(_seat(game, command), now=now)
            case AbortGame():
                return lambda session, now: session.abort(_seat(game, command), now=now)
            case OfferTakeBack(keep=keep):
                return lambda session, now: session.offer_take_back(
                    _seat(game, command), keep, now=now
                )
            case AgreeTakeBack():
                return lambda session, now: session.agree_take_back(
                    _agreeing_seat(game, command), now=now
                )
            case DeclineTakeBack():
                return lambda session, now: session.decline_take_back(_seat(game, command), now=now)
            case ClaimAbandoned():
                return await self._claim(game, command)
            case AbandonGame():
                return await self._abandon_all(game)
            case CloseGame():
                return lambda session, now: session.abort(session.state.player, "operator", now=now)
            case _:
                assert_never(command)

    async def _abandon_all(self, game: LiveGame) -> Action:
        """Let everybody leave, in the order in which they were last seen."""
        people = {who.id for who in game.session.people.values()}
        last_seen = await self._presence.last_seen(people)

        def abandon(session: GameSession, now: float) -> Sequence[Event]:
            seats = sorted(
                session.people, key=lambda seat: last_seen.get(session.people[seat].id, 0.0)
            )
            return session.abandon_all(seats, now=now)

        return abandon

    async def _claim(self, game: LiveGame, command: ClaimAbandoned) -> Action:
        people = {who.id for who in game.session.seats if isinstance(who, Person | Remote)}
        last_seen = await self._presence.last_seen(people)

        def claim(session: GameSession, now: float) -> Sequence[Event]:
            _seat(game, command)
            absent = session.state.player
            account = self._require_absent(session, command.account)
            absent_for = self._presence.seconds_since(last_seen.get(account, 0.0))
            if self._presence.is_present(account) or absent_for <= self._presence.interval:
                message = "your opponent is connected and may think for as long as they like"
                raise ApiError(409, "OPPONENT_PRESENT", message)
            idle = min(absent_for, now - session.events[-1].at)
            if idle < command.absence_seconds:
                wait = math.ceil(command.absence_seconds - idle)
                message = f"your opponent has {wait} s left to return: try again then"
                raise ApiError(409, "TOO_EARLY", message)
            return session.abandon(absent, now=now)

        return claim

    @staticmethod
    def _require_absent(session: GameSession, claimant: str) -> str:
        """Return the account that is to move, or raise if its absence cannot be claimed."""
        seat = session.state.player
        occupant = session.occupant(seat)
        if seat in session.seats_of(claimant):
            raise ApiError(409, "YOUR_TURN", "it is your turn: play or resign")
        if session.settings.clock.kind != "none":
            message = "this game has a clock: wait for your opponent's time to run out"
            raise ApiError(409, "CLOCK_RUNS", message)
        if occupant.computer:
            raise ApiError(409, "COMPUTER_THINKS", "a computer is to move: wait for its move")
        return getattr(occupant, "id", "")


def _play(
    game: LiveGame, session: GameSession, command: PlayMove, now: float, arrived: float
) -> Sequence[Event]:
    seat = _seat(game, command)
    lag = min(command.lag, _MAX_LAG)
    game.set_lag(command.account, lag)
    if command.expected is not None:
        session.require_current(command.expected)
    move = command.move
    if isinstance(move, str):
        move = parse_move(session.state, move)
    return session.play(seat, move, now=now, lag=lag, waited=game.elapsed() - arrived)


def _snapshot(session: GameSession, now: float, account: str | None) -> GameSnapshot:
    clock = session.clock(now)
    return GameSnapshot(
        sequence=session.sequence,
        state=dict(dump_state_without_history(session.state)),
        position=dump_position(session.state),
        clock=None if clock is None else list(clock),
        to_choose=session.seat_to_move,
        begun=session.begun,
        first_turn_until=session.first_turn_due_at,
        your_seats=[] if account is None else list(session.seats_of(account)),
    )


def _seat(game: LiveGame, command: GameCommand) -> Seat:
    try:
        return game.seat_of(command.account)
    except ApiError:
        log_security_event("seat_refused", account=command.account, about=game.id)
        raise


def _agreeing_seat(game: LiveGame, command: GameCommand) -> Seat:
    """Return the seat that agrees, which is not the one that asked."""
    offer = game.session.take_back_offer
    if offer is not None and game.session.seats_of(command.account) == (offer.seat,):
        raise ApiError(409, "YOUR_OFFER", "this is your own request: wait for the others to agree")
    return _seat(game, command)
