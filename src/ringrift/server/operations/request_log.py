"""The request log: one structured line for each HTTP request, without secrets.

It has the pattern of the path and the ids in it, but no query and no other part of the path: these
may contain invitation codes, names and tokens.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from starlette.requests import HTTPConnection
from starlette.types import Scope

from ringrift.server.accounts.authentication import CALLER, address_of

_IDS: Final = frozenset({"account", "chapter", "game", "line", "report", "study", "tournament"})
_log = logging.getLogger("ringrift.requests")


def log_request(scope: Scope, status: int, seconds: float) -> None:
    """Log a request that was answered."""
    caller = scope.get(CALLER)
    parameters: dict[str, Any] = scope.get("path_params", {})
    fields = {
        "method": scope["method"],
        "route": getattr(scope.get("route"), "path", "none"),
        "status": status,
        "ms": round(seconds * 1000, 1),
        "address": address_of(HTTPConnection(scope)),
        "account": None if caller is None else caller.account.id,
        **{name: value for name, value in parameters.items() if name in _IDS},
    }
    _log.info("request", extra={name: value for name, value in fields.items() if value is not None})
