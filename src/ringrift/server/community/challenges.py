"""Challenges: a game that named accounts are asked to play. It starts when all have accepted.

Each change is one transaction that locks the row of the challenge, so concurrent answers are
serialised. A challenge that nobody answered in time counts as expired without being changed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import SystemRandom
from typing import Final

from sqlalchemy import ColumnElement, and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.clocks import Correspondence, NoClock
from ringrift.host.settings import GameSettings
from ringrift.server.accounts.names import name_key
from ringrift.server.accounts.types import Account
from ringrift.server.bus.bus import Bus
from ringrift.server.clock import Clock
from ringrift.server.community.blocks import find_blocks, require_may_meet
from ringrift.server.community.challenge_rules import EVERYTHING, require_accepted, rules_of
from ringrift.server.community.challenge_types import (
    ChallengeInfo,
    ChallengeOpponent,
    DeclineReason,
    NewChallenge,
)
from ringrift.server.community.stored_challenges import people_of, select_challenges
from ringrift.server.errors import ApiError
from ringrift.server.games.bus_topics import account_topic
from ringrift.server.games.service import (
    Games,
    check_seats,
    load_stored_settings,
    require_different_owners,
)
from ringrift.server.games.types import NewGame, SeatRequest
from ringrift.server.request_key import id_for, is_repeatable
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import accounts, challenge_opponents, challenges

CLOSED: Final = "CHALLENGE_CLOSED"
MAX_SENT: Final = 20  # open ones of one account
MAX_RECEIVED: Final = 50
_LIVE_SECONDS: Final = 900.0  # to answer, by default
_SLOW_SECONDS: Final = 3 * 86_400.0  # of a game without a clock, or with days per turn
_SHOWN_SECONDS: Final = 300.0  # for which the challenger's list shows the end of a challenge


class Challenges:
    """All challenges of a server, as stored in the database."""

    def __init__(self, database: Database, games: Games, bus: Bus, clock: Clock) -> None:
        self._database = database
        self._games = games
        self._bus = bus
        self._clock = clock

    async def create(self, challenger: Account, sent: NewChallenge) -> ChallengeInfo:
        """Challenge the named accounts."""
        players = 1 + len(sent.opponents)
        wanted = {"players": players} | sent.settings
        settings = await self._games.load_settings(challenger, wanted)
        _check_seat(settings, sent, challenger)
        try:
            async with self._database.engine.begin() as connection:
                if self._database.is_sqlite:
                    await connection.exec_driver_sql("BEGIN IMMEDIATE")  # before they are counted
                created = await self._created_before(connection, challenger)
                if created is not None:
                    return created
                opponents = await _find_opponents(connection, challenger, sent.opponents)
                await self._require_allowed(connection, challenger, opponents, settings)
                challenge = await self._add(connection, challenger, opponents, sent, settings)
                info = await self._info(connection, challenge, challenger.id)
        except IntegrityError:
            async with self._database.reading.connect() as connection:
                created = await self._created_before(connection, challenger)
            if created is None:
                raise
            return created  # by a concurrent repeat of the request
        await self.announce(info)
        return info

    async def info(self, challenge: str, account: str) -> ChallengeInfo:
        """Return a challenge to one of those who take part in it."""
        async with self._database.reading.connect() as connection:
            return await self._info(connection, challenge, account)

    async def of_account(self, account: str) -> list[ChallengeInfo]:
        """Return what the account is asked and has asked, the newest first.

        What it has asked stays for a few minutes after the answer.
        """
        now = self._clock.now()
        received = select(challenge_opponents.c.challenge_id).where(
            challenge_opponents.c.account_id == account,
            challenge_opponents.c.status != "declined",
        )
        still_open = and_(challenges.c.status == "open", challenges.c.expires_at > now)
        ended = func.coalesce(challenges.c.closed_at, challenges.c.expires_at)
        sent = and_(challenges.c.account_id == account, ended > now - _SHOWN_SECONDS)
        answered = and_(challenges.c.status == "accepted", ended > now - _SHOWN_SECONDS)
        mine = or_(sent, and_(challenges.c.id.in_(received), or_(still_open, answered)))
        async with self._database.reading.connect() as connection:
            found = await select_challenges(connection, mine, now)
            people = {one.challenger.account.id for one in found}
            blocked = {
                one
                for pair in await find_blocks(connection, [account, *people])
                for one in pair
                if account in pair
            } - {account}
        return [one for one in found if one.challenger.account.id not in blocked]

    async def accept(self, challenge: str, account: Account) -> ChallengeInfo:
        """Accept a challenge. The last to accept creates the game, which the caller starts."""
        async with self._database.engine.begin() as connection:
            info = await self._lock(connection, challenge, account.id)
            mine = _require_opponent(info, account.id)
            if mine.status == "accepted" and info.status in ("open", "accepted"):
                return info  # a repeat
            self._require_open(info)
            players = [info.challenger, *info.opponents]
            others = [one.account.id for one in players if one.account.id != account.id]
            await require_may_meet(connection, account.id, others)
            await self._games.require_below_limit(connection, account)
            await _answer(connection, challenge, account.id, "accepted")
            if all(one.status == "accepted" or one is mine for one in info.opponents):
                game = await self._add_game(connection, info)
                await self._close(connection, challenge, "accepted", game=game)
            info = await self._info(connection, challenge, account.id)
        await self.announce(info)
        return info

    async def decline(
        self, challenge: str, account: Account, reason: DeclineReason
    ) -> ChallengeInfo:
        """Decline a challenge, which closes it for all."""
        async with self._database.engine.begin() as connection:
            info = await self._lock(connection, challenge, account.id)
            mine = _require_opponent(info, account.id)
            if mine.status == "declined":
                return info  # a repeat
            self._require_open(info)
            await _answer(connection, challenge, account.id, "declined", reason)
            await self._close(connection, challenge, "declined")
            info = await self._info(connection, challenge, account.id)
        await self.announce(info)
        return info

    async def withdraw(self, challenge: str, account: Account) -> ChallengeInfo:
        """Withdraw one's own challenge."""
        async with self._database.engine.begin() as connection:
            info = await self._lock(connection, challenge, account.id)
            if info.challenger.account.id != account.id:
                message = "only the challenger can withdraw this: decline it"
                raise ApiError(403, "NOT_YOUR_CHALLENGE", message)
            if info.status == "withdrawn":
                return info  # a repeat
            self._require_open(info)
            await self._close(connection, challenge, "withdrawn")
            info = await self._info(connection, challenge, account.id)
        await self.announce(info)
        return info

    async def _require_allowed(
        self,
        connection: AsyncConnection,
        challenger: Account,
        opponents: Sequence[Account],
        settings: GameSettings,
    ) -> None:
        ids = [one.id for one in opponents]
        await require_may_meet(connection, challenger.id, ids)
        if settings.rated:
            for one in opponents:
                if one.kind == "guest":
                    message = f"{one.name} is a guest, whose games are not rated: play unrated"
                    raise ApiError(422, "NOT_RATED", message, path="settings.rated")
            await require_different_owners(connection, [challenger.id, *ids])
        rules = await rules_of(connection, ids)
        for one in opponents:
            require_accepted(rules.get(one.id, EVERYTHING), one, challenger, settings)
        lock = select(accounts.c.id).where(accounts.c.id == challenger.id)
        await connection.execute(lock.with_for_update(key_share=True))
        if await self._count(connection, challenges.c.account_id == challenger.id) >= MAX_SENT:
            message = f"{MAX_SENT} of your challenges are open: wait, or withdraw one"
            raise ApiError(409, "TOO_MANY_CHALLENGES", message)
        for one in opponents:
            received = select(challenge_opponents.c.challenge_id).where(
                challenge_opponents.c.account_id == one.id
            )
            if await self._count(connection, challenges.c.id.in_(received)) >= MAX_RECEIVED:
                message = f"{one.name} has {MAX_RECEIVED} open challenges already: try again later"
                raise ApiError(409, "TOO_MANY_CHALLENGES", message, path="opponents")

    async def _count(self, connection: AsyncConnection, wanted: ColumnElement[bool]) -> int:
        """Return how many of these challenges are open."""
        count = select(func.count()).where(
            wanted, challenges.c.status == "open", challenges.c.expires_at > self._clock.now()
        )
        return await connection.scalar(count) or 0

    async def _add(
        self,
        connection: AsyncConnection,
        challenger: Account,
        opponents: Sequence[Account],
        sent: NewChallenge,
        settings: GameSettings,
    ) -> str:
        now = self._clock.now()
        slow = isinstance(settings.clock, NoClock | Correspondence)
        seconds = sent.expires_in or (_SLOW_SECONDS if slow else _LIVE_SECONDS)
        challenge = id_for("challenge")
        row = {
            "id": challenge,
            "account_id": challenger.id,
            "settings": json.dumps(settings.to_json()),
            "seat": None if sent.seat == "random" else sent.seat,
            "visibility": sent.visibility,
            "status": "open",
            "created_at": now,
            "expires_at": now + seconds,
        }
        rows = [
            {"challenge_id": challenge, "account_id": one.id, "place": place, "status": "waiting"}
            for place, one in enumerate(opponents, 1)
        ]
        await connection.execute(insert(challenges), [row])
        await connection.execute(insert(challenge_opponents), rows)
        return challenge

    async def _add_game(self, connection: AsyncConnection, info: ChallengeInfo) -> str:
        """Create the game with all its players; refuse if one is in too many games."""
        challenger = info.challenger.account
        others = [one.account for one in info.opponents]
        for one in (challenger, *others):
            if not await self._games.is_below_limit(connection, one.id):
                message = f"{one.name} is in too many games: try again when one has ended"
                raise ApiError(409, "TOO_MANY_GAMES", message)
        if info.seat is None:
            order = SystemRandom().sample([challenger, *others], 1 + len(others))
        else:
            order = [*others[: info.seat - 1], challenger, *others[info.seat - 1 :]]
        stored = await connection.scalar(
            select(challenges.c.settings).where(challenges.c.id == info.id)
        )
        settings = load_stored_settings(stored or "{}")
        wanted = [SeatRequest(kind="me" if one is challenger else "open") for one in order]
        new = NewGame(settings=settings.to_json(), seats=wanted, visibility=info.visibility)
        rest = [one for one in order if one is not challenger]
        return await self._games.add(connection, challenger, new, settings, others=rest)

    async def _created_before(
        self, connection: AsyncConnection, challenger: Account
    ) -> ChallengeInfo | None:
        """Return the challenge that an earlier attempt of this request created."""
        if not is_repeatable():
            return None
        found = await select_challenges(
            connection, challenges.c.id == id_for("challenge"), self._clock.now()
        )
        return found[0] if found and found[0].challenger.account.id == challenger.id else None

    async def _lock(
        self, connection: AsyncConnection, challenge: str, account: str
    ) -> ChallengeInfo:
        """Lock a challenge until the transaction ends."""
        same = update(challenges).where(challenges.c.id == challenge).values(id=challenge)
        await connection.execute(same)
        return await self._info(connection, challenge, account)

    def _require_open(self, info: ChallengeInfo) -> None:
        if info.status != "open":
            message = f"this challenge is {info.status}: send a new one"
            raise ApiError(409, CLOSED, message)

    async def _close(
        self, connection: AsyncConnection, challenge: str, status: str, *, game: str | None = None
    ) -> None:
        closed = update(challenges).where(challenges.c.id == challenge)
        values = {"status": status, "closed_at": self._clock.now(), "game_id": game}
        await connection.execute(closed.values(values))

    async def _info(
        self, connection: AsyncConnection, challenge: str, account: str
    ) -> ChallengeInfo:
        found = await select_challenges(connection, challenges.c.id == challenge, self._clock.now())
        if not found or account not in {one.id for one in people_of(found[0])}:
            raise ApiError(404, "NOT_FOUND", "there is no such challenge", path="challenge")
        return found[0]

    async def announce(self, info: ChallengeInfo) -> None:
        """Announce a change to those who take part."""
        for one in people_of(info):
            await self._bus.publish(account_topic(one.id), {"challenge": info.id})


def _check_seat(settings: GameSettings, sent: NewChallenge, challenger: Account) -> None:
    players = 1 + len(sent.opponents)
    if settings.players != players:
        others = settings.players - 1
        named = "1 opponent" if others == 1 else f"{others} opponents"
        message = f"name {named} for {settings.players} players"
        raise ApiError(422, "INVALID_SETUP", message, path="opponents")
    seat = 1 if sent.seat == "random" else sent.seat
    if not 1 <= seat <= players:
        raise ApiError(422, "INVALID_SETUP", f"use a seat from 1 to {players}", path="seat")
    wanted = [SeatRequest(kind="me"), *[SeatRequest()] * (players - 1)]
    check_seats(settings, wanted, challenger)


async def _find_opponents(
    connection: AsyncConnection, challenger: Account, names: Sequence[str]
) -> list[Account]:
    keys = [name_key(name) for name in names]
    wanted = select(accounts.c.id, accounts.c.name, accounts.c.kind, accounts.c.name_key).where(
        accounts.c.name_key.in_(keys), accounts.c.deleted_at.is_(None)
    )
    rows = {row.name_key: row for row in await connection.execute(wanted)}
    found: list[Account] = []
    for number, (name, key) in enumerate(zip(names, keys, strict=True)):
        path = f"opponents[{number}]"
        row = rows.get(key)
        if row is None:
            message = f"there is no player with the name {name}: check the spelling"
            raise ApiError(404, "NOT_FOUND", message, path=path)
        if row.id == challenger.id:
            raise ApiError(422, "OWN_ACCOUNT", "you cannot challenge yourself", path=path)
        if any(one.id == row.id for one in found):
            raise ApiError(422, "INVALID_SETUP", f"{row.name} is named twice", path=path)
        found.append(Account(id=row.id, name=row.name, kind=row.kind))
    return found


def _require_opponent(info: ChallengeInfo, account: str) -> ChallengeOpponent:
    for one in info.opponents:
        if one.account.id == account:
            return one
    message = "this is your own challenge: withdraw it, or wait for the answer"
    raise ApiError(403, "NOT_YOUR_CHALLENGE", message)


async def _answer(
    connection: AsyncConnection,
    challenge: str,
    account: str,
    status: str,
    reason: DeclineReason | None = None,
) -> None:
    answered = update(challenge_opponents).where(
        challenge_opponents.c.challenge_id == challenge,
        challenge_opponents.c.account_id == account,
    )
    await connection.execute(answered.values(status=status, reason=reason))
