"""What travels about ratings."""

from __future__ import annotations

from pydantic import BaseModel, Field

from ringrift.server.accounts.types import Account


class Rating(BaseModel):
    """A strength and how sure it is. `ordinal` is what one can count on, and what lists are sorted by."""

    players: int = Field(description="of games for so many players")
    mu: float
    sigma: float
    ordinal: float
    games: int


class Ranked(BaseModel):
    """A line of the leaderboard."""

    rank: int
    account: Account
    rating: Rating


class RatingChange(BaseModel):
    """What a game did to a rating."""

    game: str
    players: int
    at: float
    before: float
    after: float


class Profile(BaseModel):
    """A player as everybody may see them."""

    account: Account
    since: float
    ratings: list[Rating]
    changes: list[RatingChange]
    played: int
    won: int
