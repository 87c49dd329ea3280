"""Administration needs a second factor, and a session that used it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.running_server import Client, RunningServer, on_sqlite, running
from tests.server.second_factor_clients import (
    PASSWORD,
    SITE,
    add_app,
    add_passkey,
    adopt,
    log_in,
    log_in_with_app,
    with_password_alone,
)
from tests.server.staff import appoint
from tests.server.test_administration import operations

QUEUE = "/administration/reports"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("staff"), public_url=SITE)) as started:
        yield started


@pytest.fixture(scope="module")
def without_factor(server: RunningServer) -> Client:
    return admin(server, "Password Alone")


def admin(server: RunningServer, name: str) -> Client:
    """Return a new admin without a second factor."""
    person = server.visitor()
    made = person.post("/accounts", {"name": name, "password": PASSWORD}, status=201)
    adopt(person, made)
    appoint(server, person, "admin")
    return person


def refusal(client: Client) -> str:
    refused: dict[str, Any] = client.get(QUEUE, status=403)["error"]
    assert refused["code"] == "SECOND_FACTOR_NEEDED"
    return str(refused["message"])


@pytest.mark.parametrize(("method", "path"), operations())
def test_no_endpoint_serves_staff_without_one(
    without_factor: Client, method: str, path: str
) -> None:
    address = re.sub(r"\{\w+\}", "0" * 32, path.replace("{kind}", "study"))
    answer = without_factor.http.request(method, address, headers=without_factor.headers, json={})
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "SECOND_FACTOR_NEEDED"


def test_an_authenticator_app_opens_administration(server: RunningServer) -> None:
    boss = admin(server, "Boss With App")
    assert "/account" in refusal(boss)
    secret = add_app(server, boss)
    assert boss.get(QUEUE) == []
    elsewhere = with_password_alone(server, boss)
    assert "log in again" in refusal(elsewhere)
    assert log_in_with_app(server, "Boss With App", secret).get(QUEUE) == []
    boss.delete("/accounts/me/authenticator")
    assert "/account" in refusal(boss)


def test_a_passkey_opens_administration(server: RunningServer) -> None:
    boss = admin(server, "Boss With Key")
    refusal(boss)
    device = add_passkey(boss)
    assert boss.get(QUEUE) == []
    visitor = server.visitor()
    due = visitor.post("/sessions/passkey-options")
    body = {"challenge": due["challenge"], "credential": device.sign(due["options"])}
    adopt(visitor, visitor.post("/sessions/passkey", body, status=201))
    assert visitor.get(QUEUE) == []
    [passkey] = boss.get("/accounts/me/second-factors")["passkeys"]
    boss.delete(f"/accounts/me/passkeys/{passkey['id']}")
    refusal(visitor)


def test_a_passkey_checked_again_makes_an_older_session_a_strong_one(
    server: RunningServer,
) -> None:
    boss = admin(server, "Boss Again")
    device = add_passkey(boss)
    elsewhere = with_password_alone(server, boss)
    refusal(elsewhere)
    due = elsewhere.post("/sessions/current/passkey-options")
    body = {"challenge": due["challenge"], "credential": device.sign(due["options"])}
    elsewhere.post("/sessions/current/passkey", body)
    assert elsewhere.get(QUEUE) == []


def test_a_recovery_code_in_place_of_a_lost_factor_is_enough(server: RunningServer) -> None:
    boss = admin(server, "Boss Lost Phone")
    codes = boss.post("/accounts/me/recovery-codes", status=201)["codes"]
    add_app(server, boss)
    visitor, due = log_in(server, "Boss Lost Phone")
    body = {"challenge": due["challenge"], "recovery_code": codes[0]}
    adopt(visitor, visitor.post("/sessions/second-factor", body, status=201))
    assert visitor.get(QUEUE) == []


def test_a_refusal_is_in_the_security_log(
    without_factor: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("WARNING", logger="ringrift.security"):
        refusal(without_factor)
    assert "administration_refused" in caplog.text


def test_the_operator_can_turn_it_off(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path, require_second_factor_for_staff=False)) as started:
        person = started.person("Trusting Boss")
        appoint(started, person, "admin")
        assert person.get(QUEUE) == []
