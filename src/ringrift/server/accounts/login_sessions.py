"""Login sessions and tokens: from the secret that a request carries to the account that it speaks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, insert, select, update

from ringrift.server.accounts.credentials import hash_of, new_id, new_secret
from ringrift.server.accounts.types import Account
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, sessions, tokens

DAY: Final = 86_400.0
_SEEN_EVERY: Final = 60.0  # a session notes that it is used once a minute at most


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever sends a request: an account, by a session of a browser or by the token of a bot."""

    account: Account
    session: str | None = None
    csrf: str | None = None
    expires_at: float = 0.0

    def belongs_to(self, account: str, *, only: str | None, but: str | None) -> bool:
        """Whether it is by one of these sessions: only one, all but one, or all of the account."""
        if self.account.id != account:
            return False
        return self.session == only if only is not None else but is None or self.session != but


class LoginSessions:
    """The sessions of all people and the tokens of all bots."""

    def __init__(self, database: Database, days: int) -> None:
        self._database = database
        self._seconds = days * DAY

    async def open(self, account: Account, now: float) -> tuple[str, Caller]:
        """A new session: the secret for the cookie, and the caller that it stands for."""
        secret, csrf = new_secret(), new_secret()
        row = {
            "id": new_id(),
            "account_id": account.id,
            "token_hash": hash_of(secret),
            "csrf": csrf,
            "created_at": now,
            "seen_at": now,
            "expires_at": now + self._seconds,
        }
        async with self._database.engine.begin() as connection:
            await connection.execute(insert(sessions), [row])
        return secret, Caller(account, str(row["id"]), csrf, now + self._seconds)

    async def caller(self, secret: str, now: float) -> Caller | None:
        """Whose session it is; None if it has ended."""
        wanted = (
            select(
                accounts.c.id,
                accounts.c.name,
                accounts.c.kind,
                sessions.c.id.label("session"),
                sessions.c.csrf,
                sessions.c.expires_at,
                sessions.c.seen_at,
            )
            .join(accounts, accounts.c.id == sessions.c.account_id)
            .where(
                sessions.c.token_hash == hash_of(secret),
                sessions.c.expires_at > now,
                accounts.c.deleted_at.is_(None),
            )
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            return None
        if now - row.seen_at > _SEEN_EVERY:
            async with self._database.engine.begin() as connection:
                await connection.execute(
                    update(sessions).where(sessions.c.id == row.session).values(seen_at=now)
                )
        return Caller(
            Account(id=row.id, name=row.name, kind=row.kind), row.session, row.csrf, row.expires_at
        )

    async def close(self, session: str) -> None:
        async with self._database.engine.begin() as connection:
            await connection.execute(delete(sessions).where(sessions.c.id == session))

    async def close_all(self, account: str, *, but: str | None = None) -> None:
        """Log an account out everywhere, or everywhere else."""
        gone = delete(sessions).where(sessions.c.account_id == account)
        if but is not None:
            gone = gone.where(sessions.c.id != but)
        async with self._database.engine.begin() as connection:
            await connection.execute(gone)

    async def new_token(self, account: Account, label: str, now: float) -> str:
        """A token for a bot, which is shown once."""
        secret = new_secret()
        row = {
            "id": new_id(),
            "account_id": account.id,
            "token_hash": hash_of(secret),
            "label": label,
            "created_at": now,
        }
        async with self._database.engine.begin() as connection:
            await connection.execute(insert(tokens), [row])
        return secret

    async def revoke_tokens(self, account: str, now: float) -> None:
        """None of a bot's tokens is good any more."""
        async with self._database.engine.begin() as connection:
            await connection.execute(
                update(tokens)
                .where(tokens.c.account_id == account, tokens.c.revoked_at.is_(None))
                .values(revoked_at=now)
            )

    async def bearer(self, secret: str) -> Caller | None:
        """Whose token it is; None if it was revoked or never was."""
        wanted = (
            select(accounts.c.id, accounts.c.name, accounts.c.kind)
            .join(accounts, accounts.c.id == tokens.c.account_id)
            .where(
                tokens.c.token_hash == hash_of(secret),
                tokens.c.revoked_at.is_(None),
                accounts.c.deleted_at.is_(None),
            )
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        return None if row is None else Caller(Account(id=row.id, name=row.name, kind=row.kind))
