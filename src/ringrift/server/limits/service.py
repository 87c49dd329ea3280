"""The limits of a server, by what they protect."""

from __future__ import annotations

import math
from typing import Final, Literal

from ringrift.server.accounts.security_log import note
from ringrift.server.errors import ApiError
from ringrift.server.limits.shared_limit import SharedLimit
from ringrift.server.limits.token_bucket import Limit
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database

_MINUTE: Final = 60.0
_HOUR: Final = 3600.0
_CHAT: Final = 20  # lines a minute

Quick = Literal["requests", "chat"]
Rare = Literal["sign-ins", "accounts", "analyses", "choices"]


class Limits:
    """One for a worker. What is asked often it counts itself; what is rare is counted in the database."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._quick: dict[Quick, Limit] = {
            "requests": Limit(settings.requests_per_minute, _MINUTE),
            "chat": Limit(_CHAT, _MINUTE),
        }
        rare: dict[Rare, tuple[int, float]] = {
            "sign-ins": (settings.sign_ins_per_minute, _MINUTE),
            "accounts": (settings.sign_ins_per_minute, _MINUTE),
            "analyses": (settings.analyses_per_hour, _HOUR),
            "choices": (settings.choices_per_minute, _MINUTE),
        }
        self._rare = {what: SharedLimit(database, what, *limit) for what, limit in rare.items()}

    def check(self, what: Quick, key: str, *, account: str | None = None) -> None:
        """Refuse what is too much of this worker, and say when to come back."""
        _expect_none(what, key, account, self._quick[what].take(key))

    async def check_all(self, what: Rare, key: str, *, account: str | None = None) -> None:
        """Refuse what is too much of all workers together."""
        _expect_none(what, key, account, await self._rare[what].take(key))


def _expect_none(what: str, key: str, account: str | None, wait: float) -> None:
    if not wait:
        return
    seconds = None if math.isinf(wait) else math.ceil(wait)
    note("limited", account=account, address=None if account else key, about=what)
    again = "this server allows none" if seconds is None else f"try again in {seconds} s"
    raise ApiError(429, "TOO_MANY", f"too many {what}: {again}", more={"retryAfter": seconds})
