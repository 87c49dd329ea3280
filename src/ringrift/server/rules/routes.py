"""The rules over HTTP, for anybody: all that a page without an engine of its own needs."""

from __future__ import annotations

import asyncio
from time import perf_counter

from fastapi import APIRouter, Request

from ringrift.host.rules_guard.backend import RulesBackend
from ringrift.server.accounts.authentication import SomeCaller, ThisWorker, address_of
from ringrift.server.rules.replay import replayed
from ringrift.server.rules.service import evaluate, offer, opening
from ringrift.server.rules.service import position as both_forms
from ringrift.server.rules.types import (
    Choice,
    ChoiceQuestion,
    MoveQuestion,
    Offer,
    Opening,
    Position,
    PositionQuestion,
    RecordQuestion,
    Replayed,
    Setup,
    StateQuestion,
    Verdict,
)

router = APIRouter(prefix="/rules", tags=["rules"])


@router.post("/evaluate_move")
async def evaluate_move(question: MoveQuestion, worker: ThisWorker, _caller: SomeCaller) -> Verdict:
    """Judge a move: whether it is legal and why not, the state after it, its hash, S, and its effects."""
    started = perf_counter()
    with RulesBackend(
        worker.settings.rules_mode or None, rules_guard=worker.rules_guard
    ) as backend:
        board, verdict = await asyncio.to_thread(evaluate, question, backend)
    worker.metrics.evaluate_seconds.labels(board).observe(perf_counter() - started)
    return verdict


@router.post("/legal_moves")
async def legal_moves(question: StateQuestion, _caller: SomeCaller) -> Offer:
    """What may be chosen in a position, and by whom."""
    return await asyncio.to_thread(offer, question)


@router.post("/new_game")
async def new_game(setup: Setup, _caller: SomeCaller) -> Opening:
    """The state before the first move, and what may be chosen in it."""
    return await asyncio.to_thread(opening, setup)


@router.post("/position")
async def position(question: PositionQuestion, _caller: SomeCaller) -> Position:
    """A position string for a state, or a state for a position string."""
    return await asyncio.to_thread(both_forms, question)


@router.post("/choose")
async def choose(
    question: ChoiceQuestion, request: Request, worker: ThisWorker, caller: SomeCaller
) -> Choice:
    """The move that a level plays in a position."""
    account = None if caller is None else caller.account.id
    await worker.limits.check_all("choices", account or address_of(request), account=account)
    return await worker.rules_executor.choose(question)


@router.post("/replay")
async def replay(question: RecordQuestion, worker: ThisWorker, _caller: SomeCaller) -> Replayed:
    """Play a record through: its setup, its moves in both forms, its outcome. What is not true is refused."""
    return await worker.rules_executor.run(lambda: replayed(question))
