"""The wire format: states and moves to and from the JSON objects of wire.md.

`dump_*` and `load_*` are inverse to each other. For any JSON value `load_state` and `load_move`
return a state or a move, or raise `InvalidStateError` or `InvalidMoveError` with the field, the
rule and advice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ringrift.rules.grid import Cell, Grid
from ringrift.rules.stack import Seat
from ringrift.rules.state import RankedSeat, Rounds, State, Turn
from ringrift.rules.wire_board import cell_keys, dump_board
from ringrift.rules.wire_fields import load_json
from ringrift.rules.wire_import import load_state
from ringrift.rules.wire_moves import dump_move, load_move

if TYPE_CHECKING:
    from ringrift.rules.wire_types import (
        LpsObject,
        PlacingObject,
        PlayerObject,
        StateObject,
        TurnObject,
    )

__all__ = [
    "dump_move",
    "dump_state",
    "dump_state_without_history",
    "load_json",
    "load_move",
    "load_state",
]


def dump_state(state: State) -> dict[str, Any]:
    """Return the state as a JSON object, with every move that led to it."""
    return dump_state_without_history(state) | {
        "moveHistory": [dump_move(move) for move in state.history]
    }


def dump_state_without_history(state: State) -> dict[str, Any]:
    """Return the state as a JSON object, as used by the state hash and the vectors."""
    outcome = state.outcome
    written: StateObject = {
        "edition": state.edition.name,
        "board": dump_board(state.board, [seat.eliminated for seat in state.seats]),
        "players": [_dump_seat(state, number) for number in state.board.seats],
        "currentPlayer": state.player,
        "currentPhase": state.phase.value,
        "turnNumber": state.turn_number,
        "gameStatus": "completed" if outcome else "active",
        "winner": outcome.winner if outcome else None,
        "victoryReason": outcome.reason if outcome else None,
        "ranking": [dump_placing(placing) for placing in outcome.ranking] if outcome else None,
        "totalRingsInPlay": state.total_rings,
        "totalRingsEliminated": sum(seat.eliminated for seat in state.seats),
        "victoryThreshold": state.ring_threshold,
        "territoryVictoryThreshold": state.territory_threshold,
        "swap": {"enabled": state.swap_enabled, "used": state.swap_used},
        "turn": dump_turn(state.turn, state.board.grid),
        "lps": dump_rounds(state.rounds),
    }
    return cast("dict[str, Any]", written)


def dump_placing(placing: RankedSeat) -> PlacingObject:
    """Return a seat's final rank as a JSON object."""
    return {"playerNumber": placing.seat, "rank": placing.rank}


def _dump_seat(state: State, number: Seat) -> PlayerObject:
    seat = state.seat(number)
    return {
        "playerNumber": number,
        "ringsInHand": seat.hand,
        "eliminatedRings": seat.eliminated,
        "territorySpaces": state.board.territory(number),
        "lastActionTurn": seat.last_action_turn,
        "eliminatedAtTurn": seat.eliminated_at_turn,
    }


def dump_turn(turn: Turn, grid: Grid) -> TurnObject:
    """Return the turn so far as a JSON object."""
    return {
        "mustMoveFrom": _dump_cell(turn.must_move_from, grid),
        "captureFrom": _dump_cell(turn.capture_from, grid),
        "pendingElimination": turn.pending,
        "recoveryMode": turn.recovery_mode,
        "acted": turn.acted,
        "hadRealAction": turn.had_real_action,
        "tookRealAction": turn.took_real_action,
    }


def _dump_cell(cell: Cell | None, grid: Grid) -> str | None:
    return None if cell is None else cell_keys(grid)[cell]


def dump_rounds(rounds: Rounds) -> LpsObject:
    """Return the rounds for last player standing as a JSON object."""
    return {
        "roundHadAction": list(rounds.had_action),
        "roundTookAction": list(rounds.took_action),
        "roundPartial": rounds.partial,
        "exclusivePlayer": rounds.exclusive_seat,
        "exclusiveRounds": rounds.exclusive_rounds,
    }
