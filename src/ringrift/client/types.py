"""What the server returns, as frozen dataclasses. Fields that are not known here are ignored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

JsonObject = Mapping[str, Any]
AccountKind = Literal["guest", "person", "bot"]
ChallengeStatus = Literal["open", "accepted", "declined", "withdrawn", "expired"]
DeclineReason = Literal["busy", "later", "board", "players", "speed", "rated", "unrated", "other"]
GameStatus = Literal["open", "live", "over", "aborted"]


@dataclass(frozen=True, slots=True)
class Account:
    """The public data of an account."""

    id: str
    name: str
    kind: AccountKind

    @classmethod
    def load(cls, value: JsonObject) -> Account:
        """Read the object from the server's JSON."""
        return cls(value["id"], value["name"], value["kind"])


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat of a game and its first occupant."""

    seat: int
    kind: Literal["open", "person", "level", "bot"]
    account: Account | None
    level: int | None

    @classmethod
    def load(cls, value: JsonObject) -> SeatInfo:
        """Read the object from the server's JSON."""
        account = value.get("account")
        return cls(
            value["seat"],
            value["kind"],
            None if account is None else Account.load(account),
            value.get("level"),
        )


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game without its moves; `body` has all fields of the response."""

    id: str
    status: GameStatus
    settings: JsonObject
    rated: bool
    speed: str
    seats: tuple[SeatInfo, ...]
    winner: int | None
    rematch_of: str | None
    invite: str | None
    body: JsonObject

    @classmethod
    def load(cls, value: JsonObject) -> GameInfo:
        """Read the object from the server's JSON."""
        return cls(
            id=value["id"],
            status=value["status"],
            settings=value["settings"],
            rated=value["rated"],
            speed=value["speed"],
            seats=tuple(map(SeatInfo.load, value["seats"])),
            winner=value.get("winner"),
            rematch_of=value.get("rematch_of"),
            invite=value.get("invite"),
            body=value,
        )


@dataclass(frozen=True, slots=True)
class Opponent:
    """Who is challenged, and the answer."""

    account: Account
    status: Literal["waiting", "accepted", "declined"]
    reason: DeclineReason | None


@dataclass(frozen=True, slots=True)
class Challenge:
    """A game that the challenger asks the opponents to play."""

    id: str
    challenger: Account
    opponents: tuple[Opponent, ...]
    settings: JsonObject
    rated: bool
    speed: str
    seat: int | None  # of the challenger; None: the seats are shuffled
    status: ChallengeStatus
    expires_at: float
    game: str | None  # when all have accepted

    @classmethod
    def load(cls, value: JsonObject) -> Challenge:
        """Read the object from the server's JSON."""
        return cls(
            id=value["id"],
            challenger=Account.load(value["challenger"]["account"]),
            opponents=tuple(
                Opponent(Account.load(one["account"]), one["status"], one.get("reason"))
                for one in value["opponents"]
            ),
            settings=value["settings"],
            rated=value["rated"],
            speed=value["speed"],
            seat=value.get("seat"),
            status=value["status"],
            expires_at=value["expires_at"],
            game=value.get("game"),
        )


@dataclass(frozen=True, slots=True)
class ChallengeRules:
    """Which challenges an account accepts; None allows everything."""

    accepts: Literal["everyone", "registered", "nobody"] = "everyone"
    boards: Sequence[str] | None = None
    players: Sequence[int] | None = None
    speeds: Sequence[str] | None = None
    rated: Literal["any", "rated", "unrated"] = "any"
    games: int | None = None  # how many games it plays at once

    @classmethod
    def load(cls, value: JsonObject) -> ChallengeRules:
        """Read the object from the server's JSON."""
        return cls(
            accepts=value["accepts"],
            boards=value.get("boards"),
            players=value.get("players"),
            speeds=value.get("speeds"),
            rated=value["rated"],
            games=value.get("games"),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the rules as the server accepts them."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class OnlineAccount:
    """Somebody who is connected, and what they accept."""

    account: Account
    owner: str | None  # of a bot
    playing: int  # games in progress
    rules: ChallengeRules

    @classmethod
    def load(cls, value: JsonObject) -> OnlineAccount:
        """Read the object from the server's JSON."""
        return cls(
            account=Account.load(value["account"]),
            owner=value.get("owner"),
            playing=value["playing"],
            rules=ChallengeRules.load(value["rules"]),
        )
