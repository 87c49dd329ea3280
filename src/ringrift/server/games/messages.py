"""The messages of the live protocol, specified in docs/reference/live-protocol.md."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field, TypeAdapter

from ringrift.server.accounts.types import Account, RequestBody
from ringrift.server.community.challenge_types import ChallengeInfo
from ringrift.server.games.types import MAX_SEQUENCE, PRINTABLE

PROTOCOL: Final = 1
GameId = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
ClientId = Annotated[str, Field(min_length=1, max_length=64, pattern=PRINTABLE)]


class Watch(RequestBody):
    """Follow a game: send all events after `since`, and new ones as they happen."""

    type: Literal["watch"]
    game: GameId
    since: int = Field(default=0, ge=0, le=MAX_SEQUENCE)
    code: str | None = Field(
        default=None, max_length=64, description="the invite code of a private game"
    )


class Unwatch(RequestBody):
    """Stop following a game."""

    type: Literal["unwatch"]
    game: GameId


class Move(RequestBody):
    """Play a move. A repeated `client_id` has no effect."""

    type: Literal["move"]
    game: GameId
    client_id: ClientId
    expected: int | None = Field(default=None, ge=0, le=MAX_SEQUENCE)
    move: dict[str, Any] | str


class Resign(RequestBody):
    """Leave the game. With three or four players, a level plays on for you."""

    type: Literal["resign"]
    game: GameId
    client_id: ClientId


class Abort(RequestBody):
    """Abort a game in which no person has completed a turn."""

    type: Literal["abort"]
    game: GameId
    client_id: ClientId


class OfferTakeBack(RequestBody):
    """Request a take-back."""

    type: Literal["take_back.offer"]
    game: GameId
    client_id: ClientId
    keep: int | None = Field(default=None, ge=0, le=MAX_SEQUENCE)


class AgreeTakeBack(RequestBody):
    """Agree to the requested take-back."""

    type: Literal["take_back.agree"]
    game: GameId
    client_id: ClientId


class DeclineTakeBack(RequestBody):
    """Decline the requested take-back, or withdraw your own request."""

    type: Literal["take_back.decline"]
    game: GameId
    client_id: ClientId


class Say(RequestBody):
    """A line of chat."""

    type: Literal["chat"]
    game: GameId
    text: str = Field(min_length=1, max_length=500)
    client_id: ClientId | None = Field(default=None, description="a repeat has no effect")


class WatchLobby(RequestBody):
    """Follow the list of open games."""

    type: Literal["lobby.watch"]


class UnwatchLobby(RequestBody):
    """Stop following the lobby."""

    type: Literal["lobby.unwatch"]


class WatchWaiting(RequestBody):
    """Follow which of your games wait for you."""

    type: Literal["waiting.watch"]


class UnwatchWaiting(RequestBody):
    """Stop following the games that wait for you."""

    type: Literal["waiting.unwatch"]


class WatchTournament(RequestBody):
    """Follow a tournament."""

    type: Literal["tournament.watch"]
    tournament: GameId


class UnwatchTournament(RequestBody):
    """Stop following a tournament."""

    type: Literal["tournament.unwatch"]
    tournament: GameId


class Ping(RequestBody):
    """Ask for a `pong`, which returns `t`."""

    type: Literal["ping"]
    t: float
    rtt: float | None = Field(
        default=None,
        ge=0,
        le=60,
        description="ignored: the server measures the round trip by `echo`",
    )


class Echo(RequestBody):
    """Return the `probe` of a `pong` at once: the server measures the round trip."""

    type: Literal["echo"]
    probe: int = Field(ge=0, le=MAX_SEQUENCE)


Received = Annotated[
    Watch
    | Unwatch
    | Move
    | Resign
    | Abort
    | OfferTakeBack
    | AgreeTakeBack
    | DeclineTakeBack
    | Say
    | WatchLobby
    | UnwatchLobby
    | WatchWaiting
    | UnwatchWaiting
    | WatchTournament
    | UnwatchTournament
    | Ping
    | Echo,
    Field(discriminator="type"),
]
RECEIVED: Final[TypeAdapter[Any]] = TypeAdapter(Received)


class Welcome(BaseModel):
    """The first message: who you are."""

    type: Literal["welcome"] = "welcome"
    protocol: int = PROTOCOL
    account: Account | None
    at: float


class Events(BaseModel):
    """Events of a game, in order and without a gap."""

    type: Literal["events"] = "events"
    game: str
    events: list[dict[str, Any]]


class Accepted(BaseModel):
    """Your command is durable; `sequence` is the number of its last event."""

    type: Literal["accepted"] = "accepted"
    client_id: str
    game: str
    sequence: int


class Refused(BaseModel):
    """Your command was not executed. A stale one returns the events that you missed."""

    type: Literal["refused"] = "refused"
    client_id: str | None = None
    game: str | None = None
    error: dict[str, Any]
    sequence: int | None = None
    missed: list[dict[str, Any]] | None = None


class Watching(BaseModel):
    """You have received all events up to this one."""

    type: Literal["watching"] = "watching"
    game: str
    sequence: int


class Presence(BaseModel):
    """Which players of a game are connected; sent on every change."""

    type: Literal["presence"] = "presence"
    game: str
    here: list[str] = Field(description="the ids of their accounts")


class Chat(BaseModel):
    """A line of chat. `id` is unique: a line may be repeated after an interruption."""

    type: Literal["chat"] = "chat"
    id: str
    game: str
    account: str | None = Field(
        default=None, description="who wrote it; null for a deleted account"
    )
    name: str
    at: float
    text: str
    spectator: bool = Field(
        default=False, description="its writer has no seat: players see it after the game"
    )


class ChatRemoved(BaseModel):
    """A moderator removed a line of chat: show it no longer."""

    type: Literal["chat.removed"] = "chat.removed"
    game: str
    id: str


class Rematch(BaseModel):
    """A player proposes a rematch."""

    type: Literal["rematch"] = "rematch"
    game: str
    next: str
    name: str


class Lobby(BaseModel):
    """The open games, and how many accounts look for a quick match of each kind."""

    type: Literal["lobby"] = "lobby"
    games: list[dict[str, Any]]
    quick_match: list[dict[str, Any]]


class WaitingEntry(BaseModel):
    """A game of yours, or a rematch that somebody offers you."""

    game: str
    status: Literal["open", "live", "over", "aborted"]
    your_turn: bool
    deadline: float | None = Field(
        default=None, description="when the time of the player to move is up"
    )
    rematch_of: str | None = Field(
        default=None, description="the finished game, if this is the offer of a rematch"
    )
    opponents: list[str] = Field(description="the names of the other people")


class Waiting(BaseModel):
    """What waits for you: games and rematch offers, the most urgent first, challenges, messages."""

    type: Literal["waiting"] = "waiting"
    games: list[WaitingEntry]
    challenges: list[ChallengeInfo] = Field(description="as in `GET /challenges`")
    unread_messages: int = Field(description="as the sum of `unread` in `GET /messages`")


class TournamentChanged(BaseModel):
    """A tournament with its standings, as `GET /tournaments/{tournament}` returns it."""

    type: Literal["tournament"] = "tournament"
    tournament: dict[str, Any]


class Pong(BaseModel):
    """The reply to a ping: the server's time, and the probe to return as an `echo`."""

    type: Literal["pong"] = "pong"
    t: float
    at: float
    probe: int


class Closing(BaseModel):
    """The server closes the socket, for this reason."""

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
        | ChatRemoved
        | Rematch
        | Lobby
        | Waiting
        | TournamentChanged
        | Pong
        | Closing,
        Field(discriminator="type"),
    ]
)
