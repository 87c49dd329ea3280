"""Passwords: argon2id, checked off the event loop because it is slow on purpose."""

from __future__ import annotations

import asyncio
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_hasher: Final = PasswordHasher()  # argon2id with the library's current parameters
_NOBODY: Final = _hasher.hash("nobody has this password")
_at_once: Final = asyncio.Semaphore(4)  # each takes 64 MiB


async def hashed(password: str) -> str:
    async with _at_once:
        return await asyncio.to_thread(_hasher.hash, password)


async def matches(password: str, stored: str | None) -> bool:
    """Whether it is the password. An account that is not there takes as long as one that is."""
    async with _at_once:
        return await asyncio.to_thread(_verify, password, stored or _NOBODY) and stored is not None


def outdated(stored: str) -> bool:
    """Whether it was made with weaker parameters than today's."""
    return _hasher.check_needs_rehash(stored)


def _verify(password: str, stored: str) -> bool:
    try:
        return _hasher.verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False
