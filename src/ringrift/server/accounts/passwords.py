"""Password hashes with argon2id, computed in threads because they are slow on purpose."""

from __future__ import annotations

from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ringrift.server.work_pools import WorkPool

# argon2id with the library's current parameters, but one lane: four threads for each hash would
# take the cores from live games. The memory and the work of an attacker stay the same.
_hasher: Final = PasswordHasher(parallelism=1)
_DUMMY_HASH: Final = _hasher.hash("nobody has this password")


async def hash_password(pool: WorkPool, password: str, *, share: str) -> str:
    return await pool.run(lambda: _hasher.hash(password), share=share)


async def verify_password(pool: WorkPool, password: str, stored: str | None, *, share: str) -> bool:
    """Return whether the password is right. A missing account takes just as long."""
    right = await pool.run(lambda: _verify(password, stored or _DUMMY_HASH), share=share)
    return right and stored is not None


def needs_rehash(stored: str) -> bool:
    """Return whether the hash was made with weaker parameters."""
    return _hasher.check_needs_rehash(stored)


def _verify(password: str, stored: str) -> bool:
    try:
        return _hasher.verify(stored, password)
    except (VerificationError, InvalidHashError):
        return False
