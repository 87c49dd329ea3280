"""People with roles, for tests of administration."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from ringrift.server.accounts.types import Role
from ringrift.server.administration.permissions import OPERATOR
from tests.server.running_server import TIMEOUT, Client, RunningServer
from tests.server.second_factor_clients import add_app

Result = TypeVar("Result")


def on_loop(server: RunningServer, work: Awaitable[Result]) -> Result:
    """Run something in the loop of the server, and return its result."""

    async def wait() -> Result:
        return await work

    return asyncio.run_coroutine_threadsafe(wait(), server.loop).result(TIMEOUT)


def appoint(server: RunningServer, person: Client, role: Role) -> None:
    """Give the person the role, as the operator does."""
    granted = server.worker.administration.set_role(OPERATOR, person.id, role, "for the test")
    on_loop(server, granted)


def employ(server: RunningServer, name: str, role: Role) -> Client:
    """Return a client of a new person with that role and an authenticator app."""
    person = server.person(name)
    appoint(server, person, role)
    add_app(server, person)
    return person
