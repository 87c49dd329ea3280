"""The queue of reports: what is open, and the decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select, update

from ringrift.server.accounts.types import Account
from ringrift.server.administration.audit_log import record
from ringrift.server.administration.permissions import Actor, Permission
from ringrift.server.administration.types import Decision, QueuedReport
from ringrift.server.clock import Clock
from ringrift.server.community.report_types import ReportStatus
from ringrift.server.errors import ApiError
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, reports


class ReportQueue:
    """All reports, for administrators."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def find(
        self,
        actor: Actor,
        *,
        status: ReportStatus | None = "open",
        account: str | None = None,
        after: float | None = None,
        limit: int = 50,
    ) -> list[QueuedReport]:
        """Return the reports of a status, the oldest first; `after` is when the last was made."""
        actor.require(Permission.DECIDE_REPORTS)
        conditions = []
        if status is not None:
            conditions.append(reports.c.status == status)
        if account is not None:
            conditions.append(reports.c.account_id == account)
        if after is not None:
            conditions.append(reports.c.created_at > after)
        return await self._select(conditions, limit)

    async def decide(self, actor: Actor, report: str, decision: Decision) -> QueuedReport:
        """Decide an open report. One about oneself or by oneself is for a colleague."""
        actor.require(Permission.DECIDE_REPORTS)
        now = self._clock.now()
        this = reports.c.id == report
        wanted = (
            select(reports.c.status, reports.c.reporter_id, reports.c.account_id)
            .add_columns(accounts.c.made_by)
            .join(accounts, accounts.c.id == reports.c.account_id)
            .where(this)
        )
        decided = (
            update(reports)
            .where(this, reports.c.status == "open")
            .values(status=decision.outcome, note=decision.note, decided_at=now)
        )
        async with self._database.engine.begin() as connection:
            row = (await connection.execute(wanted)).one_or_none()
            if row is None:
                raise ApiError(404, "NOT_FOUND", "there is no such report", path="report")
            if actor.account is not None and actor.account in (
                *(row.reporter_id, row.account_id, row.made_by),
            ):
                message = "this report is about you or by you: a colleague must decide it"
                raise ApiError(403, "OWN_ACCOUNT", message, path="report")
            if not (await connection.execute(decided)).rowcount:
                message = f"this report is {row.status} already"
                raise ApiError(409, "ALREADY_DECIDED", message, path="report")
            details = {"outcome": decision.outcome, "account": row.account_id}
            await record(connection, actor, "report_decided", report, decision.note, now, details)
        [found] = await self._select([this], 1)
        return found

    async def _select(self, conditions: Sequence[Any], limit: int) -> list[QueuedReport]:
        reporter, other = accounts.alias("reporter"), reports.alias("other")
        others = (
            select(func.count())
            .select_from(other)
            .where(
                other.c.account_id == reports.c.account_id,
                other.c.status == "open",
                other.c.id != reports.c.id,
            )
            .correlate(reports)
            .scalar_subquery()
        )
        wanted = (
            select(
                reports,
                accounts.c.name,
                accounts.c.kind.label("account_kind"),
                reporter.c.name.label("reporter_name"),
                reporter.c.kind.label("reporter_kind"),
                others.label("others"),
            )
            .join(accounts, accounts.c.id == reports.c.account_id)
            .outerjoin(reporter, reporter.c.id == reports.c.reporter_id)
            .where(*conditions)
            .order_by(reports.c.created_at, reports.c.id)
            .limit(limit)
        )
        async with self._database.reading.connect() as connection:
            return [_queued(row) for row in await connection.execute(wanted)]


def _queued(row: Any) -> QueuedReport:
    reporter = None
    if row.reporter_id is not None:
        reporter = Account(id=row.reporter_id, name=row.reporter_name, kind=row.reporter_kind)
    return QueuedReport(
        id=row.id,
        kind=row.kind,
        account=Account(id=row.account_id, name=row.name, kind=row.account_kind),
        reporter=reporter,
        game=row.game_id,
        line=row.chat_id,
        subject=row.subject_id,
        quote=row.quote,
        reason=row.reason,
        text=row.text,
        created_at=row.created_at,
        status=row.status,
        decided_at=row.decided_at,
        note=row.note,
        others=row.others,
    )
