"""Second factors of an account: with any of them, a login with the password needs one."""

from __future__ import annotations

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.passkeys import Passkeys
from ringrift.server.accounts.second_factor_types import SecondFactor
from ringrift.server.accounts.totp import AuthenticatorApps
from ringrift.server.storage.tables import passkeys, totp_secrets


class SecondFactors:
    """Authenticator apps and passkeys together. Recovery codes take the place of a lost one."""

    def __init__(self, apps: AuthenticatorApps, passkeys: Passkeys) -> None:
        self._apps = apps
        self._passkeys = passkeys

    async def needed(self, account: str) -> list[SecondFactor]:
        """Return with what a login can be finished; empty if the password is enough."""
        found: list[SecondFactor] = []
        if await self._apps.is_confirmed(account):
            found.append("authenticator")
        if await self._passkeys.count(account):
            found.append("passkey")
        return [*found, "recovery_code"] if found else []


async def remove_factors(connection: AsyncConnection, account: str) -> bool:
    """Remove all factors of somebody who lost them; return whether there were any."""
    removed = [
        await connection.execute(delete(table).where(table.c.account_id == account))
        for table in (totp_secrets, passkeys)
    ]
    return any(result.rowcount for result in removed)
