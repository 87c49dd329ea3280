"""Random ids and secrets. The database stores only hashes of secrets."""

from __future__ import annotations

from hashlib import sha256
from secrets import token_urlsafe
from uuid import uuid4


def new_id() -> str:
    return uuid4().hex


def new_secret() -> str:
    return token_urlsafe(32)


def hash_secret(secret: str) -> str:
    """Return the hash of a secret. It has 256 random bits, so it needs no salt."""
    return sha256(secret.encode()).hexdigest()
