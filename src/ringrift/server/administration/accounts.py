"""Accounts as administrators see them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.names import look_key, name_key
from ringrift.server.accounts.sanctions import in_force
from ringrift.server.accounts.types import Account
from ringrift.server.administration.types import AccountDetails, FoundAccount, SanctionInfo
from ringrift.server.errors import ApiError
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, games, reports, roles, sanctions, seats

_OPEN_REPORTS = (
    select(func.count())
    .where(reports.c.account_id == accounts.c.id, reports.c.status == "open")
    .correlate(accounts)
    .scalar_subquery()
)


class AccountSearch:
    """Finds accounts by name, and shows one."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, text: str, now: float, *, limit: int = 20) -> list[FoundAccount]:
        """Return the accounts whose name begins with the text or looks like it, or with this id."""
        key = name_key(text)
        if not key:
            return []
        matches = or_(
            accounts.c.id == text,
            accounts.c.name_key.startswith(key, autoescape=True),
            accounts.c.look_key == look_key(text),
        )
        wanted = _select_accounts().where(matches).order_by(accounts.c.name_key).limit(limit)
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(wanted)).all()
            current = await _sanctions(connection, [row.id for row in rows], now)
        return [FoundAccount(**_fields(row, current.get(row.id, []))) for row in rows]

    async def details(self, account: str, now: float) -> AccountDetails:
        """Return one account by id."""
        bots = select(accounts.c.id, accounts.c.name, accounts.c.kind).where(
            accounts.c.made_by == account, accounts.c.deleted_at.is_(None)
        )
        playing = (
            select(games.c.id)
            .join(seats, seats.c.game_id == games.c.id)
            .where(
                seats.c.account_id == account,
                seats.c.left_reason.is_(None),
                games.c.status.in_(("open", "live")),
            )
            .distinct()
        )
        upheld = select(func.count()).where(
            reports.c.account_id == account, reports.c.status == "upheld"
        )
        async with self._database.reading.connect() as connection:
            found = await connection.execute(_select_accounts().where(accounts.c.id == account))
            row = found.one_or_none()
            if row is None:
                raise ApiError(404, "NOT_FOUND", "there is no such account", path="account")
            history = (await _sanctions(connection, [account], now)).get(account, [])
            owner = None
            if row.made_by is not None:
                maker = select(accounts.c.id, accounts.c.name, accounts.c.kind).where(
                    accounts.c.id == row.made_by
                )
                owner = Account(**(await connection.execute(maker)).one()._asdict())
            return AccountDetails(
                **_fields(row, history),
                owner=owner,
                bots=[Account(**bot._asdict()) for bot in await connection.execute(bots)],
                sanctions=history,
                active_games=list(await connection.scalars(playing)),
                upheld_reports=await connection.scalar(upheld) or 0,
            )


def _select_accounts() -> Any:
    return (
        select(
            *(accounts.c.id, accounts.c.name, accounts.c.kind, accounts.c.made_by),
            *(accounts.c.created_at, accounts.c.seen_at, roles.c.role),
            _OPEN_REPORTS.label("open_reports"),
        )
        .outerjoin(roles, roles.c.account_id == accounts.c.id)
        .where(accounts.c.deleted_at.is_(None))
    )


def _fields(row: Any, history: list[SanctionInfo]) -> dict[str, Any]:
    return {
        "account": Account(id=row.id, name=row.name, kind=row.kind),
        "role": row.role,
        "created_at": row.created_at,
        "seen_at": row.seen_at,
        "sanction": next((one for one in history if one.active), None),
        "open_reports": row.open_reports,
    }


async def _sanctions(
    connection: AsyncConnection, ids: list[str], now: float
) -> dict[str, list[SanctionInfo]]:
    """Return the sanctions of these accounts, the latest first."""
    wanted = (
        select(sanctions, in_force(now).label("active"))
        .where(sanctions.c.account_id.in_(ids))
        .order_by(sanctions.c.created_at.desc())
    )
    found: dict[str, list[SanctionInfo]] = {}
    for row in await connection.execute(wanted):
        found.setdefault(row.account_id, []).append(
            SanctionInfo(
                id=row.id,
                kind=row.kind,
                reason=row.reason,
                created_at=row.created_at,
                ends_at=row.ends_at,
                lifted_at=row.lifted_at,
                active=bool(row.active),
            )
        )
    return found
