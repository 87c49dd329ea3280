"""Devices on which an account has logged in. Guesses from elsewhere cannot lock them out."""

from __future__ import annotations

from typing import Final

from sqlalchemy import delete, insert, select, update

from ringrift.server.accounts.credentials import hash_secret, new_id, new_secret
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, known_devices

DEVICE_SECONDS: Final = 365 * 86_400.0  # since the last login
_MAX_DEVICES: Final = 20  # per account; the longest unused one is forgotten


class KnownDevices:
    """The devices of all accounts, by the hash of a cookie."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, secret: str, name_key: str, now: float) -> str | None:
        """Return the id of the device if that account has logged in on it before."""
        wanted = (
            select(known_devices.c.id)
            .join(accounts, accounts.c.id == known_devices.c.account_id)
            .where(
                known_devices.c.token_hash == hash_secret(secret),
                known_devices.c.seen_at > now - DEVICE_SECONDS,
                accounts.c.name_key == name_key,
            )
        )
        async with self._database.reading.connect() as connection:
            return await connection.scalar(wanted)

    async def remember(self, account: str, secret: str | None, now: float) -> str:
        """Store that the account has logged in on this device; return the secret for the cookie.

        A secret that this server did not issue is replaced: another site may have planted it.
        """
        known = secret if secret and await self._is_issued(secret) else new_secret()
        mine = known_devices.c.account_id == account
        same = mine & (known_devices.c.token_hash == hash_secret(known))
        row = {
            "id": new_id(),
            "account_id": account,
            "token_hash": hash_secret(known),
            "created_at": now,
            "seen_at": now,
        }
        newest = (
            select(known_devices.c.id)
            .where(mine)
            .order_by(known_devices.c.seen_at.desc())
            .limit(_MAX_DEVICES)
        )
        async with self._database.engine.begin() as connection:
            seen = await connection.execute(update(known_devices).where(same).values(seen_at=now))
            if not seen.rowcount:
                await connection.execute(insert(known_devices), [row])
            await connection.execute(
                delete(known_devices).where(mine, known_devices.c.id.not_in(newest))
            )
        return known

    async def _is_issued(self, secret: str) -> bool:
        wanted = select(known_devices.c.id).where(known_devices.c.token_hash == hash_secret(secret))
        async with self._database.reading.connect() as connection:
            return await connection.scalar(wanted.limit(1)) is not None

    async def forget_others(self, account: str, secret: str | None) -> None:
        """Forget all devices of the account but this one: its password has changed."""
        mine = known_devices.c.account_id == account
        other = known_devices.c.token_hash != hash_secret(secret or "")
        async with self._database.engine.begin() as connection:
            await connection.execute(delete(known_devices).where(mine, other))
