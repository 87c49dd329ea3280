"""Request and response bodies about challenges, and what accounts accept."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, Field
from pydantic_core import PydanticKnownError

from ringrift.rules.grid import BOARD_NAMES
from ringrift.rules.setup import MAX_PLAYERS, MIN_PLAYERS
from ringrift.server.accounts.types import Account, AnyName, RequestBody
from ringrift.server.games.types import ShownRating, Speed, Visibility

ChallengeStatus = Literal["open", "accepted", "declined", "withdrawn", "expired"]
OpponentStatus = Literal["waiting", "accepted", "declined"]
DeclineReason = Literal["busy", "later", "board", "players", "speed", "rated", "unrated", "other"]
MIN_SECONDS: Final = 60.0
MAX_SECONDS: Final = 7 * 86_400.0


def _require_board(name: str) -> str:
    if name not in BOARD_NAMES:
        expected = ", ".join(map(repr, BOARD_NAMES))
        raise PydanticKnownError("literal_error", {"expected": expected})
    return name


Board = Annotated[
    str, AfterValidator(_require_board), Field(json_schema_extra={"enum": list(BOARD_NAMES)})
]
Players = Annotated[int, Field(ge=MIN_PLAYERS, le=MAX_PLAYERS)]


class ChallengeRules(RequestBody):
    """Which challenges an account accepts. The server refuses all others for it."""

    accepts: Literal["everyone", "registered", "nobody"] = Field(
        default="everyone",
        description="who may challenge it; with `nobody` it is not in the list of who is online",
    )
    boards: list[Board] | None = Field(
        default=None, min_length=1, max_length=len(BOARD_NAMES), description="null: all"
    )
    players: list[Players] | None = Field(
        default=None, min_length=1, max_length=3, description="numbers of players; null: all"
    )
    speeds: list[Speed] | None = Field(
        default=None, min_length=1, max_length=6, description="null: all"
    )
    rated: Literal["any", "rated", "unrated"] = "any"
    games: int | None = Field(
        default=None, ge=1, le=1000, description="how many games it plays at once; null: no limit"
    )


class NewChallenge(RequestBody):
    """Challenge one to three accounts by name. The fields of `settings` are those of a game."""

    opponents: list[AnyName] = Field(
        min_length=1,
        max_length=MAX_PLAYERS - 1,
        description="their names; they take the other seats in this order",
    )
    settings: dict[str, Any] = Field(
        default_factory=dict, description="the opponents give the number of players by default"
    )
    seat: int | Literal["random"] = Field(
        default="random", description="your seat; `random` shuffles all seats"
    )
    visibility: Visibility = "public"
    expires_in: float | None = Field(
        default=None,
        ge=MIN_SECONDS,
        le=MAX_SECONDS,
        description="seconds to answer; by default 15 minutes, or 3 days for slow games",
    )


class DeclineRequest(RequestBody):
    """Why a challenge is declined."""

    reason: DeclineReason = "other"


class Challenger(BaseModel):
    """Who challenges, with the rating for this number of players."""

    account: Account
    rating: ShownRating | None


class ChallengeOpponent(Challenger):
    """Who is challenged, and the answer."""

    status: OpponentStatus
    reason: DeclineReason | None = None


class ChallengeInfo(BaseModel):
    """A challenge, for those who take part in it."""

    id: str
    challenger: Challenger
    opponents: list[ChallengeOpponent]
    settings: dict[str, Any]
    rated: bool
    speed: Speed
    seat: int | None = Field(description="of the challenger; null: the seats are shuffled")
    visibility: Visibility
    status: ChallengeStatus
    created_at: float
    expires_at: float
    closed_at: float | None
    game: str | None = Field(description="the game, when all have accepted")


class OnlineAccount(BaseModel):
    """Somebody who is connected, and what they accept."""

    account: Account
    rating: ShownRating | None = Field(
        description="for two players; null for a guest, who has none"
    )
    owner: str | None = Field(description="the name of a bot's owner")
    playing: int = Field(description="games in progress")
    rules: ChallengeRules
