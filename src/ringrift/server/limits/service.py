"""The rate limits of a server."""

from __future__ import annotations

import math
from typing import Final, Literal

from ringrift.server.accounts.security_log import log_security_event
from ringrift.server.clock import Clock
from ringrift.server.errors import ApiError
from ringrift.server.limits.shared_limit import SharedRateLimit
from ringrift.server.limits.token_bucket import RateLimit
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database

_MINUTE: Final = 60.0
_HOUR: Final = 3600.0
_CHAT_LINES_PER_MINUTE: Final = 20
_CHALLENGES_PER_MINUTE: Final = 30
_PUZZLE_RESULTS_PER_MINUTE: Final = 40
_PLAYER_SEARCHES_PER_MINUTE: Final = 120  # one for each letter that is typed
_PICTURES_PER_MINUTE: Final = 30  # that have to be drawn
_MAILS_PER_HOUR: Final = 5  # that somebody can make the server send to one person
_ACTIONS_PER_MINUTE: Final = 30  # of an administrator
_STUDY_CHANGES_PER_MINUTE: Final = 60  # the page saves while one edits
_CHANGES_PER_MINUTE: Final = 30  # of follows, blocks, clubs, entries, challenges, vacations
_SEARCHES_PER_MINUTE: Final = 20  # that are kept
_TOURNAMENTS_PER_HOUR: Final = 20
_CLUBS_PER_HOUR: Final = 5
_MESSAGES_PER_MINUTE: Final = 20  # private ones
_DOWNLOADS_PER_HOUR: Final = 20  # of many records
_ADDRESSES_PER_NAME: Final = 10  # that can guess one password at their full rate

_BYTES_PER_REQUEST: Final = 1 << 14  # of all requests of an address, on average

LocalName = Literal[
    "messages",
    "requests",
    "chat",
    "challenges",
    "puzzles",
    "pictures",
    "downloads",
    "player searches",
    "study changes",
    "changes",
    "saved searches",
]
SharedName = Literal[
    "mails",
    "logins",
    "guesses",
    "name_guesses",
    "accounts",
    "analyses",
    "choices",
    "reports",
    "administration",
    "tournaments",
    "clubs",
]


class RateLimits:
    """One per worker. Frequent requests are counted in memory, rare ones in the database."""

    def __init__(self, settings: Settings, database: Database, clock: Clock) -> None:
        self._local: dict[LocalName, RateLimit] = {
            "messages": RateLimit(_MESSAGES_PER_MINUTE, _MINUTE, clock=clock.monotonic),
            "requests": RateLimit(settings.requests_per_minute, _MINUTE, clock=clock.monotonic),
            "chat": RateLimit(_CHAT_LINES_PER_MINUTE, _MINUTE, clock=clock.monotonic),
            "downloads": RateLimit(_DOWNLOADS_PER_HOUR, _HOUR, clock=clock.monotonic),
            "challenges": RateLimit(_CHALLENGES_PER_MINUTE, _MINUTE, clock=clock.monotonic),
            "puzzles": RateLimit(_PUZZLE_RESULTS_PER_MINUTE, _MINUTE, clock=clock.monotonic),
            "player searches": RateLimit(
                _PLAYER_SEARCHES_PER_MINUTE, _MINUTE, clock=clock.monotonic
            ),
            "study changes": RateLimit(_STUDY_CHANGES_PER_MINUTE, _MINUTE, clock=clock.monotonic),
            "changes": RateLimit(_CHANGES_PER_MINUTE, _MINUTE, clock=clock.monotonic),
            "saved searches": RateLimit(_SEARCHES_PER_MINUTE, _MINUTE, clock=clock.monotonic),
            "pictures": RateLimit(_PICTURES_PER_MINUTE, _MINUTE, clock=clock.monotonic),
        }
        body_bytes = settings.requests_per_minute * _BYTES_PER_REQUEST
        self._body_bytes = RateLimit(body_bytes, _MINUTE, clock=clock.monotonic)
        shared: dict[SharedName, tuple[int, float]] = {
            "logins": (settings.logins_per_minute, _MINUTE),
            "guesses": (settings.logins_per_minute, _HOUR),
            "name_guesses": (_ADDRESSES_PER_NAME * settings.logins_per_minute, _HOUR),
            "accounts": (settings.logins_per_minute, _MINUTE),
            "analyses": (settings.analyses_per_hour, _HOUR),
            "choices": (settings.choices_per_minute, _MINUTE),
            "mails": (_MAILS_PER_HOUR, _HOUR),
            "reports": (settings.reports_per_hour, _HOUR),
            "administration": (_ACTIONS_PER_MINUTE, _MINUTE),
            "tournaments": (_TOURNAMENTS_PER_HOUR, _HOUR),
            "clubs": (_CLUBS_PER_HOUR, _HOUR),
        }
        self._shared = {
            name: SharedRateLimit(database, name, *limit, clock=clock.now)
            for name, limit in shared.items()
        }
        # The same limits for this worker alone: what exceeds these costs no database write.
        self._mirrors = {
            name: RateLimit(*limit, clock=clock.monotonic) for name, limit in shared.items()
        }

    def check(self, name: LocalName, key: str, *, account: str | None = None) -> None:
        """Refuse a request beyond the limit of this worker."""
        _require_no_wait(name, key, account, self._local[name].take(key))

    def check_body(self, address: str, size: int) -> None:
        """Refuse a large body before it is parsed, which takes the event loop's time."""
        _require_no_wait("large requests", address, None, self._body_bytes.take(address, size))

    async def check_shared(self, name: SharedName, key: str, *, account: str | None = None) -> None:
        """Refuse a request beyond the limit of all workers together."""
        _require_no_wait(name, key, account, await self.take_shared(name, key))

    async def take_shared(self, name: SharedName, key: str) -> float:
        """Take a token and return 0, or return the seconds until there is one."""
        wait = self._mirrors[name].take(key)
        if wait:
            return wait
        wait = await self._shared[name].take(key)
        if wait:
            self._mirrors[name].give_back(key)
        return wait

    async def give_back(self, name: SharedName, key: str) -> None:
        """Return a token that was taken for a request which then did no harm."""
        self._mirrors[name].give_back(key)
        await self._shared[name].give_back(key)


def _require_no_wait(name: str, key: str, account: str | None, wait: float) -> None:
    if not wait:
        return
    seconds = None if math.isinf(wait) else math.ceil(wait)
    log_security_event("limited", account=account, address=None if account else key, about=name)
    advice = "this server does not allow any" if seconds is None else f"try again in {seconds} s"
    raise ApiError(429, "TOO_MANY", f"too many {name}: {advice}", more={"retryAfter": seconds})
