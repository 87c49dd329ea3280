"""What `ringrift admin` works with: the database of a server, and the actions on it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from ringrift.server.administration.accounts import AccountSearch
from ringrift.server.administration.audit_log import AuditLog
from ringrift.server.administration.permissions import OPERATOR, Actor
from ringrift.server.administration.report_queue import ReportQueue
from ringrift.server.administration.rules import RulesControl
from ringrift.server.administration.service import Administration
from ringrift.server.administration.targets import find_target
from ringrift.server.clock import Clock, SystemClock
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.lease import current_time


@dataclass(frozen=True, slots=True)
class AdminSession:
    """An open database and what the operator may do with it."""

    database: Database
    clock: Clock
    actor: Actor
    administration: Administration
    accounts: AccountSearch
    report_queue: ReportQueue
    audit_log: AuditLog
    rules: RulesControl

    async def account_id(self, account: str) -> str:
        """Return the id of an account that is given by name or id."""
        async with self.database.reading.connect() as connection:
            return (await find_target(connection, account)).account.id


@asynccontextmanager
async def open_session(settings: Settings) -> AsyncIterator[AdminSession]:
    """Open the database of the settings, without migrating it: a server may run on it."""
    database = Database(settings.database)
    try:
        await database.require_current_schema()
        clock = SystemClock(await current_time(database))
        yield AdminSession(
            database,
            clock,
            OPERATOR,
            Administration(database, settings, clock),
            AccountSearch(database),
            ReportQueue(database, clock),
            AuditLog(database),
            RulesControl(database, clock),
        )
    finally:
        await database.close()
