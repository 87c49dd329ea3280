"""Password hashes with argon2id, computed in threads because they are slow on purpose."""

from __future__ import annotations

import asyncio
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_hasher: Final = PasswordHasher()  # argon2id with the library's current parameters
_DUMMY_HASH: Final = _hasher.hash("nobody has this password")
_concurrency: Final = asyncio.Semaphore(4)  # each uses 64 MiB


async def hash_password(password: str) -> str:
    async with _concurrency:
        return await asyncio.to_thread(_hasher.hash, password)


async def verify_password(password: str, stored: str | None) -> bool:
    """Return whether the password is right. A missing account takes just as long."""
    async with _concurrency:
        return (
            await asyncio.to_thread(_verify, password, stored or _DUMMY_HASH) and stored is not None
        )


def needs_rehash(stored: str) -> bool:
    """Return whether the hash was made with weaker parameters."""
    return _hasher.check_needs_rehash(stored)


def _verify(password: str, stored: str) -> bool:
    try:
        return _hasher.verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False
