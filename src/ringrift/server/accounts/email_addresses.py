"""Email addresses of accounts: optional, and used only when their owner has opened a link."""

from __future__ import annotations

from typing import Final

from sqlalchemy import delete, insert, or_, select, update

from ringrift.server.accounts.credentials import hash_secret, new_id, new_secret
from ringrift.server.accounts.email_types import EmailStatus
from ringrift.server.accounts.names import name_key
from ringrift.server.accounts.password_reset import EMAIL_SECONDS, PasswordReset, reset_link
from ringrift.server.accounts.types import Account
from ringrift.server.errors import ApiError
from ringrift.server.mail.outbox import OutgoingMail
from ringrift.server.mail.service import MailService, Recipient
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, email_addresses

VERIFICATION_SECONDS: Final = 86_400.0  # that the link in a mail works
_TAG: Final = "rrv_"  # lets scanners recognise a token that was published by mistake
_MAX_ACCOUNTS: Final = 5  # of one address that a mail lists


class EmailAddresses:
    """An account has at most one verified address, and one that waits for its verification."""

    def __init__(
        self, database: Database, settings: Settings, mail: MailService, resets: PasswordReset
    ) -> None:
        self._database = database
        self._settings = settings
        self._mail = mail
        self._resets = resets
        mail.find_recipients_with("verify_address", self._verification_recipient)
        mail.find_recipients_with("reset_password", self._reset_recipient)

    async def status(self, account: str) -> EmailStatus:
        """Return the addresses of an account."""
        wanted = select(email_addresses.c.address, email_addresses.c.verified_at).where(
            email_addresses.c.account_id == account
        )
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        verified = next((row.address for row in rows if row.verified_at is not None), None)
        pending = next((row.address for row in rows if row.verified_at is None), None)
        return EmailStatus(address=verified, pending=pending)

    async def request(self, account: str, address: str, language: str, now: float) -> None:
        """Send a link to the address. The verified address stays until the link is opened."""
        row = {
            "id": new_id(),
            "account_id": account,
            "address": address,
            "address_key": _address_key(address),
            "language": language,
            "created_at": now,
        }
        earlier = delete(email_addresses).where(
            email_addresses.c.account_id == account, email_addresses.c.verified_at.is_(None)
        )
        async with self._database.engine.begin() as connection:
            await connection.execute(earlier)
            await connection.execute(insert(email_addresses), [row])
        await self._mail.store("verify_address", {}, account=account)

    async def request_again(self, account: str) -> None:
        """Send another link to the address that waits for its verification."""
        if (await self.status(account)).pending is None:
            message = "no address waits for its verification: add one with PUT /accounts/me/email"
            raise ApiError(409, "NO_ADDRESS", message)
        await self._mail.store("verify_address", {}, account=account)

    async def verify(self, secret: str, now: float) -> tuple[Account, str, str | None]:
        """Verify an address with a token; return the account and its new and former address."""
        valid = (
            email_addresses.c.token_hash == hash_secret(secret),
            email_addresses.c.verified_at.is_(None),
            email_addresses.c.token_expires_at > now,
        )
        wanted = (
            select(email_addresses.c.id, email_addresses.c.address, accounts.c.name)
            .add_columns(accounts.c.id.label("account"))
            .join(accounts, accounts.c.id == email_addresses.c.account_id)
            .where(*valid, accounts.c.deleted_at.is_(None))
        )
        verified = update(email_addresses).where(*valid)
        async with self._database.engine.begin() as connection:
            row = (await connection.execute(wanted)).one_or_none()
            if (
                row is None
                or not (
                    await connection.execute(verified.values(verified_at=now, token_hash=None))
                ).rowcount
            ):
                message = "this link was used or has expired: ask for a new one on your account"
                raise ApiError(401, "BAD_EMAIL_TOKEN", message, path="token")
            others = (email_addresses.c.account_id == row.account) & (
                email_addresses.c.id != row.id
            )
            former = await connection.scalar(
                select(email_addresses.c.address).where(
                    others, email_addresses.c.verified_at.is_not(None)
                )
            )
            await connection.execute(delete(email_addresses).where(others))
        return Account(id=row.account, name=row.name, kind="person"), row.address, former

    async def remove(self, account: str) -> str | None:
        """Remove all addresses of an account; return the verified one."""
        address = (await self.status(account)).address
        mine = delete(email_addresses).where(email_addresses.c.account_id == account)
        async with self._database.engine.begin() as connection:
            await connection.execute(mine)
        return address

    async def _verification_recipient(self, mail: OutgoingMail, now: float) -> Recipient | None:
        """Return the address to verify, with a new token that replaces the earlier one."""
        pending = (
            email_addresses.c.account_id == mail.account,
            email_addresses.c.verified_at.is_(None),
        )
        wanted = (
            select(email_addresses.c.address, email_addresses.c.language, accounts.c.name)
            .join(accounts, accounts.c.id == email_addresses.c.account_id)
            .where(*pending)
        )
        secret = _TAG + new_secret()
        token = {"token_hash": hash_secret(secret), "token_expires_at": now + VERIFICATION_SECONDS}
        async with self._database.engine.begin() as connection:
            row = (await connection.execute(wanted)).one_or_none()
            await connection.execute(update(email_addresses).where(*pending).values(**token))
        if row is None:  # it was removed or verified meanwhile
            return None
        link = f"{self._settings.address}/account/verify#{secret}"
        return Recipient(row.address, row.language, {"name": row.name, "link": link})

    async def _reset_recipient(self, mail: OutgoingMail, now: float) -> Recipient | None:
        """Return the verified address of a name, or an address itself, with a link per account."""
        wanted = str(mail.arguments["account"])
        query = (
            select(
                accounts.c.id,
                accounts.c.name,
                email_addresses.c.address,
                email_addresses.c.language,
            )
            .join(accounts, accounts.c.id == email_addresses.c.account_id)
            .where(
                email_addresses.c.verified_at.is_not(None),
                accounts.c.kind == "person",
                accounts.c.deleted_at.is_(None),
                or_(
                    accounts.c.name_key == name_key(wanted),
                    email_addresses.c.address_key == _address_key(wanted),
                ),
            )
            .order_by(accounts.c.created_at)
            .limit(_MAX_ACCOUNTS)
        )
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(query)).all()
        if not rows:
            return None
        links = [f"{row.name}: {await self._new_reset_link(row.id, now)}" for row in rows]
        return Recipient(rows[0].address, rows[0].language, {"links": "\n".join(links)})

    async def _new_reset_link(self, account: str, now: float) -> str:
        secret = await self._resets.create_token(
            account, now, reason="email", seconds=EMAIL_SECONDS
        )
        return reset_link(self._settings, secret)


def _address_key(address: str) -> str:
    return address.strip().casefold()
