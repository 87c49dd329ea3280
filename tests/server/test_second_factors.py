"""Second factors: authenticator apps, passkeys, and recovery codes in their place."""

from __future__ import annotations

import asyncio
import json
import logging
import stat
from base64 import b32decode
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from ringrift.server.accounts.authentication import RECENT_SECONDS
from ringrift.server.accounts.login_challenges import CHALLENGE_SECONDS, LoginChallenges
from ringrift.server.accounts.secret_key import SecretKey
from ringrift.server.accounts.service import Accounts
from ringrift.server.accounts.totp import STEP_SECONDS, AuthenticatorApps, compute_code, find_step
from ringrift.server.errors import ApiError
from ringrift.server.settings import Settings
from ringrift.server.storage.database import Database
from ringrift.server.work_pools import InlineWorkPool
from tests.server.mail_server import mail_server
from tests.server.running_server import TIMEOUT, Client, RunningServer, on_sqlite, running
from tests.server.second_factor_clients import (
    PASSWORD,
    SITE,
    add_app,
    add_passkey,
    adopt,
    code_of,
    log_in,
    with_password_alone,
)
from tests.server.software_authenticator import SoftwareAuthenticator

Result = TypeVar("Result")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("factors")
    with running(on_sqlite(folder, public_url=SITE)) as started:
        yield started


def run(server: RunningServer, work: Coroutine[Any, Any, Result]) -> Result:
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(TIMEOUT)


def sign_up(server: RunningServer, name: str) -> tuple[Client, list[str]]:
    """Return a new person, whose cookies are sent without TLS, and their recovery codes."""
    client = server.visitor()
    made = client.post("/accounts", {"name": name, "password": PASSWORD}, status=201)
    adopt(client, made)
    return client, made["recovery_codes"]


@pytest.mark.parametrize(
    ("time", "code"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_codes_are_those_of_rfc_6238(time: int, code: str) -> None:
    assert compute_code(b"12345678901234567890", time // STEP_SECONDS, digits=8) == code


def test_a_code_of_the_neighbouring_steps_is_accepted() -> None:
    secret, now = b"12345678901234567890", 1_000_000.0
    step = int(now // STEP_SECONDS)
    for drift, found in ((-2, None), (-1, step - 1), (0, step), (1, step + 1), (2, None)):
        assert find_step(secret, compute_code(secret, step + drift), now) == found
    spaced = compute_code(secret, step)
    assert find_step(secret, f" {spaced[:3]} {spaced[3:]}", now) == step


def test_a_login_needs_the_code_of_the_app(server: RunningServer) -> None:
    person, _ = sign_up(server, "Ada")
    secret = add_app(server, person)
    assert person.get("/accounts/me/second-factors") == {"authenticator": True, "passkeys": []}
    visitor, due = log_in(server, "Ada")
    assert due["factors"] == ["authenticator", "recovery_code"]
    wrong = {"challenge": due["challenge"], "authenticator": "000000"}
    assert visitor.post("/sessions/second-factor", wrong, status=401)["error"]["code"] == (
        "WRONG_CODE"
    )
    right = {"challenge": due["challenge"], "authenticator": code_of(server, secret)}
    adopt(visitor, visitor.post("/sessions/second-factor", right, status=201))
    assert visitor.get("/sessions/current")["account"]["name"] == "Ada"


def test_a_code_works_once_and_earlier_codes_no_longer(server: RunningServer) -> None:
    person, _ = sign_up(server, "Replayed")
    secret = add_app(server, person)
    for steps, status in ((-1, 401), (1, 201), (1, 401), (0, 401)):
        visitor, due = log_in(server, "Replayed")
        code = code_of(server, secret, steps)
        body = {"challenge": due["challenge"], "authenticator": code}
        visitor.post("/sessions/second-factor", body, status=status)


def test_a_challenge_works_once(server: RunningServer) -> None:
    person, codes = sign_up(server, "Single")
    add_app(server, person)
    visitor, due = log_in(server, "Single")
    for code, status in ((codes[0], 201), (codes[1], 401)):
        body = {"challenge": due["challenge"], "recovery_code": code}
        visitor.post("/sessions/second-factor", body, status=status)


def test_an_app_counts_only_after_its_first_code(server: RunningServer) -> None:
    person, _ = sign_up(server, "Half")
    person.post("/accounts/me/authenticator", status=201)
    person.put("/accounts/me/authenticator", {"code": "000000"}, status=401)
    server.visitor().post("/sessions", {"name": "Half", "password": PASSWORD}, status=201)
    secret = add_app(server, person)
    person.post("/accounts/me/authenticator", status=409)
    person.put("/accounts/me/authenticator", {"code": code_of(server, secret, 1)}, status=409)


def test_a_recovery_code_takes_the_place_of_a_lost_phone(server: RunningServer) -> None:
    person, codes = sign_up(server, "Dropped")
    add_app(server, person)
    visitor, due = log_in(server, "Dropped")
    body = {"challenge": due["challenge"], "recovery_code": codes[0].upper()}
    adopt(visitor, visitor.post("/sessions/second-factor", body, status=201))
    visitor.delete("/accounts/me/authenticator")
    visitor.delete("/accounts/me/authenticator", status=404)
    server.visitor().post("/sessions", {"name": "Dropped", "password": PASSWORD}, status=201)
    assert visitor.get("/accounts/me/recovery-codes")["remaining"] == 9


def test_a_new_password_does_not_replace_the_second_factor(server: RunningServer) -> None:
    person, codes = sign_up(server, "Resetting")
    add_app(server, person)
    body = {"name": "Resetting", "code": codes[0], "password": "three purple tractors"}
    server.visitor().post("/accounts/recovery", body)
    credentials = {"name": "Resetting", "password": "three purple tractors"}
    server.visitor().post("/sessions", credentials, status=202)


def test_exactly_one_factor_is_sent(server: RunningServer) -> None:
    person, codes = sign_up(server, "Several")
    add_app(server, person)
    visitor, due = log_in(server, "Several")
    for factors in ({}, {"authenticator": "1", "recovery_code": codes[0]}):
        visitor.post("/sessions/second-factor", due_with(due, factors), status=422)


def due_with(due: dict[str, Any], factors: dict[str, Any]) -> dict[str, Any]:
    return {"challenge": due["challenge"], **factors}


def test_a_passkey_logs_in_without_name_and_password(server: RunningServer) -> None:
    person, _ = sign_up(server, "Keyed")
    device = add_passkey(person)
    visitor = server.visitor()
    due = visitor.post("/sessions/passkey-options")
    assert due["options"]["userVerification"] == "required"
    body = {"challenge": due["challenge"], "credential": device.sign(due["options"])}
    session = visitor.post("/sessions/passkey", body, status=201)
    assert session["account"]["name"] == "Keyed"
    replayed = server.visitor().post("/sessions/passkey", body, status=401)
    assert replayed["error"]["code"] == "BAD_CHALLENGE"
    [info] = person.get("/accounts/me/second-factors")["passkeys"]
    assert info["label"] == "phone"
    assert info["last_used_at"] is not None


def test_a_passkey_finishes_a_login_with_the_password(server: RunningServer) -> None:
    person, _ = sign_up(server, "Both")
    device = add_passkey(person, verifies=False)
    visitor, due = log_in(server, "Both")
    assert due["factors"] == ["passkey", "recovery_code"]
    asked = visitor.post("/sessions/second-factor/passkey", {"challenge": due["challenge"]})
    [allowed] = asked["options"]["allowCredentials"]
    body = due_with(due, {"passkey": device.sign(asked["options"])})
    assert body["passkey"]["id"] == allowed["id"]
    visitor.post("/sessions/second-factor", body, status=201)


def test_a_device_that_does_not_check_its_owner_is_no_login_of_its_own(
    server: RunningServer,
) -> None:
    person, _ = sign_up(server, "Unchecked")
    device = add_passkey(person, verifies=False)
    visitor = server.visitor()
    due = visitor.post("/sessions/passkey-options")
    body = {"challenge": due["challenge"], "credential": device.sign(due["options"])}
    refused = visitor.post("/sessions/passkey", body, status=401)
    assert refused["error"]["code"] == "UNKNOWN_PASSKEY"


def test_a_passkey_of_somebody_else_finishes_no_login(server: RunningServer) -> None:
    owner, other = sign_up(server, "Holder")[0], sign_up(server, "Other")[0]
    add_passkey(owner)
    device = add_passkey(other)
    visitor, due = log_in(server, "Holder")
    asked = visitor.post("/sessions/second-factor/passkey", {"challenge": due["challenge"]})
    body = due_with(due, {"passkey": device.sign(asked["options"])})
    visitor.post("/sessions/second-factor", body, status=401)


@pytest.mark.parametrize("fault", ["origin", "site", "signature", "counter", "id"])
def test_a_forged_signature_is_refused(server: RunningServer, fault: str) -> None:
    person, _ = sign_up(server, f"Forged {fault}")
    device = add_passkey(person)
    device.count = 7
    visitor = server.visitor()
    due = visitor.post("/sessions/passkey-options")
    if fault == "origin":
        device.origin = "https://evil.example"
    options = due["options"] | ({"rpId": "evil.example"} if fault == "site" else {})
    credential = device.sign(options)
    if fault == "signature":
        credential["response"]["signature"] = SoftwareAuthenticator(SITE).sign(options)["response"][
            "signature"
        ]
    if fault == "id":
        credential["id"] = "a\x00b"
    if fault == "counter":  # a copy of the device that has signed less often
        first = visitor.post("/sessions/passkey-options")
        body = {"challenge": first["challenge"], "credential": device.sign(first["options"])}
        visitor.post("/sessions/passkey", body, status=201)
    body = {"challenge": due["challenge"], "credential": credential}
    server.visitor().post("/sessions/passkey", body, status=401)


@pytest.mark.parametrize(
    "credential", [{}, {"id": 5}, {"id": "AAAA"}, {"id": "AAAA", "response": {"x": [[]]}}]
)
def test_a_malformed_passkey_is_refused(server: RunningServer, credential: Any) -> None:
    visitor = server.visitor()
    due = visitor.post("/sessions/passkey-options")
    body = {"challenge": due["challenge"], "credential": credential}
    assert visitor.post("/sessions/passkey", body, status=401)["error"]["path"] == "credential"
    person, _ = sign_up(server, f"Malformed {abs(hash(json.dumps(credential))) % 10**9}")
    due = person.post("/accounts/me/passkeys/options")
    body = {"challenge": due["challenge"], "credential": credential}
    assert person.post("/accounts/me/passkeys", body, status=422)["error"]["code"] == "BAD_PASSKEY"


def test_a_device_has_one_passkey_of_an_account(server: RunningServer) -> None:
    person, _ = sign_up(server, "Doubled")
    device = add_passkey(person)
    due = person.post("/accounts/me/passkeys/options")
    assert len(due["options"]["excludeCredentials"]) == 1
    body = {"challenge": due["challenge"], "credential": device.create(due["options"])}
    person.post("/accounts/me/passkeys", body, status=422)


def test_a_removed_passkey_no_longer_logs_in(server: RunningServer) -> None:
    person, _ = sign_up(server, "Removing")
    device = add_passkey(person)
    [info] = person.get("/accounts/me/second-factors")["passkeys"]
    sign_up(server, "Stranger")[0].delete(f"/accounts/me/passkeys/{info['id']}", status=404)
    person.delete(f"/accounts/me/passkeys/{info['id']}")
    visitor = server.visitor()
    due = visitor.post("/sessions/passkey-options")
    body = {"challenge": due["challenge"], "credential": device.sign(due["options"])}
    visitor.post("/sessions/passkey", body, status=401)
    server.visitor().post("/sessions", {"name": "Removing", "password": PASSWORD}, status=201)


def test_changes_need_a_recent_password_or_passkey(server: RunningServer) -> None:
    person, _ = sign_up(server, "Careful")
    device = add_passkey(person)
    [session] = [one["id"] for one in person.get("/sessions")]
    [info] = person.get("/accounts/me/second-factors")["passkeys"]
    long_ago = server.worker.clock.now() - RECENT_SECONDS - 1
    run(server, server.worker.login_sessions.authenticate(session, long_ago))
    for refused in (
        person.post("/accounts/me/authenticator", status=403),
        person.put("/accounts/me/authenticator", {"code": "000000"}, status=403),
        person.delete("/accounts/me/authenticator", status=403),
        person.post("/accounts/me/passkeys/options", status=403),
        person.delete(f"/accounts/me/passkeys/{info['id']}", status=403),
    ):
        assert refused["error"]["code"] == "PASSWORD_NEEDED"
    due = person.post("/sessions/current/passkey-options")
    body = {"challenge": due["challenge"], "credential": device.sign(due["options"])}
    person.post("/sessions/current/passkey", body)
    person.delete(f"/accounts/me/passkeys/{info['id']}")


@pytest.mark.parametrize("factor", ["authenticator", "passkey"])
def test_a_new_factor_ends_the_other_sessions(server: RunningServer, factor: str) -> None:
    person, _ = sign_up(server, f"Ending {factor}")
    elsewhere = server.visitor()
    sent = {"name": f"Ending {factor}", "password": PASSWORD}
    adopt(elsewhere, elsewhere.post("/sessions", sent, status=201))
    if factor == "authenticator":
        add_app(server, person)
    else:
        add_passkey(person)
    elsewhere.get("/sessions/current", status=401)
    [session] = person.get("/sessions")
    assert session["current"]


def test_the_password_alone_changes_no_factor(server: RunningServer) -> None:
    person, codes = sign_up(server, "Guarded")
    add_passkey(person)
    add_app(server, person)
    [info] = person.get("/accounts/me/second-factors")["passkeys"]
    older = with_password_alone(server, person)
    for refused in (
        older.post("/accounts/me/authenticator", status=403),
        older.put("/accounts/me/authenticator", {"code": "000000"}, status=403),
        older.delete("/accounts/me/authenticator", status=403),
        older.post("/accounts/me/passkeys/options", status=403),
        older.delete(f"/accounts/me/passkeys/{info['id']}", status=403),
        older.post("/accounts/me/recovery-codes", status=403),
    ):
        assert refused["error"]["code"] == "SECOND_FACTOR_NEEDED"
    visitor, due = log_in(server, "Guarded")  # a recovery code takes the place of both
    body = due_with(due, {"recovery_code": codes[0]})
    adopt(visitor, visitor.post("/sessions/second-factor", body, status=201))
    visitor.delete("/accounts/me/authenticator")


def test_the_options_of_a_passkey_are_limited(tmp_path: Path) -> None:
    settings = on_sqlite(tmp_path, public_url=SITE)
    with running(replace(settings, logins_per_minute=8)) as server:
        person, _ = sign_up(server, "Asking")
        add_passkey(person)
        visitor, due = log_in(server, "Asking")
        body = {"challenge": due["challenge"]}
        for _ in range(8):
            visitor.post("/sessions/second-factor/passkey", body)
        refused = visitor.post("/sessions/second-factor/passkey", body, status=429)
        assert refused["error"]["code"] == "TOO_MANY"


def test_wrong_codes_are_limited(tmp_path: Path) -> None:
    settings = on_sqlite(tmp_path, public_url=SITE)
    with running(replace(settings, logins_per_minute=8)) as server:
        person, _ = sign_up(server, "Guessed")
        secret = add_app(server, person)
        visitor, due = log_in(server, "Guessed")
        for _ in range(8):
            body = due_with(due, {"authenticator": "000000"})
            visitor.post("/sessions/second-factor", body, status=401)
        body = due_with(due, {"authenticator": code_of(server, secret)})
        assert visitor.post("/sessions/second-factor", body, status=429)["retryAfter"] > 0
        owner = server.visitor()  # on a device that the account knows
        owner.http.cookies = person.http.cookies
        due = owner.post("/sessions", {"name": "Guessed", "password": PASSWORD}, status=202)
        body = due_with(due, {"authenticator": code_of(server, secret)})
        owner.post("/sessions/second-factor", body, status=201)


def test_bots_and_guests_have_no_second_factors(server: RunningServer) -> None:
    person, _ = sign_up(server, "Maker")
    add_passkey(person)
    made = person.post("/bots", {"name": "Robby"}, status=201)
    bot = server.visitor()
    bot.token = made["token"]
    assert bot.get("/sessions/current")["account"]["name"] == "Robby"
    bot.post("/accounts/me/authenticator", status=403)
    guest = server.visitor()
    adopt(guest, guest.post("/accounts/guest", status=201))
    refused = guest.post("/accounts/me/passkeys/options", status=403)
    assert refused["error"]["code"] == "ACCOUNT_NEEDED"


def test_factors_are_exported_without_secrets_and_erased(server: RunningServer) -> None:
    person, _ = sign_up(server, "Leaving")
    secret = add_app(server, person)
    device = add_passkey(person)
    found = person.get("/accounts/me/export")
    assert [set(one) for one in found["passkeys"]] == [{"label", "created_at", "last_used_at"}]
    assert len(found["authenticator_apps"]) == 1
    assert secret not in json.dumps(found)
    person.post("/accounts/me/delete", {"password": PASSWORD}, status=204)
    assert run(server, server.worker.second_factors.needed(person.id)) == []
    visitor = server.visitor()
    due = visitor.post("/sessions/passkey-options")
    body = {"challenge": due["challenge"], "credential": device.sign(due["options"])}
    visitor.post("/sessions/passkey", body, status=401)


def test_the_log_names_the_steps_and_no_code(
    server: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    person, codes = sign_up(server, "Observed")
    with caplog.at_level(logging.INFO, "ringrift.security"):
        add_app(server, person)
        visitor, due = log_in(server, "Observed")
        for code, status in (("wrong", 401), (codes[0], 201)):
            body = due_with(due, {"recovery_code": code})
            visitor.post("/sessions/second-factor", body, status=status)
    events = [line for line in caplog.records if line.name == "ringrift.security"]
    assert [line.message for line in events] == [
        *("authenticator_added", "second_factor_failed", "recovery_code_used", "logged_in")
    ]
    assert codes[0] not in str([line.__dict__ for line in events])


def test_an_address_without_a_name_has_no_passkeys(tmp_path: Path) -> None:
    with running(on_sqlite(tmp_path)) as server:
        assert server.visitor().get("/accounts/features")["passkeys"] is False
        refused = server.visitor().post("/sessions/passkey-options", status=403)
        assert refused["error"]["code"] == "NO_PASSKEYS"
        named = server.visitor().http.get("/accounts/features", headers={"Host": "localhost:8080"})
        assert named.json()["passkeys"] is True


def test_every_change_of_a_factor_is_mailed(tmp_path: Path) -> None:
    with mail_server(tmp_path) as relay:
        settings = on_sqlite(tmp_path, public_url=SITE, **relay.settings())
        with running(settings) as server:
            person, codes = sign_up(server, "Warned")
            person.put("/accounts/me/email", {"address": "warned@example.org"}, status=200)
            token = relay.wait_for("Confirm").get_content().split("/account/verify#")[1].split()[0]
            server.visitor().post("/accounts/email-verifications", {"token": token})
            add_app(server, person)
            relay.wait_for("now uses an authenticator app")
            add_passkey(person)
            assert '"phone"' in relay.wait_for("passkey was added").get_content()
            visitor, due = log_in(server, "Warned")
            body = due_with(due, {"recovery_code": codes[0]})
            visitor.post("/sessions/second-factor", body, status=201)
            assert "9 of these" in relay.wait_for("recovery code").get_content()
            person.delete("/accounts/me/authenticator")
            relay.wait_for("no authenticator app any more")
            [info] = person.get("/accounts/me/second-factors")["passkeys"]
            person.delete(f"/accounts/me/passkeys/{info['id']}")
            relay.wait_for("passkey was removed")


def test_secrets_are_encrypted_with_a_key_outside_the_database(
    server: RunningServer, tmp_path: Path
) -> None:
    person, _ = sign_up(server, "Encrypted")
    secret = add_app(server, person)
    database = server.settings.database.removeprefix("sqlite:///")
    key = Path(f"{database}.key")
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    content = b"".join(file.read_bytes() for file in Path(database).parent.glob("ringrift.db*"))
    assert secret.encode() not in content
    assert b32decode(secret) not in content
    other = SecretKey(tmp_path / "other.key")
    with pytest.raises(ApiError, match="KEY_MISSING"):
        other.decrypt(other.encrypt(b"text", "one"), "another")
    with pytest.raises(ApiError, match="KEY_MISSING"):
        SecretKey(tmp_path / "missing").decrypt(other.encrypt(b"text", "one"), "one")
    assert other.decrypt(other.encrypt(b"text", "one"), "one") == b"text"


def test_postgresql_needs_a_chosen_file_for_the_key(tmp_path: Path) -> None:
    address = "postgresql://db.internal/ringrift"
    assert SecretKey.of(Settings(database=address)) is None
    chosen = Settings(database=address, key_file=str(tmp_path / "key"))
    assert chosen.secret_key_file == tmp_path / "key"
    with pytest.raises(ApiError, match="NO_AUTHENTICATOR"):
        asyncio.run(AuthenticatorApps(Database(address), None).begin("a", "Ada", 0.0))


def test_of_two_uses_of_a_code_at_the_same_time_one_counts(
    database_url: str, tmp_path: Path
) -> None:
    async def race() -> list[bool]:
        database = Database(database_url)
        apps = AuthenticatorApps(database, SecretKey(tmp_path / "key"))
        challenges = LoginChallenges(database)
        try:
            await database.start()
            person = await Accounts(database, InlineWorkPool()).register(
                "Racer", PASSWORD, 0.0, address="x"
            )
            secret, _ = await apps.begin(person.id, "Racer", 0.0)
            codes = [compute_code(b32decode(secret), step) for step in range(1000, 1003)]
            assert await apps.confirm(person.id, codes[0], 30_000.0)
            used = await asyncio.gather(
                *(apps.use(person.id, codes[1], 30_000.0) for _ in range(4))
            )
            step = await challenges.create("second_factor", 0.0, account=person.id)
            found = await challenges.find(step, "second_factor", 1.0)
            with pytest.raises(ApiError, match="BAD_CHALLENGE"):
                await challenges.find(step, "second_factor", CHALLENGE_SECONDS)
            with pytest.raises(ApiError, match="BAD_CHALLENGE"):
                await challenges.find(step, "passkey_login", 1.0)
            await challenges.finish(found)
            with pytest.raises(ApiError, match="BAD_CHALLENGE"):
                await challenges.finish(found)
        finally:
            await database.close()
        return used

    assert sorted(asyncio.run(race())) == [False, False, False, True]
