"""Requests and responses about puzzles."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BaseModel, Field

from ringrift.server.accounts.types import RequestBody

MAX_RESULTS: Final = 200  # of one request: what a guest brings along at registration
MAX_RUN: Final = 10_000
MAX_DAYS: Final = 1_000
Day = Annotated[
    str, Field(pattern="^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$", max_length=10)
]
PuzzleId = Annotated[str, Field(pattern="^[0-9a-f]{8}$")]


class NewResult(RequestBody):
    """What became of the first attempt at a puzzle."""

    puzzle: PuzzleId
    solved: bool = Field(description="without a wrong move, a hint or the solution")
    at: float = Field(ge=0, le=1e11, description="when, in seconds; at most now counts")


class NewResults(RequestBody):
    """Results in the order in which they were reached."""

    results: list[NewResult] = Field(max_length=MAX_RESULTS)
    days: list[Day] = Field(
        default_factory=list,
        max_length=MAX_DAYS,
        description="on which the puzzle of the day was solved, in UTC; future ones do not count",
    )
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
    days: list[str] = Field(
        description="on which the puzzle of the day was solved: the latest first, at most 1,000"
    )
    results: list[PuzzleResult] = Field(description="the latest first, at most 2,000")


class DailyPuzzle(BaseModel):
    """The puzzle of a day, in UTC. Its solution is in the pack."""

    day: str
    id: str
    goal: str
    turns: int
    rating: int
    position: str
