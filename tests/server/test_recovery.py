"""Recovery of an account without its password: recovery codes and one-time tokens."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from ringrift.server.accounts.authentication import RECENT_SECONDS
from ringrift.server.accounts.password_reset import PasswordReset, reset_link
from ringrift.server.accounts.recovery_codes import RecoveryCodes
from ringrift.server.accounts.service import Accounts
from ringrift.server.errors import ApiError
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.work_pools import InlineWorkPool
from tests.server.running_server import (
    TIMEOUT,
    Client,
    RunningServer,
    on_sqlite,
    running,
)

Result = TypeVar("Result")
OLD, NEW = "correct horse", "three purple tractors"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running(on_sqlite(tmp_path_factory.mktemp("recovery"))) as started:
        yield started


def register(server: RunningServer, name: str) -> tuple[Client, list[str]]:
    """Return a new person and the recovery codes from the registration."""
    person = server.visitor()
    made = person.post("/accounts", {"name": name, "password": OLD}, status=201)
    person.sign(made)
    return person, made["recovery_codes"]


def recover(
    client: Client, name: str, code: str, *, password: str = NEW, status: int = 200
) -> dict[str, Any]:
    body = {"name": name, "code": code, "password": password}
    answer: dict[str, Any] = client.post("/accounts/recovery", body, status=status)
    return answer


def log_in(server: RunningServer, name: str, password: str, status: int = 201) -> Client:
    client = server.visitor()
    answer = client.post("/sessions", {"name": name, "password": password}, status=status)
    if status == 201:
        client.sign(answer)
    return client


def run(server: RunningServer, work: Coroutine[Any, Any, Result]) -> Result:
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(TIMEOUT)


def create_token(server: RunningServer, account: str, *, seconds: float = 60.0) -> str:
    worker = server.worker
    return run(
        server,
        worker.password_reset.create_token(
            account, worker.clock.now(), reason="operator", seconds=seconds
        ),
    )


def test_registration_shows_ten_different_recovery_codes(server: RunningServer) -> None:
    person, codes = register(server, "Beginner")
    assert len(set(codes)) == 10
    assert person.get("/accounts/me/recovery-codes")["remaining"] == 10


def test_a_guest_gets_recovery_codes_with_the_registration(server: RunningServer) -> None:
    guest = server.guest()
    made = guest.post("/accounts", {"name": "Was a guest", "password": OLD}, status=201)
    assert len(made["recovery_codes"]) == 10


def test_a_recovery_code_sets_a_new_password_and_ends_all_sessions(server: RunningServer) -> None:
    person, codes = register(server, "Forgetful")
    recovered = recover(server.visitor(), "forgetful", codes[3])
    assert recovered == {"name": "Forgetful", "recovery_codes_left": 9}
    person.get("/sessions/current", status=401)
    log_in(server, "Forgetful", OLD, status=401)
    again = log_in(server, "Forgetful", NEW)
    assert again.get("/accounts/me/recovery-codes")["remaining"] == 9


def test_a_recovery_code_works_once(server: RunningServer) -> None:
    _, codes = register(server, "Once")
    recover(server.visitor(), "Once", codes[0])
    refused = recover(server.visitor(), "Once", codes[0], password=OLD, status=401)
    assert refused["error"]["code"] == "WRONG_CREDENTIALS"
    log_in(server, "Once", NEW)


def test_a_code_can_be_typed_without_dashes_and_in_capitals(server: RunningServer) -> None:
    _, codes = register(server, "Typist")
    recover(server.visitor(), "Typist", codes[0].replace("-", " ").upper().replace("0", "O"))


def test_an_unknown_name_gets_the_same_answer_as_a_wrong_code(server: RunningServer) -> None:
    register(server, "Existing")
    wrong = "0000-0000-0000-0000"
    answers = [
        server.visitor().http.post(
            "/accounts/recovery", json={"name": name, "code": wrong, "password": NEW}
        )
        for name in ("Existing", "Not existing")
    ]
    assert answers[0].status_code == answers[1].status_code == 401
    assert answers[0].text == answers[1].text
    assert "name or recovery code" in answers[0].text


def test_a_weak_password_does_not_use_the_code_up(server: RunningServer) -> None:
    _, codes = register(server, "Weakly")
    refused = recover(server.visitor(), "Weakly", codes[0], password="password1234", status=422)
    assert (refused["error"]["code"], refused["error"]["path"]) == ("WEAK_PASSWORD", "password")
    recover(server.visitor(), "Weakly", codes[0])


def test_a_new_set_replaces_the_old_codes_and_needs_a_recent_password(
    server: RunningServer,
) -> None:
    person, old = register(server, "Renewing")
    new = person.post("/accounts/me/recovery-codes", status=201)["codes"]
    assert not {*old} & {*new}
    recover(server.visitor(), "Renewing", old[0], status=401)
    recover(server.visitor(), "Renewing", new[0])
    session = log_in(server, "Renewing", NEW)
    long_ago = server.worker.clock.now() - RECENT_SECONDS - 1
    run(server, server.worker.login_sessions.authenticate(_session_of(session), long_ago))
    refused = session.post("/accounts/me/recovery-codes", status=403)
    assert refused["error"]["code"] == "PASSWORD_NEEDED"


def _session_of(client: Client) -> str:
    [current] = [one["id"] for one in client.get("/sessions") if one["current"]]
    return str(current)


def test_guests_have_no_recovery_codes(server: RunningServer) -> None:
    guest = server.guest()
    assert guest.post("/accounts/me/recovery-codes", status=403)["error"]["code"] == (
        "ACCOUNT_NEEDED"
    )


def test_guesses_of_recovery_codes_are_limited_like_passwords(tmp_path: Path) -> None:
    with running(replace(on_sqlite(tmp_path), logins_per_minute=3)) as server:
        visitor = server.visitor()
        for _ in range(3):
            recover(visitor, "Anybody", "0000", status=401)
        assert recover(visitor, "Anybody", "0000", status=429)["retryAfter"] >= 1
        visitor.post("/sessions", {"name": "Anybody", "password": OLD}, status=429)


def test_recovery_is_logged_without_the_code(
    server: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    _, codes = register(server, "Logged")
    with caplog.at_level(logging.INFO, "ringrift.security"):
        recover(server.visitor(), "Logged", "0000", status=401)
        recover(server.visitor(), "Logged", codes[0])
    events = [line for line in caplog.records if line.name == "ringrift.security"]
    assert [line.message for line in events] == ["recovery_failed", "recovered_with_code"]
    assert codes[0] not in str([line.__dict__ for line in events])


def test_the_export_shows_the_use_of_codes_and_no_hash(server: RunningServer) -> None:
    person, codes = register(server, "Exported")
    create_token(server, person.id)
    found = person.get("/accounts/me/export")
    assert len(found["recovery_codes"]) == 10
    assert set(found["recovery_codes"][0]) == {"created_at", "used_at"}
    assert [row["reason"] for row in found["password_resets"]] == ["operator"]
    assert "hash" not in json.dumps(found)
    assert codes[0] not in json.dumps(found)


def test_a_token_sets_a_new_password_once(server: RunningServer) -> None:
    person, _ = register(server, "Helped")
    token = create_token(server, person.id)
    body = {"token": token, "password": NEW}
    weak = server.visitor().post("/accounts/resets", body | {"password": "a" * 12}, status=422)
    assert weak["error"]["code"] == "WEAK_PASSWORD"
    assert server.visitor().post("/accounts/resets", body)["name"] == "Helped"
    person.get("/sessions/current", status=401)
    log_in(server, "Helped", NEW)
    refused = server.visitor().post("/accounts/resets", body, status=401)
    assert refused["error"]["code"] == "BAD_RESET_TOKEN"


def test_an_expired_or_replaced_token_is_refused(server: RunningServer) -> None:
    person, _ = register(server, "Late")
    expired = create_token(server, person.id, seconds=-1.0)
    first, second = create_token(server, person.id), create_token(server, person.id)
    for token in (expired, first, "rrp_unknown"):
        server.visitor().post("/accounts/resets", {"token": token, "password": NEW}, status=401)
    server.visitor().post("/accounts/resets", {"token": second, "password": NEW})


def test_a_changed_password_revokes_the_tokens(server: RunningServer) -> None:
    person, _ = register(server, "Remembering")
    token = create_token(server, person.id)
    person.put("/accounts/me/password", {"current": OLD, "new": NEW})
    server.visitor().post("/accounts/resets", {"token": token, "password": OLD}, status=401)


def test_a_foreign_page_cannot_set_a_password(server: RunningServer) -> None:
    foreign = {"Origin": "https://evil.example"}
    for path, body in (
        ("/accounts/recovery", {"name": "a", "code": "b", "password": NEW}),
        ("/accounts/resets", {"token": "a", "password": NEW}),
    ):
        answer = server.visitor().http.post(path, json=body, headers=foreign)
        assert answer.json()["error"]["code"] == "ORIGIN"


def test_a_link_has_its_token_in_the_fragment() -> None:
    settings = Settings(public_url="https://play.example.org/")
    assert reset_link(settings, "rrp_x") == "https://play.example.org/account/reset#rrp_x"


def test_of_two_uses_at_the_same_time_one_sets_the_password(database_url: str) -> None:
    async def race() -> tuple[list[bool], list[bool]]:
        database, pool = Database(database_url), InlineWorkPool()
        codes = RecoveryCodes(database)
        resets = PasswordReset(database, pool, codes)
        try:
            await database.start()
            account = await Accounts(database, pool).register("Racer", OLD, 0.0, address="x")
            [code, *_] = await codes.replace(account.id, 0.0)
            token = await resets.create_token(account.id, 0.0, reason="email", seconds=9.0)
            by_code = (resets.redeem_code("Racer", code, NEW, 1.0) for _ in range(4))
            used = await asyncio.gather(*by_code, return_exceptions=True)
            token = await resets.create_token(account.id, 0.0, reason="email", seconds=9.0)
            by_token = (resets.redeem_token(token, OLD, 1.0) for _ in range(4))
            redeemed = await asyncio.gather(*by_token, return_exceptions=True)
        finally:
            await database.close()
        for one in (*used, *redeemed):
            assert not isinstance(one, BaseException) or isinstance(one, ApiError)
        return (
            [not isinstance(one, ApiError) for one in used],
            [not isinstance(one, ApiError) for one in redeemed],
        )

    for uses in asyncio.run(race()):
        assert sorted(uses) == [False, False, False, True]
