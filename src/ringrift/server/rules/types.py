"""Request and response bodies about the rules; states and moves are objects of the wire format."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from ringrift.rules.editions import DEFAULT_EDITION, EditionName
from ringrift.rules.grid import BoardName
from ringrift.rules.setup import DEFAULT_PLAYERS, MAX_PLAYERS, MIN_PLAYERS
from ringrift.server.accounts.types import RequestBody


class EvaluateRequest(RequestBody):
    """A position, and a move as an object or in notation."""

    state: dict[str, Any] = Field(description="a state object; docs/reference/wire.md")
    move: dict[str, Any] | str = Field(description="a move object, or its notation such as d4-d7")


class Evaluation(BaseModel):
    """What a legal move does, or why it is illegal."""

    legal: bool
    error: dict[str, Any] | None = None
    state: dict[str, Any] | None = None
    hash: str | None = None
    s: int | None = Field(default=None, description="the monotone sum S [R191]")
    notation: str | None = None
    effects: list[dict[str, Any]] | None = None


class StateRequest(RequestBody):
    """A position, and which of its moves to return."""

    state: dict[str, Any] = Field(description="a state object; docs/reference/wire.md")
    first: int = Field(default=0, ge=0, le=1_000_000, description="how many moves to skip")
    limit: int = Field(default=2000, ge=1, le=2000, description="how many moves to return")


class LegalMoves(BaseModel):
    """A page of the legal moves, or the one bookkeeping move that is due."""

    seat: int | None
    kind: str | None
    interactive: bool
    total: int = Field(description="the number of legal moves, on all pages")
    next: int | None = Field(description="`first` of the next page, or null on the last one")
    moves: list[dict[str, Any]]
    notation: list[str]


class Setup(RequestBody):
    """The setup of a game."""

    board: BoardName = "square8"
    players: int = Field(default=DEFAULT_PLAYERS, ge=MIN_PLAYERS, le=MAX_PLAYERS)
    edition: EditionName = DEFAULT_EDITION
    swap: bool = Field(default=True, description="the swap rule, for two players only [R180]")


class NewGameState(BaseModel):
    """The initial state of a game and its legal moves."""

    state: dict[str, Any]
    position: str
    hash: str
    offer: LegalMoves


class PositionRequest(RequestBody):
    """Either a position string or a state object."""

    position: str | None = Field(default=None, max_length=20_000)
    state: dict[str, Any] | None = None


class Position(BaseModel):
    """A position in both forms. A position string has no history."""

    position: str
    state: dict[str, Any]
    hash: str
    s: int = Field(description="the monotone sum S [R191]")


class ChooseRequest(RequestBody):
    """A position and a level. Levels 1 to 9 are deterministic for a seed."""

    state: dict[str, Any] = Field(description="a state object; docs/reference/wire.md")
    level: int = Field(ge=1, le=10)
    seed: int = Field(default=0, ge=0, lt=2**32)


class ChosenMove(BaseModel):
    """The move of a level."""

    seat: int
    level: int
    move: dict[str, Any]
    notation: str
    seconds: float = Field(description="thinking time")


class ReplayRequest(RequestBody):
    """A game record as text (.rrg) or as a JSON line."""

    record: str = Field(min_length=1, description="docs/reference/game-record.md")


class VariationMove(BaseModel):
    """A move of a variation."""

    move: dict[str, Any]
    notation: str
    bookkeeping: bool
    turn: int = Field(description="the number of the turn that it belongs to")
    comment: str = ""
    timestamp: str | None = None
    think_time_ms: int | None = None
    marks: list[str] = Field(default=[], description="on the board after it, such as green:d4-d7")
    variations: list[list[VariationMove]] = Field(
        default=[], description="what could have been played instead"
    )


class PlayedMove(VariationMove):
    """A move of a record and the position after it."""

    seat: int
    position: str


class ReplayedRecord(BaseModel):
    """A valid record: all moves are legal, and the outcome is right."""

    setup: Setup
    start: str = Field(description="the position before the first move")
    names: list[str] = Field(description="the people by the seat that they took at the start")
    holders: list[str] = Field(description="the people by the seat that they hold at the end")
    swapped: int | None = Field(
        description="the number of the move that exchanged the two people [R180], from 1"
    )
    tags: dict[str, str]
    comment: str
    marks: list[str] = Field(default=[], description="on the board before the first move")
    moves: list[PlayedMove]
    outcome: dict[str, Any] | None = Field(
        description="winner, reason and ranking; null if unfinished"
    )
    state: dict[str, Any] = Field(description="after the last move")
    hash: str
