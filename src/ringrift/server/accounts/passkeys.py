"""Passkeys (WebAuthn): created by a device, and used to log in without a password or after it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from fastapi import Request
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    generate_challenge,
    options_to_json_dict,
)
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.second_factor_types import PasskeyInfo
from ringrift.server.accounts.types import Account
from ringrift.server.errors import ApiError
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, passkeys

MAX_PASSKEYS: Final = 20  # of one account
_SITE: Final = "RingRift"
_CREDENTIAL_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,1400}")  # at most 1023 bytes
# What the library raises for credentials that are malformed in unforeseen ways.
_INVALID: Final = (WebAuthnException, ValueError, TypeError, LookupError, AttributeError)


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """The site for which passkeys are valid: its host name, and the origin of its page."""

    id: str
    origin: str

    @classmethod
    def of(cls, request: Request, settings: Settings) -> RelyingParty | None:
        """Return this site, or None under an address without a name: passkeys need one."""
        address = settings.public_url or f"http://{request.headers.get('host', '')}"
        where = urlsplit(address)
        host = where.hostname or ""
        if not host or _is_number(host):
            return None
        return cls(host, f"{where.scheme}://{where.netloc}")


def require_site(request: Request, settings: Settings) -> RelyingParty:
    """Return this site, or refuse the request under an address without a name."""
    site = RelyingParty.of(request, settings)
    if site is None:
        message = "passkeys need an address with a name, such as http://localhost:8080"
        raise ApiError(403, "NO_PASSKEYS", message)
    return site


class Passkeys:
    """The passkeys of all accounts. The database has public keys only."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_account(self, account: str) -> list[PasskeyInfo]:
        """Return the passkeys of an account, oldest first."""
        wanted = select(passkeys).where(passkeys.c.account_id == account)
        async with self._database.reading.connect() as connection:
            rows = await connection.execute(wanted.order_by(passkeys.c.created_at))
            return [PasskeyInfo.model_validate(row._asdict()) for row in rows]

    async def count(self, account: str) -> int:
        wanted = select(func.count()).where(passkeys.c.account_id == account)
        async with self._database.reading.connect() as connection:
            return await connection.scalar(wanted) or 0

    async def creation_options(self, account: Account, site: RelyingParty) -> dict[str, Any]:
        """Return what the browser needs to create a passkey; one per device."""
        if await self.count(account.id) >= MAX_PASSKEYS:
            message = f"you have {MAX_PASSKEYS} passkeys already: remove one first"
            raise ApiError(409, "TOO_MANY_PASSKEYS", message)
        options = generate_registration_options(
            rp_id=site.id,
            rp_name=_SITE,
            user_id=account.id.encode(),
            user_name=account.name,
            challenge=generate_challenge(),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.PREFERRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=await self._descriptors(account.id),
        )
        return options_to_json_dict(options)

    async def add(
        self,
        account: Account,
        label: str,
        credential: dict[str, Any],
        nonce: str,
        site: RelyingParty,
        now: float,
    ) -> PasskeyInfo:
        """Store a passkey that the browser has created."""
        try:
            verified = verify_registration_response(
                credential=credential,
                expected_challenge=base64url_to_bytes(nonce),
                expected_rp_id=site.id,
                expected_origin=site.origin,
            )
        except _INVALID as error:
            raise _bad_passkey() from error
        row = {
            "id": new_id(),
            "account_id": account.id,
            "credential_id": bytes_to_base64url(verified.credential_id),
            "public_key": bytes_to_base64url(verified.credential_public_key),
            "sign_count": verified.sign_count,
            "label": label,
            "created_at": now,
        }
        if not _CREDENTIAL_ID.fullmatch(str(row["credential_id"])):
            raise _bad_passkey()
        try:
            async with self._database.engine.begin() as connection:
                await connection.execute(insert(passkeys), [row])
        except IntegrityError as error:
            raise _bad_passkey() from error
        return PasskeyInfo.model_validate(row | {"last_used_at": None})

    async def request_options(
        self, site: RelyingParty, account: str | None, *, alone: bool
    ) -> dict[str, Any]:
        """Return what the browser needs to sign: with any passkey, or with one of an account.

        A passkey that is used alone, without a password, must check who holds its device.
        """
        options = generate_authentication_options(
            rp_id=site.id,
            challenge=generate_challenge(),
            allow_credentials=None if account is None else await self._descriptors(account),
            user_verification=UserVerificationRequirement.REQUIRED
            if alone
            else UserVerificationRequirement.PREFERRED,
        )
        return options_to_json_dict(options)

    async def authenticate(
        self,
        credential: dict[str, Any],
        nonce: str,
        site: RelyingParty,
        now: float,
        *,
        account: str | None,
        alone: bool,
    ) -> Account:
        """Return whose passkey has signed. A repeated signature is refused by its counter."""
        name = credential.get("id")
        if not isinstance(name, str) or not _CREDENTIAL_ID.fullmatch(name):
            raise _unknown_passkey()
        wanted = (
            select(passkeys, accounts.c.name)
            .join(accounts, accounts.c.id == passkeys.c.account_id)
            .where(
                passkeys.c.credential_id == name,
                accounts.c.kind == "person",
                accounts.c.deleted_at.is_(None),
            )
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if row is None or account not in (None, row.account_id):
            raise _unknown_passkey()
        try:
            verified = verify_authentication_response(
                credential=credential,
                expected_challenge=base64url_to_bytes(nonce),
                expected_rp_id=site.id,
                expected_origin=site.origin,
                credential_public_key=base64url_to_bytes(row.public_key),
                credential_current_sign_count=row.sign_count,
                require_user_verification=alone,
            )
        except _INVALID as error:
            raise _unknown_passkey() from error
        used = {"sign_count": verified.new_sign_count, "last_used_at": now}
        async with self._database.engine.begin() as connection:
            await connection.execute(update(passkeys).where(passkeys.c.id == row.id).values(**used))
        return Account(id=row.account_id, name=row.name, kind="person")

    async def remove(self, account: str, passkey: str | None = None) -> int:
        """Remove one passkey of an account, or all; return how many there were."""
        removed = delete(passkeys).where(passkeys.c.account_id == account)
        if passkey is not None:
            removed = removed.where(passkeys.c.id == passkey)
        async with self._database.engine.begin() as connection:
            return (await connection.execute(removed)).rowcount

    async def _descriptors(self, account: str) -> list[PublicKeyCredentialDescriptor]:
        wanted = select(passkeys.c.credential_id).where(passkeys.c.account_id == account)
        async with self._database.reading.connect() as connection:
            ids = await connection.scalars(wanted)
            return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in ids]


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _bad_passkey() -> ApiError:
    message = "the passkey was not accepted: try again, or use another device"
    return ApiError(422, "BAD_PASSKEY", message, path="credential")


def _unknown_passkey() -> ApiError:
    message = (
        "this passkey is unknown here, or its device did not check that it is you: "
        "log in with your password"
    )
    return ApiError(401, "UNKNOWN_PASSKEY", message, path="credential")
