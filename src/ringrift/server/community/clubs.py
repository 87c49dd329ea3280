"""Clubs: members, leaders, and requests to join."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field, StringConstraints
from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.server.accounts.names import name_key
from ringrift.server.accounts.types import STORABLE, Account, RequestBody
from ringrift.server.clock import Clock
from ringrift.server.errors import ApiError
from ringrift.server.request_key import id_for, is_repeatable
from ringrift.server.storage.database import Database
from ringrift.server.storage.meeting_tables import club_members, club_tournaments, clubs
from ringrift.server.storage.tables import accounts, games
from ringrift.server.storage.tables import seats as seats_table

ClubRole = Literal["leader", "member", "applicant"]
ClubAccess = Literal["open", "request"]
MAX_MEMBERS: Final = 1000
_MAX_CLUBS: Final = 20  # of one account
_MAX_LISTED: Final = 100
_MAX_GAMES: Final = 50

ClubName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=3, max_length=40, pattern=STORABLE)
]


class NewClub(RequestBody):
    """A club to create; you lead it."""

    name: ClubName
    description: str = Field(default="", max_length=1000, pattern=STORABLE)
    access: ClubAccess = Field(
        default="open", description="`request`: a leader accepts who wants to join"
    )


class ClubChange(RequestBody):
    """What a leader may change."""

    description: str = Field(max_length=1000, pattern=STORABLE)
    access: ClubAccess


class RoleChange(RequestBody):
    """`member` also accepts an applicant."""

    role: Literal["leader", "member"]


class ClubInfo(BaseModel):
    """A club in a list."""

    id: str
    name: str
    description: str
    access: ClubAccess
    created_at: float
    members: int
    role: ClubRole | None = Field(description="yours, if any")


class ClubMember(BaseModel):
    account: Account
    role: ClubRole
    joined_at: float


class ClubView(ClubInfo):
    """A club with its members; only leaders see who wants to join."""

    member_list: list[ClubMember]
    tournaments: list[str] = Field(description="the ids of its tournaments, the latest first")


class Clubs:
    """All clubs of a server."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def find(self, account: str | None, *, mine: bool = False) -> list[ClubInfo]:
        """Return the largest clubs, or those of the account."""
        counted = (
            select(func.count())
            .where(club_members.c.club_id == clubs.c.id, club_members.c.role != "applicant")
            .scalar_subquery()
        )
        wanted = select(clubs, counted.label("members")).order_by(counted.desc(), clubs.c.name)
        if mine:
            own = select(club_members.c.club_id).where(club_members.c.account_id == account)
            wanted = wanted.where(clubs.c.id.in_(own))
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(wanted.limit(_MAX_LISTED))).all()
            roles = await self._roles(connection, account, [row.id for row in rows])
        return [_info(row, row.members, roles.get(row.id)) for row in rows]

    async def view(self, club: str, account: str | None) -> ClubView:
        """Return a club as the account may see it."""
        async with self._database.reading.connect() as connection:
            return await self._view(connection, club, account)

    async def create(self, account: str, sent: NewClub) -> ClubView:
        """Create a club that the account leads."""
        club, now = id_for("club"), self._clock.now()
        row = {
            "id": club,
            "name": sent.name,
            "name_key": name_key(sent.name),
            "description": sent.description.strip(),
            "access": sent.access,
            "created_at": now,
        }
        try:
            async with self._database.engine.begin() as connection:
                await self._lock_account(connection, account)
                known = select(clubs.c.id).where(clubs.c.id == club)
                if not (is_repeatable() and await connection.scalar(known)):
                    await self._require_few(connection, account)
                    await connection.execute(insert(clubs), [row])
                    leader = _member(club, account, "leader", now)
                    await connection.execute(insert(club_members), [leader])
                return await self._view(connection, club, account)
        except IntegrityError as error:
            message = "there is a club with this name: choose another one"
            raise ApiError(409, "NAME_TAKEN", message, path="name") from error

    async def change(self, club: str, account: str, sent: ClubChange) -> ClubView:
        """Change the description, or who may join."""
        async with self._database.engine.begin() as connection:
            await self._require_leader(connection, club, account)
            values = {"description": sent.description.strip(), "access": sent.access}
            await connection.execute(update(clubs).where(clubs.c.id == club).values(**values))
            return await self._view(connection, club, account)

    async def delete(self, club: str, account: str) -> None:
        """Delete a club; its tournaments stay."""
        async with self._database.engine.begin() as connection:
            await self._require_leader(connection, club, account)
            await connection.execute(delete(clubs).where(clubs.c.id == club))

    async def join(self, club: str, account: str) -> ClubView:
        """Join an open club, or ask to join."""
        async with self._database.engine.begin() as connection:
            await self._lock_account(connection, account)
            row = await self._lock(connection, club)
            role = (await self._roles(connection, account, [club])).get(club)
            if role is None:
                await self._require_few(connection, account)
                count = select(func.count()).where(club_members.c.club_id == club)
                if (await connection.scalar(count) or 0) >= MAX_MEMBERS:
                    raise ApiError(409, "FULL", f"the club has {MAX_MEMBERS} members: it is full")
                new = "member" if row.access == "open" else "applicant"
                entry = _member(club, account, new, self._clock.now())
                await connection.execute(insert(club_members), [entry])
            return await self._view(connection, club, account)

    async def remove(self, club: str, account: str, other: str) -> ClubView:
        """Leave the club, or remove a member or applicant as a leader."""
        async with self._database.engine.begin() as connection:
            await self._lock(connection, club)
            roles = await self._roles_in(connection, club)
            if other not in roles:
                raise ApiError(404, "NOT_FOUND", "this account is not in the club", path="account")
            if account != other and roles.get(account) != "leader":
                raise _not_leader()
            require_leader_left(roles, other, None)
            leaves = [*_entry(club, other)]
            if not any(role != "applicant" for one, role in roles.items() if one != other):
                leaves = leaves[:1]  # nobody is left to accept who wants to join
            await connection.execute(delete(club_members).where(*leaves))
            return await self._view(connection, club, account)

    async def set_role(self, club: str, account: str, other: str, role: str) -> ClubView:
        """Accept an applicant, or change who leads."""
        async with self._database.engine.begin() as connection:
            await self._lock(connection, club)
            roles = await self._roles_in(connection, club)
            if roles.get(account) != "leader":
                raise _not_leader()
            if other not in roles:
                raise ApiError(404, "NOT_FOUND", "this account is not in the club", path="account")
            require_leader_left(roles, other, role)
            entry = update(club_members).where(*_entry(club, other))
            await connection.execute(entry.values(role=role))
            return await self._view(connection, club, account)

    async def games(self, club: str) -> list[str]:
        """Return the latest public games between members, as ids."""
        members = select(club_members.c.account_id).where(
            club_members.c.club_id == club, club_members.c.role != "applicant"
        )
        played = (
            select(games.c.id)
            .join(seats_table, seats_table.c.game_id == games.c.id)
            .where(games.c.visibility == "public", games.c.status.in_(("live", "over")))
            .where(seats_table.c.account_id.in_(members))
            .group_by(games.c.id, games.c.created_at)
            .having(func.count(func.distinct(seats_table.c.account_id)) > 1)
            .order_by(games.c.created_at.desc())
            .limit(_MAX_GAMES)
        )
        async with self._database.reading.connect() as connection:
            return list(await connection.scalars(played))

    async def require_member(self, club: str, account: str, *, leader: bool = False) -> None:
        """Refuse an account that is not in the club, or does not lead it."""
        async with self._database.reading.connect() as connection:
            role = (await self._roles(connection, account, [club])).get(club)
        if leader and role != "leader":
            raise _not_leader()
        if role not in ("leader", "member"):
            raise ApiError(403, "MEMBERS_ONLY", "this is for members of the club: join it first")

    async def _view(self, connection: AsyncConnection, club: str, account: str | None) -> ClubView:
        row = await _select_club(connection, club)
        entries = (
            select(club_members, accounts.c.name, accounts.c.kind)
            .join(accounts, accounts.c.id == club_members.c.account_id)
            .where(club_members.c.club_id == club)
            .order_by(club_members.c.joined_at)
        )
        found = (await connection.execute(entries)).all()
        role = next((one.role for one in found if one.account_id == account), None)
        held = (
            select(club_tournaments.c.tournament_id)
            .where(club_tournaments.c.club_id == club)
            .order_by(club_tournaments.c.created_at.desc())
            .limit(_MAX_LISTED)
        )
        tournaments = list(await connection.scalars(held))
        info = _info(row, sum(one.role != "applicant" for one in found), role)
        shown = [
            ClubMember(
                account=Account(id=one.account_id, name=one.name, kind=one.kind),
                role=one.role,
                joined_at=one.joined_at,
            )
            for one in found
            if one.role != "applicant" or role == "leader" or one.account_id == account
        ]
        order = {"leader": 0, "applicant": 1, "member": 2}
        shown.sort(key=lambda one: order[one.role])
        return ClubView(**info.model_dump(), member_list=shown, tournaments=tournaments)

    async def _lock_account(self, connection: AsyncConnection, account: str) -> None:
        if self._database.is_sqlite:
            await connection.exec_driver_sql("BEGIN IMMEDIATE")
        lock = select(accounts.c.id).where(accounts.c.id == account)
        await connection.execute(lock.with_for_update(key_share=True))

    async def _lock(self, connection: AsyncConnection, club: str) -> Row[Any]:
        """Lock the club until the transaction ends."""
        await connection.execute(update(clubs).where(clubs.c.id == club).values(id=club))
        return await _select_club(connection, club)

    async def _require_leader(self, connection: AsyncConnection, club: str, account: str) -> None:
        await self._lock(connection, club)
        if (await self._roles_in(connection, club)).get(account) != "leader":
            raise _not_leader()

    async def _require_few(self, connection: AsyncConnection, account: str) -> None:
        count = select(func.count()).where(club_members.c.account_id == account)
        if (await connection.scalar(count) or 0) >= _MAX_CLUBS:
            message = f"you are in {_MAX_CLUBS} clubs already: leave one first"
            raise ApiError(409, "TOO_MANY_CLUBS", message)

    async def _roles(
        self, connection: AsyncConnection, account: str | None, found: Sequence[str]
    ) -> dict[str, ClubRole]:
        wanted = select(club_members.c.club_id, club_members.c.role).where(
            club_members.c.account_id == (account or ""), club_members.c.club_id.in_(found)
        )
        return {row.club_id: row.role for row in await connection.execute(wanted)}

    async def _roles_in(self, connection: AsyncConnection, club: str) -> dict[str, ClubRole]:
        wanted = select(club_members.c.account_id, club_members.c.role).where(
            club_members.c.club_id == club
        )
        return {row.account_id: row.role for row in await connection.execute(wanted)}


def require_leader_left(roles: dict[str, ClubRole], other: str, role: str | None) -> None:
    """Refuse a change after which members would have no leader."""
    leaders = {one for one, held in roles.items() if held == "leader"}
    others = [one for one, held in roles.items() if one != other and held == "member"]
    if role != "leader" and leaders == {other} and (role is not None or others):
        message = "the club needs a leader: make another member one, or delete the club"
        raise ApiError(409, "LAST_LEADER", message)


async def leave_all_clubs(connection: AsyncConnection, account: str) -> None:
    """Remove an account from its clubs.

    The oldest member leads a club that has no leader left; an empty club is deleted.
    """
    entries = select(club_members.c.club_id).where(club_members.c.account_id == account)
    for club in sorted(await connection.scalars(entries)):
        # Locks the club: two leaders may leave at once.
        await connection.execute(update(clubs).where(clubs.c.id == club).values(id=club))
        await connection.execute(delete(club_members).where(*_entry(club, account)))
        others = (
            select(club_members.c.account_id, club_members.c.role)
            .where(club_members.c.club_id == club, club_members.c.role != "applicant")
            .order_by(club_members.c.joined_at, club_members.c.account_id)
        )
        left = (await connection.execute(others)).all()
        if not left:
            await connection.execute(delete(clubs).where(clubs.c.id == club))
        elif all(one.role != "leader" for one in left):
            heir = update(club_members).where(*_entry(club, left[0].account_id))
            await connection.execute(heir.values(role="leader"))


async def _select_club(connection: AsyncConnection, club: str) -> Row[Any]:
    row = (await connection.execute(select(clubs).where(clubs.c.id == club))).one_or_none()
    if row is None:
        raise ApiError(404, "NOT_FOUND", "there is no such club", path="club")
    return row


def _info(row: Row[Any], members: int, role: ClubRole | None) -> ClubInfo:
    return ClubInfo(
        id=row.id,
        name=row.name,
        description=row.description,
        access=row.access,
        created_at=row.created_at,
        members=members,
        role=role,
    )


def _member(club: str, account: str, role: str, now: float) -> dict[str, Any]:
    return {"club_id": club, "account_id": account, "role": role, "joined_at": now}


def _entry(club: str, account: str) -> tuple[Any, Any]:
    return club_members.c.club_id == club, club_members.c.account_id == account


def _not_leader() -> ApiError:
    return ApiError(403, "LEADERS_ONLY", "only a leader of the club can do this")
