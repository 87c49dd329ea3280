"""Sends mails to accounts. Without an SMTP server in the settings, nothing is stored or sent."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Literal

from sqlalchemy import select

from ringrift.server.clock import Clock
from ringrift.server.mail.outbox import Outbox, OutgoingMail
from ringrift.server.mail.smtp import (
    Mail,
    MailDelayedError,
    MailRefusedError,
    MailUnavailableError,
    send,
)
from ringrift.server.mail.templates import render, template_names
from ringrift.server.operations.metrics import Metrics
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.failures import FAILURES
from ringrift.server.storage.tables import accounts, email_addresses

_POLL_SECONDS: Final = 15.0  # between looks for mails that are due again
Result = Literal["sent", "refused", "delayed", "unavailable", "dropped"]
_log = logging.getLogger("ringrift.server.mail")


@dataclass(frozen=True, slots=True)
class Recipient:
    """Where a mail goes, and what it says besides its own arguments."""

    address: str
    language: str
    arguments: Mapping[str, Any]


# Finds the recipient of a stored mail just before it is sent; None if there is none any more.
FindRecipient = Callable[[OutgoingMail, float], Awaitable[Recipient | None]]


class MailService:
    """One per worker. Other domains call `send_mail`; add a template to use it."""

    def __init__(
        self, database: Database, settings: Settings, clock: Clock, metrics: Metrics
    ) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock
        self._counter = metrics.mails
        self._recipients: dict[str, FindRecipient] = {}
        self._due = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[None] | None = None
        self.outbox = Outbox(database)

    @property
    def enabled(self) -> bool:
        """Whether the operator set an SMTP server."""
        return self._settings.has_mail

    def find_recipients_with(self, template: str, find: FindRecipient) -> None:
        """Let a domain choose the recipient of its template, and add secrets such as links."""
        self._recipients[template] = find

    async def send_mail(self, account: str, template: str, **arguments: Any) -> bool:
        """Send a mail to the verified address of the account; return whether it has one.

        The mail is stored before this returns and survives a restart. Every template also gets
        `name`, `site`, `account_page` and `recovery_page`.
        """
        if not self.enabled or await self._verified_address(account) is None:
            return False
        await self.store(template, arguments, account=account)
        return True

    async def store(
        self,
        template: str,
        arguments: Mapping[str, Any],
        *,
        account: str | None = None,
        address: str | None = None,
    ) -> None:
        """Store a mail to an account or a given address, and send it soon."""
        assert template in template_names(), template
        now = self._clock.now()
        await self.outbox.add(template, arguments, now, account=account, address=address)
        self._due.set()

    def start(self) -> None:
        """Send regularly until closed."""
        if self.enabled:
            self._task = asyncio.create_task(self._run(), name="mail")

    async def close(self) -> None:
        """Finish the mail that is being sent; the others stay stored."""
        self._closing = True
        self._due.set()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def deliver_due(self) -> int:
        """Send the mails that are due; return their number. Stop when the server is unavailable."""
        sent = 0
        while not self._closing:
            now = self._clock.now()
            mail = await self.outbox.claim(now)
            if mail is None:
                break
            result = await self._deliver(mail, now)
            if result in ("delayed", "unavailable"):
                await self.outbox.postpone(mail, now)
            else:
                await self.outbox.remove(mail)
            self._counter.labels(result).inc()
            sent += result == "sent"
            if result == "unavailable":
                break
        return sent

    async def _deliver(self, mail: OutgoingMail, now: float) -> Result:
        """Hand a mail to the SMTP server, and log why it was not accepted."""
        fields = {"mail": mail.id, "template": mail.template, "attempt": mail.attempts + 1}
        recipient = await self._find_recipient(mail, now)
        if recipient is None:
            return "dropped"
        arguments = {**self._common_arguments(), **mail.arguments, **recipient.arguments}
        try:
            text = render(mail.template, recipient.language, arguments)
            ready = Mail(mail.id, recipient.address, text)
            await asyncio.to_thread(partial(send, self._settings, ready, now))
        except (KeyError, ValueError):  # an argument is missing, or no header can hold it
            _log.exception("a mail could not be written", extra=fields)
            return "dropped"
        except MailRefusedError as error:
            _log.warning("a mail was refused: %s", error, extra=fields)
            return "refused"
        except MailDelayedError as error:
            _log.warning("a mail was not accepted yet: %s", error, extra=fields)
            return "delayed"
        except MailUnavailableError as error:
            _log.error("mails cannot be sent: %s", error, extra=fields)
            return "unavailable"
        return "sent"

    async def _find_recipient(self, mail: OutgoingMail, now: float) -> Recipient | None:
        find = self._recipients.get(mail.template)
        if find is not None:
            return await find(mail, now)
        row = await self._verified_address(mail.account or "")
        if row is None and mail.address is None:
            return None
        name = await self._name(mail.account or "") if row is None else row.name
        language = "en" if row is None else row.language
        return Recipient(mail.address or row.address, language, {"name": name})

    def _common_arguments(self) -> dict[str, Any]:
        site = self._settings.address
        return {
            "site": site,
            "account_page": f"{site}/account",
            "recovery_page": f"{site}/account/recover",
        }

    async def _verified_address(self, account: str) -> Any:
        wanted = (
            select(email_addresses.c.address, email_addresses.c.language, accounts.c.name)
            .join(accounts, accounts.c.id == email_addresses.c.account_id)
            .where(
                email_addresses.c.account_id == account,
                email_addresses.c.verified_at.is_not(None),
                accounts.c.deleted_at.is_(None),
            )
        )
        async with self._database.reading.connect() as connection:
            return (await connection.execute(wanted)).first()

    async def _name(self, account: str) -> str:
        wanted = select(accounts.c.name).where(accounts.c.id == account)
        async with self._database.reading.connect() as connection:
            return await connection.scalar(wanted) or ""

    async def _run(self) -> None:
        while not self._closing:
            self._due.clear()
            try:
                await self.deliver_due()
            except FAILURES:
                _log.exception("mails could not be sent: they stay stored")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._due.wait(), _POLL_SECONDS)
