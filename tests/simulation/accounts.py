"""Accounts that exist before a simulation starts, and the database file that contains them."""

from __future__ import annotations

import gc
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from ringrift.server.storage.database import run_upgrade
from tests.simulation.borders import simulated_borders
from tests.simulation.connections import request

if TYPE_CHECKING:
    from tests.simulation.workers import SimulatedWorker
    from tests.simulation.world import World

_PEOPLE: Final = ("Ada", "Bea", "Cyd", "Dov", "Eli", "Fay")
_GUESTS: Final = ("Gil", "Hal", "Ina", "Jon")
_BOTS: Final = {"Kit": "Ada", "Lou": "Bea"}  # and their owners
_PASSWORD: Final = "a long pass phrase of seven words"


@dataclass(frozen=True, slots=True)
class TestAccount:
    """An account and what authenticates it."""

    __test__ = False

    id: str
    name: str
    address: str
    registered: bool
    headers: dict[str, str]
    second_headers: dict[str, str] | None = None  # of another session
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Template:
    """A database with accounts; each simulation starts with a copy."""

    contents: bytes
    accounts: tuple[TestAccount, ...]


@cache
def template() -> Template:
    """Create the accounts over the server's own API, once per process."""
    from tests.simulation.world import World

    with TemporaryDirectory() as folder:
        path = Path(folder) / "template.db"
        run_upgrade(f"sqlite:///{path}")
        with simulated_borders("accounts"):
            world = World(0, path)
            accounts = world.loop.run(_register_all(world))
        gc.freeze()  # what exists now need not be searched after every simulation
        return Template(path.read_bytes(), accounts)


async def _register_all(world: World) -> tuple[TestAccount, ...]:
    worker = world.workers[0]
    await world.start_workers()
    accounts = [
        await _register(worker, number, name) for number, name in enumerate((*_PEOPLE, *_GUESTS), 1)
    ]
    owners = {account.name: account for account in accounts}
    for name, owner in _BOTS.items():
        accounts.append(await _create_bot(worker, name, owners[owner]))
    await worker.stop()
    return tuple(accounts)


async def _register(worker: SimulatedWorker, number: int, name: str) -> TestAccount:
    registered = name in _PEOPLE
    address = f"10.0.0.{number}"
    response = await request(
        worker,
        "POST",
        "/accounts" if registered else "/accounts/guest",
        {"name": name, "password": _PASSWORD} if registered else None,
        headers={},
        client=address,
        latency=0.001,
    )
    assert response.status == 201, response
    cookie = "; ".join(f"{key}={value}" for key, value in response.cookies.items())
    headers = {"cookie": cookie, "x-csrf-token": response.body["csrf"]}
    second = await _log_in(worker, name, address) if registered else None
    return TestAccount(response.body["account"]["id"], name, address, registered, headers, second)


async def _log_in(worker: SimulatedWorker, name: str, address: str) -> dict[str, str]:
    body = {"name": name, "password": _PASSWORD}
    response = await request(
        worker, "POST", "/sessions", body, headers={}, client=address, latency=0.001
    )
    assert response.status == 201, response
    cookie = "; ".join(f"{key}={value}" for key, value in response.cookies.items())
    return {"cookie": cookie, "x-csrf-token": response.body["csrf"]}


async def _create_bot(worker: SimulatedWorker, name: str, owner: TestAccount) -> TestAccount:
    response = await request(
        worker,
        "POST",
        "/bots",
        {"name": name},
        headers=owner.headers,
        client=owner.address,
        latency=0.001,
    )
    assert response.status == 201, response
    headers = {"authorization": f"Bearer {response.body['token']}"}
    number = response.body["account"]["id"]
    return TestAccount(number, name, owner.address, registered=False, headers=headers, bot=True)
