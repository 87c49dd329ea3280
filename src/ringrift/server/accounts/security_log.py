"""Security events, one structured line each in the log `ringrift.security`, without secrets."""

from __future__ import annotations

import logging
from typing import Final, Literal

_log: Final = logging.getLogger("ringrift.security")

SecurityEvent = Literal[
    "account_created",
    "account_deleted",
    "administered",
    "administration_refused",
    "authenticated_again",
    "authenticator_added",
    "authenticator_removed",
    "bot_created",
    "csrf_refused",
    "data_exported",
    "email_removed",
    "email_requested",
    "email_verified",
    "limited",
    "logged_in",
    "logged_out",
    "logged_out_everywhere",
    "login_failed",
    "login_refused",
    "origin_refused",
    "passkey_added",
    "passkey_removed",
    "password_changed",
    "password_reset",
    "rating_damped",
    "rating_refused",
    "recovered_by_mail",
    "recovered_with_code",
    "recovery_code_used",
    "recovery_codes_created",
    "recovery_failed",
    "reset_requested",
    "seat_refused",
    "second_factor_failed",
    "session_ended",
    "token_created",
    "token_refused",
    "token_revoked",
    "tokens_revoked",
]
_WARNINGS: Final = frozenset(
    {
        *("csrf_refused", "limited", "login_failed", "origin_refused", "rating_refused"),
        *("administration_refused", "login_refused"),
        *("recovery_failed", "seat_refused", "second_factor_failed", "token_refused"),
    }
)


def log_security_event(
    event: SecurityEvent, *, account: str | None = None, address: str | None = None, about: str = ""
) -> None:
    """Log the event with its account and address."""
    level = logging.WARNING if event in _WARNINGS else logging.INFO
    fields = {"event": event, "account": account, "address": address, "about": about}
    _log.log(level, event, extra={name: value for name, value in fields.items() if value})
