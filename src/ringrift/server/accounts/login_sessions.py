"""Login sessions of people and tokens of bots: from a secret to the account."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, insert, select, update

from ringrift.server.accounts.credentials import hash_secret, new_id, new_secret
from ringrift.server.accounts.types import Account
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, login_sessions, tokens

DAY: Final = 86_400.0
_SEEN_INTERVAL: Final = 60.0  # seconds between updates of seen_at


@dataclass(frozen=True, slots=True)
class Caller:
    """The account that sends a request, by a session cookie or by a bot's token."""

    account: Account
    session: str | None = None
    csrf: str | None = None
    expires_at: float = 0.0

    def belongs_to(self, account: str, *, only: str | None, but: str | None) -> bool:
        """Return whether the caller uses the account: `only` that session, or any `but` that."""
        if self.account.id != account:
            return False
        return self.session == only if only is not None else but is None or self.session != but


class LoginSessions:
    """All login sessions and tokens of a server."""

    def __init__(self, database: Database, days: int) -> None:
        self._database = database
        self._seconds = days * DAY

    async def open(self, account: Account, now: float) -> tuple[str, Caller]:
        """Open a session; return the secret for the cookie, and the caller."""
        secret, csrf = new_secret(), new_secret()
        row = {
            "id": new_id(),
            "account_id": account.id,
            "token_hash": hash_secret(secret),
            "csrf": csrf,
            "created_at": now,
            "seen_at": now,
            "expires_at": now + self._seconds,
        }
        async with self._database.engine.begin() as connection:
            await connection.execute(insert(login_sessions), [row])
        return secret, Caller(account, str(row["id"]), csrf, now + self._seconds)

    async def by_cookie(self, secret: str, now: float) -> Caller | None:
        """Return the caller of a session, or None if it expired."""
        wanted = (
            select(
                accounts.c.id,
                accounts.c.name,
                accounts.c.kind,
                login_sessions.c.id.label("session"),
                login_sessions.c.csrf,
                login_sessions.c.expires_at,
                login_sessions.c.seen_at,
            )
            .join(accounts, accounts.c.id == login_sessions.c.account_id)
            .where(
                login_sessions.c.token_hash == hash_secret(secret),
                login_sessions.c.expires_at > now,
                accounts.c.deleted_at.is_(None),
            )
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            return None
        if now - row.seen_at > _SEEN_INTERVAL:
            async with self._database.engine.begin() as connection:
                await connection.execute(
                    update(login_sessions)
                    .where(login_sessions.c.id == row.session)
                    .values(seen_at=now)
                )
        return Caller(
            Account(id=row.id, name=row.name, kind=row.kind), row.session, row.csrf, row.expires_at
        )

    async def close(self, session: str) -> None:
        async with self._database.engine.begin() as connection:
            await connection.execute(delete(login_sessions).where(login_sessions.c.id == session))

    async def close_all(self, account: str, *, but: str | None = None) -> None:
        """Close all sessions of an account, or all but one."""
        closed = delete(login_sessions).where(login_sessions.c.account_id == account)
        if but is not None:
            closed = closed.where(login_sessions.c.id != but)
        async with self._database.engine.begin() as connection:
            await connection.execute(closed)

    async def create_token(self, account: Account, label: str, now: float) -> str:
        """Create a token for a bot."""
        secret = new_secret()
        row = {
            "id": new_id(),
            "account_id": account.id,
            "token_hash": hash_secret(secret),
            "label": label,
            "created_at": now,
        }
        async with self._database.engine.begin() as connection:
            await connection.execute(insert(tokens), [row])
        return secret

    async def revoke_tokens(self, account: str, now: float) -> None:
        """Revoke all tokens of a bot."""
        async with self._database.engine.begin() as connection:
            await connection.execute(
                update(tokens)
                .where(tokens.c.account_id == account, tokens.c.revoked_at.is_(None))
                .values(revoked_at=now)
            )

    async def by_token(self, secret: str) -> Caller | None:
        """Return the caller of a token, or None if it is not valid."""
        wanted = (
            select(accounts.c.id, accounts.c.name, accounts.c.kind)
            .join(accounts, accounts.c.id == tokens.c.account_id)
            .where(
                tokens.c.token_hash == hash_secret(secret),
                tokens.c.revoked_at.is_(None),
                accounts.c.deleted_at.is_(None),
            )
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        return None if row is None else Caller(Account(id=row.id, name=row.name, kind=row.kind))
