"""The mails that wait for the SMTP server: stored, so that a restart loses none.

A worker claims a mail before it sends it. If the worker dies while sending, another one sends the
mail again: a mail may arrive twice, but never gets lost.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, update

from ringrift.server.accounts.credentials import new_id
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import outgoing_mails

MAX_AGE: Final = 3 * 86_400.0  # seconds after which a mail is of no use
_CLAIM_SECONDS: Final = 120.0  # longer than any delivery takes
_FIRST_DELAY: Final = 30.0  # seconds before the second attempt; doubled for each further one
_MAX_DELAY: Final = 3600.0


@dataclass(frozen=True, slots=True)
class OutgoingMail:
    """A stored mail. Without an address it goes to the verified one of its account."""

    id: str
    account: str | None
    address: str | None
    template: str
    arguments: Mapping[str, Any]
    attempts: int


class Outbox:
    """The outgoing mails of all workers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self,
        template: str,
        arguments: Mapping[str, Any],
        now: float,
        *,
        account: str | None = None,
        address: str | None = None,
    ) -> None:
        """Store a mail."""
        row = {
            "id": new_id(),
            "account_id": account,
            "address": address,
            "template": template,
            "arguments": json.dumps(arguments),
            "created_at": now,
            "due_at": now,
            "attempts": 0,
            "claimed_until": 0.0,
        }
        async with self._database.engine.begin() as connection:
            await connection.execute(insert(outgoing_mails), [row])

    async def claim(self, now: float) -> OutgoingMail | None:
        """Claim the mail that has been due for longest, or return None; drop those of no use."""
        old = delete(outgoing_mails).where(outgoing_mails.c.created_at < now - MAX_AGE)
        free = (outgoing_mails.c.due_at <= now) & (outgoing_mails.c.claimed_until <= now)
        wanted = select(outgoing_mails).where(free).order_by(outgoing_mails.c.due_at).limit(1)
        while True:
            async with self._database.engine.begin() as connection:
                await connection.execute(old)
                row = (await connection.execute(wanted)).one_or_none()
                if row is None:
                    return None
                claimed = await connection.execute(
                    update(outgoing_mails)
                    .where(outgoing_mails.c.id == row.id, free)
                    .values(claimed_until=now + _CLAIM_SECONDS)
                )
            if claimed.rowcount:  # else another worker was faster
                return OutgoingMail(
                    row.id,
                    row.account_id,
                    row.address,
                    row.template,
                    json.loads(row.arguments),
                    row.attempts,
                )

    async def remove(self, mail: OutgoingMail) -> None:
        """Remove a mail that was sent, or that can never be sent."""
        async with self._database.engine.begin() as connection:
            await connection.execute(delete(outgoing_mails).where(outgoing_mails.c.id == mail.id))

    async def postpone(self, mail: OutgoingMail, now: float) -> None:
        """Try a mail again later."""
        delay = min(_FIRST_DELAY * 2.0**mail.attempts, _MAX_DELAY)
        later = {"attempts": mail.attempts + 1, "due_at": now + delay, "claimed_until": 0.0}
        changed = update(outgoing_mails).where(outgoing_mails.c.id == mail.id).values(**later)
        async with self._database.engine.begin() as connection:
            await connection.execute(changed)

    async def count(self) -> int:
        """Return how many mails wait."""
        async with self._database.reading.connect() as connection:
            return await connection.scalar(select(func.count()).select_from(outgoing_mails)) or 0
