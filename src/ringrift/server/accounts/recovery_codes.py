"""Recovery codes: a set of ten, shown once, each of which works once."""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest
from secrets import choice
from typing import Final

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.types import RecoveryStatus
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import recovery_codes

CODES: Final = 10
_GROUPS: Final = 4
_GROUP_LENGTH: Final = 4
_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"  # without i, l, o and u
_MISREAD: Final = str.maketrans("ilou", "110v")


class RecoveryCodes:
    """The recovery codes of all accounts. The database has salted hashes only."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def replace(self, account: str, now: float) -> list[str]:
        """Create a new set of codes, which replaces the old one; return it."""
        codes = [_new_code() for _ in range(CODES)]
        rows = [
            {
                "id": (salt := new_id()),
                "account_id": account,
                "code_hash": _hash_code(salt, normalize_code(code)),
                "created_at": now,
            }
            for code in codes
        ]
        mine = delete(recovery_codes).where(recovery_codes.c.account_id == account)
        async with self._database.engine.begin() as connection:
            await connection.execute(mine)
            await connection.execute(insert(recovery_codes), rows)
        return codes

    async def status(self, account: str) -> RecoveryStatus:
        """Return how many codes are left, and when they were created."""
        unused = func.count().filter(recovery_codes.c.used_at.is_(None))
        wanted = select(unused, func.max(recovery_codes.c.created_at)).where(
            recovery_codes.c.account_id == account
        )
        async with self._database.reading.connect() as connection:
            remaining, created_at = (await connection.execute(wanted)).one()
        return RecoveryStatus(remaining=remaining, created_at=created_at)

    async def find(self, account: str | None, code: str) -> str | None:
        """Return the id of an unused code. A missing account takes just as long."""
        wanted = select(recovery_codes.c.id, recovery_codes.c.code_hash).where(
            recovery_codes.c.account_id == (account or ""), recovery_codes.c.used_at.is_(None)
        )
        async with self._database.reading.connect() as connection:
            stored = [(row.id, row.code_hash) for row in await connection.execute(wanted)]
        missing = CODES - len(stored)
        found: str | None = None
        for salt, code_hash in stored + [("", "")] * missing:
            if compare_digest(_hash_code(salt, normalize_code(code)), code_hash):
                found = salt
        return found

    async def use(self, account: str, code: str, now: float) -> bool:
        """Use a code; return whether it was right and unused."""
        found = await self.find(account, code)
        if found is None:
            return False
        async with self._database.engine.begin() as connection:
            return await mark_used(connection, found, now)


async def mark_used(connection: AsyncConnection, code: str, now: float) -> bool:
    """Use the code with this id; return whether it was still unused."""
    unused = (recovery_codes.c.id == code) & recovery_codes.c.used_at.is_(None)
    used = await connection.execute(update(recovery_codes).where(unused).values(used_at=now))
    return bool(used.rowcount)


def normalize_code(typed: str) -> str:
    """Return a typed code without separators and with the intended characters.

    >>> normalize_code("ABCD-efgh IJKL MNOP")
    'abcdefgh1jk1mn0p'
    """
    letters = "".join(part for part in typed.casefold() if part.isalnum())
    return letters.translate(_MISREAD)


def _new_code() -> str:
    """Return 80 random bits in groups that can be copied by hand."""
    groups = ("".join(choice(_ALPHABET) for _ in range(_GROUP_LENGTH)) for _ in range(_GROUPS))
    return "-".join(groups)


def _hash_code(salt: str, code: str) -> str:
    return sha256(f"{salt} {code}".encode()).hexdigest()
