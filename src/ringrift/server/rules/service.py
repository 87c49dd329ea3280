"""What a move would do, asked without a game."""

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
    MoveQuestion,
    Offer,
    Opening,
    Position,
    PositionQuestion,
    Setup,
    StateQuestion,
    Verdict,
)


def evaluate(question: MoveQuestion, backend: RulesBackend) -> tuple[str, Verdict]:
    """The board, for the figures, and the verdict. A state or move that is none is refused, not judged."""
    state = load_state(question.state)
    board = state.board.grid.name
    try:
        move = _move(state, question.move)
        after = backend.apply(state, move)
    except RingRiftError as error:
        if isinstance(question.move, dict) and not _is_move(question.move):
            raise
        return board, Verdict(legal=False, error=error.refusal.to_json()["error"])
    return board, Verdict(
        legal=True,
        state=dump_state(after),
        hash=state_hash(after),
        s=monotone_sum(after),
        notation=format_move(state, move),
        effects=[effect_json(effect) for effect in effects(state, move)],
    )


def offer(question: StateQuestion) -> Offer:
    """What may be played in a position."""
    return _offer(load_state(question.state))


def opening(setup: Setup) -> Opening:
    """The beginning of a game."""
    state = new_game(setup.board, setup.players, setup.edition, setup.swap)
    return Opening(
        state=dump_state(state),
        position=dump_position(state),
        hash=state_hash(state),
        offer=_offer(state),
    )


def position(question: PositionQuestion) -> Position:
    """A position in both forms, whichever was sent."""
    state = asked_state(question.position, question.state)
    return Position(
        position=dump_position(state),
        state=dump_state(state),
        hash=state_hash(state),
        s=monotone_sum(state),
    )


def asked_state(text: str | None, state: dict[str, Any] | None) -> State:
    """The state of a question that may name it in either form."""
    if (text is None) is (state is None):
        raise ApiError(
            422, "MALFORMED", "give a position string or a state, one of them", path="position"
        )
    return load_position(text) if text is not None else load_state(state)


def _offer(state: State) -> Offer:
    due = decision(state)
    if due is None:
        return Offer(seat=None, kind=None, interactive=False, moves=[], notation=[])
    return Offer(
        seat=due.seat,
        kind=due.kind,
        interactive=due.interactive,
        moves=[dump_move(move) for move in due.moves],
        notation=[format_move(state, move) for move in due.moves],
    )


def effect_json(effect: Effect) -> dict[str, Any]:
    """An effect under its name, cells as coordinates."""
    return {"effect": type(effect).__name__} | asdict(effect)


def _move(state: State, sent: dict[str, Any] | str) -> Move:
    return parse_move(state, sent) if isinstance(sent, str) else load_move(sent)


def _is_move(sent: dict[str, Any]) -> bool:
    try:
        load_move(sent)
    except RingRiftError:
        return False
    return True
