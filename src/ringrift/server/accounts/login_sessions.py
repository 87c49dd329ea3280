"""Login sessions of people and guests: from the secret of a cookie to the account."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, delete, insert, select, update

from ringrift.server.accounts.client_info import UNKNOWN_CLIENT, ClientInfo
from ringrift.server.accounts.credentials import hash_secret, new_id, new_secret
from ringrift.server.accounts.sanctions import is_sanctioned
from ringrift.server.accounts.types import Account, Role, SessionInfo
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, login_sessions, roles

DAY: Final = 86_400.0
_BATCH: Final = 500  # sessions per query
_SEEN_INTERVAL: Final = 60.0  # seconds between updates of seen_at
_MAX_SESSIONS: Final = 50  # per account; the longest unused one is closed


@dataclass(frozen=True, slots=True)
class Caller:
    """The account that sends a request, by a session cookie or by a bot's token."""

    account: Account
    session: str | None = None
    csrf: str | None = None
    expires_at: float = 0.0
    authenticated_at: float = 0.0  # when the password was last entered
    token: str | None = None
    read_only: bool = False
    role: Role | None = None
    used_second_factor: bool = False  # in this session, at or after the login

    def belongs_to(self, account: str, *, only: str | None, but: str | None) -> bool:
        """Return whether the caller uses the account: `only` that credential, or any `but` that."""
        if self.account.id != account:
            return False
        credential = self.session or self.token
        return credential == only if only is not None else but is None or credential != but


class LoginSessions:
    """All login sessions of a server. A session ends `days` after it began, or when unused."""

    def __init__(self, database: Database, *, days: float, idle_days: float) -> None:
        self._database = database
        self._seconds = days * DAY
        self._idle_seconds = idle_days * DAY

    async def open(
        self,
        account: Account,
        now: float,
        client: ClientInfo = UNKNOWN_CLIENT,
        *,
        second_factor: bool = False,
    ) -> tuple[str, Caller]:
        """Open a session; return the secret for the cookie, and the caller.

        `second_factor` says whether the login used one.
        """
        secret, csrf, session = new_secret(), new_secret(), new_id()
        row = {
            "id": session,
            "account_id": account.id,
            "token_hash": hash_secret(secret),
            "csrf": csrf,
            "created_at": now,
            "seen_at": now,
            "expires_at": now + self._seconds,
            "authenticated_at": now,
            "second_factor_at": now if second_factor else None,
            "browser": client.browser,
            "system": client.system,
            "address": client.address,
        }
        mine = login_sessions.c.account_id == account.id
        latest = (
            select(login_sessions.c.id)
            .where(mine)
            .order_by(login_sessions.c.seen_at.desc())
            .limit(_MAX_SESSIONS)
        )
        async with self._database.engine.begin() as connection:
            await connection.execute(insert(login_sessions), [row])
            await connection.execute(
                delete(login_sessions).where(mine, login_sessions.c.id.not_in(latest))
            )
            role = await connection.scalar(
                select(roles.c.role).where(roles.c.account_id == account.id)
            )
        expires_at = now + self._seconds
        caller = Caller(account, session, csrf, expires_at, now, None, False, role, second_factor)
        return secret, caller

    async def by_cookie(self, secret: str, now: float) -> Caller | None:
        """Return the caller of a session, or None if it ended."""
        wanted = (
            select(
                accounts.c.id,
                accounts.c.name,
                accounts.c.kind,
                login_sessions.c.id.label("session"),
                login_sessions.c.csrf,
                login_sessions.c.expires_at,
                login_sessions.c.seen_at,
                login_sessions.c.authenticated_at,
                login_sessions.c.second_factor_at,
                roles.c.role,
            )
            .join(accounts, accounts.c.id == login_sessions.c.account_id)
            .outerjoin(roles, roles.c.account_id == accounts.c.id)
            .where(
                login_sessions.c.token_hash == hash_secret(secret),
                self._is_valid(now),
                accounts.c.deleted_at.is_(None),
                ~is_sanctioned(now),
            )
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            return None
        if now - row.seen_at > _SEEN_INTERVAL:
            await self.touch({row.session}, now)
        account = Account(id=row.id, name=row.name, kind=row.kind)
        return Caller(
            account,
            row.session,
            row.csrf,
            row.expires_at,
            row.authenticated_at or 0.0,
            role=row.role,
            used_second_factor=row.second_factor_at is not None,
        )

    async def of_account(self, account: str, current: str, now: float) -> list[SessionInfo]:
        """Return the sessions of an account, the most recently used first."""
        wanted = (
            select(login_sessions)
            .where(login_sessions.c.account_id == account, self._is_valid(now))
            .order_by(login_sessions.c.seen_at.desc())
        )
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [
            SessionInfo.model_validate(row._asdict() | {"current": row.id == current})
            for row in rows
        ]

    async def authenticate(self, session: str, now: float) -> None:
        """Store that the password was entered again."""
        changed = update(login_sessions).where(login_sessions.c.id == session)
        async with self._database.engine.begin() as connection:
            await connection.execute(changed.values(authenticated_at=now, seen_at=now))

    async def note_second_factor(self, session: str, now: float) -> None:
        """Store that a second factor was used in the session."""
        changed = update(login_sessions).where(login_sessions.c.id == session)
        async with self._database.engine.begin() as connection:
            await connection.execute(changed.values(second_factor_at=now))

    async def touch(self, sessions: Iterable[str], now: float) -> None:
        """Store that the sessions are in use."""
        ids = sorted(sessions)
        for first in range(0, len(ids), _BATCH):
            seen = update(login_sessions).where(
                login_sessions.c.id.in_(ids[first : first + _BATCH]),
                login_sessions.c.seen_at < now - _SEEN_INTERVAL,
            )
            async with self._database.engine.begin() as connection:
                await connection.execute(seen.values(seen_at=now))

    async def find_valid(self, sessions: Iterable[str], now: float) -> set[str]:
        """Return those of the sessions that have not ended."""
        ids = sorted(sessions)
        valid: set[str] = set()
        async with self._database.reading.connect() as connection:
            for first in range(0, len(ids), _BATCH):
                wanted = (
                    select(login_sessions.c.id)
                    .join(accounts, accounts.c.id == login_sessions.c.account_id)
                    .where(
                        login_sessions.c.id.in_(ids[first : first + _BATCH]),
                        self._is_valid(now),
                        accounts.c.deleted_at.is_(None),
                        ~is_sanctioned(now),
                    )
                )
                valid.update(await connection.scalars(wanted))
        return valid

    async def close(self, account: str, session: str) -> bool:
        """Close a session of the account; return whether there was one."""
        closed = delete(login_sessions).where(
            login_sessions.c.id == session, login_sessions.c.account_id == account
        )
        async with self._database.engine.begin() as connection:
            return bool((await connection.execute(closed)).rowcount)

    async def close_all(self, account: str, *, but: str | None = None) -> None:
        """Close all sessions of an account, or all but one."""
        closed = delete(login_sessions).where(login_sessions.c.account_id == account)
        if but is not None:
            closed = closed.where(login_sessions.c.id != but)
        async with self._database.engine.begin() as connection:
            await connection.execute(closed)

    def _is_valid(self, now: float) -> ColumnElement[bool]:
        return (login_sessions.c.expires_at > now) & (
            login_sessions.c.seen_at > now - self._idle_seconds
        )
