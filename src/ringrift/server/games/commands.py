"""Commands to a live game: typed from the border to the session, JSON only across the bus."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, Final

from ringrift.rules.moves import Move
from ringrift.rules.wire_moves import dump_move, load_move


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCommand:
    """A command of an account. The journal stores it under `client_id`; a repeat has no effect."""

    name: ClassVar[str]
    account: str
    client_id: str | None = None

    @property
    def journal_key(self) -> str | None:
        """Return the key of the command in the journal, unique across accounts."""
        return None if self.client_id is None else f"{self.account[:8]}.{self.client_id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayMove(GameCommand):
    """Play a move. Notation is parsed by the session, which knows the position."""

    name = "move"
    move: Move | str
    expected: int | None = None  # the last event that the client has seen
    lag: float = 0.0  # seconds, as the server measured it
    waited: float = 0.0  # seconds since the move arrived at the server
    stalled: float = 0.0  # seconds for which it may have been unread before: its worker was late


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(GameCommand):
    name = "resign"


@dataclass(frozen=True, slots=True, kw_only=True)
class AbortGame(GameCommand):
    """End a game that nobody has begun, without a result."""

    name = "abort"


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferTakeBack(GameCommand):
    name = "offer_take_back"
    keep: int | None = None  # how many moves stand; by default up to the account's last choice


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeTakeBack(GameCommand):
    name = "agree_take_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineTakeBack(GameCommand):
    name = "decline_take_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimAbandoned(GameCommand):
    """Let the player to move leave a game without clocks, because they are absent."""

    name = "claim_abandoned"
    absence_seconds: float  # for how long the player must have been absent


@dataclass(frozen=True, slots=True, kw_only=True)
class AbandonGame:
    """End a game that all players left. Sent by the server itself."""

    name: ClassVar[str] = "abandon"
    journal_key: ClassVar[None] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseGame:
    """End a game without a result, because an administrator closes it."""

    name: ClassVar[str] = "close"
    journal_key: ClassVar[None] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GetSnapshot:
    """Read the game as it stands, from the view of an account or of a spectator."""

    name: ClassVar[str] = "snapshot"
    journal_key: ClassVar[None] = None
    account: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckPlan:
    """Check conditional moves of an account, or follow those that are stored."""

    name: ClassVar[str] = "check_plan"
    journal_key: ClassVar[None] = None
    account: str
    lines: list[list[str]]
    follow: bool = False


Command = (
    PlayMove
    | Resign
    | AbortGame
    | OfferTakeBack
    | AgreeTakeBack
    | DeclineTakeBack
    | ClaimAbandoned
    | AbandonGame
    | CloseGame
)
Request = Command | GetSnapshot | CheckPlan


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command is durable; `sequence` is the number of its last event."""

    sequence: int


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A live game as it stands: durable events only."""

    sequence: int
    state: dict[str, Any]
    position: str
    clock: list[float | None] | None
    to_choose: int | None
    begun: bool
    first_turn_until: float | None
    your_seats: list[int]


@dataclass(frozen=True, slots=True)
class CheckedPlan:
    """Conditional moves in canonical notation, and the event after which they begin."""

    lines: list[list[str]]
    sequence: int


Reply = Accepted | GameSnapshot | CheckedPlan

_REQUESTS: Final[dict[str, type[Request]]] = {
    kind.name: kind
    for kind in (
        *(PlayMove, Resign, AbortGame, OfferTakeBack, AgreeTakeBack, DeclineTakeBack),
        *(ClaimAbandoned, AbandonGame, CloseGame, GetSnapshot, CheckPlan),
    )
}


def dump_request(request: Request) -> dict[str, Any]:
    """Return the request as JSON fields, for another worker."""
    dumped = {field.name: getattr(request, field.name) for field in fields(request)}
    if isinstance(request, PlayMove):
        if not isinstance(request.move, str):
            dumped["move"] = dump_move(request.move)
        dumped["waited"] += dumped.pop("stalled")  # the clocks elsewhere ran on
    return dumped


def load_request(name: str, dumped: dict[str, Any]) -> Request:
    """Return the request that another worker sent."""
    loaded = dict(dumped)
    if isinstance(loaded.get("move"), dict):
        loaded["move"] = load_move(loaded["move"])
    return _REQUESTS[name](**loaded)


def dump_reply(reply: Reply) -> dict[str, Any]:
    """Return the reply as JSON fields, for another worker."""
    return asdict(reply)


def load_reply(request: Request, dumped: dict[str, Any]) -> Reply:
    """Return the reply of another worker to this request."""
    if isinstance(request, CheckPlan):
        return CheckedPlan(**dumped)
    return (GameSnapshot if isinstance(request, GetSnapshot) else Accepted)(**dumped)
