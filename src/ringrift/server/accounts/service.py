"""Accounts: made, proved, changed, exported and deleted."""

from __future__ import annotations

import unicodedata
from typing import Any, Final

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.data_export import export_of, forget
from ringrift.server.accounts.passwords import hashed, matches, outdated
from ringrift.server.accounts.types import Account, AccountKind
from ringrift.server.errors import ApiError
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts

_GUESTS_TRIED: Final = 5


def name_key(name: str) -> str:
    """What two names that look the same have in common."""
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")


class Accounts:
    """All accounts of a server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def guest(self, now: float) -> Account:
        """A guest under a name that nobody has."""
        for _ in range(_GUESTS_TRIED):
            try:
                return await self._add(f"Guest {new_id()[:6]}", "guest", None, now)
            except ApiError:
                continue
        raise ApiError(503, "TRY_AGAIN", "no name was free for a guest: try again")

    async def register(self, name: str, password: str, now: float) -> Account:
        """A new person; a name that is taken is refused."""
        return await self._add(name, "person", await hashed(password), now)

    async def bot(self, name: str, now: float, *, made_by: Account) -> Account:
        """A bot, which answers to the person who made it."""
        return await self._add(name, "bot", None, now, made_by.id)

    async def bot_of(self, person: Account, name: str) -> Account:
        """The person's bot of that name."""
        wanted = select(accounts.c.id, accounts.c.name).where(
            accounts.c.name_key == name_key(name),
            accounts.c.made_by == person.id,
            accounts.c.deleted_at.is_(None),
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            raise ApiError(404, "NOT_FOUND", "you have no bot of that name", path="name")
        return Account(id=row.id, name=row.name, kind="bot")

    async def bots_of(self, person: Account) -> list[Account]:
        """All bots that the person has."""
        wanted = select(accounts.c.id, accounts.c.name).where(
            accounts.c.made_by == person.id, accounts.c.deleted_at.is_(None)
        )
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [Account(id=row.id, name=row.name, kind="bot") for row in rows]

    async def promote(self, guest: Account, name: str, password: str) -> Account:
        """A guest who registers keeps what they played."""
        changed = (
            update(accounts)
            .where(
                accounts.c.id == guest.id,
                accounts.c.kind == "guest",
                accounts.c.deleted_at.is_(None),
            )
            .values(
                name=name,
                name_key=name_key(name),
                kind="person",
                password_hash=await hashed(password),
            )
        )
        try:
            async with self._database.engine.begin() as connection:
                promoted = (await connection.execute(changed)).rowcount
        except IntegrityError as error:
            raise _taken(name) from error
        if not promoted:  # two requests at once: the other one was quicker
            raise ApiError(
                409, "ALREADY_REGISTERED", "this guest has registered: log in with POST /sessions"
            )
        return Account(id=guest.id, name=name, kind="person")

    async def log_in(self, name: str, password: str) -> Account:
        """The person with that name and password; nothing tells which of the two was wrong."""
        wanted = select(accounts.c.id, accounts.c.name, accounts.c.password_hash).where(
            accounts.c.name_key == name_key(name),
            accounts.c.kind == "person",
            accounts.c.deleted_at.is_(None),
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if not await matches(password, row.password_hash if row else None) or row is None:
            raise ApiError(401, "WRONG_CREDENTIALS", "the name or the password is wrong")
        if outdated(row.password_hash):
            await self._set_password(row.id, password)
        return Account(id=row.id, name=row.name, kind="person")

    async def change_password(self, account: Account, current: str, new: str) -> None:
        """Only who knows the old password sets a new one."""
        await self.prove(account, current, "current")
        await self._set_password(account.id, new)

    async def prove(self, account: Account, password: str, path: str) -> None:
        """That it is really this person; guests have nothing to prove."""
        async with self._database.reading.connect() as connection:
            stored = await connection.scalar(
                select(accounts.c.password_hash).where(accounts.c.id == account.id)
            )
        if account.kind == "person" and not await matches(password, stored):
            raise ApiError(
                403, "WRONG_CREDENTIALS", "that is not the password of this account", path=path
            )

    async def delete(self, account: Account, now: float) -> None:
        """Forget the person; see `own_data`."""
        await forget(self._database, account.id, now)

    async def named(self, name: str) -> Account:
        """The account of that name, for its profile."""
        wanted = select(accounts.c.id, accounts.c.name, accounts.c.kind).where(
            accounts.c.name_key == name_key(name), accounts.c.deleted_at.is_(None)
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            raise ApiError(404, "NOT_FOUND", "there is no player of that name", path="name")
        return Account(id=row.id, name=row.name, kind=row.kind)

    async def export(self, account: Account) -> dict[str, Any]:
        """Everything that is kept about an account."""
        return await export_of(self._database, account.id)

    async def _add(
        self,
        name: str,
        kind: AccountKind,
        password_hash: str | None,
        now: float,
        made_by: str | None = None,
    ) -> Account:
        row = {
            "id": new_id(),
            "name": name,
            "name_key": name_key(name),
            "kind": kind,
            "password_hash": password_hash,
            "made_by": made_by,
            "created_at": now,
        }
        try:
            async with self._database.engine.begin() as connection:
                await connection.execute(insert(accounts), [row])
        except IntegrityError as error:
            raise _taken(name) from error
        return Account(id=str(row["id"]), name=name, kind=kind)

    async def _set_password(self, account: str, password: str) -> None:
        changed = (
            update(accounts)
            .where(accounts.c.id == account)
            .values(password_hash=await hashed(password))
        )
        async with self._database.engine.begin() as connection:
            await connection.execute(changed)


def _taken(name: str) -> ApiError:
    return ApiError(409, "NAME_TAKEN", f"the name {name} is taken: choose another", path="name")
