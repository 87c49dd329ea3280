"""The rules over HTTP, without an account: everything that a client without an engine needs."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from time import perf_counter

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from ringrift.host.rules_guard.rules_mode import RulesMode, choose_rules_mode
from ringrift.server.accounts.authentication import CurrentWorker, OptionalCaller, network_of_client
from ringrift.server.accounts.credentials import new_id
from ringrift.server.fair_queue import Requester
from ringrift.server.requester import CurrentRequester
from ringrift.server.rules.choose import choose_move
from ringrift.server.rules.replay import replay_record
from ringrift.server.rules.service import evaluate_encoded, list_moves, start_game
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
from ringrift.server.worker import Worker

router = APIRouter(prefix="/rules", tags=["rules"])


@router.post("/evaluate_move", response_model=Evaluation)
async def evaluate_move(
    body: EvaluateRequest, worker: CurrentWorker, requester: CurrentRequester
) -> Response:
    """Evaluate a move: whether it is legal, the state after it, its hash, S and its effects."""
    began = perf_counter()
    guard = worker.rules_guard
    started = choose_rules_mode(worker.settings.rules_mode or None, os.environ)
    # A move without a game counts as an unrated game of its own.
    mode = guard.rollout.mode_for(new_id(), rated=False, started=started)
    if guard.is_kernel_out:
        mode = RulesMode.PYTHON
    evaluation = await worker.pools.rules.run(
        partial(evaluate_encoded, body, mode), share=requester.share, priority=requester.priority
    )
    worker.rules_guard.add_counts(evaluation.counts)
    worker.metrics.evaluate_seconds.labels(evaluation.board).observe(perf_counter() - began)
    return Response(evaluation.body, media_type="application/json")


@router.post("/legal_moves", response_model=LegalMoves)
async def legal_moves(
    body: StateRequest, worker: CurrentWorker, requester: CurrentRequester
) -> Response:
    """Return a page of the legal moves of a position, and who is to move."""
    return await _respond(worker, requester, partial(list_moves, body))


@router.post("/new_game", response_model=NewGameState)
async def new_game(setup: Setup, worker: CurrentWorker, requester: CurrentRequester) -> Response:
    """Return the initial state of a game and its legal moves."""
    return await _respond(worker, requester, partial(start_game, setup))


@router.post("/position", response_model=Position)
async def position(
    body: PositionRequest, worker: CurrentWorker, requester: CurrentRequester
) -> Response:
    """Convert a state to a position string, or a position string to a state."""
    return await _respond(worker, requester, partial(convert_position, body))


@router.post("/choose")
async def choose(
    body: ChooseRequest,
    request: Request,
    worker: CurrentWorker,
    caller: OptionalCaller,
    requester: CurrentRequester,
) -> ChosenMove:
    """Return the move that a level plays in a position.

    The position of a rated game that you are playing is refused.
    """
    account = None if caller is None else caller.account.id
    await worker.limits.check_shared(
        "choices", account or network_of_client(request), account=account
    )
    boards = await worker.fair_play.boards_in_play(account)
    choice = await worker.pools.search.run(
        lambda: choose_move(body, worker.settings.level_seconds, boards),
        share=requester.share,
        priority=requester.priority,
    )
    worker.metrics.computer_move_seconds.labels(str(body.level)).observe(choice.seconds)
    return choice


@router.post("/replay", response_model=ReplayedRecord)
async def replay(
    body: ReplayRequest, worker: CurrentWorker, requester: CurrentRequester
) -> Response:
    """Replay a record and return its setup, moves and outcome. An invalid record is refused."""
    return await _respond(worker, requester, partial(replay_record, body))


async def _respond(worker: Worker, requester: Requester, work: Callable[[], BaseModel]) -> Response:
    """Compute and serialise a response in a process: both take long for large positions."""
    body = await worker.pools.rules.run(
        partial(_encode, work), share=requester.share, priority=requester.priority
    )
    return Response(body, media_type="application/json")


def _encode(work: Callable[[], BaseModel]) -> bytes:
    return work().model_dump_json().encode()
