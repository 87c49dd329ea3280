"""The actions of administrators. Each is one transaction with its entry in the audit log.

The same actions serve the endpoints and the command line. What follows from them in memory, such
as open sockets, each worker does when it reads the audit log: see `AuditLogFollower`.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.names import is_reserved, look_key, name_key
from ringrift.server.accounts.password_reset import OPERATOR_SECONDS, add_reset_token, reset_link
from ringrift.server.accounts.renaming import outdate_tournaments, rename_in_events
from ringrift.server.accounts.sanctions import SanctionKind, in_force
from ringrift.server.accounts.second_factors import remove_factors
from ringrift.server.accounts.types import Account, Role
from ringrift.server.administration.audit_log import AuditAction, record
from ringrift.server.administration.permissions import Actor, Permission
from ringrift.server.administration.removed_texts import remove_text
from ringrift.server.administration.targets import Target, find_target, require_may_act_on
from ringrift.server.administration.types import ResetLink
from ringrift.server.clock import Clock
from ringrift.server.community.report_types import TextKind
from ringrift.server.errors import ApiError
from ringrift.server.mail.outbox import Outbox
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import (
    accounts,
    chat,
    game_closures,
    games,
    login_sessions,
    roles,
    sanctions,
    seeks,
)

DAY: Final = 86_400.0
CLOSED_BY_OPERATOR: Final = "operator"  # the reason of a closed game


class Administration:
    """Actions on accounts, texts and games."""

    def __init__(self, database: Database, settings: Settings, clock: Clock) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock

    async def set_role(self, actor: Actor, account: str, role: Role | None, reason: str) -> Account:
        """Give an account a role, or take its role away. Only the operator makes admins."""
        actor.require(Permission.APPOINT_MODERATORS)
        async with self._database.engine.begin() as connection:
            target = await find_target(connection, account)
            if actor.account is not None and "admin" in (role, target.role):
                message = "use `ringrift admin` on the server to make or unmake an admin"
                raise ApiError(403, "NOT_ALLOWED", message, path="role")
            if target.account.kind != "person":
                message = "only registered people can have a role"
                raise ApiError(422, "NOT_A_PERSON", message, path="account")
            if target.role == role:
                message = f"{target.account.name} has {role or 'no role'} already"
                raise ApiError(409, "UNCHANGED", message, path="role")
            id_ = target.account.id
            now = self._clock.now()
            await connection.execute(delete(roles).where(roles.c.account_id == id_))
            if role is not None:
                row = {"account_id": id_, "role": role, "granted_at": now}
                await connection.execute(insert(roles), [row])
            action: AuditAction = "role_granted" if role else "role_revoked"
            details = {"role": role or target.role}
            await record(connection, actor, action, id_, reason, now, details)
        return target.account

    async def reset_password(self, actor: Actor, account: str, reason: str) -> ResetLink:
        """Return a link that sets a new password once. The old password stays valid until then."""
        actor.require(Permission.RESET_PASSWORDS)
        now = self._clock.now()
        async with self._database.engine.begin() as connection:
            target = await self._target(connection, actor, account)
            if target.account.kind != "person":
                message = "guests and bots have no password"
                raise ApiError(422, "NOT_A_PERSON", message, path="account")
            secret = await add_reset_token(
                connection, target.account.id, now, reason="operator", seconds=OPERATOR_SECONDS
            )
            await record(connection, actor, "password_reset", target.account.id, reason, now)
        return ResetLink(link=reset_link(self._settings, secret), expires_at=now + OPERATOR_SECONDS)

    async def remove_second_factors(self, actor: Actor, account: str, reason: str) -> Account:
        """Remove the authenticator app and passkeys of a person who lost them, and tell them."""
        actor.require(Permission.RESET_PASSWORDS)
        now = self._clock.now()
        async with self._database.engine.begin() as connection:
            target = await self._target(connection, actor, account)
            if not await remove_factors(connection, target.account.id):
                message = f"{target.account.name} has neither an authenticator app nor a passkey"
                raise ApiError(409, "UNCHANGED", message, path="account")
            id_ = target.account.id
            await record(connection, actor, "second_factors_removed", id_, reason, now)
        if self._settings.has_mail:
            await Outbox(self._database).add("second_factors_removed", {}, now, account=id_)
        return target.account

    async def suspend(self, actor: Actor, account: str, reason: str, days: float) -> Account:
        """Keep an account out for some days. Its live games go on, and may be claimed."""
        actor.require(Permission.SUSPEND)
        return await self._sanction(actor, account, "suspension", reason, days)

    async def ban(self, actor: Actor, account: str, reason: str, days: float | None) -> Account:
        """Keep an account out and let it resign its games; without days until it is lifted."""
        actor.require(Permission.BAN)
        return await self._sanction(actor, account, "ban", reason, days)

    async def lift(self, actor: Actor, account: str, reason: str) -> Account:
        """End the suspensions and bans of an account."""
        actor.require(Permission.SUSPEND)
        now = self._clock.now()
        async with self._database.engine.begin() as connection:
            target = await self._target(connection, actor, account)
            mine = (sanctions.c.account_id == target.account.id, in_force(now))
            kinds = set(await connection.scalars(select(sanctions.c.kind).where(*mine)))
            if not kinds:
                message = f"{target.account.name} is neither suspended nor banned"
                raise ApiError(409, "NOT_SANCTIONED", message, path="account")
            if "ban" in kinds:
                actor.require(Permission.BAN)
            await connection.execute(update(sanctions).where(*mine).values(lifted_at=now))
            await record(connection, actor, "lifted", target.account.id, reason, now)
        return target.account

    async def rename(self, actor: Actor, account: str, name: str, reason: str) -> Account:
        """Give an account another name, in its games, too."""
        actor.require(Permission.RENAME)
        if is_reserved(name):
            message = f"the name {name} is reserved: choose another"
            raise ApiError(422, "NAME_RESERVED", message, path="name")
        keys = {"name": name, "name_key": name_key(name), "look_key": look_key(name)}
        now = self._clock.now()
        try:
            async with self._database.engine.begin() as connection:
                target = await self._target(connection, actor, account)
                mine = accounts.c.id == target.account.id
                await outdate_tournaments(connection, target.account.id)
                await connection.execute(update(accounts).where(mine).values(keys))
                await rename_in_events(connection, target.account.id, name)
                await record(connection, actor, "renamed", target.account.id, reason, now)
        except IntegrityError as error:
            message = f"the name {name}, or one that looks like it, is taken: choose another"
            raise ApiError(409, "NAME_TAKEN", message, path="name") from error
        return target.account.model_copy(update={"name": name})

    async def remove_chat(self, actor: Actor, line: str, reason: str) -> None:
        """Hide a line of chat from everybody."""
        actor.require(Permission.REMOVE_CHAT)
        now = self._clock.now()
        shown = (chat.c.id == line, chat.c.removed_at.is_(None))
        async with self._database.engine.begin() as connection:
            game = await connection.scalar(select(chat.c.game_id).where(*shown))
            if game is None:
                message = "there is no such line of chat, or it was removed"
                raise ApiError(404, "NOT_FOUND", message, path="line")
            await connection.execute(update(chat).where(*shown).values(removed_at=now))
            await record(connection, actor, "chat_removed", line, reason, now, {"game": game})

    async def remove_text(self, actor: Actor, kind: TextKind, text: str, reason: str) -> None:
        """Remove a message, or what people read of a study, club or tournament."""
        actor.require(Permission.REMOVE_TEXTS)
        now = self._clock.now()
        async with self._database.engine.begin() as connection:
            try:
                author = await remove_text(connection, kind, text, now)
            except LookupError as error:
                message = f"there is no such {kind}, or it was deleted"
                raise ApiError(404, "NOT_FOUND", message, path="text") from error
            details = {"kind": kind, "account": author}
            await record(connection, actor, "text_removed", text, reason, now, details)

    async def close_game(self, actor: Actor, game: str, reason: str) -> None:
        """Abort a game that is open or live. The worker that owns a live one ends it."""
        actor.require(Permission.CLOSE_GAMES)
        now = self._clock.now()
        aborted = {"status": "aborted", "ended_at": now, "reason": CLOSED_BY_OPERATOR}
        async with self._database.engine.begin() as connection:
            status = await connection.scalar(select(games.c.status).where(games.c.id == game))
            if status is None:
                raise ApiError(404, "NOT_FOUND", "there is no such game", path="game")
            still_open = (games.c.id == game, games.c.status == "open")
            opened = update(games).where(*still_open).values(aborted)
            if not (await connection.execute(opened)).rowcount:
                if status not in ("open", "live"):
                    message = f"the game is {status}: there is nothing to close"
                    raise ApiError(409, "GAME_OVER", message, path="game")
                row = {"game_id": game, "requested_at": now}
                add = sqlite.insert if self._database.is_sqlite else postgresql.insert
                requested = add(game_closures).values(row).on_conflict_do_nothing()
                await connection.execute(requested)
            await record(connection, actor, "game_closed", game, reason, now)

    async def _sanction(
        self, actor: Actor, account: str, kind: SanctionKind, reason: str, days: float | None
    ) -> Account:
        """Store a sanction, end all sessions, and stop looking for opponents."""
        now = self._clock.now()
        async with self._database.engine.begin() as connection:
            target = await self._target(connection, actor, account)
            if target.role is not None:
                message = f"{target.account.name} has a role: revoke it first"
                raise ApiError(409, "STAFF", message, path="account")
            id_ = target.account.id
            row = {
                "id": new_id(),
                "account_id": id_,
                "kind": kind,
                "reason": reason,
                "created_at": now,
                "ends_at": None if days is None else now + days * DAY,
            }
            await connection.execute(insert(sanctions), [row])
            mine = login_sessions.c.account_id == id_
            await connection.execute(delete(login_sessions).where(mine))
            concerned = select(accounts.c.id).where(
                (accounts.c.id == id_) | (accounts.c.made_by == id_)
            )
            await connection.execute(delete(seeks).where(seeks.c.account_id.in_(concerned)))
            action: AuditAction = "banned" if kind == "ban" else "suspended"
            await record(connection, actor, action, id_, reason, now, {"days": days})
        return target.account

    async def _target(self, connection: AsyncConnection, actor: Actor, account: str) -> Target:
        target = await find_target(connection, account)
        require_may_act_on(actor, target)
        return target
