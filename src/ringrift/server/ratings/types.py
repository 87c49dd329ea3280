"""Response bodies about ratings."""

from __future__ import annotations

from pydantic import BaseModel, Field

from ringrift.server.accounts.types import Account


class Rating(BaseModel):
    """A rating and its uncertainty. Lists are sorted by `ordinal`, a conservative estimate."""

    players: int = Field(description="number of players of the rated games")
    mu: float
    sigma: float
    ordinal: float
    games: int


class LeaderboardEntry(BaseModel):
    """An entry of the leaderboard."""

    rank: int
    account: Account
    rating: Rating


class RatingChange(BaseModel):
    """The change of a rating by a game."""

    game: str
    players: int
    at: float
    before: float
    after: float


class Profile(BaseModel):
    """The public profile of a player."""

    account: Account
    since: float
    ratings: list[Rating]
    changes: list[RatingChange]
    played: int
    won: int
