"""What travels about accounts."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

AccountKind = Literal["guest", "person", "bot"]
STORABLE: Final = r"^[^\x00]*$"  # PostgreSQL has no such character
Name = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=2, max_length=24, pattern=r"^[\w][\w .\-]*[\w.]$"
    ),
]
AnyName = Annotated[
    str, StringConstraints(max_length=100, pattern=STORABLE)
]  # that somebody may have
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]


class Sent(BaseModel):
    """Something that a client sends: an unknown field is a mistake, and said; NaN is no number of JSON."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class NewAccount(Sent):
    name: Name = Field(description="2 to 24 letters, digits, spaces, dots or dashes")
    password: Password = Field(description="at least 8 characters")


class Credentials(Sent):
    name: AnyName
    password: str = Field(max_length=200)


class PasswordChange(Sent):
    current: str = Field(max_length=200)
    new: Password


class Leaving(Sent):
    """To delete an account one proves once more that it is one's own; guests have no password."""

    password: str = Field(default="", max_length=200)


class NewBot(Sent):
    name: Name
    label: str = Field(default="first token", max_length=80, pattern=STORABLE)


class Account(BaseModel):
    """An account as everybody may see it."""

    id: str
    name: str
    kind: AccountKind


class LoginSession(BaseModel):
    """Who is logged in, and the token that every change must carry as X-CSRF-Token."""

    account: Account
    csrf: str
    expires_at: float


class BotToken(BaseModel):
    """A bot's token, shown this once."""

    account: Account
    token: str
