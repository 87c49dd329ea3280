"""The operator's control of the rules mode at run time, for all workers, in one row."""

from __future__ import annotations

import logging
from typing import Any, Final, Literal

from pydantic import BaseModel, Field
from sqlalchemy import select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from ringrift.host.rules_guard.guard import RulesGuard
from ringrift.host.rules_guard.rollout import Rollout
from ringrift.host.rules_guard.rules_mode import RulesMode
from ringrift.server.accounts.types import RequestBody
from ringrift.server.administration.audit_log import record
from ringrift.server.administration.permissions import Actor, Permission
from ringrift.server.administration.types import Reason
from ringrift.server.clock import Clock
from ringrift.server.errors import ApiError
from ringrift.server.storage.database import Database
from ringrift.server.storage.tables import server_control

_ROW: Final = 1
_DEFAULTS: Final[dict[str, Any]] = {
    "id": _ROW,
    "revision": 0,
    "rules_mode": None,
    "rules_share": 1.0,
    "rules_unrated_only": False,
    "kernel_enabled": True,
    "invariant_share": 0.0,
    "breaker_opened_at": None,
    "breaker_resets": 0,
}
_log = logging.getLogger("ringrift.server.administration")


class RulesChange(RequestBody):
    """What to change; fields that are left out stay."""

    reason: Reason
    mode: Literal["python", "shadow", "kernel", "started"] | None = Field(
        default=None, description="`started`: the mode with which the server was started"
    )
    share: float | None = Field(
        default=None, ge=0, le=1, description="of the games that get the mode; the others `python`"
    )
    unrated_only: bool | None = Field(default=None, description="rated games get `python`")
    kernel: bool | None = Field(default=None, description="false: no game uses the kernel")
    invariant_share: float | None = Field(
        default=None, ge=0, le=1, description="of the games whose states are checked"
    )


class RulesControlInfo(BaseModel):
    """The operator's control of the rules mode."""

    mode: Literal["python", "shadow", "kernel"] | None = Field(
        description="null: the mode with which the server was started"
    )
    share: float
    unrated_only: bool
    kernel: bool = Field(description="false: switched off")
    invariant_share: float
    breaker_opened_at: float | None = Field(description="null: closed")
    revision: int = Field(description="incremented by each change")


class RulesControl:
    """Reads and changes the control. The same for the endpoints and the command line."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def read(self) -> RulesControlInfo:
        async with self._database.reading.connect() as connection:
            return _info(await read_control(connection))

    async def change(self, actor: Actor, change: RulesChange) -> RulesControlInfo:
        """Change the mode, its share, the kernel or the checks."""
        actor.require(Permission.CONTROL_RULES)
        fields = change.model_dump(exclude={"reason"}, exclude_none=True)
        if not fields:
            raise ApiError(422, "MALFORMED", "send at least one field to change", path="mode")
        names = {
            "mode": "rules_mode",
            "share": "rules_share",
            "unrated_only": "rules_unrated_only",
            "kernel": "kernel_enabled",
            "invariant_share": "invariant_share",
        }
        values = {names[name]: value for name, value in fields.items()}
        if change.mode == "started":
            values["rules_mode"] = None
        async with self._database.engine.begin() as connection:
            await self._update(connection, values)
            await record(
                connection, actor, "rules_changed", None, change.reason, self._clock.now(), fields
            )
        return await self.read()

    async def reset_breaker(self, actor: Actor, reason: str) -> RulesControlInfo:
        """Close the circuit breaker of every worker."""
        actor.require(Permission.CONTROL_RULES)
        resets = server_control.c.breaker_resets + 1
        values = {"breaker_opened_at": None, "breaker_resets": resets}
        async with self._database.engine.begin() as connection:
            await self._update(connection, values)
            await record(connection, actor, "breaker_reset", None, reason, self._clock.now())
        return await self.read()

    async def open_breaker(self, resets: int) -> None:
        """Store that a worker's breaker opened, unless it was reset meanwhile."""
        this = (
            server_control.c.id == _ROW,
            server_control.c.breaker_resets == resets,
            server_control.c.breaker_opened_at.is_(None),
        )
        opened = update(server_control).where(*this).values(breaker_opened_at=self._clock.now())
        async with self._database.engine.begin() as connection:
            await self._add_row(connection)
            await connection.execute(opened)

    async def _update(self, connection: AsyncConnection, values: dict[str, Any]) -> None:
        await self._add_row(connection)
        revision = server_control.c.revision + 1
        changed = update(server_control).where(server_control.c.id == _ROW)
        await connection.execute(changed.values(values | {"revision": revision}))

    async def _add_row(self, connection: AsyncConnection) -> None:
        add = sqlite.insert if self._database.is_sqlite else postgresql.insert
        await connection.execute(add(server_control).values(_DEFAULTS).on_conflict_do_nothing())


class RulesControlFollower:
    """Applies the control in one worker: its games follow from their next move."""

    def __init__(self, control: RulesControl, database: Database, guard: RulesGuard) -> None:
        self._control = control
        self._database = database
        self._guard = guard
        self._resets: int | None = None  # of the breaker, as far as this worker has followed

    async def follow(self) -> None:
        """Read the control and apply it; store that the breaker of this worker has opened."""
        async with self._database.reading.connect() as connection:
            row = await read_control(connection)
        self._follow_mode(row)
        breaker, resets = self._guard.breaker, row["breaker_resets"]
        if self._resets is not None and resets != self._resets:
            breaker.reset()
        self._resets = resets
        if row["breaker_opened_at"] is not None:
            breaker.open()
        elif breaker.is_open:
            await self._control.open_breaker(resets)

    def _follow_mode(self, row: dict[str, Any]) -> None:
        mode = row["rules_mode"]
        rollout = Rollout(
            None if mode is None else RulesMode(mode),
            row["rules_share"],
            row["rules_unrated_only"],
            row["invariant_share"],
        )
        if rollout != self._guard.rollout:
            self._guard.rollout = rollout
            _log.warning("the rules mode is %s now", rollout)
        if row["kernel_enabled"]:
            self._guard.enable_kernel()
        else:
            self._guard.disable_kernel()


async def read_control(connection: AsyncConnection) -> dict[str, Any]:
    """Return the row, or the defaults before the first change."""
    row = (await connection.execute(select(server_control))).mappings().one_or_none()
    return dict(_DEFAULTS if row is None else row)


def _info(row: dict[str, Any]) -> RulesControlInfo:
    return RulesControlInfo(
        mode=row["rules_mode"],
        share=row["rules_share"],
        unrated_only=row["rules_unrated_only"],
        kernel=row["kernel_enabled"],
        invariant_share=row["invariant_share"],
        breaker_opened_at=row["breaker_opened_at"],
        revision=row["revision"],
    )
