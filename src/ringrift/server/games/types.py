"""Request and response bodies about games."""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import BaseModel, Field

from ringrift.rules.errors import RingRiftError
from ringrift.rules.moves import Move
from ringrift.rules.wire_moves import load_move
from ringrift.server.accounts.types import Account, RequestBody
from ringrift.server.errors import ApiError

MAX_SEQUENCE: Final = 2**31 - 1  # the largest integer of the databases
PRINTABLE: Final = r"^[\x21-\x7e]+$"  # of a client_id

Status = Literal["open", "live", "over", "aborted"]
Visibility = Literal["public", "private"]


class SeatRequest(RequestBody):
    """Who takes a seat: the creator, a level, or anyone who joins."""

    kind: Literal["me", "open", "level"] = "open"
    level: int | None = Field(default=None, ge=1, le=10)


class NewGame(RequestBody):
    """A game to create. The fields of `settings` are in docs/reference/host.md."""

    settings: dict[str, Any] = Field(default_factory=dict)
    seats: list[SeatRequest] | None = Field(
        default=None,
        max_length=4,
        description="by default the creator has seat 1 and the other seats are open",
    )
    visibility: Visibility = "public"


class SeatInfo(BaseModel):
    """A seat and its occupant."""

    seat: int
    kind: Literal["open", "person", "level", "bot"]
    account: Account | None = None
    level: int | None = None


class GameInfo(BaseModel):
    """A game without its moves."""

    id: str
    settings: dict[str, Any]
    status: Status
    visibility: Visibility
    rated: bool
    created_at: float
    started_at: float | None
    ended_at: float | None
    sequence: int
    winner: int | None
    reason: str | None
    rematch_of: str | None
    seats: list[SeatInfo]
    invite: str | None = Field(
        default=None, description="the code of the invite link; only for its players"
    )


class GameView(GameInfo):
    """A game as it stands: state, clocks, who is to move and who is connected."""

    here: list[str] = Field(description="the accounts of its players that are connected")
    state: dict[str, Any] | None
    position: str | None
    clock: list[float | None] | None
    to_choose: int | None
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
