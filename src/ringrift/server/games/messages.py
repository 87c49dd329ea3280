"""The messages of a socket, both ways: typed JSON, specified in docs/reference/live-protocol.md."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field, TypeAdapter

from ringrift.server.accounts.types import Account, Sent
from ringrift.server.games.types import MOST_SEQUENCE, PRINTABLE

PROTOCOL: Final = 1
GameId = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
ClientId = Annotated[str, Field(min_length=1, max_length=64, pattern=PRINTABLE)]


class Watch(Sent):
    """Tell me everything of this game after the event `since`, and go on telling."""

    type: Literal["watch"]
    game: GameId
    since: int = Field(default=0, ge=0, le=MOST_SEQUENCE)
    code: str | None = Field(
        default=None, max_length=64, description="the invitation, for a private game"
    )


class Unwatch(Sent):
    """Enough of this game."""

    type: Literal["unwatch"]
    game: GameId


class Move(Sent):
    """Play a move; sent twice under the same `client_id` it is played once."""

    type: Literal["move"]
    game: GameId
    client_id: ClientId
    expected: int | None = Field(default=None, ge=0, le=MOST_SEQUENCE)
    move: dict[str, Any] | str


class Resign(Sent):
    """Give up."""

    type: Literal["resign"]
    game: GameId
    client_id: ClientId


class OfferTakeBack(Sent):
    """Ask to take moves back."""

    type: Literal["take_back.offer"]
    game: GameId
    client_id: ClientId
    keep: int | None = Field(default=None, ge=0, le=MOST_SEQUENCE)


class AgreeTakeBack(Sent):
    """Agree to what is asked."""

    type: Literal["take_back.agree"]
    game: GameId
    client_id: ClientId


class DeclineTakeBack(Sent):
    """Decline what is asked, or ask no more."""

    type: Literal["take_back.decline"]
    game: GameId
    client_id: ClientId


class Say(Sent):
    """A line of chat."""

    type: Literal["chat"]
    game: GameId
    text: str = Field(min_length=1, max_length=500)


class WatchLobby(Sent):
    """Tell me about open games, now and whenever they change."""

    type: Literal["lobby.watch"]


class UnwatchLobby(Sent):
    """Enough of the lobby."""

    type: Literal["lobby.unwatch"]


class Ping(Sent):
    """Is anybody there? `t` comes back."""

    type: Literal["ping"]
    t: float
    rtt: float | None = Field(
        default=None,
        ge=0,
        le=60,
        description="passed over: the server measures the way itself, by `echo`",
    )


class Echo(Sent):
    """The answer to a `pong`, at once: its `probe`. So the server measures the way there and back."""

    type: Literal["echo"]
    probe: int = Field(ge=0, le=MOST_SEQUENCE)


Received = Annotated[
    Watch
    | Unwatch
    | Move
    | Resign
    | OfferTakeBack
    | AgreeTakeBack
    | DeclineTakeBack
    | Say
    | WatchLobby
    | UnwatchLobby
    | Ping
    | Echo,
    Field(discriminator="type"),
]
RECEIVED: Final[TypeAdapter[Any]] = TypeAdapter(Received)


class Welcome(BaseModel):
    """First of all: who you are."""

    type: Literal["welcome"] = "welcome"
    protocol: int = PROTOCOL
    account: Account | None
    at: float


class Events(BaseModel):
    """What happened in a game, in order and without a gap."""

    type: Literal["events"] = "events"
    game: str
    events: list[dict[str, Any]]


class Accepted(BaseModel):
    """Your command is durable; its last event has this number."""

    type: Literal["accepted"] = "accepted"
    client_id: str
    game: str
    sequence: int


class Refused(BaseModel):
    """Your command was not carried out. A stale one comes with the events that you missed."""

    type: Literal["refused"] = "refused"
    client_id: str | None = None
    game: str | None = None
    error: dict[str, Any]
    sequence: int | None = None
    missed: list[dict[str, Any]] | None = None


class Watching(BaseModel):
    """You have been told everything up to this event."""

    type: Literal["watching"] = "watching"
    game: str
    sequence: int


class Presence(BaseModel):
    """Who of those who play is connected, now; told again whenever it changes."""

    type: Literal["presence"] = "presence"
    game: str
    here: list[str] = Field(description="their accounts")


class Chat(BaseModel):
    """Somebody said something."""

    type: Literal["chat"] = "chat"
    game: str
    name: str
    at: float
    text: str


class Rematch(BaseModel):
    """Somebody who played wants the game once more."""

    type: Literal["rematch"] = "rematch"
    game: str
    next: str
    name: str


class Lobby(BaseModel):
    """The open games."""

    type: Literal["lobby"] = "lobby"
    games: list[dict[str, Any]]


class Pong(BaseModel):
    """The answer to a ping, with the server's time, and the number to send back as an `echo`."""

    type: Literal["pong"] = "pong"
    t: float
    at: float
    probe: int


class Closing(BaseModel):
    """The server closes the socket, and why."""

    type: Literal["closing"] = "closing"
    reason: str


SENT: Final[TypeAdapter[Any]] = TypeAdapter(
    Annotated[
        Welcome
        | Events
        | Accepted
        | Refused
        | Watching
        | Presence
        | Chat
        | Rematch
        | Lobby
        | Pong
        | Closing,
        Field(discriminator="type"),
    ]
)
