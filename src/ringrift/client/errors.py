"""Errors of a client: what the server refused, and a server that cannot be reached."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ringrift.rules.errors import Refusal, RingRiftError

# The server did not execute the request, or it may have done so: repeat it under the same key.
REPEATABLE: Final = frozenset({"TRY_AGAIN", "CLOSING", "QUEUE_FULL", "OUTCOME_UNKNOWN"})


class ServerRefusalError(RingRiftError):
    """The server refused a request; `code`, `message` and `path` say why."""

    def __init__(self, refusal: Refusal, status: int | None = None) -> None:
        super().__init__(refusal)
        self.status = status  # of the HTTP response; None for a message of the socket

    @classmethod
    def load(cls, body: Mapping[str, Any], status: int | None = None) -> ServerRefusalError:
        """Load an error from a body with an `error` object."""
        error = body.get("error")
        if not isinstance(error, Mapping):
            error = {}
        refusal = Refusal(
            str(error.get("code", "UNREADABLE")),
            error.get("rule"),
            str(error.get("message", "the response is not one of a RingRift server")),
            str(error.get("path", "")),
        )
        return cls(refusal, status)


class ConnectionLostError(RingRiftError):
    """The server could not be reached for longer than the client's `patience`."""

    def __init__(self, message: str) -> None:
        super().__init__(Refusal("CONNECTION_LOST", None, message))


def connection_closed() -> ConnectionLostError:
    return ConnectionLostError("the client is closed: create another")
