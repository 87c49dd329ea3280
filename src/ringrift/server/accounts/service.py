"""Creates, authenticates, changes, exports and deletes accounts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from sqlalchemy import and_, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from ringrift.server.accounts.credentials import new_id
from ringrift.server.accounts.data_export import erase, export_data
from ringrift.server.accounts.guest_names import guest_names
from ringrift.server.accounts.names import is_reserved, look_key, name_key
from ringrift.server.accounts.password_policy import require_strong_password
from ringrift.server.accounts.passwords import hash_password, needs_rehash, verify_password
from ringrift.server.accounts.renaming import outdate_tournaments, rename_in_events
from ringrift.server.accounts.types import Account, AccountKind
from ringrift.server.errors import ApiError
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import LISTED_ACCOUNTS, accounts
from ringrift.server.work_pools import WorkPool

MAX_BOTS: Final = 20  # of one person
MAX_FOUND: Final = 20  # names in a search
_LAST_CHARACTER: Final = "\U0010ffff"


class Accounts:
    """All accounts of a server."""

    def __init__(self, database: Database, passwords: WorkPool) -> None:
        self._database = database
        self._pool = passwords

    async def create_guest(self, now: float) -> Account:
        """Create a guest with a random name."""
        for name in guest_names():
            try:
                return await self._add(name, "guest", None, now)
            except ApiError:
                continue
        raise ApiError(503, "TRY_AGAIN", "no guest name was free: try again")

    async def register(self, name: str, password: str, now: float, *, address: str) -> Account:
        """Create the account of a person. Addresses share the threads for passwords fairly."""
        _require_not_reserved(name)
        require_strong_password(password, name, "password")
        return await self._add(
            name, "person", await hash_password(self._pool, password, share=address), now
        )

    async def create_bot(self, name: str, now: float, *, owner: Account) -> Account:
        """Create the account of a bot, owned by a person."""
        _require_not_reserved(name)
        if len(await self.bots_of(owner)) >= MAX_BOTS:
            message = f"you have {MAX_BOTS} bots already: a bot can have several tokens"
            raise ApiError(409, "TOO_MANY_BOTS", message)
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
        """Turn a guest into a registered person; the games stay and get the new name."""
        _require_not_reserved(name)
        require_strong_password(password, name, "password")
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
                look_key=look_key(name),
                kind="person",
                password_hash=await hash_password(self._pool, password, share=guest.id),
            )
        )
        try:
            async with self._database.engine.begin() as connection:
                await outdate_tournaments(connection, guest.id)
                if not (await connection.execute(changed)).rowcount:
                    # A concurrent request was faster.
                    raise ApiError(
                        409,
                        "ALREADY_REGISTERED",
                        "this guest is already registered: log in with POST /sessions",
                    )
                await rename_in_events(connection, guest.id, name)
        except IntegrityError as error:
            raise _name_taken(name) from error
        return Account(id=guest.id, name=name, kind="person")

    async def log_in(self, name: str, password: str, *, address: str) -> Account:
        """Return the person with that name and password; the error does not tell which is wrong."""
        wanted = select(accounts.c.id, accounts.c.name, accounts.c.password_hash).where(
            accounts.c.name_key == name_key(name),
            accounts.c.kind == "person",
            accounts.c.deleted_at.is_(None),
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        right = await verify_password(
            self._pool, password, row.password_hash if row else None, share=address
        )
        if not right or row is None:
            raise ApiError(401, "WRONG_CREDENTIALS", "the name or password is wrong: try again")
        if needs_rehash(row.password_hash):
            await self._set_password(row.id, password)
        return Account(id=row.id, name=row.name, kind="person")

    async def change_password(self, account: Account, current: str, new: str) -> None:
        """Set a new password, given the current one."""
        await self.check_password(account, current, "current")
        require_strong_password(new, account.name, "new")
        await self._set_password(account.id, new)

    async def check_password(self, account: Account, password: str, path: str = "password") -> None:
        """Refuse a wrong password; guests have none."""
        async with self._database.reading.connect() as connection:
            stored = await connection.scalar(
                select(accounts.c.password_hash).where(accounts.c.id == account.id)
            )
        if account.kind == "person" and not await verify_password(
            self._pool, password, stored, share=account.id
        ):
            raise ApiError(403, "WRONG_CREDENTIALS", "the password is wrong: try again", path=path)

    async def find(self, prefix: str) -> list[Account]:
        """Return people and bots whose name begins like this, in the order of their names."""
        key = name_key(prefix)
        if not key:
            return []
        name, last = accounts.c.name_key, key + _LAST_CHARACTER
        if self._database.is_sqlite:
            begins = and_(name >= key, name < last)
        else:  # these operators compare by character code, in whatever language the database sorts
            begins = and_(name.op("~>=~")(key), name.op("~<~")(last))
        wanted = (
            select(accounts.c.id, accounts.c.name, accounts.c.kind)
            .where(begins, text(LISTED_ACCOUNTS))
            .order_by(name)
            .limit(MAX_FOUND)
        )
        async with self._database.reading.connect() as connection:
            return [Account(**row._asdict()) for row in await connection.execute(wanted)]

    async def delete(self, account: Account, now: float) -> str:
        """Erase the account; its games stay under the name that is returned."""
        return await erase(self._database, account.id, now)

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

    async def person(self, account: str) -> Account:
        """Return the person with this id."""
        wanted = select(accounts.c.id, accounts.c.name).where(
            accounts.c.id == account,
            accounts.c.kind == "person",
            accounts.c.deleted_at.is_(None),
        )
        async with self._database.reading.connect() as connection:
            row = (await connection.execute(wanted)).one_or_none()
        if row is None:
            raise ApiError(404, "NOT_FOUND", "there is no such account")
        return Account(id=row.id, name=row.name, kind="person")

    def export(self, account: Account) -> AsyncIterator[str]:
        """Return all data of an account, in pieces of one JSON object."""
        return export_data(self._database, account.id)

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
            "look_key": look_key(name),
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
            .values(password_hash=await hash_password(self._pool, password, share=account))
        )
        async with self._database.engine.begin() as connection:
            await connection.execute(changed)


def _require_not_reserved(name: str) -> None:
    if is_reserved(name):
        message = f"the name {name} is reserved: choose another"
        raise ApiError(422, "NAME_RESERVED", message, path="name")


def _name_taken(name: str) -> ApiError:
    message = f"the name {name}, or one that looks like it, is taken: choose another"
    return ApiError(409, "NAME_TAKEN", message, path="name")
