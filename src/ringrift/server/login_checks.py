"""Closes sockets and streams whose login session or token has ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final, Protocol

from sqlalchemy.exc import SQLAlchemyError

from ringrift.server.accounts.login_sessions import Caller, LoginSessions
from ringrift.server.bus.bus import Bus
from ringrift.server.clock import Clock

_TOPIC: Final = "sessions.closed"
_CHECK_SECONDS: Final = 30.0
_log = logging.getLogger("ringrift.server")


class OpenConnection(Protocol):
    """A socket or stream of a caller."""

    @property
    def caller(self) -> Caller | None: ...

    def log_out(self) -> None:
        """Close it because the login ended."""

    async def is_authenticated(self) -> bool:
        """Return whether its session or token is still valid."""


class LoginChecks:
    """One per worker. A revocation arrives over the bus; the database is read regularly as well.

    That finds expired sessions, and revocations that the bus lost.
    """

    def __init__(
        self,
        sessions: LoginSessions,
        bus: Bus,
        clock: Clock,
        connections: Callable[[], Iterable[OpenConnection]],
    ) -> None:
        self._sessions = sessions
        self._bus = bus
        self._clock = clock
        self._connections = connections
        self._due = asyncio.Event()
        self._task = asyncio.create_task(self._check_regularly(), name="login checks")
        bus.subscribe(_TOPIC, self._receive)
        bus.add_loss_listener(self._due.set)

    async def announce(self, account: str, *, only: str | None, but: str | None) -> None:
        """Close the connections of sessions that were closed, in every worker."""
        await self._bus.publish(_TOPIC, {"account": account, "only": only, "but": but})

    def log_out(self, account: str) -> None:
        """Close the connections of an account in this worker."""
        self._receive({"account": account, "only": None, "but": None})

    async def close(self) -> None:
        self._bus.unsubscribe(_TOPIC, self._receive)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def _receive(self, message: Any) -> None:
        for connection in tuple(self._connections()):
            caller = connection.caller
            if caller is not None and caller.belongs_to(
                message["account"], only=message["only"], but=message["but"]
            ):
                connection.log_out()

    async def _check_regularly(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._due.wait(), _CHECK_SECONDS)
            self._due.clear()
            try:
                await self.check()
            except (SQLAlchemyError, OSError):
                _log.exception("the login sessions of open sockets could not be checked")

    async def check(self) -> None:
        """Log out the connections whose session or token has ended."""
        connections = [one for one in self._connections() if one.caller is not None]
        wanted = {one.caller.session for one in connections if one.caller and one.caller.session}
        valid = await self._sessions.find_valid(wanted, self._clock.now())
        await self._sessions.touch(valid, self._clock.now())  # an open socket is use
        for one in connections:
            assert one.caller is not None
            session = one.caller.session
            authenticated = (
                await one.is_authenticated()  # by a token
                if session is None
                else session in valid
            )
            if not authenticated:
                one.log_out()
