"""Request and response bodies about authenticator apps, passkeys and the second step of a login."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from ringrift.server.accounts.types import STORABLE, RequestBody

SecondFactor = Literal["authenticator", "passkey", "recovery_code"]
Challenge = Annotated[str, StringConstraints(max_length=100)]
Code = Annotated[str, StringConstraints(max_length=100)]
# What the browser's WebAuthn API returned, as JSON; the library checks it.
Credential = Annotated[dict[str, Any], Field(description="a PublicKeyCredential as JSON")]


class SecondFactorNeeded(BaseModel):
    """The password was right. Send one of `factors` to `POST /sessions/second-factor`."""

    challenge: str = Field(description="names this login for five minutes")
    factors: list[SecondFactor]


class FactorEntry(RequestBody):
    """The second step of a login: exactly one of the factors."""

    challenge: Challenge
    authenticator: Code | None = Field(default=None, description="the code that the app shows")
    recovery_code: Code | None = None
    passkey: Credential | None = None


class FactorChallenge(RequestBody):
    """A login whose second step is due."""

    challenge: Challenge


class PasskeyOptions(BaseModel):
    """What the browser needs to create or use a passkey."""

    challenge: str = Field(description="names this step for five minutes")
    options: dict[str, Any] = Field(description="the options of WebAuthn as JSON")


class PasskeyEntry(RequestBody):
    """A passkey that has signed the options of a challenge."""

    challenge: Challenge
    credential: Credential


class NewPasskey(PasskeyEntry):
    """A passkey that the browser has created for a challenge."""

    label: str = Field(default="passkey", min_length=1, max_length=80, pattern=STORABLE)


class PasskeyInfo(BaseModel):
    """A passkey in the list of one's own."""

    id: str
    label: str
    created_at: float
    last_used_at: float | None


class AuthenticatorSecret(BaseModel):
    """The secret of an authenticator app, shown only once. It counts after its first code."""

    secret: str = Field(description="to type into the app")
    uri: str = Field(description="to show as a QR code")


class AuthenticatorCode(RequestBody):
    """A code of the authenticator app."""

    code: Code


class SecondFactors(BaseModel):
    """The second factors of an account. With any, a login with the password needs one of them."""

    authenticator: bool
    passkeys: list[PasskeyInfo]
