"""What can be asked of a live game, wherever it is played: each command is a name with JSON arguments."""

from __future__ import annotations

import math
from functools import partial
from time import time
from typing import Any, Final

from ringrift.host.game_session import GameSession
from ringrift.host.seat_occupants import Person, Remote
from ringrift.host.session_state import TakeBackOffer
from ringrift.rules.notation import parse_move
from ringrift.rules.position_string import dump_position
from ringrift.rules.wire import dump_state_without_history
from ringrift.rules.wire_moves import load_move
from ringrift.server.accounts.security_log import note
from ringrift.server.errors import ApiError
from ringrift.server.games.directory import Command, GameDirectory
from ringrift.server.games.live_game import Action, LiveGame, client_name
from ringrift.server.games.presence import Presence

_MOST_LAG: Final = 0.5  # seconds


def add_commands(directory: GameDirectory, presence: Presence) -> None:
    """Tell the directory what there is."""
    commands: dict[str, Command] = {
        "move": _move,
        "resign": _resign,
        "offer_take_back": _offer_take_back,
        "agree_take_back": _agree_take_back,
        "decline_take_back": _decline_take_back,
        "look": _look,
        "claim": partial(_claim, presence),
        "abandon": _abandon,
    }
    for name, command in commands.items():
        directory.command(name, command)


async def _move(game: LiveGame, sent: Any) -> Any:
    """account, move (object or notation), client_id, expected, lag."""
    lag = min(float(sent.get("lag") or 0.0), _MOST_LAG)

    def play(table: GameSession, now: float) -> Any:
        seat = _seat(game, sent)
        game.note_lag(sent["account"], lag)
        if sent.get("expected") is not None:
            table.require_current(sent["expected"])
        wanted = sent["move"]
        move = parse_move(table.state, wanted) if isinstance(wanted, str) else load_move(wanted)
        return table.play(seat, move, now=now, lag=lag)

    return await _run(game, play, sent)


async def _resign(game: LiveGame, sent: Any) -> Any:
    return await _run(game, lambda table, now: table.resign(_seat(game, sent), now=now), sent)


async def _offer_take_back(game: LiveGame, sent: Any) -> Any:
    return await _run(
        game,
        lambda table, now: table.offer_take_back(_seat(game, sent), sent.get("keep"), now=now),
        sent,
    )


async def _agree_take_back(game: LiveGame, sent: Any) -> Any:
    return await _run(
        game, lambda table, now: table.agree_take_back(_other_seat(game, sent), now=now), sent
    )


async def _decline_take_back(game: LiveGame, sent: Any) -> Any:
    return await _run(
        game, lambda table, now: table.decline_take_back(_seat(game, sent), now=now), sent
    )


async def _claim(presence: Presence, game: LiveGame, sent: Any) -> Any:
    """An opponent has been gone for long in a game without clocks: it is theirs no more."""
    people = {who.id for who in game.table.seats if isinstance(who, Person | Remote)}
    seen = await presence.last_seen(people)

    def claim(table: GameSession, now: float) -> Any:
        _seat(game, sent)
        absent = table.state.player
        occupant = table.occupant(absent)
        if absent in table.seats_of(sent["account"]):
            raise ApiError(409, "YOUR_TURN", "it is your own turn: play, or resign")
        if table.settings.clock.kind != "none":
            raise ApiError(409, "CLOCK_RUNS", "the clock decides in this game: wait for the flag")
        if occupant.computer:
            raise ApiError(409, "COMPUTER_THINKS", "a computer is to move: it will")
        account = getattr(occupant, "id", "")
        last_seen = seen.get(account, 0.0)
        if presence.connections(account) or now - last_seen <= presence.beat:
            message = (
                "your opponent is here, or was a moment ago, and may think as long as it takes"
            )
            raise ApiError(409, "OPPONENT_PRESENT", message)
        idle = now - max(table.events[-1].at, last_seen)
        if idle < sent["after"]:
            wait = math.ceil(sent["after"] - idle)
            raise ApiError(409, "TOO_EARLY", f"your opponent has {wait} s more to come back")
        return table.abandon(absent, now=now)

    return await _run(game, claim, sent)


async def _abandon(game: LiveGame, _sent: Any) -> Any:
    """All have left; nobody but the server itself says so."""
    return {"sequence": (await game.run(lambda table, now: table.abandon(now=now))).sequence}


async def _look(game: LiveGame, sent: Any) -> Any:
    """The game as it stands; only what is durable."""

    def view(table: GameSession, now: float) -> Any:
        state = table.state
        clock = table.clock(now)
        return {
            "sequence": table.sequence,
            "state": dump_state_without_history(state),
            "position": dump_position(state),
            "clock": None if clock is None else list(clock),
            "to_choose": table.seat_to_move,
            "your_seats": list(table.seats_of(sent["account"])) if sent.get("account") else [],
            "offer": _offer(table.take_back_offer),
            "at": time(),
        }

    return await game.look(view)


async def _run(game: LiveGame, action: Action, sent: Any) -> Any:
    return {"sequence": (await game.run(action, client_id=client_name(sent))).sequence}


def _seat(game: LiveGame, sent: Any) -> int:
    try:
        return game.seat_of(sent["account"])
    except ApiError:
        note("seat_refused", account=sent["account"], about=game.id)
        raise


def _other_seat(game: LiveGame, sent: Any) -> int:
    """Whoever agrees has not asked."""
    own = game.table.seats_of(sent["account"])
    offer = game.table.take_back_offer
    if offer is not None and own == (offer.seat,):
        raise ApiError(409, "YOUR_OFFER", "the others must agree: wait")
    return _seat(game, sent)


def _offer(offer: TakeBackOffer | None) -> dict[str, Any] | None:
    if offer is None:
        return None
    return {"seat": offer.seat, "keep": offer.keep, "agreed": sorted(offer.agreed)}
