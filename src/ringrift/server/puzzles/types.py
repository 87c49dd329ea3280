"""Requests and responses about puzzles."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BaseModel, Field

from ringrift.server.accounts.types import RequestBody

MAX_RESULTS: Final = 200  # of one request: what a guest brings along at registration
MAX_RUN: Final = 10_000
PuzzleId = Annotated[str, Field(pattern="^[0-9a-f]{8}$")]


class NewResult(RequestBody):
    """What became of the first attempt at a puzzle."""

    puzzle: PuzzleId
    solved: bool = Field(description="without a wrong move, a hint or the solution")
    at: float = Field(ge=0, le=1e11, description="when, in seconds; at most now counts")


class NewResults(RequestBody):
    """Results in the order in which they were reached."""

    results: list[NewResult] = Field(max_length=MAX_RESULTS)
    best_run: int = Field(
        default=0, ge=0, le=MAX_RUN, alias="bestRun", description="most solved in one streak"
    )


class PuzzleResult(BaseModel):
    puzzle: str
    solved: bool
    at: float
    rating: float = Field(description="of the account after it")


class PuzzleStanding(BaseModel):
    """The puzzle rating of an account and its latest results."""

    rating: float
    deviation: float
    attempts: int
    solved: int
    best_run: int = Field(serialization_alias="bestRun")
    results: list[PuzzleResult] = Field(description="the latest first, at most 2,000")


class DailyPuzzle(BaseModel):
    """The puzzle of a day, in UTC. Its solution is in the pack."""

    day: str
    id: str
    goal: str
    turns: int
    rating: int
    position: str
