"""The rate limits of a server."""

from __future__ import annotations

import math
from typing import Final, Literal

from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.errors import ApiError
from ringrift.server.limits.shared_limit import SharedRateLimit
from ringrift.server.limits.token_bucket import RateLimit
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database

_MINUTE: Final = 60.0
_HOUR: Final = 3600.0
_CHAT_LINES_PER_MINUTE: Final = 20

LocalName = Literal["requests", "chat"]
SharedName = Literal["logins", "accounts", "analyses", "choices"]


class RateLimits:
    """One per worker. Frequent requests are counted in memory, rare ones in the database."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._local: dict[LocalName, RateLimit] = {
            "requests": RateLimit(settings.requests_per_minute, _MINUTE),
            "chat": RateLimit(_CHAT_LINES_PER_MINUTE, _MINUTE),
        }
        shared: dict[SharedName, tuple[int, float]] = {
            "logins": (settings.logins_per_minute, _MINUTE),
            "accounts": (settings.logins_per_minute, _MINUTE),
            "analyses": (settings.analyses_per_hour, _HOUR),
            "choices": (settings.choices_per_minute, _MINUTE),
        }
        self._shared = {
            name: SharedRateLimit(database, name, *limit) for name, limit in shared.items()
        }

    def check(self, name: LocalName, key: str, *, account: str | None = None) -> None:
        """Refuse a request beyond the limit of this worker."""
        _require_no_wait(name, key, account, self._local[name].take(key))

    async def check_shared(self, name: SharedName, key: str, *, account: str | None = None) -> None:
        """Refuse a request beyond the limit of all workers together."""
        _require_no_wait(name, key, account, await self._shared[name].take(key))


def _require_no_wait(name: str, key: str, account: str | None, wait: float) -> None:
    if not wait:
        return
    seconds = None if math.isinf(wait) else math.ceil(wait)
    log_security_event("limited", account=account, address=None if account else key, about=name)
    advice = "this server does not allow any" if seconds is None else f"try again in {seconds} s"
    raise ApiError(429, "TOO_MANY", f"too many {name}: {advice}", more={"retryAfter": seconds})
