"""Request and response bodies about accounts."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from ringrift.server.accounts.names import MAX_LENGTH, normalize_name
from ringrift.server.accounts.password_policy import MAX_LENGTH as MAX_PASSWORD_LENGTH
from ringrift.server.accounts.password_policy import MIN_LENGTH as MIN_PASSWORD_LENGTH

AccountKind = Literal["guest", "person", "bot"]
Role = Literal["admin", "moderator"]
STORABLE: Final = r"^[^\x00]*$"  # PostgreSQL stores no NUL
INVALID_NAME: Final = "invalid_name"  # the type of the error


def _normalize_name(name: str) -> str:
    try:
        return normalize_name(name)
    except ValueError as error:
        raise PydanticCustomError(INVALID_NAME, "{reason}", {"reason": str(error)}) from error


Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=2, max_length=MAX_LENGTH),
    AfterValidator(_normalize_name),
]
AnyName = Annotated[
    str, StringConstraints(max_length=100, pattern=STORABLE)
]  # that somebody may have
Password = Annotated[
    str, StringConstraints(min_length=MIN_PASSWORD_LENGTH, max_length=MAX_PASSWORD_LENGTH)
]


class RequestBody(BaseModel):
    """A request body. Unknown fields and NaN are errors."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class NewAccount(RequestBody):
    name: Name = Field(description="2 to 24 letters, digits, spaces, dots or dashes")
    password: Password = Field(description="12 to 128 characters, and not a common password")


class Credentials(RequestBody):
    name: AnyName
    password: str = Field(max_length=200)


class PasswordChange(RequestBody):
    current: str = Field(max_length=200)
    new: Password


class DeleteAccountRequest(RequestBody):
    """The password of the account to delete; guests have none."""

    password: str = Field(default="", max_length=200)


class PasswordEntry(RequestBody):
    """The password of the current account."""

    password: str = Field(max_length=200)


class CodeRecovery(RequestBody):
    """A recovery code and the password to set."""

    name: AnyName
    code: str = Field(max_length=100, description="a recovery code; case and dashes do not matter")
    password: Password


class TokenRecovery(RequestBody):
    """A one-time token and the password to set."""

    token: str = Field(max_length=100)
    password: Password


TokenScope = Literal["play", "read"]


class NewToken(RequestBody):
    """A token to create. A `read` token cannot change anything."""

    label: str = Field(default="token", min_length=1, max_length=80, pattern=STORABLE)
    scope: TokenScope = "play"
    days: float = Field(default=90, ge=1, le=366, description="until it expires")


class NewBot(NewToken):
    name: Name


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
    authenticated_at: float = Field(description="when the password was last entered")
    role: Role | None = Field(default=None, description="what the account may administer")


class Registration(LoginSession):
    """The session of a new account, and its recovery codes, which are shown only once."""

    recovery_codes: list[str]


class RecoveryCodeSet(BaseModel):
    """A new set of recovery codes. It is shown only once, and each code works once."""

    codes: list[str]


class RecoveryStatus(BaseModel):
    """The recovery codes of an account, without the codes."""

    remaining: int = Field(description="unused codes")
    created_at: float | None = Field(description="when the set was created, or null without one")


class PasswordWasReset(BaseModel):
    """The account whose password was set. Log in with it: POST /sessions."""

    name: str
    recovery_codes_left: int


class SessionInfo(BaseModel):
    """A login session in the list of one's own."""

    id: str
    browser: str = Field(description="the browser or program, or empty")
    system: str = Field(description="the operating system, or empty")
    address: str = Field(description="the address that logged in, or empty")
    created_at: float
    seen_at: float
    expires_at: float
    current: bool = Field(description="whether this request belongs to it")


class TokenInfo(BaseModel):
    """A bot's token without its secret."""

    id: str
    label: str
    prefix: str = Field(description="how the token begins; empty for one made before 0.3")
    scope: TokenScope
    created_at: float
    expires_at: float | None
    last_used_at: float | None


class BotInfo(BaseModel):
    """A bot and its valid tokens."""

    account: Account
    tokens: list[TokenInfo]


class BotToken(BaseModel):
    """A bot's new token. The secret is shown only once."""

    account: Account
    token: str
    info: TokenInfo
