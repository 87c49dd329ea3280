"""The rules over HTTP, without an account: everything that a client without an engine needs."""

from __future__ import annotations

import asyncio
from time import perf_counter

from fastapi import APIRouter, Request

from ringrift.host.rules_guard.backend import RulesBackend
from ringrift.server.accounts.authentication import CurrentWorker, OptionalCaller, address_of
from ringrift.server.rules.replay import replay_record
from ringrift.server.rules.service import evaluate, list_moves, start_game
from ringrift.server.rules.service import position as convert_position
from ringrift.server.rules.types import (
    ChooseRequest,
    ChosenMove,
    EvaluateRequest,
    Evaluation,
    LegalMoves,
    NewGameState,
    Position,
    PositionRequest,
    ReplayedRecord,
    ReplayRequest,
    Setup,
    StateRequest,
)

router = APIRouter(prefix="/rules", tags=["rules"])


@router.post("/evaluate_move")
async def evaluate_move(
    body: EvaluateRequest, worker: CurrentWorker, _caller: OptionalCaller
) -> Evaluation:
    """Evaluate a move: whether it is legal, the state after it, its hash, S and its effects."""
    started = perf_counter()
    with RulesBackend(
        worker.settings.rules_mode or None, rules_guard=worker.rules_guard
    ) as backend:
        board, evaluation = await asyncio.to_thread(evaluate, body, backend)
    worker.metrics.evaluate_seconds.labels(board).observe(perf_counter() - started)
    return evaluation


@router.post("/legal_moves")
async def legal_moves(body: StateRequest, _caller: OptionalCaller) -> LegalMoves:
    """Return the legal moves of a position and who is to move."""
    return await asyncio.to_thread(list_moves, body)


@router.post("/new_game")
async def new_game(setup: Setup, _caller: OptionalCaller) -> NewGameState:
    """Return the initial state of a game and its legal moves."""
    return await asyncio.to_thread(start_game, setup)


@router.post("/position")
async def position(body: PositionRequest, _caller: OptionalCaller) -> Position:
    """Convert a state to a position string, or a position string to a state."""
    return await asyncio.to_thread(convert_position, body)


@router.post("/choose")
async def choose(
    body: ChooseRequest, request: Request, worker: CurrentWorker, caller: OptionalCaller
) -> ChosenMove:
    """Return the move that a level plays in a position."""
    account = None if caller is None else caller.account.id
    await worker.limits.check_shared("choices", account or address_of(request), account=account)
    return await worker.rules_executor.choose(body)


@router.post("/replay")
async def replay(
    body: ReplayRequest, worker: CurrentWorker, _caller: OptionalCaller
) -> ReplayedRecord:
    """Replay a record and return its setup, moves and outcome. An invalid record is refused."""
    return await worker.rules_executor.run(lambda: replay_record(body))
