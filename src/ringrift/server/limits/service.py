"""The limits of a server, by what they protect."""

from __future__ import annotations

import math

from ringrift.server.accounts.security_log import note
from ringrift.server.errors import ApiError
from ringrift.server.limits.buckets import Limit
from ringrift.server.settings import Settings

_MINUTE = 60.0
_HOUR = 3600.0


class Limits:
    """One for a worker."""

    def __init__(self, settings: Settings) -> None:
        self._limits = {
            "requests": Limit(settings.requests_per_minute, _MINUTE),
            "sign-ins": Limit(settings.sign_ins_per_minute, _MINUTE),
            "accounts": Limit(settings.sign_ins_per_minute, _MINUTE),
            "analyses": Limit(settings.analyses_per_hour, _HOUR),
            "chat": Limit(20, _MINUTE),
        }

    def check(self, what: str, key: str, *, account: str | None = None) -> None:
        """Refuse what is too much, and say when to come back."""
        wait = self._limits[what].take(key)
        if not wait:
            return
        seconds = None if math.isinf(wait) else math.ceil(wait)
        note("limited", account=account, address=None if account else key, about=what)
        again = "this server allows none" if seconds is None else f"try again in {seconds} s"
        raise ApiError(429, "TOO_MANY", f"too many {what}: {again}", more={"retryAfter": seconds})
