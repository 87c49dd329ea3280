"""Request and response bodies about accounts."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

AccountKind = Literal["guest", "person", "bot"]
STORABLE: Final = r"^[^\x00]*$"  # PostgreSQL stores no NUL
NAME_PATTERN: Final = r"^[\w][\w .\-]*[\w.]$"
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=2, max_length=24, pattern=NAME_PATTERN),
]
AnyName = Annotated[
    str, StringConstraints(max_length=100, pattern=STORABLE)
]  # that somebody may have
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]


class RequestBody(BaseModel):
    """A request body. Unknown fields and NaN are errors."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class NewAccount(RequestBody):
    name: Name = Field(description="2 to 24 letters, digits, spaces, dots or dashes")
    password: Password = Field(description="at least 8 characters")


class Credentials(RequestBody):
    name: AnyName
    password: str = Field(max_length=200)


class PasswordChange(RequestBody):
    current: str = Field(max_length=200)
    new: Password


class DeleteAccountRequest(RequestBody):
    """The password of the account to delete; guests have none."""

    password: str = Field(default="", max_length=200)


class NewBot(RequestBody):
    name: Name
    label: str = Field(default="first token", max_length=80, pattern=STORABLE)


class Account(BaseModel):
    """The public data of an account."""

    id: str
    name: str
    kind: AccountKind


class LoginSession(BaseModel):
    """A login session. Send its `csrf` as X-CSRF-Token with every change."""

    account: Account
    csrf: str
    expires_at: float


class BotToken(BaseModel):
    """A bot's token, which is shown only once."""

    account: Account
    token: str
