"""Tokens of bots: created by their owner, with a scope and an expiry, and revoked one by one."""

from __future__ import annotations

from typing import Final

from sqlalchemy import ColumnElement, func, insert, or_, select, update

from ringrift.server.accounts.credentials import hash_secret, new_id, new_secret
from ringrift.server.accounts.login_sessions import Caller
from ringrift.server.accounts.sanctions import is_sanctioned
from ringrift.server.accounts.types import Account, NewToken, TokenInfo
from ringrift.server.errors import ApiError
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, tokens

MAX_TOKENS: Final = 10  # valid ones per bot
_DAY: Final = 86_400.0
_TAG: Final = "rrb_"  # lets scanners recognise a token that was published by mistake
_PREFIX_LENGTH: Final = 8  # characters that the list of tokens shows
_USED_INTERVAL: Final = 60.0  # seconds between updates of last_used_at


class BotTokens:
    """All tokens of a server, by the hash of their secret."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, bot: Account, wanted: NewToken, now: float) -> tuple[str, TokenInfo]:
        """Create a token; return its secret, which is not stored."""
        secret = _TAG + new_secret()
        row = {
            "id": new_id(),
            "account_id": bot.id,
            "token_hash": hash_secret(secret),
            "prefix": secret[:_PREFIX_LENGTH],
            "label": wanted.label,
            "scope": wanted.scope,
            "created_at": now,
            "expires_at": now + wanted.days * _DAY,
        }
        count = select(func.count()).where(tokens.c.account_id == bot.id, _is_valid(now))
        lock = select(accounts.c.id).where(accounts.c.id == bot.id).with_for_update()
        async with self._database.engine.begin() as connection:
            if self._database.is_sqlite:
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
            await connection.execute(lock)
            if (await connection.scalar(count) or 0) >= MAX_TOKENS:
                message = f"a bot has at most {MAX_TOKENS} tokens: revoke one first"
                raise ApiError(409, "TOO_MANY_TOKENS", message)
            await connection.execute(insert(tokens), [row])
        return secret, TokenInfo.model_validate(row | {"last_used_at": None})

    async def valid_tokens(self, bot: str, now: float) -> list[TokenInfo]:
        """Return the valid tokens of a bot, newest first, without their secrets."""
        wanted = select(tokens).where(tokens.c.account_id == bot, _is_valid(now))
        async with self._database.reading.connect() as connection:
            rows = await connection.execute(wanted.order_by(tokens.c.created_at.desc()))
            return [TokenInfo.model_validate(row._asdict()) for row in rows]

    async def revoke(self, bot: str, now: float, *, only: str | None = None) -> int:
        """Revoke one token of a bot or all; return how many were valid."""
        revoked = update(tokens).where(tokens.c.account_id == bot, tokens.c.revoked_at.is_(None))
        if only is not None:
            revoked = revoked.where(tokens.c.id == only)
        async with self._database.engine.begin() as connection:
            return (await connection.execute(revoked.values(revoked_at=now))).rowcount

    async def authenticate(self, secret: str, now: float) -> Caller | None:
        """Return the caller of a token, or None if it is not valid."""
        wanted = (
            select(
                accounts.c.id,
                accounts.c.name,
                accounts.c.kind,
                tokens.c.id.label("token"),
                tokens.c.scope,
                tokens.c.last_used_at,
            )
            .join(accounts, accounts.c.id == tokens.c.account_id)
            .where(
                tokens.c.token_hash == hash_secret(secret),
                _is_valid(now),
                accounts.c.deleted_at.is_(None),
                ~is_sanctioned(now),
            )
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            return None
        if row.last_used_at is None or now - row.last_used_at > _USED_INTERVAL:
            used = update(tokens).where(tokens.c.id == row.token).values(last_used_at=now)
            async with self._database.engine.begin() as connection:
                await connection.execute(used)
        account = Account(id=row.id, name=row.name, kind=row.kind)
        return Caller(account, token=row.token, read_only=row.scope == "read")


def _is_valid(now: float) -> ColumnElement[bool]:
    expires_at = tokens.c.expires_at
    return tokens.c.revoked_at.is_(None) & or_(expires_at.is_(None), expires_at > now)
