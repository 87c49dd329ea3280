"""The rules over HTTP, for anybody."""

from __future__ import annotations

import asyncio
from time import perf_counter

from fastapi import APIRouter

from ringrift.kernel.backend import RulesBackend
from ringrift.server.accounts.guard import SomeCaller, ThisWorker
from ringrift.server.rules.service import evaluate, offer
from ringrift.server.rules.types import MoveQuestion, Offer, StateQuestion, Verdict

router = APIRouter(prefix="/rules", tags=["rules"])


@router.post("/evaluate_move")
async def evaluate_move(question: MoveQuestion, worker: ThisWorker, _caller: SomeCaller) -> Verdict:
    """Judge a move: whether it is legal and why not, the state after it, its hash, S, and its effects."""
    started = perf_counter()
    with RulesBackend(worker.settings.rules_mode or None, oversight=worker.oversight) as backend:
        board, verdict = await asyncio.to_thread(evaluate, question, backend)
    worker.metrics.evaluate_seconds.labels(board).observe(perf_counter() - started)
    return verdict


@router.post("/legal_moves")
async def legal_moves(question: StateQuestion, _caller: SomeCaller) -> Offer:
    """What may be chosen in a position, and by whom."""
    return await asyncio.to_thread(offer, question)
