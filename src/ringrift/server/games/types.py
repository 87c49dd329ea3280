"""What travels about games. Settings and events are the host's objects, states and moves the wire's."""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import BaseModel, Field

from ringrift.server.accounts.types import Account, Sent

MOST_SEQUENCE: Final = 2**31 - 1  # that a database keeps
PRINTABLE: Final = r"^[\x21-\x7e]+$"  # what a client may call its commands

Status = Literal["open", "live", "over", "aborted"]
Visibility = Literal["public", "private"]


class WantedSeat(Sent):
    """Who shall sit in a seat: its maker, a level, or whoever comes."""

    kind: Literal["me", "open", "level"] = "open"
    level: int | None = Field(default=None, ge=1, le=10)


class NewGame(Sent):
    """A game to be made. `settings` are those of the host; docs/reference/host.md."""

    settings: dict[str, Any] = Field(default_factory=dict)
    seats: list[WantedSeat] | None = Field(
        default=None,
        max_length=4,
        description="by default its maker sits in seat 1 and the others are open",
    )
    visibility: Visibility = "public"


class SeatInfo(BaseModel):
    """Who has a seat."""

    seat: int
    kind: Literal["open", "person", "level", "bot"]
    account: Account | None = None
    level: int | None = None


class GameInfo(BaseModel):
    """A game without its course."""

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
        default=None, description="the code of the invite link, for those who may give it away"
    )


class GameView(GameInfo):
    """A game as it stands: the state, what is to be decided, the clocks, and who is there."""

    here: list[str] = Field(description="the accounts of those who play in it and are connected")
    state: dict[str, Any] | None
    position: str | None
    clock: list[float | None] | None
    to_choose: int | None
    your_seats: list[int]


class SentMove(Sent):
    """A move, as an object or in notation. `client_id` names it: sent twice it is played once."""

    move: dict[str, Any] | str
    client_id: str = Field(min_length=1, max_length=64, pattern=PRINTABLE)
    expected: int | None = Field(
        default=None, ge=0, le=MOST_SEQUENCE, description="the last event that you have seen"
    )


class Accepted(BaseModel):
    """The command is durable; its last event has this sequence number."""

    sequence: int


class SentCommand(Sent):
    client_id: str | None = Field(default=None, min_length=1, max_length=64, pattern=PRINTABLE)


class TakeBackOffer(SentCommand):
    keep: int | None = Field(
        default=None,
        ge=0,
        description="how many moves shall stand; by default up to your last choice",
    )


class SentLine(Sent):
    """Something to say beside a game."""

    text: str = Field(min_length=1, max_length=500)


class GameEvents(BaseModel):
    """Events of a game, in order."""

    sequence: int
    events: list[dict[str, Any]]
