"""Request and response bodies of the opening explorer and of the search for games."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, Field, StringConstraints

from ringrift.rules.editions import EditionName
from ringrift.rules.grid import BoardName
from ringrift.rules.position_string import MAX_LENGTH
from ringrift.rules.state import VictoryReason
from ringrift.server.accounts.types import STORABLE, AnyName, RequestBody
from ringrift.server.games.types import GameInfo

MAX_SEARCHES: Final = 50  # saved ones of an account
MAX_DOWNLOADED: Final = 200  # games
Pool = Literal["own", "rated", "engine"]


class OpeningRequest(RequestBody):
    """A position at the start of a turn."""

    position: str = Field(
        min_length=1,
        max_length=MAX_LENGTH,
        description="a position string; docs/reference/position-string.md",
    )
    of: Pool = Field(
        default="rated",
        description="`own`: the games that you played; `rated`: all rated games; `engine`: public"
        " games of computers alone",
    )


class OpeningTurn(BaseModel):
    """A turn that was played from a position."""

    moves: list[str] = Field(description="in notation, without bookkeeping moves")
    games: int
    wins: list[int] = Field(description="of these games, by seat")


class Opening(BaseModel):
    """What was played from a position, or from one that is symmetric to it."""

    games: int
    wins: list[int] = Field(description="by seat")
    turns: list[OpeningTurn] = Field(description="the most frequent first, at most 50")
    recent: list[GameInfo] = Field(description="the latest public games with this position")


class GameQuery(RequestBody):
    """A search for finished games. What is missing matches every game."""

    player: AnyName | None = Field(default=None, description="the name of somebody who played")
    opponent: AnyName | None = Field(default=None, description="the name of somebody else there")
    level: int | None = Field(default=None, ge=1, le=10, description="a computer level in it")
    board: BoardName | None = None
    players: int | None = Field(default=None, ge=2, le=4)
    edition: EditionName | None = None
    rated: bool | None = None
    result: Literal["won", "lost"] | None = Field(
        default=None, description="for `player`, which it needs"
    )
    winner: int | None = Field(default=None, ge=1, le=4, description="the seat that won")
    reason: VictoryReason | None = None
    min_turns: int | None = Field(default=None, ge=1, le=100_000)
    max_turns: int | None = Field(default=None, ge=1, le=100_000)
    since: float | None = Field(default=None, ge=0, description="ended at or after: UTC seconds")
    until: float | None = Field(default=None, ge=0, description="ended before: UTC seconds")
    position: str | None = Field(
        default=None,
        min_length=1,
        max_length=MAX_LENGTH,
        description="a position of its first turns, as a position string; symmetric ones match",
    )


class GameSearch(GameQuery):
    """A search, and where its page begins."""

    before: float | None = Field(default=None, ge=0, description="as in `next`")


class FoundGame(BaseModel):
    """A found game."""

    game: GameInfo
    turns: int


class FoundGames(BaseModel):
    """A page of found games, those that ended last first."""

    games: list[FoundGame]
    next: float | None = Field(description="pass it as `before` for the next page; null: no more")


class NewSavedSearch(RequestBody):
    """A search to keep."""

    name: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=60, pattern=STORABLE),
    ]
    query: GameQuery


class SavedSearch(BaseModel):
    """A search that you kept."""

    id: str
    name: str
    query: GameQuery
    created_at: float
