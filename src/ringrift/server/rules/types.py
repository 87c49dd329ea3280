"""What travels about the rules: states and moves are the objects of the wire format."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from ringrift.rules.editions import EditionName
from ringrift.rules.grid import BoardName
from ringrift.server.accounts.types import Sent


class MoveQuestion(Sent):
    """A position and a move in it, as a move object or in notation."""

    state: dict[str, Any] = Field(description="a state object; docs/reference/wire.md")
    move: dict[str, Any] | str = Field(description="a move object, or its notation such as d4-d7")


class Verdict(BaseModel):
    """What the move does; where it is not legal, why, and nothing else."""

    legal: bool
    error: dict[str, Any] | None = None
    state: dict[str, Any] | None = None
    hash: str | None = None
    s: int | None = Field(default=None, description="the measure of progress [R191]")
    notation: str | None = None
    effects: list[dict[str, Any]] | None = None


class StateQuestion(Sent):
    """A position."""

    state: dict[str, Any] = Field(description="a state object; docs/reference/wire.md")


class Offer(BaseModel):
    """What may be chosen, or the one bookkeeping move that is due."""

    seat: int | None
    kind: str | None
    interactive: bool
    moves: list[dict[str, Any]]
    notation: list[str]


class Setup(Sent):
    """What is agreed on before the first move."""

    board: BoardName = "square8"
    players: int = Field(default=2, ge=2, le=4)
    edition: EditionName = "standard"
    swap: bool = Field(
        default=True, description="the swap rule, which exists for two players only [R180]"
    )


class Opening(BaseModel):
    """The state before the first move, and what may be chosen in it."""

    state: dict[str, Any]
    position: str
    hash: str
    offer: Offer


class PositionQuestion(Sent):
    """A position string or a state object, one of them."""

    position: str | None = Field(default=None, max_length=20_000)
    state: dict[str, Any] | None = None


class Position(BaseModel):
    """The same position in both forms; a position string holds no history."""

    position: str
    state: dict[str, Any]
    hash: str
    s: int = Field(description="the measure of progress [R191]")


class ChoiceQuestion(Sent):
    """What would a level play here? Levels 1 to 9 answer a seed always in the same way."""

    state: dict[str, Any] = Field(description="a state object; docs/reference/wire.md")
    level: int = Field(ge=1, le=10)
    seed: int = Field(default=0, ge=0, lt=2**32)


class Choice(BaseModel):
    """What the level plays."""

    seat: int
    level: int
    move: dict[str, Any]
    notation: str
    seconds: float = Field(description="that it thought")


class RecordQuestion(Sent):
    """A game record, as text (.rrg) or as a line of JSON."""

    record: str = Field(min_length=1, description="docs/reference/game-record.md")


class PlayedMove(BaseModel):
    """One move of a record, and the position after it."""

    seat: int
    move: dict[str, Any]
    notation: str
    bookkeeping: bool
    position: str
    comment: str = ""
    timestamp: str | None = None
    think_time_ms: int | None = None


class Replayed(BaseModel):
    """A record that was played through: all of its moves are legal, and it ends as it says."""

    setup: Setup
    start: str = Field(description="the position before the first move")
    names: list[str]
    tags: dict[str, str]
    comment: str
    moves: list[PlayedMove]
    outcome: dict[str, Any] | None = Field(
        description="winner, reason, ranking; null while unfinished"
    )
    state: dict[str, Any] = Field(description="after the last move")
    hash: str
