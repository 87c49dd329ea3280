"""Roles, and what each may do. docs/how-to/administer.md has the same table; a test compares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from ringrift.server.accounts.types import Role
from ringrift.server.errors import ApiError


class Permission(StrEnum):
    """What a role may allow."""

    FIND_ACCOUNTS = "find accounts"
    DECIDE_REPORTS = "decide reports"
    READ_LOG = "read the log"
    REMOVE_CHAT = "remove chat"
    REMOVE_TEXTS = "remove texts"
    RENAME = "rename accounts"
    SUSPEND = "suspend accounts"
    CLOSE_GAMES = "close games"
    BAN = "ban accounts"
    RESET_PASSWORDS = "reset passwords"
    APPOINT_MODERATORS = "appoint moderators"
    CONTROL_RULES = "control the rules mode"


_MODERATOR: Final = frozenset(
    {
        *(Permission.FIND_ACCOUNTS, Permission.DECIDE_REPORTS, Permission.READ_LOG),
        *(Permission.REMOVE_CHAT, Permission.REMOVE_TEXTS, Permission.CLOSE_GAMES),
        *(Permission.RENAME, Permission.SUSPEND),
    }
)
PERMISSIONS: Final[Mapping[Role, frozenset[Permission]]] = {
    "moderator": _MODERATOR,
    "admin": frozenset(Permission),
}


@dataclass(frozen=True, slots=True)
class Actor:
    """Who administers: an account with a role, or the operator on the command line."""

    account: str | None
    role: Role | None

    def may(self, permission: Permission) -> bool:
        """Return whether the actor has the permission; the operator has every one."""
        if self.account is None:
            return True
        return self.role is not None and permission in PERMISSIONS[self.role]

    def require(self, permission: Permission) -> None:
        """Refuse an actor without the permission."""
        if not self.may(permission):
            message = f"your role does not allow this: it needs the permission to {permission}"
            raise ApiError(403, "NOT_ALLOWED", message)


OPERATOR: Final = Actor(None, None)
