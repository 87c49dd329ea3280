"""Password guesses: they are limited, and they lock nobody out of their own account."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from ringrift.server.accounts.client_info import network_of
from ringrift.server.accounts.known_devices import KnownDevices
from ringrift.server.accounts.login_guard import LoginGuard
from ringrift.server.clock import SystemClock
from ringrift.server.errors import ApiError
from ringrift.server.limits.service import RateLimits
from ringrift.server.storage.database import Database
from tests.server.running_server import Client, RunningServer, on_sqlite, running

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server behind a proxy: each client chooses its address."""
    settings = on_sqlite(tmp_path_factory.mktemp("lockout"), trusted_proxies="127.0.0.1")
    with running(replace(settings, logins_per_minute=2)) as started:
        yield started


def log_in(client: Client, address: str, name: str, password: str, status: int) -> Any:
    answer = client.http.post(
        "/sessions",
        json={"name": name, "password": password},
        headers={"X-Forwarded-For": address},
    )
    assert answer.status_code == status, answer.text
    return answer.json()


def register(server: RunningServer, name: str, address: str) -> Client:
    client = server.visitor()
    new = {"name": name, "password": PASSWORD}
    answer = client.http.post("/accounts", json=new, headers={"X-Forwarded-For": address})
    client.sign(answer.json())
    return client


def test_wrong_passwords_do_not_lock_the_owner_out(server: RunningServer) -> None:
    owner, attacker = register(server, "Besieged", "192.0.2.1"), server.visitor()
    for _ in range(2):
        log_in(attacker, "198.51.100.1", "Besieged", "guess", 401)
    refused = log_in(attacker, "198.51.100.1", "Besieged", "guess", 429)
    assert refused["error"]["code"] == "TOO_MANY"
    assert refused["retryAfter"] >= 1
    log_in(server.visitor(), "203.0.113.9", "Besieged", PASSWORD, 201)  # from another address
    log_in(owner, "198.51.100.1", "Besieged", PASSWORD, 201)  # a known device beside the attacker


def test_guesses_from_many_addresses_are_limited_except_on_known_devices(
    server: RunningServer,
) -> None:
    owner = register(server, "Target", "192.0.2.2")
    for number in range(20):
        log_in(server.visitor(), f"10.0.1.{number}", "Target", "guess", 401)
    refused = log_in(server.visitor(), "203.0.113.50", "Target", "guess", 429)
    assert "a device on which you have logged in before" in refused["error"]["message"]
    log_in(owner, "203.0.113.51", "Target", PASSWORD, 201)


def test_an_address_cannot_guess_the_passwords_of_many_names(server: RunningServer) -> None:
    for name in ("One", "Two"):
        log_in(server.visitor(), "198.51.100.7", name, "guess", 401)
    log_in(server.visitor(), "198.51.100.7", "Three", "guess", 429)


def test_a_device_is_known_to_its_own_account_only(server: RunningServer) -> None:
    attacker = register(server, "Attacker", "198.51.100.8")
    for _ in range(2):
        log_in(attacker, "198.51.100.8", "Victim", "guess", 401)
    log_in(attacker, "198.51.100.8", "Victim", "guess", 429)


def test_a_planted_device_is_not_trusted(server: RunningServer) -> None:
    victim = server.visitor()
    victim.http.cookies.set("ringrift_device", "planted")
    new = {"name": "Planted", "password": PASSWORD}
    answer = victim.http.post("/accounts", json=new, headers={"X-Forwarded-For": "192.0.2.6"})
    issued = [line for line in answer.headers.get_list("set-cookie") if "device" in line]
    assert len(issued) == 1
    assert "planted" not in issued[0]


def test_several_accounts_can_use_one_device(server: RunningServer) -> None:
    browser = register(server, "First of two", "192.0.2.7")
    device = browser.http.cookies["ringrift_device"]
    new = {"name": "Second of two", "password": PASSWORD}
    headers = browser.headers | {"X-Forwarded-For": "192.0.2.8"}
    assert browser.http.post("/accounts", json=new, headers=headers).status_code == 201
    assert browser.http.cookies["ringrift_device"] == device


def test_guesses_on_a_known_device_are_limited_too(server: RunningServer) -> None:
    owner = register(server, "Shared", "192.0.2.3")
    for _ in range(2):
        log_in(owner, "192.0.2.3", "Shared", "guess", 401)
    log_in(owner, "192.0.2.3", "Shared", "guess", 429)


def test_guesses_within_a_session_are_limited(server: RunningServer) -> None:
    person = register(server, "Borrowed", "192.0.2.4")
    for _ in range(2):
        person.post("/sessions/current/password", {"password": "guess"}, status=403)
    person.post("/sessions/current/password", {"password": PASSWORD}, status=429)
    person.put("/accounts/me/password", {"current": PASSWORD, "new": "zebra kettle 94"}, status=429)
    person.post("/accounts/me/delete", {"password": PASSWORD}, status=429)


def test_a_right_password_returns_the_guess(server: RunningServer) -> None:
    register(server, "Careless", "192.0.2.5")
    name = "Careless"

    async def guess(wrong: int, right: int) -> None:
        """Guess from many addresses: each may log in twice a minute."""
        database = Database(server.settings.database)
        limits = RateLimits(server.settings, database, SystemClock())
        guard = LoginGuard(limits, KnownDevices(database))
        try:
            for number in range(wrong + right):
                attempt = await guard.admit_login(name, f"10.0.2.{number}", None, 0.0)
                if number >= wrong:
                    await guard.succeed(attempt)
        finally:
            await database.close()

    asyncio.run(guess(wrong=19, right=30))  # of twenty guesses for a name
    with pytest.raises(ApiError, match="for this name"):
        asyncio.run(guess(wrong=2, right=0))


def test_the_addresses_of_an_ipv6_customer_share_a_limit(server: RunningServer) -> None:
    for number in range(2):
        log_in(server.visitor(), f"2001:db8:7::{number}", f"Name {number}", "guess", 401)
    log_in(server.visitor(), "2001:db8:7::ffff", "Another name", "guess", 429)
    log_in(server.visitor(), "2001:db8:8::1", "Another name", "guess", 401)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2::3", "2001:db8:1:2:ffff::4", True),
        ("2001:db8:1:2::3", "2001:db8:1:3::3", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("unknown", "192.0.2.1", False),
    ],
)
def test_an_ipv6_customer_counts_as_one_address(one: str, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) is same
