"""People with roles, for tests of administration."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from ringrift.server.accounts.types import Role
from ringrift.server.administration.permissions import OPERATOR
from tests.server.running_server import TIMEOUT, Client, RunningServer

Result = TypeVar("Result")


def on_loop(server: RunningServer, work: Awaitable[Result]) -> Result:
    """Run something in the loop of the server, and return its result."""

    async def wait() -> Result:
        return await work

    return asyncio.run_coroutine_threadsafe(wait(), server.loop).result(TIMEOUT)


def employ(server: RunningServer, name: str, role: Role) -> Client:
    """Return a client of a new person with that role."""
    person = server.person(name)
    granted = server.worker.administration.set_role(OPERATOR, person.id, role, "for the test")
    on_loop(server, granted)
    return person
