"""Creates, authenticates, changes, exports and deletes accounts."""

from __future__ import annotations

import unicodedata
from typing import Any, Final

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.data_export import erase, export_data
from ringrift.server.accounts.passwords import hash_password, needs_rehash, verify_password
from ringrift.server.accounts.types import Account, AccountKind
from ringrift.server.errors import ApiError
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts

_MAX_GUEST_ATTEMPTS: Final = 5


def name_key(name: str) -> str:
    """Return the key under which names that look the same are equal."""
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")


class Accounts:
    """All accounts of a server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create_guest(self, now: float) -> Account:
        """Create a guest with a random name."""
        for _ in range(_MAX_GUEST_ATTEMPTS):
            try:
                return await self._add(f"Guest {new_id()[:6]}", "guest", None, now)
            except ApiError:
                continue
        raise ApiError(503, "TRY_AGAIN", "no guest name was free: try again")

    async def register(self, name: str, password: str, now: float) -> Account:
        """Create the account of a person."""
        return await self._add(name, "person", await hash_password(password), now)

    async def create_bot(self, name: str, now: float, *, owner: Account) -> Account:
        """Create the account of a bot, owned by a person."""
        return await self._add(name, "bot", None, now, owner.id)

    async def bot_of(self, person: Account, name: str) -> Account:
        """Return the person's bot of that name."""
        wanted = select(accounts.c.id, accounts.c.name).where(
            accounts.c.name_key == name_key(name),
            accounts.c.made_by == person.id,
            accounts.c.deleted_at.is_(None),
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            raise ApiError(404, "NOT_FOUND", "you have no bot with this name", path="name")
        return Account(id=row.id, name=row.name, kind="bot")

    async def bots_of(self, person: Account) -> list[Account]:
        """Return all bots of the person."""
        wanted = select(accounts.c.id, accounts.c.name).where(
            accounts.c.made_by == person.id, accounts.c.deleted_at.is_(None)
        )
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(wanted)).all()
        return [Account(id=row.id, name=row.name, kind="bot") for row in rows]

    async def promote(self, guest: Account, name: str, password: str) -> Account:
        """Turn a guest into a registered person; the games stay."""
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
                password_hash=await hash_password(password),
            )
        )
        try:
            async with self._database.engine.begin() as connection:
                promoted = (await connection.execute(changed)).rowcount
        except IntegrityError as error:
            raise _name_taken(name) from error
        if not promoted:  # a concurrent request was faster
            raise ApiError(
                409,
                "ALREADY_REGISTERED",
                "this guest is already registered: log in with POST /sessions",
            )
        return Account(id=guest.id, name=name, kind="person")

    async def log_in(self, name: str, password: str) -> Account:
        """Return the person with that name and password; the error does not tell which is wrong."""
        wanted = select(accounts.c.id, accounts.c.name, accounts.c.password_hash).where(
            accounts.c.name_key == name_key(name),
            accounts.c.kind == "person",
            accounts.c.deleted_at.is_(None),
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if not await verify_password(password, row.password_hash if row else None) or row is None:
            raise ApiError(401, "WRONG_CREDENTIALS", "the name or password is wrong: try again")
        if needs_rehash(row.password_hash):
            await self._set_password(row.id, password)
        return Account(id=row.id, name=row.name, kind="person")

    async def change_password(self, account: Account, current: str, new: str) -> None:
        """Set a new password, given the current one."""
        await self.check_password(account, current, "current")
        await self._set_password(account.id, new)

    async def check_password(self, account: Account, password: str, path: str) -> None:
        """Refuse a wrong password; guests have none."""
        async with self._database.reading.connect() as connection:
            stored = await connection.scalar(
                select(accounts.c.password_hash).where(accounts.c.id == account.id)
            )
        if account.kind == "person" and not await verify_password(password, stored):
            raise ApiError(403, "WRONG_CREDENTIALS", "the password is wrong: try again", path=path)

    async def delete(self, account: Account, now: float) -> None:
        """Erase the account; its games stay without its name."""
        await erase(self._database, account.id, now)

    async def by_name(self, name: str) -> Account:
        """Return the account of that name."""
        wanted = select(accounts.c.id, accounts.c.name, accounts.c.kind).where(
            accounts.c.name_key == name_key(name), accounts.c.deleted_at.is_(None)
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            raise ApiError(404, "NOT_FOUND", "there is no player with this name", path="name")
        return Account(id=row.id, name=row.name, kind=row.kind)

    async def export(self, account: Account) -> dict[str, Any]:
        """Return all data of an account."""
        return await export_data(self._database, account.id)

    async def _add(
        self,
        name: str,
        kind: AccountKind,
        password_hash: str | None,
        now: float,
        owner: str | None = None,
    ) -> Account:
        row = {
            "id": new_id(),
            "name": name,
            "name_key": name_key(name),
            "kind": kind,
            "password_hash": password_hash,
            "made_by": owner,
            "created_at": now,
        }
        try:
            async with self._database.engine.begin() as connection:
                await connection.execute(insert(accounts), [row])
        except IntegrityError as error:
            raise _name_taken(name) from error
        return Account(id=str(row["id"]), name=name, kind=kind)

    async def _set_password(self, account: str, password: str) -> None:
        changed = (
            update(accounts)
            .where(accounts.c.id == account)
            .values(password_hash=await hash_password(password))
        )
        async with self._database.engine.begin() as connection:
            await connection.execute(changed)


def _name_taken(name: str) -> ApiError:
    return ApiError(409, "NAME_TAKEN", f"the name {name} is taken: choose another", path="name")
