"""Random secrets that are handed out once; the database knows only their hashes."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_urlsafe
from uuid import uuid4


def new_id() -> str:
    return uuid4().hex


def new_secret() -> str:
    return token_urlsafe(32)


def hash_of(secret: str) -> str:
    """A secret has 256 random bits, so a plain hash is enough."""
    return sha256(secret.encode()).hexdigest()
