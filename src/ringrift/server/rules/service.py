"""Evaluates moves and positions without a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Final

from ringrift.host.rules_guard.backend import RulesBackend
from ringrift.host.rules_guard.guard import RulesGuard
from ringrift.rules import State, decision, effects, monotone_sum, new_game, state_hash
from ringrift.rules.effects import Effect
from ringrift.rules.errors import RingRiftError
from ringrift.rules.explain import positions_of
from ringrift.rules.moves import Move
from ringrift.rules.notation import format_move, parse_move
from ringrift.rules.position_string import dump_position
from ringrift.rules.wire import dump_state
from ringrift.rules.wire_moves import dump_move, load_move
from ringrift.server.rules.positions import load_sent_state
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

MAX_PAGE_MOVES: Final = 2000  # more than almost any position offers
_MAX_PAGE_POSITIONS: Final = 25_000  # named by the moves of a page, at about 40 bytes each


@dataclass(frozen=True, slots=True)
class EncodedEvaluation:
    """An evaluation as JSON, and what its process counted since the previous one."""

    board: str
    body: bytes
    counts: dict[str, int]  # of the rules guard


def evaluate_encoded(request: EvaluateRequest, mode: str | None) -> EncodedEvaluation:
    """Evaluate in a process apart, whose rules guard counts for itself."""
    guard = _guard()
    before = _counted.copy()
    with RulesBackend(mode, rules_guard=guard) as backend:
        board, evaluation = evaluate(request, backend)
    guard.wait_for_comparisons()
    _counted.update(guard.counters)
    counts = {name: total - before.get(name, 0) for name, total in _counted.items()}
    body = evaluation.model_dump_json().encode()
    return EncodedEvaluation(board, body, {name: new for name, new in counts.items() if new})


_counted: Final[dict[str, int]] = {}  # and reported


@cache
def _guard() -> RulesGuard:
    return RulesGuard()


def evaluate(request: EvaluateRequest, backend: RulesBackend) -> tuple[str, Evaluation]:
    """Return the board and the evaluation; a malformed state or move raises."""
    state = load_sent_state(None, request.state)
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
    """Return a page of the legal moves of a position."""
    state = load_sent_state(None, request.state)
    return _legal_moves(state, request.first, request.limit)


def start_game(setup: Setup) -> NewGameState:
    """Return the initial state of a game."""
    state = new_game(setup.board, setup.players, setup.edition, setup.swap)
    return NewGameState(
        state=dump_state(state),
        position=dump_position(state),
        hash=state_hash(state),
        offer=_legal_moves(state, 0, MAX_PAGE_MOVES),
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


def _legal_moves(state: State, first: int, limit: int) -> LegalMoves:
    due = decision(state)
    if due is None:
        return LegalMoves(
            seat=None, kind=None, interactive=False, total=0, next=None, moves=[], notation=[]
        )
    page = _page(due.moves, first, limit)
    until = first + len(page)
    return LegalMoves(
        seat=due.seat,
        kind=due.kind,
        interactive=due.interactive,
        total=len(due.moves),
        next=until if page and until < len(due.moves) else None,
        moves=[dump_move(move) for move in page],
        notation=[format_move(state, move) for move in page],
    )


def _page(moves: Sequence[Move], first: int, limit: int) -> list[Move]:
    """Return the next moves, fewer than `limit` where they name many cells."""
    page: list[Move] = []
    positions = 0
    for move in moves[first : first + limit]:
        positions += sum(1 for _ in positions_of(move))
        if page and positions > _MAX_PAGE_POSITIONS:
            break
        page.append(move)
    return page


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
