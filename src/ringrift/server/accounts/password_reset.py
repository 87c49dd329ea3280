"""New passwords for people who lost theirs: by a recovery code or a one-time token."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Literal

from sqlalchemy import Delete, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.credentials import hash_secret, new_id, new_secret
from ringrift.server.accounts.names import name_key
from ringrift.server.accounts.password_policy import require_strong_password
from ringrift.server.accounts.passwords import hash_password
from ringrift.server.accounts.recovery_codes import RecoveryCodes, mark_used
from ringrift.server.accounts.types import Account
from ringrift.server.errors import ApiError
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, reset_tokens
from ringrift.server.work_pools import WorkPool

ResetReason = Literal["email", "operator"]
EMAIL_SECONDS: Final = 1800.0  # that a token in a mail is valid
OPERATOR_SECONDS: Final = 86_400.0  # that a token from an operator is valid
_TAG: Final = "rrp_"  # lets scanners recognise a token that was published by mistake


class PasswordReset:
    """Sets new passwords. The caller ends the sessions of the account afterwards."""

    def __init__(self, database: Database, passwords: WorkPool, codes: RecoveryCodes) -> None:
        self._database = database
        self._pool = passwords
        self._codes = codes

    async def create_token(
        self, account: str, now: float, *, reason: ResetReason, seconds: float
    ) -> str:
        """Return a secret that sets a new password once; it replaces earlier ones of its reason."""
        async with self._database.engine.begin() as connection:
            return await add_reset_token(connection, account, now, reason=reason, seconds=seconds)

    async def revoke_tokens(self, account: str) -> None:
        """Revoke the unused tokens of an account: its password was changed."""
        async with self._database.engine.begin() as connection:
            await connection.execute(_unused_tokens(account))

    async def redeem_token(
        self, secret: str, password: str, now: float
    ) -> tuple[Account, ResetReason]:
        """Set a new password with a token; a weak password does not use it up."""
        valid = (
            reset_tokens.c.token_hash == hash_secret(secret),
            reset_tokens.c.used_at.is_(None),
            reset_tokens.c.expires_at > now,
        )
        wanted = (
            select(accounts.c.id, accounts.c.name, reset_tokens.c.reason)
            .join(accounts, accounts.c.id == reset_tokens.c.account_id)
            .where(*valid, accounts.c.kind == "person", accounts.c.deleted_at.is_(None))
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            raise _bad_token()

        async def use(connection: AsyncConnection) -> bool:
            used = update(reset_tokens).where(*valid).values(used_at=now)
            return bool((await connection.execute(used)).rowcount)

        account = Account(id=row.id, name=row.name, kind="person")
        require_strong_password(password, account.name, "password")
        if not await self._set_password(account.id, password, use):
            raise _bad_token()
        return account, row.reason

    async def redeem_code(self, name: str, code: str, password: str, now: float) -> Account:
        """Set a new password with a recovery code; the error does not tell what was wrong."""
        require_strong_password(password, name, "password")
        wanted = select(accounts.c.id, accounts.c.name).where(
            accounts.c.name_key == name_key(name),
            accounts.c.kind == "person",
            accounts.c.deleted_at.is_(None),
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        found = await self._codes.find(row.id if row else None, code)
        if row is None or found is None:
            raise _wrong_code()

        async def use(connection: AsyncConnection) -> bool:
            return await mark_used(connection, found, now)

        if not await self._set_password(row.id, password, use):
            raise _wrong_code()
        return Account(id=row.id, name=row.name, kind="person")

    async def _set_password(
        self, account: str, password: str, use: Callable[[AsyncConnection], Awaitable[bool]]
    ) -> bool:
        """Set the password and use the token or code in one transaction; each works once."""
        hashed = await hash_password(self._pool, password, share=account)
        changed = update(accounts).where(accounts.c.id == account).values(password_hash=hashed)
        async with self._database.engine.begin() as connection:
            if not await use(connection):
                return False
            await connection.execute(changed)
            await connection.execute(_unused_tokens(account))
        return True


async def add_reset_token(
    connection: AsyncConnection, account: str, now: float, *, reason: ResetReason, seconds: float
) -> str:
    """Add a token within a transaction; return its secret. It replaces earlier ones."""
    secret = _TAG + new_secret()
    row = {
        "id": new_id(),
        "account_id": account,
        "token_hash": hash_secret(secret),
        "reason": reason,
        "created_at": now,
        "expires_at": now + seconds,
    }
    earlier = (reset_tokens.c.account_id == account, reset_tokens.c.reason == reason)
    await connection.execute(delete(reset_tokens).where(*earlier))
    await connection.execute(insert(reset_tokens), [row])
    return secret


def reset_link(settings: Settings, secret: str) -> str:
    """Return the address of the page that sets a new password.

    The secret is in the fragment, which browsers send to no server.
    """
    return f"{settings.address}/account/reset#{secret}"


def _unused_tokens(account: str) -> Delete:
    mine = reset_tokens.c.account_id == account
    return delete(reset_tokens).where(mine, reset_tokens.c.used_at.is_(None))


def _bad_token() -> ApiError:
    message = "this link was used or has expired: request a new one"
    return ApiError(401, "BAD_RESET_TOKEN", message, path="token")


def _wrong_code() -> ApiError:
    return ApiError(401, "WRONG_CREDENTIALS", "the name or recovery code is wrong: try again")
