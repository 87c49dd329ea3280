"""Response bodies about ratings."""

from __future__ import annotations

from pydantic import BaseModel, Field

from ringrift.rules.grid import BoardName
from ringrift.server.accounts.types import Account
from ringrift.server.games.types import ShownRating, Speed


class Rating(ShownRating):
    """The rating of an account in games with one number of players."""

    players: int = Field(description="number of players of the rated games")
    games: int


class LeaderboardEntry(BaseModel):
    """An entry of the leaderboard."""

    rank: int | None = Field(description="null while the rating is uncertain")
    account: Account
    rating: Rating


class RatingChange(BaseModel):
    """The change of a rating by a game."""

    game: str
    players: int
    board: BoardName
    speed: Speed
    at: float
    before: ShownRating
    after: ShownRating
    weight: float = Field(description="1/k for the k-th game of the same players within a day")


class Results(BaseModel):
    """The finished games of a player with one number of players."""

    players: int
    played: int
    won: int


class Profile(BaseModel):
    """The public profile of a player."""

    account: Account
    since: float
    ratings: list[Rating]
    changes: list[RatingChange] = Field(description="the last 100, newest first")
    results: list[Results] = Field(description="one entry for each number of players, ascending")
    played: int
    won: int
