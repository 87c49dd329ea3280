"""A client of a RingRift server: its HTTP API, and live games that survive lost connections.

`AsyncClient` is for programs that use asyncio, `Client` for all others.
"""

from __future__ import annotations

from ringrift.client.async_client import AsyncClient
from ringrift.client.client import Client
from ringrift.client.errors import ConnectionLostError, ServerRefusalError
from ringrift.client.events import (
    ChallengeChanged,
    ChallengeReceived,
    ClientEvent,
    GameChanged,
    GameOver,
    GameStarted,
    RematchOffered,
    TakeBackOffered,
    YourTurn,
)
from ringrift.client.live_game import LiveGame
from ringrift.client.types import (
    Account,
    Challenge,
    ChallengeRules,
    GameInfo,
    OnlineAccount,
    SeatInfo,
)

__all__ = [
    "Account",
    "AsyncClient",
    "Challenge",
    "ChallengeChanged",
    "ChallengeReceived",
    "ChallengeRules",
    "Client",
    "ClientEvent",
    "ConnectionLostError",
    "GameChanged",
    "GameInfo",
    "GameOver",
    "GameStarted",
    "LiveGame",
    "OnlineAccount",
    "RematchOffered",
    "SeatInfo",
    "ServerRefusalError",
    "TakeBackOffered",
    "YourTurn",
]
