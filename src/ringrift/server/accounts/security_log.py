"""Security events, one structured line each in the log `ringrift.security`, without secrets."""

from __future__ import annotations

import logging
from typing import Final, Literal

_log: Final = logging.getLogger("ringrift.security")

SecurityEvent = Literal[
    "account_created",
    "account_deleted",
    "authenticated_again",
    "bot_created",
    "csrf_refused",
    "data_exported",
    "limited",
    "logged_in",
    "logged_out",
    "logged_out_everywhere",
    "login_failed",
    "origin_refused",
    "password_changed",
    "rating_damped",
    "rating_refused",
    "seat_refused",
    "session_ended",
    "token_created",
    "token_refused",
    "token_revoked",
    "tokens_revoked",
]
_WARNINGS: Final = frozenset(
    {
        *("csrf_refused", "limited", "login_failed", "origin_refused", "rating_refused"),
        *("seat_refused", "token_refused"),
    }
)


def log_security_event(
    event: SecurityEvent, *, account: str | None = None, address: str | None = None, about: str = ""
) -> None:
    """Log the event with its account and address."""
    level = logging.WARNING if event in _WARNINGS else logging.INFO
    fields = {"event": event, "account": account, "address": address, "about": about}
    _log.log(level, event, extra={name: value for name, value in fields.items() if value})
