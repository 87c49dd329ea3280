"""What follows from administrative actions in a worker's memory.

Every worker reads the new entries of the audit log, the games to close, and the control of the
rules mode every two seconds. So
actions on the command line work like those of the page, on every database and without a bus. The
worker that serves a request reads at once. Each step may run in several workers, or again after a
restart: it has no further effect.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from sqlalchemy import delete, select

from ringrift.server.accounts.sanctions import in_force
from ringrift.server.accounts.types import Account
from ringrift.server.clock import Clock
from ringrift.server.errors import ApiError
from ringrift.server.storage.database import Database
from ringrift.server.storage.failures import FAILURES
from ringrift.server.storage.tables import accounts, audit_log, game_closures, sanctions

_INTERVAL: Final = 2.0  # seconds
_OVERLAP: Final = 60.0  # seconds that are read again: a transaction may commit late
_BATCH: Final = 200  # entries
_GAME_IS_GONE: Final = frozenset({"GAME_OVER", "NOT_FOUND", "NOT_STARTED"})
_log = logging.getLogger("ringrift.server.administration")


class Effects:
    """What a worker does. The worker gives its own functions."""

    def __init__(
        self,
        *,
        log_out: Callable[[str], None],
        leave_games: Callable[[Account], Awaitable[None]],
        rename: Callable[[str, str], None],
        hide_chat: Callable[[str, str], None],
        close_game: Callable[[str], Awaitable[object]],
        game_closed: Callable[[str], Awaitable[None]],
        follow_rules_control: Callable[[], Awaitable[None]],
    ) -> None:
        self.log_out = log_out  # closes the sockets and streams of an account
        self.leave_games = leave_games
        self.rename = rename  # an account, in live games
        self.hide_chat = hide_chat  # a line of a game
        self.close_game = close_game  # a live one
        self.game_closed = game_closed  # tells players and the lobby
        self.follow_rules_control = follow_rules_control


class AuditLogFollower:
    """One per worker."""

    def __init__(self, database: Database, clock: Clock, effects: Effects) -> None:
        self._database = database
        self._clock = clock
        self._effects = effects
        self._since = clock.now() - _OVERLAP
        self._done: dict[str, float] = {}  # entries by id, and their time
        self._reading = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Read regularly until closed."""
        self._task = asyncio.create_task(self._run(), name="audit log")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def catch_up(self) -> None:
        """Apply what is new. What fails is logged, and repeated by the next regular reading."""
        async with self._reading:
            try:
                await self._effects.follow_rules_control()
                for entry in await self._new_entries():
                    await self._try(entry)
                await self._close_games()
            except FAILURES as error:
                _log.warning("administrative actions could not be read: %s", error)

    async def _run(self) -> None:
        while True:
            await self.catch_up()
            await asyncio.sleep(_INTERVAL)

    async def _try(self, entry: Any) -> None:
        try:
            await self._apply(entry)
        except ApiError as error:
            _log.warning("an administrative action could not be applied: %s", error)
        else:
            self._done[entry.id] = entry.at

    async def _new_entries(self) -> list[Any]:
        wanted = (
            select(audit_log.c.id, audit_log.c.at, audit_log.c.action)
            .add_columns(audit_log.c.target, audit_log.c.details)
            .where(audit_log.c.at > self._since)
            .order_by(audit_log.c.at)
        )
        async with self._database.reading.connect() as connection:
            rows = (await connection.execute(wanted.limit(_BATCH + len(self._done)))).all()
        new = [row for row in rows if row.id not in self._done]
        latest = max((row.at for row in rows), default=self._since)
        self._since = max(self._since, min(latest, self._clock.now()) - _OVERLAP)
        self._done = {id_: at for id_, at in self._done.items() if at > self._since}
        return new

    async def _apply(self, entry: Any) -> None:
        match entry.action:
            case "suspended":
                for account in await self._with_bots(entry.target):
                    self._effects.log_out(account.id)
            case "banned":
                for account in await self._with_bots(entry.target):
                    self._effects.log_out(account.id)
                    if await self._is_banned(entry.target):
                        await self._effects.leave_games(account)
            case "renamed":
                for account in await self._accounts(accounts.c.id == entry.target):
                    self._effects.rename(account.id, account.name)
            case "chat_removed":
                self._effects.hide_chat(json.loads(entry.details)["game"], entry.target)
            case "game_closed":
                await self._effects.game_closed(entry.target)

    async def _close_games(self) -> None:
        """Close the live games that are to be closed, in whichever workers own them."""
        async with self._database.reading.connect() as connection:
            wanted = select(game_closures.c.game_id).limit(_BATCH)
            requested = list(await connection.scalars(wanted))
        for game in requested:
            try:
                await self._effects.close_game(game)
            except ApiError as error:
                if error.refusal.code not in _GAME_IS_GONE:
                    _log.warning("a game could not be closed: %s", error, extra={"game": game})
                    continue
            done = delete(game_closures).where(game_closures.c.game_id == game)
            async with self._database.engine.begin() as connection:
                await connection.execute(done)

    async def _with_bots(self, account: str) -> list[Account]:
        return await self._accounts((accounts.c.id == account) | (accounts.c.made_by == account))

    async def _accounts(self, condition: Any) -> list[Account]:
        wanted = select(accounts.c.id, accounts.c.name, accounts.c.kind).where(condition)
        async with self._database.reading.connect() as connection:
            return [Account(**row._asdict()) for row in await connection.execute(wanted)]

    async def _is_banned(self, account: str) -> bool:
        """Return whether a ban is in force: it may have been lifted before this worker read it."""
        wanted = select(sanctions.c.id).where(
            sanctions.c.account_id == account,
            sanctions.c.kind == "ban",
            in_force(self._clock.now()),
        )
        async with self._database.reading.connect() as connection:
            return await connection.scalar(wanted.limit(1)) is not None
