"""The Idempotency-Key of the current request, and ids that derive from it."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from pydantic import BaseModel
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.credentials import new_id
from ringrift.server.storage.tables import repeatable_responses

ID_LENGTH: Final = 32
request_key: Final[ContextVar[str | None]] = ContextVar("request_key", default=None)


@dataclass(frozen=True, slots=True)
class RepeatableRequest:
    """A request whose response is stored: its row, the account, and what it asked for."""

    id: str
    account: str
    fingerprint: str


repeatable_request: Final[ContextVar[RepeatableRequest | None]] = ContextVar(
    "repeatable_request", default=None
)


def id_for(kind: str) -> str:
    """Return the id of what this request creates; a repeat of the request gets the same one."""
    key = request_key.get()
    return new_id() if key is None else digest(kind, key)[:ID_LENGTH]


def is_repeatable() -> bool:
    """Return whether this request has a key and may be a repeat."""
    return request_key.get() is not None


async def store_response(
    connection: AsyncConnection, body: BaseModel, now: float, *, status: int = 200
) -> None:
    """Store the response to this request in the transaction that makes its change.

    For changes that a repeat could not recognise: a seat that was left is like one that was never
    taken.
    """
    request = repeatable_request.get()
    if request is not None:
        row = {
            "id": request.id,
            "account_id": request.account,
            "fingerprint": request.fingerprint,
            "status": status,
            "body": body.model_dump_json(by_alias=True),
            "created_at": now,
        }
        await connection.execute(insert(repeatable_responses), [row])


def digest(*parts: str) -> str:
    return sha256("\0".join(parts).encode()).hexdigest()
