"""Request and response bodies about games."""

from __future__ import annotations

from typing import Any, Final, Literal, Self

from pydantic import BaseModel, Field

from ringrift.records.departures import LeaveReason
from ringrift.rules.errors import RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.position_string import FIELDS as POSITION_FIELDS
from ringrift.rules.wire_moves import load_move
from ringrift.server.accounts.types import Account, RequestBody
from ringrift.server.errors import ApiError

MAX_SEQUENCE: Final = 2**31 - 1  # the largest integer of the databases
_TURN_FIELD: Final = POSITION_FIELDS.index("turnNumber")
PRINTABLE: Final = r"^[\x21-\x7e]+$"  # of a client_id

Status = Literal["open", "live", "over", "aborted"]
Visibility = Literal["public", "unlisted", "private"]
Seating = Literal["listed", "random"]
RatingOutcome = Literal["counted", "damped", "own_bot", "no_turn", "repeated", "no_players"]
Speed = Literal["bullet", "blitz", "rapid", "classical", "correspondence", "untimed"]


class SeatRequest(RequestBody):
    """Who takes a seat: the creator, a level, or anyone who joins."""

    kind: Literal["me", "open", "level"] = "open"
    level: int | None = Field(default=None, ge=1, le=10)


class NewGame(RequestBody):
    """A game to create. The fields of `settings` are in docs/reference/host.md."""

    settings: dict[str, Any] = Field(default_factory=dict)
    seats: list[SeatRequest] | None = Field(
        default=None,
        min_length=2,
        max_length=4,
        description="in seat order; gives the number of players where `settings` does not. By"
        " default the creator has seat 1 and the other seats are open",
    )
    seating: Seating = Field(
        default="listed", description="`random`: the listed seats are shuffled"
    )
    visibility: Visibility = Field(
        default="public",
        description="`unlisted`: in no list of others, but everybody with the link may watch",
    )


class VisibilityChange(RequestBody):
    """Whether others may watch a game of yours against levels by its link."""

    visibility: Literal["unlisted", "private"]


class DepartureInfo(BaseModel):
    """Why and when a person left a game."""

    reason: LeaveReason
    at: float


class ShownRating(BaseModel):
    """A rating on the familiar scale: about 1500 for an average player."""

    value: int
    uncertain: bool = Field(description="shown as `?`: based on few games")


class Preview(BaseModel):
    """The position of a game in a list: the current one, or the final one."""

    position: str = Field(description="a position string; docs/reference/position-string.md")
    turn: int
    to_move: int | None = Field(description="the seat to move; null when the game is over")

    @classmethod
    def of(cls, position: str, to_move: int | None) -> Self:
        """Return the preview of a valid position string, without loading it."""
        turn = int(position.split(" ")[_TURN_FIELD])
        return cls(position=position, turn=turn, to_move=to_move)


class SeatInfo(BaseModel):
    """A seat and its first occupant."""

    seat: int
    kind: Literal["open", "person", "level", "bot"]
    account: Account | None = None
    level: int | None = None
    left: DepartureInfo | None = Field(
        default=None, description="the account has left; a substitute plays on, or the game ended"
    )
    rank: int | None = Field(
        default=None, description="of the seat, by the rules, when the game is over"
    )
    people_rank: int | None = Field(
        default=None,
        description="of the account among the people: those who left rank behind all others",
    )
    rating: ShownRating | None = Field(
        default=None,
        description="of a registered account for this number of players; of a game that counted,"
        " the rating before it",
    )
    rating_change: int | None = Field(
        default=None, description="of the rating by this game, if it counted"
    )


class TournamentLink(BaseModel):
    """The tournament of a game."""

    id: str
    name: str


class GameInfo(BaseModel):
    """A game without its moves."""

    id: str
    settings: dict[str, Any]
    status: Status
    visibility: Visibility
    rated: bool
    rating_outcome: RatingOutcome | None = Field(
        default=None,
        description="whether a rated game counted, and if not why; null until it is rated",
    )
    created_at: float
    started_at: float | None
    ended_at: float | None
    sequence: int
    winner: int | None = Field(description="the seat that won by the rules")
    people_winner: int | None = Field(
        default=None, description="the seat of the best ranked person who stayed"
    )
    reason: str | None = Field(
        description="why the game ended, or was aborted: request, first_turn or absence"
    )
    rematch_of: str | None
    seats: list[SeatInfo]
    speed: Speed = Field(description="by the time control")
    tournament: TournamentLink | None = None
    preview: Preview | None = Field(
        default=None,
        description="null before the start, and for a moment where the position is not at hand",
    )
    spectators: int = Field(default=0, description="people who watch it now, without its players")
    invite: str | None = Field(
        default=None, description="the code of the invite link; only for its players"
    )


class WaitingGame(BaseModel):
    """A game of the caller, or a rematch that somebody offers them."""

    game: GameInfo
    your_turn: bool
    deadline: float | None = Field(
        description="when the time of the player to move is up; null without a running clock"
    )
    rematch_offer: bool = Field(
        description="accept it with POST /games/{game}/rematch, where {game} is `rematch_of`"
    )


class GameView(GameInfo):
    """A game as it stands: state, clocks, who is to move and who is connected."""

    here: list[str] = Field(description="the accounts of its players that are connected")
    state: dict[str, Any] | None
    position: str | None
    clock: list[float | None] | None
    to_choose: int | None
    begun: bool = Field(description="a person has completed a turn: the game cannot be aborted")
    first_turn_until: float | None = Field(
        description="when the game is aborted unless the first turn is complete; null: no limit"
    )
    your_seats: list[int]


class MoveRequest(RequestBody):
    """A move, as an object or in notation. A repeated `client_id` has no effect."""

    move: dict[str, Any] | str
    client_id: str = Field(min_length=1, max_length=64, pattern=PRINTABLE)
    expected: int | None = Field(
        default=None, ge=0, le=MAX_SEQUENCE, description="the last event that you have received"
    )


class CommandAccepted(BaseModel):
    """The command is durable; `sequence` is the number of its last event."""

    sequence: int


class CommandRequest(RequestBody):
    client_id: str | None = Field(default=None, min_length=1, max_length=64, pattern=PRINTABLE)


class TakeBackRequest(CommandRequest):
    keep: int | None = Field(
        default=None,
        ge=0,
        description="how many moves to keep; by default, those before your last choice",
    )


class ChatLine(RequestBody):
    """A line of chat."""

    text: str = Field(min_length=1, max_length=500)


class GameEvents(BaseModel):
    """Events of a game, in order."""

    sequence: int
    events: list[dict[str, Any]]


def load_sent_move(sent: dict[str, Any] | str) -> Move | str:
    """Return the move of a move object; notation stays text until the position is known."""
    if isinstance(sent, str):
        return sent
    try:
        return load_move(sent)
    except RingRiftError as error:
        raise ApiError.of(error.refusal, within="move") from error
