"""The audit log: every administrative action, in the transaction of the action. Append-only.

It names accounts, games, chat lines and reports by id, and contains no names of people: it is kept
for as long as the database.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.credentials import new_id
from ringrift.server.administration.permissions import Actor
from ringrift.server.administration.types import LogEntry
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, audit_log

AuditAction = Literal[
    "role_granted",
    "role_revoked",
    "password_reset",
    "second_factors_removed",
    "suspended",
    "banned",
    "lifted",
    "renamed",
    "chat_removed",
    "text_removed",
    "game_closed",
    "report_decided",
    "rules_changed",
    "breaker_reset",
]


@dataclass(frozen=True, slots=True)
class AuditLog:
    """Reads the log."""

    database: Database

    async def entries(
        self, *, target: str | None = None, before: float | None = None, limit: int = 50
    ) -> list[LogEntry]:
        """Return the entries, the latest first."""
        wanted = (
            select(audit_log, accounts.c.name)
            .outerjoin(accounts, accounts.c.id == audit_log.c.actor)
            .order_by(audit_log.c.at.desc(), audit_log.c.id)
            .limit(limit)
        )
        if target is not None:
            wanted = wanted.where(audit_log.c.target == target)
        if before is not None:
            wanted = wanted.where(audit_log.c.at < before)
        async with self.database.reading.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [
            LogEntry(
                id=row.id,
                at=row.at,
                actor=row.actor,
                actor_name=row.name,
                action=row.action,
                target=row.target,
                reason=row.reason,
                details=json.loads(row.details),
            )
            for row in rows
        ]


async def record(
    connection: AsyncConnection,
    actor: Actor,
    action: AuditAction,
    target: str | None,
    reason: str,
    now: float,
    details: Mapping[str, Any] | None = None,
) -> None:
    """Add an entry within the transaction of the action."""
    row = {
        "id": new_id(),
        "at": now,
        "actor": actor.account,
        "action": action,
        "target": target,
        "reason": reason,
        "details": json.dumps(dict(details or {})),
    }
    await connection.execute(insert(audit_log), [row])
