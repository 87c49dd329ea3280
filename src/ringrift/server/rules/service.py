"""What a move would do, asked without a game."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ringrift.kernel.backend import RulesBackend
from ringrift.rules import State, decision, effects, progress, state_hash
from ringrift.rules.effects import Effect
from ringrift.rules.errors import RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.notation import notation, parse
from ringrift.rules.wire import dump_state
from ringrift.rules.wire_import import load_state
from ringrift.rules.wire_moves import dump_move, load_move
from ringrift.server.rules.types import MoveQuestion, Offer, StateQuestion, Verdict


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
        s=progress(after),
        notation=notation(state, move),
        effects=[effect_json(effect) for effect in effects(state, move)],
    )


def offer(question: StateQuestion) -> Offer:
    """What may be played in a position."""
    state = load_state(question.state)
    due = decision(state)
    if due is None:
        return Offer(seat=None, kind=None, interactive=False, moves=[], notation=[])
    return Offer(
        seat=due.seat,
        kind=due.kind,
        interactive=due.interactive,
        moves=[dump_move(move) for move in due.moves],
        notation=[notation(state, move) for move in due.moves],
    )


def effect_json(effect: Effect) -> dict[str, Any]:
    """An effect under its name, cells as coordinates."""
    return {"effect": type(effect).__name__} | asdict(effect)


def _move(state: State, sent: dict[str, Any] | str) -> Move:
    return parse(state, sent) if isinstance(sent, str) else load_move(sent)


def _is_move(sent: dict[str, Any]) -> bool:
    try:
        load_move(sent)
    except RingRiftError:
        return False
    return True
