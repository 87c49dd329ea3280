"""Authenticator apps: codes of six digits that change every 30 seconds (RFC 6238)."""

from __future__ import annotations

import hmac
from base64 import b32encode
from hashlib import sha1
from secrets import token_bytes
from typing import Final
from urllib.parse import quote, urlencode

from sqlalchemy import delete, insert, or_, select, update

from ringrift.server.accounts.secret_key import SecretKey
from ringrift.server.errors import ApiError
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import totp_secrets

STEP_SECONDS: Final = 30
DIGITS: Final = 6
SECRET_BYTES: Final = 20
_DRIFT_STEPS: Final = 1  # by which the clock of a phone may differ
ISSUER: Final = "RingRift"


def compute_code(secret: bytes, step: int, *, digits: int = DIGITS) -> str:
    """Return the code of a step [RFC 4226, section 5.3]."""
    digest = hmac.new(secret, step.to_bytes(8, "big"), sha1).digest()
    offset = digest[-1] & 0xF
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**digits).zfill(digits)


def find_step(secret: bytes, code: str, now: float) -> int | None:
    """Return the step of a code that is valid now, or None."""
    current = int(now // STEP_SECONDS)
    typed = "".join(code.split())
    found = None
    for step in range(current - _DRIFT_STEPS, current + _DRIFT_STEPS + 1):
        if hmac.compare_digest(compute_code(secret, step).encode(), typed.encode()):
            found = step
    return found


class AuthenticatorApps:
    """The authenticator apps of all accounts, one each. Without a key, none can be added."""

    def __init__(self, database: Database, key: SecretKey | None) -> None:
        self._database = database
        self._key = key

    @property
    def enabled(self) -> bool:
        return self._key is not None

    async def is_confirmed(self, account: str) -> bool:
        """Return whether the account has an app whose code was entered once."""
        wanted = select(totp_secrets.c.account_id).where(
            totp_secrets.c.account_id == account, totp_secrets.c.confirmed_at.is_not(None)
        )
        async with self._database.reading.connect() as connection:
            return await connection.scalar(wanted) is not None

    async def begin(self, account: str, name: str, now: float) -> tuple[str, str]:
        """Return a new secret and its URI for the app. It counts once a code was entered."""
        if self._key is None:
            message = "this server does not offer authenticator apps: its operator can set key-file"
            raise ApiError(403, "NO_AUTHENTICATOR", message)
        if await self.is_confirmed(account):
            message = "you already use an authenticator app: turn it off first"
            raise ApiError(409, "ALREADY_ON", message)
        secret = token_bytes(SECRET_BYTES)
        row = {
            "account_id": account,
            "secret": self._key.encrypt(secret, account),
            "created_at": now,
        }
        mine = delete(totp_secrets).where(
            totp_secrets.c.account_id == account, totp_secrets.c.confirmed_at.is_(None)
        )
        async with self._database.engine.begin() as connection:
            await connection.execute(mine)
            await connection.execute(insert(totp_secrets), [row])
        text = b32encode(secret).decode()
        label = quote(f"{ISSUER}:{name}", safe=":")
        return text, f"otpauth://totp/{label}?{urlencode({'secret': text, 'issuer': ISSUER})}"

    async def confirm(self, account: str, code: str, now: float) -> bool:
        """Turn the app on if the code is right."""
        if await self.is_confirmed(account):
            raise ApiError(409, "ALREADY_ON", "your authenticator app is already on")
        return await self._use(account, code, now, confirmed=False)

    async def use(self, account: str, code: str, now: float) -> bool:
        """Return whether the code is right. Each code works once, and earlier ones no longer."""
        return await self._use(account, code, now, confirmed=True)

    async def remove(self, account: str) -> bool:
        """Turn the app off; return whether it was on."""
        mine = totp_secrets.c.account_id == account
        was_on = await self.is_confirmed(account)
        async with self._database.engine.begin() as connection:
            await connection.execute(delete(totp_secrets).where(mine))
        return was_on

    async def _use(self, account: str, code: str, now: float, *, confirmed: bool) -> bool:
        confirmed_at = totp_secrets.c.confirmed_at
        mine = (
            totp_secrets.c.account_id == account,
            confirmed_at.is_not(None) if confirmed else confirmed_at.is_(None),
        )
        async with self._database.reading.connect() as connection:
            stored = await connection.scalar(select(totp_secrets.c.secret).where(*mine))
        if stored is None or self._key is None:
            return False
        step = find_step(self._key.decrypt(stored, account), code, now)
        if step is None:
            return False
        last = totp_secrets.c.last_step
        used = (
            update(totp_secrets)
            .where(*mine, totp_secrets.c.secret == stored, or_(last.is_(None), last < step))
            .values(last_step=step, **({} if confirmed else {"confirmed_at": now}))
        )
        async with self._database.engine.begin() as connection:
            return bool((await connection.execute(used)).rowcount)
