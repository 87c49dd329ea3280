"""Request and response bodies about email addresses."""

from __future__ import annotations

import re
from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, Field, StringConstraints
from pydantic_core import PydanticCustomError

from ringrift.server.accounts.types import STORABLE, RequestBody
from ringrift.server.mail.templates import LANGUAGE

MAX_ADDRESS_LENGTH: Final = 254
_ADDRESS: Final = re.compile(
    r"(?P<local>[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*)"
    r"@(?P<domain>(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9])"
)
_MAX_LOCAL_LENGTH: Final = 64
_INVALID_ADDRESS: Final = "invalid_address"  # the type of the error
_ADVICE: Final = "use an address such as ada@example.org"


def normalize_address(address: str) -> str:
    """Return the address with its domain as it is sent, or raise `ValueError` with what to change.

    >>> normalize_address("Ada.L@Bücher.example")
    'Ada.L@xn--bcher-kva.example'
    """
    local, _, domain = address.strip().rpartition("@")
    try:
        domain = domain.encode("idna").decode("ascii").lower()
    except UnicodeError as error:
        raise ValueError(_ADVICE) from error
    normalized = f"{local}@{domain}"
    found = _ADDRESS.fullmatch(normalized)
    if found is None or len(found["local"]) > _MAX_LOCAL_LENGTH:
        raise ValueError(_ADVICE)
    if len(normalized) > MAX_ADDRESS_LENGTH:
        raise ValueError(f"use at most {MAX_ADDRESS_LENGTH} characters")
    return normalized


def _normalize(address: str) -> str:
    try:
        return normalize_address(address)
    except ValueError as error:
        raise PydanticCustomError(_INVALID_ADDRESS, "{reason}", {"reason": str(error)}) from error


class NewEmail(RequestBody):
    """The address to add. It counts when the link in the mail was opened."""

    address: Annotated[
        str,
        StringConstraints(max_length=MAX_ADDRESS_LENGTH, pattern=STORABLE),
        AfterValidator(_normalize),
    ]
    language: str = Field(default="en", pattern=LANGUAGE, description="of the mails")


class EmailVerification(RequestBody):
    """The token of the link in a mail."""

    token: str = Field(max_length=100)


class ResetRequest(RequestBody):
    """The account for which a mail with a link is wanted."""

    account: Annotated[str, StringConstraints(max_length=MAX_ADDRESS_LENGTH, pattern=STORABLE)] = (
        Field(description="its name or its email address")
    )


class EmailStatus(BaseModel):
    """The email addresses of an account."""

    address: str | None = Field(description="the verified address, or null")
    pending: str | None = Field(description="the address whose link was not opened yet, or null")


class EmailVerified(BaseModel):
    """The account and its address, which is verified now."""

    name: str
    address: str


class AccountFeatures(BaseModel):
    """What this server offers to accounts."""

    mail: bool = Field(description="whether it sends mails")
    authenticator: bool = Field(description="whether accounts can use an authenticator app")
    passkeys: bool = Field(description="whether this address of the server has passkeys")
