"""What concerns security, one structured line each, in the log `ringrift.security`. Never a secret."""

from __future__ import annotations

import logging
from typing import Final, Literal

_log: Final = logging.getLogger("ringrift.security")

Happening = Literal[
    "account_created",
    "account_deleted",
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
    "seat_refused",
    "token_refused",
    "tokens_revoked",
]
_TROUBLE: Final = frozenset(
    {"csrf_refused", "limited", "login_failed", "origin_refused", "seat_refused", "token_refused"}
)


def note(
    happening: Happening, *, account: str | None = None, address: str | None = None, about: str = ""
) -> None:
    """Write it down, with who and from where."""
    level = logging.WARNING if happening in _TROUBLE else logging.INFO
    more = {"event": happening, "account": account, "address": address, "about": about}
    _log.log(level, happening, extra={name: value for name, value in more.items() if value})
