"""Request and response bodies about tournaments."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field, StringConstraints

from ringrift.server.accounts.types import STORABLE, Account, RequestBody
from ringrift.server.tournaments.model import EntrantStatus, Format, MatchStatus, Status

MAX_ENTRANTS: Final = 400
MAX_ROUNDS: Final = 15
MAX_COMPUTERS: Final = 64

TournamentName = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=3, max_length=60, pattern=STORABLE),
]
HEX_ID: Final = r"^[0-9a-f]{32}$"
Level = Annotated[int, Field(ge=1, le=10)]


class NewTournament(RequestBody):
    """A tournament to create. `settings` are those of its games: docs/reference/host.md."""

    name: TournamentName
    description: str = Field(default="", max_length=1000, pattern=STORABLE)
    format: Format
    settings: dict[str, Any] = Field(
        default_factory=dict,
        description="with a clock. `players` is 2, but for `tables` 3 or 4, the preferred number",
    )
    starts_at: float = Field(description="in seconds since 1970, at most 90 days from now")
    minutes: float | None = Field(
        default=None, ge=0.1, le=720, description="how long an arena takes; only for an arena"
    )
    rounds: int | None = Field(
        default=None, ge=1, le=MAX_ROUNDS, description="of the formats `swiss` and `tables`"
    )
    break_seconds: float = Field(default=20, ge=0, le=3600, description="between two rounds")
    max_entrants: int = Field(default=100, ge=2, le=MAX_ENTRANTS)
    levels: list[Level] = Field(
        default_factory=list,
        max_length=MAX_COMPUTERS,
        description="computers that take part; only if the games are not rated",
    )
    club: str | None = Field(
        default=None, pattern=HEX_ID, description="a club that you lead: only its members may join"
    )
    repeat_days: Literal[0, 1, 7] = Field(
        default=0, description="create the next one so many days later, when this one starts"
    )


class ClubLink(BaseModel):
    """The club of a tournament."""

    id: str
    name: str


class TournamentInfo(BaseModel):
    """A tournament in a list."""

    id: str
    name: str
    description: str
    format: Format
    settings: dict[str, Any]
    status: Status
    players: int = Field(description="of a game; at tables, the preferred number")
    rated: bool
    created_by: Account | None
    starts_at: float
    started_at: float | None
    ended_at: float | None
    ends_at: float | None = Field(description="of a running arena")
    minutes: float | None
    rounds: int
    round: int
    break_seconds: float
    entrants: int = Field(description="who have not withdrawn")
    max_entrants: int
    repeat_days: int
    club: ClubLink | None = Field(description="only its members may join")
    revision: int = Field(description="grows with every change")
    joined: EntrantStatus | None = Field(
        default=None, description="whether you take part; null in messages of the socket"
    )


class StandingInfo(BaseModel):
    """An entrant with place, points and tie-breaks."""

    number: int
    rank: int
    account: Account | None
    level: int | None
    rating: int
    status: EntrantStatus
    points: float
    games: int
    wins: int
    byes: int
    on_fire: bool = Field(description="of an arena: the next win counts double")
    buchholz: float
    sonneborn: float
    scores: list[float] = Field(description="the points of the latest matches, at most 12")
    game: str | None = Field(description="the game that the entrant is playing")


class MatchInfo(BaseModel):
    """A game of a tournament, or a bye."""

    round: int
    number: int
    seats: list[int] = Field(description="the numbers of the entrants in seat order")
    ranks: list[int] | None
    status: MatchStatus
    game: str | None
    absent: int | None = Field(description="the seat that did not make its first turn")


class TournamentView(TournamentInfo):
    """A tournament with its standings and its latest matches."""

    next_at: float | None = Field(description="when the next round begins, or an arena pairs again")
    standings: list[StandingInfo]
    matches: list[MatchInfo] = Field(
        description="of the current round; of an arena, those in progress and the latest 30"
    )


class TournamentLists(BaseModel):
    """Tournaments by status: the running, the next to start, and the latest that ended."""

    running: list[TournamentInfo]
    upcoming: list[TournamentInfo]
    finished: list[TournamentInfo]
