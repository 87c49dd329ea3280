"""Suspensions and bans: who may not log in, why, and until when.

A sanction of a person counts for their bots, too.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final, Literal, cast

from sqlalchemy import ColumnElement, and_, or_, select

from ringrift.server.errors import ApiError
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, sanctions

SanctionKind = Literal["suspension", "ban"]
SUSPENDED: Final = "SUSPENDED"
BANNED: Final = "BANNED"


def in_force(now: float) -> ColumnElement[bool]:
    """Return the condition of a sanction that is in force."""
    ends_at = sanctions.c.ends_at
    return and_(sanctions.c.lifted_at.is_(None), or_(ends_at.is_(None), ends_at > now))


def is_sanctioned(now: float) -> ColumnElement[bool]:
    """Return the condition of a row of `accounts` that is sanctioned, or whose owner is."""
    concerns = sanctions.c.account_id.in_([accounts.c.id, accounts.c.made_by])
    return select(sanctions.c.id).where(concerns, in_force(now)).correlate(accounts).exists()


async def require_no_sanction(database: Database, account: str, now: float) -> None:
    """Refuse a suspended or banned account, with the reason and the end."""
    wanted = (
        select(sanctions.c.kind, sanctions.c.reason, sanctions.c.ends_at)
        .join(accounts, sanctions.c.account_id.in_([accounts.c.id, accounts.c.made_by]))
        .where(accounts.c.id == account, in_force(now))
        .order_by(sanctions.c.ends_at.is_(None).desc(), sanctions.c.ends_at.desc())
        .limit(1)
    )
    async with database.reading.connect() as connection:
        row = (await connection.execute(wanted)).one_or_none()
    if row is not None:
        raise _refusal(row)


def _refusal(row: Any) -> ApiError:
    kind = cast(SanctionKind, row.kind)
    until = "until it is lifted" if row.ends_at is None else f"until {_utc(row.ends_at)}"
    code, done = (BANNED, "banned") if kind == "ban" else (SUSPENDED, "suspended")
    message = f"this account is {done} {until}. Reason: {row.reason}"
    sanction = {"kind": kind, "reason": row.reason, "ends_at": row.ends_at}
    return ApiError(403, code, message, more={"sanction": sanction})


def _utc(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
