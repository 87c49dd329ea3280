"""What happens to a client, in the order in which it happened."""

from __future__ import annotations

from dataclasses import dataclass

from ringrift.client.live_game import LiveGame
from ringrift.client.types import Challenge


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game of yours started, or was in progress when the client connected."""

    game: LiveGame


@dataclass(frozen=True, slots=True)
class GameChanged:
    """A game of yours advanced."""

    game: LiveGame


@dataclass(frozen=True, slots=True)
class YourTurn:
    """You have a choice to make: it comes once for each choice, also after a reconnect."""

    game: LiveGame


@dataclass(frozen=True, slots=True)
class TakeBackOffered:
    """Another player asks to take back moves: agree, decline, or play on, which declines."""

    game: LiveGame
    seat: int  # of the player who asks


@dataclass(frozen=True, slots=True)
class GameOver:
    """A game of yours ended or was aborted."""

    game: LiveGame


@dataclass(frozen=True, slots=True)
class ChallengeReceived:
    """Somebody challenges you."""

    challenge: Challenge


@dataclass(frozen=True, slots=True)
class ChallengeChanged:
    """A challenge was answered, withdrawn, or has expired."""

    challenge: Challenge


@dataclass(frozen=True, slots=True)
class RematchOffered:
    """Another player offers a rematch of a finished game: `client.rematch(rematch_of)`."""

    rematch_of: str
    opponents: tuple[str, ...]  # names


ClientEvent = (
    GameStarted
    | GameChanged
    | YourTurn
    | TakeBackOffered
    | GameOver
    | ChallengeReceived
    | ChallengeChanged
    | RematchOffered
)
"""What `Client.events` and `AsyncClient.events` yield."""
