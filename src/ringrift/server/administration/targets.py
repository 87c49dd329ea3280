"""What administrators act on: accounts, chat lines and games, and who is protected from them."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.names import name_key
from ringrift.server.accounts.types import Account, Role
from ringrift.server.administration.permissions import Actor
from ringrift.server.errors import ApiError
from ringrift.server.storage.tables import accounts, roles


@dataclass(frozen=True, slots=True)
class Target:
    """An account that an administrator acts on."""

    account: Account
    owner: str | None  # of a bot
    role: Role | None


async def find_target(connection: AsyncConnection, account: str) -> Target:
    """Return an account by its id or, for the command line, by its name."""
    wanted = (
        select(accounts.c.id, accounts.c.name, accounts.c.kind, accounts.c.made_by, roles.c.role)
        .outerjoin(roles, roles.c.account_id == accounts.c.id)
        .where(accounts.c.deleted_at.is_(None))
    )
    rows = (await connection.execute(wanted.where(accounts.c.id == account))).all() or (
        await connection.execute(wanted.where(accounts.c.name_key == name_key(account)))
    ).all()
    if not rows:
        raise ApiError(404, "NOT_FOUND", f"there is no account {account}", path="account")
    [row] = rows
    return Target(Account(id=row.id, name=row.name, kind=row.kind), row.made_by, row.role)


def require_may_act_on(actor: Actor, target: Target) -> None:
    """Refuse to act on oneself, on one's own bot and on colleagues; the operator may."""
    if actor.account is None:
        return
    if actor.account in (target.account.id, target.owner):
        message = "you cannot do this to your own account or bot: ask a colleague"
        raise ApiError(403, "OWN_ACCOUNT", message, path="account")
    if target.role is not None:
        message = (
            f"this account is {'an admin' if target.role == 'admin' else 'a moderator'}: "
            "take the role away first, or use `ringrift admin` on the server"
        )
        raise ApiError(403, "STAFF", message, path="account")
