"""Evaluates moves and positions without a game."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ringrift.host.rules_guard.backend import RulesBackend
from ringrift.rules import State, decision, effects, monotone_sum, new_game, state_hash
from ringrift.rules.effects import Effect
from ringrift.rules.errors import RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.notation import format_move, parse_move
from ringrift.rules.position_string import dump_position, load_position
from ringrift.rules.wire import dump_state
from ringrift.rules.wire_import import load_state
from ringrift.rules.wire_moves import dump_move, load_move
from ringrift.server.errors import ApiError
from ringrift.server.rules.types import (
    EvaluateRequest,
    Evaluation,
    LegalMoves,
    NewGameState,
    Position,
    PositionRequest,
    Setup,
    StateRequest,
)


def evaluate(request: EvaluateRequest, backend: RulesBackend) -> tuple[str, Evaluation]:
    """Return the board and the evaluation; a malformed state or move raises."""
    state = load_state(request.state)
    board = state.board.grid.name
    try:
        move = _load_move(state, request.move)
        after = backend.apply(state, move)
    except RingRiftError as error:
        if isinstance(request.move, dict) and not _is_move(request.move):
            raise
        return board, Evaluation(legal=False, error=error.refusal.to_json()["error"])
    return board, Evaluation(
        legal=True,
        state=dump_state(after),
        hash=state_hash(after),
        s=monotone_sum(after),
        notation=format_move(state, move),
        effects=[effect_json(effect) for effect in effects(state, move)],
    )


def list_moves(request: StateRequest) -> LegalMoves:
    """Return the legal moves of a position."""
    return _legal_moves(load_state(request.state))


def start_game(setup: Setup) -> NewGameState:
    """Return the initial state of a game."""
    state = new_game(setup.board, setup.players, setup.edition, setup.swap)
    return NewGameState(
        state=dump_state(state),
        position=dump_position(state),
        hash=state_hash(state),
        offer=_legal_moves(state),
    )


def position(request: PositionRequest) -> Position:
    """Return a position in both forms."""
    state = load_sent_state(request.position, request.state)
    return Position(
        position=dump_position(state),
        state=dump_state(state),
        hash=state_hash(state),
        s=monotone_sum(state),
    )


def load_sent_state(text: str | None, state: dict[str, Any] | None) -> State:
    """Return the state of a request that has a position string or a state object."""
    if (text is None) is (state is None):
        raise ApiError(
            422, "MALFORMED", "send either a position string or a state", path="position"
        )
    return load_position(text) if text is not None else load_state(state)


def _legal_moves(state: State) -> LegalMoves:
    due = decision(state)
    if due is None:
        return LegalMoves(seat=None, kind=None, interactive=False, moves=[], notation=[])
    return LegalMoves(
        seat=due.seat,
        kind=due.kind,
        interactive=due.interactive,
        moves=[dump_move(move) for move in due.moves],
        notation=[format_move(state, move) for move in due.moves],
    )


def effect_json(effect: Effect) -> dict[str, Any]:
    """Return an effect as a JSON object."""
    return {"effect": type(effect).__name__} | asdict(effect)


def _load_move(state: State, sent: dict[str, Any] | str) -> Move:
    return parse_move(state, sent) if isinstance(sent, str) else load_move(sent)


def _is_move(sent: dict[str, Any]) -> bool:
    try:
        load_move(sent)
    except RingRiftError:
        return False
    return True
