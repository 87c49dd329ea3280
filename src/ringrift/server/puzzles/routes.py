"""Puzzles over HTTP: the shipped ones, the puzzle of the day, and an account's results."""

from __future__ import annotations

import gzip
import hashlib
from datetime import UTC, datetime
from functools import cache
from typing import Final

from fastapi import APIRouter, Request, Response

from ringrift.puzzles.daily import daily_puzzle
from ringrift.puzzles.pack import pack_text, shipped_puzzles
from ringrift.server.accounts.authentication import CurrentWorker, RegisteredCaller
from ringrift.server.puzzles.types import DailyPuzzle, NewResults, PuzzleStanding

router = APIRouter(tags=["puzzles"])
_MEDIA_TYPE: Final = "application/x-ndjson"
_CACHE: Final = "public, max-age=3600"


@router.get("/puzzle-pack", response_class=Response)
async def get_pack(request: Request) -> Response:
    """Return every shipped puzzle with its solution, one line of JSON each."""
    body, tag = _compressed_pack()
    headers = {"ETag": tag, "Cache-Control": _CACHE, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(pack_text(), media_type=_MEDIA_TYPE, headers=headers)
    return Response(body, media_type=_MEDIA_TYPE, headers={**headers, "Content-Encoding": "gzip"})


@router.get("/puzzle-daily")
async def get_daily(worker: CurrentWorker) -> DailyPuzzle:
    """Return the puzzle of today, in UTC: the same for everyone."""
    day = datetime.fromtimestamp(worker.clock.now(), UTC).date()
    puzzle = daily_puzzle(shipped_puzzles(), day)
    return DailyPuzzle(
        day=day.isoformat(),
        id=puzzle.id,
        goal=puzzle.goal,
        turns=puzzle.turns,
        rating=puzzle.rating,
        position=puzzle.position,
    )


@router.get("/puzzle-results")
async def get_results(worker: CurrentWorker, caller: RegisteredCaller) -> PuzzleStanding:
    """Return your puzzle rating and your latest results."""
    return await worker.puzzle_results.standing(caller.account.id)


@router.post("/puzzle-results")
async def add_results(
    body: NewResults, worker: CurrentWorker, caller: RegisteredCaller
) -> PuzzleStanding:
    """Add results. Only the first one of each puzzle counts, so that a repeat changes nothing.

    `days` are those on which you solved the puzzle of the day; they follow your account.
    """
    worker.limits.check("puzzles", caller.account.id, account=caller.account.id)
    return await worker.puzzle_results.add(caller.account.id, body)


@cache
def _compressed_pack() -> tuple[bytes, str]:
    body = gzip.compress(pack_text().encode(), mtime=0)
    return body, f'"{hashlib.sha256(body).hexdigest()[:16]}"'
